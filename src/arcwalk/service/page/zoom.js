// How large trees are drawn. All have one scale, so that it stays as it is when another sentence is shown.

import { button, element } from "./dom.js";

const SCALES = [0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2];

/** Fires `change` when trees are to be drawn in another size. */
class Zoom extends EventTarget {
  #scale = 1; // null: so that the tree fits

  get isFitting() {
    return this.#scale === null;
  }

  /** The scale of a tree of this width where there is so much room for it, in pixels. */
  scale(width, room) {
    return this.#scale ?? Math.min(1, room / width);
  }

  larger(from) {
    this.#set(SCALES.find((scale) => scale > from + 0.01) ?? SCALES.at(-1));
  }

  smaller(from) {
    this.#set(SCALES.findLast((scale) => scale < from - 0.01) ?? SCALES[0]);
  }

  reset() {
    this.#set(1);
  }

  fit() {
    this.#set(null);
  }

  #set(scale) {
    this.#scale = scale;
    this.dispatchEvent(new CustomEvent("change"));
  }
}

export const zoom = new Zoom();

/** Buttons for a tree; it has `scale`, and fires `scale` when that changes. */
export function zoomButtons(view) {
  const smaller = button("−", () => zoom.smaller(view.scale), { "aria-label": "Zoom out", title: "−" });
  const larger = button("+", () => zoom.larger(view.scale), { "aria-label": "Zoom in", title: "+" });
  const reset = button("", () => zoom.reset(), { title: "0" });
  const fit = button("Fit width", () => zoom.fit(), { title: "W" });
  function show() {
    const size = `${Math.round(100 * view.scale)}%`;
    reset.textContent = size;
    reset.ariaLabel = `Size ${size}, back to 100%`;
    smaller.disabled = view.scale <= SCALES[0];
    larger.disabled = view.scale >= SCALES.at(-1);
    fit.ariaPressed = String(zoom.isFitting);
  }
  view.addEventListener("scale", show);
  show();
  const group = { class: "zoom", role: "group", "aria-label": "Size of the tree" };
  return element("span", group, smaller, reset, larger, fit);
}
