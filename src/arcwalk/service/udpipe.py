"""`/process`: the REST interface of UDPipe, so that its clients need no more than another address.

See https://lindat.mff.cuni.cz/services/udpipe/api-reference.php. Parameters that are present and empty mean "with
defaults". On top, `confidence`, `nbest`, `keep` and `language` are ours.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import cast

from arcwalk.engine.request import ranked
from arcwalk.service.annotation import Annotation
from arcwalk.service.errors import Refusal
from arcwalk.service.form import form_parameters, query_parameters
from arcwalk.service.models import Model
from arcwalk.service.parsing import check_alternatives
from arcwalk.service.reading import Input, segmenter_for
from arcwalk.service.reply import Reply
from arcwalk.service.setup import Setup
from arcwalk.service.workload import Progress
from arcwalk.treebank.check import HeadPolicy
from arcwalk.treebank.input_format import FormatName
from arcwalk.treebank.output_format import OUTPUTS, OutputFormat
from arcwalk.treebank.raw_text import Segmentation, Segmenter, SpacyRules
from arcwalk.treebank.sentence import Sentence

INPUTS = {"conllu": "conllu", "horizontal": "lines", "vertical": "words", "generic_tokenizer": "text"}
TOKENIZER_OPTIONS = ("presegmented", "ranges", "normalized_spaces")


def process(setup: Setup, query: bytes, content_type: str, body: bytes, progress: Progress) -> str:
    """Answer a request, in JSON."""
    parameters = {**query_parameters(query), **form_parameters(content_type, body)}
    if "data" not in parameters:
        raise Refusal(400, "the parameter data is missing; put the text to process there")
    model = setup.models.choose(parameters.get("model", ""))
    progress.model = model.name
    count = _count(parameters.get("nbest"), setup.limits.alternatives)
    _check_extras(parameters)
    annotation = Annotation(
        model,
        tags="tagger" in parameters,
        trees="parser" in parameters,
        keep="keep" in parameters,
        confidence="confidence" in parameters,
        alternatives=count,
    )
    output = _output(parameters.get("output") or "conllu")
    source = _input(parameters, model, setup.language, "given" if annotation.keep else "ignore")
    reply = Reply(setup.limits)
    given = progress.follow(source.sentences(_data(parameters), setup.limits.sentence_words))
    for text in output.texts(result for sentence in given for result in _results(annotation, sentence)):
        reply.add(text)
    answer = {"model": model.name, "acknowledgements": [], "result": "".join(reply.parts)}
    return json.dumps(answer, ensure_ascii=False)


def _results(annotation: Annotation, sentence: Sentence) -> Iterator[Sentence]:
    if annotation.trees and annotation.alternatives:
        return ranked(annotation.k_best(sentence))
    return iter([annotation.best(sentence)])


def _check_extras(parameters: Mapping[str, str]) -> None:
    """Refuse what would have no effect."""
    for name in ("confidence", "nbest", "keep"):
        if name in parameters and "parser" not in parameters:
            raise Refusal(400, f"{name} is about trees, but none are requested; add parser, or omit {name}")
    if "confidence" in parameters and "nbest" in parameters:
        raise Refusal(400, "confidence and nbest exclude each other; use one of them, or /parse for both")


def _count(value: str | None, most: int) -> int:
    """The value of `nbest`."""
    if value is None:
        return 0
    count = int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else 0
    check_alternatives(count or -1, most)
    return count


def _input(parameters: Mapping[str, str], model: Model, default_language: str, heads: HeadPolicy) -> Input:
    """How to read `data`: a tokenizer reads raw text, whatever the input format."""
    if "tokenizer" in parameters:
        segmenter = segmenter_for(model, parameters.get("language") or default_language)
        return Input("text", _segmentation(parameters["tokenizer"], segmenter))
    name, _, options = (parameters.get("input") or "conllu").partition("=")
    if name not in INPUTS or (options and name != "generic_tokenizer"):
        asked = parameters["input"][:40]
        raise Refusal(400, f"input {asked!r}: there is no such format; use one of {', '.join(INPUTS)}")
    segmentation = _segmentation(options, SpacyRules()) if INPUTS[name] == "text" else None
    return Input(cast(FormatName, INPUTS[name]), segmentation, heads=heads)


def _segmentation(options: str, segmenter: Segmenter) -> Segmentation:
    """What the options of a tokenizer, with semicolons between them, ask for."""
    asked = {option.strip() for option in options.split(";")} - {""}
    if unknown := asked - set(TOKENIZER_OPTIONS):
        known = ", ".join(TOKENIZER_OPTIONS)
        raise Refusal(400, f"tokenizer {min(unknown)[:40]!r}: there is no such option; leave it empty, or use {known}")
    return Segmentation(
        segmenter,
        are_lines_sentences="presegmented" in asked,
        ranges="ranges" in asked,
        white_space="normalized_spaces" not in asked,
    )


def _data(parameters: Mapping[str, str]) -> str:
    """The text; where words are separated already, UDPipe ignores what follows a word and takes tabs for spaces."""
    data, form = parameters["data"], "" if "tokenizer" in parameters else parameters.get("input")
    if form == "vertical":
        return re.sub(r"(?<=[^\t\n])\t.*", "", data)
    return data.replace("\t", " ") if form == "horizontal" else data


def _output(name: str) -> OutputFormat:
    if name not in OUTPUTS:
        raise Refusal(400, f"output {name[:40]!r}: there is no such format; use one of {', '.join(OUTPUTS)}")
    return OUTPUTS[name]
