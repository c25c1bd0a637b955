// A few sentences, all of them shown.

import { Card } from "./card.js";
import { count, element } from "./dom.js";
import { doubtfulArcs } from "./doubt.js";

export class Cards {
  #cards;

  /** `root` is where the cards go; `onchange` is called after each correction. */
  constructor(root, sentences, onchange) {
    this.sentences = sentences;
    this.#cards = sentences.map((sentence, index) => {
      const focus = (step) => () => this.#focus(index, step);
      return new Card(sentence, { next: focus(1), previous: focus(-1), accepted: focus(1) });
    });
    for (const sentence of sentences) sentence.addEventListener("change", onchange);
    const list = element("div", { class: "cards" }, ...this.#cards.map((card) => card.root));
    root.replaceChildren(list);
    for (const card of this.#cards) card.show();
  }

  get summary() {
    const doubtful = this.sentences.filter((sentence) => doubtfulArcs(sentence) > 0).length;
    const doubt = doubtful ? `${doubtful} with doubtful arcs` : "none doubtful";
    return `${count(this.sentences.length, "sentence")}, ${doubt}`;
  }

  /** Show all sentences, or only those with doubtful arcs. */
  filter(onlyDoubtful) {
    for (const card of this.#cards) {
      card.root.hidden = onlyDoubtful && doubtfulArcs(card.sentence) === 0;
    }
  }

  close() {
    for (const card of this.#cards) card.close();
  }

  #focus(index, step) {
    const shown = this.#cards.filter((card, place) => !card.root.hidden && (place - index) * step > 0);
    (step > 0 ? shown.at(0) : shown.at(-1))?.focus();
  }
}
