// How a move looks: taken fruit pops, then columns fall with a little weight.
//
// Nothing runs when nothing moves, and nothing moves for who wants it still.

import { shape, still } from "./dom.js";
import { CELL, shapes } from "./outline.js";
import { placeOf } from "./words.js";

const POP = 120;
/** What a fruit further from the picked one waits before it pops, and at most. */
const [WAVE, LONGEST_WAVE] = [14, 90];
const [SHORTEST_FALL, LONGEST_FALL] = [180, 260];

export class Motion {
  constructor(board) {
    this.board = board;
    this.running = new Set();
    this.busy = false;
    document.addEventListener("visibilitychange", () => document.hidden && this.hurry());
  }

  /** Ends at once what moves, with the board as it would have come to be. */
  end() {
    const wasBusy = this.busy;
    this.turn = null;
    this.begun = null;
    this.busy = false;
    for (const animation of this.running) animation.finish();
    this.running.clear();
    this.board.moving.replaceChildren();
    if (wasBusy) this.board.draw(this.target);
  }

  /** Lets what moves arrive at once. */
  hurry() {
    for (const animation of this.running) animation.finish();
  }

  async run(animations) {
    for (const animation of animations) this.running.add(animation);
    await Promise.all(animations.map((animation) => animation.finished.catch(() => {})));
    for (const animation of animations) this.running.delete(animation);
  }

  /** Lets a group pop before it is known what falls; `play` goes on from there. */
  begin(taken, picked) {
    this.end();
    if (still()) return;
    this.busy = true;
    this.target = this.board.rows;
    this.turn = Symbol("move");
    this.begun = { cells: new Set(taken), popped: this.pop(taken, picked) };
  }

  /** Plays a move, and tells whether it came to its end: a board may be shown meanwhile. */
  async play(taken, falls, rows, picked) {
    const { board } = this;
    const { cells, popped } = this.begun ?? {};
    const goesOn = popped && cells.size === taken.length && taken.every((cell) => cells.has(cell)) && !still();
    this.begun = null;
    if (!goesOn) this.end();
    if (still()) {
      board.draw(rows);
      return true;
    }
    const turn = (this.turn = Symbol("move"));
    this.busy = true;
    this.target = rows;
    await (goesOn ? popped : this.pop(taken, picked));
    if (this.turn === turn) await this.fall(falls, rows);
    if (this.turn !== turn) return false;
    this.busy = false;
    board.moving.replaceChildren();
    board.draw(rows);
    return true;
  }

  /** The taken group: its fruit pops in a wave from the picked cell, its body fades. */
  pop(taken, picked) {
    const { board } = this;
    const gone = new Set(taken);
    const [column, row] = placeOf(picked ?? taken[0]);
    const animations = [];
    const bodies = [...board.bodies.children].filter((each) => each.cells && gone.has(each.cells.values().next().value));
    for (const body of bodies) {
      board.moving.append(body);
      animations.push(body.animate([{ opacity: 1 }, { opacity: 0 }], { duration: POP, easing: "ease-in", fill: "forwards" }));
    }
    for (const cell of taken) {
      const piece = board.fruit.get(cell);
      if (!piece) continue;
      board.fruit.delete(cell);
      board.moving.append(piece);
      const [x, y] = placeOf(cell);
      piece.style.transformOrigin = `${(x + 0.5) * CELL}px ${(y + 0.5) * CELL}px`;
      const delay = Math.min(LONGEST_WAVE, WAVE * (Math.abs(x - column) + Math.abs(y - row)));
      const frames = [{ transform: "none" }, { transform: "scale(1.18)", offset: 0.35 }, { transform: "scale(0.1)", opacity: 0 }];
      animations.push(piece.animate(frames, { duration: POP, delay, easing: "ease-in", fill: "forwards" }));
    }
    return this.run(animations);
  }

  /** What lies above falls. What falls equally far stays together on its way. */
  fall(falls, rows) {
    const { board } = this;
    board.moving.replaceChildren();
    const distance = new Map();
    const moved = [];
    for (const { from, to } of falls) {
      distance.set(to, placeOf(to)[1] - placeOf(from)[1]);
      const piece = board.fruit.get(from);
      board.fruit.delete(from);
      if (piece) moved.push([to, piece]);
    }
    for (const [to, piece] of moved) {
      board.fruit.set(to, piece);
      board.place(piece, to);
    }
    const far = (cell) => distance.get(cell) ?? 0;
    const parts = shapes(rows, (one, two) => far(one) === far(two));
    board.bodies.replaceChildren(...parts.filter((part) => !far(part.cells[0])).map((part) => board.body(part)));
    const animations = [];
    for (const part of parts) {
      const rows = far(part.cells[0]);
      if (!rows) continue;
      const group = shape("g", {}, board.body(part), ...part.cells.map((cell) => board.fruit.get(cell)).filter(Boolean));
      board.moving.append(group);
      const duration = Math.min(LONGEST_FALL, SHORTEST_FALL + 20 * (rows - 1));
      const frames = [
        { transform: `translateY(${-rows * CELL}px)`, easing: "cubic-bezier(0.5, 0, 0.9, 0.7)" },
        { transform: "translateY(0)", offset: 0.78, easing: "ease-out" },
        { transform: `translateY(${-0.035 * CELL}px)`, offset: 0.89, easing: "ease-in" },
        { transform: "translateY(0)" },
      ];
      animations.push(group.animate(frames, { duration, fill: "backwards" }));
    }
    return this.run(animations);
  }
}

/** Sends points from a place on the screen to a score, and resolves when they are there. */
export async function fly(text, [x, y], target, player) {
  if (still() || !target) return;
  const box = target.getBoundingClientRect();
  const points = document.createElement("span");
  points.className = `flying by${player}`;
  points.setAttribute("aria-hidden", "true");
  points.textContent = text;
  document.body.append(points);
  const [toX, toY] = [box.left + box.width / 2, box.top + box.height / 2];
  const at = (left, top, scale) => `translate(${left}px, ${top}px) translate(-50%, -50%) scale(${scale})`;
  const frames = [
    { transform: at(x, y, 0.6), opacity: 0 },
    { transform: at(x, y - 14, 1.25), opacity: 1, offset: 0.3 },
    { transform: at(toX, toY, 0.7), opacity: 0.9 },
  ];
  await points.animate(frames, { duration: 460, easing: "ease-in-out" }).finished.catch(() => {});
  points.remove();
}

