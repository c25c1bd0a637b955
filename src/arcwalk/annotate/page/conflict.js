// Somebody else saved the sentence first: both trees, and a choice.

import { stateFrom } from "./annotated_sentence.js";
import { comparison } from "./compare.js";
import { button, element } from "./dom.js";
import { copy } from "./downloads.js";

/** Show both sides of a conflict in place of the sentence.
 *
 * `conflict` is as the server sends it; `act` has what the buttons do: `keepMine()` and `takeTheirs()`.
 */
export function conflictView(conflict, looks, act) {
  const { problem, current, yours } = conflict;
  const theirs = current[0]?.entry.who ?? "In the file";
  const mine = button("Keep mine", act.keepMine, { class: "primary" });
  mine.hidden = current.length === 0 || isDivided(current, yours);
  const actions = [
    mine,
    button(current.length ? "Take the other" : "Leave it", act.takeTheirs),
    button("Copy mine as CoNLL-U", () => copy(yours.map(({ conllu }) => conllu).join(""))),
  ];
  const pairs = current.map((other, index) => {
    const own = yours[Math.min(index, yours.length - 1)];
    return comparison([version("Mine", own, looks), version(theirs, other.parsed, looks)]);
  });
  return element(
    "section",
    { class: "conflict", role: "alertdialog", "aria-label": "Conflict" },
    element("h3", { tabindex: "-1" }, current.length ? "Which of the two?" : "The sentence is gone"),
    element("p", {}, `${problem[0].toUpperCase()}${problem.slice(1)}.`),
    element("div", { class: "buttons" }, ...actions),
    ...pairs,
  );
}

/** Whether somebody split or joined a sentence: mine instead of theirs would repeat some words, or lose them. */
function isDivided(current, yours) {
  const [theirs, mine] = [current.map(({ parsed }) => parsed), yours].map(lettersOf);
  return theirs !== mine && (theirs.includes(mine) || mine.includes(theirs));
}

function lettersOf(sentences) {
  const text = sentences.map((sentence) => sentence.text).join("");
  return text.replaceAll(/\s/g, "");
}

/** A side of a comparison. */
export function version(title, parsed, looks) {
  return { title, sentence: { ...looks, direction: parsed.direction }, lines: stateFrom(parsed).lines, svg: parsed.svg };
}
