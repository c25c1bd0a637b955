// How sure the parser is of a sentence. Arcs that the user fixed are not in doubt.

export const UNSURE = 0.9;
export const DOUBTFUL = 0.6;

/** The confidence in head and label of a word; in the head, if there is no other; undefined if there is none. */
function confidence(word) {
  return word.label_confidence ?? word.head_confidence;
}

function open(state) {
  return state.words.filter((word) => !state.fixed.has(word.id) && confidence(word) !== undefined);
}

/** The number of arcs whose head or label is probably wrong: the sum of what each confidence lacks to 1. */
export function expectedErrors(state) {
  return open(state).reduce((sum, word) => sum + 1 - confidence(word), 0);
}

/** The word to look at first: that of the most doubtful arc; the root if the parser is sure of all of them. */
export function firstToCheck(state) {
  const least = Math.min(UNSURE, ...open(state).map(confidence));
  const found = open(state).find((word) => confidence(word) === least) ?? state.words.find((word) => word.head === 0);
  return found?.id ?? 1;
}

/** The number of arcs whose confidence is less than 0.6. */
export function doubtfulArcs(state) {
  return open(state).filter((word) => confidence(word) < DOUBTFUL).length;
}

/** The confidences of a word in words: "confidence 0.97, with label 0.62"; empty if there are none. */
export function sureness({ head_confidence: head, label_confidence: both }) {
  if (head === undefined) return "";
  const own = `confidence ${head.toFixed(2)}`;
  return both === undefined || both.toFixed(2) === head.toFixed(2) ? own : `${own}, with label ${both.toFixed(2)}`;
}
