// The list of sentences and the one that is being annotated: opening, saving, and what others do meanwhile.

import { guess } from "./annotate_api.js";
import { loadSentence } from "./annotated_sentence.js";
import { Card } from "./card.js";
import { conflictView, version } from "./conflict.js";
import { isFocusLost } from "./dom.js";
import { drafted, draftOf, forgetDraft, keepDraft } from "./drafts.js";
import { filtersOf, ordersOf } from "./narrowing.js";
import { Notice } from "./notice.js";
import { Passage } from "./passage.js";
import { SentenceTools } from "./sentence_tools.js";
import { WordEditor } from "./word_editor.js";
import { Workbench } from "./workbench.js";

export class Desk {
  #project;
  #model;
  #offers;
  #who;
  #bench;
  #passage = null;
  #cards = [];
  #ahead = new Map(); // sentences that were asked for before they are opened
  #isSaving = false;
  #isKept = true; // what is on screen, in the browser

  /** `root` is where it goes; `who()` is the name of the annotator; `model` has the labels, and whether there are others. */
  constructor(root, project, { model, offers, who }) {
    this.#project = project;
    this.#model = model;
    this.#offers = offers;
    this.#who = who;
    this.notice = new Notice();
    const arrange = () => this.#bench.list.arrange();
    const options = { orders: ordersOf(project, arrange), filters: filtersOf(project, arrange) };
    this.#bench = new Workbench(root, project.entries, options, {
      leave: () => this.#leave(),
      show: (entry, takesFocus) => this.#show(entry, takesFocus),
      focus: () => this.#cards[0]?.focus(),
    });
    this.#bench.steps.after(this.notice.root);
    project.addEventListener("change", ({ detail }) => this.#changed(detail));
    project.addEventListener("order", () => this.#reorder());
    project.addEventListener("training", () => this.#offerGuess());
    this.#bench.open(this.#first(), true);
  }

  /** The sentence to begin with: what is not saved yet, or begun, or else the first that is not done. */
  #first() {
    const { list } = this.#bench;
    const listed = Array.from({ length: list.length }, (_, place) => list.at(place));
    const unsaved = drafted(this.#project);
    const begun = listed.find((entry) => unsaved.includes(entry)) ?? listed.find(({ state }) => state === "begun");
    return begun ?? listed.find(({ state }) => state !== "done") ?? list.at(0);
  }

  /** Save what was done so far; whether another sentence may be opened. */
  async #leave() {
    if (!this.#passage) return true;
    await this.#passage.settled();
    if (!this.#passage.isUnsaved) return true;
    return (await this.#save()) || (this.#isKept && !this.#project.isReachable);
  }

  async #show(entry, takesFocus) {
    let loaded;
    try {
      loaded = await this.#load(entry);
    } catch (error) {
      return this.notice.say(error.message, { isError: true });
    }
    if (this.#bench.current !== entry) return;
    this.notice.clear();
    const { language } = entry;
    const looks = { direction: entry.direction, language, model: this.#model };
    this.#open(new Passage(loaded, looks));
    const draft = draftOf(this.#project, entry);
    if (draft) await this.#restore(draft, loaded, looks);
    if (takesFocus) this.#cards[0]?.focus();
    else if (!isInView(this.#bench.steps)) this.#bench.steps.scrollIntoView();
    this.#lookAhead(entry);
  }

  #open(passage) {
    this.#passage = passage;
    passage.addEventListener("change", () => (this.#isKept = keepDraft(this.#project, passage)));
    passage.addEventListener("restructure", () => this.#deal());
    this.#deal();
  }

  /** Show a card for each sentence. */
  #deal() {
    const passage = this.#passage;
    const hadFocus = this.#bench.stage.contains(document.activeElement);
    for (const card of this.#cards) card.close();
    const step = (by) => () => this.#passage === passage && this.#bench.go(by, true); // once, even if asked twice
    this.#cards = passage.sentences.map((sentence) => {
      const card = new Card(sentence, {
        next: step(1),
        previous: step(-1),
        accepted: () => this.#passage === passage && this.#accepted(),
        inspect: (own, view) => new WordEditor(own, view, this.#offers, { split: (word) => passage.split(word) }),
      });
      card.root.append(this.#tools(sentence).root);
      return card;
    });
    this.#bench.stage.replaceChildren(...this.#cards.map((card) => card.root));
    for (const card of this.#cards) card.show();
    if (hadFocus && isFocusLost()) this.#cards[0].focus();
  }

  #tools(sentence) {
    const entry = this.#bench.current;
    return new SentenceTools(sentence, {
      join: () => this.#passage.join(() => this.#next()),
      facts: () => this.#facts(),
      twins: this.#project.twins(entry).map((twin) => ({
        name: this.#project.fileOf(twin),
        load: async () => {
          const { parsed } = await loadSentence(twin.id);
          return version(this.#project.fileOf(twin), parsed, { language: entry.language });
        },
      })),
    });
  }

  #facts() {
    const { entry } = this.#passage;
    const saved = entry.who ? `saved by ${entry.who}` : "";
    return [this.#project.fileOf(entry), saved].filter(Boolean).join(" · ");
  }

  /** The sentence after those on screen. */
  #next() {
    const last = this.#project.entry(this.#passage.entries.at(-1).id);
    const next = last && this.#project.after(last);
    return next ? loadSentence(next.id) : null;
  }

  async #accepted() {
    const passage = this.#passage;
    if (!passage.isAccepted) {
      this.#cards.find((card) => !card.sentence.isAccepted)?.focus();
      return;
    }
    if (!this.#bench.isLeaving) await this.#saveAndGoOn(passage); // whoever leaves a sentence saves it, too
  }

  /** Save, then open the next sentence, unless somebody went elsewhere meanwhile. */
  async #saveAndGoOn(passage) {
    const { asked } = this.#bench;
    const isSaved = await this.#save();
    if (isSaved && this.#passage === passage && this.#bench.asked === asked) this.#bench.go(1, true);
  }

  /** Write what is on screen to its file; whether that was possible. */
  async #save() {
    const passage = this.#passage;
    this.#isSaving = true;
    try {
      await passage.save(this.#who());
      this.#project.merge(passage.entries);
      this.notice.clear();
      return true;
    } catch (error) {
      if (error.conflict) this.#showConflict(error.conflict);
      else {
        const kept = this.#isKept ? "is kept in this browser" : "is nowhere else: this browser has no room to keep it";
        this.notice.say(`Not saved: ${closed(error.message)} What is on screen ${kept}.`, { isError: true });
      }
      return false;
    } finally {
      this.#isSaving = false;
    }
  }

  #showConflict(conflict) {
    const passage = this.#passage;
    const looks = { language: this.#bench.current.language };
    const view = conflictView(conflict, looks, {
      keepMine: async () => {
        passage.overwrite(conflict.current);
        view.remove();
        this.#deal();
        await (passage.isAccepted ? this.#saveAndGoOn(passage) : this.#save());
      },
      takeTheirs: () => {
        this.#forget(passage);
        this.#project.merge(conflict.current.map(({ entry }) => entry));
        const there = this.#project.entry(conflict.current[0]?.entry.id); // what it is part of, if it was joined
        if (there) this.#bench.open(there, true);
        else this.#bench.go(1, true);
      },
    });
    for (const card of this.#cards) card.close();
    this.#bench.stage.replaceChildren(view);
    view.querySelector("h3").focus();
  }

  #forget(passage) {
    forgetDraft(this.#project, passage.entry);
    this.#passage = null;
  }

  /** Show what was on screen when the page was left, unless somebody else has saved the sentence since. */
  async #restore(draft, loaded, looks) {
    const passage = this.#passage;
    if (draft.versions[0] === loaded.entry.version) {
      await passage.restore(draft, () => this.#next());
      this.notice.say("These changes were not saved yet. Undo takes them back.");
      return;
    }
    const { sentences } = await guess(draft.conllu.join(""));
    await passage.restore(draft, () => this.#next());
    const problem = `${loaded.entry.who ?? "another program"} has changed this sentence since you did`;
    this.#showConflict({ problem, current: await this.#loadOpen(), yours: sentences });
  }

  #load(entry) {
    const known = this.#ahead.get(entry.id);
    this.#ahead.clear();
    if (known?.version === entry.version && known.guess === this.#project.training.guess) return known.loaded;
    return loadSentence(entry.id);
  }

  /** Ask for the next sentence on the list, so that it is there when it is wanted. */
  #lookAhead(entry) {
    const { list } = this.#bench;
    const next = list.at(list.placeOf(entry) + 1);
    if (!next) return;
    const loaded = loadSentence(next.id);
    loaded.catch(() => this.#ahead.delete(next.id)); // it will be asked for again
    this.#ahead.set(next.id, { version: next.version, guess: this.#project.training.guess, loaded });
  }

  /** Others saved sentences, or they were parsed anew. What is on screen stays. */
  #changed(entries) {
    for (const entry of entries) this.#bench.list.refresh(entry);
    const own = this.#passage && entries.find(({ id }) => id === this.#passage.entry.id);
    if (own && !this.#isSaving && own.version !== this.#passage.entry.version) {
      const who = own.who ?? "Another program";
      const act = this.#passage.isUnsaved ? ["Compare", () => this.#compare()] : ["Show it", () => this.#show(own, true)];
      this.notice.say(`${who} has changed this sentence.`, { action: act });
    }
  }

  async #compare() {
    const current = await this.#loadOpen();
    const yours = this.#passage.sentences.map(({ state, conllu, direction }) => ({ ...state, conllu, direction }));
    const problem = `${current[0].entry.who ?? "another program"} has changed this sentence`;
    this.#showConflict({ problem, current, yours });
  }

  /** What the file has by now of what is on screen. */
  #loadOpen() {
    const there = this.#passage.entries.filter(({ id }) => this.#project.entry(id));
    return Promise.all(there.map(({ id }) => loadSentence(id)));
  }

  /** Offer the guess of a parser that has learned since this one was shown, as long as nobody corrected that. */
  #offerGuess() {
    const passage = this.#passage;
    const { guess: newest, sentences } = this.#project.training;
    if (!passage?.isUntouched || passage.guess === null || passage.guess >= newest) return;
    const text = `The parser has learned from ${sentences.toLocaleString("en")} sentences, and looked at this one again.`;
    this.notice.say(text, { action: ["Show its new guess", () => this.#show(this.#bench.current, true)] });
  }

  /** Sentences were added or removed, or have other numbers. */
  #reorder() {
    const current = this.#bench.current;
    this.#passage?.renumber((entry) => this.#project.find(entry)?.id);
    const kept = this.#project.entries.includes(current) ? current : this.#project.find(this.#passage?.entry ?? current);
    this.#bench.setEntries(this.#project.entries, kept ?? current);
    if (!kept && !this.#isSaving) this.notice.say("This sentence is no longer in its file.");
  }
}

/** A message with a full stop at its end. */
function closed(text) {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function isInView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
