// MISC: attributes, which are the annotator's, and arcwalk's own records, which are neither shown nor changed here.

import { RECORDS } from "./columns.js";
import { mapWords, MISC, PREDICTION } from "./conllu.js";

const SPACE_AFTER = "SpaceAfter"; // follows the text
const OWN = [SPACE_AFTER, ...PREDICTION, ...RECORDS.values()];
const UNIVERSAL = [SPACE_AFTER, "Lang", "Translit", "LTranslit", "Gloss", "LId", "LDeriv", "Ref"];

/** The attributes of a word, as `Gloss=cat|Ref=2`; empty if there are none. */
export function attributesOf(row) {
  return entriesIn(row[MISC]).filter((entry) => !OWN.includes(keyOf(entry))).join("|");
}

/** The sentence with other attributes of a word; records stay where they are. */
export function withAttributes(lines, id, attributes) {
  return mapWords(lines, (row, word) => {
    if (word !== id) return;
    const others = entriesIn(attributes);
    const entries = entriesIn(row[MISC]).flatMap((entry) => (OWN.includes(keyOf(entry)) ? [entry] : others.splice(0, 1)));
    row[MISC] = [...entries, ...others].join("|") || "_";
  });
}

/** Whether a column says that there is nothing. */
export function isNone(value) {
  return value === "" || value === "_";
}

/** Why a text cannot be the attributes of a word; empty if it can. */
export function flawOf(attributes) {
  if (/[\t\r\n]/.test(attributes)) return "There is a tab or a line break: write spaces, or |.";
  const entries = entriesIn(attributes);
  const repeated = UNIVERSAL.find((key) => entries.filter((entry) => keyOf(entry) === key).length > 1);
  return entries.map(flawOfEntry).find(Boolean) ?? (repeated ? `${repeated} occurs more than once.` : "");
}

function flawOfEntry(entry) {
  const key = keyOf(entry);
  const parts = [key, entry.slice(key.length + 1)];
  const named = (keys) => keys.find((own) => own.toLowerCase() === key.toLowerCase()) ?? key;
  if (!entry) return "There is a | too many: it stands between two attributes.";
  if (!key) return `${entry} has no key: write Key=Value.`;
  if (parts.some((part) => part !== part.trim())) return `${entry}: there are spaces around the key or the value.`;
  if (key === "NoSpaceAfter") return "Whether a space follows is read off the text.";
  if (OWN.includes(named(OWN))) return `${named(OWN)} is kept by arcwalk, and stays as it is.`;
  return named(UNIVERSAL) === key ? "" : `Write ${named(UNIVERSAL)} instead of ${key}.`;
}

function entriesIn(misc) {
  return isNone(misc) ? [] : misc.split("|");
}

function keyOf(entry) {
  return entry.split("=", 1)[0];
}
