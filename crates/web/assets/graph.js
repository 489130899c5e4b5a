// The curve of what was to be expected over a game.

import { signed } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [600, 140];

function shape(tag, properties) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, value);
  return element;
}

export class Graph {
  /** `choose(ply)` hears of a moment that was clicked. */
  constructor(host, choose) {
    this.host = host;
    this.drawing = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" });
    this.host.replaceChildren(this.drawing);
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
      shape("path", { class: "line", d: `M${line.join("L")}` }),
      ...bad.map((move) => shape("path", { class: `dot ${move.class}`, d: `M${this.x(move.ply)} ${this.y(this.curve[move.ply].margin)}h0` })),
      this.cursor,
    );
    const last = this.curve[this.curve.length - 1].margin;
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
