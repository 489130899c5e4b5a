// Boards that are dealt in advance, so that a game is on the screen before the engine is there:
// one that this browser has kept, or one of those that come with the page.

import { DEALS } from "./deals.js";
import { LEVELS } from "./levels.js";
import { memory } from "./memory.js";

const NEXT = "dealt";

const fits = (deal, { size, fruits }) => deal?.size === size && deal.kinds === fruits;

/** Takes a board that fits what is wanted, or none. */
export function takeDealt(wanted) {
  const kept = memory.get(NEXT);
  if (fits(kept, wanted)) {
    memory.set(NEXT, null);
    return kept;
  }
  const ready = DEALS.filter((deal) => fits(deal, wanted));
  return ready[Math.floor(Math.random() * ready.length)] ?? null;
}

/** Keeps the board of a game that nobody plays for the next one. */
export function keepDealt({ size, kinds, seed, rows, groups }) {
  memory.set(NEXT, { size, kinds, seed, rows, groups });
}

/** A game on a board as the engine will tell of it, before the first move. */
export function firstSnapshot(id, { size, kinds, seed, rows, groups }, { seats, time, increment }) {
  const people = seats.filter((seat) => seat.level === null).length;
  const name = (seat, at) => LEVELS.find((level) => level.number === seat.level)?.name ?? seat.name ?? (people === 2 ? `Player ${at + 1}` : "You");
  return {
    type: "snapshot",
    id,
    size,
    kinds,
    seed,
    rows,
    groups,
    first_rows: rows,
    seats: seats.map((seat, at) => ({ name: name(seat, at), human: seat.level === null, level: seat.level })),
    turn: 1,
    points: [0, 0],
    clocks: { left: time ? [time, time] : null, running: 1, increment },
    moves: [],
    paused: false,
    hint: null,
    end: null,
  };
}
