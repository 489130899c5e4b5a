// The review of a game, where it happened: the board before each move, the best move in
// green, what was opened in red. It is also a replay, and a file of its own (#data).

import { Board } from "./board.js";
import { Cards, seatName } from "./cards.js";
import { find, fragment, make, pause as wait, setFragment, write } from "./dom.js";
import { Graph } from "./graph.js";
import { address, announce, connection, problem } from "./heading.js";
import { setUp } from "./keys.js";
import { MoveList } from "./moves.js";
import { sounds } from "./sounds.js";
import { canThink, games, openGame, readRecord, review as judge, share, storedRecord } from "./table.js";
import { Trial } from "./trial.js";
import { isFault, opened, verdict } from "./verdict.js";
import { boardWords, groupWords, lineOf, many, signed, wins } from "./words.js";

setUp([
  ["ArrowLeft", "one move back", () => go(ply - 1)],
  ["ArrowRight", "one move on", () => go(ply + 1)],
  ["Home", "to the start", () => go(0)],
  ["End", "to the end", () => go(Infinity)],
  [" ", "play on, or stop", () => toggle()],
  ["Escape", "back from a move that was tried", () => (trial.isOn ? go(ply) : false)],
  ["n", "next mistake", () => find("#fault").click()],
  ["p", "mistake before", () => find("#fault-before").click()],
]);
const board = new Board(find("#board"), { label: "The board; arrows move, Enter tries the move", on: { once: true, pick: (cell) => trial.make(cell).catch((error) => problem(error.message)) } });
const trial = new Trial(board, tellTrial);
const cards = new Cards(find("#players"));
const list = new MoveList(find("#moves"), (number) => go(number - 1));
const graph = new Graph(find("#graph"), (number) => go(number));
const inside = find("#data") && JSON.parse(find("#data").textContent);

let game = null;
let text = null;
let review = null;
/** The moves that were made on the board that is shown; the next one is judged. */
let ply = 0;
let playing = false;
let stopJudging = () => {};

// The game.

function show(drawn) {
  stopJudging();
  game = { ...drawn, players: drawn.players.map((name, index) => seatName({ name, level: levelOf(drawn, index) })) };
  review = null;
  playing = false;
  problem("");
  find("#elsewhere").hidden = true;
  document.title = `${game.players[0]} \u2013 ${game.players[1]} \u00B7 Fruit Rage`;
  cards.seat(game.players.map((name) => ({ name })));
  list.show(game.moves);
  write(find("#about"), boardWords(game.size, game.kinds));
  const wanted = Number.parseInt(fragment().get("ply") ?? "", 10);
  ply = -1;
  go(Number.isFinite(wanted) ? wanted : 0);
}

/** The result in words, for those who have come to the end. */
function result() {
  if (!game.ending) return "Broken off, or still under way.";
  const { winner, points } = game.end;
  return `${winner ? wins(game.players[winner - 1]) : "A draw"}, ${points[0]} : ${points[1]}`;
}

const rowsAt = (at) => (at === 0 ? game.rows : game.moves[at - 1].rows);

async function go(to) {
  if (!game) return false;
  const target = Math.max(0, Math.min(to, game.moves.length));
  if (target === ply && !trial.isOn) return false;
  const forward = target === ply + 1 && ply >= 0 && !trial.isOn;
  ply = target;
  const move = game.moves[ply - 1];
  board.unmark();
  tell(move);
  if (forward) {
    sounds.take(move.effect.taken.size, move.player);
    await board.play(move.effect, move.rows, [], move.player, move.move);
  } else {
    board.show(rowsAt(ply));
    board.footprint(move?.effect.taken.cells, move?.player);
  }
  if (target !== ply) return true;
  mark();
  const turn = game.moves[ply]?.player;
  if (turn) trial.offer(lineOf(rowsAt(ply), turn, move ? move.points : [0, 0]), game.players);
  return true;
}

/** Tells of a move that was tried instead of that of the game. */
function tellTrial(title, words) {
  find("#verdict").className = "panel verdict";
  write(find("#verdict-title"), title);
  write(find("#verdict-words"), words);
  find("#untry").hidden = false;
}

function tell(move) {
  find("#untry").hidden = true;
  trial.end();
  const points = move ? move.points : [0, 0];
  const next = game.moves[ply];
  cards.points(points);
  cards.turn(next?.player ?? null);
  list.mark(next ? next.ply : ply);
  graph.mark(ply);
  setFragment({ ...Object.fromEntries(fragment()), ply: ply || null });
  find("#previous").disabled = find("#first").disabled = ply === 0;
  find("#next").disabled = find("#last").disabled = !next;
  const turn = next?.player ?? 1;
  const position = lineOf(rowsAt(ply), turn, points);
  find("#analyse").href = address("analysis.html", { position });
  const level = levelOf(game, 2 - turn);
  find("#try").href = address("./", { position, ...(level ? { level } : {}) });
  find("#try").hidden = !next;
  comment();
}

/** The level of the engine in a seat, if it is one. */
const levelOf = (drawn, index) => drawn.seats?.[index]?.level ?? null;

/** Words about the move that comes next. */
function comment() {
  const next = game.moves[ply];
  const panel = find("#verdict");
  panel.className = "panel verdict";
  if (!next) {
    write(find("#caption"), "The end.");
    write(find("#verdict-title"), result());
    write(find("#verdict-words"), review?.turning_words ?? "");
  } else {
    const who = game.players[next.player - 1];
    find("#caption").replaceChildren(make("b", {}, `Move ${next.ply}, ${who}: ${next.move} took ${groupWords(next.effect.taken)}.`), canThink() ? " Click on a group to try another move." : " The board before it.");
    const judged = review?.moves[ply];
    const [title, words] = judged ? verdict(judged) : [`Move ${next.ply} of ${game.moves.length}`, ""];
    if (judged) panel.classList.add(judged.class);
    write(find("#verdict-title"), title);
    write(find("#verdict-words"), words);
  }
  showFaults();
}

/** Draws the move that comes next, the best one, and what was opened. */
function mark() {
  const next = game.moves[ply];
  board.unmark();
  if (!next) return;
  const judged = review?.moves[ply];
  const better = judged?.best_cells?.length ? judged.best_cells : null;
  const gift = judged && isFault(judged) ? opened(judged, next) : null;
  // What was left may be the best group itself.
  if (gift && !(better && gift.cells.every((cell) => better.includes(cell)))) {
    board.ring("opened", gift.cells);
    board.tag("opened", { cells: gift.cells, text: `${gift.fact} ${gift.size}`, className: "opened", left: true });
  }
  if (better) {
    board.ring("best", better);
    board.tag("best", { cells: better, text: `best ${better.length}`, className: "best" });
  }
  board.ring(judged && !better ? "best" : "made", next.effect.taken.cells);
  board.tag("made", { cells: next.effect.taken.cells, text: next.move, className: judged && !better ? "best" : "" });
}

// Playing on.

async function toggle() {
  playing = !playing;
  showPlaying();
  if (playing && ply >= game.moves.length) await go(0);
  while (playing && ply < game.moves.length) {
    await go(ply + 1);
    await wait(650);
  }
  playing = false;
  showPlaying();
}

function showPlaying() {
  const button = find("#play");
  write(button, playing ? "\u275A\u275A" : "\u25B6\u25B6");
  button.setAttribute("aria-label", playing ? "Stop" : "Play on");
}

// The review.

function startReview(chosen) {
  const bar = find("#progress");
  bar.hidden = false;
  const of = game;
  stopJudging = judge(text, chosen ?? game.id, {
    state: connection,
    event(event) {
      if (of !== game) return;
      if (event.type === "progress") {
        bar.firstElementChild.style.width = `${(100 * event.done) / event.total}%`;
      } else {
        bar.hidden = true;
        if (event.problem) problem(event.problem);
        else showReview(event);
      }
    },
    refused(error) {
      bar.hidden = true;
      connection("live");
      problem(error.message);
      write(find("#fault-count"), "");
    },
  });
}

/** Whose mistakes are to be learnt from: the person's, or everybody's. */
function faults() {
  const own = game.players.indexOf("You") + 1;
  return (review?.moves ?? []).filter((move) => isFault(move) && (!own || move.player === own)).map((move) => move.ply - 1);
}

function showReview(event) {
  review = event;
  find("#expected").hidden = false;
  graph.show(review, game.players);
  for (const move of review.moves) find(`[data-ply="${move.ply}"]`, find("#moves"))?.classList.add(move.class);
  cards.tell(review.players.map(({ accuracy }) => (accuracy === null ? { words: "", short: "" } : { words: `accuracy ${accuracy.toFixed(0)} %`, short: `${accuracy.toFixed(0)} %` })));
  find("#judged").replaceChildren(...figures(review.players));
  find("#summary").hidden = false;
  showLearning();
  announce("The review is there.");
  const [first] = faults();
  const turning = review.turning_point ? review.turning_point.ply - 1 : first;
  // Who has not gone anywhere yet is led to where the game turned.
  if (ply === 0 && turning) go(turning);
  else {
    comment();
    mark();
    graph.mark(ply);
  }
}

/** A link to the boards on which one went wrong. It holds all that is needed, but for a game of this browser. */
async function showLearning() {
  const learn = find("#learn");
  const mistakes = review.mistakes ?? [];
  learn.hidden = !mistakes.length || Boolean(inside);
  if (learn.hidden) return;
  const game = fragment().get("game");
  const from = game && !fragment().has("file") ? { game } : { record: await share.pack(text) };
  learn.href = address("puzzles.html", { ...from, mistakes: mistakes.map((each) => `${each.ply}:${each.class}`).join(",") });
  write(find("small", learn), many(mistakes.length, "board"));
}

function showFaults() {
  const found = faults();
  const at = found.indexOf(ply);
  find("#fault").disabled = !found.some((each) => each > ply) && !(found.length && at < 0);
  find("#fault-before").disabled = !found.some((each) => each < ply);
  if (!review) return;
  write(find("#fault-count"), at >= 0 ? `${at + 1} of ${found.length}` : found.length ? many(found.length, "mistake") : "none");
}

/** The rows of the table of what both players did. */
function figures(players) {
  const row = (name, told, cell = "td") =>
    make("tr", {}, make("th", { scope: "row" }, name), ...players.map((player) => make(cell, { className: "number" }, told(player))));
  const classes = ["best", "good", "inaccuracies", "mistakes", "blunders"];
  return [
    row("", (player) => player.name, "th"),
    row("accuracy", (player) => (player.accuracy === null ? "unknown" : `${player.accuracy.toFixed(1)} %`)),
    ...classes.map((name, at) => row(name, (player) => String(player.classes[at]))),
    row("points lost", (player) => signed(-player.lost)),
    row("time", (player) => `${player.seconds.toFixed(1)} s`),
  ];
}

// What one does.

const stepping = (target) => () => {
  playing = false;
  go(target());
};
find("#first").addEventListener("click", stepping(() => 0));
find("#previous").addEventListener("click", stepping(() => ply - 1));
find("#next").addEventListener("click", stepping(() => ply + 1));
find("#last").addEventListener("click", stepping(() => Infinity));
find("#fault").addEventListener("click", stepping(() => faults().find((each) => each > ply) ?? faults()[0] ?? ply));
find("#fault-before").addEventListener("click", stepping(() => faults().findLast((each) => each < ply) ?? ply));
find("#play").addEventListener("click", toggle);
find("#untry").addEventListener("click", () => go(ply));
find("#share").addEventListener("click", async (event) => {
  const link = new URL(address("replay.html", { record: await share.pack(text), ...(ply ? { ply } : {}) }), location.href);
  const done = await navigator.clipboard.writeText(link).then(() => true, () => false);
  write(event.target, done ? "Copied" : "Copy the address");
  if (!done) location.href = link;
});
find("#read").addEventListener("click", () => read(find("#record").value));
find("#file").addEventListener("change", async (event) => {
  const [chosen] = event.target.files;
  if (!chosen) return;
  if (chosen.size > 8e6) return problem("The file is longer than 8 MB.");
  read(await chosen.text());
});
addEventListener("hashchange", () => {
  const wanted = Number.parseInt(fragment().get("ply") ?? "0", 10);
  if (source() !== from) open();
  else if (Number.isFinite(wanted)) go(wanted);
});

// Where the record comes from.

async function read(record, chosen = null) {
  try {
    const drawn = await readRecord(record, chosen);
    text = record;
    show(drawn);
    startReview(chosen);
  } catch (error) {
    problem(error.message);
    find("#elsewhere").hidden = false;
  }
}

const source = () => ["game", "room", "record", "file"].map((name) => fragment().get(name)).join("|");
let from = null;

async function open() {
  from = source();
  const wanted = new Map([...new URLSearchParams(location.search), ...fragment()]);
  try {
    if (wanted.has("record")) await read(await share.unpack(wanted.get("record")));
    else if (wanted.has("file")) await read(await storedRecord(wanted.get("file"), wanted.get("game") ?? null), wanted.get("game") ?? null);
    else if (wanted.has("room")) await read(await (await openGame(wanted.get("room"))).record());
    else if (wanted.has("game")) await read(await games.record(wanted.get("game")));
    else {
      find("#elsewhere").hidden = false;
      write(find("#caption"), "No game is open.");
    }
  } catch (error) {
    problem(error.message);
    find("#elsewhere").hidden = false;
  }
}

board.show(Array(10).fill("**********"));
if (inside) {
  for (const id of ["#analyse", "#try", "#share"]) find(id).closest(".there").hidden = true;
  show(inside.game);
  // A page of a tournament's report has no review.
  for (const id of ["#expected", ".faults"]) find(id).hidden = !inside.review && id === ".faults";
  if (inside.review) showReview(inside.review);
} else open();
