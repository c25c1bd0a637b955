// Many sentences: the list of them, and the one that is being corrected.

import { Card } from "./card.js";
import { button, count, element, isFocusLost } from "./dom.js";
import { SentenceList } from "./sentence_list.js";

export class Worklist {
  #card = null; // of the open sentence

  /** `root` is where it goes; `onchange` is called after each correction. */
  constructor(root, sentences, onchange) {
    this.sentences = sentences;
    this.list = new SentenceList(sentences, (sentence, takesFocus) => this.open(sentence, takesFocus));
    for (const sentence of sentences) {
      sentence.addEventListener("change", () => {
        this.list.refresh(sentence);
        onchange();
      });
    }
    this.stage = element("div", { class: "editor" });
    this.place = element("span", { class: "place" });
    this.previous = button("Previous", () => this.#step(-1));
    this.next = button("Next", () => this.#step(1));
    const steps = element("div", { class: "steps" }, this.previous, this.place, this.next);
    root.replaceChildren(
      element("div", { class: "worklist" }, this.list.root, element("div", {}, steps, this.stage)),
    );
    this.list.addEventListener("arrange", () => this.#showPlace());
    this.open(this.list.at(0));
  }

  get summary() {
    const finished = this.sentences.filter((sentence) => sentence.isFinished).length;
    return `${count(this.sentences.length, "sentence")}, ${finished.toLocaleString("en")} finished`;
  }

  /** Open a sentence, if there is one. */
  open(sentence, takesFocus = false) {
    if (!sentence) return;
    this.#card?.close();
    const go = (step) => () => this.#card?.sentence === sentence && this.#open(step, true); // once, even if asked twice
    this.#card = new Card(sentence, { next: go(1), previous: go(-1), accepted: go(1) });
    this.stage.replaceChildren(this.#card.root);
    this.#card.show();
    this.list.setCurrent(sentence);
    this.#showPlace();
    if (takesFocus) this.#card.focus();
  }

  close() {
    this.#card?.close();
  }

  #step(by) {
    this.#open(by);
    if (isFocusLost()) this.#card.focus();
  }

  /** Open a neighbor of the open sentence; the first of the list if that is not listed. */
  #open(step, takesFocus) {
    this.open(this.list.at(this.#place + step), takesFocus);
  }

  get #place() {
    return this.list.placeOf(this.#card.sentence);
  }

  #showPlace() {
    const place = this.#place;
    const [own, all] = [place + 1, this.list.length].map((number) => number.toLocaleString("en"));
    this.place.textContent = place < 0 ? "not on the list" : `${own} of ${all}`;
    this.previous.disabled = place <= 0;
    this.next.disabled = place === this.list.length - 1;
  }
}
