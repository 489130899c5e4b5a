// Rooms of the server: games of two people on two devices, or of one against a player of the
// server. Whoever has a seat moves for it; everybody else watches.

import { ask, follow } from "./network.js";
import { SERVER } from "./place.js";
import { Refused } from "./refused.js";
import { recordOfShelf, showShelf } from "./shelf.js";

const SEATS = "fruitrage:seats";
const path = (id, what = "") => `api/rooms/${encodeURIComponent(id)}${what}`;

const link = (parts) => `${location.href.split("#")[0]}#${new URLSearchParams(parts)}`;

function seats() {
  try {
    return JSON.parse(localStorage.getItem(SEATS)) ?? {};
  } catch {
    return {};
  }
}

/** Remembers what opens a seat, so that one finds it again without the link. */
function remember(id, seat) {
  try {
    localStorage.setItem(SEATS, JSON.stringify({ ...seats(), [id]: seat }));
  } catch {
    // Then only the link leads back to it.
  }
}

/** A game in a room. */
class Room {
  place = "room";
  #key;

  constructor({ id, seat, key, invitation = null }) {
    Object.assign(this, { id, seat });
    this.#key = key;
    /** The link for the other seat; only whoever made the room has it. */
    this.invitation = invitation && link({ room: id, seat: invitation });
    /** The link for those who watch. */
    this.watching = link({ room: id });
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
    return Promise.reject(new Refused(409, "There are no hints in a game on the server."));
  }

  resign() {
    return this.#act("resign");
  }

  /** Wants another game with sides swapped; it begins when the other one wants it too. */
  rematch() {
    return this.#act("rematch");
  }

  /** Opens the room in which a match goes on. What opens a seat here opens one there. */
  next(id) {
    if (this.#key) remember(id, { key: this.#key });
    return openRoom(id);
  }

  rename(_, name) {
    return this.#act("name", { name });
  }

  async record() {
    return storedRecord(`${this.id}.jsonl`);
  }
}

/**
 * Starts a game for two people on two devices, with the first seat for oneself, or of one
 * against a player of the server, which has the seat with its name as `opponent`.
 */
export async function newRoom({ start = null, seats, ...wanted }) {
  const their = seats.findIndex(({ opponent }) => opponent);
  const people = seats.map(({ level, name }) => ({ level, name }));
  const game = { ...wanted, seats: people, position: start };
  const made = await ask("POST", "api/rooms", { game, seat: their === 0 ? 2 : 1, opponent: seats[their]?.opponent });
  remember(made.id, { key: made.key, invitation: made.invitation });
  return new Room(made);
}

/** Opens a room: at the seat that one has, or that one is invited to and is free, or to watch. */
export async function openRoom(id, invitation = null) {
  const known = seats()[id];
  if (known) {
    const { seat, waiting } = await ask("GET", path(id, `?${new URLSearchParams({ key: known.key })}`));
    if (seat) return new Room({ id, seat, ...known, invitation: waiting ? known.invitation : null });
  }
  if (invitation) {
    const { seat, key } = await ask("POST", path(id, "/join"), { invitation });
    if (seat) remember(id, { key });
    return new Room({ id, seat, key });
  }
  await ask("GET", path(id));
  return new Room({ id, seat: null, key: null });
}

/** Whether a game's name is that of a room. */
export const isRoom = (id) => id.startsWith("room-");

/** Resolves to a game of the server's folder or tournament (`watched:ID`), as JSON Lines. */
export async function storedRecord(file, game = null) {
  if (SERVER?.shelf) return recordOfShelf(file, game);
  const wanted = new URLSearchParams(game === null ? { file } : { file, game });
  return ask("GET", `api/record.jsonl?${wanted}`, undefined, "text");
}

/** Follows the server's folder of games. Returns a function that leaves. */
export const followRecords = (on) => (SERVER?.shelf ? showShelf("index", on) : follow("api/records/events", on));

/** Follows the server's tournament. Returns a function that leaves. */
export const followTournament = (on) => (SERVER?.shelf ? showShelf("tournament", on) : follow("api/watch", on));
