// What is on screen: a sentence, or two where one was split, or where two are to be joined.

import { AnnotatedSentence, guessed, stateFrom } from "./annotated_sentence.js";
import { save } from "./annotate_api.js";
import { idOf } from "./conllu.js";
import { History } from "./history.js";
import { linesOf } from "./lines.js";
import { Queue } from "./queue.js";
import { joinSentences, splitSentence } from "./sentences.js";

/** Fires `change` when something changed, and before that `restructure` if there are other `sentences` now. */
export class Passage extends EventTarget {
  #history;
  #queue = new Queue();
  #saved; // what the file has
  #looks; // language, direction and model of the sentences

  /** `loaded` is a sentence as the server sends it. */
  constructor({ entry, parsed, guess }, looks) {
    super();
    this.entries = [entry]; // of what stands in the file
    this.guess = guess; // which generation of the model guessed what nobody confirmed; null if nothing is guessed
    this.#looks = looks;
    this.#history = new History([initial(entry, parsed)]);
    this.#saved = this.#history.current;
    this.#build();
    this.#queue.addEventListener("change", () => this.#changed());
    this.#queue.addEventListener("busy", () => this.dispatchEvent(new CustomEvent("busy")));
  }

  /** The entry of its first sentence. */
  get entry() {
    return this.entries[0];
  }

  get isBusy() {
    return this.#queue.isBusy;
  }

  /** Whether something on screen is not in the file. */
  get isUnsaved() {
    return this.#history.current !== this.#saved;
  }

  get isAccepted() {
    return this.sentences.every((sentence) => sentence.isAccepted);
  }

  /** Whether the annotator has done nothing yet. */
  get isUntouched() {
    return !this.isUnsaved && this.entry.state === "untouched";
  }

  /** Its sentences as texts. */
  get conllu() {
    return this.sentences.map((sentence) => sentence.conllu);
  }

  /** Whether a sentence can be split: what is on screen is never more than two. */
  get canSplit() {
    return this.sentences.length === 1;
  }

  /** End the sentence after a word. */
  split(word) {
    const [sentence] = this.sentences;
    return sentence.edit(async () => {
      if (!this.canSplit) throw new Error("Accept these two sentences first.");
      this.#history.add(await guessed(splitSentence(sentence.conlluLines(), word)));
    });
  }

  /** Join the sentence with the next, which `load()` gets if it is not on screen; null if there is none. */
  join(load) {
    const [sentence] = this.sentences;
    return sentence.edit(async () => {
      const second = this.sentences[1]?.conlluLines() ?? (await this.#append(load));
      this.#history.add(await guessed([joinSentences(sentence.conlluLines(), second)]));
    });
  }

  /** Show a draft instead, which can be undone; `load()` gets the next sentence, if that has become a part of it. */
  restore({ versions, conllu }, load) {
    const [sentence] = this.sentences;
    return sentence.edit(async () => {
      if (versions.length > 1) await this.#append(load);
      this.entries = this.entries.map((entry, index) => ({ ...entry, version: versions[index] ?? entry.version }));
      this.#history.add(await guessed(conllu.map(linesOf)));
    });
  }

  /** When everything that the annotator did is done. */
  settled() {
    return this.#queue.add(() => {});
  }

  /** Write what is on screen to the file, when everything before is done; throws an error if that cannot be. */
  save(who) {
    return new Promise((resolve, reject) => {
      this.#queue.add(() => this.#write(who).then(resolve, reject));
    });
  }

  async #write(who) {
    const states = this.#history.current;
    const parts = this.sentences.map((sentence) => ({ conllu: sentence.conllu, state: stateToSave(sentence) }));
    const isMoved = parts.length !== this.entries.length;
    if (isMoved) this.entries = await this.#replace(who, this.entries, parts);
    else await this.#saveEach(who, parts, states);
    this.#saved = states;
    this.#queue.dispatchEvent(new CustomEvent("change"));
  }

  /** Take over the numbers that sentences have by now, but not their versions: those are what was loaded. */
  renumber(numberOf) {
    this.entries = this.entries.map((entry) => ({ ...entry, id: numberOf(entry) ?? entry.id }));
  }

  /** The annotator prefers this to what stands in the file by now, `current`, which may be one of two sentences. */
  overwrite(current) {
    const newer = new Map(current.map(({ entry }) => [entry.id, entry]));
    const areKnown = current.every(({ entry }) => this.entries.some(({ id }) => id === entry.id));
    this.entries = areKnown ? this.entries.map((entry) => newer.get(entry.id) ?? entry) : [...newer.values()];
  }

  async #saveEach(who, parts, states) {
    for (const [index, part] of parts.entries()) {
      const isSaved = states[index] === this.#saved[index] && this.#saved.length === parts.length;
      if (!isSaved) [this.entries[index]] = await this.#replace(who, [this.entries[index]], [part]);
    }
  }

  async #replace(who, entries, parts) {
    const replaces = entries.map(({ id, version }) => ({ id, version }));
    return (await save(who, replaces, parts)).sentences;
  }

  /** Add the next sentence to all states; its lines. */
  async #append(load) {
    if (this.entries.length > 1) throw new Error("Accept this sentence first.");
    const loaded = await load();
    if (!loaded) throw new Error("This is the last sentence of the file.");
    const state = initial(loaded.entry, loaded.parsed);
    const saved = this.#saved;
    this.#history.amendAll((states) => {
      const longer = [...states, state];
      if (states === saved) this.#saved = longer;
      return longer;
    });
    this.entries.push(loaded.entry);
    return state.lines;
  }

  #build() {
    this.sentences = this.#history.current.map((state, index) => {
      const own = { ...this.#looks, number: idOf(state.lines) || index + 1 };
      return new AnnotatedSentence(own, () => this.isUnsaved, new Part(this.#history, index), this.#queue);
    });
  }

  #changed() {
    if (this.#history.current.length !== this.sentences.length) {
      this.#build();
      this.dispatchEvent(new CustomEvent("restructure"));
    }
    this.dispatchEvent(new CustomEvent("change"));
  }
}

function initial(entry, parsed) {
  return { ...stateFrom(parsed), isAccepted: entry.state === "done" };
}

function stateToSave(sentence) {
  return sentence.isAccepted ? "done" : "begun";
}

/** The history of a sentence in a history of several. */
class Part {
  #whole;
  #index;
  #last; // of its states, which it has even if it is not on screen any longer

  constructor(whole, index) {
    this.#whole = whole;
    this.#index = index;
  }

  get current() {
    return (this.#last = this.#whole.current[this.#index] ?? this.#last);
  }

  get canUndo() {
    return this.#whole.canUndo;
  }

  get canRedo() {
    return this.#whole.canRedo;
  }

  add(state) {
    this.#whole.add(this.#whole.current.with(this.#index, state));
  }

  amend(state) {
    this.#whole.amend(this.#whole.current.with(this.#index, state));
  }

  undo() {
    this.#whole.undo();
  }

  redo() {
    this.#whole.redo();
  }
}
