// A sentence that is being corrected: its lines, its tree, what the user fixed of it, and how to undo that.

import { parse } from "./api.js";
import { conllu, idOf, multiwordsIn, tagsOf, withArcs } from "./conllu.js";
import { firstToCheck } from "./doubt.js";
import { Queue } from "./queue.js";

const ROOT_LABEL = "root";
const NO_LABEL = "_"; // of parsers that have learned none
const ALTERNATIVES = 5;

/** Fires `change` when the tree or the history changed, `busy` when work begins or ends, `refusal` with the reason.
 *
 * A state is never modified, see `stateOf`.
 */
export class Sentence extends EventTarget {
  #history;
  #queue;
  #edits = 0; // of what is waiting
  #saved; // the state when it was downloaded last

  /** `history` begins with the present state; sentences that share a queue change one after the other. */
  constructor({ number, direction, language, model }, history, queue = new Queue()) {
    super();
    this.number = number; // in the input, from 1
    this.direction = direction;
    this.language = language; // its code, empty if it is unknown
    this.model = model; // its name, and what the service says of it
    this.#history = history;
    this.#queue = queue;
    this.#saved = this.state;
    this.#offerLabels(this.state.fixed);
    for (const name of ["change", "busy"]) queue.addEventListener(name, () => this.dispatchEvent(new CustomEvent(name)));
  }

  get state() {
    return this.#history.current;
  }

  get id() {
    return idOf(this.state.lines);
  }

  get text() {
    return this.state.text;
  }

  get tags() {
    return tagsOf(this.state.lines);
  }

  get multiwords() {
    return multiwordsIn(this.state.lines);
  }

  get canUndo() {
    return this.#history.canUndo;
  }

  get canRedo() {
    return this.#history.canRedo;
  }

  get isBusy() {
    return this.#queue.isBusy;
  }

  /** Whether the user has fixed or released something since the sentence was downloaded, or is about to. */
  get isUnsaved() {
    return this.#edits > 0 || this.state.fixed !== this.#saved.fixed;
  }

  /** Whether every arc is fixed. */
  get isFinished() {
    return this.state.words.every(({ id }) => this.isFixed(id));
  }

  /** Whether there is something to accept. */
  get canAccept() {
    return !this.isFinished;
  }

  /** Whether the arc of a word is fixed, its label included. */
  isFixed(id) {
    return this.isHeadFixed(id) && (this.state.fixed.get(id).label ?? NO_LABEL) === this.word(id).deprel;
  }

  /** Whether the head of a word is fixed; its label may be a guess. */
  isHeadFixed(id) {
    return this.state.fixed.has(id);
  }

  /** The word to begin with, whether the tree fits the window or not. */
  first() {
    return firstToCheck(this);
  }

  word(id) {
    return this.state.words[id - 1];
  }

  /** The form of a word; "root" for 0. */
  form(id) {
    return id === 0 ? "root" : this.word(id).form;
  }

  /** The sentence in CoNLL-U: fixed arcs as the user wants them, the others with the parser's confidences.
   *
   * Where only the head is fixed, there is no label: a guess would make a guess of the head, too.
   */
  conlluLines() {
    return withArcs(this.state.lines, (id) => {
      if (this.isFixed(id)) return this.#arc(id);
      if (this.isHeadFixed(id)) return this.state.fixed.get(id);
      const { head_confidence, label_confidence } = this.word(id);
      return { ...this.#arc(id), headConfidence: head_confidence, labelConfidence: label_confidence };
    });
  }

  /** The user has downloaded it as it is. */
  setSaved() {
    this.#saved = this.state;
  }

  /** Fix the head of a word, and the label that the parser then chooses. Only one word is attached to the root. */
  attach(id, head) {
    return this.edit(async () => {
      const fixed = new Map(this.state.fixed);
      for (const [other, arc] of fixed) if (head === 0 && arc.head === 0) fixed.delete(other);
      const label = head === 0 && this.model.labels.includes(ROOT_LABEL) ? ROOT_LABEL : undefined;
      const state = await this.parsed(fixed.set(id, { head, label }));
      this.add({ ...state, fixed: new Map(fixed).set(id, { head, label: state.words[id - 1].deprel }) });
    });
  }

  /** Fix the label of a word, and its head. */
  label(id, label) {
    return this.#refix((fixed) => fixed.set(id, { head: this.word(id).head, label }));
  }

  /** Leave the arc of a word to the parser. */
  release(id) {
    return this.#refix((fixed) => fixed.delete(id));
  }

  releaseAll() {
    return this.#refix((fixed) => fixed.clear());
  }

  /** Fix the arc of a word as it is. */
  fix(id) {
    return this.edit(() => this.add({ ...this.state, fixed: new Map(this.state.fixed).set(id, this.#arc(id)) }));
  }

  /** Fix all arcs as they are. */
  accept() {
    return this.edit(() => {
      const fixed = new Map(this.state.words.map(({ id }) => [id, this.#arc(id)]));
      this.add({ ...this.state, fixed });
    });
  }

  /** Make an alternative the tree, by fixing arcs in which it differs until nothing else differs. */
  use(alternative) {
    return this.edit(async () => {
      let state = this.state;
      for (let other; (other = differences(state.words, alternative.words)).length > 0; ) {
        const fixed = new Map(state.fixed);
        for (const { id, head, deprel } of other) fixed.set(id, { head, label: deprel });
        state = await this.parsed(fixed);
      }
      this.add(state);
    });
  }

  undo() {
    return this.edit(() => this.#history.undo());
  }

  redo() {
    return this.edit(() => this.#history.redo());
  }

  /** Get the picture of the tree, if it is not there yet. */
  draw() {
    return this.#do(async () => {
      if (this.state.svg === null) this.#history.amend(await this.parsed(this.state.fixed));
    });
  }

  /** The k-best list, as the service sends it. */
  async alternatives() {
    const { lines, fixed } = this.state;
    const [parsed] = (await this.#request(lines, fixed, { svg: true, nbest: ALTERNATIVES })).sentences;
    return parsed.alternatives;
  }

  /** The state after lines, those there are unless others are given, are parsed around arcs. */
  async parsed(fixed, lines = this.state.lines) {
    const [parsed] = (await this.#request(lines, fixed, { svg: true, confidence: true })).sentences;
    return stateOf(lines, parsed, fixed);
  }

  /** Do what the user wants changed; until it is done, it is not saved. */
  edit(work) {
    this.#edits += 1;
    return this.#do(work).finally(() => (this.#edits -= 1));
  }

  /** Make a state the present one, unless it is. */
  add(state) {
    if (state === this.state) return;
    this.#history.add(state);
    this.#offerLabels(state.fixed);
  }

  #arc(id) {
    return { head: this.word(id).head, label: this.word(id).deprel };
  }

  /** Change what is fixed, and re-parse the rest around it. */
  #refix(change) {
    return this.edit(async () => {
      const fixed = new Map(this.state.fixed);
      change(fixed);
      this.add(await this.parsed(fixed));
    });
  }

  /** Offer the labels of fixed arcs for other arcs, too, though the model does not know them. */
  #offerLabels(fixed) {
    const { labels } = this.model;
    for (const { label } of fixed.values()) {
      if (label !== undefined && !labels.includes(label)) labels.push(label);
    }
    labels.sort();
  }

  #request(lines, fixed, options) {
    const data = conllu([withArcs(lines, (id) => fixed.get(id))]);
    return parse({ data, input: "conllu", model: this.model.name, keep: true, ...options });
  }

  /** Do one thing after the other, in the order of the user; one that is refused leaves the tree as it was. */
  #do(work) {
    return this.#queue.add(async () => {
      try {
        await work();
        this.#queue.dispatchEvent(new CustomEvent("change"));
      } catch (error) {
        this.dispatchEvent(new CustomEvent("refusal", { detail: error.message }));
      }
    });
  }
}

/** A state of a sentence: its `lines` and `text`, the `words` as the service sends them, their `svg` (null until it is
 * needed), and `fixed`, a map from words to `{head, label}`; a label that the input does not give is undefined, and the
 * parser's to choose.
 */
export function stateOf(lines, parsed, fixed = new Map()) {
  return { lines, text: parsed.text, words: parsed.words, svg: parsed.svg ?? null, fixed };
}

/** The words of `other` whose head or label is not that in `words`, which are as many. */
export function differences(words, other) {
  return other.filter(({ id, head, deprel }) => words[id - 1].head !== head || words[id - 1].deprel !== deprel);
}
