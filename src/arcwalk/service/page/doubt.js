// How sure the parser is of a sentence. Arcs that the user fixed are not in doubt.

export const UNSURE = 0.9;
export const DOUBTFUL = 0.6;

/** The confidence in head and label of a word; in the head, if there is no other; undefined if there is none. */
function confidence(word) {
  return word.label_confidence ?? word.head_confidence;
}

function open(sentence) {
  return sentence.state.words.filter((word) => !sentence.isFixed(word.id) && confidence(word) !== undefined);
}

/** The number of arcs whose head or label is probably wrong: the sum of what each confidence lacks to 1. */
export function expectedErrors(sentence) {
  return open(sentence).reduce((sum, word) => sum + 1 - confidence(word), 0);
}

/** The word to look at first: that of the most doubtful arc; the root if the parser is sure of all of them. */
export function firstToCheck(sentence) {
  const least = Math.min(UNSURE, ...open(sentence).map(confidence));
  const doubtful = open(sentence).find((word) => confidence(word) === least);
  return doubtful?.id ?? rootOf(sentence);
}

/** The word that is attached to the root. */
export function rootOf(sentence) {
  return sentence.state.words.find((word) => word.head === 0)?.id ?? 1;
}

/** The number of arcs whose confidence is less than 0.6. */
export function doubtfulArcs(sentence) {
  return open(sentence).filter((word) => confidence(word) < DOUBTFUL).length;
}

/** The marks of the arc of a word, as in pictures of trees: `fixed`, or what is in doubt. */
export function marksOf(sentence, id) {
  if (sentence.isFixed(id)) return ["fixed"];
  const { head_confidence: head = 1, label_confidence: both = head } = sentence.word(id);
  const ofHead = sentence.isHeadFixed(id) ? ["fixed"] : doubts(head);
  return [...ofHead, ...(doubts(both).length > doubts(head).length ? doubts(both).map((mark) => `${mark}-label`) : [])];
}

function doubts(confidence) {
  return [confidence < UNSURE && "unsure", confidence < DOUBTFUL && "doubtful"].filter(Boolean);
}

/** How sure the arc of a word is: "fixed", "head fixed, label with confidence 0.62", "confidence 0.97, with label 0.62".
 *
 * It is empty if there are no confidences.
 */
export function sureness(sentence, id) {
  if (sentence.isFixed(id)) return "fixed";
  const { head_confidence: head, label_confidence: both } = sentence.word(id);
  if (sentence.isHeadFixed(id)) {
    return both === undefined ? "head fixed" : `head fixed, label with confidence ${both.toFixed(2)}`;
  }
  if (head === undefined) return "";
  const own = `confidence ${head.toFixed(2)}`;
  return both === undefined || both.toFixed(2) === head.toFixed(2) ? own : `${own}, with label ${both.toFixed(2)}`;
}
