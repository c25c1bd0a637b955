// Pictures of numbers: lines over an axis, and a bar of shares.

import { element, shape } from "./dom.js";

const [WIDTH, HEIGHT] = [520, 210];
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 16, 14, 34]; // margins
const TICKS = 4;
const LEAST_COUNT = 20; // at the end of the axis below, so that its ticks are whole numbers

/** Lines over one axis: `series` are `{name, points: [[x, y], ...], kind}`; kind is line, dots or forecast.
 *
 * `summary` tells in words what is to be seen.
 */
export function lineChart({ title, summary, xName, series }) {
  const points = series.flatMap((each) => each.points);
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [xEnd, yEnd] = [niceEnd(Math.max(LEAST_COUNT, ...xs)), niceEnd(Math.max(1, ...ys))];
  const start = Math.min(0, ...ys);
  const x = (value) => LEFT + ((WIDTH - LEFT - RIGHT) * value) / xEnd;
  const y = (value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * (value - start)) / (yEnd - start);
  const described = { role: "img", "aria-label": `${title}. ${summary}` };
  const svg = shape("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, ...described });
  for (const value of ticks(start, yEnd)) {
    svg.append(shape("path", { class: "grid", d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}` }));
    svg.append(text("tick end", LEFT - 6, y(value) + 4, format(value)));
  }
  for (const value of ticks(0, xEnd)) svg.append(text("tick", x(value), HEIGHT - BOTTOM + 16, format(value)));
  svg.append(text("axis", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, xName));
  for (const [index, { points: own, kind }] of series.entries()) {
    const places = own.map(([one, other]) => [x(one), y(other)]);
    const color = `series-${index}`;
    if (kind !== "dots" && places.length > 1) {
      const d = `M${places.map((place) => place.join(" ")).join("L")}`;
      svg.append(shape("path", { class: `line ${kind} ${color}`, d }));
    }
    const marked = kind === "line" && places.length > 12 ? [] : places;
    const r = kind === "dots" ? 2.2 : 3.5;
    for (const [cx, cy] of marked) svg.append(shape("circle", { class: `${kind} ${color}`, cx, cy, r }));
  }
  const keys = series.map(({ name }, index) => element("li", { class: `series-${index}` }, name));
  const caption = element("figcaption", {}, element("strong", {}, title), element("p", {}, summary));
  return element("figure", {}, caption, series.length > 1 ? element("ul", { class: "keys" }, ...keys) : null, svg);
}

/** A bar of shares: `parts` are `{name, number, kind}`. */
export function shareBar(title, parts) {
  const all = parts.reduce((sum, { number }) => sum + number, 0) || 1;
  const bar = element(
    "div",
    { class: "bar", "aria-hidden": "true" },
    ...parts.map(({ number, kind }) => element("span", { class: kind, style: `flex-grow: ${number / all}` })),
  );
  const keys = parts.map(({ name, number, kind }) =>
    element("li", { class: kind }, `${name} ${number.toLocaleString("en")} (${Math.round((100 * number) / all)}%)`),
  );
  const caption = element("figcaption", {}, element("strong", {}, title));
  return element("figure", {}, caption, bar, element("ul", { class: "keys" }, ...keys));
}

function text(kind, x, y, content) {
  return Object.assign(shape("text", { class: kind, x, y }), { textContent: content });
}

function ticks(start, end) {
  const step = (end - start) / TICKS;
  return Array.from({ length: TICKS + 1 }, (_, index) => start + index * step);
}

/** The least round number that is not below another, and that ticks divide. */
function niceEnd(most) {
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 6, 8, 10].map((factor) => factor * unit).find((end) => end >= most);
}

function format(value) {
  return value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 4 ? 2 : 0 });
}
