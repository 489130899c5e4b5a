// The end of a game: who won, in the winner's colour, what there is to say about it, and
// what comes next.

import { find, write } from "./dom.js";
import { fruit } from "./fruit.js";
import { review } from "./table.js";
import { leads, many, wins } from "./words.js";

const FAULTS = ["inaccuracy", "mistake", "blunder"];

/** The largest take of a seat. */
const largest = (game, seat) => Math.max(0, ...game.moves.filter((move) => move.player === seat).map((move) => move.effect.taken.points));

/**
 * Shows the end. `names` are those of the seats, `own` the seat of the person here if there
 * is one alone, `match` what the game counts for.
 */
export function showResult(game, { names, own, match }) {
  const { winner, points } = game.end;
  const panel = find("#result");
  panel.hidden = false;
  panel.className = `panel result ${winner ? `by${winner}` : "even"}`;
  const { kind } = game.end.ending;
  write(find("#result-title"), winner ? wins(names[winner - 1]) : kind === "void" ? "No result" : "A draw");
  write(find("#result-points"), `${points[0]} : ${points[1]}`);
  const [one, two] = find("#result-balance").children;
  one.style.flexGrow = points[0] + 1;
  two.style.flexGrow = points[1] + 1;
  const loser = winner ? names[2 - winner] : "";
  const why = { cleared: "", resigned: `${loser} resigned.`, "out-of-time": `${loser} ran out of time.` }[kind];
  write(find("#result-why"), why ?? game.end.message);
  const seat = own ?? winner ?? 1;
  write(find("#fact-largest"), String(largest(game, seat)));
  write(find("#fact-largest-words"), own ? "your largest take" : "largest take");
  for (const fact of ["accuracy", "turning"]) write(find(`#fact-${fact}`), "\u2026");
  write(find("#review small"), "");
  showMatch(match, names);
}

function showMatch(match, names) {
  const again = find("#again");
  Object.assign(again, { hidden: false, disabled: false });
  const [text, small] = [find("b", again), find("small", again)];
  const words = find("#result-words");
  const sides = match?.swapped ? [names[1], names[0]] : names;
  const [one, two] = match?.totals ?? [0, 0];
  const lead = one === two ? "level" : leads(sides[one > two ? 0 : 1]);
  const total = `${Math.max(one, two)} : ${Math.min(one, two)}`;
  if (match && !match.swapped) {
    write(words, "Whoever begins mostly wins. Play the same board with sides swapped: the totals decide.");
    write(text, "Rematch, sides swapped");
    write(small, `${lead} ${total}`);
  } else if (match) {
    write(words, `Both have begun once: over ${many(match.played, "game")} ${one === two ? `it is level, ${total}` : `${lead} ${total}`}.`);
    write(text, "Next board");
    write(small, "the match goes on");
  } else {
    write(words, "Whoever begins mostly wins, so a match is two games with sides swapped.");
    write(text, "Play again");
    write(small, "sides swapped");
  }
}

/**
 * Shows who wants a rematch in a room: `wanted` by seat, `own` the seat of the person here, none
 * for those who watch.
 */
export function showAgreement(wanted, own, names) {
  const again = find("#again");
  again.hidden = !own;
  if (!own) return;
  const other = names[2 - own];
  again.disabled = wanted[own - 1];
  if (wanted[own - 1]) write(find("small", again), `waiting for ${other} \u2026`);
  else if (wanted[2 - own]) write(find("small", again), `${other} wants it`);
}

/** Finds out accuracy, turning point and mistakes. Returns a function that stops it. */
export function judge(record, id, seat, done) {
  return review(record, id, {
    event(event) {
      if (event.type !== "review" || event.problem) return;
      const accuracy = event.players[seat - 1].accuracy;
      write(find("#fact-accuracy"), accuracy === null ? "\u2013" : `${accuracy.toFixed(0)} %`);
      write(find("#fact-turning"), event.turning_point ? event.moves[event.turning_point.ply - 1].move : "none");
      const faults = event.moves.filter((move) => move.player === seat && FAULTS.includes(move.class)).length;
      write(find("#review small"), faults ? `${faults} to learn from` : "no mistakes");
      done?.(event);
    },
    refused() {
      for (const fact of ["accuracy", "turning"]) write(find(`#fact-${fact}`), "\u2013");
    },
  });
}

/** Fruit rains into the empty crate, once, for a person who wins. */
export function celebrate(host) {
  for (let each = 0; each < 24; each++) {
    const piece = fruit(each % 6);
    piece.classList.add("raining");
    piece.style.left = `${(each * 37) % 94}%`;
    host.append(piece);
    const turn = ((each * 47) % 240) - 120;
    const frames = [
      { transform: "translateY(0) rotate(0)", opacity: 1 },
      { transform: `translateY(85cqw) rotate(${turn}deg)`, opacity: 1, offset: 0.75, easing: "ease-out" },
      { transform: `translateY(85cqw) rotate(${turn}deg)`, opacity: 0 },
    ];
    const timing = { duration: 1500 + ((each * 71) % 500), delay: (each * 53) % 700, easing: "cubic-bezier(0.4, 0, 0.9, 0.6)", fill: "both" };
    piece.animate(frames, timing).finished.then(() => piece.remove(), () => piece.remove());
  }
}
