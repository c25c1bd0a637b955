// Changes of what is a token and what is a word: split, join, make and undo multiword tokens.
//
// All of them take the lines of a sentence and return others; what cannot be done throws an error that says why.

import { DEPREL, DEPS, FORM, HEAD } from "./conllu.js";
import { withoutHead } from "./enhanced.js";
import { isRange, isWord, newRange, newWord, nodesOf, written } from "./nodes.js";
import { hasSpaceAfter, keepText, setSpaceAfter, surface } from "./surface.js";

/** Split a word in two or more, of which the first keeps its arc and tags, and gets its modifiers. */
export function splitWord(lines, id, forms) {
  return changed(lines, (nodes) => {
    const node = wordOf(nodes, id);
    const words = divide(nodes, node, forms);
    const range = rangeAround(nodes, node);
    if (range) return;
    const hasSpace = hasSpaceAfter(node);
    for (const word of words) setSpaceAfter(word, word === words.at(-1) && hasSpace);
  });
}

/** Make a multiword token of a word: its form stays in the text, and these are its words. */
export function splitMultiword(lines, id, forms) {
  return changed(lines, (nodes) => {
    const node = wordOf(nodes, id);
    if (rangeAround(nodes, node)) throw new Error(`${node.row[FORM]} is part of a multiword token already.`);
    const { [FORM]: form } = node.row;
    const words = divide(nodes, node, forms);
    enclose(nodes, [node, words.at(-1)], form, node);
  });
}

/** Make a multiword token of words in a row, written together as `form`. */
export function makeMultiword(lines, first, last, form) {
  return changed(lines, (nodes) => {
    const words = nodes.filter(isWord).slice(first - 1, last);
    for (const word of words) {
      if (rangeAround(nodes, word)) throw new Error(`${word.row[FORM]} is part of a multiword token already.`);
    }
    const ends = [words[0], words.at(-1)];
    enclose(nodes, ends, form, words.at(-1));
    for (const word of words) setSpaceAfter(word, true);
  });
}

/** Make tokens of the words of the multiword token around a word. */
export function undoMultiword(lines, id) {
  return changed(lines, (nodes) => {
    const range = rangeAround(nodes, wordOf(nodes, id));
    if (!range) throw new Error("There is no multiword token here.");
    const [first, last] = range.words.map((word) => nodes.indexOf(word));
    for (const word of nodes.slice(first, last + 1).filter(isWord)) setSpaceAfter(word, false);
    setSpaceAfter(range.words[1], hasSpaceAfter(range));
    nodes.splice(nodes.indexOf(range), 1);
  });
}

/** Give the multiword token around a word another form. */
export function renameMultiword(lines, id, form) {
  return changed(lines, (nodes) => {
    rangeAround(nodes, wordOf(nodes, id)).row[FORM] = form;
  });
}

/** Join a word with the next; the one that does not depend on the other keeps its arc and tags. */
export function joinWords(lines, id) {
  return changed(lines, (nodes) => {
    const [first, second] = [wordOf(nodes, id), wordOf(nodes, id + 1)];
    if (!second) throw new Error("There is no word after it.");
    const [range, other] = [rangeAround(nodes, first), rangeAround(nodes, second)];
    if (range !== other) throw new Error("Only one of the two is in a multiword token: undo that first.");
    const form = [first, second].map(({ row }) => row[FORM]).join(!range && hasSpaceAfter(first) ? " " : "");
    const hasSpace = hasSpaceAfter(second);
    const [top, rest] = first.row[HEAD] === second.row[0] ? [second, first] : [first, second];
    top.row[FORM] = form;
    if (rest.row[0] === top.row[HEAD]) [top.row[HEAD], top.row[DEPREL]] = ["_", "_"];
    top.row[DEPS] = withoutHead(top.row[DEPS], rest.row[0]);
    setSpaceAfter(top, hasSpace);
    top.keys.push(...rest.keys);
    nodes[nodes.indexOf(first)] = top;
    nodes.splice(nodes.lastIndexOf(second), 1);
    if (range) shrink(nodes, range, [first, second], top);
  });
}

/** Give a word another form. */
export function renameWord(lines, id, form) {
  return changed(lines, (nodes) => {
    wordOf(nodes, id).row[FORM] = form;
  });
}

function changed(lines, change) {
  const nodes = nodesOf(lines);
  const before = surface(nodes);
  change(nodes);
  keepText(nodes, before);
  return written(nodes);
}

function wordOf(nodes, id) {
  return nodes.find((node) => isWord(node) && node.row[0] === String(id));
}

function rangeAround(nodes, word) {
  const id = Number(word.row[0]);
  const around = ({ words: [first, last] }) => Number(first.row[0]) <= id && id <= Number(last.row[0]);
  return nodes.find((node) => isRange(node) && around(node)) ?? null;
}

/** Put words after a node, which takes the first of the forms; all words that it then is. */
function divide(nodes, node, [own, ...others]) {
  const range = rangeAround(nodes, node);
  const made = others.map((form) => newWord({ [FORM]: form }));
  node.row[FORM] = own;
  nodes.splice(nodes.indexOf(node) + 1, 0, ...made);
  if (range?.words[1] === node) range.words[1] = made.at(-1);
  return [node, ...made];
}

/** Put the line of a multiword token before its words; the space after it is that after `spaced`. */
function enclose(nodes, ends, form, spaced) {
  const range = newRange(ends, form, "_");
  setSpaceAfter(range, hasSpaceAfter(spaced));
  setSpaceAfter(spaced, true);
  nodes.splice(nodes.indexOf(ends[0]), 0, range);
}

/** Two words of a multiword token have become one; a single one is a token, and has the form of the whole. */
function shrink(nodes, range, joined, word) {
  range.words = range.words.map((end) => (joined.includes(end) ? word : end));
  if (range.words[0] !== range.words[1]) return;
  word.row[FORM] = range.row[FORM];
  setSpaceAfter(word, hasSpaceAfter(range));
  nodes.splice(nodes.indexOf(range), 1);
}
