// The page of `arcwalk annotate`: its header, and what it begins with.

import { models } from "./api.js";
import { Desk } from "./desk.js";
import { count, element } from "./dom.js";
import { layout } from "./layout.js";
import { legend } from "./legend.js";
import { Offers } from "./offers.js";
import { PLAIN, showProgress } from "./progress_panel.js";
import { Project } from "./project.js";

const NAME = "arcwalk annotator";
const NOBODY = "annotator"; // who saves as long as there is no name
const NARROW = matchMedia("(max-width: 40rem)"); // where a line of words does not fit

const part = Object.fromEntries([...document.querySelectorAll("[id]")].map((own) => [own.id, own]));

start();

async function start() {
  part.legend.append(...legend());
  for (const name of ["progress", "help"]) {
    part[name].addEventListener("click", (event) => event.target === part[name] && part[name].close());
  }
  part["open-help"].addEventListener("click", () => part.help.showModal());
  layout.isRows = NARROW.matches;
  NARROW.addEventListener("change", () => (layout.isRows = NARROW.matches));
  let project, offers;
  const model = { name: "", labels: [] };
  try {
    project = await Project.open();
    offers = new Offers(project.values);
    await describe(model, project, offers);
  } catch {
    part.unreachable.hidden = false;
    setTimeout(() => location.reload(), 2_000);
    return;
  }
  part.who.value = localStorage.getItem(NAME) ?? project.who.at(-1) ?? "";
  part.who.placeholder = NOBODY;
  part.who.addEventListener("change", () => localStorage.setItem(NAME, part.who.value.trim()));
  if (!project.entries.length) {
    const text = "There are no sentences to annotate: start arcwalk annotate with the names of files or folders.";
    part.desk.append(element("p", { class: "empty" }, text));
  } else new Desk(part.desk, project, { model, offers, who: () => part.who.value.trim() || NOBODY });
  part["open-progress"].addEventListener("click", () => showProgress(part.progress, part.charts));
  for (const name of ["change", "order"]) project.addEventListener(name, () => summarize(project));
  project.addEventListener("training", () => tellOfTraining(project, model, offers));
  project.addEventListener("reach", () => (part.unreachable.hidden = project.isReachable));
  project.addEventListener("problem", () => tellOfProblems(project));
  summarize(project);
  tellOfProblems(project);
  tellOfTraining(project, model, offers);
  project.follow();
}

/** What the newest parser can do; labels that were offered before still are. */
async function describe(model, { training }, offers) {
  const { default_model, details } = await models();
  const known = details[default_model];
  const learned = training.system === PLAIN ? [] : known.labels; // those of the plain guess are of no treebank
  const labels = [...new Set([...model.labels, ...offers.labels(learned)])].sort();
  Object.assign(model, known, { name: default_model, labels });
}

function summarize(project) {
  const { files, entries, done } = project;
  part.name.textContent = files.length === 1 ? files[0].name : count(files.length, "file");
  part.amount.textContent = `${done.toLocaleString("en")} of ${count(entries.length, "sentence")} done`;
  part.share.value = entries.length ? done / entries.length : 0;
  document.title = `${part.name.textContent}: ${part.amount.textContent}`;
}

/** Files that cannot be read. */
function tellOfProblems({ problems }) {
  part.problem.hidden = problems.length === 0;
  part.problem.textContent = problems.map((problem) => `Nothing can be saved: ${problem}.`).join(" ");
}

let generation = null; // of the model that was described last

function tellOfTraining(project, model, offers) {
  const { state, next, guess, system, sentences, problem } = project.training;
  if (guess !== generation) {
    generation = guess;
    describe(model, project, offers).catch(() => (generation = null)); // it is asked for again
  }
  part.training.classList.toggle("busy", state !== "idle");
  part.training.classList.toggle("error", Boolean(problem));
  part.training.title = problem;
  if (state === "training") part.training.textContent = "Learning…";
  else if (state === "parsing") part.training.textContent = "Parsing what nobody has begun…";
  else if (problem) part.training.textContent = "Learning failed";
  else {
    const first = system === PLAIN ? "Has learned nothing yet" : "The model that was given guesses best";
    const known = guess ? `Learned from ${count(sentences, "sentence")}` : first;
    const again = system === PLAIN ? "begins at" : "learns again at";
    part.training.textContent = next > project.done ? `${known}; ${again} ${next.toLocaleString("en")}` : known;
  }
}
