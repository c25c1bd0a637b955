"""A small parser with its own tagger behind the service."""

from collections.abc import Iterator

import pytest
from corpora import TAGGING
from starlette.testclient import TestClient

from arcwalk import MstOptions, Parser, sample
from arcwalk.service.models import Model, Models
from arcwalk.service.routes import make_application
from arcwalk.service.setup import Setup

SMALL = MstOptions(epochs=1, shuffles=1, folds=2, table_bits=16)


@pytest.fixture(scope="session")
def parser() -> Parser:
    return Parser.train(sample(60), options=SMALL, tags="predicted", tag_options=TAGGING)


@pytest.fixture(scope="session")
def gold_parser() -> Parser:
    """A parser that relies on tags in its input."""
    return Parser.train(sample(60), options=SMALL)


@pytest.fixture(scope="session")
def models(parser: Parser, gold_parser: Parser) -> Models:
    tagger = Model("words-only", None, parser.tagging.tagger)
    return Models([Model.of("english-small-1", parser), Model.of("english-gold", gold_parser), tagger])


@pytest.fixture(scope="session")
def client(models: Models) -> Iterator[TestClient]:
    with TestClient(make_application(Setup(models))) as client:
        yield client
