"""The tags of rare words by their suffixes, compared with lists for all suffixes."""

from collections import Counter, defaultdict
from random import Random

from arcwalk.components.tagger.rare_words import PUNCTUATION, WITHOUT_LETTERS, RareWords, stand_in

Counts = dict[tuple[str, str], dict[int, int]]


def listed(counts: Counts) -> dict[tuple[str, str], list[int]]:
    """Every suffix of every rare word, and the tags of all words where no word is rare."""
    found: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    every: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for (form, earlier), tags in counts.items():
        every["", earlier].update(tags)
        if instead := stand_in(form):
            found[instead, earlier].update(tags)
        elif sum(tags.values()) <= 3:
            for length in range(len(form)):
                found[form[len(form) - length :], earlier].update(tags)
    return {key: sorted(tags, key=lambda tag: (-tags[tag], tag)) for key, tags in (every | found).items()}


def test_tags_are_those_of_all_words_with_the_suffix() -> None:
    random = Random(0)
    counts: Counts = {}
    for _ in range(2000):
        form = "".join(random.choices("abcé.7", k=random.randrange(1, 6)))
        tags = random.sample(range(5), random.randrange(1, 4))
        counts[form, random.choice(["", "X", "X\tY"])] = {tag: random.randrange(1, 4) for tag in tags}
    for i in range(20):
        counts["frequent" + "x" * i, "Z"] = {i: 10}
    expected, rare_words = listed(counts), RareWords(counts)
    for (suffix, earlier), tags in expected.items():
        assert rare_words.tags(suffix, earlier) == tags
    for suffix in ("", "a", "q", PUNCTUATION, WITHOUT_LETTERS):
        assert rare_words.tags(suffix, "other") == []
    assert rare_words.tags("qqq", "X") == []


def test_what_has_no_letters() -> None:
    assert [stand_in(form) for form in ("a.", "...", "7.", "7", "é")] == [
        "",
        PUNCTUATION,
        WITHOUT_LETTERS,
        WITHOUT_LETTERS,
        "",
    ]
