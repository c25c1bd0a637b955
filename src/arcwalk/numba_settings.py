"""Numba's settings come from environment variables alone.

Numba also obeys a file in the current folder, which may have come with a treebank: settings in it let every command
print assembly code or crash. The name of that file is a constant in a module of Numba, which is loaded without it here,
by whatever imports arcwalk before Numba.
"""

import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType

_MODULE, _FILE = "numba.core.config", ".numba_config.yaml"
_NO_FILE = ""


def ignore_settings_file() -> None:
    """Have Numba, once it is imported, look for no file."""
    if _MODULE not in sys.modules:
        sys.meta_path.insert(0, _Finder)


class _Finder:
    @classmethod
    def find_spec(cls, name: str, path: object, target: object = None) -> ModuleSpec | None:  # noqa: ARG003
        if name != _MODULE:
            return None
        spec = PathFinder.find_spec(name, path)  # type: ignore[arg-type]
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType | None:
        code = super().get_code(fullname)
        return code and code.replace(co_consts=tuple(_NO_FILE if each == _FILE else each for each in code.co_consts))
