// The sentences of a worklist in some order, listed in pages; a search or a filter narrows the list.

import { button, count, element, isFocusLost } from "./dom.js";
import { expectedErrors } from "./doubt.js";

const PAGE = 50; // sentences listed at a time
const SHARE = {
  shown: ({ errors, sentence }) => `${Math.round((100 * errors) / sentence.state.words.length)}%`,
  spoken: "of its arcs probably wrong",
};
const ORDERS = [
  {
    name: "Doubt per word",
    explanation: "Most doubtful first. The number is the share of arcs that are probably wrong.",
    key: ({ errors, sentence }) => -errors / sentence.state.words.length,
    ...SHARE,
  },
  {
    name: "Doubt per sentence",
    explanation: "Most doubtful first. The number is how many arcs are probably wrong.",
    key: ({ errors }) => -errors,
    shown: ({ errors }) => errors.toFixed(1),
    spoken: "arcs probably wrong",
  },
  {
    name: "Order of the file",
    explanation: "As in the file. The number is the share of arcs that are probably wrong.",
    key: ({ sentence }) => sentence.number,
    ...SHARE,
  },
];

/** Fires `arrange` when other sentences are listed, or in another order. */
export class SentenceList extends EventTarget {
  #entries; // the sentences, with the errors that were expected when they were parsed
  #listed; // those on the list
  #order = ORDERS[0];
  #page;
  #items; // from the sentences on this page to their buttons
  #current = null;

  /** `open(sentence, takesFocus)` is called when the user chooses one. */
  constructor(sentences, open) {
    super();
    this.#entries = sentences.map((sentence) => ({ sentence, errors: expectedErrors(sentence) }));
    this.open = open;
    const orders = ORDERS.map(({ name }, index) => element("option", { value: index }, name));
    this.order = element("select", { onchange: () => this.#arrange() }, ...orders);
    this.search = element("input", {
      type: "search",
      placeholder: "Search",
      "aria-label": "Search the sentences",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => this.#arrange(),
      onkeydown: (event) => event.key === "Enter" && this.#listed.length && open(this.at(0), true),
    });
    this.unfinished = element("input", { type: "checkbox", onchange: () => this.#arrange() });
    this.hint = element("p", { class: "hint", role: "status" });
    this.list = element("ol", { class: "list" });
    this.pageNumber = element("span");
    this.previousPage = button("‹", () => this.#leaf(-1), { "aria-label": "Previous page" });
    this.nextPage = button("›", () => this.#leaf(1), { "aria-label": "Next page" });
    this.pages = element("div", { class: "pages" }, this.previousPage, this.pageNumber, this.nextPage);
    this.root = element(
      "nav",
      { "aria-label": "Worklist" },
      element(
        "div",
        { class: "narrowing" },
        element("label", {}, "Order ", this.order),
        this.search,
        element("label", { class: "check" }, this.unfinished, "Unfinished only"),
      ),
      this.hint,
      this.list,
      this.pages,
    );
    this.#arrange();
  }

  get length() {
    return this.#listed.length;
  }

  /** The sentence at a place of the list, from 0. */
  at(place) {
    return this.#listed[place]?.sentence;
  }

  /** The place of a sentence; -1 if it is not listed. */
  placeOf(sentence) {
    return this.#listed.findIndex((entry) => entry.sentence === sentence);
  }

  /** Mark the sentence that is open, and show where it is. */
  setCurrent(sentence) {
    const before = this.#current;
    this.#current = sentence;
    const place = this.placeOf(sentence);
    if (place >= 0) this.#turnTo(Math.floor(place / PAGE));
    this.refresh(before);
    this.refresh(sentence);
    const item = this.#items.get(sentence)?.parentElement;
    if (item) this.list.scrollTop = nearest(this.list, item);
  }

  /** Show the state of a sentence, if it is on this page. */
  refresh(sentence) {
    const own = this.#items.get(sentence);
    if (!own) return;
    const { isFinished, state } = sentence;
    const doubt = this.#order.shown(this.#entries[sentence.number - 1]);
    own.className = isFinished ? "finished" : state.fixed.size ? "begun" : "";
    own.ariaCurrent = sentence === this.#current ? "true" : null;
    own.querySelector(".mark").textContent = isFinished ? "✓" : doubt;
    own.querySelector(".spoken").textContent = isFinished ? ", finished" : `, ${doubt} ${this.#order.spoken}`;
  }

  /** List what the user asks for; sentences that are finished later stay where they are until the user asks again. */
  #arrange() {
    const query = comparable(this.search.value.trim());
    this.#order = ORDERS[this.order.value];
    const { key, explanation } = this.#order;
    this.#listed = this.#entries
      .filter(({ sentence }) => !(this.unfinished.checked && sentence.isFinished))
      .filter(({ sentence }) => comparable(`${sentence.id} ${sentence.text}`).includes(query))
      .sort((one, other) => key(one) - key(other));
    const isNarrowed = this.length < this.#entries.length;
    const found = `${this.length.toLocaleString("en")} of ${count(this.#entries.length, "sentence")}.`;
    this.hint.textContent = isNarrowed ? `${found} ${this.length ? explanation : ""}` : explanation;
    this.list.hidden = this.length === 0;
    this.pages.hidden = this.#lastPage <= 0;
    this.#page = undefined;
    this.#turnTo(0);
    this.list.scrollTop = 0;
    this.dispatchEvent(new CustomEvent("arrange"));
  }

  #leaf(by) {
    this.#turnTo(this.#page + by);
    if (isFocusLost()) this.list.querySelector("button").focus();
  }

  get #lastPage() {
    return Math.ceil(this.length / PAGE) - 1;
  }

  #turnTo(page) {
    if (page === this.#page) return;
    this.#page = page;
    const shown = this.#listed.slice(page * PAGE, (page + 1) * PAGE);
    this.#items = new Map(shown.map(({ sentence }) => [sentence, this.#item(sentence)]));
    this.list.start = page * PAGE + 1;
    this.list.replaceChildren(...[...this.#items.values()].map((own) => element("li", {}, own)));
    for (const sentence of this.#items.keys()) this.refresh(sentence);
    this.pageNumber.textContent = `page ${page + 1} of ${this.#lastPage + 1}`;
    this.previousPage.disabled = page === 0;
    this.nextPage.disabled = page === this.#lastPage;
  }

  #item(sentence) {
    const own = button("", () => this.open(sentence));
    own.append(
      element("span", { class: "mark", "aria-hidden": "true" }),
      element("span", { class: "snippet", dir: sentence.direction, lang: sentence.language }, sentence.text),
      element("span", { class: "spoken" }),
    );
    return own;
  }
}

function comparable(text) {
  return text.normalize("NFC").toLowerCase();
}

/** The scroll position nearest to the present one at which a list shows an item. */
function nearest(list, item) {
  const least = item.offsetTop + item.offsetHeight - list.clientHeight;
  return Math.max(least, Math.min(item.offsetTop, list.scrollTop));
}
