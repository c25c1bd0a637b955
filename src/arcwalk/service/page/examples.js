// What the page offers to those who have no text at hand.

export const EXAMPLE =
  "She booked a table on Thursday that many tourists liked. The old man saw the girl with the telescope.";

const ROWS = [
  ["She", "she", "PRON"],
  ["booked", "book", "VERB"],
  ["a", "a", "DET"],
  ["table", "table", "NOUN"],
  ["on", "on", "ADP"],
  ["Thursday", "Thursday", "PROPN"],
  [".", ".", "PUNCT"],
];

export const TAGGED_EXAMPLE = ROWS.map(
  ([form, lemma, tag], index) => `${[index + 1, form, lemma, tag, "_", "_", "_", "_", "_", "_"].join("\t")}\n`,
).join("");

/** The code of rules that suit most languages. */
export const ANY_LANGUAGE = "xx";

/** Codes of languages and their names, as suggestions. */
export const LANGUAGES = Object.entries({
  ar: "Arabic",
  cs: "Czech",
  da: "Danish",
  de: "German",
  el: "Greek",
  en: "English",
  es: "Spanish",
  eu: "Basque",
  fa: "Persian",
  fi: "Finnish",
  fr: "French",
  he: "Hebrew",
  hi: "Hindi",
  it: "Italian",
  nl: "Dutch",
  pl: "Polish",
  pt: "Portuguese",
  ru: "Russian",
  sv: "Swedish",
  tr: "Turkish",
});
