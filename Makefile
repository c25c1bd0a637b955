# Every target sets up its own virtual environment; all that is needed is Python 3.11 or newer.
PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

.PHONY: demo serve check test fuzz lint models bench soak wheel release clean

demo: .venv/installed
	$(BIN)/arcwalk demo

serve: .venv/installed demo/sample.arcwalk
	$(BIN)/arcwalk serve demo/sample.arcwalk --language en

demo/sample.arcwalk: | .venv/installed
	$(BIN)/arcwalk demo

# Style, types, and the tests that take no training, processes or browser.
check: lint
	$(PYTEST) -m "not slow"

test: .venv/installed
	$(PYTEST)

# 10,000 inputs that nobody would write, in ten minutes; what fails is kept in build/fuzz.
fuzz: .venv/installed
	PYTHONPATH=src:tests/shared $(BIN)/python -m fuzz

lint: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The models of this version in tests/models, which later versions must read.
models: .venv/installed
	$(BIN)/python tests/models/make.py

.PHONY: docs  # which is also a folder
docs: .venv/installed
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "build/site/index.html"

bench: .venv/installed
	$(BIN)/python benchmarks/first_use.py
	$(BIN)/python benchmarks/bayes_point.py
	$(BIN)/python benchmarks/sampling.py
	$(BIN)/python benchmarks/memory.py
	$(BIN)/python benchmarks/mst.py
	$(BIN)/python benchmarks/rerank.py
	$(BIN)/python benchmarks/vine.py
	$(BIN)/python benchmarks/raw_text.py
	$(BIN)/python benchmarks/tagger.py
	$(BIN)/python benchmarks/consistency.py
	$(BIN)/python benchmarks/corpus.py
	$(BIN)/python benchmarks/service.py

# Two million words through one process and through the service.
soak: .venv/installed
	$(BIN)/python benchmarks/soak.py

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable ".[dev,experiments]"
	touch $@

# A wheel with machine code for two levels of x86-64, for the versions of Python and Numba in the environment.
wheel: .venv/installed
	rm -rf build/machine_code
	NUMBA_CACHE_DIR=build/machine_code NUMBA_DISABLE_INTEL_SVML=1 $(BIN)/arcwalk compile --processor x86-64-v3
	NUMBA_CACHE_DIR=build/machine_code NUMBA_DISABLE_INTEL_SVML=1 $(BIN)/arcwalk compile --processor x86-64-v2
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist . || (rm -rf build/machine_code; false)
	rm -rf build/machine_code

# Everything that is released, each installed into a fresh environment and tested there.
release: .venv/installed
	$(BIN)/python release.py

clean:
	rm -rf .venv demo build dist
