// Talking to the server: requests, and streams that come back after a drop.

import { Refused } from "./refused.js";

async function refusal(response) {
  try {
    return new Refused(response.status, (await response.json()).error);
  } catch {
    return new Refused(response.status, `The server answered ${response.status}.`);
  }
}

/** Asks for something; what comes back as JSON or text, or nothing. */
export async function ask(method, url, body, kind = "json") {
  const options = { method };
  if (body !== undefined) {
    options.headers = { "content-type": "application/json" };
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(url, options);
  } catch {
    throw new Refused(0, "The server cannot be reached.");
  }
  if (!response.ok) throw await refusal(response);
  return response.status === 204 ? undefined : response[kind]();
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;

/**
 * Follows a stream of events. It is taken up again after a drop, and begins then
 * with how things stand. `on.event` may return true: that was the last one.
 * `on.state` hears of "live" and "lost"; `on.refused` of what will not get better.
 * Returns a function that ends it.
 */
export function follow(url, on) {
  const ended = new AbortController();
  let wake = () => {};
  const hurry = () => document.visibilityState === "visible" && wake();

  async function read() {
    const response = await fetch(url, { signal: ended.signal, headers: { accept: "text/event-stream" } });
    if (!response.ok) throw await refusal(response);
    on.state?.("live");
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return false;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        if (line.startsWith("data:") && on.event(JSON.parse(line.slice(5)))) {
          ended.abort();
          return true;
        }
      }
    }
  }

  async function keepReading() {
    let wait = FIRST_WAIT;
    while (!ended.signal.aborted) {
      const since = performance.now();
      try {
        if (await read()) break;
      } catch (error) {
        if (ended.signal.aborted) break;
        const hopeless = error instanceof Refused && error.status < 500 && error.status !== 429;
        if (hopeless || (error instanceof Refused && on.once)) {
          on.refused?.(error);
          break;
        }
      }
      if (performance.now() - since > LONGEST_WAIT) wait = FIRST_WAIT;
      on.state?.("lost");
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, wait);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
    document.removeEventListener("visibilitychange", hurry);
    removeEventListener("online", hurry);
  }

  document.addEventListener("visibilitychange", hurry);
  addEventListener("online", hurry);
  keepReading();
  return () => {
    ended.abort();
    wake();
  };
}
