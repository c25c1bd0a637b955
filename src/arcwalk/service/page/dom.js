// Making elements: strings become text nodes, never markup, so nothing a user typed is ever interpreted.

/** An element with attributes, event listeners (`onclick: ...`) and children; an attribute that is null is left out. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Words of a sentence in a text in English. */
export function quoted(text, sentence) {
  return element("bdi", { lang: sentence.language }, text);
}

/** A button with a text. */
export function button(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

/** An SVG element with attributes. */
export function shape(name, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Whether nothing has the focus, because what had it is gone or disabled. */
export function isFocusLost() {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || Boolean(activeElement.disabled);
}

/** "1 sentence", "5,000 sentences". */
export function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
