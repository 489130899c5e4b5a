// Painting a board: a brush, a size, kinds, and steps back.

import { all, find, make } from "./dom.js";
import { FRUITS } from "./theme.js";
import { placeOf } from "./words.js";

/** The brushes, as a group of radio buttons; `choose(kind)` hears of the one that is taken. */
export function palette(host, choose) {
  host.append(
    ..."0123456789*".split("").map((kind, index) => {
      const name = kind === "*" ? "empty" : FRUITS[kind][0];
      const button = make("button", { type: "button", role: "radio", "aria-checked": String(!index), tabIndex: index ? -1 : 0, "aria-label": name, title: name, "data-kind": kind, className: kind === "*" ? "tile" : `tile k${kind}` }, kind === "*" ? "\u2715" : "");
      button.addEventListener("click", () => take(kind));
      return button;
    }),
  );
  function take(kind, focus) {
    for (const button of all("button", host)) {
      const taken = button.dataset.kind === kind;
      button.setAttribute("aria-checked", String(taken));
      button.tabIndex = taken ? 0 : -1;
      if (taken && focus) button.focus();
    }
    choose(kind);
  }
  host.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const buttons = all("button", host);
    const at = buttons.findIndex((button) => button === find(":focus", host));
    take(buttons[(at + by + buttons.length) % buttons.length].dataset.kind, true);
  });
}

/** Rows with one cell changed. */
export function painted(rows, cell, kind) {
  const [x, y] = placeOf(cell);
  return rows.map((row, index) => (index === y ? row.slice(0, x) + kind + row.slice(x + 1) : row));
}

const any = (kinds) => String(Math.floor(Math.random() * kinds));

export const randomRows = (size, kinds) => [...Array(size)].map(() => [...Array(size)].map(() => any(kinds)).join(""));

/** Rows of another size: what fits stays at the lower left, the rest is any fruit. */
export function resized(rows, size, kinds) {
  const old = rows.length;
  return randomRows(size, kinds).map((row, y) => [...row].map((fresh, x) => rows[old - size + y]?.[x] ?? fresh).join(""));
}

export const emptyRows = (size) => Array(size).fill("*".repeat(size));
export const isEmpty = (rows) => rows.every((row) => /^\*+$/.test(row));
