// Words and numbers as people read them.

import { FRUITS } from "./theme.js";

export const nameOf = (column, row) => String.fromCharCode(65 + column) + (row + 1);
export const placeOf = (name) => [name.charCodeAt(0) - 65, Number(name.slice(1)) - 1];

/** A number with its noun: 1 point, 2 points. */
export const many = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A number of a fruit, such as 3 and its plural name. */
export const counted = (count, kind) => `${count} ${FRUITS[kind][count === 1 ? 0 : 1]}`;

/** What taking a group means. */
export const groupWords = (group) => `${counted(group.size, group.fruit)} for ${many(group.points, "point")}`;

/** Size and kinds of a board. */
export const boardWords = (size, kinds) => `${size} \u00D7 ${size}, ${kinds} kind${kinds === 1 ? "" : "s"} of fruit`;

/** A position as one line of text. */
export const lineOf = (rows, turn, points) => `${rows.join("/")} ${turn} ${points[0]}:${points[1]} -`;

/** Points with their sign, as margins are told. */
export function signed(points) {
  const rounded = Math.abs(points) < 100 ? Math.round(points * 10) / 10 : Math.round(points);
  if (rounded === 0) return "0";
  return rounded > 0 ? `+${rounded}` : `\u2212${-rounded}`;
}

/** Seconds as a clock shows them. */
export function clock(seconds) {
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${two(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}

/** What each player has: time for the game, and for each move. */
export function clockWords(time, increment) {
  const game = time % 60 ? many(time, "second") : many(time / 60, "minute");
  return increment ? `${game} + ${increment} s a move` : game;
}

/** A large number, rounded. */
export function large(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e4 ? `${Math.round(number / 1e3)} k` : String(number);
}

/** A day and a time, near ones by name. */
export function when(date) {
  const then = new Date(date);
  if (Number.isNaN(then.getTime())) return "";
  const day = (each) => new Date(each.getFullYear(), each.getMonth(), each.getDate());
  const days = Math.round((day(new Date()) - day(then)) / 864e5);
  const time = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (days === 0) return `today, ${time}`;
  if (days === 1) return `yesterday, ${time}`;
  return then.toLocaleDateString([], { year: "numeric", month: "short", day: "numeric" });
}

/** "You win" and "Basil wins". */
export const wins = (name) => (name === "You" ? "You win" : `${name} wins`);
export const leads = (name) => (name === "You" ? "you lead" : `${name} leads`);
