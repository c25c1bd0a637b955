// The files that are being annotated: their sentences, the values in them, and what the parser makes of them meanwhile.

import * as server from "./annotate_api.js";
import { languageOf } from "./language.js";

const WAIT = 20; // seconds that the server may take to answer if nothing happens
const PAUSE = 2_000; // milliseconds before the server is asked again after it did not answer

/** Fires `change` with the entries that changed, `order` when there are others, `training`, `problem` when something may be
 * wrong with a file, and `reach` when the server is lost or found again.
 */
export class Project extends EventTarget {
  #at;
  #byId;

  static async open() {
    return new Project(await server.project());
  }

  constructor(known) {
    super();
    this.isReachable = true;
    this.#take(known);
  }

  #take({ files, sentences, values, training, at, who }) {
    this.files = files;
    this.values = values;
    this.training = training;
    this.who = who;
    this.#at = at;
    this.entries = sentences.map((known) => new Entry(known));
    this.#byId = new Map(this.entries.map((entry) => [entry.id, entry]));
  }

  /** How many sentences are done. */
  get done() {
    return this.entries.filter(({ state }) => state === "done").length;
  }

  /** What is wrong with files, so that nothing can be saved to them. */
  get problems() {
    return this.files.map(({ problem }) => problem).filter(Boolean);
  }

  entry(id) {
    return this.#byId.get(id);
  }

  /** The entry of a sentence that may have had another number before the server began anew; undefined if it is gone. */
  find({ id, file, sent_id, version, text }) {
    const own = this.entries.filter((entry) => entry.file === file);
    const isSame = (entry) => (sent_id ? entry.sent_id === sent_id : entry.text === text);
    const numbered = own.find((entry) => entry.id === id && isSame(entry));
    return numbered ?? own.find((entry) => entry.version === version) ?? own.find(isSame);
  }

  /** The name of the file of an entry. */
  fileOf(entry) {
    return this.files[entry.file].name;
  }

  /** What tells the file of an entry from all files of this and other projects. */
  keyOf(entry) {
    return this.files[entry.file].key;
  }

  /** The sentence after another in its file, if any. */
  after(entry) {
    const next = this.entries[this.entries.indexOf(entry) + 1];
    return next?.file === entry.file ? next : undefined;
  }

  /** The same sentence in other files, as another annotator may have it. */
  twins(entry) {
    if (this.files.length === 1) return [];
    const isSame = ({ sent_id, text }) => (entry.sent_id ? sent_id === entry.sent_id : text === entry.text);
    return this.entries.filter((other) => other.file !== entry.file && isSame(other));
  }

  /** Sentences as they stand in their files by now. */
  merge(entries) {
    const known = entries.filter(({ id }) => this.#byId.has(id));
    for (const entry of known) Object.assign(this.#byId.get(entry.id), entry);
    this.dispatchEvent(new CustomEvent("change", { detail: known.map(({ id }) => this.#byId.get(id)) }));
  }

  /** Learn what others do, and what the parser does, as long as the page is open. */
  async follow() {
    for (;;) {
      try {
        this.#learn(await server.changes(this.#at, this.isReachable ? WAIT : 0));
        this.#reach(true);
      } catch (error) {
        if (error.status === 410) await this.#reopen();
        else {
          this.#reach(false);
          await new Promise((resolve) => setTimeout(resolve, PAUSE));
        }
      }
    }
  }

  #learn({ at, sentences, removed, order, training, problems }) {
    this.#at = at;
    this.files = this.files.map((file, number) => ({ ...file, problem: problems[number] }));
    this.dispatchEvent(new CustomEvent("problem"));
    this.training = training;
    for (const entry of sentences) if (!this.#byId.has(entry.id)) this.#byId.set(entry.id, new Entry(entry));
    for (const id of removed) this.#byId.delete(id);
    if (order) { // of several replies, the last has it
      this.entries = order.map((id) => this.#byId.get(id)).filter(Boolean);
      this.dispatchEvent(new CustomEvent("order"));
    }
    this.merge(sentences);
    this.dispatchEvent(new CustomEvent("training"));
  }

  /** The server began anew: its numbers of sentences are others. */
  async #reopen() {
    try {
      this.#take(await server.project());
      for (const name of ["order", "problem"]) this.dispatchEvent(new CustomEvent(name));
      this.dispatchEvent(new CustomEvent("training"));
      this.#reach(true);
    } catch {
      this.#reach(false);
    }
  }

  #reach(isReachable) {
    if (isReachable === this.isReachable) return;
    this.isReachable = isReachable;
    this.dispatchEvent(new CustomEvent("reach"));
  }
}

/** A sentence on the list. */
class Entry {
  constructor(known) {
    Object.assign(this, known);
  }

  /** The code of its language, as its script tells it; empty if it is unknown. */
  get language() {
    return languageOf(this.text, "");
  }
}
