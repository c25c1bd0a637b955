// Requests to the service.

const COMMAND = document.documentElement.dataset.command; // that serves the page
const PATIENCE = 5; // attempts while the service is busy
const LONGEST_WAIT = 10; // seconds between two attempts
const PLACE = /^data(?::(\d+))?(?: \(sentence .*?\))?: /; // what a message begins with if it is about the data

/** The models: `{models, default_model, default_language, details}`. */
export async function models() {
  return (await request("models", {})).json();
}

/** Parse: the fields of `POST /parse` in, its reply out.
 *
 * A refusal throws an error with the service's own words; its `line` is the one in the data that it is about, if any.
 */
export function parse(fields, signal) {
  return post("parse", fields, signal);
}

/** Send JSON; the reply. */
export async function post(path, fields, signal) {
  const body = JSON.stringify(fields);
  const headers = { "Content-Type": "application/json" };
  return (await request(path, { method: "POST", headers, body, signal })).json();
}

/** Ask the service, again and again while it is busy. */
export async function request(path, options) {
  for (let attempt = 1; ; attempt++) {
    const response = await reach(path, options);
    if (response.ok) return response;
    if (response.status !== 503 || attempt === PATIENCE) throw await refusal(response);
    const wait = Math.min(Number(response.headers.get("Retry-After")) || 1, LONGEST_WAIT);
    await new Promise((resolve) => setTimeout(resolve, 1000 * wait));
    options.signal?.throwIfAborted();
  }
}

async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(`The service does not answer. Check that ${COMMAND} is running, then try again.`);
  }
}

async function refusal(response) {
  const { status } = response;
  if (status === 409) return conflict(await response.json());
  const text = (await response.text()).trim() || `The service answered with status ${status}.`;
  const line = Number(PLACE.exec(text)?.[1]) || undefined;
  return Object.assign(new Error(text.replace(PLACE, "")), { line, status });
}

function conflict(reply) {
  return Object.assign(new Error(reply.problem), { conflict: reply });
}
