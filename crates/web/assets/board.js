// The board: groups as shapes, the group that is pointed at, footprints, rings and labels.
//
// One component for play, analysis, review and watching. It knows nothing of the rules but
// that equal neighbours are drawn as one. How a move looks is in motion.js.

import { find, make, shape } from "./dom.js";
import { prepare } from "./fruit.js";
import { Motion } from "./motion.js";
import { border, CELL, labelled, shapes } from "./outline.js";
import { FRUITS } from "./theme.js";
import { nameOf, placeOf } from "./words.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** How far a group's body stays inside its cells, and how round it is. */
const [GAP, ROUND] = [2.5, 15];

export class Board {
  /**
   * `on.pick(cell)` hears of a group that is chosen to be taken, `on.point(group, cell)` of
   * the one that is pointed at or of none. `on.anyCell`: empty cells can be chosen too;
   * `on.paint(cell)`: cells are painted with a pressed pointer.
   */
  constructor(host, { label, on = {}, small = false }) {
    prepare();
    this.on = on;
    this.size = 0;
    this.enabled = true;
    this.rows = [];
    this.groups = new Map();
    /** The fruit by its cell, the cells for keys and readers, and what is written on these. */
    this.fruit = new Map();
    this.elements = new Map();
    this.written = new Map();
    this.pointed = null;
    const layer = (name) => shape("g", { class: name });
    this.under = layer("under");
    this.bodies = layer("bodies");
    this.pieces = layer("pieces");
    this.moving = layer("moving");
    this.lifted = layer("lifted");
    this.rings = layer("rings");
    this.drawing = shape("svg", { class: "drawing", "aria-hidden": "true" }, this.under, this.bodies, this.pieces, this.moving, this.lifted, this.rings);
    this.tags = make("div", { className: "tags", "aria-hidden": "true" });
    this.cells = make("div", { className: "cells", role: "grid", "aria-label": label });
    this.letters = make("div", { className: "letters", "aria-hidden": "true" });
    this.numbers = make("div", { className: "numbers", "aria-hidden": "true" });
    this.field = make("div", { className: "field" }, this.drawing, this.tags, this.cells, this.letters, this.numbers);
    this.frame = make("div", { className: small ? "board small" : "board" }, this.field);
    this.motion = new Motion(this);
    host.replaceChildren(this.frame);
    this.listen();
  }

  // Pointing and choosing.

  listen() {
    const cellOf = (event) => event.target.closest?.("[data-cell]")?.dataset.cell;
    let touched = false;
    this.cells.addEventListener("pointerdown", (event) => {
      touched = event.pointerType === "touch";
      if (!this.on.paint || event.button !== 0) return;
      if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
      this.painting = true;
      this.on.paint(cellOf(event));
      addEventListener("pointerup", () => this.endPainting(), { once: true });
      addEventListener("pointercancel", () => this.endPainting(), { once: true });
    });
    this.cells.addEventListener("pointermove", (event) => {
      if (!this.painting) return;
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-cell]");
      if (under && this.cells.contains(under)) this.on.paint?.(under.dataset.cell);
    });
    this.cells.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.point(cellOf(event));
    });
    this.cells.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.point(document.activeElement?.matches?.(":focus-visible") ? document.activeElement.dataset?.cell : null);
    });
    this.cells.addEventListener("focusin", (event) => {
      this.rove(cellOf(event));
      if (event.target.matches(":focus-visible")) this.point(cellOf(event));
    });
    this.cells.addEventListener("focusout", () => !touched && this.point(null));
    this.cells.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (!cell || this.on.paint) return;
      // The second click of a double click was not meant for the next turn.
      if (event.detail > 1 && this.on.once && !touched) return;
      // A finger hides what it points at: the first touch shows the group, the second takes
      // it.
      const known = this.pointed !== null && this.pointed === this.groups.get(cell);
      if (touched && !known) return this.point(cell);
      this.pick(cell);
    });
    this.cells.addEventListener("keydown", (event) => {
      const cell = cellOf(event);
      if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === "Enter" || event.key === " ") {
        if (!event.repeat) this.on.paint ? this.on.paint(cell) : this.pick(cell);
        if (this.on.paint) this.endPainting();
      } else if (!this.walk(cell, event.key)) return;
      event.preventDefault();
    });
  }

  endPainting() {
    this.painting = false;
    this.on.painted?.();
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
    this.elements.get(nameOf(column, row))?.focus();
    return true;
  }

  /** Lets the tabulator key come back to this cell. */
  rove(cell) {
    find('[tabindex="0"]', this.cells)?.setAttribute("tabindex", "-1");
    this.elements.get(cell)?.setAttribute("tabindex", "0");
  }

  focus() {
    find('[tabindex="0"]', this.cells)?.focus({ preventScroll: true });
  }

  pick(cell) {
    if (this.enabled && (this.groups.has(cell) || this.on.anyCell)) this.on.pick?.(cell);
  }

  /** Says whether groups can be taken; what is pointed at then stands out or not. */
  enable(yes) {
    this.enabled = yes;
    this.frame.classList.toggle("playable", yes);
    this.refreshPoint();
  }

  refreshPoint() {
    const cell = this.here();
    const before = this.pointed;
    this.drop();
    this.point(cell);
    if (before && !this.pointed) this.on.point?.(null, null);
  }

  /** The cell under the mouse, or the one that has the focus by keys. */
  here() {
    const under = this.cells.matches(":hover") && matchMedia("(hover: hover)").matches ? find("[data-cell]:hover", this.cells) : null;
    const active = document.activeElement;
    const focused = this.cells.contains(active) && active.matches(":focus-visible") ? active : null;
    return (under ?? focused)?.dataset?.cell ?? null;
  }

  point(cell) {
    const group = (this.enabled && !this.motion.busy && cell && this.groups.get(cell)) || null;
    if (group === this.pointed) return;
    this.drop();
    this.pointed = group;
    if (group) this.lift(group);
    this.on.point?.(group, cell);
  }

  /** Puts what was lifted back to its place. */
  drop() {
    this.pointed = null;
    for (const piece of [...this.lifted.querySelectorAll(".piece")]) this.pieces.append(piece);
    for (const body of [...this.lifted.querySelectorAll(".body")]) this.bodies.append(body);
    this.lifted.replaceChildren();
    this.tag("points", null);
  }

  /** Lifts a group, with its points on it and arrows where fruit would fall. */
  lift(group) {
    const first = group.cells[0];
    const body = [...this.bodies.children].find((each) => each.cells?.has(first));
    if (body) this.lifted.append(body);
    for (const cell of group.cells) if (this.fruit.has(cell)) this.lifted.append(this.fruit.get(cell));
    const taken = new Set(group.cells);
    for (const cell of group.cells) {
      const [x, y] = placeOf(cell);
      const above = nameOf(x, y - 1);
      if (y > 0 && !taken.has(above) && this.rows[y - 1][x] !== "*") {
        const at = `translate(${(x + 0.5) * CELL} ${y * CELL})`;
        this.lifted.append(shape("path", { class: "falls", transform: at, d: "M0-15V5M-7-2L0 6L7-2" }));
      }
    }
    this.tag("points", { cells: group.cells, text: `+${group.points}` });
  }

  // Drawing.

  /** Makes the cells, if the size is new. */
  resize(size) {
    if (size === this.size) return;
    this.size = size;
    this.frame.style.setProperty("--n", size);
    this.frame.dataset.size = size;
    this.drawing.setAttribute("viewBox", `0 0 ${size * CELL} ${size * CELL}`);
    const every = [...Array(size).keys()];
    this.letters.replaceChildren(...every.map((column) => make("span", {}, String.fromCharCode(65 + column))));
    this.numbers.replaceChildren(...every.map((row) => make("span", {}, String(row + 1))));
    const cell = (column, row) => make("div", { role: "gridcell", tabIndex: -1, "data-cell": nameOf(column, row) });
    this.cells.replaceChildren(...every.map((row) => make("div", { role: "row" }, ...every.map((column) => cell(column, row)))));
    this.cells.firstChild.firstChild.tabIndex = 0;
    this.elements = new Map([...this.cells.querySelectorAll("[data-cell]")].map((element) => [element.dataset.cell, element]));
    this.written.clear();
  }

  /** Draws a position as it is, without any movement. */
  show(rows, groups = []) {
    this.motion.end();
    this.drop();
    this.resize(rows.length);
    this.footprint(null);
    this.draw(rows);
    this.know(rows, groups);
  }

  /** Draws fruit and bodies; what is there already stays. */
  draw(rows) {
    const wanted = new Map();
    rows.forEach((row, y) => [...row].forEach((kind, x) => kind !== "*" && wanted.set(nameOf(x, y), kind)));
    for (const [cell, piece] of this.fruit) {
      if (wanted.get(cell) === piece.kind) continue;
      piece.remove();
      this.fruit.delete(cell);
    }
    for (const [cell, kind] of wanted) if (!this.fruit.has(cell)) this.fruit.set(cell, this.piece(cell, kind));
    this.pieces.append(...[...this.fruit.values()].filter((piece) => piece.parentNode !== this.pieces));
    this.join(rows);
  }

  piece(cell, kind) {
    const piece = shape("use", { class: `piece k${kind}`, href: `#fruit-${kind}` });
    piece.kind = kind;
    this.place(piece, cell);
    return piece;
  }

  /** On large boards the fruit fills more of its cell. */
  place(piece, cell) {
    const [x, y] = placeOf(cell);
    const width = CELL * (this.size > 14 ? 0.84 : 0.74);
    const edge = (CELL - width) / 2;
    for (const [name, value] of [["x", x * CELL + edge], ["y", y * CELL + edge], ["width", width], ["height", width]]) piece.setAttribute(name, value);
  }

  /** Draws equal neighbours as one shape. */
  join(rows) {
    this.bodies.replaceChildren(...shapes(rows).map((each) => this.body(each)));
  }

  body({ kind, cells }) {
    const body = shape("path", { class: `body k${kind}`, d: border(cells, GAP, ROUND) });
    body.cells = new Set(cells);
    return body;
  }

  /** What belongs together now, for pointing and for readers. */
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
    this.refreshPoint();
  }

  /** Takes a group at once; what falls is told by `play`. */
  begin(group, picked) {
    this.drop();
    this.ring("hint", []);
    this.footprint(null);
    this.motion.begin(group.cells, picked);
  }

  /**
   * Plays a move: what is taken goes, and what is above it falls. Resolves when everything
   * lies still.
   */
  async play({ taken, falls }, rows, groups, player, picked) {
    this.drop();
    this.ring("hint", []);
    this.footprint(null);
    if (!(await this.motion.play(taken.cells, falls, rows, picked))) return;
    this.footprint(taken.cells, player);
    this.know(rows, groups);
  }

  // Marks.

  /** Where the last move was, behind the fruit that has fallen there. */
  footprint(cells, player) {
    this.under.replaceChildren();
    if (cells?.length) this.under.append(shape("path", { class: `footprint by${player}`, d: border(cells, -1, 13) }));
  }

  /** Draws a ring around cells; one for each name. */
  ring(name, cells) {
    for (const old of this.rings.querySelectorAll(`.${name}`)) old.remove();
    if (!cells?.length) return;
    const path = border(cells, 0, 13);
    this.rings.append(shape("path", { class: `halo ${name}`, d: path }), shape("path", { class: `ring ${name}`, d: path }));
  }

  /** Writes on the upper right corner of a group, or the left one; one tag for each name. */
  tag(name, wanted) {
    find(`[data-tag="${name}"]`, this.tags)?.remove();
    if (!wanted) return;
    const [x, y] = labelled(wanted.cells, wanted.left);
    const edge = wanted.left ? x : x + 1;
    const tag = make("span", { className: wanted.className ?? "", "data-tag": name }, wanted.text);
    tag.style.left = `${(100 * edge) / this.size}%`;
    tag.style.top = `${(100 * y) / this.size}%`;
    tag.classList.toggle("at-right", edge === this.size);
    tag.classList.toggle("at-left", edge === 0);
    tag.classList.toggle("at-top", y === 0);
    this.tags.append(tag);
  }

  /** Takes away all rings and tags that do not belong to pointing. */
  unmark() {
    this.rings.replaceChildren();
    for (const tag of [...this.tags.children]) if (tag.dataset.tag !== "points") tag.remove();
  }

  /** The middle of cells on the screen. */
  centre(cells) {
    const box = this.drawing.getBoundingClientRect();
    const sum = cells.map(placeOf).reduce(([a, b], [x, y]) => [a + x + 0.5, b + y + 0.5], [0, 0]);
    return sum.map((each, axis) => (axis ? box.top : box.left) + (each / cells.length / this.size) * box.width);
  }
}
