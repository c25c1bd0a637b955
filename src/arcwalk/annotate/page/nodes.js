// The lines of a sentence as nodes that can come, go and merge; writing them numbers them anew.

import { COLUMNS, DEPREL, DEPS, HEAD, MISC, withNumberedRecord } from "./conllu.js";
import { withNumbers } from "./enhanced.js";

const KINDS = { word: /^\d+$/, range: /^\d+-\d+$/, empty: /^\d+\.\d+$/ };

/** A node for each line: `{kind, line, row, keys}`.
 *
 * `kind` is word, range, empty (an empty node), or other (comments, blank and malformed lines, which have no `row`).
 * `keys` are the IDs under which others refer to it. A range has its `words`, the first and the last.
 */
export function nodesOf(lines) {
  const nodes = lines.map(nodeOf);
  const words = new Map(nodes.filter(isWord).map((node) => [node.keys[0], node]));
  for (const node of nodes.filter(isRange)) node.words = node.row[0].split("-").map((id) => words.get(id));
  return nodes;
}

function nodeOf(line) {
  const row = line.split("\t");
  const kind = row.length === COLUMNS ? Object.keys(KINDS).find((name) => KINDS[name].test(row[0])) : undefined;
  if (!kind) return { kind: "other", line, keys: [] };
  return { kind, line, row, keys: kind === "range" ? [] : [row[0]] };
}

/** A word that was not there before, with these columns besides ID: `{[FORM]: "le"}`. */
export function newWord(columns) {
  const row = Object.assign(Array(COLUMNS).fill("_"), columns);
  return { kind: "word", line: "", row, keys: [] };
}

/** The line before a multiword token, from its first to its last word. */
export function newRange(words, form, misc) {
  const row = Object.assign(Array(COLUMNS).fill("_"), { 1: form, [MISC]: misc });
  return { kind: "range", line: "", row, keys: [], words };
}

export const isWord = ({ kind }) => kind === "word";
export const isRange = ({ kind }) => kind === "range";
export const isEmpty = ({ kind }) => kind === "empty";

/** The lines of nodes, with IDs in their order, and references to the IDs that they now have.
 *
 * A reference to a node that is gone is dropped: in HEAD, the arc is then open. Lines of nodes in which nothing changes
 * stay as they are. Numbers begin after `word` and `empty`; without a root, arcs from it are dropped, too.
 */
export function written(nodes, { word = 0, empty = 0, hasRoot = true } = {}) {
  const ids = numbered(nodes, word, empty);
  const numbers = new Map(hasRoot ? [["0", "0"]] : []);
  for (const node of nodes) for (const key of node.keys) numbers.set(key, ids.get(node));
  return nodes.map((node) => {
    if (!node.row) return node.line;
    const row = [...node.row];
    row[0] = isRange(node) ? node.words.map((word) => ids.get(word)).join("-") : ids.get(node);
    refer(row, numbers);
    return row.join("\t");
  });
}

function numbered(nodes, word, empty) {
  const ids = new Map();
  for (const node of nodes) {
    if (isWord(node)) [word, empty] = [word + 1, 0];
    else if (isEmpty(node)) empty += 1;
    ids.set(node, isEmpty(node) ? `${word}.${empty}` : String(word));
  }
  return ids;
}

function refer(row, numbers) {
  const head = row[HEAD];
  if (KINDS.word.test(head)) {
    row[HEAD] = numbers.get(head) ?? "_";
    if (row[HEAD] === "_") row[DEPREL] = "_";
  }
  row[DEPS] = withNumbers(row[DEPS], numbers);
  row[MISC] = withNumberedRecord(row[MISC], numbers);
}
