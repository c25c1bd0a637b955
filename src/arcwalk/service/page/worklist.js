// The sentences of a file, one of which is being corrected.

import { Card } from "./card.js";
import { count, element } from "./dom.js";
import { expectedErrors } from "./doubt.js";
import { BY_DOUBT, BY_ERRORS, BY_FILE } from "./orders.js";
import { Workbench } from "./workbench.js";

export class Worklist {
  #card = null; // of the open sentence
  #bench;

  /** `root` is where it goes; `onchange` is called after each correction. */
  constructor(root, sentences, onchange) {
    this.sentences = sentences;
    const entries = sentences.map((sentence) => new Entry(sentence));
    const options = { orders: [BY_DOUBT, BY_ERRORS, BY_FILE], filters: [unfinishedOnly()] };
    this.#bench = new Workbench(root, entries, options, {
      show: (entry, takesFocus) => this.#show(entry, takesFocus),
      focus: () => this.#card.focus(),
    });
    for (const entry of entries) {
      entry.sentence.addEventListener("change", () => {
        this.#bench.list.refresh(entry);
        onchange();
      });
    }
    this.#bench.open(this.#bench.list.at(0));
  }

  get summary() {
    const finished = this.sentences.filter((sentence) => sentence.isFinished).length;
    return `${count(this.sentences.length, "sentence")}, ${finished.toLocaleString("en")} finished`;
  }

  close() {
    this.#card?.close();
  }

  #show(entry, takesFocus) {
    this.#card?.close();
    const go = (step) => () => this.#bench.current === entry && this.#bench.go(step, true); // once, even if asked twice
    this.#card = new Card(entry.sentence, { next: go(1), previous: go(-1), accepted: go(1) });
    this.#bench.stage.replaceChildren(this.#card.root);
    this.#card.show();
    if (takesFocus) this.#card.focus();
  }
}

/** A sentence on the list, with the errors that were expected when it was parsed. */
class Entry {
  constructor(sentence) {
    this.sentence = sentence;
    this.sent_id = sentence.id;
    this.text = sentence.text;
    this.direction = sentence.direction;
    this.language = sentence.language;
    this.words = sentence.state.words.length;
    this.errors = expectedErrors(sentence);
  }

  get state() {
    if (this.sentence.isFinished) return "done";
    return this.sentence.state.fixed.size ? "begun" : "untouched";
  }
}

function unfinishedOnly() {
  const box = element("input", { type: "checkbox" });
  const field = element("label", { class: "check" }, box, "Unfinished only");
  return { field, admits: ({ state }) => !box.checked || state !== "done" };
}
