// Below a sentence: its comments, the sentence after it, and the same sentence of other annotators.

import { comparison } from "./compare.js";
import { button, element } from "./dom.js";
import { commentsOf, withComments } from "./sentences.js";

export class SentenceTools {
  #comparison = element("div", { hidden: true });

  /** `join()` joins the next sentence, `facts()` says where this one is from; `twins` are the same in other files. */
  constructor(sentence, { join, facts, twins }) {
    this.sentence = sentence;
    this.count = element("span");
    this.text = element("textarea", { rows: 4, spellcheck: "false", "aria-label": "Comments", wrap: "off" });
    const apply = button("Set comments", () => this.#apply());
    const summary = element("summary", {}, "Comments ", this.count);
    const comments = element("details", { class: "comments" }, summary, this.text, apply);
    this.facts = element("span", { class: "facts" });
    const compare = twins.map(({ name, load }) => {
      const own = button(`Compare with ${name}`, () => this.#compare(own, load));
      return own;
    });
    this.root = element(
      "div",
      { class: "sentence-tools" },
      element("div", { class: "tools" }, button("Join with next sentence", join), ...compare, this.facts),
      comments,
      this.#comparison,
    );
    const show = () => {
      const lines = commentsOf(sentence.state.lines);
      this.count.textContent = `(${lines.length})`;
      this.text.value = lines.join("\n");
      this.facts.textContent = facts();
    };
    sentence.addEventListener("change", show);
    show();
  }

  #apply() {
    return this.sentence.change((lines) => withComments(lines, this.text.value));
  }

  async #compare(own, load) {
    const isOpen = !this.#comparison.hidden;
    this.#comparison.hidden = isOpen;
    own.ariaPressed = String(!isOpen);
    if (isOpen) return;
    const { sentence } = this;
    const { svg } = sentence.state;
    const shown = { title: "Here", sentence, lines: sentence.conlluLines(), svg };
    this.#comparison.replaceChildren(comparison([shown, await load()]));
  }
}
