// The text that tokens make, and the comment in the file that has it.

import { FORM, MISC, miscValue } from "./conllu.js";
import { isRange, isWord } from "./nodes.js";

const TEXT = /^(#\s*text\s*=\s*)(.*?)(\s*)$/;
const NO_SPACE = "SpaceAfter=No";

export function hasSpaceAfter({ row }) {
  return miscValue(row, "SpaceAfter") !== "No";
}

/** Say of a token whether a space follows. */
export function setSpaceAfter({ row }, hasSpace) {
  const others = row[MISC].split("|").filter((entry) => entry !== NO_SPACE && entry !== "_");
  if (hasSpace !== hasSpaceAfter({ row })) row[MISC] = [...others, ...(hasSpace ? [] : [NO_SPACE])].join("|") || "_";
}

/** What is written in the text: multiword tokens, and words that belong to none. */
export function tokensOf(nodes) {
  const tokens = [];
  let inside = null; // the last word of the multiword token around the present node
  for (const node of nodes) {
    if (isRange(node)) inside = node.words[1];
    if (isRange(node) || (isWord(node) && !inside)) tokens.push(node);
    if (node === inside) inside = null;
  }
  return tokens;
}

export function surface(nodes) {
  return tokensOf(nodes).map((node) => node.row[FORM] + (hasSpaceAfter(node) ? " " : "")).join("").trimEnd();
}

/** The text of a sentence according to its comments, or else its tokens. */
export function textOf(nodes) {
  return textComment(nodes)?.[2] ?? surface(nodes);
}

function textComment(nodes) {
  return nodes.map(({ line }) => TEXT.exec(line)).find(Boolean);
}

/** Have the comment say what the tokens say now, if it said what they said `before`. */
export function keepText(nodes, before) {
  const comment = textComment(nodes);
  if (comment?.[2] === before) setText(nodes, surface(nodes));
}

/** Replace the text in the comments, if it is there. */
export function setText(nodes, text) {
  const own = nodes.find(({ line }) => TEXT.test(line));
  if (own) own.line = own.line.replace(TEXT, (_, name, __, end) => name + text + end);
}
