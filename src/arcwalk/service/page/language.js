// The language of a text, which decides how a browser draws it, and in which voice a screen reader reads it.

const SCRIPTS = [
  ...["Latn", "Cyrl", "Grek", "Armn", "Geor", "Arab", "Hebr", "Syrc", "Thaa", "Ethi", "Copt", "Goth"],
  ...["Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh", "Tibt"],
  ...["Thai", "Laoo", "Khmr", "Mymr", "Hira", "Kana", "Hang", "Hani"],
].map((script) => [script, new RegExp(`\\p{Script=${script}}`, "gu")]);
const ENOUGH = 2_000; // characters tell the script of a text
const SYSTEMS = { Hira: "Jpan", Kana: "Jpan", Hang: "Kore" }; // of writing, which use Han characters, too
const SHARED = ["Latn", "Cyrl"]; // by too many languages
const HAN = ["Jpan", "Kore", "Hans", "Hant"];

/** The code of the language that the user or the service names if it is written like this text.
 *
 * If not, the language that is most often written in this script; of a script of too many, an empty string, for unknown.
 */
export function languageOf(text, named) {
  const writing = writingOf(text.slice(0, ENOUGH));
  const usual = usualWriting(named);
  if (usual && (!writing || writing === usual || (writing === "Hani" && HAN.includes(usual)))) return named;
  return !writing || SHARED.includes(writing) ? "" : new Intl.Locale(`und-${writing}`).maximize().language;
}

/** The script of most letters of a text, as in ISO 15924; undefined if it has none. */
function writingOf(text) {
  const counts = new Map();
  for (const [script, letters] of SCRIPTS) {
    const number = text.match(letters)?.length ?? 0;
    if (number) counts.set(script, number);
  }
  const system = Object.keys(SYSTEMS).find((script) => counts.has(script) && counts.has("Hani"));
  const [most] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), [undefined, 0]);
  return SYSTEMS[most === "Hani" ? system : most] ?? most;
}

/** The script in which a language is usually written; undefined if nobody knows. */
function usualWriting(code) {
  try {
    return new Intl.Locale(code).maximize().script;
  } catch {
    return undefined; // it is no code
  }
}
