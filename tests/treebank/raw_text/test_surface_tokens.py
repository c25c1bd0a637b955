"""Surface tokens: what is written, with the words of multiword tokens."""

from arcwalk import Sentence
from arcwalk.treebank.raw_text.surface_tokens import surface_tokens

TEXT = """# text = Du vin!
1-2	Du	_	_	_	_	_	_	_	_
1	De	_	_	_	_	_	_	_	_
2	le	_	_	_	_	_	_	_	_
2.1	bon	_	_	_	_	_	_	_	_
3	vin	_	_	_	_	_	_	_	SpaceAfter=No
4	!	_	_	_	_	_	_	_	_

"""


def test_multiword_tokens_stand_for_their_words_and_empty_nodes_are_left_out() -> None:
    sentence = Sentence.from_conllu(TEXT)
    found = list(surface_tokens(sentence))
    assert [(token.form, token.words) for token in found] == [("Du", ("De", "le")), ("vin", ("vin",)), ("!", ("!",))]
    assert [sentence.lines[token.place].split("\t")[0] for token in found] == ["1-2", "3", "4"]


def test_a_sentence_from_columns_has_a_token_for_each_word() -> None:
    assert [token.form for token in surface_tokens(Sentence.from_columns(["a", "b"]))] == ["a", "b"]
