// How far the annotation has come, how much there is to correct, and how good the parser is by now: in pictures.

import { progress, train } from "./annotate_api.js";
import { lineChart, shareBar } from "./charts.js";
import { button, count, element } from "./dom.js";

export const PLAIN = "plain"; // the parser that has learned nothing
const WINDOW = 10; // sentences of which the mean is shown
const CORRECTIONS = "Corrections per sentence";
const SCORES = "The parser on sentences it has not seen";
const STATES = [["done", "Done"], ["begun", "Begun"], ["untouched", "Untouched"]];

/** Open the panel, and fill it with what the server knows. */
export async function showProgress(dialog, root) {
  root.replaceChildren(element("p", { class: "hint" }, "Counting…"));
  dialog.showModal();
  try {
    root.replaceChildren(...pictures(await progress()));
  } catch (error) {
    root.replaceChildren(element("p", { class: "error" }, error.message));
  }
}

function pictures({ sentences, words, corrections, scores, forecast, training }) {
  return [
    element("div", { class: "shares" }, ...Object.entries({ Sentences: sentences, Words: words }).map(shares)),
    corrections.length ? correctionsChart(corrections) : nothing(CORRECTIONS, "Nothing is accepted yet."),
    scores.length ? scoresChart(scores, forecast) : nothing(SCORES, whenMeasured(training)),
    trainButton(training),
  ];
}

function shares([title, numbers]) {
  return shareBar(title, STATES.map(([kind, name]) => ({ kind, name, number: numbers[kind] })));
}

function correctionsChart(corrections) {
  const own = corrections.map((each, index) => [index + 1, each.corrections]);
  const mean = own.map(([place], index) => {
    const last = own.slice(Math.max(0, index - WINDOW + 1), index + 1);
    return [place, last.reduce((sum, [, number]) => sum + number, 0) / last.length];
  });
  const now = mean.at(-1)[1].toFixed(1);
  const words = corrections.slice(-WINDOW).reduce((sum, each) => sum + each.words, 0);
  const share = corrections.slice(-WINDOW).reduce((sum, each) => sum + each.corrections, 0) / Math.max(1, words);
  return lineChart({
    title: CORRECTIONS,
    summary: `In the last ${count(Math.min(WINDOW, own.length), "sentence")}: ${now} each, ${Math.round(100 * share)}% of the words.`,
    xName: "sentences accepted",
    series: [
      { name: "each sentence", points: own, kind: "dots" },
      { name: `mean of the last ${WINDOW}`, points: mean, kind: "line" },
    ],
  });
}

/** UAS and LAS over the number of sentences. */
export function scoresChart(scores, forecast) {
  const points = (name) => scores.map((score) => [score.sentences, score[name]]);
  const series = ["uas", "las"].map((name) => ({ name: name.toUpperCase(), points: points(name), kind: "line" }));
  let summary = `LAS ${scores.at(-1).las.toFixed(1)} ${learnedFrom(scores.at(-1))}.`;
  if (forecast) {
    const estimated = [points("las").at(-1), [forecast.sentences, forecast.las]];
    series.push({ name: "LAS, estimated", points: estimated, kind: "forecast" });
    summary += ` The next fifty would bring about ${forecast.gain.toFixed(1)} points.`;
  }
  return lineChart({ title: SCORES, summary, xName: "sentences learned from", series });
}

function learnedFrom({ sentences, system }) {
  if (sentences) return `with ${count(sentences, "sentence")}`;
  return system === PLAIN ? "before it has learned" : "of the model that was given";
}

function whenMeasured({ next, done }) {
  const missing = Math.max(1, next - done);
  return `It is measured when it has learned: after ${count(missing, "more accepted sentence")}.`;
}

function nothing(title, text) {
  return element("figure", {}, element("figcaption", {}, element("strong", {}, title), element("p", {}, text)));
}

function trainButton({ state }) {
  const own = button("Learn now", async () => {
    own.disabled = true;
    try {
      await train();
      own.textContent = "It learns…";
    } catch (error) {
      own.textContent = error.message;
    }
  });
  own.disabled = state !== "idle";
  return element("p", {}, own);
}
