// Two versions of a sentence side by side, and how they differ.

import { DEPREL, FEATS, FORM, HEAD, LEMMA, UPOS, wordRows, XPOS } from "./conllu.js";
import { element, quoted } from "./dom.js";
import { pictureOf } from "./tree_view.js";

const NAMES = new Map([
  [FORM, "form"], [HEAD, "head"], [DEPREL, "label"], [UPOS, "UPOS"], [XPOS, "XPOS"], [FEATS, "features"], [LEMMA, "lemma"],
]);

/** What differs between the lines of two versions: `{id, form, column, name, values}`; null if their words do. */
export function compared(lines, others) {
  const [one, other] = [lines, others].map(wordRows);
  if (one.length !== other.length) return null;
  return one.flatMap((row, index) => {
    const columns = [...NAMES.keys()].filter((column) => row[column] !== other[index][column]);
    return columns.map((column) => ({
      id: index + 1,
      form: row[FORM],
      column,
      name: NAMES.get(column),
      values: [row, other[index]].map((each) => shown(each[column], column, lines)),
    }));
  });
}

function shown(value, column, lines) {
  if (column !== HEAD || value === "_") return value;
  return value === "0" ? "root" : `${value} ${wordRows(lines)[value - 1][FORM]}`;
}

/** The trees of two versions, `{title, sentence, lines, svg}`, and a table of what differs. */
export function comparison(versions) {
  const [one, other] = versions;
  const found = compared(one.lines, other.lines);
  const marked = new Set(found?.filter(({ column }) => [HEAD, DEPREL].includes(column)).map(({ id }) => id));
  return element(
    "div",
    { class: "comparison" },
    ...versions.map((version) => treeOf(version, marked)),
    found ? table(versions, found) : element("p", { class: "hint" }, "They have different words."),
  );
}

function treeOf({ title, sentence, svg }, marked) {
  const picture = pictureOf(sentence, svg);
  for (const part of picture.querySelectorAll(".arc, .arrow, .label")) {
    part.classList.toggle("changed", marked.has(Number(part.dataset.word)));
  }
  const box = element("div", { class: "tree-box", dir: sentence.direction, tabindex: "0" }, picture);
  return element("figure", {}, element("figcaption", {}, title), box);
}

function table([one, other], found) {
  if (!found.length) return element("p", { class: "hint" }, "There is no difference in words, tags and trees.");
  const rows = found.map(({ id, form, name, values }) =>
    element(
      "tr",
      {},
      element("td", {}, `${id} `, quoted(form, one.sentence)),
      element("td", {}, name),
      ...values.map((value) => element("td", {}, quoted(value, one.sentence))),
    ),
  );
  const names = ["word", "", one.title, other.title].map((name) => element("th", { scope: "col" }, name));
  const head = element("thead", {}, element("tr", {}, ...names));
  return element("table", { class: "differences" }, head, element("tbody", {}, ...rows));
}
