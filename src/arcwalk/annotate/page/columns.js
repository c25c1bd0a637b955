// The columns of a word besides its arc: other values, and which of them are guesses.

import { FEATS, LEMMA, mapWords, MISC, miscValue, UPOS, wordRows, XPOS } from "./conllu.js";
import { escaped } from "./enhanced.js";

export const RECORDS = new Map([
  [LEMMA, "PredictedLemma"],
  [UPOS, "PredictedUPOS"],
  [XPOS, "PredictedXPOS"],
  [FEATS, "PredictedFeats"],
]);

/** Whether the value in a column is a guess: MISC says that it was predicted, and nobody changed it since. */
export function isGuess(row, column) {
  const value = miscValue(row, RECORDS.get(column));
  return value !== "" && value === escaped(row[column]);
}

/** Whether there are guesses in columns of a sentence, arcs left aside. */
export function hasGuesses(lines) {
  return wordRows(lines).some((row) => [...RECORDS.keys()].some((column) => isGuess(row, column)));
}

/** The sentence with a value in a column of a word, which is no guess. */
export function withValue(lines, id, column, value) {
  return mapWords(lines, (row, word) => {
    if (word !== id) return;
    row[column] = value;
    forget(row, [RECORDS.get(column)]);
  });
}

/** The sentence with all values that it has, none of them a guess. */
export function confirmed(lines) {
  return mapWords(lines, (row) => forget(row, [...RECORDS.values()]));
}

function forget(row, keys) {
  const isKept = (entry) => !keys.includes(entry.split("=", 1)[0]);
  row[MISC] = row[MISC].split("|").filter(isKept).join("|") || "_";
}

/** FEATS as a map. */
export function featuresIn(feats) {
  if (feats === "_") return new Map();
  return new Map(feats.split("|").map((entry) => [entry.split("=", 1)[0], entry.slice(entry.indexOf("=") + 1)]));
}

/** FEATS of a map, in the order that Universal Dependencies asks for. */
export function featsOf(features) {
  const sorted = [...features].sort(([one], [other]) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
  return sorted.map((entry) => entry.join("=")).join("|") || "_";
}
