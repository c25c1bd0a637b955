// What the user gave: its format, and its parts that fit into one request.

import { conllu, isConllu, sentencesIn } from "./conllu.js";

const LARGEST = 60_000; // characters in one request, well below the limit of the service
const MOST_SENTENCES = 100;

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

/** The text in parts, each made of whole sentences. */
export function parts(text, format) {
  const whole = text.replaceAll("\r\n", "\n");
  if (format === "conllu") return grouped(sentencesIn(whole).map((lines) => conllu([lines])), "");
  if (format === "lines") return grouped(whole.split("\n").filter((line) => line.trim()), "\n");
  return grouped(whole.split(/\n\s*\n/).filter((paragraph) => paragraph.trim()), "\n\n");
}

function grouped(pieces, separator) {
  const groups = [];
  let group = [];
  let size = 0;
  for (const piece of pieces) {
    if (group.length && (size + piece.length > LARGEST || group.length === MOST_SENTENCES)) {
      groups.push(group.join(separator));
      group = [];
      size = 0;
    }
    group.push(piece);
    size += piece.length;
  }
  if (group.length) groups.push(group.join(separator));
  return groups;
}

/** The text of a file, which may be compressed by gzip. */
export async function readFile(file) {
  if (!file.name.endsWith(".gz")) return file.text();
  const stream = file.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}
