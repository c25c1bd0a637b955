// Requests about the project that is being annotated.

import { post, request } from "./api.js";

/** Files, sentences, values in the treebank, and what the parser is doing. */
export function project() {
  return get("annotate/project");
}

/** A sentence: `{entry, parsed, guess}`. */
export function sentence(id) {
  return get(`annotate/sentences/${id}`);
}

/** What happened since a moment; the answer waits for it. Throws an error with `status` 410 if the server began anew. */
export function changes(since, wait) {
  return get(`annotate/changes?since=${since}&wait=${wait}`);
}

export function progress() {
  return get("annotate/progress");
}

/** The IDs of sentences to annotate next, best first. */
export async function next(by, count) {
  return (await get(`annotate/next?by=${by}&count=${count}`)).ids;
}

/** The IDs of sentences that are in several files, and not the same in all of them. */
export async function differences() {
  return (await get("annotate/differences")).ids;
}

/** Parse around what is confirmed: `{guess, sentences}`. */
export function guess(conllu) {
  return post("annotate/guess", { conllu });
}

/** Write sentences to their file; throws an error with a `conflict` if somebody else did so meanwhile. */
export function save(who, replaces, sentences) {
  return post("annotate/save", { who, replaces, sentences });
}

/** Have the parser learn now. */
export function train() {
  return post("annotate/train", {});
}

async function get(path) {
  return (await request(path, {})).json();
}
