// The tree of a sentence downwards: a row for each word, arcs beside the rows. It is as readable with 200 words as with
// ten, and on a phone.

import { element, quoted, shape } from "./dom.js";
import { marksOf } from "./doubt.js";
import { levels } from "./levels.js";
import { describe, SentenceView } from "./sentence_view.js";
import { drawn, pictureOf } from "./tree_view.js";
import { zoom } from "./zoom.js";

const WIDEST = 0.3; // share of the box that the arcs take
const [LEAST_STEP, MOST_STEP] = [3, 15]; // pixels between two levels of arcs
const MARGIN = 10; // pixels beside the arcs
const THICKEST = 1.6; // pixels of a line; less where levels are close
const ARROW = 7; // pixels
const RADIUS = 7; // of the corners of an arc
const LEG = 3; // pixels from the middle of a row to where the arcs of its modifiers begin
const ROOT_LINE = 24; // pixels from the top: an arc dropped above belongs to the root
const REACH = 80; // pixels around the rows in which a dragged word still finds a head
const EDGE = 40; // pixels from the edge of the box, where it scrolls
const STEP = 12; // pixels per frame

export class RowsView extends SentenceView {
  #arcs = [];
  #onlabel;

  /** `onlabel(word, anchor)` is called when a label is clicked. */
  constructor(sentence, onlabel, signal) {
    super(sentence, signal);
    this.#onlabel = onlabel;
    this.isVertical = true;
    this.rows = element("div", { class: "rows" });
    this.box = element("div", { class: "rows-box", dir: sentence.direction }, this.rows);
    this.words.classList.add("list-of-words");
    this.followBox();
  }

  /** The SVG element of the tree, as it is exported. */
  get picture() {
    return drawn(this.sentence);
  }

  draw() {
    const style = pictureOf(this.sentence, this.sentence.state.svg).querySelector("style");
    this.lines = shape("svg", { class: "arcwalk arcs", "aria-hidden": "true" });
    this.words.replaceChildren(...this.sentence.state.words.flatMap((word) => this.#rows(word)));
    this.#arcs = levels(this.sentence.state.words);
    this.rows.replaceChildren(style, this.lines, this.band, this.words);
    this.fit();
  }

  /** Give rows and arcs the size that the user wants. */
  fit() {
    this.scale = zoom.isFitting ? 1 : zoom.scale(1, 1);
    this.rows.style.fontSize = `${this.scale}rem`;
    const top = Math.max(0, ...this.#arcs.map(({ level }) => level));
    const step = Math.min(MOST_STEP, (WIDEST * this.box.clientWidth) / (top + 1));
    this.step = Math.max(LEAST_STEP, step);
    this.width = this.step * (top + 1) + MARGIN + ARROW;
    this.rows.style.setProperty("--arcs", `${this.width}px`);
    this.rows.style.setProperty("--line", `${Math.min(THICKEST, this.step / 3)}px`);
    this.#drawArcs();
  }

  #drawArcs() {
    const parts = this.#arcs.flatMap(({ word, level }) => {
      const marks = [...marksOf(this.sentence, word.id), ...(word.head === 0 ? ["root"] : [])].join(" ");
      const made = this.#shapes(word.id, word.head, level);
      return ["arc", "arrow"].map((kind) => {
        const own = shape("path", { class: `${kind} ${marks}`, "data-word": word.id, d: made[kind] });
        own.append(Object.assign(shape("title"), { textContent: describe(this.sentence, word.id) }));
        return own;
      });
    });
    this.lines.replaceChildren(...parts);
    const height = this.words.offsetHeight;
    for (const own of [this.lines, this.band]) {
      own.setAttribute("width", this.width);
      own.setAttribute("height", height);
      own.setAttribute("viewBox", `0 0 ${this.width} ${height}`);
    }
    this.mark();
  }

  /** The paths of an arc, drawn as if the rows were to its right; the page mirrors it for scripts that need that. */
  #shapes(modifier, head, level) {
    const end = this.width - MARGIN / 2;
    const foot = this.#middle(modifier);
    const x = end - ARROW - this.step * (level + 0.5);
    const arrow = `M${end} ${foot}l${-ARROW} -4v8z`;
    if (head === 0) return { arc: `M0 ${foot}H${end - ARROW}`, arrow };
    const down = foot > this.#middle(head) ? 1 : -1;
    const start = this.#middle(head) + down * LEG;
    const radius = Math.min(RADIUS, this.step, Math.abs(foot - start) / 2);
    const turn = down > 0 ? 0 : 1;
    const arc =
      `M${end} ${start}H${x + radius}a${radius} ${radius} 0 0 ${turn} ${-radius} ${down * radius}` +
      `V${foot - down * radius}a${radius} ${radius} 0 0 ${turn} ${radius} ${down * radius}H${end - ARROW}`;
    return { arc, arrow };
  }

  #middle(word) {
    const row = this.buttons[word - 1].parentElement;
    return row.offsetTop + row.offsetHeight / 2;
  }

  /** The row of a word, after that of the multiword token that it begins. */
  #rows(word) {
    const { sentence } = this;
    const { direction, language } = sentence;
    const own = this.buttons[word.id - 1];
    const tag = sentence.tags[word.id - 1];
    own.append(
      element("span", { class: "number", "aria-hidden": "true" }, String(word.id)),
      element("bdi", { class: "form", lang: language, dir: direction }, word.form),
      element("span", { class: "tag" }, tag),
    );
    const marks = ["label", ...marksOf(sentence, word.id)].join(" ");
    const label = element("span", { class: marks, "data-word": word.id }, word.deprel);
    label.addEventListener("click", () => {
      this.focus(word.id);
      this.#onlabel(word.id, label);
    });
    const head = element("span", { class: "head" }, word.head === 0 ? "root" : quoted(sentence.form(word.head), sentence));
    head.addEventListener("click", () => this.focus(word.head || word.id));
    const row = element("div", { class: "row", "data-word": word.id }, own, label, head);
    const range = sentence.multiwords.find(({ first, last }) => first <= word.id && word.id <= last);
    row.classList.toggle("in-multiword", Boolean(range));
    if (range?.first !== word.id) return [row];
    return [element("div", { class: "multiword" }, quoted(range.form, sentence)), row];
  }

  /** Show a word, in the middle. */
  center(word) {
    this.box.scrollTop = this.#middle(word) - this.box.clientHeight / 2;
  }

  /** The head at a point of the window: 0 for the root, null for none. */
  headAt(clientX, clientY) {
    const bounds = this.box.getBoundingClientRect();
    const beside = clientX < bounds.left - REACH || clientX > bounds.right + REACH;
    if (beside || clientY < bounds.top - REACH || clientY > bounds.bottom + REACH) return null;
    if (clientY < bounds.top + ROOT_LINE) return 0;
    return this.nearest(clientX, clientY);
  }

  /** The word nearest to a point of the window. */
  nearest(_, clientY) {
    const distances = this.buttons.map((own) => {
      const { top, bottom } = own.getBoundingClientRect();
      return Math.max(top - clientY, clientY - bottom);
    });
    return 1 + distances.indexOf(Math.min(...distances));
  }

  bandShapes(modifier, head) {
    const { arc, arrow } = this.#shapes(modifier, head, this.width / this.step / 2 - 1);
    return [shape("path", { class: "band-arc", d: arc }), shape("path", { class: "band-arrow", d: arrow })];
  }

  /** Scroll if a dragged word is at the edge, and tell whether it is. */
  scrollAt(_, clientY) {
    const { top, bottom } = this.box.getBoundingClientRect();
    const step = clientY < top + EDGE ? -STEP : clientY > bottom - EDGE ? STEP : 0;
    this.box.scrollTop += step;
    return step !== 0;
  }
}
