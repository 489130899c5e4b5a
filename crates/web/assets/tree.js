// The moves of an analysis with their variations, and where one is in them.

import { make } from "./dom.js";

export class Tree {
  /** `choose(node)` hears of a move that was clicked. */
  constructor(host, choose) {
    this.host = host;
    this.choose = choose;
  }

  /** Begins with a position. */
  begin(drawn) {
    this.root = { drawn, parent: null, children: [], ply: 0 };
    this.here = this.root;
    this.draw();
  }

  /** Goes on by what `playLine` answered, and stays at the first new move. */
  add(steps) {
    let at = this.here;
    for (const step of steps) {
      const known = at.children.find((child) => child.step.effect.taken.cells.join() === step.effect.taken.cells.join());
      if (known) at = known;
      else {
        const node = { drawn: step, step, parent: at, children: [], ply: at.ply + 1 };
        at.children.push(node);
        at = node;
      }
    }
    return at;
  }

  go(node) {
    this.here = node;
    this.draw();
  }

  /** Forgets a move and all that follows it. */
  cut(node) {
    node.parent.children = node.parent.children.filter((child) => child !== node);
  }

  draw() {
    this.host.replaceChildren(...(this.root.children.length ? this.line(this.root) : [make("span", { className: "faint" }, "A click on a group makes a move here.")]));
    this.host.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /** What follows a node: its first move, then the others in brackets, then what follows. */
  line(node) {
    const parts = [];
    for (let at = node; at.children.length; [at] = at.children) {
      const [main, ...others] = at.children;
      parts.push(this.move(main));
      for (const other of others) parts.push(make("span", { className: "variation" }, this.move(other), ...this.line(other)));
    }
    return parts;
  }

  move(node) {
    const button = make("button", { type: "button", className: `by${node.step.player}` }, make("small", {}, `${node.ply}.`), ` ${node.step.move}`);
    if (node === this.here) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => this.choose(node));
    return button;
  }
}
