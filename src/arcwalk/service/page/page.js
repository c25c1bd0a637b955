// The page: its controls, and what they do.

import { models } from "./api.js";
import { Cards } from "./cards.js";
import { conllu, declaresColumns, formsIn, hasHeads } from "./conllu.js";
import { count, element, isFocusLost } from "./dom.js";
import { copy, saveConllu } from "./downloads.js";
import { ANY_LANGUAGE, example, LANGUAGES } from "./examples.js";
import { FORMATS, readFile, recognize } from "./input.js";
import { languageOf } from "./language.js";
import { legend } from "./legend.js";
import { parsed } from "./parsing.js";
import { Worklist } from "./worklist.js";

const MOST_CARDS = 20; // more sentences become a worklist
const ENOUGH = 10_000; // characters of CoNLL-U show which language it is
const LOSS = "Your corrections have not been downloaded. Parse something else and lose them?";

const part = Object.fromEntries([...document.querySelectorAll("[id]")].map((own) => [own.id, own]));
let details = {}; // of the parsers, by name
let usualLanguage = ""; // of the service
let shown = null; // the cards or the worklist
let shownName = ""; // of the file that they come from
let noParser = "The service has not yet said which parsers it has."; // the reason, as long as there is none
let isKeepChosen = false; // by the user, for input in this format

start();

async function start() {
  part.format.append(...Object.entries(FORMATS).map(([value, text]) => element("option", { value }, text)));
  part.languages.append(...LANGUAGES.map(([value, text]) => element("option", { value }, text)));
  part.legend.append(...legend());
  part.data.addEventListener("input", () => recognizeFormat(part.data.value));
  part.data.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) part.form.requestSubmit();
  });
  part.form.addEventListener("submit", (event) => {
    event.preventDefault();
    run(part.data.value);
  });
  part.format.addEventListener("change", () => suggestKeeping(part.data.value, true));
  part.keep.addEventListener("change", () => (isKeepChosen = true));
  part.model.addEventListener("change", showControls);
  part.language.addEventListener("input", showControls);
  part.open.addEventListener("click", () => part.file.click());
  part.unfold.addEventListener("click", () => {
    fold(false);
    part.data.focus();
  });
  part.file.addEventListener("change", () => openFile(part.file.files[0]));
  part.form.addEventListener("dragover", (event) => event.preventDefault());
  part.form.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    openFile(event.dataTransfer.files[0]);
  });
  part.example.addEventListener("click", tryExample);
  part.filter.addEventListener("change", () => shown.filter(part.filter.checked));
  part.copy.addEventListener("click", copyConllu);
  part.download.addEventListener("click", () => download(shown.sentences));
  part["download-finished"].addEventListener("click", () => download(finished(), "-finished"));
  window.addEventListener("beforeunload", (event) => hasUnsaved() && event.preventDefault());
  try {
    const known = await models();
    const parsers = Object.keys(known.models).filter((name) => known.models[name].includes("parser"));
    details = Object.fromEntries(parsers.map((name) => [name, known.details[name]]));
    part.model.append(...parsers.map((value) => element("option", { value }, value)));
    if (parsers.includes(known.default_model)) part.model.value = known.default_model;
    if (![ANY_LANGUAGE, ""].includes(known.default_language)) part.language.placeholder = usualLanguage = known.default_language;
    noParser = "The service has no parser: start arcwalk serve with one.";
  } catch (error) {
    noParser = error.message;
  }
  recognizeFormat(part.data.value);
}

function recognizeFormat(text) {
  const [before, format] = [part.format.value, recognize(text)];
  const isNew = Boolean(text.trim()) && format !== before && [before, format].includes("conllu");
  if (isNew) part.format.value = format;
  suggestKeeping(text, isNew);
}

/** Heads are kept if there are any, unless the user has decided about input in this format. */
function suggestKeeping(text, isNewFormat) {
  if (isNewFormat) isKeepChosen = false;
  if (!isKeepChosen) part.keep.checked = hasHeads(text);
  showControls();
}

function showControls() {
  const format = part.format.value;
  const typed = part.data.value;
  part.data.lang = languageOf(format === "conllu" ? formsIn(typed.slice(0, ENOUGH)) : typed, language());
  part.data.dir = format === "conllu" ? "ltr" : "auto";
  part.data.wrap = format === "conllu" && typed ? "off" : "soft";
  part["language-field"].hidden = format !== "text";
  part["keep-field"].hidden = format !== "conllu";
  part.example.textContent = offered().code === language() ? "Try an example" : "Try an English example";
  notice(obstacle(), !details[part.model.value]);
}

/** The language that the user chose, or that of the service; empty if it is unknown. */
function language() {
  return part.language.value.trim() || usualLanguage;
}

function offered() {
  return example(language(), Boolean(details[part.model.value]?.tags));
}

/** Why a text in this format cannot be parsed, if so. */
function obstacle() {
  const model = details[part.model.value];
  if (!model) return noParser;
  return part.format.value !== "conllu" && model.tags ? needsTags() : "";
}

function needsTags() {
  const others = Object.keys(details).filter((name) => !details[name].tags);
  const remedy = others.length ? `, or choose ${others.join(" or ")}` : "";
  return `The model ${part.model.value} needs words with tags: give CoNLL-U${remedy}.`;
}

function notice(text, isError = false) {
  part.notice.textContent = text;
  part.notice.classList.toggle("error", isError);
}

function tryExample() {
  part.data.value = offered().text;
  recognizeFormat(part.data.value);
  part.form.requestSubmit();
}

async function openFile(file) {
  part.file.value = "";
  if (!file) return;
  let text;
  try {
    text = await readFile(file);
  } catch {
    return notice(`${file.name} cannot be read; give a text file in UTF-8, or one compressed by gzip.`, true);
  }
  recognizeFormat(text);
  run(text, file.name.replace(/\.gz$/, ""));
}

/** Parse a text, of a file if it has a name, and show what becomes of it; a file always becomes a worklist. */
async function run(text, fileName = "") {
  if (part.parse.disabled) return;
  if (!text.trim()) return notice(fileName ? "The file is empty." : "Type or paste something first.", true);
  if (declaresColumns(text)) return notice("This page reads ten columns; use arcwalk parse for CoNLL-U Plus.", true);
  if (obstacle()) return notice(obstacle(), true);
  if (hasUnsaved() && !confirm(LOSS)) return;
  const name = part.model.value;
  const input = {
    text,
    format: part.format.value,
    language: part.language.value.trim(),
    named: language(),
    keep: part.keep.checked,
    model: { name, ...details[name] },
  };
  notice("");
  setBusy(true);
  try {
    const sentences = await parseAll(input).finally(() => setBusy(false));
    if (sentences.length) show(sentences, fileName);
  } catch (error) {
    notice(error.message, true);
  } finally {
    if (isFocusLost()) part.parse.focus();
  }
}

async function parseAll(input) {
  const stopping = new AbortController();
  part.stop.onclick = () => stopping.abort();
  part["parsed-so-far"].textContent = "Parsing…";
  part.bar.removeAttribute("value");
  let sentences = [];
  let problem = null;
  try {
    for await (const known of parsed(input, stopping.signal)) {
      sentences = known.sentences;
      part.bar.value = known.share;
      part["parsed-so-far"].textContent = `${count(sentences.length, "sentence")} parsed`;
    }
  } catch (error) {
    if (!sentences.length) throw error;
    problem = error;
  }
  const stopped = `Stopped: ${count(sentences.length, "sentence")} parsed, the others are left out.`;
  if (problem) notice(`${problem.message}\n${stopped}`, true);
  else if (stopping.signal.aborted) notice(stopped);
  return sentences;
}

function setBusy(isBusy) {
  part.progress.hidden = !isBusy;
  part.parse.disabled = part.open.disabled = part.example.disabled = isBusy;
  part.results.inert = isBusy; // what is corrected now would be lost when the new ones come
}

function show(sentences, fileName) {
  const isWorklist = Boolean(fileName) || sentences.length > MOST_CARDS;
  fold(isWorklist);
  shown?.close();
  shownName = fileName;
  part.empty.hidden = true;
  part.results.hidden = false;
  part.filter.checked = false;
  part["filter-field"].hidden = isWorklist || sentences.length === 1;
  shown = new (isWorklist ? Worklist : Cards)(part.sentences, sentences, summarize);
  summarize();
  part.summary.focus({ preventScroll: true });
}

/** Put the input away, or show it again. */
function fold(isFolded) {
  part.form.classList.toggle("folded", isFolded);
  part.unfold.hidden = !isFolded;
}

/** Whether there are corrections that were not downloaded. */
function hasUnsaved() {
  return Boolean(shown?.sentences.some((sentence) => sentence.isUnsaved));
}

function summarize() {
  part.summary.textContent = shownName ? `${shownName}: ${shown.summary}` : shown.summary;
  part["download-finished"].disabled = finished().length === 0;
}

function finished() {
  return shown.sentences.filter((sentence) => sentence.isFinished);
}

function conlluOf(sentences) {
  return conllu(sentences.map((sentence) => sentence.conlluLines()));
}

async function copyConllu() {
  try {
    await copy(conlluOf(shown.sentences));
    part.copy.textContent = "Copied";
    setTimeout(() => (part.copy.textContent = "Copy CoNLL-U"), 2000);
  } catch (error) {
    notice(error.message, true);
  }
}

function download(sentences, addition = "") {
  const name = shownName.replace(/\.\w+$/, "") || "sentences";
  saveConllu(`${name}${addition}.conllu`, conlluOf(sentences));
  for (const sentence of sentences) sentence.setSaved();
}
