// What is known of the selected word, and buttons to change it: all that dragging does, for those who cannot drag.

import { choose } from "./chooser.js";
import { button, element, quoted } from "./dom.js";
import { sureness } from "./doubt.js";

const LABEL = /^(?!_$)[^\s:]+(:[^\s:]+)*$/; // not `obl:`, whose subtype is missing

export class Inspector {
  constructor(sentence, view) {
    this.sentence = sentence;
    this.view = view;
    this.root = element("div", { class: "inspector", role: "group", "aria-label": "Selected word", hidden: true });
  }

  show() {
    const word = this.sentence.word(this.view.selected);
    this.root.hidden = !word;
    if (!word) return;
    const isFixed = this.sentence.isFixed(word.id);
    const label = choice("label", [word.deprel], null, () => this.chooseLabel(word.id, label));
    const head = choice("head", this.#headParts(word.head), this.sentence.language, () => this.chooseHead(word.id, head));
    this.root.replaceChildren(
      element("strong", { class: "form" }, quoted(word.form, this.sentence)),
      element("span", {}, "label ", label),
      element("span", {}, "head ", head),
      element("span", { class: "sureness" }, isFixed ? "fixed by you" : sureness(this.sentence, word.id)),
      button(isFixed ? "Release" : "Fix", () => this.toggle(word.id), { class: "quiet" }),
      ...this.more(word),
    );
  }

  /** What else there is to see and to do about a word. */
  more() {
    return [];
  }

  async chooseLabel(id, anchor) {
    const options = this.sentence.model.labels.map((label) => [label, label]);
    const title = `Label of ${this.sentence.form(id)}`;
    const label = await choose({ anchor, title, options, current: this.sentence.word(id).deprel, free: LABEL });
    if (label !== null) this.sentence.label(id, label);
  }

  async chooseHead(id, anchor) {
    const heads = [0, ...this.sentence.state.words.map((word) => word.id)].filter((head) => head !== id);
    const options = heads.map((head) => [head, this.#headParts(head).join(" ")]);
    const title = `Head of ${this.sentence.form(id)}`;
    const current = this.sentence.word(id).head;
    const head = await choose({ anchor, title, options, current, language: this.sentence.language });
    if (head !== null) this.sentence.attach(id, head);
  }

  toggle(id) {
    if (this.sentence.isFixed(id)) this.sentence.release(id);
    else this.sentence.fix(id);
  }

  #headParts(head) {
    return head === 0 ? ["root"] : [head, this.sentence.form(head)];
  }
}

/** A button that shows a value and opens a list of others. */
export function choice(name, parts, lang, onclick) {
  const spoken = `${name}: ${parts.join(" ")}`;
  const made = button("", onclick, { class: "choice", "aria-haspopup": "listbox", "aria-label": spoken });
  made.append(...parts.flatMap((part) => [" ", element("bdi", { lang }, part)]).slice(1));
  return made;
}
