"""A parser of every module that says what it is trained on (`TRAIN`, `QUICK`), and its parses of `TEST`."""

import pytest

from arcwalk import Parser, Sentence


@pytest.fixture(scope="module")
def parser(request: pytest.FixtureRequest) -> Parser:
    return Parser.train(request.module.TRAIN, **request.module.QUICK)


@pytest.fixture(scope="module")
def parsed(request: pytest.FixtureRequest, parser: Parser) -> list[Sentence]:
    return list(parser.parse(request.module.TEST))
