"""What the size of the hashed weight table costs: accuracy, speed and model size from 2^16 to 2^24.

    python experiments/table_size.py TREEBANKS [--jobs N] [-o FOLDER]

A perceptron of `--system bayes-point` per size and language, trained on the first four fifths of the training file and
measured on the last fifth, without punctuation. Writes `table_size.md`.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from arcwalk.features.weights import pack
from arcwalk.learning.parallel import shuffle_random
from arcwalk.systems.bayes_point.options import BayesPointOptions
from arcwalk.systems.bayes_point.training import FirstOrderTraining
from arcwalk.training.held_out import correct_heads, percent
from arcwalk.training.progress import Silence
from arcwalk.treebank import read
from tables import arguments_of, markdown_table, provenance, write

LANGUAGES = ("arabic", "chinese", "czech", "danish", "german", "turkish")
SIZES = (16, 18, 20, 22, 24)


def measure(treebanks: Path, language: str, bits: int) -> tuple[float, float, float]:
    """UAS, thousands of words a second, and megabytes of arc weights in a model file."""
    sentences = list(read(treebanks / language / "train.conllu.gz", heads="gold"))
    fifth = len(sentences) // 5
    train, held_out = sentences[:-fifth], sentences[-fifth:]
    run = FirstOrderTraining.of(train, BayesPointOptions(projective=True, table_bits=bits))
    model = run.model(run.learn_arcs(shuffle_random(0, 0), Silence().advance))
    codes = [model.encoder.encode(sentence) for sentence in held_out]
    started = time.perf_counter()
    for sentence in codes:
        model.find_heads(sentence)
    rate = sum(map(len, held_out)) / (time.perf_counter() - started) / 1000
    size = sum(array.nbytes for array in pack(model.weights, "arcs").values()) / 1e6
    return percent(correct_heads(model.find_heads, model.encoder, held_out)), rate, size


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--jobs", type=int, default=1, help="threads; more than one makes the speeds unreliable")
    arguments = parser.parse_args()
    cells = [(language, bits) for bits in SIZES for language in LANGUAGES]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        numbers = dict(zip(cells, pool.map(lambda cell: measure(arguments.treebanks, *cell), cells), strict=True))
    titles = ("UAS", "thousand words/s, heads only", "MB of arc weights")
    page = ["# The size of the weight table", provenance(), "One perceptron each."]
    for place, title in enumerate(titles):
        rows = []
        for bits in SIZES:
            values = [numbers[language, bits][place] for language in LANGUAGES]
            rows.append([f"2^{bits}", *(f"{value:.2f}" for value in values), f"{sum(values) / len(values):.2f}"])
        page += [f"## {title}", markdown_table(["table", *LANGUAGES, "mean"], rows)]
    write(arguments.output / "table_size.md", page)


if __name__ == "__main__":
    main()
