// Everything about the selected word, and buttons and keys to change it.

import { choose } from "./chooser.js";
import { featsOf, featuresIn, isGuess } from "./columns.js";
import { FEATS, FORM, LEMMA, UPOS, wordRows, XPOS } from "./conllu.js";
import { button, element } from "./dom.js";
import { choice, Inspector } from "./inspector.js";
import { attributesOf, flawOf, isNone, withAttributes } from "./misc.js";
import { FORMS_OF_VALUES } from "./offers.js";
import * as tokens from "./tokens.js";

const TEXT = /\S/;
const REMOVE = "remove it";
const MOST_WORDS = 6; // of a multiword token that is made of words there are

export class WordEditor extends Inspector {
  /** `offers` are the values to choose from; `act` has what is about more than the word: `split(word)` and `join()`. */
  constructor(sentence, view, offers, act) {
    super(sentence, view);
    this.root.classList.add("word-editor");
    this.offers = offers;
    this.act = act;
    this.keys = {
      u: (word) => this.#chooseTag(word, UPOS, "upos"),
      x: (word) => this.#chooseTag(word, XPOS, "xpos"),
      m: (word) => this.#addFeature(word),
      e: (word) => this.#chooseLemma(word),
      i: (word) => this.#chooseAttributes(word),
      o: (word) => this.#chooseForm(word),
      s: (word) => this.#split(word),
      j: (word) => this.#join(word),
      t: (word) => this.#toggleMultiword(word),
      b: (word) => this.act.split(word),
    };
  }

  more({ id }) {
    const row = wordRows(this.sentence.state.lines)[id - 1];
    return [
      element(
        "div",
        { class: "columns" },
        this.#column(row, FORM, "Form", "O", (anchor) => this.#chooseForm(id, anchor)),
        this.#column(row, LEMMA, "Lemma", "E", (anchor) => this.#chooseLemma(id, anchor)),
        this.#column(row, UPOS, "UPOS", "U", (anchor) => this.#chooseTag(id, UPOS, "upos", anchor)),
        this.#column(row, XPOS, "XPOS", "X", (anchor) => this.#chooseTag(id, XPOS, "xpos", anchor)),
        this.#features(id, row),
        this.#field("MISC", attributesOf(row), "I", (anchor) => this.#chooseAttributes(id, anchor)),
      ),
      this.#structure(id),
    ];
  }

  #column(row, column, name, key, onclick) {
    return this.#field(name, row[column], key, onclick, isGuess(row, column));
  }

  #field(name, value, key, onclick, isGuessed = false) {
    const own = choice(name, [isNone(value) ? "–" : value], this.sentence.language, () => onclick(own));
    own.title = key;
    own.classList.toggle("guess", isGuessed);
    if (isGuessed) own.ariaLabel += ", a guess";
    return element("span", { class: "field" }, element("span", { class: "name" }, name), own);
  }

  #features(id, row) {
    const chips = [...featuresIn(row[FEATS])].map(([key, value]) => {
      const own = choice(key, [`${key}=${value}`], null, () => this.#chooseFeature(id, key, own));
      own.classList.add("chip");
      own.classList.toggle("guess", isGuess(row, FEATS));
      return own;
    });
    const add = button("+", () => this.#addFeature(id, add), { class: "chip", "aria-label": "Add a feature", title: "M" });
    return element("span", { class: "field features" }, element("span", { class: "name" }, "Features"), ...chips, add);
  }

  #structure(id) {
    const isLast = id === this.sentence.state.words.length;
    const range = this.#range(id);
    const own = (text, key, onclick, isPossible = true) => {
      const made = button(text, () => onclick(made), { class: "quiet", title: key, disabled: !isPossible });
      return made;
    };
    return element(
      "div",
      { class: "structure", role: "group", "aria-label": "Words and sentences" },
      own("Split word…", "S", (anchor) => this.#split(id, anchor)),
      own("Join with next", "J", () => this.#join(id), !isLast),
      range ? this.#rangeForm(id, range) : null,
      range
        ? own("Undo multiword token", "T", () => this.#undoMultiword(id))
        : own("Multiword token…", "T", (anchor) => this.#makeMultiword(id, anchor), !isLast),
      own("End sentence here", "B", () => this.act.split(id), !isLast),
    );
  }

  #rangeForm(id, { form }) {
    const own = choice("Multiword token", [form], this.sentence.language, () => this.#renameMultiword(id, form, own));
    return element("span", { class: "field" }, element("span", { class: "name" }, "in"), own);
  }

  #range(id) {
    return this.sentence.multiwords.find(({ first, last }) => first <= id && id <= last);
  }

  #anchor(id) {
    return this.view.buttons[id - 1];
  }

  #row(id) {
    return wordRows(this.sentence.state.lines)[id - 1];
  }

  async #chooseTag(id, column, kind, anchor = this.#anchor(id)) {
    const [title, free] = [`${kind.toUpperCase()} of ${this.sentence.form(id)}`, FORMS_OF_VALUES[kind]];
    const current = this.#row(id)[column];
    const value = await choose({ anchor, title, options: this.offers.of(kind), current, free });
    if (value === null) return;
    this.offers.add(kind, value);
    this.sentence.setValue(id, column, value);
  }

  async #chooseLemma(id, anchor = this.#anchor(id)) {
    const [form, current] = [this.sentence.form(id), this.#row(id)[LEMMA]];
    const likely = [...new Set([current, form, form.toLowerCase()])].filter((lemma) => lemma !== "_");
    const value = await this.#ask(anchor, `Lemma of ${form}`, likely, current === "_" ? "" : current);
    if (value !== null) this.sentence.setValue(id, LEMMA, value);
  }

  async #chooseForm(id, anchor = this.#anchor(id)) {
    const form = this.sentence.form(id);
    const value = await this.#ask(anchor, `Form of ${form}`, [form], form);
    if (value !== null && value !== form) this.sentence.change((lines) => tokens.renameWord(lines, id, value));
  }

  async #chooseAttributes(id, anchor = this.#anchor(id)) {
    const current = attributesOf(this.#row(id));
    const title = `MISC of ${this.sentence.form(id)}, as Gloss=cat|Ref=2`;
    const options = (typed) => [isNone(typed) ? ["", "no attributes"] : [typed, typed]];
    const value = await choose({ anchor, title, options, current, typed: current, flaw: flawOf });
    if (value !== null && value !== current) this.sentence.change((lines) => withAttributes(lines, id, value));
  }

  async #renameMultiword(id, form, anchor) {
    const value = await this.#ask(anchor, `Form of the multiword token ${form}`, [form], form);
    if (value !== null) this.sentence.change((lines) => tokens.renameMultiword(lines, id, value));
  }

  /** Ask for a text; some are offered. */
  #ask(anchor, title, likely, current) {
    const options = likely.map((text) => [text, text]);
    const { language } = this.sentence;
    return choose({ anchor, title, options, current, language, free: TEXT, typed: current });
  }

  async #chooseFeature(id, key, anchor) {
    const features = featuresIn(this.#row(id)[FEATS]);
    const options = [...this.offers.of("feature", key), [REMOVE, REMOVE]];
    const title = `${key} of ${this.sentence.form(id)}`;
    const current = `${key}=${features.get(key)}`;
    const chosen = await choose({ anchor, title, options, current, free: FORMS_OF_VALUES.feature });
    if (chosen === REMOVE) {
      features.delete(key);
      this.sentence.setValue(id, FEATS, featsOf(features));
    } else if (chosen !== null) this.#setFeature(id, chosen);
  }

  async #addFeature(id, anchor = this.#anchor(id)) {
    const has = featuresIn(this.#row(id)[FEATS]);
    const options = this.offers.of("feature").filter(([value]) => !has.has(value.split("=", 1)[0]));
    const title = `Feature of ${this.sentence.form(id)}, as Case=Nom`;
    const chosen = await choose({ anchor, title, options, free: FORMS_OF_VALUES.feature });
    if (chosen !== null) this.#setFeature(id, chosen);
  }

  #setFeature(id, feature) {
    this.offers.add("feature", feature);
    const [key] = feature.split("=", 1);
    const features = featuresIn(this.#row(id)[FEATS]).set(key, feature.slice(key.length + 1));
    this.sentence.setValue(id, FEATS, featsOf(features));
  }

  async #split(id, anchor = this.#anchor(id)) {
    const form = this.sentence.form(id);
    const isInside = Boolean(this.#range(id));
    const { language } = this.sentence;
    const title = `${form}: type a space where it is split`;
    const options = (typed) => {
      const parts = typed.split(/\s+/).filter(Boolean);
      if (parts.length < 2) return [];
      const written = parts.join(" · ");
      const ways = [];
      const isForm = parts.join("") === form.replaceAll(" ", "");
      if (isInside || isForm) ways.push([tokens.splitWord, `${written}: ${parts.length} words`]);
      if (!isInside) ways.push([tokens.splitMultiword, `${written}: multiword token ${form}`]);
      return ways.map(([split, text]) => [(lines) => split(lines, id, parts), text]);
    };
    const change = await choose({ anchor, title, options, language, typed: form });
    if (change) this.sentence.change(change);
  }

  #join(id) {
    return this.sentence.change((lines) => tokens.joinWords(lines, id));
  }

  #toggleMultiword(id) {
    return this.#range(id) ? this.#undoMultiword(id) : this.#makeMultiword(id);
  }

  #undoMultiword(id) {
    return this.sentence.change((lines) => tokens.undoMultiword(lines, id));
  }

  async #makeMultiword(id, anchor = this.#anchor(id)) {
    const { words } = this.sentence.state;
    const title = `Multiword token that begins with ${this.sentence.form(id)}: its form`;
    const options = (typed) => {
      const ways = [];
      for (let last = id + 1; last <= Math.min(words.length, id + MOST_WORDS - 1) && !this.#range(last); last++) {
        const forms = words.slice(id - 1, last).map(({ form }) => form);
        const form = typed || forms.join("");
        ways.push([(lines) => tokens.makeMultiword(lines, id, last, form), `${form} = ${forms.join(" + ")}`]);
      }
      return ways;
    };
    const change = await choose({ anchor, title, options, language: this.sentence.language });
    if (change) this.sentence.change(change);
  }
}
