"""Clients of UDPipe get what they know, however they send their parameters."""

import json
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from email.policy import HTTP

import pytest
from starlette.testclient import TestClient

from arcwalk import Parser, Sentence, sample
from arcwalk.treebank.reader import read_text

TEXT = "The dog sees a cat. It sleeps."
FULL = {"tokenizer": "", "tagger": "", "parser": ""}


def sentences(result: str) -> list[Sentence]:
    return list(read_text(result.splitlines(keepends=True)))


def process(client: TestClient, data: str, **parameters: str) -> str:
    reply = client.post("/process", data={"data": data, **parameters})
    assert reply.status_code == 200, reply.text
    result: str = reply.json()["result"]
    return result


def refused(client: TestClient, **parameters: str) -> str:
    reply = client.post("/process", data={"data": TEXT, **parameters})
    assert reply.status_code == 400
    assert reply.headers["content-type"] == "text/plain; charset=utf-8"
    (line,) = reply.text.splitlines()
    return line


def test_a_client_that_sends_mime_parts(client: TestClient) -> None:
    """The way of UDPipe 2's own client: MIME parts with CRLF everywhere, empty options, and JSON in return."""
    form = MIMEMultipart("form-data", policy=HTTP)
    given = "".join(map(str, sample(2)))
    for name, value in {"input": "conllu", "output": "conllu", "data": given, "tagger": "", "parser": ""}.items():
        part = MIMENonMultipart("text", "plain", charset="utf-8")
        part.add_header("Content-Disposition", f'form-data; name="{name}"')
        part.add_header("Content-Transfer-Encoding", "8bit")
        part.set_payload(value)
        form.attach(part)
    head, _, body = form.as_bytes().partition(b"\r\n\r\n")
    content_type = form["Content-Type"]
    assert head
    assert b"\r\n1\t" in body
    reply = client.post("/process", content=body, headers={"Content-Type": content_type})
    assert reply.status_code == 200, reply.text
    answer = json.loads(reply.content)
    assert answer["model"] == "english-small-1"
    assert answer["acknowledgements"] == []
    assert "\r" not in answer["result"]
    assert [each.forms for each in sentences(answer["result"])] == [each.forms for each in sample(2)]


def test_all_ways_to_send_parameters_are_the_same(client: TestClient) -> None:
    given = {"data": "Zoë’s dog & cat sleep. 你好!", **FULL}
    parts = {name: (None, value) for name, value in given.items()}
    upload = {**parts, "data": ("text.txt", given["data"].encode(), "text/plain")}
    replies = [
        client.get("/process", params=given),
        client.post("/process", data=given),
        client.post("/process", params=given),
        client.post("/process", files=parts),
        client.post("/process", files=upload),
        client.post("/process", params={"data": "not this", **FULL}, data={"data": given["data"]}),
    ]
    assert {reply.status_code for reply in replies} == {200}
    assert len({reply.text for reply in replies}) == 1
    assert "Zoë" in replies[0].json()["result"]


def test_results_are_those_of_the_parser(client: TestClient, parser: Parser) -> None:
    given = sample(5, seed=3)
    conllu = "".join(map(str, given))
    expected = "".join(map(str, parser.parse(given)))
    assert process(client, conllu, tagger="", parser="") == expected


def test_text_becomes_numbered_sentences(client: TestClient) -> None:
    first, second = sentences(process(client, TEXT, **FULL))
    assert first.forms == ("The", "dog", "sees", "a", "cat", ".")
    assert (first.id, first.text, second.id) == ("1", "The dog sees a cat.", "2")
    assert "_" not in first.upos
    assert 0 in first.heads
    assert first.misc("SpaceAfter") == ["", "", "", "", "No", ""]


def test_each_part_can_be_asked_for_alone(client: TestClient) -> None:
    (tokens,) = sentences(process(client, "The dog sleeps.", tokenizer=""))
    assert (tokens.upos[0], tokens.heads[0]) == ("_", -1)
    (tagged,) = sentences(process(client, "The dog sleeps.", tokenizer="", tagger=""))
    assert "_" not in tagged.upos
    assert tagged.heads[0] == -1
    (parsed,) = sentences(process(client, "The dog sleeps.", tokenizer="", parser="", confidence=""))
    assert parsed.upos[0] == "_"
    assert -1 not in parsed.heads
    assert all(parsed.misc("HeadConfidence"))


def test_a_parser_alone_keeps_the_tags_that_are_given(client: TestClient) -> None:
    given = sample(1)[0].with_tags(upos=["X"] * len(sample(1)[0]))
    (parsed,) = sentences(process(client, str(given), parser=""))
    assert parsed.upos == given.upos
    assert parsed.lemmas == given.lemmas


def test_formats_are_converted_even_if_nothing_else_is_asked_for(client: TestClient) -> None:
    assert process(client, "a b\nc d\n", input="horizontal", output="vertical") == "a\nb\n\nc\nd\n\n"
    assert process(client, "a\nb\n\nc\n", input="vertical", output="horizontal") == "a b\nc\n"
    assert process(client, "Ja. Ja!", input="generic_tokenizer", output="horizontal") == "Ja .\nJa !\n"
    row = "1\t10 000\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    assert process(client, row, output="horizontal") == "10\u00a0000\n"
    assert process(client, row.rstrip("\n")) == row


def test_tabs_are_read_as_udpipe_does(client: TestClient) -> None:
    assert process(client, "Der\tDET\nHund\tNN\r\n\nJa\n", input="vertical", output="horizontal") == "Der Hund\nJa\n"
    assert process(client, "Der\tHund\nJa\n", input="horizontal", output="horizontal") == "Der Hund\nJa\n"
    assert "there is a tab in the line" in refused(client, data="\tDET\n", input="vertical")


def test_lines_can_be_sentences(client: TestClient) -> None:
    text = "One. Two\nthree"
    assert process(client, text, tokenizer="presegmented", output="horizontal") == "One . Two\nthree\n"
    assert process(client, text, input="generic_tokenizer=presegmented", output="horizontal") == "One . Two\nthree\n"
    assert process(client, text, tokenizer="", output="horizontal") == "One .\nTwo three\n"
    assert "data:2: a sentence has 1,001 words" in refused(client, data="a\n" + "x " * 1001, tokenizer="presegmented")


def test_words_are_found_again_in_the_text(client: TestClient) -> None:
    text = " Zoë\u00a0\U0001f600  sees\r\na cat.\r\n\r\n  It sleeps."
    for options in ("ranges", " presegmented ; ranges", "normalized_spaces;ranges"):
        tokens = [
            token
            for sentence in sentences(process(client, text, **{**FULL, "tokenizer": options}))
            for token in sentence
        ]
        ranges = [tuple(map(int, token.misc["TokenRange"].split(":"))) for token in tokens]
        assert [text[start:end] for start, end in ranges] == [token.form for token in tokens]
        assert [token.form for token in tokens] == ["Zoë", "\U0001f600", "sees", "a", "cat", ".", "It", "sleeps", "."]
    (first, *_) = sentences(process(client, text, tokenizer=""))
    assert first[0].misc == {"SpacesBefore": r"\s", "SpacesAfter": "\u00a0"}
    assert first[-1].misc == {"SpacesAfter": r"\r\n\r\n\s\s"}
    (first, *_) = sentences(process(client, text, tokenizer="normalized_spaces"))
    assert [str(token.misc) for token in first] == ["_", "_", "_", "_", "SpaceAfter=No", "_"]


def test_the_text_comes_back_whatever_is_asked_for(client: TestClient) -> None:
    text = " The  dog\tsees\r\na cat.\n\n\nIt (sleeps)|\\p.  "
    for options in ("", "presegmented", "ranges"):
        assert process(client, text, **{**FULL, "tokenizer": options}, output="plaintext") == text
        assert process(client, process(client, text, tokenizer=options), parser="", output="plaintext") == text


def test_documents_and_paragraphs_are_marked(client: TestClient) -> None:
    """As by UDPipe: the first sentence of each, whatever the format of the text."""

    def marks(data: str, **parameters: str) -> list[list[str]]:
        return [
            [line.strip("# \n") for line in sentence.lines if line.startswith("# new")]
            for sentence in sentences(process(client, data, **parameters))
        ]

    text = "\nOne. Two.\n \n\nThree.\nFour.\n\nFive"
    start, new = ["newdoc", "newpar"], ["newpar"]
    assert marks(text, tokenizer="") == [start, [], new, [], new]
    assert marks("One two.\n\nA b.", tokenizer="", parser="", nbest="2") == [start, [], new, []]
    assert marks(text, tokenizer="presegmented") == [start, new, [], new]
    assert marks("\na b\nc\n\nd\n \ne", input="horizontal") == [start, [], new, new]
    assert marks("\na\nb\n\nc\n\n\nd\n\n\n\ne", input="vertical") == [start, [], new, new]
    assert marks("# newpar\n1\ta" + "\t_" * 8, input="conllu") == [new]


def test_paragraphs_can_be_kept_in_any_format(client: TestClient) -> None:
    """The results are those of UDPipe 1.4."""
    text = "  Hello,  world! How\n good.\n\n\nA heading\n\nBye. X"
    for output, expected in {
        "horizontal=paragraphs": "Hello , world !\nHow good .\n\nA heading\n\nBye .\nX\n",
        "vertical=paragraphs": "Hello\n,\nworld\n!\n\nHow\ngood\n.\n\n\nA\nheading\n\n\nBye\n.\n\nX\n\n",
        "plaintext=normalized_spaces": "Hello, world!\nHow good.\n\nA heading\n\nBye.\nX\n",
        "horizontal": "Hello , world !\nHow good .\nA heading\nBye .\nX\n",
    }.items():
        assert process(client, text, tokenizer="", output=output) == expected


def test_long_paragraphs_are_cut_between_sentences(client: TestClient) -> None:
    text = "Is the dog asleep? The dog sleeps. " * 500
    assert process(client, text, tokenizer="", output="horizontal") == "Is the dog asleep ?\nThe dog sleeps .\n" * 500
    words = "word " * 2500
    assert "a sentence has 2,500 words" in refused(client, data=words, tokenizer="")


def test_languages_have_their_own_rules(client: TestClient) -> None:
    assert process(client, "l'homme", tokenizer="", language="fr", output="horizontal") == "l' homme\n"
    assert process(client, "l'homme", tokenizer="", language="FR", output="horizontal") == "l' homme\n"
    assert process(client, "l'homme", tokenizer="", output="horizontal") == "l'homme\n"


def test_blank_text_has_no_sentences(client: TestClient) -> None:
    for data in ("", " \n\n ", "\ufeff", "\ufeff\r\n"):
        assert process(client, data, **FULL) == ""
        assert process(client, data, parser="") == ""


def test_the_best_trees_are_ranked(client: TestClient) -> None:
    ranked = sentences(process(client, TEXT, **FULL, nbest="3"))
    assert [each.id for each in ranked[:3]] == ["1", "1-alt2", "1-alt3"]
    assert ranked[1].lines[1].startswith("# text")
    assert "# alternative = 2\n" in ranked[1].lines


def test_given_heads_are_kept_on_request(client: TestClient) -> None:
    given = "1\tthe\t_\t_\t_\t_\t_\t_\t_\t_\n2\tdog\t_\t_\t_\t_\t1\tfoo\t_\t_\n3\tsleeps\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    (kept,) = sentences(process(client, given, tagger="", parser="", keep=""))
    assert (kept.heads[1], kept.deprels[1]) == (1, "foo")
    (changed,) = sentences(process(client, given, tagger="", parser=""))
    assert changed.deprels[1] != "foo"


@pytest.mark.parametrize(
    ("asked", "chosen"),
    [
        ("", "english-small-1"),
        ("english-gold", "english-gold"),
        ("english", "english-small-1"),
        ("english-small", "english-small-1"),
        ("wor", "words-only"),
    ],
)
def test_models_are_found_by_the_beginning_of_their_names(client: TestClient, asked: str, chosen: str) -> None:
    assert (
        client.post("/process", data={"data": TEXT, "tokenizer": "", "model": asked, "language": "en"}).json()["model"]
        == chosen
    )


def test_a_tagger_tags(client: TestClient) -> None:
    (tagged,) = sentences(process(client, "The dog sleeps.", tokenizer="", tagger="", model="words-only"))
    assert "_" not in tagged.upos
    assert "is a tagger" in refused(client, **FULL, model="words-only")


def test_models_say_what_they_can_do(client: TestClient) -> None:
    models = client.get("/models").json()
    assert models["default_model"] == "english-small-1"
    assert models["default_language"] == ""
    assert models["models"]["english-small-1"] == ["tokenizer", "tagger", "parser"]
    assert models["models"]["english-gold"] == ["parser"]
    assert models["models"]["words-only"] == ["tokenizer", "tagger"]
    assert models["details"]["english-gold"]["tags"] is True
    assert models["details"]["english-small-1"]["tags"] is False
    assert "nsubj" in models["details"]["english-small-1"]["labels"]
    assert models["details"]["english-small-1"]["nbest"] is True
    assert models["details"]["words-only"]["nbest"] is False


def test_errors_say_what_to_do(client: TestClient) -> None:
    reply = client.get("/process", params={"parser": ""})
    assert (reply.status_code, reply.text) == (400, "the parameter data is missing; put the text to process there\n")
    assert "choose one of english-small-1, english-gold" in refused(client, model="klingon", **FULL)
    assert "has no tagger; omit tagger" in refused(client, model="english-gold", **FULL)
    gold = {"model": "english-gold", "tokenizer": "", "parser": ""}
    assert "cannot find words and sentences in raw text; name a language, such as da" in refused(client, **gold)
    assert "tag the input first" in refused(client, language="en", **gold)
    assert "output 'matxin': there is no such format; use one of conllu" in refused(client, output="matxin", **FULL)
    assert "input 'epe': there is no such format" in refused(client, input="epe")
    assert "output 'epe': there is no such format" in refused(client, output="epe", **FULL)
    assert "output 'vertical=x': there is no such format" in refused(client, output="vertical=x", **FULL)
    assert "input 'vertical=x': there is no such format" in refused(client, input="vertical=x")
    assert "tokenizer 'range': there is no such option; leave it empty, or use presegmented, ranges, norm" in refused(
        client, tokenizer="ranges;range"
    )
    assert "tokenizer 'x': there is no such option" in refused(client, input="generic_tokenizer=x")
    assert "nbest: give a number from 1 to 100" in refused(client, nbest="1001", **FULL)
    assert "nbest: give a number from 1 to 100" in refused(client, nbest="many", **FULL)
    assert "keep is about trees, but none are requested; add parser" in refused(client, tokenizer="", keep="")
    assert "confidence and nbest exclude each other" in refused(client, **FULL, nbest="2", confidence="")
    assert "language qq: spaCy does not support it; choose" in refused(client, language="qq", tokenizer="")
    assert "is not a code" in refused(client, language="../en", tokenizer="")
    assert "data:1 (sentence 1): 1 column instead of 10" in refused(client, parser="")
    assert "data:2: there are more" in refused(client, data="a\n" + "x" * 3000, tokenizer="presegmented", language="en")
    assert "data:1501: there are more" in refused(client, data="a\n" * 1500 + "x" * 3000, tokenizer="", language="en")
    assert "more than 2,000 characters" in refused(client, data="x" * 3000, tokenizer="", language="en")
    assert "data:1 (sentence 1): the sentence has 1,001 words" in refused(
        client, data="x " * 1000 + "x", input="horizontal"
    )


def test_broken_requests(client: TestClient) -> None:
    form = {"Content-Type": "multipart/form-data; boundary=x"}
    for body, headers, status, reason in (
        (b"\xff", {"Content-Type": "application/x-www-form-urlencoded"}, 400, "is not UTF-8"),
        (b"data=%ff", {"Content-Type": "application/x-www-form-urlencoded"}, 400, "is not UTF-8"),
        (b"&".join([b"a=b"] * 200), {"Content-Type": "application/x-www-form-urlencoded"}, 400, "100 parameters"),
        (b"a", {"Content-Type": "multipart/form-data"}, 400, "the multipart form is broken"),
        (b"nonsense", form, 400, "the multipart form is broken"),
        (b'--x\r\nContent-Disposition: form-data; name="data"\r\n\r\nhello', form, 400, "incomplete"),
        (b"--x\r\nA: b\r\n\r\nhello\r\n--x--\r\n", form, 400, "has no name"),
        (b'--x\r\nContent-Disposition: form-data; name="data"\r\n\r\n\xff\r\n--x--\r\n', form, 400, "is not UTF-8"),
        (b"{}", {"Content-Type": "application/json"}, 415, "is not the type of a form"),
    ):
        reply = client.post("/process", content=body, headers=headers)
        assert (reply.status_code, len(reply.text.splitlines())) == (status, 1)
        assert reason in reply.text


def test_columns_are_those_that_the_header_names(client: TestClient) -> None:
    plus = "# global.columns = ID FORM DEPREL HEAD NER\n1\tDogs\t_\t_\tO\n2\tbark\t_\t_\tB\n\n1\tGo\t_\t_\tO\n\n"
    result = process(client, plus, parser="")
    assert [each.forms for each in sentences(result)] == [("Dogs", "bark"), ("Go",)]
    assert result.count("# global.columns") == 1
    assert [line.split("\t")[4] for line in result.splitlines() if line[:1].isdigit()] == ["O", "B", "O"]
    reply = client.post("/parse", json={"data": plus, "input": "conllu"})
    for sentence in reply.json()["sentences"]:
        assert sentence["conllu"].startswith("# global.columns")
    refused = client.post("/parse", json={"data": plus, "input": "conllu", "confidence": True})
    assert (refused.status_code, "no MISC column; add MISC to" in refused.text) == (400, True)


def test_the_model_segments_text(client: TestClient, parser: Parser) -> None:
    text = "  The dog sleeps. It\tsees a cat.\r\n\r\nThe end"
    found = sentences(process(client, text, tokenizer="ranges"))
    assert [one.forms for one in found] == [one.forms for one in parser.tokenize(text)]
    assert all(text[slice(*map(int, place.split(":")))] for one in found for place in one.misc("TokenRange"))
    assert process(client, text, tokenizer="", output="plaintext") == text
    lines = "The dog sleeps. It barks.\nThe end\n"
    assert (
        process(client, lines, tokenizer="presegmented", output="horizontal")
        == "The dog sleeps . It barks .\nThe end\n"
    )
