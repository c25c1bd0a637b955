// What the marks of arcs mean, drawn in the style of the trees.

import { element, shape } from "./dom.js";
import { DOUBTFUL, UNSURE } from "./doubt.js";

const MARKS = [
  ["unsure", `head unsure: below ${UNSURE}`],
  ["doubtful", `head doubtful: below ${DOUBTFUL}`],
  ["unsure-label", "label unsure"],
  ["doubtful-label", "label doubtful"],
  ["fixed", "fixed by you"],
];

/** One item per mark. */
export function legend() {
  return MARKS.map(([mark, text]) => {
    const sample = shape("svg", { class: "arcwalk", width: 34, height: 16, "aria-hidden": "true" });
    sample.append(...(mark.endsWith("-label") ? frame(mark) : arc(mark)));
    return element("li", {}, sample, text);
  });
}

function arc(mark) {
  return [
    shape("path", { class: `arc ${mark}`, d: "M4 15V11a8 8 0 0 1 8 -8H22a8 8 0 0 1 8 8V8" }),
    shape("path", { class: `arrow ${mark}`, d: "M30 16l-4 -8h8z" }),
  ];
}

function frame(mark) {
  return [shape("rect", { class: `frame ${mark}`, x: 1, y: 1, width: 32, height: 14, rx: 4 })];
}
