"""Small annotations in few words: a line for each word, or for a multiword token, with the columns that matter."""

from arcwalk.treebank.sentence import Sentence


def annotated(text: str, *, source: str = "", line: int = 1) -> Sentence:
    """A sentence from lines `form lemma upos feats head deprel`, where `form` alone is enough, and `3-4 form`.

    A space within a form is written as `~`.
    """
    rows, number = [], 0
    for row in text.strip().splitlines():
        name, *rest = row.split(" ")
        if "-" in name and len(name) > 1 and name[0].isdigit():
            rows.append([name, rest[0], *["_"] * 8])
            continue
        number += 1
        form, lemma, upos, feats, head, deprel = [name, *rest, *["_"] * 5][:6]
        rows.append([str(number), form, lemma, upos, "_", feats, head, deprel, "_", "_"])
    lines = ["\t".join(row).replace("~", " ") + "\n" for row in rows]
    return Sentence([*lines, "\n"], source, line)
