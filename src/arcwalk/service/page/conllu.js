// Reading and writing the columns of CoNLL-U; a sentence is the list of its lines, blank ones included.

import { arcValue, hasEntries, withBasicArc } from "./enhanced.js";
import { cut, isBlank, linesOf } from "./lines.js";

export const COLUMNS = 10;
export const [FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const TAGGED = [LEMMA, UPOS, XPOS, FEATS]; // what a model with a tagger fills in
const HEAD_CONFIDENCE = "HeadConfidence";
const LABEL_CONFIDENCE = "LabelConfidence";
const PREDICTED_ARC = "PredictedArc"; // the arc that a parser chose, which tells whether somebody changed it since
export const PREDICTION = [HEAD_CONFIDENCE, LABEL_CONFIDENCE, PREDICTED_ARC];

/** Whether a text is CoNLL-U: its first line that is no comment has the first number and a tab. */
export function isConllu(text) {
  return /^\uFEFF?\s*(#[^\n]*\n\s*)*(1(-\d+)?|0\.1)\t/.test(text);
}

/** Whether a text is CoNLL-U Plus, whose first line names the columns. */
export function declaresColumns(text) {
  return /^\uFEFF?#\s*global\.columns\s*=/.test(text);
}

/** The sentences of a text, as the service cuts it: each with the blank lines after it and all comments before it.
 *
 * Comments at the very end belong to the last one. No line is left out, so that lines keep their numbers.
 */
export function sentencesIn(text) {
  const sentences = cut(linesOf(text), (before, line) => isBlank(before.at(-1)) && !isBlank(line) && before.some(isRow));
  if (sentences.length > 1 && !sentences.at(-1).some(isRow)) {
    const comments = sentences.pop();
    sentences.push(sentences.pop().concat(comments));
  }
  if (!isBlank(sentences.at(-1).at(-1))) sentences.at(-1).push("");
  return sentences;
}

function isRow(line) {
  return !isBlank(line) && !line.startsWith("#");
}

/** The text of sentences. */
export function conllu(sentences) {
  return sentences.map((lines) => lines.join("\n") + "\n").join("");
}

/** One column of the words: `_` or a value for each. */
function column(lines, index) {
  return wordRows(lines).map((row) => row[index]);
}

/** The columns of each word. */
export function wordRows(lines) {
  return lines.map(wordRow).filter((row) => row);
}

/** The columns of a word; null for other lines, and for malformed ones, which the service refuses. */
function wordRow(line) {
  const row = line.split("\t");
  return row.length === COLUMNS && /^\d+$/.test(row[0]) ? row : null;
}

/** The forms of all words of a text, with spaces between them. */
export function formsIn(text) {
  return column(linesOf(text), FORM).join(" ");
}

/** The UPOS tags of the words, empty where there is none. */
export function tagsOf(lines) {
  return column(lines, UPOS).map((tag) => (tag === "_" ? "" : tag));
}

/** The sentence with lemmas and tags from `parsed` in the columns in which it has no value at all. */
export function withPredictedColumns(lines, parsed) {
  const rows = wordRows(parsed);
  const empty = TAGGED.filter((index) => column(lines, index).every((value) => value === "_"));
  return mapWords(lines, (row, word) => {
    for (const index of empty) row[index] = rows[word - 1][index];
  });
}

/** The multiword tokens of a sentence: `{first, last, form}`, the numbers of their words and the form in the text. */
export function multiwordsIn(lines) {
  return lines.flatMap((line) => {
    const [, first, last, form] = /^(\d+)-(\d+)\t([^\t]*)/.exec(line) ?? [];
    return first ? [{ first: Number(first), last: Number(last), form }] : [];
  });
}

/** The sentence's ID in its comments, or an empty string. */
export function idOf(lines) {
  return lines.map((line) => /^#\s*sent_id\s*=\s*(.*)/.exec(line)?.[1].trim()).findLast(Boolean) ?? "";
}

/** The sentence with its number in the whole text as its ID, where the service numbered it within a request. */
export function withId(lines, number) {
  return lines.map((line) => (line.startsWith("# sent_id = ") ? `# sent_id = ${number}` : line));
}

/** The sentence with the arcs that `arcOf` has for its words, and no other arcs.
 *
 * `arcOf(word)` is undefined or `{head, label, headConfidence, labelConfidence}`, of which only the head must be there.
 * An arc with a confidence is recorded as predicted, any other is confirmed. In DEPS, it replaces the one before.
 */
export function withArcs(lines, arcOf) {
  const hasGraph = hasEntries(lines);
  return mapWords(lines, (row, word) => {
    const arc = arcOf(word);
    const before = arcIn(row);
    row[HEAD] = arc ? String(arc.head) : "_";
    row[DEPREL] = arc?.label ?? "_";
    const isChanged = row[HEAD] !== before.head || row[DEPREL] !== before.label;
    if (hasGraph && isChanged) row[DEPS] = withBasicArc(row[DEPS], before, arcIn(row));
    row[MISC] = withPrediction(row, arc);
  });
}

/** The arcs a sentence was given, word → `{head, label}`; not those that a parser chose and nobody changed since. */
export function givenArcs(lines) {
  const given = new Map();
  for (const row of wordRows(lines)) {
    if (row[HEAD] !== "_" && !isPredicted(row)) {
      const head = /^\d+$/.test(row[HEAD]) ? Number(row[HEAD]) : row[HEAD]; // the service says what is wrong with it
      given.set(Number(row[0]), { head, label: row[DEPREL] === "_" ? undefined : row[DEPREL] });
    }
  }
  return given;
}

/** Whether a parser chose the arc that stands in a row; whoever changes head or label confirms the arc. */
function isPredicted(row) {
  const predicted = miscValue(row, PREDICTED_ARC);
  return miscValue(row, HEAD_CONFIDENCE) !== "" && ["", arcValue(arcIn(row))].includes(predicted);
}

function arcIn(row) {
  return { head: row[HEAD], label: row[DEPREL] };
}

/** Whether a text has words with heads. */
export function hasHeads(text) {
  return /^\d+(\t[^\t\n]*){5}\t\d/m.test(text);
}

function withoutPrediction(misc) {
  return misc.split("|").filter((entry) => !PREDICTION.includes(entry.split("=", 1)[0])).join("|") || "_";
}

/** MISC with the record of a prediction if the arc has a confidence, and without one if it has none. */
function withPrediction(row, arc) {
  const others = [withoutPrediction(row[MISC])].filter((misc) => misc !== "_");
  const own = [
    [HEAD_CONFIDENCE, arc?.headConfidence?.toFixed(2)],
    [LABEL_CONFIDENCE, arc?.labelConfidence?.toFixed(2)],
    [PREDICTED_ARC, arc?.headConfidence === undefined ? undefined : arcValue(arcIn(row))],
  ].filter(([, value]) => value !== undefined);
  return [...others, ...own.map((entry) => entry.join("="))].join("|") || "_";
}

/** The value of a key in MISC, empty if it has none. */
export function miscValue(row, key) {
  return row[MISC].split("|").find((entry) => entry.startsWith(`${key}=`))?.slice(key.length + 1) ?? "";
}

/** MISC with the record of a prediction after words got other numbers; without it if its head is gone. */
export function withNumberedRecord(misc, numbers) {
  const record = /(?<=^|\|)PredictedArc=(\d+):/.exec(misc);
  if (!record || numbers.get(record[1]) === record[1]) return misc;
  const [, head] = record;
  if (numbers.has(head)) return misc.replace(record[0], `${PREDICTED_ARC}=${numbers.get(head)}:`);
  return withoutPrediction(misc);
}

/** The sentence after `change(row, word)` of the columns of each word. */
export function mapWords(lines, change) {
  return lines.map((line) => {
    const row = wordRow(line);
    if (!row) return line;
    change(row, Number(row[0]));
    return row.join("\t");
  });
}
