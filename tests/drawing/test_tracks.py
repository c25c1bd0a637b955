"""Tracks against a list of everything on each of them."""

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from arcwalk.drawing.tracks import Tracks


@given(st.data(), st.integers(1, 20))
def test_each_item_gets_the_first_free_track(data: st.DataObject, places: int) -> None:
    tracks = Tracks(places)
    taken: list[set[int]] = [set() for _ in range(60)]
    for _ in range(data.draw(st.integers(0, 40))):
        start = data.draw(st.integers(0, places - 1))
        end = data.draw(st.integers(start + 1, places))
        least = data.draw(st.integers(0, 5))
        stretch = set(range(start, end))
        expected = next(track for track in count(least) if not taken[track] & stretch)
        assert tracks.take(start, end, least) == expected
        taken[expected] |= stretch
