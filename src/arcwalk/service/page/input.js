// What the user gave: its format, and its parts that fit into one request.

import { isConllu, sentencesIn } from "./conllu.js";
import { cut, isBlank, linesOf } from "./lines.js";

const LARGEST = 60_000; // characters in one request, well below the limit of the service
const MOST_SENTENCES = 100;
const SENTENCE_END = /[.!?…。؟।]["'”’»)\]]*\s*$/;

export const FORMATS = {
  text: "Text",
  conllu: "CoNLL-U",
  lines: "Tokenized, a sentence per line",
  words: "Tokenized, a word per line",
};

/** The format a text seems to have: text or CoNLL-U. */
export function recognize(text) {
  return isConllu(text) ? "conllu" : "text";
}

/** Whether a text can be parsed and drawn with one request. */
export function isShort(text, format) {
  const least = format === "conllu" ? 30_000 : 5_000;
  return text.length <= least;
}

/** The text in parts, each the lines of whole sentences. */
export function parts(text, format) {
  const found = [];
  let room = 0; // characters
  let left = 0; // sentences
  for (const piece of pieces(text, format)) {
    const size = piece.reduce((sum, line) => sum + line.length + 1, 0);
    if (size > room || left === 0) {
      found.push([]);
      [room, left] = [LARGEST, MOST_SENTENCES];
    }
    for (const line of piece) found.at(-1).push(line);
    room -= size;
    left -= 1;
  }
  return found;
}

/** The lines of each sentence, or of each paragraph of a text. */
function pieces(text, format) {
  if (format === "conllu") return sentencesIn(text);
  if (format === "lines") return linesOf(text).map((line) => [line]);
  const paragraphs = cut(linesOf(text), (before, line) => isBlank(before.at(-1)) && !isBlank(line));
  return format === "text" ? paragraphs.flatMap(fitting) : paragraphs;
}

/** A paragraph, cut where it is too long: if possible where a sentence and a line end, or else where any line ends. */
function fitting(paragraph) {
  let size = 0;
  return cut(paragraph, (before, line) => {
    const isFull = size > (SENTENCE_END.test(before.at(-1)) ? LARGEST / 2 : LARGEST);
    size = (isFull ? 0 : size) + line.length + 1;
    return isFull;
  });
}

/** The text of a file, which may be compressed by gzip; fails if it is not UTF-8. */
export async function readFile(file) {
  const stored = file.stream();
  const stream = file.name.endsWith(".gz") ? stored.pipeThrough(new DecompressionStream("gzip")) : stored;
  const bytes = await new Response(stream).arrayBuffer();
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
