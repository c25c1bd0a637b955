// A sentence that is being annotated: besides its tree, everything in its lines can be changed.

import { guess, sentence } from "./annotate_api.js";
import { confirmed, hasGuesses, withValue } from "./columns.js";
import { conllu, givenArcs, withArcs } from "./conllu.js";
import { rootOf } from "./doubt.js";
import { linesOf } from "./lines.js";
import { Sentence, stateOf } from "./sentence.js";

export class AnnotatedSentence extends Sentence {
  #isUnsaved;

  /** `isUnsaved()` tells whether something on screen is not in the file. */
  constructor(looks, isUnsaved, history, queue) {
    super(looks, history, queue);
    this.#isUnsaved = isUnsaved;
  }

  /** The sentence as a text, with records of what is a guess. */
  get conllu() {
    return conllu([this.conlluLines()]);
  }

  /** Whether nothing in it is a guess. */
  get isFinished() {
    return super.isFinished && !hasGuesses(this.state.lines);
  }

  /** Whether the annotator has said that it is right, and nothing in it is a guess since. */
  get isAccepted() {
    return Boolean(this.state.isAccepted) && this.isFinished;
  }

  get canAccept() {
    return !this.isAccepted || this.#isUnsaved();
  }

  /** The word to begin with; in a sentence that does not fit, that of the root, around which the others make sense. */
  first(fits) {
    return fits ? super.first() : rootOf(this);
  }

  /** Change the lines, and have the rest guessed anew; `change(lines)` returns others, or says why it cannot. */
  change(change) {
    return this.edit(async () => {
      const lines = change(this.conlluLines());
      this.add(await this.parsed(givenArcs(lines), lines));
    });
  }

  /** Set the value in a column of a word. */
  setValue(id, column, value) {
    return this.change((lines) => withValue(lines, id, column, value));
  }

  /** Everything is right as it is. */
  accept() {
    return this.edit(() => {
      const { state } = this;
      const fixed = new Map(state.words.map(({ id, head, deprel }) => [id, { head, label: deprel }]));
      this.add({ ...state, fixed, lines: confirmed(state.lines), isAccepted: true });
    });
  }

  async parsed(fixed, lines = this.state.lines) {
    const [state] = await guessed([withArcs(lines, (id) => fixed.get(id))]);
    return { ...state, fixed, isAccepted: this.state.isAccepted };
  }
}

/** The states of sentences after everything that nobody confirmed is guessed anew. */
export async function guessed(sentences) {
  const reply = await guess(conllu(sentences));
  return reply.sentences.map(stateFrom);
}

/** A sentence of the project, `{entry, parsed, guess}`, with a guess where it has no heads. */
export async function loadSentence(id) {
  const loaded = await sentence(id);
  if (loaded.parsed.words.every(({ head }) => head >= 0)) return loaded;
  const { sentences } = await guess(loaded.parsed.conllu);
  return { ...loaded, parsed: sentences[0] };
}

/** The state of a sentence as the server sends it. */
export function stateFrom(parsed) {
  const lines = linesOf(parsed.conllu);
  return stateOf(lines, parsed, givenArcs(lines));
}
