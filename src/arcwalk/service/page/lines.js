// Lines of a text, and groups of them.

/** The lines of a text, without their endings and without the byte order mark. */
export function linesOf(text) {
  return text.replace(/^\uFEFF/, "").replace(/\r?\n$/, "").split(/\r?\n/);
}

export function isBlank(line) {
  return !line.trim();
}

/** Items in groups; `begins(group, item)` tells whether an item begins a group after that one. */
export function cut(items, begins) {
  const groups = [];
  for (const item of items) {
    if (!groups.length || begins(groups.at(-1), item)) groups.push([]);
    groups.at(-1).push(item);
  }
  return groups;
}
