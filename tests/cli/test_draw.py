"""`arcwalk draw`: into the terminal, onto a page, into images."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import arcwalk, assert_one_line_error

from arcwalk.drawing import terminal_tree
from arcwalk.sample import sample
from arcwalk.treebank import write
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE
from arcwalk.treebank.confidence import with_confidences
from arcwalk.treebank.sentence import Sentence

GOLD = Sentence.from_columns(
    ["Dogs", "bark"], upos=["NOUN", "VERB"], heads=[2, 0], deprels=["nsubj", "root"], id="dogs", text="Dogs bark"
)
PARSE = GOLD.with_tree([0, 1], ["root", "acl"])
CATS = Sentence.from_columns(["Cats", "sleep"], heads=[2, 0], deprels=["nsubj", "root"])
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("gold.conllu", [GOLD, CATS])
    write("parsed.conllu", [PARSE, CATS])


def test_terminal() -> None:
    done = arcwalk("draw", "gold.conllu")
    assert done.returncode == 0
    assert done.stdout == f"dogs: Dogs bark\n\n{terminal_tree(GOLD)}\n\nCats sleep\n\n{terminal_tree(CATS)}\n"


def test_marks_in_the_terminal() -> None:
    write("sure.conllu", with_confidences(PARSE, [0.7, 0.5], None))
    done = arcwalk("draw", "sure.conllu")
    assert "root?\n" in done.stdout
    assert "─acl??─" in done.stdout
    write("gold.conllu", GOLD)
    lines = arcwalk("draw", "sure.conllu", "--compare", "gold.conllu").stdout.splitlines()
    assert any("─acl??✗─" in line for line in lines)
    assert lines[-2:] == ["1 Dogs: root, but nsubj of bark in gold", "2 bark: acl of Dogs, but root in gold"]


def test_standard_input_without_trees() -> None:
    bare = Sentence.from_columns(["no", "tree"], id="bare")
    assert arcwalk("draw", "-", given=str(bare)).stdout == "bare: no tree\n\nno  tree\n"


def test_page() -> None:
    done = arcwalk("draw", "parsed.conllu", "--compare", "gold.conllu", "-o", "trees.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "trees.html: 2 trees\n")
    page = Path("trees.html").read_text(encoding="utf-8")
    assert "<title>parsed.conllu</title>" in page
    assert page.count('class="arc root wrong"') == page.count('class="arc root gold"') == 1
    assert "arc of the gold tree" in page
    assert arcwalk("draw", "parsed.conllu", "-o", "plain.html").returncode == 0
    plain = Path("plain.html").read_text(encoding="utf-8")
    assert "arc of the gold tree" not in plain
    assert 'class="legend"' not in plain


def test_one_image() -> None:
    assert arcwalk("draw", "gold.conllu", "-o", "both.svg").returncode == 0
    both = ElementTree.parse("both.svg").getroot()
    trees = both.findall(f"{SVG}svg")
    assert [tree.findtext(f"{SVG}title") for tree in trees] == ["Dogs bark", "Cats sleep"]
    first, second = trees
    assert int(second.get("y", "")) >= int(first.get("height", ""))
    assert int(both.get("height", "")) == int(second.get("y", "")) + int(second.get("height", ""))
    assert len(list(both.iter(f"{SVG}style"))) == 1
    write("one.conllu", CATS)
    assert arcwalk("draw", "one.conllu", "-o", "one.svg").returncode == 0
    assert ElementTree.parse("one.svg").getroot().findtext(f"{SVG}title") == "Cats sleep"


def test_language() -> None:
    for output in ("trees.html", "trees.svg", "images/"):
        assert arcwalk("draw", "gold.conllu", "-o", output, "--language", "da").returncode == 0
    for file in ("trees.html", "trees.svg", "images/1-dogs.svg", "images/2.svg"):
        assert ' lang="da" xml:lang="da"' in Path(file).read_text(encoding="utf-8")
    assert_one_line_error(arcwalk("draw", "gold.conllu", "--language", "da"), "--language da", "add -o FILE")
    done = arcwalk("draw", "gold.conllu", "-o", "no.svg", "--language", "da DK")
    assert_one_line_error(done, "'da DK' is not a code", "such as da")
    assert not Path("no.svg").exists()


def test_folder_of_images() -> None:
    names = ["../../evil", "a/b\\c:d", "", "." * 300, "ü" * 300, *[f"s{n}" for n in range(5)], "-"]
    trees = [Sentence.from_columns(["Hi"], heads=[0], deprels=["root"], id=name) for name in names]
    write("odd.conllu", trees)
    done = arcwalk("draw", "odd.conllu", "-o", "new/images/")
    assert done.stderr == "new/images/: 11 trees\n"
    files = sorted(path.name for path in Path("new/images").iterdir())
    assert files[:5] == ["01-evil.svg", "02-a-b-c-d.svg", "03.svg", "04.svg", f"05-{'ü' * 60}.svg"]
    assert files[5:] == [*(f"{n + 6:02}-s{n}.svg" for n in range(5)), "11.svg"]
    assert all(ElementTree.parse(Path("new/images") / name) for name in files)
    assert {path.name for path in Path().iterdir()} == {"gold.conllu", "parsed.conllu", "odd.conllu", "new"}
    assert arcwalk("draw", "gold.conllu", "-o", "new").returncode == 0  # exists, so that it needs no slash
    assert Path("new/1-dogs.svg").exists()


@pytest.mark.parametrize("output", ["trees.txt", "trees", "trees.html.gz"])
def test_an_unknown_ending_names_the_known_ones(output: str) -> None:
    done = arcwalk("draw", "gold.conllu", "-o", output)
    assert_one_line_error(done, output, ".html", ".svg", "folder", "-")
    assert not Path(output).exists()


def test_different_sentences() -> None:
    write("other.conllu", sample(2))
    done = arcwalk("draw", "parsed.conllu", "--compare", "other.conllu", "-o", "trees.html")
    assert_one_line_error(done, "parsed.conllu:3 (sentence dogs): word 1 is 'Dogs'")
    write("fewer.conllu", [GOLD])
    done = arcwalk("draw", "parsed.conllu", "--compare", "fewer.conllu", "-o", "images/")
    assert_one_line_error(done, "parsed.conllu:6 (sentence 2): the gold file ends before this sentence")
    assert {path.name for path in Path().iterdir()} == {f"{n}.conllu" for n in ("gold", "parsed", "other", "fewer")}


def test_nothing_is_overwritten_where_a_confidence_is_none() -> None:
    write("wrong.conllu", [GOLD, CATS.with_misc(HEAD_CONFIDENCE, ["0.5", "sure"])])
    for output in ("trees.html", "trees.svg", "images/"):
        done = arcwalk("draw", "wrong.conllu", "-o", output)
        assert_one_line_error(done, "wrong.conllu:7", "HeadConfidence=sure is not a probability")
        assert not Path(output).exists()


def test_broken_trees_and_missing_folders() -> None:
    Path("broken.conllu").write_text(str(GOLD).replace("\t2\tnsubj", "\t7\tnsubj"), encoding="utf-8")
    assert_one_line_error(arcwalk("draw", "broken.conllu", "-o", "trees.svg"), "HEAD 7 is not a word of this sentence")
    assert_one_line_error(arcwalk("draw", "gold.conllu", "-o", "no/trees.svg"), "no/trees.svg", "create it first")
    assert_one_line_error(arcwalk("draw", "-", "--compare", "-"), "only one file")
