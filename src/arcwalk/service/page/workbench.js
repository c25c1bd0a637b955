// Many sentences: the list of them, the place of the one that is open, and ways to its neighbors.

import { button, element, isFocusLost } from "./dom.js";
import { SentenceList } from "./sentence_list.js";

export class Workbench {
  #leave;
  #show;
  #focus;
  #current = null; // entry
  #asked = 0; // how often another sentence was asked for
  #leaving = 0; // how many of these wait until the open one may be left

  /** `root` is where it goes; `options` are those of the list.
   *
   * `leave()` tells whether the open sentence may be left; `show(entry, takesFocus)` fills `stage` when another is opened,
   * `focus()` gives the focus to what is there.
   */
  constructor(root, entries, options, { leave = null, show, focus }) {
    this.#leave = leave;
    this.#show = show;
    this.#focus = focus;
    this.list = new SentenceList(entries, { ...options, open: (entry, takesFocus) => this.open(entry, takesFocus) });
    this.stage = element("div", { class: "editor" });
    this.place = element("span", { class: "place" });
    this.previous = button("Previous", () => this.#step(-1));
    this.next = button("Next", () => this.#step(1));
    this.steps = element("div", { class: "steps" }, this.previous, this.place, this.next);
    root.replaceChildren(
      element("div", { class: "worklist" }, this.list.root, element("div", {}, this.steps, this.stage)),
    );
    this.list.addEventListener("arrange", () => this.#showPlace());
  }

  /** The entry that is open, if any. */
  get current() {
    return this.#current;
  }

  /** Changes whenever another sentence is asked for. */
  get asked() {
    return this.#asked;
  }

  /** Whether another sentence was asked for, which is opened as soon as the open one may be left. */
  get isLeaving() {
    return this.#leaving > 0;
  }

  /** Open a sentence, if there is one; of several that are asked for while the open one is saved, the last. */
  async open(entry, takesFocus = false) {
    if (!entry) return;
    const asked = ++this.#asked;
    if (this.#leave && !(await this.#mayLeave())) return;
    if (asked !== this.#asked) return;
    this.#current = entry;
    this.list.setCurrent(entry);
    this.#showPlace();
    this.#show(entry, takesFocus);
  }

  async #mayLeave() {
    this.#leaving++;
    try {
      return await this.#leave();
    } finally {
      this.#leaving--;
    }
  }

  /** Open a neighbor of the open sentence; the first of the list if that is not listed. */
  go(step, takesFocus) {
    this.open(this.list.at(this.#place + step), takesFocus);
  }

  /** Other sentences instead of those there are; what is on screen is the same. */
  setEntries(entries, current) {
    this.#current = current;
    this.list.setEntries(entries);
    this.list.setCurrent(current);
  }

  #step(by) {
    this.go(by);
    if (isFocusLost()) this.#focus();
  }

  get #place() {
    return this.list.placeOf(this.#current);
  }

  #showPlace() {
    const place = this.#place;
    const [own, all] = [place + 1, this.list.length].map((number) => number.toLocaleString("en"));
    this.place.textContent = place < 0 ? "not on the list" : `${own} of ${all}`;
    this.previous.disabled = place <= 0;
    this.next.disabled = place === this.list.length - 1;
  }
}
