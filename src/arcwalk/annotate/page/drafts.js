// What is on screen and not yet in a file, kept in the browser: it survives reloading, and the end of the server.

const PREFIX = "arcwalk draft: ";

/** Keep what is on screen, and forget it when it is in the file; whether the browser had room for it. */
export function keepDraft(project, passage) {
  const key = keyOf(project, passage.entry);
  if (!passage.isUnsaved) {
    localStorage.removeItem(key);
    return true;
  }
  const versions = passage.entries.map(({ version }) => version);
  try {
    localStorage.setItem(key, JSON.stringify({ versions, conllu: passage.conllu }));
    return true;
  } catch {
    return false;
  }
}

/** The draft of a sentence: `{versions, conllu}`, the versions it was made of and the texts it became; null if none. */
export function draftOf(project, entry) {
  return JSON.parse(localStorage.getItem(keyOf(project, entry)));
}

export function forgetDraft(project, entry) {
  localStorage.removeItem(keyOf(project, entry));
}

/** The sentences that have drafts. */
export function drafted(project) {
  const stored = Object.keys(localStorage);
  const mayBe = project.entries.filter((entry) => stored.some((key) => key.startsWith(startOf(project, entry))));
  return mayBe.filter((entry) => stored.includes(keyOf(project, entry)));
}

/** The file and the name of the sentence in it, whatever else is annotated at this address at other times; where several have the same, the second and later ones have a number. */
function keyOf(project, entry) {
  const name = nameOf(entry);
  const equal = project.entries.filter((other) => other.file === entry.file && nameOf(other) === name);
  const place = equal.findIndex(({ id }) => id === entry.id);
  return startOf(project, entry) + (place > 0 ? ` ${place + 1}` : "");
}

function startOf(project, entry) {
  return `${PREFIX}${project.keyOf(entry)} ${nameOf(entry)}`;
}

function nameOf({ sent_id, text }) {
  return sent_id || text;
}
