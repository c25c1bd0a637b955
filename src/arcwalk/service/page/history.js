// Undo and redo: the states of a sentence, and which one is current.

export class History {
  #states;
  #place = 0;

  constructor(first) {
    this.#states = [first];
  }

  get current() {
    return this.#states[this.#place];
  }

  get canUndo() {
    return this.#place > 0;
  }

  get canRedo() {
    return this.#place < this.#states.length - 1;
  }

  /** Make `state` current; what was undone before is forgotten. */
  add(state) {
    this.#states.splice(++this.#place, Infinity, state);
  }

  /** Replace the current state by one that shows the same, for example with its picture. */
  amend(state) {
    this.#states[this.#place] = state;
  }

  /** Change all states in the same way, where something that is not undone happened. */
  amendAll(change) {
    this.#states = this.#states.map(change);
  }

  undo() {
    if (this.canUndo) this.#place--;
  }

  redo() {
    if (this.canRedo) this.#place++;
  }
}
