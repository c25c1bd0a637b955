// DEPS, the enhanced graph, after a change of HEAD and DEPREL, by the same rules as everywhere in arcwalk.

const ENTRY = /^[0-9]{1,9}(\.[0-9]{1,9})?:/;
const ENTRY_OF_LINE = /\t[0-9.]+:/;
const NO_HEAD = ["_", ""];

/** Whether a sentence with these lines may have a graph. */
export function hasEntries(lines) {
  return lines.some((line) => ENTRY_OF_LINE.test(line));
}

/** An arc as one value, as DEPS and MISC have it: `3:nsubj:pass`. */
export function arcValue({ head, label }) {
  return `${head}:${escaped(label) || "_"}`;
}

/** A text as a part of DEPS or MISC, where a bar ends an entry. */
export function escaped(text) {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\p");
}

/** DEPS of a word whose arc changes: the new one takes the place of the old one, all other entries stay.
 *
 * The old one may be enhanced there, as `3:obl:in` for `obl` of 3. If it is not among the entries, the graph does
 * without it, and stays as it is; if there was no head, the new arc is added. What is no graph is left alone.
 */
export function withBasicArc(deps, old, arc) {
  const hadHead = !NO_HEAD.includes(old.head);
  const entries = deps === "_" && !hadHead ? [] : deps.split("|");
  if (!entries.every((entry) => ENTRY.test(entry))) return deps;
  const changed = new Set(entries);
  if (hadHead) {
    const basic = arcValue(old);
    const found = entries.find((entry) => entry === basic) ?? entries.find((entry) => entry.startsWith(`${basic}:`));
    if (found === undefined) return deps;
    changed.delete(found);
  }
  if (!NO_HEAD.includes(arc.head)) changed.add(arcValue(arc));
  return [...changed].sort(byHead).join("|") || "_";
}

/** DEPS after words and empty nodes got other numbers; entries whose head is gone are left out.
 *
 * `numbers` has the new number of each as texts. What is no graph is left alone.
 */
export function withNumbers(deps, numbers) {
  const entries = deps.split("|");
  if (!entries.every((entry) => ENTRY.test(entry))) return deps;
  const changed = entries
    .map((entry) => [entry, numbers.get(entry.slice(0, entry.indexOf(":")))])
    .filter(([, number]) => number !== undefined)
    .map(([entry, number]) => number + entry.slice(entry.indexOf(":")));
  if (changed.join("|") === deps) return deps;
  return [...new Set(changed)].sort(byHead).join("|") || "_";
}

/** DEPS without the arcs from a head. */
export function withoutHead(deps, head) {
  return deps.split("|").filter((entry) => !entry.startsWith(`${head}:`)).join("|") || "_";
}

/** By head, then by label. */
function byHead(one, other) {
  const [[word, emptyNode, label], [otherWord, otherEmptyNode, otherLabel]] = [one, other].map(rank);
  return word - otherWord || emptyNode - otherEmptyNode || (label < otherLabel ? -1 : 1);
}

function rank(entry) {
  const [, word, emptyNode, label] = /^(\d+)(?:\.(\d+))?:(.*)$/s.exec(entry);
  return [Number(word), Number(emptyNode ?? 0), label];
}
