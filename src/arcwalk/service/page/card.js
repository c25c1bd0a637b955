// A sentence with its tree and everything one can do with it.

import { Alternatives } from "./alternatives.js";
import { button, count, element, isFocusLost } from "./dom.js";
import { doubtfulArcs } from "./doubt.js";
import { pictureName, savePng, saveSvg } from "./downloads.js";
import { enableDragging } from "./dragging.js";
import { Inspector } from "./inspector.js";
import { enableKeyboard } from "./keyboard.js";
import { layout, layoutButton } from "./layout.js";
import { RowsView } from "./rows_view.js";
import { differences } from "./sentence.js";
import { describe } from "./sentence_view.js";
import { TreeView } from "./tree_view.js";
import { zoomButtons } from "./zoom.js";

export class Card {
  #closing = new AbortController();
  #viewing; // until the layout changes
  #before; // the words of the tree shown last
  #steps;

  /** `next` and `previous` are what the keys N and P do; `accepted` is called when the user accepts the tree.
   *
   * `inspect(sentence, view)` makes what shows the selected word; its `keys` are what more keys do.
   */
  constructor(sentence, { next = () => {}, previous = () => {}, accepted = () => {}, inspect } = {}) {
    const { signal } = this.#closing;
    this.sentence = sentence;
    this.#before = sentence.state.words;
    this.#steps = { next, previous };
    this.inspect = inspect ?? ((...shown) => new Inspector(...shown));
    this.alternatives = new Alternatives(sentence);
    this.message = element("p", { class: "message", role: "status" });
    this.text = element("h3", { class: "text", lang: sentence.language }, sentence.text);
    this.facts = element("p", { class: "facts", dir: "ltr" });
    this.accepted = accepted;
    this.stage = element("div", { class: "stage" });
    this.looks = element("span", { class: "looks" });
    this.root = element(
      "article",
      { class: "card", "aria-label": `Sentence ${sentence.number}` },
      element("header", { dir: sentence.direction }, this.text, this.facts),
      this.stage,
      this.#actions(),
      this.alternatives.root,
    );
    this.#layOut();
    layout.addEventListener("change", () => this.#relayOut(), { signal });
    sentence.addEventListener("busy", () => this.#showBusy(), { signal });
    sentence.addEventListener("refusal", ({ detail }) => this.#say(detail, true), { signal });
    sentence.addEventListener("change", () => this.#changed(), { signal });
  }

  /** Show the tree, which needs the card to be on the page. */
  show() {
    this.view.show();
    this.#refresh();
    if (this.sentence.state.svg === null) this.sentence.draw();
  }

  /** Give the focus to the word that needs it most, as soon as the tree is there. */
  async focus() {
    if (this.sentence.state.svg === null) await this.sentence.draw();
    this.#focusWord();
  }

  /** Show the words in the layout that the user wants. */
  #layOut() {
    const { sentence } = this;
    this.#viewing = new AbortController();
    const View = layout.isRows ? RowsView : TreeView;
    this.view = new View(sentence, (word, anchor) => this.inspector.chooseLabel(word, anchor), this.#viewing.signal);
    this.inspector = this.inspect(sentence, this.view);
    this.stage.replaceChildren(this.view.box, this.inspector.root);
    this.looks.replaceChildren(
      layoutButton(),
      zoomButtons(this.view),
      button("SVG", () => saveSvg(pictureName(sentence, "svg"), this.view.picture), { "aria-label": "Download SVG" }),
      button("PNG", () => savePng(pictureName(sentence, "png"), this.view.picture), { "aria-label": "Download PNG" }),
    );
    enableDragging(this.view, (word, head) => sentence.attach(word, head), this.#viewing.signal);
    enableKeyboard(this.view, {
      attach: (word, head) => sentence.attach(word, head),
      label: (word) => this.inspector.chooseLabel(word, this.view.buttons[word - 1]),
      toggle: (word) => this.inspector.toggle(word),
      accept: () => this.accept(),
      undo: () => sentence.undo(),
      redo: () => sentence.redo(),
      announce: (text) => this.#say(text),
      ...this.#steps,
      more: this.inspector.keys,
    });
    this.view.addEventListener("select", () => this.inspector.show());
  }

  #relayOut() {
    const { selected } = this.view;
    const hadFocus = this.root.contains(document.activeElement);
    this.#viewing.abort();
    this.#layOut();
    this.view.selected = selected;
    this.view.show();
    this.inspector.show();
    if (hadFocus) this.#focusWord();
  }

  /** Stop following the sentence. */
  close() {
    this.#viewing.abort();
    this.#closing.abort();
    this.root.remove();
  }

  async accept() {
    await this.sentence.accept();
    this.accepted();
  }

  #actions() {
    const { sentence } = this;
    this.undo = button("Undo", () => sentence.undo());
    this.redo = button("Redo", () => sentence.redo());
    this.others = button("Alternatives", () => this.#toggleAlternatives(), { "aria-expanded": "false" });
    this.others.hidden = !sentence.model.nbest;
    this.acceptAll = button("Accept tree", () => this.accept(), { class: "accept" });
    this.releaseAll = button("Release all", () => sentence.releaseAll());
    return element(
      "div",
      { class: "actions", role: "group", "aria-label": "Actions" },
      this.acceptAll,
      this.others,
      this.undo,
      this.redo,
      this.releaseAll,
      element("span", { class: "space" }),
      this.looks,
      this.message,
    );
  }

  async #toggleAlternatives() {
    if (this.alternatives.isOpen) this.#closeAlternatives();
    else {
      try {
        await this.alternatives.open();
        this.others.setAttribute("aria-expanded", "true");
      } catch (error) {
        this.#say(error.message, true);
      }
    }
  }

  #closeAlternatives() {
    this.alternatives.close();
    this.others.setAttribute("aria-expanded", "false");
  }

  #changed() {
    const { words } = this.sentence.state;
    const isRecut = words.length !== this.#before.length;
    const changed = isRecut ? [] : differences(this.#before, words).map(({ id }) => id);
    const { selected } = this.view;
    const hadFocus = this.root.contains(document.activeElement);
    if (changed.length) {
      const own = changed.includes(selected) ? describe(this.sentence, selected) : "";
      const others = changed.filter((id) => id !== selected).length;
      const rest = others ? `${count(others, own ? "other arc" : "arc")} changed` : "";
      this.#say([own, rest].filter(Boolean).join("; "));
      this.#closeAlternatives();
    } else if (isRecut) this.#say(`${count(words.length, "word")} now`);
    else this.#say(this.sentence.isFinished ? "All arcs are fixed." : "");
    this.#before = words;
    for (const part of this.view.box.querySelectorAll(".arc, .arrow, .label")) {
      const word = Number(part.dataset.word);
      part.classList.toggle("changed", changed.includes(word) && word !== selected);
    }
    this.#refresh();
    if (hadFocus) requestAnimationFrame(() => isFocusLost() && this.#focusWord());
  }

  #focusWord() {
    this.view.focus(this.view.selected || this.view.first);
  }

  #refresh() {
    const { sentence } = this;
    const { state } = sentence;
    this.text.textContent = sentence.text;
    this.inspector.show();
    this.undo.disabled = !sentence.canUndo;
    this.redo.disabled = !sentence.canRedo;
    this.acceptAll.disabled = !sentence.canAccept;
    this.releaseAll.disabled = state.fixed.size === 0;
    const doubtful = doubtfulArcs(sentence);
    const roots = state.words.filter(({ head }) => head === 0).length;
    const facts = [
      sentence.id === String(sentence.number) ? "" : sentence.id,
      count(state.words.length, "word"),
      roots > 1 ? count(roots, "root") : "",
      doubtful ? `${doubtful.toLocaleString("en")} doubtful` : "",
      sentence.isFinished ? "finished" : state.fixed.size ? `${state.fixed.size} fixed` : "",
    ];
    this.facts.textContent = facts.filter(Boolean).join(" · ");
    this.root.classList.toggle("finished", sentence.isFinished);
  }

  #showBusy() {
    this.root.classList.toggle("busy", this.sentence.isBusy);
    this.root.setAttribute("aria-busy", String(this.sentence.isBusy));
  }

  #say(text, isError = false) {
    this.message.textContent = text;
    this.message.classList.toggle("error", isError);
  }
}
