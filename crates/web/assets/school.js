// The lesson and puzzles: all that pages know of them. What is right, what a wrong move allows
// and which puzzle comes next is found in the worker; what was solved is kept in this browser.

import { loadScript } from "./engine.js";
import { desk } from "./here.js";
import { memory } from "./memory.js";
import { Refused } from "./refused.js";

/** What was solved and missed, and what could not be read of it. */
const [KEPT, UNREAD] = ["puzzles", "puzzles-unread"];

const ask = (...learn) => desk.ask({ learn: learn.map(String) });

/** The first lesson: its boards by their numbers, from 1. */
export const lesson = {
  show: (number) => ask("lesson", number),
  take: (number, cell) => ask("lesson", number, cell),
};

async function loadDeck() {
  try {
    if (!globalThis.fruitrageDeck) await loadScript("assets/deck.js");
  } catch {
    throw new Refused(0, "The puzzles could not be loaded.");
  }
  return ask("deck", globalThis.fruitrageDeck);
}

let loading = null;

/** Keeps what was solved. One's own mistakes are no puzzles: nothing is kept of them. */
function keep(task) {
  if (task.progress) memory.set(KEPT, task.progress);
  return task;
}

export const puzzles = {
  /** Resolves to how many there are, in all and about each theme. They are loaded once. */
  deck() {
    loading ??= loadDeck();
    // The next one may try again.
    loading.catch(() => (loading = null));
    return loading;
  },

  /** Resolves to the first puzzle of a source, such as a theme, on a day, such as 2031-05-17. */
  async open(source, date) {
    await this.deck();
    const open = (progress) => ask("open", source, date, progress ?? "");
    const progress = memory.get(KEPT);
    try {
      return keep(await open(progress));
    } catch (error) {
      if (error.status !== 422) throw error;
      memory.set(UNREAD, progress);
      return keep({ ...(await open(null)), trouble: "What you solved before could not be read; it begins anew." });
    }
  },

  /** Resolves to the first board of a game on which somebody went wrong: `3:mistake,9:blunder`. */
  async mistakes(record, found) {
    await this.deck();
    return ask("mistakes", record, found);
  },

  /** Resolves to the answer to a move, with what is asked `now`. */
  async take(cell) {
    const answer = await ask("move", cell);
    keep(answer.now);
    return answer;
  },

  /** Plays on with a wrong move that was just refuted. */
  playOn: () => ask("play-on"),

  /** Resolves to the next puzzle. One that is skipped is missed. */
  next: async () => keep(await ask("next")),
};

/** The day, the same for everybody. */
export const today = () => new Date().toISOString().slice(0, 10);
