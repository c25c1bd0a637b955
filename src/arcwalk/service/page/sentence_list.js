// The sentences of a worklist in some order, listed in pages; a search or a filter narrows the list.

import { button, count, element, isFocusLost } from "./dom.js";

const PAGE = 50; // sentences listed at a time

/** Fires `arrange` when other sentences are listed, or in another order.
 *
 * An entry is what is known of a sentence: `{sent_id, text, direction, language, words, errors, state}`, the number of its
 * words, how many errors are expected in its arcs (null if nothing is known), and whether it is untouched, begun or done.
 */
export class SentenceList extends EventTarget {
  #entries;
  #listed; // those on the list
  #orders;
  #order;
  #filters;
  #page;
  #items; // from the entries on this page to their buttons
  #current = null;

  /** `open(entry, takesFocus)` is called when the user chooses one.
   *
   * `filters` are more ways to narrow the list, `{field, admits(entry)}`; a change of the field arranges it anew.
   */
  constructor(entries, { orders, filters, open }) {
    super();
    this.#entries = entries;
    this.#orders = orders;
    this.#filters = filters;
    this.open = open;
    const names = orders.map(({ name }, index) => element("option", { value: index }, name));
    this.order = element("select", { onchange: () => this.#reorder() }, ...names);
    this.search = element("input", {
      type: "search",
      placeholder: "Search",
      "aria-label": "Search the sentences",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => this.arrange(),
      onkeydown: (event) => event.key === "Enter" && this.#listed.length && open(this.at(0), true),
    });
    for (const { field } of filters) field.addEventListener("change", () => this.arrange());
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
        ...filters.map(({ field }) => field),
      ),
      this.hint,
      this.list,
      this.pages,
    );
    this.arrange();
  }

  get length() {
    return this.#listed.length;
  }

  /** The entry at a place of the list, from 0. */
  at(place) {
    return this.#listed[place];
  }

  /** The place of an entry; -1 if it is not listed. */
  placeOf(entry) {
    return this.#listed.indexOf(entry);
  }

  /** Mark the sentence that is open, and show where it is. */
  setCurrent(entry) {
    const before = this.#current;
    this.#current = entry;
    const place = this.placeOf(entry);
    if (place >= 0) this.#turnTo(Math.floor(place / PAGE));
    this.refresh(before);
    this.refresh(entry);
    const item = this.#items.get(entry)?.parentElement;
    if (item) this.list.scrollTop = nearest(this.list, item);
  }

  /** Show the state of a sentence, if it is on this page. */
  refresh(entry) {
    const own = this.#items.get(entry);
    if (!own) return;
    const isDone = entry.state === "done";
    const doubt = entry.errors === null ? "" : this.#order.shown(entry);
    own.className = isDone ? "finished" : entry.state;
    own.ariaCurrent = entry === this.#current ? "true" : null;
    own.querySelector(".snippet").textContent = entry.text;
    own.querySelector(".mark").textContent = isDone ? "✓" : doubt;
    own.querySelector(".spoken").textContent = isDone ? ", finished" : doubt && `, ${doubt} ${this.#order.spoken}`;
  }

  /** Other sentences instead of those there are. */
  setEntries(entries) {
    this.#entries = entries;
    this.arrange();
  }

  #reorder() {
    this.arrange();
    this.#order.begin?.();
  }

  /** List what the user asks for; sentences that are finished later stay where they are until the user asks again. */
  arrange() {
    const query = comparable(this.search.value.trim());
    this.#order = this.#orders[this.order.value];
    const { key, explanation } = this.#order;
    this.#listed = this.#entries
      .filter((entry) => this.#filters.every(({ admits }) => admits(entry)))
      .filter(({ sent_id, text }) => comparable(`${sent_id} ${text}`).includes(query))
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
    this.#items = new Map(shown.map((entry) => [entry, this.#item(entry)]));
    this.list.start = page * PAGE + 1;
    this.list.replaceChildren(...[...this.#items.values()].map((own) => element("li", {}, own)));
    for (const entry of shown) this.refresh(entry);
    this.pageNumber.textContent = `page ${page + 1} of ${this.#lastPage + 1}`;
    this.previousPage.disabled = page === 0;
    this.nextPage.disabled = page === this.#lastPage;
  }

  #item(entry) {
    const own = button("", () => this.open(entry));
    own.append(
      element("span", { class: "mark", "aria-hidden": "true" }),
      element("span", { class: "snippet", dir: entry.direction, lang: entry.language }),
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
