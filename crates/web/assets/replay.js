// Stepping through a recorded game, and its review: a page of the server, or a file
// of its own with the game and the review inside (#data).

import { ask, follow } from "./api.js";
import { Board } from "./board.js";
import { Graph } from "./graph.js";
import { MoveList } from "./moves.js";
import { announce, clock, connection, find, fragment, heading, make, setFragment, signed } from "./page.js";

heading();

const board = new Board(find("#board"), { label: "The board" });
board.enabled = false;
const list = new MoveList(find("#moves"), (ply) => go(ply));
const graph = new Graph(find("#graph"), (ply) => go(ply));
const asked = new URLSearchParams(location.search);
const inside = find("#data") && JSON.parse(find("#data").textContent);
const isFault = (move) => ["inaccuracy", "mistake", "blunder"].includes(move.class);

let game = null;
let review = null;
let ply = 0;
let playing = null;
let file = asked.get("file");

// The game.

async function open(promise) {
  try {
    game = await promise;
  } catch (error) {
    find("#problem").textContent = error.message;
    return;
  }
  find("#problem").textContent = "";
  file = game.file ?? file;
  review = null;
  document.title = `${game.players[0]} \u2013 ${game.players[1]} \u00B7 Fruit Rage`;
  find("#slider").max = game.moves.length;
  list.show(game.moves);
  find("#players").replaceChildren(
    ...game.players.map((name, index) =>
      make(
        "div",
        { className: `player by${index + 1}` },
        make("span", { className: "name", title: name }, name, make("small", { className: "accuracy" })),
        make("span", { className: "points" }, make("span", { className: "count" }), make("span", { className: "clock" })),
      ),
    ),
  );
  const seed = game.seed === null ? "" : `, seed ${game.seed}`;
  // Games that were played here have no names that mean anything.
  const name = game.id.startsWith("web-") ? "" : `Game ${game.id}: `;
  find("#about").textContent = `${name}${game.size} \u00D7 ${game.size}, ${game.kinds} kind${game.kinds === 1 ? "" : "s"}${seed}`;
  find("#why").textContent = game.message ?? "Broken off, or still under way.";
  find("#judge").disabled = !file;
  for (const id of ["#fault", "#turning", "#judged"]) find(id).hidden = true;
  ply = -1;
  go(wantedPly());
}

function wantedPly() {
  const wanted = Number.parseInt(fragment().get("ply") ?? "0", 10);
  return Number.isFinite(wanted) ? wanted : 0;
}

function rowsAt(at) {
  return at === 0 ? game.rows : game.moves[at - 1].rows;
}

function go(to) {
  if (!game) return;
  const target = Math.max(0, Math.min(to, game.moves.length));
  if (target === ply) return;
  const forward = target === ply + 1 && ply >= 0;
  ply = target;
  const move = game.moves[ply - 1];
  if (forward) board.play(move.effect, move.rows, [], move.player);
  else {
    board.show(rowsAt(ply));
    if (move) board.outline("taken-last", move.effect.taken.cells)?.classList.add(`by${move.player}`);
  }
  find("#slider").value = ply;
  find("#slider").setAttribute("aria-valuetext", `after ${ply} of ${game.moves.length} moves`);
  list.mark(ply);
  graph.mark(ply);
  setFragment({ ply: ply || null });
  tell(move);
}

function tell(move) {
  const points = move ? move.points : [0, 0];
  const over = ply === game.moves.length;
  document.querySelectorAll("#players .player").forEach((element, index) => {
    find(".count", element).textContent = points[index];
    const own = game.moves.slice(0, ply).filter((each) => each.player === index + 1);
    const left = own.length ? own[own.length - 1].left : game.time[index];
    find(".clock", element).textContent = game.clock === "none" ? "" : clock(left);
    const next = game.moves[ply];
    element.classList.toggle("turn", !over && next.player === index + 1);
  });
  find("#under").textContent = move
    ? `${move.ply}. ${game.players[move.player - 1]}: ${move.move} takes ${Board.words(move.effect.taken)}`
    : "The start";
  find("#previous").disabled = find("#start").disabled = ply === 0;
  find("#next").disabled = find("#end").disabled = over;
  const turn = over || !game.moves[ply] ? 1 : game.moves[ply].player;
  const position = `${rowsAt(ply).join("/")} ${turn} ${points[0]}:${points[1]} -`;
  find("#analyse").href = `/analysis#${new URLSearchParams({ position })}`;
  comment();
}

// Playing it.

function pause() {
  clearTimeout(playing);
  playing = null;
  find("#play").textContent = "Play";
}

function step() {
  go(ply + 1);
  if (ply >= game.moves.length) return pause();
  playing = setTimeout(step, Number(find("#speed").value));
}

function toggle() {
  if (playing) return pause();
  if (!game) return;
  if (ply >= game.moves.length) go(0);
  find("#play").textContent = "Pause";
  playing = setTimeout(step, 200);
}

// The review.

function judge() {
  find("#judge").disabled = true;
  const wanted = new URLSearchParams({ file });
  if (!file.includes(":")) wanted.set("game", game.id);
  const of = game;
  find("#review-progress").textContent = "thinking \u2026";
  follow(`/api/review?${wanted}`, {
    once: true,
    state: connection,
    event(event) {
      if (of !== game) return true;
      if (event.type === "progress") {
        find("#review-progress").textContent = `${Math.round((100 * event.done) / event.total)} %`;
        return false;
      }
      find("#review-progress").textContent = event.problem ?? "";
      if (!event.problem) showReview(event);
      return true;
    },
    refused(error) {
      connection("live");
      find("#judge").disabled = false;
      find("#review-progress").textContent = "";
      find("#problem").textContent = error.message;
    },
  });
}

function showReview(event) {
  review = event;
  graph.show(review, game.players);
  graph.mark(ply);
  for (const move of review.moves) find(`[data-ply="${move.ply}"]`, find("#moves"))?.classList.add(move.class);
  review.players.forEach((player, index) => {
    const accuracy = player.accuracy === null ? "" : `accuracy ${player.accuracy.toFixed(0)} %`;
    find("#players").children[index].querySelector(".accuracy").textContent = accuracy;
  });
  find("#turning").textContent = review.turning_words;
  find("#judged").replaceChildren(...summary(review.players));
  for (const id of ["#fault", "#turning", "#judged"]) find(id).hidden = false;
  find("#judge").hidden = true;
  comment();
  announce("The review is there.");
}

/** The rows of the table of what both players did. */
function summary(players) {
  const row = (name, told, cell = "td") =>
    make("tr", {}, make("th", { scope: "row" }, name), ...players.map((player) => make(cell, { className: "number" }, told(player))));
  const classes = ["best", "good", "inaccuracies", "mistakes", "blunders"];
  return [
    row("", (player) => player.name, "th"),
    row("accuracy", (player) => (player.accuracy === null ? "unknown" : `${player.accuracy.toFixed(1)} %`)),
    ...classes.map((name, at) => row(name, (player) => String(player.classes[at]))),
    row("points lost", (player) => player.lost.toFixed(1)),
    row("time", (player) => `${player.seconds.toFixed(1)} s`),
  ];
}

/** Judges the move that comes next: on the board before it, with the better one beside it. */
function comment() {
  const line = find("#comment");
  board.outline("made", []);
  board.outline("better", []);
  if (!review) return void line.replaceChildren();
  const point = review.curve[ply];
  const expected = `${point.exact ? "Certain" : "Expected"}: ${signed(point.margin)} for ${game.players[0]}.`;
  const move = review.moves[ply];
  find("#fault").disabled = !review.moves.some((each, at) => at > ply && isFault(each));
  if (!move) return void line.replaceChildren(expected);
  board.outline("made", game.moves[ply].effect.taken.cells);
  board.outline("better", move.best_cells);
  line.replaceChildren(make("b", { className: move.class }, `${move.ply}. ${move.move}${move.mark}`), ` ${judgement(move)} ${expected}`);
}

/** A sentence about a judged move. */
function judgement(move) {
  const words = move.words ? ` ${move.words[0].toUpperCase()}${move.words.slice(1)}.` : "";
  if (!isFault(move)) return (move.class === "best" ? "No move is better." : "A good move.") + words;
  const lost = `${move.exact ? "" : "about "}${Math.round(move.lost * 10) / 10}`;
  return `is ${move.class === "inaccuracy" ? "an" : "a"} ${move.class}: it loses ${lost} of ${move.stake} at stake (best: ${move.best}).${words}`;
}

/** The place of the next fault, to look at it on the board before it. */
function nextFault() {
  const at = review?.moves.findIndex((move, place) => place > ply && isFault(move)) ?? -1;
  return at < 0 ? ply : at;
}

// What one does.

find("#slider").addEventListener("input", () => {
  pause();
  go(Number(find("#slider").value));
});
const stepping = (target) => () => {
  pause();
  go(target());
};
find("#start").addEventListener("click", stepping(() => 0));
find("#previous").addEventListener("click", stepping(() => ply - 1));
find("#next").addEventListener("click", stepping(() => ply + 1));
find("#end").addEventListener("click", stepping(() => game.moves.length));
find("#fault").addEventListener("click", stepping(nextFault));
find("#play").addEventListener("click", toggle);
find("#judge").addEventListener("click", judge);
find("#read").addEventListener("click", () => open(ask("POST", "/api/record", { record: find("#record").value })));
find("#file").addEventListener("change", async (event) => {
  const [chosen] = event.target.files;
  if (!chosen) return;
  if (chosen.size > 8e6) return void (find("#problem").textContent = "The file is longer than 8 MB.");
  open(ask("POST", "/api/record", { record: await chosen.text() }));
});
addEventListener("hashchange", () => {
  pause();
  go(wantedPly());
});
addEventListener("keydown", (event) => {
  if (event.target.matches?.("input, select, textarea, [data-cell], summary") || event.ctrlKey || event.altKey || event.metaKey) return;
  const keys = { ArrowLeft: () => ply - 1, ArrowRight: () => ply + 1, Home: () => 0, End: () => game.moves.length, m: nextFault };
  if (keys[event.key] && game) stepping(keys[event.key])();
  else if (event.key === " " && !event.target.matches("button")) toggle();
  else return;
  event.preventDefault();
});

board.show(Array(10).fill("**********"));
if (inside) {
  for (const id of ["#analyse", "#elsewhere"]) find(id).hidden = true;
  // A page of a tournament's report has no review.
  if (!inside.review) find("#judge").closest(".panel").hidden = true;
  open(Promise.resolve(inside.game)).then(() => inside.review && showReview(inside.review));
} else if (asked.has("file")) open(ask("GET", `/api/record?${asked}`));
else {
  find("#paste").open = true;
  find("#why").textContent = "Choose a game from the list of games, or paste a record below.";
  find("#judge").disabled = true;
}
