"""Layout: imports between packages go one way, and whoever parses does not wait for what only training needs."""

import ast
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import arcwalk
from arcwalk.systems.registry import SYSTEMS

PACKAGE = Path(arcwalk.__file__).parent
ROOMS = [  # a module imports from its own room and from those before it
    *("errors", "messages", "remembered", "arrays", "numba_settings", "files"),
    *("machine", "signals", "threads", "safe_reading", "compiled"),
    *("representations", "treebank", "sample", "features", "scoring", "neural", "trees"),
    *("models", "learning", "training", "components", "systems"),
    *("consistency", "selection", "evaluation", "drawing", "engine", "plugins", "service", "annotate", "cli"),
]
NOTEBOOKS = ("arcwalk.treebank.sentence", "arcwalk.drawing.svg")  # they ask a sentence for its picture
MOST_FILES, MOST_LINES = 25, 350
DOCUMENTED = re.compile(  # of what Numba exports; `core` is not
    r"numba\.(|__version__|njit|objmode|typeof|types|[a-z]+\d+|[A-Za-z]+(Error|Warning)|config(\.[A-Z_]+)?)"
    r"|numba\.extending\.(overload|typeof_impl)"
    r"|llvmlite\.(|__version__|binding)"
)
RELYING = (PACKAGE / "compiled" / "numba_internals.py", PACKAGE / "compiled" / "vector_code.py")
PRIVATE = re.compile(r"_(?!_|fields$|replace$|asdict$)")


@cache
def imports() -> dict[str, set[str]]:
    """What each module of the package imports from it: within functions, by way of the root, and by name, too."""
    modules = {_module(path): path for path in PACKAGE.rglob("*.py")}
    found = {module: {_resolved(name, modules) for name in _imported(path)} for module, path in modules.items()}
    registry = found["arcwalk.systems.registry"]
    for entry in SYSTEMS.values():
        kinds = [kind for kind in (entry.plain, entry.joint) if kind]
        registry |= {entry.options.module, *(part.module for kind in kinds for part in (kind.train, kind.parser))}
    return found


def _resolved(name: str, modules: Collection[str]) -> str:
    """The module that a name comes from."""
    if name in modules:
        return name
    module, _, attribute = name.rpartition(".")
    if module == "arcwalk" and attribute in arcwalk._MODULES:
        return f"arcwalk.{arcwalk._MODULES[attribute]}"
    return "arcwalk.drawing.svg" if name == "arcwalk.draw" else module


def _module(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("arcwalk."))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "arcwalk":
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _room(module: str) -> int:
    return ROOMS.index(module.split(".")[1])


def test_data_flows_one_way() -> None:
    back = [
        f"{module} imports {other}"
        for module, others in imports().items()
        for other in others
        if "." in module and "." in other and _room(other) > _room(module) and (module, other) != NOTEBOOKS
    ]
    assert not back


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = {module: others - {"arcwalk"} for module, others in imports().items() if module != "arcwalk"}
    graph[NOTEBOOKS[0]] = graph[NOTEBOOKS[0]] - {NOTEBOOKS[1]}
    TopologicalSorter(graph).prepare()


def test_systems_do_not_depend_on_the_table_that_names_them() -> None:
    table = {"arcwalk.systems.registry", "arcwalk.systems.parser"}
    systems = {module: others for module, others in imports().items() if module.startswith("arcwalk.systems.")}
    assert not [module for module, others in systems.items() if module.count(".") > 2 and others & table]


@pytest.mark.parametrize("system", ["sampling", "bayes_point", "mst", "rerank", "vine", "joint_tags"])
def test_parsing_loads_no_learning(system: str) -> None:
    loaded = _loaded_with(f"arcwalk.systems.{system}.parser")
    assert not [name for name in loaded if name.startswith("arcwalk.learning") or name.endswith("training")]


def test_the_default_parser_loads_no_kernels_of_other_systems() -> None:
    loaded = _loaded_with("arcwalk.systems.sampling.parser", "arcwalk.systems.parser")
    others = ("mst", "rerank", "bayes_point", "vine", "joint_tags", "labeler")
    assert not [name for name in loaded if name.startswith(tuple(f"arcwalk.systems.{other}" for other in others))]
    assert "arcwalk.trees.decoders.second_order" not in loaded


def test_options_load_no_kernels() -> None:
    modules = [name for name in imports() if name.endswith(".options")]
    assert "numba" not in _loaded_with(*modules)


def _loaded_with(*modules: str) -> list[str]:
    code = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=True)
    return done.stdout.split()


def test_two_files_rely_on_the_inside_of_numba() -> None:
    """The others use what Numba and llvmlite document."""
    found = {
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in PACKAGE.rglob("*.py")
        if path not in RELYING
        for name in _undocumented(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert not found


def _undocumented(tree: ast.Module) -> Iterator[str]:
    names = [name for name in _numba_names(tree) if name.startswith(("numba.", "llvmlite."))]
    yield from (name for name in names if not DOCUMENTED.fullmatch(name))
    for node in ast.walk(tree) if names else ():
        if (
            isinstance(node, ast.Attribute)
            and PRIVATE.match(node.attr)
            and ast.unparse(node.value) not in ("self", "cls")
        ):
            yield ast.unparse(node)


def _numba_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (f"{alias.name}." for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Attribute):
            yield ast.unparse(node)


def test_rooms_and_files_stay_small() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert not [folder for folder in folders if len(list(folder.glob("*.py"))) > MOST_FILES]
    long = [path for path in PACKAGE.rglob("*.py") if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES]
    assert not long
