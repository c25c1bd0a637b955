// The tree of a sentence on the page: the picture, a button on each word, and the arc that is being drawn.

import { button, element, shape } from "./dom.js";
import { firstToCheck, sureness } from "./doubt.js";
import { zoom } from "./zoom.js";

const ROOT_LINE = 24; // pixels from the top: an arc dropped above belongs to the root
const REACH = 80; // pixels around the tree in which a dragged word still finds a head
const RADIUS = 12; // of the corners of an arc
const PADDING = 6; // of the button on a word

/** Fires `select` when another word is selected, and `scale` when the size changes.
 *
 * `onlabel(word, anchor)` is called when a label is clicked. The view follows the sentence until the signal is aborted.
 */
export class TreeView extends EventTarget {
  #held = false;
  #missed = false; // a change while it could not be shown
  #width = 0; // of the box when the tree was fitted to it last; 0 if it is hidden

  constructor(sentence, onlabel, signal) {
    super();
    this.sentence = sentence;
    this.selected = 0;
    this.buttons = [];
    this.band = shape("svg", { class: "band", "aria-hidden": "true" });
    this.words = element("div", { class: "words", role: "group", "aria-label": "Words of the sentence" });
    this.scale = 1;
    this.tree = element("div", { class: "tree" });
    this.paper = element("div", { class: "paper", dir: "ltr" }, this.tree); // as large as the tree appears
    this.box = element("div", { class: "tree-box", dir: sentence.direction }, this.paper);
    this.tree.addEventListener("click", (event) => {
      const label = event.target.closest("text.label[data-word]");
      if (!label) return;
      this.focus(Number(label.dataset.word));
      onlabel(this.selected, label);
    });
    this.words.addEventListener("focusin", (event) => this.select(this.#wordOf(event.target)));
    sentence.addEventListener("change", () => this.show(), { signal });
    zoom.addEventListener("change", () => this.#resize(), { signal });
    this.#followBox(signal);
  }

  get isRightToLeft() {
    return this.sentence.direction === "rtl";
  }

  /** The SVG element of the tree, as it is exported. */
  get picture() {
    return this.tree.querySelector("svg.arcwalk");
  }

  /** Show the current tree of the sentence; later, if the user is holding a word, or if it is hidden. */
  show() {
    this.#missed = this.#held || !this.box.offsetWidth;
    if (this.#missed || this.sentence.state.svg === null) return;
    const hadFocus = this.words.contains(document.activeElement);
    const isFirst = !this.picture;
    const { scrollLeft, scrollTop } = this.box;
    this.tree.replaceChildren(drawn(this.sentence), this.band, this.words);
    this.#fit();
    this.buttons = this.sentence.state.words.map((word) => this.#button(word));
    this.words.replaceChildren(...this.buttons);
    this.selected = Math.min(this.selected, this.buttons.length);
    this.#mark();
    this.#place();
    if (isFirst) this.#center(firstToCheck(this.sentence));
    else Object.assign(this.box, { scrollLeft, scrollTop });
    if (hadFocus) this.focus(this.selected);
  }

  /** Give the tree the size that the user wants. */
  #fit() {
    const [width, height] = ["width", "height"].map((side) => Number(this.picture.getAttribute(side)));
    this.#width = this.box.offsetWidth;
    this.scale = zoom.scale(width, this.box.clientWidth);
    Object.assign(this.tree.style, { width: `${width}px`, transform: `scale(${this.scale})` });
    Object.assign(this.paper.style, { width: `${width * this.scale}px`, height: `${height * this.scale}px` });
    this.dispatchEvent(new CustomEvent("scale"));
  }

  /** Keep the tree fitted to the box: when its width changes, or when it is shown after it was hidden. */
  #followBox(signal) {
    const follow = () => {
      const width = this.box.offsetWidth;
      if (width === this.#width) return;
      this.#width = width;
      if (this.#missed && !this.#held) this.show();
      else this.#resize();
    };
    const observer = new ResizeObserver(() => requestAnimationFrame(follow)); // not at once: it changes the height
    observer.observe(this.box, { box: "border-box" }); // without the scroll bar, which may come and go with the size
    signal.addEventListener("abort", () => observer.disconnect());
  }

  /** Do so, and keep in the middle what is selected, or else what was there. */
  #resize() {
    if (!this.picture || !this.box.offsetWidth) return;
    const { left, width, bottom } = this.box.getBoundingClientRect();
    const middle = this.selected || this.headAt(left + width / 2, bottom);
    this.#fit();
    this.#center(middle);
  }

  /** Show a word, in the middle if the tree is wider than the box, and all words if it is higher. */
  #center(word) {
    const [outer, inner] = [this.box, this.buttons[word - 1]].map((own) => own.getBoundingClientRect());
    if (inner.left < outer.left || inner.right > outer.right) {
      this.box.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
    }
    this.box.scrollTop = this.box.scrollHeight;
  }

  /** Put the buttons over the words. */
  #place() {
    for (const own of this.buttons) {
      const word = own.dataset.word;
      const texts = this.tree.querySelectorAll(`.word[data-word="${word}"], .tag[data-word="${word}"]`);
      const { x, y, width, height } = union([...texts].map((text) => text.getBBox()));
      own.style.left = `${x - PADDING}px`;
      own.style.top = `${y - PADDING / 2}px`;
      own.style.width = `${width + 2 * PADDING}px`;
      own.style.height = `${height + PADDING}px`;
    }
  }

  select(word) {
    if (word === this.selected) return;
    this.selected = word;
    this.#mark();
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

  /** The head at a point of the window: 0 for the root, null for none. */
  headAt(clientX, clientY) {
    const bounds = this.box.getBoundingClientRect();
    const beside = clientX < bounds.left - REACH || clientX > bounds.right + REACH;
    if (beside || clientY < bounds.top - REACH || clientY > bounds.bottom + REACH) return null;
    const above = this.buttons[0].getBoundingClientRect().top - bounds.top;
    if (clientY < bounds.top + Math.min(ROOT_LINE, above / 2)) return 0;
    const distances = this.buttons.map((own) => {
      const { left, right } = own.getBoundingClientRect();
      return Math.max(left - clientX, clientX - right);
    });
    return 1 + distances.indexOf(Math.min(...distances));
  }

  /** Draw an arc from `head` to `modifier` over the picture; none if the head is null or the modifier itself. */
  drawBand(modifier, head) {
    for (const [index, own] of this.buttons.entries()) {
      own.classList.toggle("carried", index + 1 === modifier);
      own.classList.toggle("target", index + 1 === head && head !== modifier);
    }
    this.tree.classList.toggle("choosing", modifier > 0);
    this.tree.classList.toggle("root-target", modifier > 0 && head === 0);
    this.band.replaceChildren();
    if (head !== null && head !== modifier) this.band.append(...this.#bandShapes(modifier, head));
  }

  #bandShapes(modifier, head) {
    const [foot, ground] = this.#foot(modifier);
    const arrow = shape("path", { class: "band-arrow", d: `M${foot} ${ground}l-5 -10h10z` });
    if (head === 0) return [shape("path", { class: "band-arc", d: `M${foot} 0V${ground - 9}` }), arrow];
    const [start] = this.#foot(head);
    const radius = Math.min(RADIUS, Math.abs(foot - start) / 2);
    const [towards, turn] = foot > start ? [radius, 1] : [-radius, 0];
    const top = Math.max(8, ground - 34 - Math.min(120, Math.abs(foot - start) / 6));
    const corner = `a${radius} ${radius} 0 0 ${turn} ${towards}`;
    const rise = `M${start} ${ground}V${top + radius}${corner} ${-radius}`;
    const d = `${rise}H${foot - towards}${corner} ${radius}V${ground - 9}`;
    return [shape("path", { class: "band-arc", d }), arrow];
  }

  #foot(word) {
    const { offsetLeft, offsetTop, offsetWidth } = this.buttons[word - 1]; // as if the scale were 1
    return [offsetLeft + offsetWidth / 2, offsetTop];
  }

  #wordOf(target) {
    return this.buttons.indexOf(target.closest("button")) + 1;
  }

  #button(word) {
    return button("", () => this.focus(word.id), {
      "data-word": word.id,
      "aria-label": describe(this.sentence, word.id),
      tabindex: "-1",
    });
  }

  #mark() {
    for (const [index, own] of this.buttons.entries()) {
      const isSelected = index + 1 === this.selected;
      own.classList.toggle("selected", isSelected);
      own.tabIndex = isSelected || (!this.selected && index === 0) ? 0 : -1;
    }
    for (const part of this.tree.querySelectorAll(".arc, .arrow, .label")) {
      part.classList.toggle("selected", Number(part.dataset.word) === this.selected);
    }
  }
}

/** The picture of a sentence as the service drew it, with the user's tags, and with fixed arcs marked as such. */
export function drawn(sentence) {
  const { state, tags } = sentence;
  const picture = pictureOf(sentence, state.svg);
  for (const tag of picture.querySelectorAll(".tag[data-word]")) {
    tag.textContent = tags[tag.dataset.word - 1];
  }
  for (const part of picture.querySelectorAll(".arc, .arrow, .label, .frame")) {
    const word = Number(part.dataset.word);
    const isAboutLabel = part.matches(".label, .frame");
    if (!(isAboutLabel ? sentence.isFixed(word) : sentence.isHeadFixed(word))) continue;
    if (part.matches(".frame")) part.remove();
    else {
      part.classList.remove("unsure", "doubtful", "unsure-label", "doubtful-label");
      part.classList.add("fixed");
      part.querySelector("title")?.replaceChildren(describe(sentence, word));
    }
  }
  picture.querySelector("desc").textContent = state.words.map(({ id }) => describe(sentence, id)).join("; ");
  return picture;
}

/** The element of an SVG image of a tree of the sentence. */
export function pictureOf(sentence, svg) {
  const picture = document.adoptNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);
  picture.setAttribute("lang", sentence.language);
  return picture;
}

/** A word and its arc in words: "cat, nsubj of sleeps, confidence 0.97, with label 0.62". */
export function describe(sentence, id) {
  const { form, head, deprel } = sentence.word(id);
  const arc = head === 0 ? `${deprel}, attached to the root` : `${deprel} of ${sentence.form(head)}`;
  return [form, arc, sureness(sentence, id)].filter(Boolean).join(", ");
}

function union(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { x, y, width, height };
}
