"""The scripts of experiments run, and write where they are told to."""

import ast
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import pytest
from pages import ROOT
from quick_training import QUICK

from arcwalk import SamplingOptions

SCRIPTS = sorted(
    path.stem
    for path in (ROOT / "experiments").glob("*.py")
    if any(isinstance(part, ast.FunctionDef) and part.name == "main" for part in ast.parse(path.read_bytes()).body)
)
compiled = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="training needs compiled kernels")
TINY = ("czech", "english")

Run = Callable[..., None]


def pages_in(folder: Path) -> dict[str, str]:
    return {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}


@pytest.mark.parametrize("name", SCRIPTS)
def test_published_pages_are_not_the_default(name: str, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(name, "--help")
    assert ended.value.code == 0
    assert "(default: experiments/build/results" in " ".join(capsys.readouterr().out.split())


@compiled
@pytest.mark.usefixtures("quick")
def test_languages(run: Run, treebanks: Path, tmp_path: Path) -> None:
    run("languages", treebanks, "-o", tmp_path / "new" / "out")
    (page,) = pages_in(tmp_path / "new" / "out").values()
    assert [line.split("|")[1].strip() for line in page.splitlines() if line.startswith("| ")] == [
        "language",
        "---",
        "czech",
        "danish",
        "english",
        "**mean of the 3 small**",
    ]


@compiled
@pytest.mark.usefixtures("quick")
def test_vine(run: Run, treebanks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("vine", treebanks, "--languages", *TINY, "-o", tmp_path)
    page = pages_in(tmp_path)["vine"]
    assert page.count("| czech | ") == 2
    (tmp_path / "vine.md").unlink()
    assert "czech published {" in capsys.readouterr().out
    run("vine", treebanks, "--languages", *TINY, "-o", tmp_path)  # the numbers are kept
    assert "czech published {" not in capsys.readouterr().out
    assert pages_in(tmp_path)["vine"].partition("## published")[2] == page.partition("## published")[2]
    with pytest.raises(SystemExit):
        run("vine", treebanks, "--languages", "klingon", "-o", tmp_path)
    assert "treebanks has no klingon" in capsys.readouterr().err


@compiled
@pytest.mark.usefixtures("quick")
def test_vine_errors(run: Run, treebanks: Path, tmp_path: Path) -> None:
    run("vine_errors", treebanks, "--languages", "czech", "-o", tmp_path)
    page = pages_in(tmp_path)["vine_errors"]
    assert "wrong heads" in page
    for header in ("| tag | ", "| length of arc | ", "| relation | ", "| word | "):
        assert header in page


@compiled
def test_table_size(run: Run, treebanks: Path, tmp_path: Path) -> None:
    run("table_size", treebanks, "-o", tmp_path, LANGUAGES=("danish",), SIZES=(16,))
    assert pages_in(tmp_path)["table_size"].count("| 2^16 | ") == 3


@compiled
@pytest.mark.usefixtures("quick")
def test_bayes_point(run: Run, treebanks: Path, tmp_path: Path) -> None:
    settings = {"published": {"shuffles": 2, "epochs": 1}}
    settings |= {"arcwalk": settings["published"], "mira": {"shuffles": 1, "epochs": 1, "learner": "mira"}}
    few = {"PAPER_LANGUAGES": TINY, "OTHERS": ("danish",), "SIZES": (10,), "SAMPLES": 2, "SETTINGS": settings}
    run("bayes_point", treebanks, "-o", tmp_path, **few)
    page = pages_in(tmp_path)["bayes_point"]
    assert "| english (without punctuation) | MIRA | " in page
    assert "| english | gold | " in page
    assert "| czech | predicted | " in page
    assert page.count(" less MIRA | ") == 2 * len(TINY)
    assert (tmp_path / "bayes_point.png").exists()


@compiled
@pytest.mark.usefixtures("quick")
def test_neural_scorer(run: Run, treebanks: Path, tmp_path: Path) -> None:
    run("neural_scorer", treebanks, "--part", "test", "-o", tmp_path)
    assert "## Templates and network against templates" in pages_in(tmp_path)["neural_scorer"]


@compiled
@pytest.mark.usefixtures("quick")
def test_word_clusters(run: Run, treebanks: Path, tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.mkdir()
    (words / "danish.txt").write_text("0\tthe\t9\n10\tdoctor\t5\n11\tnurse\t4\n", encoding="utf-8")
    run("word_clusters", treebanks, words, "--part", "test", "-o", tmp_path)
    assert "## Predicted tags and words against predicted tags" in pages_in(tmp_path)["word_clusters"]


@compiled
@pytest.mark.usefixtures("quick")
def test_steps_to_excellence(run: Run, treebanks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {
        "published": [(method, {"search": method, "cooling": c}) for method in ("walk", "gibbs") for c in (0.1, 0.5)],
        "arcwalk": [(method, {"search": method, "budget": n}) for method in ("walk", "gibbs", "climb") for n in (1, 2)],
    }
    monkeypatch.setattr("search_curves.SETTINGS", few)
    monkeypatch.setattr("search_curves.SEEDS", 2)
    run("steps_to_excellence", treebanks, "--languages", "danish", "-o", tmp_path)
    pages = pages_in(tmp_path)
    names = [f"steps_to_excellence-{part}" for part in ("table2", "table3", "figure7", "figure8")]
    assert set(pages) == {*names, *(f"{name}-published" for name in names), "steps_to_excellence-table3-one-column"}
    for name, page in pages.items():
        reading = "published" if name.endswith("published") else "arcwalk"
        assert f"--reading {reading}` at commit " in page
    hidden = "XPOS, FEATS and lemmas are hidden"
    assert hidden in pages["steps_to_excellence-table3-one-column"]
    assert hidden not in pages["steps_to_excellence-table3"]
    assert "| danish | " in pages["steps_to_excellence-table2-published"]
    assert "rerank 500" in pages["steps_to_excellence-table2-published"]
    assert (tmp_path / "steps_to_excellence-figure7.png").exists()
    assert (tmp_path / "steps_to_excellence-figure8-published.png").exists()


@compiled
@pytest.mark.usefixtures("quick")
def test_fifty_sentences(run: Run, treebanks: Path, tmp_path: Path) -> None:
    run("fifty_sentences", treebanks, "-o", tmp_path, LANGUAGES=("czech",), SIZE=10, RAW=5)
    assert "| corrected, the rest as before | " in pages_in(tmp_path)["fifty_sentences"]


@compiled
@pytest.mark.usefixtures("quick")
def test_consistency(run: Run, treebanks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("consistent_parses", "consistent_tags"):
        monkeypatch.setattr(f"{module}.SIZES", (20,))
    few = {"SIZES": (20,), "FREQUENT": 2, "PARTS_OF_GENRES": (8,), "GENRES": ("weblog", "email")}
    run("consistency", treebanks, "--languages", "english", "-o", tmp_path, **few)
    assert "| the others → weblog | 8 | " in pages_in(tmp_path)["consistency-table2"]
    assert len(pages_in(tmp_path)) == 6
    assert (tmp_path / "consistency-curve.png").exists()


@compiled
@pytest.mark.usefixtures("quick")
def test_consistency_tuning(run: Run, treebanks: Path, tmp_path: Path) -> None:
    few = {"SIZES": (10, 20), "HELD_OUT": 10, "FROM": {}}
    run("consistency_tuning", treebanks, "--languages", *TINY, "--option", "least", "same", "-o", tmp_path, **few)
    page = pages_in(tmp_path)["consistency-tuning"]
    assert page.count("| `least` ") == 3
    assert page.count("| default | ") == 2


@compiled
@pytest.mark.usefixtures("quick")
def test_consistency_picture(run: Run, tmp_path: Path) -> None:
    run("consistency_picture", "--train", "30", "-o", tmp_path, TEST=200)
    assert (tmp_path / "consistency-figure4.png").read_bytes().startswith(b"\x89PNG")


@compiled
@pytest.mark.usefixtures("quick")
def test_search_errors(run: Run, treebanks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = SamplingOptions(**QUICK["sampling"], neural=False)
    monkeypatch.setattr("search_errors.ProcessPoolExecutor", lambda jobs, **_: ThreadPoolExecutor(jobs))
    few = {"LANGUAGES": ("czech",), "RECALLS": (0.985,), "BUDGETS": (1,), "SHUFFLES": (1,), "QUICK": small}
    run("search_errors", treebanks, "-o", tmp_path, **few)
    assert "## Sentences, by number of climbs" in pages_in(tmp_path)["search_errors"]


@compiled
@pytest.mark.usefixtures("quick")
def test_raw_text(run: Run, treebanks: Path, tmp_path: Path) -> None:
    run("raw_text", treebanks, "--languages", *TINY, "--part", "test", "--trees", "bayes-point", "-o", tmp_path)
    header, _, *rows = [line.split("|")[1:-1] for line in pages_in(tmp_path)["raw_text"].splitlines() if "|" in line]
    assert [row[0].strip(" *") for row in rows] == [*TINY, "mean"]
    words = header.index(" Words ")
    assert all(float(row[words].strip(" *")) > 90 for row in rows)  # the sample's words are easily found
    run("raw_text", treebanks, "--languages", "czech", "-o", tmp_path)
    assert "UAS" not in pages_in(tmp_path)["raw_text"]
