// What a review says about a move, and what it shows on the board before that move.

import { shapes } from "./outline.js";

export const isFault = (move) => ["inaccuracy", "mistake", "blunder"].includes(move.class);

const sentence = (words) => (words ? `${words[0].toUpperCase()}${words.slice(1)}.` : "");

/** The title of a verdict, and its sentence. */
export function verdict(move) {
  if (!isFault(move)) return [move.class === "best" ? "Best move" : "Good move", sentence(move.words) || "Nothing better was there."];
  const lost = Math.round(move.lost * 10) / 10;
  const title = `${move.class[0].toUpperCase()}${move.class.slice(1)} \u00B7 ${move.exact ? "" : "about "}${lost} point${lost === 1 ? "" : "s"}`;
  const known = new RegExp(`\\b${move.best}\\b`).test(move.words);
  return [title, `${sentence(move.words)}${known ? "" : ` Best was ${move.best}.`}`];
}

/**
 * The cells, on the board before a move, of the fruit that the move brought or left together
 * for the opponent; and how many they are.
 */
export function opened(judged, move) {
  const fact = judged.facts?.find((each) => each.fact === "opened" || each.fact === "left");
  if (!fact) return null;
  const group = shapes(move.rows).find((each) => each.cells.includes(fact.cell));
  if (!group) return null;
  const origin = new Map(move.effect.falls.map(({ from, to }) => [to, from]));
  return { cells: group.cells.map((cell) => origin.get(cell) ?? cell), size: fact.size, fact: fact.fact };
}
