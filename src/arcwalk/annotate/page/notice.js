// A line above the sentence: what happened, and what can be done about it.

import { button, element } from "./dom.js";

export class Notice {
  constructor() {
    this.root = element("p", { class: "banner", role: "status", hidden: true });
  }

  /** Tell the annotator something; `action` is `[text, work]` of a button. */
  say(text, { isError = false, action = null } = {}) {
    this.root.hidden = false;
    this.root.classList.toggle("error", isError);
    this.root.replaceChildren(text);
    if (action) this.root.append(" ", button(action[0], action[1]));
  }

  clear() {
    this.root.hidden = true;
    this.root.replaceChildren();
  }
}
