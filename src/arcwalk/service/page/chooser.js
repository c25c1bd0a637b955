// A list that opens where the user is, to choose a label or a head from; typing narrows it.

import { element, isFocusLost } from "./dom.js";

const MARGIN = 8; // pixels to the edge of the window
const GAP = 4; // to the anchor
let lists = 0;

/** Ask the user to choose one of `options`, `[value, text]` pairs; resolves to a value, or to null if there is none.
 *
 * `language` is that of the options, if it is not English; `free` is the form of texts that the user may add. `options`
 * can also be a function of what the user types, which begins as `typed`; `flaw(typed)` says why that cannot be a value,
 * and nothing if it can.
 */
export function choose({ anchor, title, options, current, language = null, free = null, typed: first = "", flaw = () => "" }) {
  const before = document.activeElement;
  const id = `list-${++lists}`;
  const input = element("input", {
    type: "text",
    role: "combobox",
    "aria-label": title,
    "aria-controls": id,
    "aria-expanded": "true",
    "aria-autocomplete": "list",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: title,
  });
  const list = element("ul", { role: "listbox", id, "aria-label": title, lang: language });
  const popup = element("div", { class: "chooser", popover: "auto" }, input, list);
  document.body.append(popup);

  return new Promise((resolve) => {
    let active = 0;
    let items = [];
    let chosen = null;

    function fill() {
      const given = input.value.trim();
      const typed = given.replace(/[\t\r\n]+/g, " "); // as they come from other programs
      const refusal = flaw(given);
      const shown = refusal ? [] : offered(typed);
      items = shown.map(([value, text, isNew], index) => {
        const selected = value === current ? "true" : "false";
        const hint = isNew ? element("span", { class: "hint" }, " new") : null;
        const item = element("li", { role: "option", id: `${id}-${index}`, "aria-selected": selected }, text, hint);
        item.addEventListener("click", () => finish(value));
        return { item, value };
      });
      const problem = refusal || (free && typed && "This cannot be a value.");
      const none = problem ? [element("li", { class: "hint", role: "presentation" }, problem)] : [];
      list.replaceChildren(...(items.length ? items.map(({ item }) => item) : none));
      const exact = shown.findIndex(([value, , isNew]) => !isNew && (typed ? value === typed : value === current));
      activate(Math.max(0, exact));
    }

    /** The options for what was typed. */
    function offered(typed) {
      if (typeof options === "function") return options(typed);
      const narrowed = typed === first ? "" : typed.toLowerCase();
      const shown = options.filter(([, text]) => text.toLowerCase().includes(narrowed));
      if (free?.test(typed) && !options.some(([value]) => value === typed)) shown.push([typed, typed, true]);
      return shown;
    }

    function activate(index, block = "nearest") {
      active = Math.max(0, Math.min(items.length - 1, index));
      for (const [place, { item }] of items.entries()) item.classList.toggle("active", place === active);
      items[active]?.item.scrollIntoView({ block });
      input.setAttribute("aria-activedescendant", items.length ? `${id}-${active}` : "");
    }

    function finish(value) {
      chosen = value;
      popup.hidePopover();
    }

    input.addEventListener("input", fill);
    input.addEventListener("keydown", (event) => {
      const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
      if (event.key in steps) activate(active + steps[event.key]);
      else if (event.key === "Enter" && items.length) finish(items[active].value);
      else return;
      event.preventDefault();
    });
    popup.addEventListener("toggle", (event) => {
      if (event.newState !== "closed") return;
      popup.remove();
      if (before?.isConnected && isFocusLost()) before.focus({ preventScroll: true });
      resolve(chosen);
    });

    input.value = first;
    popup.showPopover();
    fill();
    beside(popup, anchor.getBoundingClientRect());
    input.focus({ preventScroll: true });
    input.select();
    activate(active, "center");
  });
}

/** Put the popup below the anchor, or above it where there is more room; it stays there when it becomes shorter. */
function beside(popup, anchor) {
  const { width, height } = popup.getBoundingClientRect();
  const left = Math.max(MARGIN, Math.min(anchor.left, innerWidth - width - MARGIN));
  const isBelow = anchor.bottom + GAP + height + MARGIN <= innerHeight || anchor.top < height + GAP + MARGIN;
  const y = isBelow ? Math.min(anchor.bottom + GAP, innerHeight - height - MARGIN) : innerHeight - anchor.top + GAP;
  Object.assign(popup.style, { left: `${left}px`, [isBelow ? "top" : "bottom"]: `${Math.max(MARGIN, y)}px` });
}
