"""The description of the interface in OpenAPI, for clients and for people."""

from typing import Any, NamedTuple, get_args

import arcwalk
from arcwalk.service.udpipe import INPUTS
from arcwalk.treebank.input_format import FormatName
from arcwalk.treebank.output_format import OUTPUTS

Schema = dict[str, Any]


class _Parameter(NamedTuple):
    name: str
    description: str
    example: str
    choices: tuple[str, ...] = ()

    def schema(self) -> Schema:
        return {"type": "string", **({"enum": list(self.choices)} if self.choices else {})}


PARAMETERS = (
    _Parameter("data", "The text to process, in UTF-8.", "The dog sleeps."),
    _Parameter("model", "Name of a model, or how it begins; the first model by default.", ""),
    _Parameter(
        "tokenizer",
        "If present, data is raw text; options, separated by semicolons: presegmented if each of its lines is a "
        "sentence, ranges for the positions of words in MISC, normalized_spaces for no white space in MISC.",
        "ranges",
    ),
    _Parameter("tagger", "If present, fill in UPOS, XPOS, FEATS and LEMMA.", ""),
    _Parameter("parser", "If present, fill in HEAD and DEPREL.", ""),
    _Parameter("input", "The format of data, unless there is a tokenizer.", "generic_tokenizer", tuple(INPUTS)),
    _Parameter("output", "The format of the result.", "conllu", tuple(OUTPUTS)),
    _Parameter("language", "The language of raw text, a code such as da; the server's default by default.", "en"),
    _Parameter("confidence", "If present, write the confidence of each arc to MISC.", ""),
    _Parameter("nbest", "How many trees to find for each sentence, without confidences.", "2"),
    _Parameter("keep", "If present, keep the heads and labels in data that no parser predicted.", ""),
)

_STRING: Schema = {"type": "string"}
_SWITCH: Schema = {"type": "boolean", "default": False}
_PROBABILITY: Schema = {"type": "number", "minimum": 0, "maximum": 1}

_TREE: Schema = {
    "conllu": {"type": "string", "description": "The sentence with its tree in CoNLL-U."},
    "words": {"type": "array", "items": {"$ref": "#/components/schemas/Word"}},
    "svg": {"type": "string", "description": "A drawing of the tree, if asked for."},
}

SCHEMAS: dict[str, Schema] = {
    "Models": {
        "type": "object",
        "required": ["models", "default_model", "default_language", "details"],
        "properties": {
            "models": {
                "type": "object",
                "description": "What each model can do: tokenizer, tagger, parser.",
                "additionalProperties": {"type": "array", "items": _STRING},
            },
            "default_model": _STRING,
            "default_language": {**_STRING, "description": "Of raw text, unless a request names another."},
            "details": {
                "type": "object",
                "additionalProperties": {
                    "type": "object",
                    "properties": {
                        "system": _STRING,
                        "labels": {"type": "array", "items": _STRING},
                        "tags": {"type": "boolean", "description": "Whether sentences must come with tags."},
                        "nbest": {"type": "boolean", "description": "Whether it lists alternatives."},
                    },
                },
            },
        },
    },
    "ProcessForm": {
        "type": "object",
        "required": ["data"],
        "properties": {
            each.name: {**each.schema(), "description": each.description, "example": each.example}
            for each in PARAMETERS
        },
    },
    "ProcessReply": {
        "type": "object",
        "required": ["model", "acknowledgements", "result"],
        "properties": {
            "model": _STRING,
            "acknowledgements": {"type": "array", "items": _STRING},
            "result": {"type": "string", "description": "The sentences in the output format."},
        },
    },
    "ParseRequest": {
        "type": "object",
        "required": ["data"],
        "additionalProperties": False,
        "properties": {
            "data": {"type": "string", "example": "The dog sleeps."},
            "input": {"type": "string", "enum": list(get_args(FormatName)), "default": "text"},
            "language": {"type": "string", "description": "The language of raw text, a code such as da."},
            "model": {"type": "string", "description": "Name of a model, or how it begins."},
            "keep": {**_SWITCH, "description": "Keep the heads and labels in data that no parser predicted."},
            "confidence": {**_SWITCH, "description": "Add confidences to words and to MISC."},
            "nbest": {"type": "integer", "default": 0, "description": "How many alternatives to list."},
            "svg": {**_SWITCH, "description": "Draw the trees."},
        },
    },
    "ParseReply": {
        "type": "object",
        "required": ["model", "sentences"],
        "properties": {
            "model": _STRING,
            "sentences": {"type": "array", "items": {"$ref": "#/components/schemas/Sentence"}},
        },
    },
    "Sentence": {
        "type": "object",
        "required": ["id", "text", "direction", "conllu", "words"],
        "properties": {
            "id": _STRING,
            "text": _STRING,
            "direction": {"type": "string", "enum": ["ltr", "rtl"]},
            **_TREE,
            "alternatives": {"type": "array", "items": {"$ref": "#/components/schemas/Alternative"}},
        },
    },
    "Alternative": {
        "type": "object",
        "required": ["score", "conllu", "words"],
        "properties": {"score": {"type": "number"}, **_TREE},
    },
    "Word": {
        "type": "object",
        "required": ["id", "form", "upos", "head", "deprel"],
        "properties": {
            "id": {"type": "integer"},
            "form": _STRING,
            "upos": _STRING,
            "head": {"type": "integer", "description": "The number of the head, 0 for the root."},
            "deprel": _STRING,
            "head_confidence": _PROBABILITY,
            "label_confidence": _PROBABILITY,
        },
    },
}

_ERRORS = {
    "400": "Something in the request is wrong; the text says what to do.",
    "408": "The request did not arrive in time.",
    "413": "The request or its reply is too large.",
    "415": "The body is not a form.",
    "422": "A sentence takes too long.",
    "503": "Too many requests are waiting; try again after Retry-After seconds.",
}


def openapi() -> Schema:
    """The whole description."""
    form = {"schema": {"$ref": "#/components/schemas/ProcessForm"}}
    process_reply = _annotating("ProcessReply")
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "arcwalk",
            "version": arcwalk.__version__,
            "description": "Dependency parsing with the REST interface of UDPipe, and more.",
        },
        "paths": {
            "/process": {
                "get": _operation("process", "Annotate a text; parameters in the query", process_reply)
                | {"parameters": [_in_query(each) for each in PARAMETERS]},
                "post": _operation("processForm", "Annotate a text; parameters in a form", process_reply)
                | {
                    "requestBody": {
                        "required": True,
                        "content": {"application/x-www-form-urlencoded": form, "multipart/form-data": form},
                    }
                },
            },
            "/models": {"get": _operation("models", "The models and what they can do", _json("Models"))},
            "/parse": {
                "post": _operation("parse", "Parse a text; trees, alternatives and drawings", _annotating("ParseReply"))
                | {"requestBody": {"required": True, **_content("application/json", "ParseRequest")}}
            },
            "/health": {"get": _operation("health", "Whether the service is up", _plain("application/json"))},
            "/metrics": {"get": _operation("metrics", "Counts and durations for Prometheus", _plain("text/plain"))},
            "/openapi.json": {"get": _operation("openapi", "This description", _plain("application/json"))},
            "/": {"get": _operation("page", "The page", _plain("text/html"))},
            "/page/{file}": {
                "get": _operation("pageFile", "A file of the page", _plain("text/plain"))
                | {"parameters": [{"name": "file", "in": "path", "required": True, "schema": _STRING}]}
            },
        },
        "components": {"schemas": SCHEMAS},
    }


def _operation(name: str, summary: str, responses: Schema) -> Schema:
    return {"operationId": name, "summary": summary, "responses": responses}


def _in_query(parameter: _Parameter) -> Schema:
    return {
        "name": parameter.name,
        "in": "query",
        "required": parameter.name == "data",
        "allowEmptyValue": True,
        "description": parameter.description,
        "example": parameter.example,
        "schema": parameter.schema(),
    }


def _content(media_type: str, schema: str) -> Schema:
    return {"content": {media_type: {"schema": {"$ref": f"#/components/schemas/{schema}"}}}}


def _json(schema: str) -> Schema:
    return {"200": {"description": "The answer.", **_content("application/json", schema)}}


def _plain(media_type: str) -> Schema:
    return {"200": {"description": "The answer.", "content": {media_type: {}}}}


def _annotating(schema: str) -> Schema:
    errors = {status: {"description": reason, "content": {"text/plain": {}}} for status, reason in _ERRORS.items()}
    return _json(schema) | errors
