"""Small valid files with one problem planted in each, and where it should be found."""

import re
from typing import NamedTuple

COLUMNS = ["ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"]

TREE = """\
# sent_id = a1
# text = Dogs don't bark.
1	Dogs	dog	NOUN	NNS	Case=Nom|Number=Plur	4	nsubj	_	_
2-3	don't	_	_	_	_	_	_	_	_
2	do	do	AUX	VBP	Mood=Ind|Tense=Pres	4	aux	_	_
3	n't	not	PART	RB	Polarity=Neg	4	advmod	_	_
4	bark	bark	VERB	VB	VerbForm=Inf	0	root	_	SpaceAfter=No
5	.	.	PUNCT	.	_	4	punct	_	_

"""
NEXT = TREE.replace("a1", "a2")
THIRD = TREE.replace("a1", "a3")
GRAPH = """\
# sent_id = a1
# text = She ran and he too.
1	She	she	PRON	PRP	Case=Nom	2	nsubj	2:nsubj	_
2	ran	run	VERB	VBD	Tense=Past	0	root	0:root	_
3	and	and	CCONJ	CC	_	4	cc	4.1:cc	_
4	he	he	PRON	PRP	Case=Nom	2	conj	4.1:nsubj	_
4.1	ran	run	VERB	VBD	Tense=Past	_	_	2:conj:and	CopyOf=2
5	too	too	ADV	RB	_	4	orphan	4.1:advmod	SpaceAfter=No
6	.	.	PUNCT	.	_	2	punct	2:punct	_

"""


class Planted(NamedTuple):
    """A file, and the findings it should have: line, level, column and test."""

    text: str
    findings: list[tuple[int, int, str, str]]


def cell(line: int, column: str, value: str, base: str = TREE) -> str:
    """The file with another value in a column."""
    lines = base.split("\n")
    row = lines[line - 1].split("\t")
    row[COLUMNS.index(column)] = value
    return replaced(line, "\t".join(row), base)


def replaced(line: int, text: str, base: str = TREE) -> str:
    """The file with another line."""
    lines = base.split("\n")
    lines[line - 1] = text
    return "\n".join(lines)


def inserted(line: int, text: str, base: str = TREE) -> str:
    """The file with a line inserted, which becomes number `line`."""
    lines = base.split("\n")
    return "\n".join([*lines[: line - 1], text, *lines[line - 1 :]])


def removed(line: int, base: str = TREE) -> str:
    """The file without a line."""
    lines = base.split("\n")
    return "\n".join(lines[: line - 1] + lines[line:])


def row(identifier: str) -> str:
    """The row of a multiword token or an empty node."""
    return "\t".join([identifier, "x", *["_"] * 8])


def _one(text: str, line: int, level: int, column: str, test: str) -> Planted:
    return Planted(text, [(line, level, column, test)])


def _lines() -> dict[str, Planted]:
    """Lines and their order."""
    two = TREE + NEXT
    extra, comment = "extra-empty-line", "misplaced-comment"
    return {
        "empty line before the first sentence": _one("\n" + TREE, 1, 1, "", extra),
        "two empty lines between sentences": _one(TREE + "\n" + NEXT, 10, 1, "", extra),
        "two empty lines at the end": _one(TREE + "\n", 10, 1, "", extra),
        "empty line after comments": _one(inserted(3, ""), 3, 1, "", extra),
        "space in the empty line": _one(replaced(9, " ") + NEXT, 9, 1, "", "pseudo-empty-line"),
        "tab in the empty line": _one(replaced(9, "\t"), 9, 1, "", "pseudo-empty-line"),
        "no empty line at the end": _one(TREE[:-1], 8, 1, "", "missing-empty-line"),
        "no newline at the end": _one(TREE[:-2], 8, 1, "", "missing-empty-line"),
        "comment between words": _one(inserted(5, "# hm"), 5, 1, "", comment),
        "comment after the last word": _one(inserted(9, "# hm"), 9, 1, "", comment),
        "comment at the end of the file": _one(TREE + "# end\n# of file\n", 10, 1, "", comment),
        "lone comment": _one(TREE + "# end\n\n", 10, 1, "", comment),
        "CR LF everywhere": _one(two.replace("\n", "\r\n"), 1, 1, "", "line-ending"),
        "CR LF once": _one(replaced(8, TREE.split("\n")[7] + "\r") + NEXT, 8, 1, "", "line-ending"),
        "CR LF from the second sentence": _one(TREE + NEXT.replace("\n", "\r\n"), 10, 1, "", "line-ending"),
        "byte order mark": _one("\ufeff" + TREE, 1, 1, "", "byte-order-mark"),
        "byte order mark between files": _one(TREE + "\ufeff" + NEXT, 10, 1, "", "byte-order-mark"),
        "too few columns": _one(replaced(5, "2\tdo\tdo\tAUX\tVBP\t_\t4\taux\t_"), 5, 1, "", "columns"),
        "more columns than CoNLL-U has": _one(re.sub(r"(\t.*)", r"\1\ta\tb\tc\td", TREE), 3, 1, "", "format"),
        "trailing tab": _one(TREE.replace("aux\t_\t_", "aux\t_\t_\t"), 5, 1, "", "columns"),
        "multiword token with nine columns": _one(TREE.replace("don't\t_", "don't"), 4, 1, "", "columns"),
        "only an empty node": _one("# sent_id = a1\n" + row("0.1") + "\n\n", 1, 1, "", "no-words"),
    }


def _characters() -> dict[str, Planted]:
    """Cells: empty ones, whitespace, encoding, normalization."""
    planted = {
        "range with spaces": _one(
            cell(4, "FORM", "do n't", TREE.replace("don't", "do n't")), 4, 1, "FORM", "invalid-whitespace"
        ),
        "two spaces in a lemma": _one(cell(8, "LEMMA", "x  y"), 8, 1, "LEMMA", "invalid-whitespace"),
        "no-break space after a lemma": _one(cell(5, "LEMMA", "do\u00a0"), 5, 1, "LEMMA", "invalid-whitespace"),
        "space before MISC": _one(cell(8, "MISC", " A=1"), 8, 1, "MISC", "invalid-whitespace"),
        "space after MISC": _one(cell(7, "MISC", "SpaceAfter=No "), 7, 1, "MISC", "invalid-whitespace"),
        "no-break space in a label": _one(cell(5, "DEPREL", "a\u00a0ux"), 5, 1, "DEPREL", "invalid-whitespace"),
        "decomposed lemma": _one(cell(8, "LEMMA", "c\u030c"), 8, 1, "LEMMA", "unicode-normalization"),
        "decomposed comment": _one(inserted(3, "# note = c\u030c"), 3, 1, "", "unicode-normalization"),
        "lost character in a lemma": _one(cell(8, "LEMMA", "\ufffd"), 8, 1, "LEMMA", "replacement-character"),
        "lost character in a comment": _one(inserted(3, "# note = \ufffd"), 3, 1, "", "replacement-character"),
        "null character": _one(cell(8, "LEMMA", "\0"), 8, 1, "", "null-character"),
        "carriage return in a lemma": _one(cell(8, "LEMMA", "a\rb"), 8, 1, "", "line-break"),
        "word in a comment": _one(
            "# global.columns = FORM ID HEAD DEPREL\n#\t1\t0\troot\nx\t1\t0\troot\n\n", 2, 1, "", "comment"
        ),
        "Latin-1": _one(cell(8, "LEMMA", "\udce4"), 8, 1, "", "encoding"),
    }
    for column in COLUMNS[1:]:
        planted[f"empty {column}"] = _one(cell(5, column, ""), 5, 1, column, "empty-column")
        planted[f"empty {column} of an empty node"] = _one(cell(7, column, "", GRAPH), 7, 1, column, "empty-column")
        if column not in ("FORM", "LEMMA", "MISC"):
            planted[f"space in {column}"] = _one(cell(5, column, "a b"), 5, 1, column, "invalid-whitespace")
        else:
            planted[f"space before {column}"] = _one(cell(5, column, " x"), 5, 1, column, "invalid-whitespace")
    return planted


def _ids() -> dict[str, Planted]:
    """IDs, and the places of multiword tokens and empty nodes."""
    token, node = "misplaced-range", "misplaced-empty-node"
    return {
        "ID with a zero": _one(cell(8, "ID", "05"), 8, 1, "ID", "word-id"),
        "ID twice": _one(cell(8, "ID", "4"), 8, 1, "ID", "word-id"),
        "gap": _one(cell(8, "ID", "6"), 8, 1, "ID", "word-id"),
        "text for an ID": _one(cell(8, "ID", "x"), 8, 1, "ID", "id-format"),
        "range of letters": _one(cell(4, "ID", "2-x"), 4, 1, "ID", "id-format"),
        "range with zeros": _one(cell(4, "ID", "02-03"), 4, 1, "ID", "id-format"),
        "empty node number 0": _one(cell(7, "ID", "4.0", GRAPH), 7, 1, "ID", "id-format"),
        "range backwards": _one(cell(4, "ID", "3-2"), 4, 1, "ID", "range-bounds"),
        "range past the end": _one(inserted(8, row("5-6")), 8, 1, "ID", "range-bounds"),
        "range over a range": _one(inserted(6, row("3-4")), 6, 1, "ID", "range-overlap"),
        "range after its first word": _one(inserted(8, row("4-5")), 8, 1, "ID", token),
        "range long before its words": _one(inserted(5, row("5-5"), removed(4)), 5, 1, "ID", token),
        "empty node after another word": _one(inserted(8, row("1.1")), 8, 1, "ID", node),
        "empty nodes start at 2": _one(inserted(8, row("4.2")), 8, 1, "ID", node),
        "empty nodes skip a number": _one(inserted(8, row("4.1") + "\n" + row("4.3")), 9, 1, "ID", node),
        "empty node twice": _one(inserted(8, row("4.1") + "\n" + row("4.1")), 9, 1, "ID", node),
        "empty node 0.1 after a word": _one(inserted(4, row("0.1")), 4, 1, "ID", node),
        "empty node after a range": _one(inserted(5, row("1.1")), 5, 1, "ID", node),
        "LEMMA of a multiword token": _one(cell(4, "LEMMA", "x"), 4, 2, "LEMMA", "mwt-nonempty-field"),
        "UPOS of a multiword token": _one(cell(4, "UPOS", "AUX"), 4, 2, "UPOS", "mwt-nonempty-field"),
        "features of a multiword token": _one(cell(4, "FEATS", "Abbr=Yes"), 4, 2, "FEATS", "mwt-nonempty-field"),
        "HEAD of a multiword token": _one(cell(4, "HEAD", "4"), 4, 2, "HEAD", "mwt-nonempty-field"),
        "DEPS of a multiword token": _one(cell(4, "DEPS", "4:aux"), 4, 2, "DEPS", "mwt-nonempty-field"),
        "HEAD of an empty node": _one(cell(7, "HEAD", "2", GRAPH), 7, 2, "HEAD", "empty-node-nonempty-field"),
        "DEPREL of an empty node": _one(cell(7, "DEPREL", "conj", GRAPH), 7, 2, "DEPREL", "empty-node-nonempty-field"),
    }


def _metadata() -> dict[str, Planted]:
    """Comments and the text."""
    sent_id, parallel, text = "invalid-sent-id", "invalid-parallel-id", "text-form-mismatch"

    def parallels(first: str, second: str) -> str:
        return f"# parallel_id = {first}\n{TREE}# parallel_id = {second}\n{NEXT}"

    return {
        "no sent_id": _one(removed(1), 2, 2, "", "missing-sent-id"),
        "sent_id with a space": _one(replaced(1, "# sent_id = a 1"), 1, 2, "", sent_id),
        "sent_id without =": _one(replaced(1, "# sent_id a1"), 1, 2, "", sent_id),
        "sent_id without a value": _one(replaced(1, "# sent_id ="), 1, 2, "", sent_id),
        "sent_id and a space": _one(replaced(1, "# sent_id = a1 "), 1, 2, "", sent_id),
        "sent_id with slashes": _one(replaced(1, "# sent_id = a/1/2"), 1, 2, "", sent_id),
        "sent_id twice": _one(inserted(2, "# sent_id = a0"), 2, 2, "", "multiple-sent-id"),
        "sent_id of another sentence": _one(TREE + TREE, 10, 2, "", "non-unique-sent-id"),
        "no text": _one(removed(2), 2, 2, "", "missing-text"),
        "capital Text": _one(replaced(2, "# Text = Dogs don't bark."), 3, 2, "", "missing-text"),
        "empty text": _one(replaced(2, "# text = "), 2, 2, "", "empty-text"),
        "text twice": _one(inserted(2, "# text = Dogs don't bark."), 3, 2, "", "multiple-text"),
        "space after the text": _one(replaced(2, "# text = Dogs don't bark. "), 2, 2, "", "text-trailing-whitespace"),
        "another word in the text": _one(replaced(2, "# text = Cats don't bark."), 3, 2, "FORM", text),
        "another word at the end": _one(replaced(2, "# text = Dogs don't bite."), 7, 2, "FORM", text),
        "word missing in the text": _one(replaced(2, "# text = Dogs don't bark"), 8, 2, "FORM", text),
        "words of a token in the text": _one(replaced(2, "# text = Dogs do n't bark."), 4, 2, "FORM", text),
        "more text": _one(replaced(2, "# text = Dogs don't bark.)"), 2, 2, "", "text-extra-chars"),
        "SpaceAfter=No missing": _one(cell(7, "MISC", "_"), 7, 2, "MISC", "missing-spaceafter"),
        "SpaceAfter=No too much": _one(cell(3, "MISC", "SpaceAfter=No"), 3, 2, "MISC", "spurious-spaceafter"),
        "SpaceAfter=No of a token": _one(cell(4, "MISC", "SpaceAfter=No"), 4, 2, "MISC", "spurious-spaceafter"),
        "newdoc twice": _one("# newdoc\n# newdoc\n" + TREE, 2, 2, "", "multiple-newdoc"),
        "newpar twice": _one("# newpar\n# newpar\n" + TREE, 2, 2, "", "multiple-newpar"),
        "newpar without a space": _one(
            cell(8, "MISC", "SpaceAfter=No") + "# newpar\n" + NEXT, 10, 2, "", "spaceafter-newdocpar"
        ),
        "parallel_id without a corpus": _one("# parallel_id = 7\n" + TREE, 1, 2, "", parallel),
        "parallel_id in capitals": _one("# parallel_id = Cairo/7\n" + TREE, 1, 2, "", parallel),
        "parallel_id with a suffix": _one("# parallel_id = cairo/7/x\n" + TREE, 1, 2, "", parallel),
        "parallel_id twice": _one(
            "# parallel_id = cairo/7\n# parallel_id = cairo/8\n" + TREE, 2, 2, "", "multiple-parallel-id"
        ),
        "parallel_id again": _one(parallels("cairo/7", "cairo/7"), 11, 2, "", "non-unique-parallel-id"),
        "parallel_id starts at alt2": _one("# parallel_id = cairo/7/alt2\n" + TREE, 1, 2, "", "parallel-id-alt"),
        "parallel_id skips alt2": _one(parallels("cairo/7/alt1", "cairo/7/alt3"), 11, 2, "", "parallel-id-alt"),
        "parallel_id without alt": _one(parallels("cairo/7/alt1", "cairo/7"), 11, 2, "", "parallel-id-alt"),
        "parallel_id skips part2": _one(parallels("cairo/7/part1", "cairo/7/part3"), 11, 2, "", "parallel-id-part"),
        "parallel_id now with part": _one(parallels("cairo/7", "cairo/7/part1"), 11, 2, "", "parallel-id-part"),
    }


def _annotation() -> dict[str, Planted]:
    """Tags, features and trees."""
    feature = "invalid-feature"

    def feats(value: str, test: str) -> Planted:
        return _one(cell(3, "FEATS", value), 3, 2, "FEATS", test)

    def label(value: str, test: str) -> Planted:
        return _one(cell(3, "DEPREL", value), 3, 2, "DEPREL", test)

    def head(value: str, test: str) -> Planted:
        return _one(cell(3, "HEAD", value), 3, 2, "HEAD", test)

    return {
        "tag in lowercase": _one(cell(3, "UPOS", "noun"), 3, 2, "UPOS", "unknown-upos"),
        "tag of UD 1": _one(cell(3, "UPOS", "CONJ"), 3, 2, "UPOS", "unknown-upos"),
        "tag of an empty node": _one(cell(7, "UPOS", "V", GRAPH), 7, 2, "UPOS", "unknown-upos"),
        "no tag": _one(cell(3, "UPOS", "_"), 3, 2, "UPOS", "missing-upos"),
        "name in lowercase": feats("case=Nom", feature),
        "value in lowercase": feats("Case=nom", feature),
        "no value": feats("Case", feature),
        "empty value": feats("Case=", feature),
        "empty feature": feats("Case=Nom|", feature),
        "hyphen in a value": feats("Case=Nom-Acc", feature),
        "letter with an umlaut": feats("Case=Nöm", feature),
        "layer in capitals": feats("Number[Psor]=Plur", feature),
        "feature of an empty node": _one(cell(7, "FEATS", "tense=Past", GRAPH), 7, 2, "FEATS", feature),
        "features out of order": feats("Number=Plur|Case=Nom", "unsorted-features"),
        "capitals sorted first": feats("XB=Yes|Xa=Yes", "unsorted-features"),
        "layers out of order": feats("Number[psor]=Plur|Number=Sing", "unsorted-features"),
        "feature twice": feats("Case=Acc|Case=Nom", "repeated-feature"),
        "values out of order": feats("Case=Nom,Acc", "unsorted-feature-values"),
        "value twice": feats("Case=Nom,Nom", "repeated-feature-value"),
        "no head": head("_", "missing-head"),
        "head with a zero": head("04", "head-range"),
        "text for a head": head("root", "head-format"),
        "head past the end": head("6", "head-range"),
        "own head": head("1", "head-self"),
        "two roots": head("0", "multiple-roots"),
        "two labeled roots": _one(cell(8, "HEAD", "0", cell(8, "DEPREL", "root")), 8, 2, "HEAD", "multiple-roots"),
        "cycle": _one(cell(5, "HEAD", "3", cell(6, "HEAD", "2")), 5, 2, "HEAD", "cycle"),
        "no root": Planted(cell(7, "HEAD", "1"), [(3, 2, "HEAD", "no-root"), (3, 2, "HEAD", "cycle")]),
        "no label": label("_", "missing-deprel"),
        "label with a capital": label("Nsubj", "invalid-deprel"),
        "label with two subtypes": label("nsubj:pass:x", "invalid-deprel"),
        "label with an empty subtype": label("nsubj:", "invalid-deprel"),
        "label with a digit": label("nsubj:p1", "invalid-deprel"),
        "label of UD 1": label("dobj", "unknown-deprel"),
        "unknown label with a subtype": label("subj:pass", "unknown-deprel"),
        "root label on another word": label("root", "root-label"),
        "other label on the root": _one(cell(7, "DEPREL", "dep"), 7, 2, "DEPREL", "root-label"),
    }


def _graphs() -> dict[str, Planted]:
    """DEPS."""

    def deps(value: str, test: str) -> Planted:
        return _one(cell(3, "DEPS", value, GRAPH), 3, 2, "DEPS", test)

    return {
        "no label in DEPS": deps("2", "invalid-deps"),
        "empty item in DEPS": deps("2:nsubj|", "invalid-deps"),
        "text for a head in DEPS": deps("x:nsubj", "invalid-ehead"),
        "zero before a head in DEPS": deps("02:nsubj", "invalid-ehead"),
        "head past the end in DEPS": deps("7:nsubj", "unknown-ehead"),
        "unknown empty node in DEPS": deps("4.2:nsubj", "unknown-ehead"),
        "capital in DEPS": deps("2:Nsubj", "invalid-edeprel"),
        "hyphen in DEPS": deps("2:conj:and-or", "invalid-edeprel"),
        "underscore at the end in DEPS": deps("2:obl:in_", "invalid-edeprel"),
        "five parts of a label in DEPS": deps("2:obl:a:b:c:d", "invalid-edeprel"),
        "unknown label in DEPS": deps("2:subj", "unknown-edeprel"),
        "other label on the root in DEPS": deps("0:nsubj", "deps-root-label"),
        "root label on another word in DEPS": deps("2:root", "deps-root-label"),
        "own head in DEPS": deps("1:dep|2:nsubj", "deps-self-loop"),
        "heads out of order": deps("4.1:nsubj|2:nsubj", "unsorted-deps"),
        "labels out of order": deps("2:nsubj|2:amod", "unsorted-deps"),
        "arc twice": deps("2:nsubj|2:nsubj", "repeated-deps"),
        "word without DEPS": deps("_", "unconnected-egraph"),
        "cycle in DEPS": _one(cell(7, "DEPS", "4:conj", GRAPH), 5, 2, "DEPS", "unconnected-egraph"),
        "sentence without a graph": _one(
            GRAPH + NEXT + NEXT.replace("a2", "a3"), 13, 2, "DEPS", "edeps-only-sometimes"
        ),
        "sentence with a graph": _one(NEXT + GRAPH, 12, 2, "DEPS", "edeps-only-sometimes"),
    }


def _misc() -> dict[str, Planted]:
    """MISC."""

    def misc(value: str, test: str) -> Planted:
        return _one(cell(3, "MISC", value), 3, 2, "MISC", test)

    return {
        "SpaceAfter=Yes": misc("SpaceAfter=Yes", "spaceafter-value"),
        "NoSpaceAfter": misc("NoSpaceAfter=Yes", "nospaceafter-yes"),
        "SpaceAfter=No in a token": _one(cell(5, "MISC", "SpaceAfter=No"), 5, 2, "MISC", "spaceafter-mwt-node"),
        "SpaceAfter=No at the end of a token": _one(
            cell(6, "MISC", "SpaceAfter=No"), 6, 2, "MISC", "spaceafter-mwt-node"
        ),
        "SpaceAfter=No of an empty node": _one(
            cell(7, "MISC", "SpaceAfter=No", GRAPH), 7, 2, "MISC", "spaceafter-empty-node"
        ),
        "gloss twice": misc("Gloss=a|Gloss=b", "repeated-misc"),
        "empty item": misc("A=1||B=2", "empty-misc"),
        "item without a key": misc("=1", "empty-misc-key"),
        "space before a value": misc("A= 1", "misc-extra-space"),
        "space before an item": misc("A=1| B=2", "misc-extra-space"),
        "key in lowercase": misc("translit=x", "misc-attr-typo"),
    }


PLANTED = {**_lines(), **_characters(), **_ids(), **_metadata(), **_annotation(), **_graphs(), **_misc()}

VALID = {
    "tree": TREE,
    "two trees": TREE + NEXT,
    "graph": GRAPH,
    "document and paragraph": "# newdoc id = d\n# newpar\n" + TREE + "# newpar id = p 2\n" + NEXT,
    "header": "# global.columns = " + " ".join(COLUMNS) + "\n" + TREE,
    "comments in other spacing": TREE.replace("# sent_id = ", "#sent_id=").replace("# text = ", "#  text =  "),
    "other comments": "#\n# text_en = Dogs\n#\tpage 7  \n" + TREE,
    "one slash": TREE.replace("a1", "a/1"),
    "a typo in a multiword token": cell(4, "FEATS", "Typo=Yes"),
    "no lemma, no fine tag": cell(3, "LEMMA", "_", cell(3, "XPOS", "_")),
    "layers and several values": cell(3, "FEATS", "Case=Acc,Nom|Number=Sing|Number[psor]=Plur|Person=3"),
    "subtype": cell(3, "DEPREL", "nsubj:pass"),
    "a word with a space": cell(3, "FORM", "Dogs too", TREE.replace("= Dogs", "= Dogs too")),
    "other spaces in the text": TREE.replace("= Dogs don't bark", "= Dogs  don't\u00a0bark"),
    "no space at the end": cell(8, "MISC", "SpaceAfter=No"),
    "no space before a document with a name": cell(8, "MISC", "SpaceAfter=No") + "# newdoc id = d\n" + NEXT,
    "MISC of all kinds": cell(3, "MISC", "Gloss=two words|a=|b|c=d=e|NewKey=1"),
    "several labels in DEPS": cell(3, "DEPS", "2:nsubj|2:obl:in_front_of:gen|4.1:obl:в_ля|4.1:ref", GRAPH),
    "nodes before the first word": inserted(
        3, "0.1\tx\tx\tX\t_\t_\t_\t_\t2:dep\t_\n0.2\tx\tx\t_\t_\t_\t_\t_\t2:dep\t_", GRAPH
    ),
    "parallel sentences": f"""\
# parallel_id = cairo/7-a/alt1part1
{TREE}\
# parallel_id = cairo/7-a/alt1part2
{NEXT}\
# parallel_id = cairo/7-a/alt2part1
{THIRD}""",
}
