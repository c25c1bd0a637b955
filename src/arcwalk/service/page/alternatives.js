// The k-best list of a sentence: other trees, how they differ from the one shown, and a way to use one of them.

import { button, element, quoted } from "./dom.js";
import { differences } from "./sentence.js";
import { pictureOf } from "./tree_view.js";

const MOST_DIFFERENCES = 6;

export class Alternatives {
  constructor(sentence) {
    this.sentence = sentence;
    this.root = element("div", { class: "alternatives", hidden: true });
  }

  get isOpen() {
    return !this.root.hidden;
  }

  /** Ask for the list and show it; the caller tells the user what went wrong. */
  async open() {
    const found = await this.sentence.alternatives();
    const others = found.filter(({ words }) => differences(this.sentence.state.words, words).length > 0);
    this.root.replaceChildren(
      element("h4", {}, others.length ? "Alternatives, best first" : "The parser finds no other tree"),
      element("ol", {}, ...others.map((alternative) => this.#item(alternative))),
    );
    this.root.hidden = false;
  }

  close() {
    this.root.hidden = true;
    this.root.replaceChildren();
  }

  #item(alternative) {
    const preview = element("div", { class: "tree-box", dir: this.sentence.direction, hidden: true });
    const other = differences(this.sentence.state.words, alternative.words);
    const look = button("", () => {
      preview.hidden = !preview.hidden;
      look.setAttribute("aria-expanded", String(!preview.hidden));
      if (!preview.hidden) preview.replaceChildren(this.#marked(alternative.svg, other));
    }, { class: "look", "aria-expanded": "false" });
    look.append(element("span", { class: "difference" }, ...this.#summary(other)));
    const use = button("Use this tree", () => this.sentence.use(alternative), { class: "quiet" });
    const score = element("span", { class: "hint", title: "score of the tree" }, alternative.score.toFixed(2));
    return element("li", {}, element("div", { class: "alternative" }, look, score, use), preview);
  }

  #summary(other) {
    const shown = other.slice(0, MOST_DIFFERENCES).flatMap(({ form, head, deprel }, index) => [
      index ? "; " : "",
      quoted(form, this.sentence),
      " → ",
      element("span", { class: "deprel" }, deprel),
      head === 0 ? "" : " of ",
      head === 0 ? "" : quoted(this.sentence.form(head), this.sentence),
    ]);
    const more = other.length - MOST_DIFFERENCES;
    return more > 0 ? [...shown, `; ${more} more`] : shown;
  }
  /** The picture of an alternative, with the arcs in which it differs marked. */
  #marked(svg, other) {
    const picture = pictureOf(this.sentence, svg);
    const words = new Set(other.map(({ id }) => id));
    for (const part of picture.querySelectorAll(".arc, .arrow, .label")) {
      part.classList.toggle("changed", words.has(Number(part.dataset.word)));
    }
    return picture;
  }
}
