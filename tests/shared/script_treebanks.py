"""Small treebanks in ten scripts, made of a few words each."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from arcwalk import Sentence

Written = str | tuple[str, ...]  # a word, or a multiword token and its words


class Script(NamedTuple):
    """The words of a language; its sentences consist of one of the first, one of the second, and one of the third."""

    first: list[Written]
    second: list[Written]
    third: list[Written]
    end: str = "."  # empty: a space alone ends a sentence
    root: int = 2  # which of the three is the verb
    has_spaces: bool = True
    space_after: bool = True  # between sentences

    def sentences(self) -> list[list[Written]]:
        """All sentences, in an order in which each word is soon met."""
        choices = list(product(self.first, self.second, self.third))
        ordered = [choices[number * 29 % len(choices)] for number in range(len(choices))]
        return [[*words, *([self.end] if self.end else [])] for words in ordered]

    def text(self, sentences: Sequence[Sequence[Written]], gap: str = " ") -> str:
        """What is written, with this between sentences that do not touch."""
        return (gap if self.space_after else "").join(map(self._sentence_text, sentences))

    def _sentence_text(self, tokens: Sequence[Written]) -> str:
        pieces = []
        for token in tokens:
            touches = not self.has_spaces or token == self.end
            pieces += ["" if touches or not pieces else " ", token if isinstance(token, str) else token[0]]
        return "".join(pieces)

    def tree(self, tokens: Sequence[Written]) -> Sentence:
        """A sentence in CoNLL-U, with all words attached to the verb."""
        places = [(token,) if isinstance(token, str) else token[1:] for token in tokens]
        root = sum(map(len, places[: self.root])) + 1
        lines, word = [f"# text = {self._sentence_text(tokens)}"], 0
        for place, token in enumerate(tokens):
            is_last = place + 1 == len(tokens)
            touches = not self.space_after if is_last else not self.has_spaces or tokens[place + 1] == self.end
            misc = "SpaceAfter=No" if touches else "_"
            if len(places[place]) > 1:
                lines.append(f"{word + 1}-{word + len(places[place])}\t{token[0]}" + "\t_" * 7 + f"\t{misc}")
                misc = "_"
            for form in places[place]:
                word += 1
                tag = "VERB" if word == root else "PUNCT" if form == self.end else "NOUN"
                arc = "0\troot" if word == root else f"{root}\t{'punct' if tag == 'PUNCT' else 'obj'}"
                lines.append(f"{word}\t{form}\t{form}\t{tag}\t_\t_\t{arc}\t_\t{misc}")
        return Sentence.from_conllu("\n".join(lines) + "\n\n")


SCRIPTS = {
    "Latin": Script(
        ["Marie", "Paul", "Anne", "Luc"],
        ["voit", "mange", "veut", "prend"],
        [("du", "de", "le"), "pain", ("au", "à", "le"), "riz"],
        root=1,
    ),
    "Cyrillic": Script(
        ["Мария", "Иван", "Ольга", "Пётр"], ["видит", "читает", "любит"], ["книгу", "дом", "лес", "море"]
    ),
    "Greek": Script(
        ["Μαρία", "Νίκος", "Ελένη"],
        ["βλέπει", "διαβάζει", "θέλει"],
        [("στο", "σ", "το"), "βιβλίο", "σπίτι", "δέντρο"],
        end=";",
        root=1,
    ),
    "Arabic": Script(
        ["قرأ", "رأى", "كتب"],
        ["الولد", "المعلم", "الطالب", "الطبيب"],
        [("والكتاب", "و", "الكتاب"), "الدرس", ("بالقلم", "ب", "القلم"), "الرسالة"],
        end="؟",
        root=0,
    ),
    "Hebrew": Script(
        ["דני", "רותי", "משה", "שרה"],
        ["ראה", "קרא", "כתב"],
        [("בבית", "ב", "ה", "בית"), "ספר", ("לגן", "ל", "ה", "גן"), "מכתב"],
        root=1,
    ),
    "Devanagari": Script(
        ["राम", "सीता", "मोहन", "गीता"], ["किताब", "फल", "पानी", "रोटी"], ["देखता", "लेता", "चाहता"], end="।"
    ),
    "Tamil": Script(
        [("அவனும்", "அவன்", "உம்"), "ராமன்", ("அவளும்", "அவள்", "உம்"), "சீதை"],
        ["புத்தகம்", "பழம்", "நீர்", "வீடு"],
        ["பார்த்தான்", "எடுத்தான்", "கேட்டான்"],
    ),
    "Thai": Script(
        ["แมว", "หมา", "ครู", "เด็ก"],
        ["กิน", "เห็น", "ชอบ", "ซื้อ"],
        ["ปลา", "ข้าว", "หนังสือ", "น้ำ"],
        end="",
        root=1,
        has_spaces=False,
    ),
    "Chinese": Script(
        ["老师", "学生", "他", "妈妈"],
        ["喜欢", "看", "买", "写"],
        ["书", "苹果", "电影", "信"],
        end="。",
        root=1,
        has_spaces=False,
        space_after=False,
    ),
    "Japanese": Script(
        ["先生が", "猫が", "学生が", "母が"],
        ["本を", "魚を", "水を", "手紙を"],
        ["見る", "買う", "読んだ"],
        end="。",
        has_spaces=False,
        space_after=False,
    ),
}
