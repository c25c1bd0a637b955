"""Which sentences of a changed file are which of those before, and what a browser hears of changes."""

from random import Random

from arcwalk.annotate.alignment import aligned
from arcwalk.annotate.changes import MOST_ENTRIES, ChangeLog


def test_unchanged_sentences_keep_their_partners():
    assert aligned("abcd", "abcd") == [0, 1, 2, 3]
    assert aligned("abcd", "abxd") == [0, 1, 2, 3]
    assert aligned("abcd", "acd") == [0, 2, 3]
    assert aligned("abcd", "abxcd") == [0, 1, None, 2, 3]
    assert aligned("abcd", "bacd") == [1, 0, 2, 3]
    assert aligned("aaa", "aa") == [0, 1]
    assert aligned("", "ab") == [None, None]


def test_partners_are_distinct_and_equal_texts_are_found():
    random = Random(0)
    for _ in range(500):
        before = [random.choice("abcdef") for _ in range(random.randrange(8))]
        after = [random.choice("abcdef") for _ in range(random.randrange(8))]
        partners = aligned(before, after)
        known = [partner for partner in partners if partner is not None]
        assert len(set(known)) == len(known)
        for text in set(after):
            least = min(before.count(text), after.count(text))
            found = sum(before[p] == own == text for p, own in zip(partners, after, strict=True) if p is not None)
            assert found == least


def test_whoever_asks_again_and_again_hears_of_everything():
    random = Random(1)
    log = ChangeLog()
    listeners = [{"at": log.at, "known": {}} for _ in range(3)]
    truth: dict[int, int] = {}
    for step in range(400):
        ids = random.sample(range(20), random.randint(0, 4))
        removed = [id for id in ids[:1] if random.random() < 0.2]
        changed = [id for id in ids if id not in removed]
        log.note(changed, removed)
        truth.update(dict.fromkeys(changed, step))
        for id in removed:
            truth.pop(id, None)
        for listener in random.sample(listeners, 1):
            found = log.since(listener["at"])
            listener["at"] = found.at
            for id in found.removed:
                listener["known"].pop(id, None)
            listener["known"].update({id: truth[id] for id in found.changed if id in truth})
    for listener in listeners:
        found = log.since(listener["at"])
        for id in found.removed:
            listener["known"].pop(id, None)
        listener["known"].update({id: truth[id] for id in found.changed})
        assert listener["known"] == truth


def test_long_replies_come_in_parts():
    log = ChangeLog()
    start = log.at
    log.note(range(MOST_ENTRIES + 10), is_new_order=True)
    first = log.since(start)
    second = log.since(first.at)
    assert len(first.changed) == MOST_ENTRIES
    assert [*first.changed, *second.changed] == list(range(MOST_ENTRIES + 10))
    assert (first.is_new_order, second.is_new_order) == (False, True)
    assert log.since(second.at).changed == []
    assert second.at == log.at
