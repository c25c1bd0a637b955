"""Whether the text of a sentence is what its forms and SpaceAfter=No say."""

from collections.abc import Iterator

from arcwalk.treebank.validation.metadata import Comment
from arcwalk.treebank.validation.problem import Problem
from arcwalk.treebank.validation.rows import Rows


def is_joined(misc: str) -> bool:
    """Whether no space follows a token with this MISC."""
    return "SpaceAfter=No" in misc and "SpaceAfter=No" in misc.split("|")


def text_problems(text: Comment, rows: Rows) -> Iterator[Problem]:
    """The first form that is not in the text, and each SpaceAfter=No that is missing before it."""
    tokens, forms, misc = rows.tokens(), rows["FORM"], rows["MISC"]
    spelled = "".join([forms[row] if is_joined(misc[row]) else forms[row] + " " for row in tokens])
    if spelled.rstrip() == text.text.rstrip():
        return
    rest = text.text
    previous = None
    for row in tokens:
        if previous is not None and not is_joined(misc[previous]):
            if not rest[:1].isspace() and rest:
                message = f"no space follows {forms[previous][:40]!r} in the text"
                yield Problem(rows.places[previous], "missing-spaceafter", message, "add SpaceAfter=No to MISC")
            rest = rest.lstrip()
        elif previous is not None and rest.lstrip().startswith(forms[row]) and rest[:1].isspace():
            message = f"a space follows {forms[previous][:40]!r} in the text"
            yield Problem(rows.places[previous], "spurious-spaceafter", message, "remove SpaceAfter=No from MISC")
            rest = rest.lstrip()
        if not rest.startswith(forms[row]):
            found = f"has {rest[:20]!r} instead" if rest else "ends before it"
            message = f"{forms[row][:40]!r} is not in the text, which {found}"
            yield Problem(rows.places[row], "text-form-mismatch", message, "correct the form, or the text")
            return
        rest = rest[len(forms[row]) :]
        previous = row
    if rest.strip():
        message = f"the text goes on after the last word: {rest.strip()[:40]!r}"
        yield Problem(text.place, "text-extra-chars", message, "shorten the text, or add words")
