// The page: its controls, and what they do.

import { models } from "./api.js";
import { Cards } from "./cards.js";
import { conllu, declaresColumns, hasConfidences } from "./conllu.js";
import { count, element } from "./dom.js";
import { copy, saveConllu } from "./downloads.js";
import { EXAMPLE, LANGUAGES, TAGGED_EXAMPLE } from "./examples.js";
import { FORMATS, readFile, recognize } from "./input.js";
import { legend } from "./legend.js";
import { parsed } from "./parsing.js";
import { Worklist } from "./worklist.js";

const MOST_CARDS = 20; // more sentences become a worklist
const LOSS = "Your corrections have not been downloaded. Parse something else and lose them?";

const part = Object.fromEntries([...document.querySelectorAll("[id]")].map((own) => [own.id, own]));
let details = {}; // of the parsers, by name
let shown = null; // the cards or the worklist
let fileName = ""; // of the file that was opened

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
    fileName = "";
    run(part.data.value, false);
  });
  part.format.addEventListener("change", showControls);
  part.model.addEventListener("change", showControls);
  part.open.addEventListener("click", () => part.file.click());
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
  part.download.addEventListener("click", downloadConllu);
  window.addEventListener("beforeunload", (event) => hasUnsaved() && event.preventDefault());
  try {
    const known = await models();
    const parsers = Object.keys(known.models).filter((name) => known.models[name].includes("parser"));
    details = Object.fromEntries(parsers.map((name) => [name, known.details[name]]));
    part.model.append(...parsers.map((value) => element("option", { value }, value)));
    if (parsers.includes(known.default_model)) part.model.value = known.default_model;
  } catch (error) {
    notice(error.message, true);
  }
  recognizeFormat(part.data.value);
}

function recognizeFormat(text) {
  const format = recognize(text);
  if (text.trim() && (format === "conllu" || part.format.value === "conllu")) part.format.value = format;
  part.keep.checked = format === "conllu" && hasConfidences(text);
  showControls();
}

function showControls() {
  const format = part.format.value;
  part.data.dir = format === "conllu" ? "ltr" : "auto";
  part.data.wrap = format === "conllu" && part.data.value ? "off" : "soft";
  part["language-field"].hidden = format !== "text";
  part["keep-field"].hidden = format !== "conllu";
  notice(lacksTags() ? needsTags() : "");
}

function lacksTags() {
  return part.format.value !== "conllu" && details[part.model.value]?.tags;
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
  part.data.value = details[part.model.value]?.tags ? TAGGED_EXAMPLE : EXAMPLE;
  recognizeFormat(part.data.value);
  part.form.requestSubmit();
}

async function openFile(file) {
  part.file.value = "";
  if (!file) return;
  try {
    const text = await readFile(file);
    recognizeFormat(text);
    fileName = file.name.replace(/\.gz$/, "");
    await run(text, true);
  } catch {
    notice(`${file.name} cannot be read; give a text file in UTF-8, or one compressed by gzip.`, true);
  }
}

/** Parse a text and show what becomes of it; a file always becomes a worklist. */
async function run(text, isFile) {
  if (part.parse.disabled) return;
  if (!text.trim()) return notice(isFile ? "The file is empty." : "Type or paste something first.", true);
  if (declaresColumns(text)) return notice("This page reads ten columns; use arcwalk parse for CoNLL-U Plus.", true);
  if (lacksTags()) return notice(needsTags(), true);
  if (hasUnsaved() && !confirm(LOSS)) return;
  const name = part.model.value;
  const input = {
    text,
    format: part.format.value,
    language: part.language.value.trim(),
    keep: part.keep.checked,
    model: { name, labels: details[name].labels },
  };
  notice("");
  setBusy(true);
  try {
    const sentences = await parseAll(input);
    if (sentences.length) show(sentences, isFile || sentences.length > MOST_CARDS);
  } catch (error) {
    notice(error.message, true);
  } finally {
    setBusy(false);
  }
}

async function parseAll(input) {
  const stopping = new AbortController();
  part.stop.onclick = () => stopping.abort();
  part["parsed-so-far"].textContent = "Parsing…";
  part.bar.removeAttribute("value");
  let sentences = [];
  for await (const known of parsed(input, stopping.signal)) {
    sentences = known.sentences;
    part.bar.value = known.share;
    part["parsed-so-far"].textContent = `${count(sentences.length, "sentence")} parsed`;
  }
  if (stopping.signal.aborted) {
    notice(`Stopped: ${count(sentences.length, "sentence")} parsed, the others are left out.`);
  }
  return sentences;
}

function setBusy(isBusy) {
  part.progress.hidden = !isBusy;
  part.parse.disabled = part.open.disabled = part.example.disabled = isBusy;
}

function show(sentences, isWorklist) {
  shown?.close();
  part.empty.hidden = true;
  part.results.hidden = false;
  part.filter.checked = false;
  part["filter-field"].hidden = isWorklist || sentences.length === 1;
  shown = new (isWorklist ? Worklist : Cards)(part.sentences, sentences, summarize);
  summarize();
  part.summary.focus({ preventScroll: true });
}

/** Whether there are corrections that were not downloaded. */
function hasUnsaved() {
  return Boolean(shown?.sentences.some((sentence) => sentence.isUnsaved));
}

function summarize() {
  part.summary.textContent = fileName ? `${fileName}: ${shown.summary}` : shown.summary;
}

function allConllu() {
  return conllu(shown.sentences.map((sentence) => sentence.conlluLines()));
}

async function copyConllu() {
  try {
    await copy(allConllu());
    part.copy.textContent = "Copied";
    setTimeout(() => (part.copy.textContent = "Copy CoNLL-U"), 2000);
  } catch (error) {
    notice(error.message, true);
  }
}

function downloadConllu() {
  saveConllu(`${fileName.replace(/\.\w+$/, "") || "sentences"}.conllu`, allConllu());
  for (const sentence of shown.sentences) sentence.setSaved();
}
