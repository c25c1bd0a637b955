// From a text to sentences that can be corrected.

import { parse } from "./api.js";
import { conllu, givenArcs, sentencesIn, withArcs, withId, withPredictedColumns } from "./conllu.js";
import { isShort, parts } from "./input.js";
import { Sentence } from "./sentence.js";

/** Parse a text part by part: `{text, format, language, keep, model}`. Yields what is known after each part.
 *
 * Short texts come with pictures. If the signal is aborted, what has been parsed so far is all there is.
 */
export async function* parsed(input, signal) {
  const { text, format } = input;
  const all = parts(text, format);
  const svg = isShort(text, format);
  const sentences = [];
  let done = 0;
  for (const data of all) {
    let found;
    try {
      found = await parsedPart(data, input, svg, sentences.length, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    sentences.push(...found);
    done += data.length;
    yield { sentences, share: Math.min(1, done / text.length) };
  }
}

async function parsedPart(data, { format, language, keep, model }, svg, before, signal) {
  const given = format === "conllu" ? sentencesIn(data) : null;
  const fixed = given?.map((lines) => (keep ? givenArcs(lines) : new Map()));
  const sent = given ? conllu(given.map((lines, index) => withArcs(lines, (id) => fixed[index].get(id)))) : data;
  const options = { keep: Boolean(given && keep), confidence: true, svg };
  const reply = await parse({ data: sent, input: format, language, model: model.name, ...options }, signal);
  return reply.sentences.map((parsed, index) => {
    const number = before + index + 1;
    const [own] = sentencesIn(parsed.conllu);
    const lines = given ? withPredictedColumns(given[index], own) : withId(own, number);
    return new Sentence({ number, lines, parsed, fixed: fixed?.[index], model });
  });
}
