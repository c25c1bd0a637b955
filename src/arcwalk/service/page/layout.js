// How trees are laid out: words in a line with the arcs above them, or a row for each word. All have one layout.

import { button } from "./dom.js";

/** Fires `change` when trees are to be laid out differently. */
class Layout extends EventTarget {
  #isRows = false;

  get isRows() {
    return this.#isRows;
  }

  set isRows(isRows) {
    this.#isRows = isRows;
    this.dispatchEvent(new CustomEvent("change"));
  }

  toggle() {
    this.isRows = !this.isRows;
  }
}

export const layout = new Layout();

/** A button that changes the layout. */
export function layoutButton() {
  const title = "A row for each word, or words in a line (V)";
  return button("Rows", () => layout.toggle(), { "aria-pressed": String(layout.isRows), title });
}
