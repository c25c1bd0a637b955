"""How much work the loop of `arcwalk annotate` saves: somebody who knows the gold trees plays against the real service.

    python experiments/annotation_loop.py TREEBANKS [LANGUAGE...] [--sentences N] [-o FOLDER]

TREEBANKS contains <language>/train.conllu.gz. The first 300 sentences, without their trees, are a file that the service
annotates over HTTP, with gold tags. The annotator reads each tree from left to right, and sets the head or the label of
the first word that is wrong until none is; each is one correction. Without reparsing, nothing else changes; with
it, the service guesses around what was set. Then the sentence is accepted. Writes `annotation_loop.md` and a plot.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from typing import Any

import arcwalk
from arcwalk import Parser, Sentence
from tables import COMMIT, arguments_of, markdown_table, provenance, write

LANGUAGES = ("danish", "turkish", "japanese")
SIZE, FIRST, LAST = 300, 50, 200  # sentences: in all, of the first model, and of those that the table is about
EVERY = 20  # sentences from one training to the next
NEVER = 10**6
UNATTACHED, UNLABELED = -1, "_"


@dataclass(frozen=True)
class Way:
    """A way to annotate a treebank."""

    name: str
    has_model: bool = False  # whether there is a model of the first fifty sentences, which stays
    is_loop: bool = False
    begins_with: int = 0  # sentences that are done already
    order: str = "file"


WAYS = (
    Way("no model"),
    Way("model of the first 50, fixed", has_model=True, begins_with=FIRST),
    Way("loop, from 50", is_loop=True, begins_with=FIRST),
    Way("loop, from 50, by doubt", is_loop=True, begins_with=FIRST, order="doubt"),
    Way("loop, from nothing", is_loop=True),
)


@dataclass(frozen=True)
class Effort:
    """What a sentence cost: corrections of arcs and labels without reparsing, and with it."""

    words: int
    alone: int
    reparsed: int


class Client:
    """The page's side of the interface."""

    def __init__(self, address: str) -> None:
        self._connection = HTTPConnection(address.removeprefix("http://"), timeout=600)

    def get(self, path: str) -> Any:
        """The reply to a question."""
        return self._ask("GET", path)

    def post(self, path: str, fields: dict[str, Any]) -> Any:
        """The reply to a request with fields."""
        return self._ask("POST", path, json.dumps(fields))

    def settle(self) -> None:
        """Wait until all that can be learned has been; a human annotator is slow enough not to notice."""
        while True:
            training = self.get("/annotate/progress")["training"]
            if training["state"] == "idle" and training["done"] < training["next"]:
                return
            time.sleep(0.2)

    def _ask(self, method: str, path: str, body: str | None = None) -> Any:
        self._connection.request(method, path, body, {"Content-Type": "application/json"})
        response = self._connection.getresponse()
        text = response.read().decode()
        if response.status != 200:
            raise RuntimeError(f"{method} {path}: {response.status} {text}")
        return json.loads(text)


@contextmanager
def served(*words: str) -> Iterator[Client]:
    """The service, as a process."""
    command = [sys.executable, "-m", "arcwalk.cli.main", "annotate", "--port", "0", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            yield Client(process.stdout.readline().split()[-1])
        finally:
            process.terminate()


def without_tree(sentence: Sentence) -> Sentence:
    """The sentence as the annotator gets it."""
    return sentence.with_tree([UNATTACHED] * len(sentence), [UNLABELED] * len(sentence))


def wrong_values(guess: Sentence, gold: Sentence) -> int:
    """How many heads and labels are wrong."""
    heads, labels = zip(guess.heads, gold.heads, strict=True), zip(guess.deprels, gold.deprels, strict=True)
    return sum(own != right for own, right in heads) + sum(own != right for own, right in labels)


def corrected(client: Client, guess: Sentence, gold: Sentence) -> int:
    """How many heads and labels are set until all are right, when the rest is guessed anew after each."""
    heads, labels = [UNATTACHED] * len(gold), [UNLABELED] * len(gold)
    count = 0
    while True:
        pairs = zip(guess, gold, strict=True)
        wrong = next((own for own, right in pairs if (own.head_id, own.deprel) != (right.head_id, right.deprel)), None)
        if wrong is None:
            return count
        word = wrong.index
        is_head = wrong.head_id != gold.heads[word]
        heads[word], labels[word] = gold.heads[word], UNLABELED if is_head else gold.deprels[word]
        reply = client.post("/annotate/guess", {"conllu": str(gold.with_tree(heads, labels)), "svg": False})
        guess = Sentence.from_conllu(reply["sentences"][0]["conllu"])
        if is_head:  # the label that comes with it counts as confirmed, as on the page
            labels[word] = guess.deprels[word]
        count += 1


def annotate(client: Client, gold: Sequence[Sentence], way: Way) -> list[Effort]:
    """Annotate whatever is not done."""
    efforts = []
    client.settle()
    entries = client.get("/annotate/project")["sentences"]
    by_id = {entry["id"]: sentence for entry, sentence in zip(entries, gold, strict=True)}
    while batch := client.get(f"/annotate/next?by={way.order}&count={EVERY}")["ids"]:
        for id in batch:
            shown = client.get(f"/annotate/sentences/{id}")
            guess, right = Sentence.from_conllu(shown["parsed"]["conllu"]), by_id[id]
            efforts.append(Effort(len(right), wrong_values(guess, right), corrected(client, guess, right)))
            replaces = [{"id": id, "version": shown["entry"]["version"]}]
            drafts = [{"conllu": str(right), "state": "done"}]
            client.post("/annotate/save", {"who": "gold", "replaces": replaces, "sentences": drafts})
        client.settle()
    return efforts


def measure(language: Path, way: Way, size: int) -> list[Effort]:
    """The efforts of one way, in the order of the sentences."""
    gold = list(islice(arcwalk.read(language / "train.conllu.gz", heads="gold"), size))
    with tempfile.TemporaryDirectory() as folder:
        file, model = Path(folder, "treebank.conllu"), Path(folder, "fifty.arcwalk")
        arcwalk.write(file, [*gold[: way.begins_with], *map(without_tree, gold[way.begins_with :])])
        words = ["--every", str(EVERY if way.is_loop else NEVER)]
        if way.has_model:
            Parser.train(gold[:FIRST]).save(model)
            words += ["-m", str(model)]
        with served(str(file), *words) as client:
            efforts = annotate(client, gold, way)
        done = list(arcwalk.read(file, heads="gold"))
        assert [own.heads for own in done] == [own.heads for own in gold]
    return efforts


def per_hundred_words(efforts: Sequence[Effort], *, reparsed: bool) -> float:
    """Corrections per hundred words."""
    corrections = sum(own.reparsed if reparsed else own.alone for own in efforts)
    return 100 * corrections / sum(own.words for own in efforts)


def table(results: dict[str, dict[str, list[Effort]]]) -> str:
    """For each language and way, the corrections of the last sentences."""
    rows = []
    for language, ways in results.items():
        fixed = per_hundred_words(ways[WAYS[1].name][-LAST:], reparsed=False)
        for name, efforts in ways.items():
            last = efforts[-LAST:]
            alone, reparsed = (per_hundred_words(last, reparsed=each) for each in (False, True))
            numbers = [f"{alone:.1f}", f"{alone / fixed:.0%}", f"{reparsed:.1f}", f"{reparsed / alone - 1:+.0%}"]
            rows.append([language.capitalize(), name, *numbers])
    header = ["", "", "corrections", "of the fixed model's", "with reparsing", "saved by it"]
    return markdown_table(header, rows)


def plot(results: dict[str, dict[str, list[Effort]]], sentences: int, path: Path) -> None:
    """Corrections per hundred words over the number of sentences, with reparsing."""
    from matplotlib import pyplot

    size = (5 * len(results), 4.4)
    figure, panels = pyplot.subplots(1, len(results), figsize=size, squeeze=False, layout="constrained")
    for axes, (language, ways) in zip(panels[0], results.items(), strict=True):
        for name, efforts in ways.items():
            begin = sentences - len(efforts)
            ends = range(EVERY, len(efforts) + 1, EVERY)
            rates = [per_hundred_words(efforts[end - EVERY : end], reparsed=True) for end in ends]
            axes.plot([begin + end for end in ends], rates, label=name)
        axes.set(title=language.capitalize(), xlabel="sentences", ylabel="corrections per 100 words", ylim=(0, None))
    figure.legend(*panels[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=len(WAYS))
    figure.savefig(path)
    pyplot.close(figure)


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("languages", nargs="*", default=LANGUAGES, metavar="LANGUAGE")
    parser.add_argument("--sentences", type=int, default=SIZE, metavar="N", help="of each language")
    arguments = parser.parse_args()
    kept = arguments.output / f"annotation_loop-{arguments.sentences}-{COMMIT}.json".replace(", ", "-")
    kept.parent.mkdir(parents=True, exist_ok=True)
    known = json.loads(kept.read_text()) if kept.exists() else {}  # of an interrupted run
    for way in WAYS:
        for language in arguments.languages:
            if way.name not in known.setdefault(language, {}):
                efforts = measure(arguments.treebanks / language, way, arguments.sentences)
                known[language][way.name] = [(own.words, own.alone, own.reparsed) for own in efforts]
                kept.write_text(json.dumps(known) + "\n")
                rates = [per_hundred_words(efforts[-LAST:], reparsed=each) for each in (False, True)]
                print(language, way.name, *(f"{rate:.1f}" for rate in rates), flush=True)
                write_page(known, arguments.sentences, arguments.output)


def write_page(known: dict[str, dict[str, list[tuple[int, int, int]]]], sentences: int, folder: Path) -> None:
    """The page and its picture, of what has been measured so far."""
    results = {
        language: {name: [Effort(*each) for each in efforts] for name, efforts in ways.items()}
        for language, ways in known.items()
        if WAYS[1].name in ways
    }
    if not results:
        return
    plot(results, sentences, folder / "annotation_loop.png")
    page = [
        "# The annotation loop",
        provenance(),
        f"Written by `experiments/annotation_loop.py`: the first {sentences} sentences of training files, "
        "annotated over the interface of `arcwalk annotate` by a program that knows the gold trees. Tags are gold. "
        f"Heads and labels set by hand per 100 words in the last {LAST} sentences that are annotated (by doubt, these "
        f"are other sentences than in the order of the file). The loop trains anew after every {EVERY} sentences.",
        table(results),
        "![Corrections per 100 words, with reparsing, over the number of sentences](annotation_loop.png)",
    ]
    write(folder / "annotation_loop.md", page)


if __name__ == "__main__":
    main()
