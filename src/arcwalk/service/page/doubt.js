// How sure the parser is of a sentence. Arcs that the user fixed are not in doubt.

export const UNSURE = 0.9;
export const DOUBTFUL = 0.6;

function open(state) {
  return state.words.filter((word) => !state.fixed.has(word.id) && word.head_confidence !== undefined);
}

/** The number of heads that are probably wrong: the sum of what each confidence lacks to 1. */
export function expectedErrors(state) {
  return open(state).reduce((sum, word) => sum + 1 - word.head_confidence, 0);
}

/** The word whose head is most doubtful; the first word if there is none. */
export function leastSureWord(state) {
  const least = Math.min(...open(state).map((word) => word.head_confidence));
  return open(state).find((word) => word.head_confidence === least)?.id ?? 1;
}

/** The number of arcs whose confidence is less than 0.6. */
export function doubtfulArcs(state) {
  return open(state).filter((word) => word.head_confidence < DOUBTFUL).length;
}
