"""A parser of every module that says what it is trained on (`TRAIN`, `QUICK`), and its parses of `TEST`."""

from collections.abc import Iterator

import pytest

from arcwalk import Parser, Sentence


@pytest.fixture(scope="module", autouse=True)
def small_tables() -> Iterator[None]:
    """Pruners whose tables are as small as the treebanks here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arcwalk.systems.sampling.training.PRUNER_TABLE_BITS", 16)
        yield


@pytest.fixture(scope="module")
def parser(request: pytest.FixtureRequest) -> Parser:
    return Parser.train(request.module.TRAIN, **request.module.QUICK)


@pytest.fixture(scope="module")
def parsed(request: pytest.FixtureRequest, parser: Parser) -> list[Sentence]:
    return list(parser.parse(request.module.TEST))
