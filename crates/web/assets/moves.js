// The list of moves beside a board.

import { make } from "./dom.js";

/** Fills a list with moves; `choose(ply)` makes each a button. */
export class MoveList {
  constructor(list, choose) {
    this.list = list;
    this.choose = choose;
    this.current = null;
  }

  show(moves) {
    this.list.replaceChildren(...moves.map((move) => this.item(move)));
    this.current = null;
    this.list.scrollTop = this.list.scrollHeight;
  }

  add(move) {
    this.list.append(this.item(move));
    this.mark(move.ply);
  }

  item(move) {
    const size = move.effect.taken.size;
    const parts = [
      make("span", { className: "ply" }, `${move.ply}.`),
      make("b", {}, move.move),
      make("span", { className: "took" }, `\u00D7${size}`),
      make("span", { className: "gained" }, `+${move.effect.taken.points}`),
    ];
    const entry = make("li", { className: `by${move.player}`, "data-ply": move.ply });
    if (this.choose) {
      const button = make("button", { type: "button" }, ...parts);
      button.addEventListener("click", () => this.choose(move.ply));
      entry.append(button);
    } else entry.append(...parts);
    return entry;
  }

  /** Marks the move that was made last, and keeps it in sight. */
  mark(ply) {
    this.current?.removeAttribute("aria-current");
    this.current = this.list.children[ply - 1] ?? null;
    if (!this.current) return void (this.list.scrollTop = 0);
    this.current.setAttribute("aria-current", "step");
    const top = this.current.offsetTop;
    if (top < this.list.scrollTop || top + this.current.offsetHeight > this.list.scrollTop + this.list.clientHeight) {
      this.list.scrollTop = top - this.list.clientHeight / 2;
    }
  }
}
