"""`POST /parse`: sentences as JSON, with confidences, alternatives and drawings; what the page uses."""

import json
from dataclasses import dataclass, fields
from typing import Any, get_args

from arcwalk.drawing import svg_tree
from arcwalk.drawing.display_text import is_right_to_left
from arcwalk.service.annotation import Annotation
from arcwalk.service.body_reader import decoded
from arcwalk.service.errors import Refusal
from arcwalk.service.reading import Input, segmenter_for
from arcwalk.service.reply import Reply
from arcwalk.service.setup import Setup
from arcwalk.service.workload import Progress
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE, LABEL_CONFIDENCE
from arcwalk.treebank.confidence import confidence_of
from arcwalk.treebank.input_format import FormatName
from arcwalk.treebank.raw_text import Segmentation
from arcwalk.treebank.sentence import Sentence, Token


@dataclass(frozen=True)
class ParseRequest:
    """The fields of a request; those that are missing have these values."""

    data: str
    input: FormatName = "text"
    language: str = ""
    model: str = ""
    keep: bool = False
    confidence: bool = False
    nbest: int = 0
    svg: bool = False

    @classmethod
    def read(cls, body: bytes, most_alternatives: int) -> "ParseRequest":
        """Read JSON; unknown fields and wrong types are refused."""
        given = json_object(decoded(body, "the request"))
        known = {field.name: field for field in fields(cls)}
        for name, value in given.items():
            if name not in known:
                raise Refusal(400, f"unknown field {name[:40]!r}; known fields: {', '.join(known)}")
            expected = str if name == "data" else type(known[name].default)
            if type(value) is not expected:
                raise Refusal(400, f"{name}: expected {_TYPE_NAMES[expected]}")
        if "data" not in given:
            raise Refusal(400, "the field data is missing; put the text to parse there")
        request = cls(**given)
        if request.input not in get_args(FormatName):
            raise Refusal(400, f"input: choose one of {', '.join(get_args(FormatName))}")
        check_alternatives(request.nbest, most_alternatives)
        return request


_TYPE_NAMES = {str: "a string", bool: "true or false", int: "an integer"}


def check_alternatives(count: int, most: int) -> None:
    """Refuse an `nbest` that is out of range; 0 asks for none."""
    if not 0 <= count <= most:
        raise Refusal(400, f"nbest: give a number from 1 to {most}")


def parse(setup: Setup, body: bytes, progress: Progress) -> str:
    """Answer a request, in JSON."""
    request = ParseRequest.read(body, setup.limits.alternatives)
    model = setup.models.choose(request.model)
    progress.model = model.name
    annotation = Annotation(
        model,
        tags=model.tagger is not None,
        trees=True,
        keep=request.keep,
        confidence=request.confidence,
        alternatives=request.nbest,
    )
    segmentation = None
    if request.input == "text":
        segmentation = Segmentation(segmenter_for(model, request.language or setup.language))
    source = Input(request.input, segmentation, heads="given" if request.keep else "ignore")
    reply = Reply(setup.limits)
    for sentence in progress.follow(source.sentences(request.data, setup.limits.sentence_words)):
        entry = {
            "id": sentence.id or str(progress.sentences + 1),
            "text": sentence.text,
            "direction": "rtl" if is_right_to_left(sentence.forms) else "ltr",
            **_tree(annotation.best(sentence), request.svg),
        }
        if request.nbest:
            entry["alternatives"] = [
                {"score": round(score, 4), **_tree(tree, request.svg)} for tree, score in annotation.k_best(sentence)
            ]
        reply.add(json.dumps(entry, ensure_ascii=False))
    return f'{{"model": {json.dumps(model.name)}, "sentences": [{", ".join(reply.parts)}]}}'


def _tree(sentence: Sentence, svg: bool) -> dict[str, Any]:
    """A tree in all the forms that were asked for."""
    tree = {"conllu": str(sentence), "words": [word_of(token) for token in sentence]}
    return {**tree, "svg": svg_tree(sentence)} if svg else tree


def word_of(token: Token) -> dict[str, Any]:
    """A word of a tree, with confidences if its arc is predicted."""
    word: dict[str, Any] = {
        "id": token.id,
        "form": token.form,
        "upos": token.upos,
        "head": token.head_id,
        "deprel": token.deprel,
    }
    for name, key in (("head_confidence", HEAD_CONFIDENCE), ("label_confidence", LABEL_CONFIDENCE)):
        confidence = confidence_of(token.sentence, token.index, key)
        if confidence is not None:
            word[name] = confidence
    return word


def json_object(text: str) -> dict[str, Any]:
    """The object in the body of a request, with whole characters only in its texts."""
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal(400, 'the request is not valid JSON; send an object such as {"data": "..."}') from None
    if not isinstance(parsed, dict):
        raise Refusal(400, 'the request is not a JSON object; send one such as {"data": "..."}')
    for value in (*parsed, *parsed.values()):
        if isinstance(value, str) and not _is_unicode(value):
            raise Refusal(400, "the request has half of a surrogate pair; send whole characters")
    return parsed


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
