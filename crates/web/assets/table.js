// The table: all that pages know of games, the engine and the server. A table is a game that
// somebody plays or looks at, here in the browser or in a room of the server; both tell the
// same events.

import { ask, follow, Refused as Refusal } from "./api.js";
import { pack, unpack } from "./packed.js";

/** Why something was refused: `status` as of HTTP, `message` in words for people. */
export const Refused = Refusal;

/** What a server offers beyond plain files: none, or which of rooms, tournament and records. */
export const server = { rooms: true, tournament: true, records: true };

/** The engine's levels, the weakest first. */
export const levels = [1, 2, 3, 4, 5].map((number) => ({ number, name: `level ${number}`, words: "", rating: null }));

const KNOWN = "games";
const known = () => JSON.parse(localStorage.getItem(KNOWN) ?? "[]");
const gamePath = (id, what = "") => `/api/games/${encodeURIComponent(id)}${what}`;

/** A game at which one sits or looks on. */
class Table {
  constructor(id, place, seat = null) {
    Object.assign(this, { id, place, seat });
  }

  /** Follows what happens, beginning with a snapshot. Returns a function that leaves. */
  follow(on) {
    return follow(gamePath(this.id, "/events"), on);
  }

  play(cell, ply) {
    return ask("POST", gamePath(this.id, "/moves"), { move: cell, ply });
  }

  takeBack() {
    return ask("POST", gamePath(this.id, "/take-back"), {});
  }

  hint() {
    return ask("POST", gamePath(this.id, "/hint"), {});
  }

  resign(player) {
    return ask("POST", gamePath(this.id, "/resign"), { player });
  }

  /** Resolves to the record as JSON Lines. */
  async record() {
    return storedRecord(`${this.id}.jsonl`);
  }
}

/** Starts a game in this browser. */
export async function newGame(wanted) {
  const { start, ...rest } = wanted;
  const made = await ask("POST", "/api/games", start ? { ...rest, position: start } : rest);
  localStorage.setItem(KNOWN, JSON.stringify([made.id, ...known()]));
  return new Table(made.id, "here");
}

/** Starts a game for two people on two devices. Its `invitation` is a link with a seat. */
export async function newRoom(wanted) {
  const table = await newGame(wanted);
  return Object.assign(table, { place: "room", seat: 1, invitation: `${location.origin}/#room=${table.id}&seat=2` });
}

/** Opens a game of this browser, or a room, with the seat that one was invited to. */
export async function openGame(id, seat = null) {
  await ask("GET", gamePath(id));
  return new Table(id, "here", seat);
}

/** Finds the best moves, deeper and deeper. Returns a function that stops it. */
export function analyse(position, { lines = 3, seconds = 20 }, on) {
  const wanted = new URLSearchParams({ position, top: lines, seconds });
  return follow(`/api/analysis?${wanted}`, {
    ...on,
    once: true,
    event(report) {
      on.event(report);
      return Boolean(report.finish);
    },
  });
}

/** Reads a board in any form of text. */
export const readPosition = (text) => ask("POST", "/api/position", { text });

/** Tells what moves lead to, one after the other. */
export const playLine = (position, moves) => ask("POST", "/api/line", { position, moves });

/** Reads a record: one of its games, and the list of all. */
export const readRecord = (record, game = null) => ask("POST", "/api/record", { record, game });

/** Judges every move of a game. Returns a function that stops it. */
export function review(record, game, on) {
  let stop = () => {};
  let wanted = true;
  readRecord(record, game).then(
    ({ file }) => {
      if (wanted) stop = follow(`/api/review?${new URLSearchParams({ file })}`, { ...on, once: true, event: (event) => on.event(event) || event.type === "review" });
    },
    (error) => wanted && on.refused?.(error),
  );
  return () => {
    wanted = false;
    stop();
  };
}

/** Tells what a move would do: its group, what falls, and the largest group that it leaves. */
export async function preview(position, cell) {
  const [step] = (await playLine(position, [cell])).steps;
  const leaves = step.groups.reduce((best, group) => (group.size > (best?.size ?? 0) ? group : best), null);
  return { group: step.effect.taken, falls: step.effect.falls, rows: step.rows, points: step.points, leaves };
}

/** The games that were played in this browser. */
export const games = {
  /** Lists them, the newest first. */
  async list() {
    const shown = await Promise.allSettled(known().map((id) => ask("GET", gamePath(id))));
    return shown.flatMap(({ value: game }) => {
      if (!game) return [];
      const { id, seats, points, moves, end, size, kinds } = game;
      const result = { winner: end?.winner ?? null, ending: end?.ending ?? null, message: end?.message ?? null };
      return [{ id, date: Date.now(), names: seats.map((seat) => seat.name), seats, points, moves: moves.length, size, kinds, running: !end, ...result }];
    });
  },
  open: (id) => openGame(id),
  /** Resolves to a game as JSON Lines. */
  record: async (id) => (await openGame(id)).record(),
  async remove(id) {
    localStorage.setItem(KNOWN, JSON.stringify(known().filter((each) => each !== id)));
  },
  /** Resolves to all games as JSON Lines. */
  async exportAll() {
    return (await Promise.all(known().map((id) => games.record(id)))).join("");
  },
  /** Keeps the games of a record; resolves to how many there were. */
  async importText(text) {
    return (await readRecord(text)).games.length;
  },
};

/** A game as text for the fragment of a link, and back. */
export const share = { pack, unpack };

/** Resolves to a game of the server's folder or tournament (`watched:ID`), as JSON Lines. */
export async function storedRecord(file, game = null) {
  const wanted = new URLSearchParams(game === null ? { file } : { file, game });
  const response = await fetch(`/api/record.jsonl?${wanted}`);
  if (!response.ok) throw new Refused(response.status, (await response.json()).error);
  return response.text();
}

/** Follows the server's folder of games. Returns a function that leaves. */
export const followRecords = (on) => follow("/api/records/events", on);

/** Follows the server's tournament. Returns a function that leaves. */
export const followTournament = (on) => follow("/api/watch", on);
