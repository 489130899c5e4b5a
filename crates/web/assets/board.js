// The drawing of a board: fruit, the group under the cursor, and what moves.
//
// It knows nothing of the rules. Which cells belong together, and where fruit
// falls, comes from the server with every position.

import { counted, make, still } from "./page.js";
import { FRUITS } from "./theme.js";

const SVG = "http://www.w3.org/2000/svg";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const nameOf = (column, row) => String.fromCharCode(65 + column) + (row + 1);
export const placeOf = (name) => [name.charCodeAt(0) - 65, Number(name.slice(1)) - 1];

/** The border around cells, as the path of a drawing with one unit a cell. */
function border(cells) {
  const inside = new Set(cells);
  const parts = [];
  for (const cell of cells) {
    const [x, y] = placeOf(cell);
    const open = (column, row) => !inside.has(nameOf(column, row));
    if (open(x, y - 1)) parts.push(`M${x} ${y}h1`);
    if (open(x, y + 1)) parts.push(`M${x} ${y + 1}h1`);
    if (open(x - 1, y)) parts.push(`M${x} ${y}v1`);
    if (open(x + 1, y)) parts.push(`M${x + 1} ${y}v1`);
  }
  return parts.join("");
}

export class Board {
  /**
   * `on.pick(cell)` hears of a group that is chosen to be taken, `on.point(group)`
   * of the one under the cursor or of none.
   */
  constructor(host, { label, on = {}, small = false }) {
    this.on = on;
    this.size = 0;
    this.enabled = true;
    this.fruit = new Map();
    this.groups = new Map();
    /** The elements of cells, and what is written on them. */
    this.elements = new Map();
    this.written = new Map();
    this.pointed = null;
    this.touched = false;
    this.pieces = make("div", { className: "pieces", "aria-hidden": "true" });
    this.drawing = document.createElementNS(SVG, "svg");
    this.drawing.setAttribute("aria-hidden", "true");
    this.labels = make("div", { className: "labels", "aria-hidden": "true" });
    this.cells = make("div", { className: "cells", role: "grid", "aria-label": label });
    const field = make("div", { className: "field" }, this.pieces, this.drawing, this.labels, this.cells);
    this.letters = make("div", { className: "letters", "aria-hidden": "true" });
    this.numbers = make("div", { className: "numbers", "aria-hidden": "true" });
    this.frame = make("div", { className: small ? "board small" : "board" }, this.letters, this.numbers, field);
    host.replaceChildren(this.frame);
    this.listen();
  }

  listen() {
    const cellOf = (event) => event.target.closest?.("[data-cell]")?.dataset.cell;
    this.cells.addEventListener("pointerdown", (event) => (this.touched = event.pointerType === "touch"));
    this.cells.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.point(cellOf(event));
    });
    this.cells.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.point(document.activeElement?.dataset?.cell);
    });
    this.cells.addEventListener("focusin", (event) => {
      this.rove(cellOf(event));
      if (event.target.matches(":focus-visible")) this.point(cellOf(event));
    });
    this.cells.addEventListener("focusout", () => this.point(null));
    this.cells.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (!cell) return;
      // A finger hides what it points at: the first touch shows the group, the
      // second takes it.
      const known = this.pointed !== null && this.pointed === this.groups.get(cell);
      if (this.touched && !known && !this.on.touchAtOnce) return this.point(cell);
      this.pick(cell);
    });
    this.cells.addEventListener("keydown", (event) => {
      const cell = cellOf(event);
      if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === "Enter" || event.key === " ") this.pick(cell);
      else if (!this.walk(cell, event.key)) return;
      event.preventDefault();
    });
  }

  walk(cell, key) {
    let [column, row] = placeOf(cell);
    if (ARROWS[key]) {
      column += ARROWS[key][0];
      row += ARROWS[key][1];
    } else if (key === "Home") column = 0;
    else if (key === "End") column = this.size - 1;
    else if (key === "PageUp") row = 0;
    else if (key === "PageDown") row = this.size - 1;
    else return false;
    this.at(nameOf(column, row))?.focus();
    return true;
  }

  at(cell) {
    return this.elements.get(cell);
  }

  /** Lets the tabulator key come back to this cell. */
  rove(cell) {
    this.cells.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    this.at(cell)?.setAttribute("tabindex", "0");
  }

  focus() {
    this.cells.querySelector('[tabindex="0"]')?.focus();
  }

  pick(cell) {
    if (this.enabled && (this.groups.has(cell) || this.on.anyCell)) this.on.pick?.(cell);
  }

  point(cell) {
    const group = (cell && this.groups.get(cell)) || null;
    if (group === this.pointed) return;
    this.pointed = group;
    this.surround(group ? group.cells : []);
    this.on.point?.(group);
  }

  /** Draws the border of the group under the cursor, dark on light fruit and dark ground. */
  surround(cells) {
    this.outline("halo", cells);
    this.outline("pointed", cells);
  }

  /** Draws a border around cells; one for each name. */
  outline(name, cells) {
    this.drawing.querySelector(`.${name}`)?.remove();
    if (!cells.length) return;
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", name);
    path.setAttribute("d", border(cells));
    this.drawing.append(path);
    return path;
  }

  /** Makes the cells, if the size is new. */
  resize(size) {
    if (size === this.size) return;
    this.size = size;
    this.frame.style.setProperty("--n", size);
    this.frame.dataset.size = size;
    this.drawing.setAttribute("viewBox", `0 0 ${size} ${size}`);
    const all = [...Array(size).keys()];
    this.letters.replaceChildren(...all.map((column) => make("span", {}, String.fromCharCode(65 + column))));
    this.numbers.replaceChildren(...all.map((row) => make("span", {}, String(row + 1))));
    this.cells.replaceChildren(
      ...all.map((row) =>
        make("div", { role: "row" }, ...all.map((column) => make("div", { role: "gridcell", tabIndex: -1, "data-cell": nameOf(column, row) }))),
      ),
    );
    this.cells.firstChild.firstChild.tabIndex = 0;
    this.elements = new Map([...this.cells.querySelectorAll("[data-cell]")].map((element) => [element.dataset.cell, element]));
    this.written.clear();
  }

  /** Draws a position as it is, without any movement. */
  show(rows, groups = []) {
    this.resize(rows.length);
    this.fruit.clear();
    const pieces = [];
    rows.forEach((row, y) =>
      [...row].forEach((kind, x) => {
        if (kind === "*") return;
        const piece = make("i", { className: `k${kind}` });
        this.place(piece, nameOf(x, y));
        this.fruit.set(nameOf(x, y), piece);
        pieces.push(piece);
      }),
    );
    this.pieces.replaceChildren(...pieces);
    this.outline("taken-last", []);
    this.know(rows, groups);
  }

  place(piece, cell) {
    const [x, y] = placeOf(cell);
    piece.style.transform = `translate(${x * 100}%, ${y * 100}%)`;
  }

  /** What belongs together now. */
  know(rows, groups) {
    this.rows = rows;
    this.groups.clear();
    for (const group of groups) for (const cell of group.cells) this.groups.set(cell, group);
    for (const [cell, element] of this.elements) {
      const [x, y] = placeOf(cell);
      const kind = rows[y][x];
      const group = this.groups.get(cell);
      let text = `${cell}, ${kind === "*" ? "empty" : FRUITS[kind][0]}`;
      if (group && group.size > 1) text += `, group of ${group.size}, ${group.points} points`;
      if (this.written.get(cell) === text) continue;
      this.written.set(cell, text);
      element.setAttribute("aria-label", text);
    }
    const under = this.cells.matches(":hover") ? this.cells.querySelector("[data-cell]:hover") : null;
    const active = document.activeElement;
    const focused = this.cells.contains(active) && active.matches(":focus-visible") ? active : null;
    this.pointed = null;
    this.surround([]);
    this.on.point?.(null);
    this.point((under ?? focused)?.dataset?.cell);
  }

  /** Draws a move: what is taken goes, and what is above it falls. */
  play({ taken, falls }, rows, groups, player) {
    const quick = still();
    for (const cell of taken.cells) {
      const piece = this.fruit.get(cell);
      this.fruit.delete(cell);
      if (!piece) continue;
      if (quick) piece.remove();
      else {
        piece.classList.add("taken");
        piece.addEventListener("animationend", () => piece.remove());
      }
    }
    for (const { from, to } of falls) {
      const piece = this.fruit.get(from);
      if (!piece) continue;
      this.fruit.delete(from);
      this.fruit.set(to, piece);
      this.place(piece, to);
    }
    this.outline("taken-last", taken.cells)?.classList.add(`by${player}`);
    this.know(rows, groups);
  }

  /** Writes on groups: `[{ cell, cells, text, rank }]`. */
  mark(marks) {
    for (const old of this.drawing.querySelectorAll(".marked")) old.remove();
    const labels = marks.map(({ cell, cells, text, rank }) => {
      if (cells) this.outline(`mark${rank}`, cells)?.classList.add("marked", rank ? "other" : "best");
      const label = make("span", { className: rank ? "other" : "best" }, make("b", {}, text));
      this.place(label, cell);
      return label;
    });
    this.labels.replaceChildren(...labels);
  }

  /** Tells the group under the cursor in words. */
  static words(group) {
    if (!group) return "";
    return `${counted(group.size, group.fruit)} for ${group.points} point${group.points === 1 ? "" : "s"}`;
  }
}
