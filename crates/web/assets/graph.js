// The curve of what was to be expected over a game.

import { shape } from "./dom.js";
import { signed } from "./words.js";

const [WIDTH, HEIGHT] = [600, 140];

export class Graph {
  /** `choose(ply)` hears of a moment that was clicked. */
  constructor(host, choose) {
    this.drawing = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": "Not judged yet" });
    host.replaceChildren(this.drawing);
    this.drawing.addEventListener("click", (event) => {
      if (!this.curve) return;
      const box = this.drawing.getBoundingClientRect();
      choose(Math.round(((event.clientX - box.left) / box.width) * (this.curve.length - 1)));
    });
  }

  show(review, names) {
    this.curve = review.curve;
    const most = Math.max(10, ...this.curve.map((point) => Math.abs(point.margin)));
    this.x = (ply) => (ply / Math.max(1, this.curve.length - 1)) * WIDTH;
    this.y = (margin) => HEIGHT / 2 - (margin / most) * (HEIGHT / 2 - 6);
    const line = this.curve.map((point) => `${this.x(point.ply).toFixed(1)} ${this.y(point.margin).toFixed(1)}`);
    const area = `M0 ${HEIGHT / 2}L${line.join("L")}L${WIDTH} ${HEIGHT / 2}Z`;
    this.cursor = shape("line", { class: "cursor", y1: 0, y2: HEIGHT, x1: 0, x2: 0 });
    const bad = review.moves.filter((move) => move.class === "mistake" || move.class === "blunder");
    this.drawing.replaceChildren(
      shape("path", { class: "area", d: area }),
      shape("line", { class: "even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      shape("path", { class: "curve", d: `M${line.join("L")}` }),
      ...bad.map((move) => shape("path", { class: `dot ${move.class}`, d: `M${this.x(move.ply - 1)} ${this.y(this.curve[move.ply - 1].margin)}h0` })),
      this.cursor,
    );
    const last = this.curve.at(-1).margin;
    this.drawing.setAttribute(
      "aria-label",
      `What was to be expected after each move, from ${signed(-most)} to ${signed(most)} points for ${names[0]}; in the end ${signed(last)}.`,
    );
  }

  mark(ply) {
    if (!this.cursor) return;
    this.cursor.setAttribute("x1", this.x(ply));
    this.cursor.setAttribute("x2", this.x(ply));
  }
}
