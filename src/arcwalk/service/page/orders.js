// Orders in which sentences are listed, by what is expected of their arcs.

const SHARE = {
  shown: ({ errors, words }) => `${Math.round((100 * errors) / words)}%`,
  spoken: "of its arcs probably wrong",
};

/** Orders of entries, those with the least `key` first; `shown` is the number that is shown for each.
 *
 * `begin()`, if there is one, is called when the user chooses the order.
 */
export const BY_DOUBT = {
  name: "Doubt per word",
  explanation: "Most doubtful first. The number is the share of arcs that are probably wrong.",
  key: ({ errors, words }) => -errors / words,
  ...SHARE,
};
export const BY_ERRORS = {
  name: "Doubt per sentence",
  explanation: "Most doubtful first. The number is how many arcs are probably wrong.",
  key: ({ errors }) => -errors,
  shown: ({ errors }) => errors.toFixed(1),
  spoken: "arcs probably wrong",
};
export const BY_FILE = {
  name: "Order of the file",
  explanation: "As in the file. The number is the share of arcs that are probably wrong.",
  key: () => 0, // entries are in this order before they are sorted
  ...SHARE,
};
