// The words of a sentence on the page, whatever their layout: which of them is selected, and when they are drawn anew.

import { button, element, shape } from "./dom.js";
import { sureness } from "./doubt.js";
import { zoom } from "./zoom.js";

/** Fires `select` when another word is selected, and `scale` when the size changes.
 *
 * A layout has a `box`, which scrolls, with the `words`: a button for each, and the `band`, where an arc is drawn that is
 * being chosen. It defines `draw()`, `fit()`, `center(word)`, `nearest(x, y)`, `headAt(x, y)`, `bandShapes(modifier, head)`
 * and `scrollAt(x, y)`.
 */
export class SentenceView extends EventTarget {
  #held = false;
  #missed = false; // a change while it could not be shown
  #isDrawn = false;
  #width = 0; // of the box when the tree was fitted to it last; 0 if it is hidden

  /** The view follows the sentence until the signal is aborted. */
  constructor(sentence, signal) {
    super();
    this.sentence = sentence;
    this.selected = 0;
    this.buttons = [];
    this.scale = 1;
    this.band = shape("svg", { class: "band", "aria-hidden": "true" });
    this.words = element("div", { class: "words", role: "group", "aria-label": "Words of the sentence" });
    this.words.addEventListener("focusin", ({ target }) => {
      const word = this.buttons.indexOf(target.closest("button")) + 1;
      if (word) this.select(word);
    });
    sentence.addEventListener("change", () => this.show(), { signal });
    zoom.addEventListener("change", () => this.#resize(), { signal });
    this.signal = signal;
  }

  get isRightToLeft() {
    return this.sentence.direction === "rtl";
  }

  /** Show the current tree of the sentence; later, if the user is holding a word, or if it is hidden. */
  show() {
    this.#missed = this.#held || !this.box.offsetWidth;
    if (this.#missed || this.sentence.state.svg === null) return;
    const hadFocus = this.words.contains(document.activeElement);
    const { scrollLeft, scrollTop } = this.box;
    this.buttons = this.sentence.state.words.map((word) => this.#button(word));
    this.#width = this.box.offsetWidth;
    this.draw();
    this.selected = Math.min(this.selected, this.buttons.length);
    this.mark();
    if (this.#isDrawn) Object.assign(this.box, { scrollLeft, scrollTop });
    else this.center(this.selected || this.first);
    this.#isDrawn = true;
    if (hadFocus) this.focus(this.selected);
    this.dispatchEvent(new CustomEvent("scale"));
  }

  /** Keep the tree fitted to the box: when its width changes, or when it is shown after it was hidden. */
  followBox() {
    const follow = () => {
      const width = this.box.offsetWidth;
      if (width === this.#width) return;
      this.#width = width;
      if (this.#missed && !this.#held) this.show();
      else this.#resize();
    };
    const observer = new ResizeObserver(() => requestAnimationFrame(follow)); // not at once: it changes the height
    observer.observe(this.box, { box: "border-box" }); // without the scroll bar, which may come and go with the size
    this.signal.addEventListener("abort", () => observer.disconnect());
  }

  /** Fit the tree, and keep in the middle what is selected, or else what was there. */
  #resize() {
    if (!this.#isDrawn || !this.box.offsetWidth) return;
    const { left, width, top, height } = this.box.getBoundingClientRect();
    const middle = this.selected || this.nearest(left + width / 2, top + height / 2);
    this.fit();
    this.center(middle);
    this.dispatchEvent(new CustomEvent("scale"));
  }

  /** The word to begin with. */
  get first() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.box;
    return this.sentence.first(scrollWidth <= clientWidth && scrollHeight <= clientHeight);
  }

  select(word) {
    if (word === this.selected) return;
    this.selected = word;
    this.mark();
    this.dispatchEvent(new CustomEvent("select"));
  }

  focus(word) {
    const own = this.buttons[word - 1];
    own?.focus({ preventScroll: true });
    own?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Keep the picture as it is while the user holds a word; `letGo` shows what has changed since. */
  hold() {
    this.#held = true;
  }

  letGo() {
    this.#held = false;
    this.drawBand(0, null);
    if (this.#missed) this.show();
  }

  /** Draw an arc from `head` to `modifier` over the picture; none if the head is null or the modifier itself. */
  drawBand(modifier, head) {
    for (const [index, own] of this.buttons.entries()) {
      own.classList.toggle("carried", index + 1 === modifier);
      own.classList.toggle("target", index + 1 === head && head !== modifier);
    }
    this.box.classList.toggle("choosing", modifier > 0);
    this.box.classList.toggle("root-target", modifier > 0 && head === 0);
    this.band.replaceChildren();
    if (head !== null && head !== modifier) this.band.append(...this.bandShapes(modifier, head));
  }

  #button(word) {
    return button("", () => this.focus(word.id), {
      "data-word": word.id,
      "aria-label": describe(this.sentence, word.id),
      tabindex: "-1",
    });
  }

  /** Show which word is selected. */
  mark() {
    for (const [index, own] of this.buttons.entries()) {
      const isSelected = index + 1 === this.selected;
      own.classList.toggle("selected", isSelected);
      own.tabIndex = isSelected || (!this.selected && index === 0) ? 0 : -1;
    }
    for (const part of this.box.querySelectorAll(".arc, .arrow, .label, .row")) {
      part.classList.toggle("selected", Number(part.dataset.word) === this.selected);
    }
  }
}

/** A word and its arc in words: "cat, nsubj of sleeps, confidence 0.97, with label 0.62". */
export function describe(sentence, id) {
  const { form, head, deprel } = sentence.word(id);
  const arc = head === 0 ? `${deprel}, attached to the root` : `${deprel} of ${sentence.form(head)}`;
  return [form, arc, sureness(sentence, id)].filter(Boolean).join(", ");
}
