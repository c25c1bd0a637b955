// In which order sentences come next, and which of them are listed.

import { differences, next } from "./annotate_api.js";
import { element } from "./dom.js";
import { BY_DOUBT, BY_ERRORS, BY_FILE } from "./orders.js";

const BATCH = 50; // sentences of a diverse batch
const DIFFERS = "differs";
const STATES = [
  ["", "All sentences"],
  ["open", "Not done"],
  ["untouched", "Untouched"],
  ["begun", "Begun"],
  ["done", "Done"],
];

/** Orders of the list; `arrange()` is called when one that the server makes is known. */
export function ordersOf(project, arrange) {
  return [BY_FILE, BY_DOUBT, BY_ERRORS, diverse(project, arrange)];
}

/** A batch of sentences that are doubtful, and not like each other; the others after them. */
function diverse(project, arrange) {
  let places = null;
  const ask = async () => {
    places = new Map(); // not again while it is asked for
    const ids = await next("diverse", BATCH);
    places = new Map(ids.map((id, place) => [id, place]));
    arrange();
  };
  project.addEventListener("training", () => (places = places?.size ? places : null));
  return {
    ...BY_DOUBT,
    name: "Diverse batch",
    explanation: `${BATCH} sentences that are doubtful and unlike each other, then the others.`,
    begin: ask,
    key: ({ id }) => places?.get(id) ?? BATCH,
  };
}

/** Filters by state and by file; `arrange()` is called when it is known where annotators differ. */
export function filtersOf(project, arrange) {
  const isShared = project.files.length > 1;
  const state = choiceOf("State", isShared ? [...STATES, [DIFFERS, "Differs between files"]] : STATES);
  const file = choiceOf("File", [["", "All files"], ...project.files.map(({ name }, number) => [number, name])]);
  file.field.hidden = !isShared;
  let differing = new Set();
  state.select.addEventListener("change", async () => {
    if (state.select.value !== DIFFERS) return;
    differing = new Set(await differences());
    arrange();
  });
  const admits = (entry) => {
    const wanted = state.select.value;
    return wanted === DIFFERS ? differing.has(entry.id) : isIn(entry.state, wanted);
  };
  return [
    { field: state.field, admits },
    { field: file.field, admits: (entry) => file.select.value === "" || Number(file.select.value) === entry.file },
  ];
}

function isIn(state, wanted) {
  return wanted === "open" ? state !== "done" : !wanted || wanted === state;
}

function choiceOf(name, options) {
  const select = element("select", {}, ...options.map(([value, text]) => element("option", { value }, text)));
  return { select, field: element("label", {}, `${name} `, select) };
}
