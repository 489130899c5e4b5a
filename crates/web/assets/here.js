// Games in this browser: the session of the server, but in a worker, with the engine in another
// one. Nothing here knows the rules.

import { firstSnapshot, keepDealt, takeDealt } from "./dealt.js";
import { Engine } from "./engine.js";
import { all as allKept, load, remove, save, whenChanged } from "./kept.js";
import { memory } from "./memory.js";
import { Refused } from "./refused.js";

/** The worker for games and all that is quick. */
export const desk = new Engine();

const random = () => Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(16).padStart(8, "0")).join("");
const textOf = (lines) => lines.map((line) => `${line}\n`).join("");

/** The games that this page has open, by their names. */
const open = new Map();

/** How the last game stood when its page was left. */
const SEEN = "seen";

/** A game in this browser. */
class Here {
  place = "here";
  seat = null;
  #listeners = new Set();
  #thinker = new Engine();
  #lines = [];
  #timer = null;
  /** Resolves when the game is taken up, and by whoever follows it. */
  #ready = null;
  /** How it stands, if that is known before the engine is there. */
  #known = null;

  constructor(id, known = null) {
    this.id = id;
    this.#known = known;
  }

  /** Takes the game up: a new one, or one that was kept. */
  begin(deed) {
    const begun = this.#ask(deed).then((answer) => {
      this.#lines = answer.lines;
      return this;
    });
    this.#ready = begun;
    open.set(this.id, this);
    begun.catch(() => open.delete(this.id));
    return begun;
  }

  async #ask(deed) {
    const answer = await desk.ask({ table: { id: this.id, now: performance.now(), deed } });
    this.#follow(answer);
    if (answer.refused) throw new Refused(answer.refused.status, answer.refused.message);
    return answer;
  }

  async #deed(deed) {
    await this.#ready;
    return this.#ask(deed);
  }

  /** Does what the session wants to be done. Lines are kept before they are told. */
  #follow({ outputs, wake }) {
    this.#keep(outputs);
    for (const output of outputs) {
      if (output.tell) for (const on of this.#listeners) on.event(output.tell);
      else if (output.think) this.#think(output.think);
      else if (output.stop) this.#thinker.end();
    }
    clearTimeout(this.#timer);
    if (wake !== null) this.#timer = setTimeout(() => this.#deed("tick").catch(() => {}), wake + 1);
  }

  #keep(outputs) {
    const before = this.#lines.length;
    const changes = outputs.filter((output) => output.append || output.keep || output.retitle);
    for (const { append, keep, retitle } of changes) {
      if (append) this.#lines.push(append);
      else if (keep) this.#lines.length = keep;
      else this.#lines[0] = retitle;
    }
    if (!changes.length) return;
    try {
      // A game that was only looked at leaves nothing behind.
      if (this.#lines.length > 1) save(this.id, this.#lines);
      else if (before > 1) remove(this.id);
    } catch {
      this.#deed({ "record-failed": { reason: "this browser has no room for more games" } }).catch(() => {});
    }
  }

  async #think(task) {
    // Only what is about this task is told: whoever is ended says nothing more.
    const tell = (thought) => this.#deed({ thought }).catch(() => {});
    try {
      await tell(await this.#thinker.work({ think: task }, tell));
    } catch {
      await tell({ answer: { task: task.number, cell: null, seconds: 0 } });
    }
  }

  /** Follows what happens, beginning with a snapshot. Returns a function that leaves. */
  follow(on) {
    let wanted = true;
    if (this.#known) on.event(this.#known);
    this.#known = null;
    const before = this.#ready;
    const begin = async () => {
      await before;
      await this.#ask("go-on").catch(() => {});
      const answer = await desk.ask({ table: { id: this.id, now: performance.now(), deed: "look" } });
      if (!wanted) return;
      this.#listeners.add(on);
      on.state?.("live");
      on.event(answer.snapshot);
      this.#follow(answer);
    };
    // What is done meanwhile is heard by who follows.
    this.#ready = begin();
    this.#ready.catch((error) => wanted && on.refused?.(error));
    return () => {
      wanted = false;
      // A game stands still when nobody looks.
      if (this.#listeners.delete(on) && !this.#listeners.size) this.#deed("pause").catch(() => {});
    };
  }

  /** Remembers how it stands, so that it is seen at once by who comes back. */
  remember(game) {
    memory.set(SEEN, game.end ? null : { ...game, type: "snapshot", id: this.id });
  }

  async play(cell, ply) {
    await this.#deed({ play: { cell, ply } });
  }

  async takeBack() {
    await this.#deed("take-back");
  }

  async hint() {
    await this.#deed("hint");
  }

  async resign(player) {
    await this.#deed({ resign: { player } });
  }

  async rename(player, name) {
    await this.#deed({ rename: { player, name } });
  }

  /** From now on the engine takes at least so many seconds for a move. */
  async setPace(seconds) {
    await this.#deed({ "set-pace": { seconds } });
  }

  async record() {
    return textOf(this.#lines);
  }

  /** Takes up what another page of this browser has done. */
  async reread() {
    const found = load(this.id);
    if (!found || textOf(found.lines) === textOf(this.#lines)) return;
    this.#thinker.end();
    await this.begin({ resume: { record: textOf(found.lines) } });
    const answer = await this.#deed("look");
    for (const on of this.#listeners) on.event(answer.snapshot);
  }
}

whenChanged((id) => open.get(id)?.reread().catch(() => {}));

/** Deals a board for the next game that is wanted so. */
async function dealNext({ size, fruits }) {
  const answer = await desk.ask({ table: { id: "next", now: 0, deed: { start: { wanted: { size, fruits }, random: random() } } } });
  keepDealt(answer.snapshot);
}

/** Starts a game. On a board that was dealt in advance it is there at once. */
export function newGame({ start = null, ...wanted }) {
  const id = `here-${random()}`;
  const isOpen = start === null && (wanted.seed ?? null) === null;
  const dealt = isOpen ? takeDealt(wanted) : null;
  const table = new Here(id, dealt && firstSnapshot(id, dealt, wanted));
  const seed = dealt?.seed ?? wanted.seed ?? null;
  const begun = table.begin({ start: { wanted: { ...wanted, seed, position: start }, random: random() } });
  if (isOpen) begun.then(() => dealNext(wanted)).catch(() => {});
  return dealt ? table : begun;
}

/** Opens a game that this browser has kept, or that is open in this page. */
export async function openGame(id) {
  if (open.has(id)) return open.get(id);
  const found = load(id);
  if (!found) throw new Refused(404, "This browser has no such game; one is kept from its first move on.");
  const seen = memory.get(SEEN);
  const known = seen?.id === id && seen.moves.length + 1 === found.lines.length ? seen : null;
  const table = new Here(id, known);
  const begun = table.begin({ resume: { record: textOf(found.lines) } });
  return known ? table : begun;
}

/** The games that were played in this browser, or brought here. */
export const games = {
  /** Lists them, the one that was last played first. */
  async list() {
    const all = allKept();
    if (!all.length) return [];
    const summaries = await desk.ask({ summaries: { records: all.map(({ lines }) => textOf(lines)) } });
    return all.flatMap(({ id, date }, at) => {
      const summary = summaries[at];
      if (!summary) return [];
      const { players, ending, winner, message, points, moves, size, kinds, seats } = summary;
      return [{ id, date, names: players, seats, points, moves, size, kinds, running: ending === null, winner, ending, message }];
    });
  },
  /** Resolves to the number of the level that suits, and by how many games that is so. */
  suggest: () => desk.ask({ suggest: allKept().map(({ lines }) => textOf(lines)).reverse() }),
  open: openGame,
  /** Resolves to a game as JSON Lines. */
  async record(id) {
    const found = load(id);
    if (!found) throw new Refused(404, "This browser has no such game.");
    return textOf(found.lines);
  },
  async remove(id) {
    open.delete(id);
    remove(id);
  },
  /** Resolves to all games as JSON Lines. */
  async exportAll() {
    return allKept().map(({ lines }) => textOf(lines)).join("");
  },
  /** Keeps the games of a record; resolves to how many of them are new here. */
  async importText(text) {
    const found = await desk.ask({ split: { text } });
    let added = 0;
    for (const { id, lines } of found) {
      if (allKept().some((game) => textOf(game.lines) === textOf(lines))) continue;
      try {
        save(load(id) ? `here-${random()}` : id, lines);
      } catch {
        throw new Refused(507, `This browser has room for ${added} of these ${found.length} games.`);
      }
      added += 1;
    }
    return added;
  },
};
