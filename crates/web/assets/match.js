// A match: the same board twice with sides swapped, and then the next one. Totals count,
// because between equals whoever begins mostly wins.
//
// The one under way is remembered with the name of its game, so that it goes on after a
// reload. A side is a person or a level, whichever seat it has in a game.

import { memory } from "./memory.js";

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

/** Counts the result of a match's game, once. Returns the match. */
export function count(id, points) {
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
