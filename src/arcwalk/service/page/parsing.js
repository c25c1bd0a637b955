// From a text to sentences that can be corrected.

import { parse } from "./api.js";
import { conllu, givenArcs, sentencesIn, withArcs, withId, withPredictedColumns } from "./conllu.js";
import { History } from "./history.js";
import { isShort, parts } from "./input.js";
import { languageOf } from "./language.js";
import { Sentence, stateOf } from "./sentence.js";

/** Parse a text part by part: `{text, format, language, named, keep, model}`; `named` is the language if the text
 * does not show that it is another. Yields what is known after each part.
 *
 * Short texts come with pictures. If the signal is aborted, what has been parsed so far is all there is.
 */
export async function* parsed(input, signal) {
  const { text, format } = input;
  const all = parts(text, format);
  const svg = isShort(text, format);
  const sentences = [];
  let [lines, characters] = [0, 0];
  for (const part of all) {
    const data = part.join("\n") + "\n";
    let found;
    try {
      found = await parsedPart(data, input, svg, sentences.length, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw located(error, lines, sentences.length);
    }
    sentences.push(...found);
    lines += part.length;
    characters += data.length;
    yield { sentences, share: Math.min(1, characters / text.length) };
  }
}

async function parsedPart(data, { format, language, named, keep, model }, svg, before, signal) {
  const given = format === "conllu" ? sentencesIn(data) : null;
  const fixed = given?.map((lines) => (keep ? givenArcs(lines) : new Map()));
  const sent = given ? conllu(given.map((lines, index) => withArcs(lines, (id) => fixed[index].get(id)))) : data;
  const options = { keep: Boolean(given && keep), confidence: true, svg };
  const reply = await parse({ data: sent, input: format, language, model: model.name, ...options }, signal);
  if (given && given.length !== reply.sentences.length) {
    throw new Error(`The service finds ${reply.sentences.length} sentences where the page finds ${given.length}.`);
  }
  return reply.sentences.map((parsed, index) => {
    const number = before + index + 1;
    const [own] = sentencesIn(parsed.conllu);
    const lines = given ? withPredictedColumns(given[index], own) : withId(own, number);
    const spoken = languageOf(parsed.text, named);
    const history = new History(stateOf(lines, parsed, fixed?.[index]));
    return new Sentence({ number, direction: parsed.direction, language: spoken, model }, history);
  });
}

/** An error in a part of a text that says where in the whole text it is. */
function located(error, lines, sentences) {
  const message = error.message.replace(/^sentence (\d+)/, (_, number) => `sentence ${sentences + Number(number)}`);
  return new Error(error.line ? `line ${lines + error.line}: ${message}` : message);
}
