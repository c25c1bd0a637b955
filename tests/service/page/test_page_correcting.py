"""The page: correcting a tree with the mouse, a finger or the keyboard."""

import re

from browsing import arcs, described, downloaded_sentences, drag, drag_to, needs_browser, parse, word
from playwright.sync_api import Page, Route, expect

pytestmark = needs_browser


def test_dragging_fixes_an_arc_and_the_rest_is_re_parsed(page: Page) -> None:
    card = parse(page)
    before = arcs(card)
    drag_to(page, word(card, 9), word(card, 6))
    expect(card.locator(".band-arc")).to_have_count(1)
    with page.expect_request("**/parse") as sent:
        page.mouse.up()
    expect(word(card, 9)).to_have_attribute("aria-label", re.compile(r"^telescope, \S+ of girl, fixed$"))
    asked = sent.value.post_data_json
    assert (asked["keep"], asked["confidence"]) == (True, True)
    rows = [line.split("\t") for line in asked["data"].splitlines() if line[:1].isdigit()]
    assert [row[6:8] for row in rows if row[6] != "_"] == [["6", "_"]]
    assert card.locator("path.arc.fixed").get_attribute("data-word") == "9"
    expect(word(card, 9)).to_be_focused()
    after = arcs(card)

    drag_to(page, word(card, 1), word(card, 4))
    page.mouse.up()
    expect(word(card, 1)).to_have_attribute("aria-label", re.compile("of saw, fixed$"))
    assert "of girl, fixed" in described(card)[8]
    for key, expected in (("z", after), ("Control+z", before), ("Control+Shift+Z", after)):
        page.keyboard.press(key)
        expect(word(card, 1)).to_have_attribute("aria-label", re.compile("^" + re.escape(expected[0])))
        assert arcs(card) == expected
    saved = downloaded_sentences(page)[0]
    assert (saved[8].head_id, saved[8].confidence) == (6, None)
    assert saved[7].confidence is not None


def test_dropping_at_the_top_makes_a_root(page: Page) -> None:
    card = parse(page)
    box = card.locator(".tree-box").bounding_box()
    assert box
    drag(page, word(card, 3), box["x"] + 200, box["y"] + 8)
    page.mouse.up()
    expect(word(card, 3)).to_have_attribute("aria-label", "man, root, attached to the root, fixed")
    assert sum("attached to the root" in each for each in arcs(card)) == 1


def test_a_drag_can_be_canceled(page: Page) -> None:
    card = parse(page)
    before = described(card)
    drag_to(page, word(card, 9), word(card, 6))
    page.keyboard.press("Escape")
    expect(card.locator(".band-arc")).to_have_count(0)
    page.mouse.up()
    drag(page, word(card, 9), 5, 5)
    page.mouse.up()
    assert described(card) == before


def test_dragging_with_a_finger(page: Page) -> None:
    card = parse(page)
    word(card, 9).scroll_into_view_if_needed()
    start, end = word(card, 9).bounding_box(), word(card, 6).bounding_box()
    assert start
    assert end
    screen = page.context.new_cdp_session(page)

    def touch(kind: str, *places: float) -> None:
        points = [{"x": x, "y": start["y"] + 10} for x in places]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start["x"] + 10)
    touch("touchMove", (start["x"] + end["x"]) / 2)
    touch("touchMove", end["x"] + 10)
    expect(card.locator(".band-arc")).to_have_count(1)
    touch("touchEnd")
    expect(word(card, 9)).to_have_attribute("aria-label", re.compile("of girl, fixed$"))


def test_correcting_by_keyboard(page: Page) -> None:
    card = parse(page)
    word(card, 1).focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(word(card, 9)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(card.locator(".message")).to_have_text("head: old")
    page.keyboard.press("Escape")
    expect(card.locator(".band-arc")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(word(card, 9)).to_have_attribute("aria-label", re.compile(r"^telescope, \S+ of The, fixed$"))
    expect(word(card, 9)).to_be_focused()
    page.keyboard.press("r")
    expect(word(card, 9)).to_have_attribute("aria-label", "telescope, root, attached to the root, fixed")
    page.keyboard.press("f")
    expect(card.locator(".fixed")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.locator(".card").nth(1).locator(".words button:focus")).to_have_count(1)


def test_labels_are_chosen_from_a_list(page: Page) -> None:
    card = parse(page)
    head = arcs(card)[2].split(" of ")[1]
    card.locator("text.label[data-word='3']").click()
    page.locator(".chooser").get_by_role("option", name="appos", exact=True).click()
    expect(word(card, 3)).to_have_attribute("aria-label", f"man, appos of {head}, fixed")
    page.keyboard.press("l")
    page.keyboard.type("nsubj:pas")
    page.keyboard.press("Enter")
    expect(word(card, 3)).to_have_attribute("aria-label", f"man, nsubj:pass of {head}, fixed")
    page.keyboard.press("l")
    page.keyboard.type("my:own")
    page.keyboard.press("Enter")
    expect(word(card, 3)).to_have_attribute("aria-label", f"man, my:own of {head}, fixed")
    card.get_by_role("button", name="head: ").click()
    page.keyboard.type("girl")
    page.keyboard.press("Enter")
    expect(word(card, 3)).to_have_attribute("aria-label", re.compile("of girl, fixed$"))


def options(page: Page) -> list[str]:
    """What the list offers."""
    return page.locator(".chooser").get_by_role("option").all_text_contents()


def test_labels_of_the_user_are_offered_again(page: Page) -> None:
    row = "\t".join(["1", "dog", *["_"] * 4, "0", "from:file", "_", "_"])
    card = parse(page, f"{row}\n2\tsleeps" + "\t_" * 8 + "\n3\t." + "\t_" * 8 + "\n\n")
    word(card, 2).focus()
    page.keyboard.press("l")
    assert "from:file" in options(page)
    page.keyboard.type("my:own")
    assert options(page) == ["my:own new"]
    page.keyboard.press("Enter")
    expect(word(card, 2)).to_have_attribute("aria-label", "sleeps, my:own of dog, fixed")
    word(card, 3).focus()
    page.keyboard.press("l")
    assert "my:own" in options(page)
    assert options(page) == sorted(options(page))


def test_what_is_no_label_is_not_offered(page: Page) -> None:
    card = parse(page)
    word(card, 3).focus()
    page.keyboard.press("l")
    offer = page.locator(".chooser input:visible")
    for typed in ("zzz:", ":zzz", "zzz::y", "z z", "_"):
        offer.fill(typed)
        assert options(page) == []
    offer.fill("obl:")
    assert all(not option.endswith("new") for option in options(page))
    offer.fill("zzz:y:z")
    assert options(page) == ["zzz:y:z new"]


def test_the_list_of_labels_stays_beside_the_label(page: Page) -> None:
    card = page.locator(".card").nth(1)
    parse(page)
    page.set_viewport_size({"width": 1280, "height": 700})
    label = card.locator("text.label[data-word='2']")
    label.evaluate("own => window.scrollTo(0, own.getBoundingClientRect().bottom + scrollY - innerHeight + 20)")
    label.click()
    anchor, whole = label.bounding_box(), page.locator(".chooser").bounding_box()
    page.keyboard.type("nsubj")
    narrowed = page.locator(".chooser").bounding_box()
    assert anchor
    assert whole
    assert narrowed
    assert narrowed["height"] < whole["height"] / 2
    for list_ in (whole, narrowed):
        assert anchor["y"] - 10 < list_["y"] + list_["height"] < anchor["y"]


def test_an_impossible_arc_is_refused_and_nothing_changes(page: Page) -> None:
    card = parse(page)
    drag_to(page, word(card, 1), word(card, 2))
    page.mouse.up()
    expect(word(card, 1)).to_have_attribute("aria-label", re.compile("of old, fixed$"))
    before = described(card)
    drag_to(page, word(card, 2), word(card, 1))
    page.mouse.up()
    expect(card.locator(".message.error")).to_have_text(re.compile("^2 words form a cycle"))
    assert described(card) == before


def test_accepting_and_releasing(page: Page) -> None:
    card = parse(page)
    before = arcs(card)
    card.get_by_role("button", name="Accept tree").click()
    expect(card.locator("path.arc.fixed")).to_have_count(10)
    assert card.locator(".unsure, .doubtful").count() == 0
    assert arcs(card) == before
    assert all(token.confidence is None for token in downloaded_sentences(page)[0])
    card.get_by_role("button", name="Release all").click()
    expect(card.locator("path.arc.fixed")).to_have_count(0)
    assert arcs(card) == before


def test_alternatives_can_be_used(page: Page) -> None:
    card = parse(page)
    before = arcs(card)
    card.get_by_role("button", name="Alternatives").click()
    items = card.locator(".alternatives li")
    expect(items.first).to_be_visible()
    assert items.count() == 4
    with page.expect_response("**/parse"):
        items.nth(2).locator(".look").click()
        expect(items.nth(2).locator("svg.arcwalk .arc.changed").first).to_be_visible()
        changed = items.nth(2).locator("svg.arcwalk .arc.changed").evaluate_all("all => all.map(a => a.dataset.word)")
        items.nth(2).get_by_role("button", name="Use this tree").click()
    expect(card.locator("path.arc.fixed").first).to_be_attached()
    different = [str(i) for i, (old, new) in enumerate(zip(before, arcs(card), strict=True), 1) if old != new]
    assert sorted(different) == sorted(changed)
    card.get_by_role("button", name="Undo").click()
    expect(card.locator("path.arc.fixed")).to_have_count(0)
    assert arcs(card) == before


def test_buttons_do_not_lose_the_focus(page: Page) -> None:
    card = page.locator(".card").nth(1)
    parse(page)
    word(card, 2).focus()

    def press(name: str) -> None:
        card.get_by_role("button", name=name).focus()
        page.keyboard.press("Enter")

    for name, done in (("Fix", "Release"), ("Undo", "Fix"), ("Redo", "Release"), ("Release all", "Fix")):
        press(name)
        expect(card.locator(".inspector").get_by_role("button", name=done)).to_be_visible()
        expect(word(card, 2)).to_be_focused()
    press("head: ")
    page.keyboard.type("park")
    page.keyboard.press("Enter")
    expect(word(card, 2)).to_have_attribute("aria-label", re.compile("of park, fixed$"))
    expect(word(card, 2)).to_be_focused()
    press("Alternatives")
    expect(card.locator(".alternatives li").first).to_be_visible()
    card.get_by_role("button", name="Use this tree").first.focus()
    page.keyboard.press("Enter")
    expect(card.locator(".alternatives li")).to_have_count(0)
    expect(word(card, 2)).to_be_focused()
    press("Accept tree")
    expect(card.locator("path.arc.fixed")).to_have_count(6)
    expect(word(card, 2)).to_be_focused()


def test_edits_wait_for_each_other(page: Page) -> None:
    card = parse(page)
    held: list[Route] = []
    page.route("**/parse", lambda route: held.append(route), times=1)
    drag_to(page, word(card, 1), word(card, 4))
    page.mouse.up()
    expect(card).to_have_attribute("aria-busy", "true")
    drag_to(page, word(card, 9), word(card, 6))
    page.mouse.up()
    assert len(held) == 1
    held[0].continue_()
    expect(word(card, 9)).to_have_attribute("aria-label", re.compile("of girl, fixed$"))
    expect(word(card, 1)).to_have_attribute("aria-label", re.compile("of saw, fixed$"))
    expect(card).to_have_attribute("aria-busy", "false")
