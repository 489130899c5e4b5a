// A match: the same board twice with sides swapped, and then the next one. Totals count,
// because between equals whoever begins mostly wins.
//
// The one under way is remembered with the name of its game, so that it goes on after a
// reload. A side is a person or a level, whichever seat it has in a game.

import { memory } from "./memory.js";
import { remembered } from "./sheet.js";

const MATCH = "match";

/** The match that a game belongs to, or none. */
export function matchOf(id) {
  const match = memory.get(MATCH);
  return match?.game === id ? match : null;
}

/** Begins a match with a game: `sides` are the seats as `newGame` takes them. */
export function beginMatch(id, sides, wanted) {
  memory.set(MATCH, { game: id, sides, wanted, swapped: false, totals: [0, 0], played: 0, counted: false });
}

/** Returns the match after a game that is over. In a room the server knows it. */
export function matchAfter(table, game) {
  if (table.place === "room") return ofRoom(game);
  return count(table.id, game.end.points) ?? alone(game);
}

function ofRoom({ match, end }) {
  const totals = match.totals.map((total, seat) => total + end.points[seat]);
  return { totals: match.swapped ? totals.reverse() : totals, swapped: match.swapped, played: match.played + 1 };
}

/** A match of one game that belongs to none. */
function alone(game) {
  const sides = game.seats.map((seat) => ({ level: seat.level, name: seat.human && seat.name !== "You" ? seat.name : null }));
  const { time, increment } = game.clocks.left ? remembered() : { time: null, increment: 0 };
  const wanted = { size: game.size, fruits: game.kinds, time, increment };
  return { sides, wanted, swapped: false, totals: game.end.points, played: 1, counted: true };
}

/** Counts the result of a match's game, once. Returns the match. */
function count(id, points) {
  const match = matchOf(id);
  if (!match || match.counted) return match;
  const own = match.swapped ? [points[1], points[0]] : points;
  const counted = { ...match, totals: match.totals.map((total, side) => total + own[side]), played: match.played + 1, counted: true };
  memory.set(MATCH, counted);
  return counted;
}

/** What to play next in a match: the same board with sides swapped, or a new one. */
export function next(match, board) {
  const swapped = !match.swapped;
  const seats = swapped ? [match.sides[1], match.sides[0]] : match.sides;
  const { start, ...rest } = match.wanted;
  return swapped ? { ...rest, ...board, seats } : { ...rest, seed: null, seats };
}

/** Goes on with a match in another game. */
export function goOn(match, id) {
  memory.set(MATCH, { ...match, game: id, swapped: !match.swapped, counted: false });
}
