"""Sentences unlike those of any treebank, the same for the same seed."""

from collections.abc import Callable, Sequence
from random import Random

from arcwalk import Sentence

_MARKS = list(".,;:!?()[]\"'-–—…«»„“/&%*#@+=<>|~^$€§°")
_EMOJI = ["😀", "👍🏽", "❤️", "🇩🇪", "👨‍👩‍👧", ":-)"]
_SCRIPTS = ["日本語", "Ελληνικά", "русский", "العربية", "हिन्दी", "ไทย", "ქართული", "ᚠᚢᚦ", "𝔸𝔹", "한국어"]
_TAGS = ["X", "SYM", "PUNCT", "NUM", "INTJ", "NOUN", "VERB", "DET", "ADP", "CCONJ", "NEVER-SEEN"]


def odd_sentences(count: int, words: Sequence[str], seed: int = 0) -> list[Sentence]:
    """Single words, mere punctuation, emoji, numbers, other scripts, known `words` repeated or drawn by lot, long ones.

    Tags are drawn by lot, too, or all the same.
    """
    random = Random(seed)

    def some(draw: Callable[[], str], most: int) -> list[str]:
        return [draw() for _ in range(random.randint(1, most))]

    def number() -> str:
        return str(random.randrange(10 ** random.randint(1, 12)))

    def letters() -> str:
        return "".join(chr(random.randint(0xC0, 0x17F)) for _ in range(random.randint(1, 25)))

    kinds: list[Callable[[], list[str]]] = [
        lambda: [random.choice(words)],
        lambda: some(lambda: random.choice(_MARKS), 8),
        lambda: some(lambda: random.choice(_EMOJI), 5),
        lambda: some(number, 6),
        lambda: some(letters, 15),
        lambda: some(lambda: random.choice(_SCRIPTS), 10),
        lambda: [random.choice(words)] * random.randint(2, 30),
        lambda: some(lambda: random.choice([*words[:40], *_MARKS, *_EMOJI, number(), letters()]), 20),
        lambda: [random.choice(words) for _ in range(60)],
    ]
    sentences = []
    for place in range(count):
        forms = kinds[place % len(kinds)]()
        tags = random.choices(random.choice([_TAGS, ["X"], ["PUNCT", "SYM"]]), k=len(forms))
        sentences.append(Sentence.from_columns(forms, upos=tags))
    return sentences
