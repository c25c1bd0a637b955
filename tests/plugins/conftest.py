"""Tiny parsers in files: one with its own tagger, one that needs tags."""

from pathlib import Path

import pytest
from corpora import SMALL, small_parser

import arcwalk.plugins.spacy_component  # noqa: F401 - registers the component
from arcwalk import Parser, sample


@pytest.fixture(scope="session")
def tagging_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_parser(tmp_path_factory.mktemp("models") / "tagging.arcwalk")


@pytest.fixture(scope="session")
def plain_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "plain.arcwalk"
    Parser.train(sample(60), options=SMALL).save(path)
    return path
