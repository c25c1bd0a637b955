// Where sentences end: split and join them.

import { isBlank } from "./lines.js";
import { isEmpty, isRange, isWord, nodesOf, written } from "./nodes.js";
import { hasSpaceAfter, keepText, setText, surface, textOf, tokensOf } from "./surface.js";

const ID = /^(#\s*sent_id\s*=\s*)(.*?)\s*$/;
const TEXT = /^#\s*text\s*=/;
const BREAK = /^#\s*new(par|doc)\b/; // where a paragraph or a document begins

/** Split a sentence after a word: the lines of both. Arcs between them are left open. */
export function splitSentence(lines, id) {
  const nodes = nodesOf(lines);
  const words = nodes.filter(isWord);
  const [before, after] = [words[id - 1], words[id]];
  if (!after) throw new Error("There is no word after it.");
  if (nodes.some((node) => isRange(node) && isAround(node, id))) {
    throw new Error("The sentence cannot end within a multiword token: undo that first.");
  }
  const place = nodes.indexOf(tokensOf(nodes).find((node) => node === after || node.words?.[0] === after));
  const [first, second] = [nodes.slice(0, place), nodes.slice(place)];
  const followed = textOf(nodes) === surface(nodes);
  const comments = nodes.filter(({ line }) => ID.test(line) || (followed && TEXT.test(line)));
  second.unshift(...comments.map(({ line }) => ({ kind: "other", line: line.replace(ID, "$1$2-2"), keys: [] })));
  if (followed) for (const part of [first, second]) setText(part, surface(part));
  return [[...written(first), ""], written(second)];
}

function isAround({ words: [first, last] }, id) {
  return Number(first.row[0]) <= id && id < Number(last.row[0]);
}

/** Join two sentences: the lines of both in one, with the ID of the first. The root of the second is left open. */
export function joinSentences(lines, others) {
  const [first, second] = [nodesOf(lines.filter((line) => !isBlank(line))), nodesOf(others)];
  const last = first.findLastIndex(isWord);
  const start = { word: first.filter(isWord).length, empty: first.slice(last + 1).filter(isEmpty).length };
  const space = hasSpaceAfter(tokensOf(first).at(-1)) ? " " : "";
  setText(first, textOf(first) + space + textOf(second));
  const [comments, rows] = [first, second].map((nodes) => nodes.filter(({ row }) => !row));
  const isOwn = ({ line }) => !ID.test(line) && !TEXT.test(line) && !BREAK.test(line);
  const kept = rows.filter((node) => isOwn(node) && !isBlank(node.line));
  const blank = rows.filter(({ line }) => isBlank(line));
  return [
    ...[...comments, ...kept].map(({ line }) => line),
    ...written(first.filter(({ row }) => row)),
    ...written(second.filter(({ row }) => row), { ...start, hasRoot: false }),
    ...blank.map(({ line }) => line),
  ];
}

/** Replace the comments of a sentence by the lines of a text; those that lack the mark of a comment get it. */
export function withComments(lines, text) {
  const comments = text.split("\n").map((line) => line.trimEnd()).filter(Boolean);
  const rest = lines.filter((line) => !line.startsWith("#"));
  return [...comments.map((line) => (line.startsWith("#") ? line : `# ${line}`)), ...rest];
}

/** The comments of a sentence. */
export function commentsOf(lines) {
  return lines.filter((line) => line.startsWith("#"));
}
