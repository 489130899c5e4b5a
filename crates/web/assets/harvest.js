// The empty crate at the end of a game: what each player took out of it, by kind.

import { make } from "./dom.js";
import { fruit } from "./fruit.js";

/** Shows it on a board, until the board is drawn anew. */
export function showHarvest(board, moves, names, points) {
  hideHarvest(board);
  const sides = names.map((name, index) => {
    const taken = new Map();
    for (const move of moves) if (move.player === index + 1) taken.set(move.effect.taken.fruit, (taken.get(move.effect.taken.fruit) ?? 0) + move.effect.taken.size);
    const kinds = [...taken].sort((one, two) => two[1] - one[1]);
    return make(
      "div",
      { className: `by${index + 1}` },
      make("span", {}, name),
      make("b", {}, String(points[index])),
      make("div", {}, ...kinds.map(([kind, count]) => make("span", {}, fruit(kind), `\u00D7${count}`))),
    );
  });
  board.field.append(make("div", { className: "harvest", "aria-hidden": "true" }, ...sides));
}

export function hideHarvest(board) {
  board.field.querySelector(".harvest")?.remove();
}
