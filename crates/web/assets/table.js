// The table: all that pages know of games, the engine and the server. A table is a game that
// somebody plays or looks at, here in the browser or in a room of the server; both tell the
// same events.

import { Engine, hasEngine } from "./engine.js";
import { desk, games as kept, newGame as startHere, openGame as openHere } from "./here.js";
import { LEVELS } from "./levels.js";
import { pack, unpack } from "./packed.js";
import { SERVER } from "./place.js";
import { Refused as Refusal } from "./refused.js";
import { followRecords as records, followTournament as tournament, isRoom, newRoom as startRoom, openRoom, storedRecord as stored } from "./room.js";

/** Why something was refused: `status` as of HTTP, `message` in words for people. */
export const Refused = Refusal;

/** What a server offers beyond plain files: none, or which of rooms, tournament and records, and opponents by name. */
export const server = SERVER;

/** The engine's levels, the weakest first. */
export const levels = LEVELS;

/** Starts a game in this browser, or in a room if a seat is that of a player of the server. */
export const newGame = (wanted) => (wanted.seats.some((seat) => seat.opponent) ? startRoom(wanted) : startHere(wanted));

/** Starts a game for two people on two devices. Its `invitation` is a link with a seat. */
export const newRoom = startRoom;

/** Opens a game of this browser, or a room, with the key to a seat that one was invited to. */
export const openGame = (id, key = null) => (isRoom(id) ? openRoom(id, key) : openHere(id));

/** Works on something in a worker of its own; returns a function that stops it. */
function work(wanted, on) {
  const engine = new Engine();
  let stopped = false;
  const tell = (told) => stopped || on.event(told);
  engine
    .work(wanted, tell)
    .then(tell)
    .catch((error) => stopped || on.refused?.(error))
    .finally(() => engine.end());
  return () => {
    stopped = true;
    engine.end();
  };
}

/** Whether anything can be thought about here: a file of its own may have no engine. */
export const canThink = hasEngine;

/** Finds the best moves, deeper and deeper. Returns a function that stops it. */
export const analyse = (position, { lines = 3, seconds = 20 }, on) => work({ analyse: { position, lines, seconds } }, on);

/** Judges every move of a game. Returns a function that stops it. */
export const review = (record, game, on) => work({ review: { record, game } }, on);

/** Reads a board in any form of text. */
export const readPosition = (text) => desk.ask({ position: { text } });

/** Tells what moves lead to, one after the other. */
export const playLine = (position, moves) => desk.ask({ line: { position, moves } });

/** Reads a record: one of its games, and the list of all. */
export const readRecord = (text, game = null) => desk.ask({ record: { text, game } });

/** Tells what a move would do: its group, what falls, and the largest group that it leaves. */
export const preview = (position, cell) => desk.ask({ preview: { position, cell } });

/** The games that were played in this browser. */
export const games = kept;

/** A game as text for the fragment of a link, and back. */
export const share = { pack, unpack };

/** Resolves to a game of the server's folder or tournament (`watched:ID`), as JSON Lines. */
export const storedRecord = stored;

/** Follows the server's folder of games. Returns a function that leaves. */
export const followRecords = records;

/** Follows the server's tournament. Returns a function that leaves. */
export const followTournament = tournament;

// After the first visit the pages work without a network.
if ("serviceWorker" in navigator && location.protocol !== "file:" && !document.querySelector("#data")) {
  // And can be kept like a program.
  document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "manifest.webmanifest" }));
  addEventListener("load", () => navigator.serviceWorker.register("offline.js").catch(() => {}));
}
