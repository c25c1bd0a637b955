// Values that are offered for a column: those in the treebank, and those that the annotator invented.

const PLAIN = /^[^\s|]+$/;
const FEATURE = /^[A-Z][A-Za-z0-9]*(\[[a-z0-9]+\])?=[A-Z0-9][A-Za-z0-9]*(,[A-Z0-9][A-Za-z0-9]*)*$/;
export const UNIVERSAL = "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split(" ");
const RELATIONS = (
  "acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl fixed flat " +
  "goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative xcomp"
).split(" ");
export const FORMS_OF_VALUES = { upos: PLAIN, xpos: PLAIN, feature: FEATURE };

export class Offers {
  #lists;

  /** `values` as the server sends them, most frequent first. */
  constructor({ deprel, upos, xpos, feats }) {
    this.deprel = deprel;
    this.#lists = {
      upos: [...new Set([...upos, ...UNIVERSAL])],
      xpos: [...xpos],
      feature: Object.entries(feats).flatMap(([key, values]) => values.map((value) => `${key}=${value}`)),
    };
  }

  /** The labels in the treebank and those of a parser; also those of Universal Dependencies, unless most are others. */
  labels(parser) {
    const own = [...new Set([...this.deprel, ...parser])];
    const universal = own.filter((label) => RELATIONS.includes(label.split(":", 1)[0]));
    return [...new Set([...own, ...(2 * universal.length < own.length ? [] : RELATIONS)])].sort();
  }

  /** The options for a chooser; a feature may be one of a `key` alone. */
  of(kind, key = "") {
    const found = this.#lists[kind].filter((value) => !key || value.startsWith(`${key}=`));
    return found.map((value) => [value, value]);
  }

  /** Offer a value from now on. */
  add(kind, value) {
    if (!this.#lists[kind].includes(value)) this.#lists[kind].push(value);
  }
}
