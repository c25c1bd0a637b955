// Many sentences, the most doubtful first: a list in pages, and the one sentence that is being corrected.

import { Card } from "./card.js";
import { button, count, element } from "./dom.js";
import { expectedErrors } from "./doubt.js";

const PAGE = 50; // sentences listed at a time

export class Worklist {
  #order; // the sentences, by expected errors
  #place = 0; // of the open one
  #page = 0;
  #card = null;

  /** `root` is where it goes; `onchange` is called after each correction. */
  constructor(root, sentences, onchange) {
    this.sentences = sentences;
    const errors = new Map(sentences.map((sentence) => [sentence, expectedErrors(sentence.state)]));
    this.#order = sentences.toSorted((one, other) => errors.get(other) - errors.get(one)).map((sentence) => {
      sentence.addEventListener("change", () => {
        this.#list();
        onchange();
      });
      return { sentence, errors: errors.get(sentence) };
    });
    this.list = element("ol", { class: "list" });
    this.pages = element("div", { class: "pages" });
    this.stage = element("div", { class: "editor" });
    this.place = element("span", { class: "place" });
    this.back = button("Previous", () => this.open(this.#place - 1));
    this.on = button("Next", () => this.open(this.#place + 1));
    root.replaceChildren(
      element(
        "div",
        { class: "worklist" },
        element(
          "nav",
          { "aria-label": "Worklist" },
          element("p", { class: "hint" }, "Most doubtful first. The number is how many heads are probably wrong."),
          this.list,
          this.pages,
        ),
        element("div", {}, element("div", { class: "steps" }, this.back, this.place, this.on), this.stage),
      ),
    );
    this.open(0);
  }

  get summary() {
    const done = this.sentences.filter((sentence) => sentence.isDone).length;
    return `${count(this.sentences.length, "sentence")}, ${done.toLocaleString("en")} done`;
  }

  /** Open the sentence at a place of the list. */
  open(place, takesFocus = false) {
    if (place < 0 || place >= this.#order.length) return;
    this.#card?.close();
    this.#place = place;
    this.#page = Math.floor(place / PAGE);
    const go = (step) => () => this.open(this.#place + step, true);
    this.#card = new Card(this.#order[place].sentence, { next: go(1), previous: go(-1), accepted: go(1) });
    this.stage.replaceChildren(this.#card.root);
    this.#card.show();
    this.place.textContent = `${(place + 1).toLocaleString("en")} of ${this.#order.length.toLocaleString("en")}`;
    this.back.disabled = place === 0;
    this.on.disabled = place === this.#order.length - 1;
    this.#list();
    if (takesFocus) this.#card.focus();
  }

  close() {
    this.#card?.close();
  }

  #list() {
    const from = this.#page * PAGE;
    this.list.start = from + 1;
    this.list.replaceChildren(
      ...this.#order.slice(from, from + PAGE).map(({ sentence, errors }, index) => this.#item(sentence, errors, from + index)),
    );
    this.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    const last = Math.ceil(this.#order.length / PAGE) - 1;
    this.pages.hidden = last === 0;
    this.pages.replaceChildren(
      button("‹", () => this.#turn(-1), { "aria-label": "Previous page", disabled: this.#page === 0 }),
      `page ${this.#page + 1} of ${last + 1}`,
      button("›", () => this.#turn(1), { "aria-label": "Next page", disabled: this.#page === last }),
    );
  }

  #turn(step) {
    this.#page += step;
    this.#list();
  }

  #item(sentence, errors, place) {
    const { isDone, state } = sentence;
    const mark = isDone ? "✓" : errors.toFixed(1);
    const spoken = isDone ? "done" : `${errors.toFixed(1)} heads probably wrong`;
    const own = button("", () => this.open(place), {
      "aria-current": place === this.#place ? "true" : null,
      class: isDone ? "done" : state.fixed.size ? "begun" : null,
    });
    own.append(
      element("span", { class: "mark", "aria-hidden": "true" }, mark),
      element("span", { class: "snippet", dir: sentence.direction }, sentence.text),
      element("span", { class: "spoken" }, `, ${spoken}`),
    );
    return element("li", {}, own);
  }
}
