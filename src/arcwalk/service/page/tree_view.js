// The tree of a sentence as a picture: words in a line, arcs above them, and a button on each word.

import { element, shape } from "./dom.js";
import { describe, SentenceView } from "./sentence_view.js";
import { zoom } from "./zoom.js";

const ROOT_LINE = 24; // pixels from the top: an arc dropped above belongs to the root
const REACH = 80; // pixels around the tree in which a dragged word still finds a head
const RADIUS = 12; // of the corners of an arc
const PADDING = 6; // of the button on a word
const EDGE = 48; // pixels from the edge of the box, where it scrolls
const STEP = 14; // pixels per frame

export class TreeView extends SentenceView {
  /** `onlabel(word, anchor)` is called when a label is clicked. */
  constructor(sentence, onlabel, signal) {
    super(sentence, signal);
    this.tree = element("div", { class: "tree" });
    this.paper = element("div", { class: "paper", dir: "ltr" }, this.tree); // as large as the tree appears
    this.box = element("div", { class: "tree-box", dir: sentence.direction }, this.paper);
    this.tree.addEventListener("click", (event) => {
      const label = event.target.closest("text.label[data-word]");
      if (!label) return;
      this.focus(Number(label.dataset.word));
      onlabel(this.selected, label);
    });
    this.followBox();
  }

  /** The SVG element of the tree, as it is exported. */
  get picture() {
    return this.tree.querySelector("svg.arcwalk");
  }

  draw() {
    this.tree.replaceChildren(drawn(this.sentence), this.band, this.words);
    this.fit();
    this.words.replaceChildren(...this.buttons);
    this.#place();
  }

  /** Give the tree the size that the user wants. */
  fit() {
    const [width, height] = ["width", "height"].map((side) => Number(this.picture.getAttribute(side)));
    this.scale = zoom.scale(width, this.box.clientWidth);
    Object.assign(this.tree.style, { width: `${width}px`, transform: `scale(${this.scale})` });
    Object.assign(this.paper.style, { width: `${width * this.scale}px`, height: `${height * this.scale}px` });
  }

  /** Show a word, in the middle if the tree is wider than the box, and all words if it is higher. */
  center(word) {
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

  /** The head at a point of the window: 0 for the root, null for none. */
  headAt(clientX, clientY) {
    const bounds = this.box.getBoundingClientRect();
    const beside = clientX < bounds.left - REACH || clientX > bounds.right + REACH;
    if (beside || clientY < bounds.top - REACH || clientY > bounds.bottom + REACH) return null;
    const above = this.buttons[0].getBoundingClientRect().top - bounds.top;
    if (clientY < bounds.top + Math.min(ROOT_LINE, above / 2)) return 0;
    return this.nearest(clientX);
  }

  /** The word nearest to a point of the window. */
  nearest(clientX) {
    const distances = this.buttons.map((own) => {
      const { left, right } = own.getBoundingClientRect();
      return Math.max(left - clientX, clientX - right);
    });
    return 1 + distances.indexOf(Math.min(...distances));
  }

  bandShapes(modifier, head) {
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

  /** Scroll if a dragged word is at the edge, and tell whether it is. */
  scrollAt(clientX) {
    const { left, right } = this.box.getBoundingClientRect();
    const step = clientX < left + EDGE ? -STEP : clientX > right - EDGE ? STEP : 0;
    this.box.scrollLeft += step;
    return step !== 0;
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

function union(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { x, y, width, height };
}
