// What the marks of arcs mean, drawn in the style of the trees.

import { element, shape } from "./dom.js";
import { DOUBTFUL, UNSURE } from "./doubt.js";

const MARKS = [
  ["unsure", `unsure: below ${UNSURE}`],
  ["doubtful", `doubtful: below ${DOUBTFUL}`],
  ["fixed", "fixed by you"],
];

/** One item per mark. */
export function legend() {
  return MARKS.map(([mark, text]) => {
    const sample = shape("svg", { class: "arcwalk", width: 34, height: 16, "aria-hidden": "true" });
    sample.append(
      shape("path", { class: `arc ${mark}`, d: "M4 15V11a8 8 0 0 1 8 -8H22a8 8 0 0 1 8 8V8" }),
      shape("path", { class: `arrow ${mark}`, d: "M30 16l-4 -8h8z" }),
    );
    return element("li", {}, sample, text);
  });
}
