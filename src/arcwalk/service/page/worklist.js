// Many sentences, the most doubtful first: a list in pages, and the one sentence that is being corrected.

import { Card } from "./card.js";
import { button, count, element, isFocusLost } from "./dom.js";
import { expectedErrors } from "./doubt.js";

const PAGE = 50; // sentences listed at a time

export class Worklist {
  #order; // the sentences, with the errors that were expected when they were parsed
  #place = -1; // of the open one
  #page = -1;
  #items = new Map(); // from the places on this page to their buttons
  #card = null;

  /** `root` is where it goes; `onchange` is called after each correction. */
  constructor(root, sentences, onchange) {
    this.sentences = sentences;
    this.#order = sentences
      .map((sentence) => ({ sentence, errors: expectedErrors(sentence.state) }))
      .sort((one, other) => other.errors - one.errors);
    for (const [place, { sentence }] of this.#order.entries()) {
      sentence.addEventListener("change", () => {
        this.#refresh(place);
        onchange();
      });
    }
    this.list = element("ol", { class: "list" });
    this.stage = element("div", { class: "editor" });
    this.place = element("span", { class: "place" });
    this.previous = button("Previous", () => this.#step(-1));
    this.next = button("Next", () => this.#step(1));
    this.pageNumber = element("span");
    this.previousPage = button("‹", () => this.#leaf(-1), { "aria-label": "Previous page" });
    this.nextPage = button("›", () => this.#leaf(1), { "aria-label": "Next page" });
    const pages = element("div", { class: "pages" }, this.previousPage, this.pageNumber, this.nextPage);
    pages.hidden = this.#lastPage === 0;
    const explanation = "Most doubtful first. The number is how many arcs are probably wrong.";
    const hint = element("p", { class: "hint" }, explanation);
    const steps = element("div", { class: "steps" }, this.previous, this.place, this.next);
    root.replaceChildren(
      element(
        "div",
        { class: "worklist" },
        element("nav", { "aria-label": "Worklist" }, hint, this.list, pages),
        element("div", {}, steps, this.stage),
      ),
    );
    this.open(0);
  }

  get summary() {
    const finished = this.sentences.filter((sentence) => sentence.isFinished).length;
    return `${count(this.sentences.length, "sentence")}, ${finished.toLocaleString("en")} finished`;
  }

  /** Open the sentence at a place of the list. */
  open(place, takesFocus = false) {
    if (place < 0 || place >= this.#order.length) return;
    this.#card?.close();
    const before = this.#place;
    this.#place = place;
    const go = (step) => () => this.#place === place && this.open(place + step, true); // once, even if asked twice
    this.#card = new Card(this.#order[place].sentence, { next: go(1), previous: go(-1), accepted: go(1) });
    this.stage.replaceChildren(this.#card.root);
    this.#card.show();
    this.place.textContent = `${(place + 1).toLocaleString("en")} of ${this.#order.length.toLocaleString("en")}`;
    this.previous.disabled = place === 0;
    this.next.disabled = place === this.#order.length - 1;
    this.#turnTo(Math.floor(place / PAGE));
    this.#refresh(before);
    this.#refresh(place);
    this.list.scrollTop = nearest(this.list, this.#items.get(place).parentElement);
    if (takesFocus) this.#card.focus();
  }

  close() {
    this.#card?.close();
  }

  #step(by) {
    this.open(this.#place + by);
    if (isFocusLost()) this.#card.focus();
  }

  #leaf(by) {
    this.#turnTo(this.#page + by);
    if (isFocusLost()) this.list.querySelector("button").focus();
  }

  get #lastPage() {
    return Math.ceil(this.#order.length / PAGE) - 1;
  }

  #turnTo(page) {
    if (page === this.#page) return;
    this.#page = page;
    const from = page * PAGE;
    const shown = this.#order.slice(from, from + PAGE);
    this.#items = new Map(shown.map(({ sentence }, index) => [from + index, this.#item(sentence, from + index)]));
    this.list.start = from + 1;
    this.list.replaceChildren(...[...this.#items.values()].map((own) => element("li", {}, own)));
    for (const place of this.#items.keys()) this.#refresh(place);
    this.pageNumber.textContent = `page ${page + 1} of ${this.#lastPage + 1}`;
    this.previousPage.disabled = page === 0;
    this.nextPage.disabled = page === this.#lastPage;
  }

  #item(sentence, place) {
    const own = button("", () => this.open(place));
    own.append(
      element("span", { class: "mark", "aria-hidden": "true" }),
      element("span", { class: "snippet", dir: sentence.direction }, sentence.text),
      element("span", { class: "spoken" }),
    );
    return own;
  }

  /** Show the state of the sentence at a place, if it is on this page. */
  #refresh(place) {
    const own = this.#items.get(place);
    if (!own) return;
    const { sentence, errors } = this.#order[place];
    own.className = sentence.isFinished ? "finished" : sentence.state.fixed.size ? "begun" : "";
    own.ariaCurrent = place === this.#place ? "true" : null;
    own.querySelector(".mark").textContent = sentence.isFinished ? "✓" : errors.toFixed(1);
    const spoken = sentence.isFinished ? "finished" : `${errors.toFixed(1)} arcs probably wrong`;
    own.querySelector(".spoken").textContent = `, ${spoken}`;
  }
}

/** The scroll position nearest to the present one at which a list shows an item. */
function nearest(list, item) {
  const least = item.offsetTop + item.offsetHeight - list.clientHeight;
  return Math.max(least, Math.min(item.offsetTop, list.scrollTop));
}
