// Which arcs are drawn further from the words than others.

/** The arcs of words, `{word, level}`: each has the lowest level, from 0, where it overlaps no shorter one. */
export function levels(words) {
  const taken = []; // by level: the places between words that arcs cover
  const span = ({ id, head }) => [Math.min(id, head), Math.max(id, head)];
  const length = (word) => span(word)[1] - span(word)[0];
  const arcs = words.filter(({ head }) => head > 0).sort((one, other) => length(one) - length(other));
  const placed = arcs.map((word) => {
    const [left, right] = span(word);
    const isFree = (places) => !places.some(([start, end]) => start < right && left < end);
    let level = taken.findIndex(isFree);
    if (level < 0) level = taken.push([]) - 1;
    taken[level].push([left, right]);
    return { word, level };
  });
  return [...placed, ...words.filter(({ head }) => head === 0).map((word) => ({ word, level: taken.length }))];
}
