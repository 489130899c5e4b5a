// Rooms of the server: games of two people on two devices. Whoever has a seat moves for it;
// everybody else watches.

import { ask, follow } from "./api.js";
import { Refused } from "./refused.js";

const SEATS = "fruitrage:seats";
const path = (id, what = "") => `api/rooms/${encodeURIComponent(id)}${what}`;

function seats() {
  try {
    return JSON.parse(localStorage.getItem(SEATS)) ?? {};
  } catch {
    return {};
  }
}

/** Remembers the key to a seat, so that one finds it again without the link. */
function remember(id, key) {
  try {
    localStorage.setItem(SEATS, JSON.stringify({ ...seats(), [id]: key }));
  } catch {
    // Then only the link leads back to it.
  }
}

/** A game in a room. */
class Room {
  place = "room";
  #key;

  constructor({ id, seat, key, guest = null }) {
    Object.assign(this, { id, seat });
    this.#key = key;
    /** The link for the other seat; only whoever made the room has it. */
    this.invitation = guest && `${location.href.split("#")[0]}#${new URLSearchParams({ room: id, seat: guest })}`;
    /** The link for those who watch. */
    this.watching = `${location.href.split("#")[0]}#${new URLSearchParams({ room: id })}`;
  }

  #act(what, body = {}) {
    if (!this.seat) return Promise.reject(new Refused(403, "You are watching this game."));
    return ask("POST", path(this.id, `/${what}`), { ...body, key: this.#key });
  }

  follow(on) {
    return follow(path(this.id, `/events${this.#key ? `?${new URLSearchParams({ key: this.#key })}` : ""}`), on);
  }

  play(cell, ply) {
    return this.#act("moves", { move: cell, ply });
  }

  takeBack() {
    return this.#act("take-back");
  }

  hint() {
    return Promise.reject(new Refused(409, "There are no hints in a game between two people."));
  }

  resign() {
    return this.#act("resign");
  }

  rename(_, name) {
    return this.#act("name", { name });
  }

  async record() {
    return storedRecord(`${this.id}.jsonl`);
  }
}

/** Starts a game for two people on two devices. */
export async function newRoom({ start = null, ...wanted }) {
  const made = await ask("POST", "api/rooms", { ...wanted, position: start });
  remember(made.id, made.key);
  return new Room(made);
}

/** Opens a room, at the seat that `key` opens or one that was taken before, or to watch. */
export async function openRoom(id, key = null) {
  const known = key ?? seats()[id] ?? null;
  const { seat } = await ask("GET", path(id, known ? `?${new URLSearchParams({ key: known })}` : ""));
  if (seat) remember(id, known);
  return new Room({ id, seat, key: seat ? known : null });
}

/** Whether a game's name is that of a room. */
export const isRoom = (id) => id.startsWith("room-");

/** Resolves to a game of the server's folder or tournament (`watched:ID`), as JSON Lines. */
export async function storedRecord(file, game = null) {
  const wanted = new URLSearchParams(game === null ? { file } : { file, game });
  return (await ask("GET", `api/record.jsonl?${wanted}`, undefined, "text"));
}

/** Follows the server's folder of games. Returns a function that leaves. */
export const followRecords = (on) => follow("api/records/events", on);

/** Follows the server's tournament. Returns a function that leaves. */
export const followTournament = (on) => follow("api/watch", on);
