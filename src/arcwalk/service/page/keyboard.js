// Correcting a tree with the keyboard, while one of its words has the focus.

import { layout } from "./layout.js";
import { zoom } from "./zoom.js";

/** Let the user move among the words of a tree and attach them; `act` has what the other keys do, `act.more` by key. */
export function enableKeyboard(view, act) {
  let carried = 0; // the word that was picked up
  let head = null; // what it would be attached to

  const sideways = view.isRightToLeft ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
  const upAndDown = ["ArrowUp", "ArrowDown"];
  const [[before, after], [toHead, toModifier]] = view.isVertical ? [upAndDown, sideways] : [sideways, upAndDown];

  const keys = {
    [before]: () => move(-1),
    [after]: () => move(1),
    [toHead]: () => (carried ? aim(0) : view.focus(view.sentence.word(view.selected).head)),
    [toModifier]: () => (carried ? aim(carried) : view.focus(firstModifier())),
    Home: () => moveTo(1),
    End: () => moveTo(view.buttons.length),
    Enter: () => (carried ? drop() : pickUp()),
    Escape: letGo,
    l: act.label,
    r: (word) => act.attach(word, 0),
    f: act.toggle,
    a: act.accept,
    z: act.undo,
    y: act.redo,
    "+": () => zoom.larger(view.scale),
    "=": () => zoom.larger(view.scale),
    "-": () => zoom.smaller(view.scale),
    0: () => zoom.reset(),
    w: () => zoom.fit(),
    v: () => layout.toggle(),
    n: act.next,
    p: act.previous,
    ...act.more,
  };

  view.words.addEventListener("keydown", (event) => {
    if (event.altKey) return;
    if (event.ctrlKey || event.metaKey) return control(event);
    const key = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!key) return;
    event.preventDefault();
    if (event.key.length === 1) letGo();
    key(view.selected);
  });

  view.words.addEventListener("focusout", (event) => {
    if (!view.words.contains(event.relatedTarget)) letGo();
  });

  function control(event) {
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    letGo();
    if (key === "y" || event.shiftKey) act.redo();
    else act.undo();
  }

  function move(step) {
    const from = carried ? head ?? carried : view.selected;
    moveTo(Math.max(1, Math.min(view.buttons.length, from + step)));
  }

  function moveTo(word) {
    if (carried) aim(word);
    else view.focus(word);
  }

  function firstModifier() {
    return view.sentence.state.words.find((word) => word.head === view.selected)?.id ?? view.selected;
  }

  function pickUp() {
    carried = view.selected;
    view.hold();
    aim(view.sentence.word(carried).head);
  }

  function aim(word) {
    head = word;
    view.drawBand(carried, head);
    view.buttons[head - 1]?.scrollIntoView({ block: "nearest", inline: "nearest" });
    act.announce(head === carried ? "no new head" : `head: ${view.sentence.form(head)}`);
  }

  function drop() {
    const [word, chosen] = [carried, head];
    letGo();
    if (chosen !== word) act.attach(word, chosen);
  }

  function letGo() {
    if (!carried) return;
    carried = 0;
    view.letGo();
  }
}
