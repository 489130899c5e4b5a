// A game with a person: what one sees of it, and what one can do.

import { ask, follow } from "./api.js";
import { Board } from "./board.js";
import { MoveList } from "./moves.js";
import { announce, clock, connection, find, fragment, heading, large, make, memory, setFragment, signed } from "./page.js";

heading();

const under = find("#under");
const board = new Board(find("#board"), {
  label: "The board; arrows move, Enter takes the group",
  on: { pick: take, point: (group) => (under.textContent = Board.words(group)) },
});
const list = new MoveList(find("#moves"));
const buttons = { hint: find("#hint"), back: find("#back"), resign: find("#resign") };

/** The game as it stands, or none. */
let game = null;
let leave = () => {};
/** When the clocks were last told, by this page's own clock. */
let told = 0;
let ticking = null;
/** A move is on its way. */
let sending = false;
/** The game was just started here: its board is where the keys should go. */
let begun = false;

// What the server tells.

const heard = {
  snapshot(event) {
    game = event;
    board.show(event.rows, event.groups);
    list.show(event.moves);
    drawPlayers();
    find("#about").textContent = `${event.size} \u00D7 ${event.size}, ${event.kinds} kind${event.kinds === 1 ? "" : "s"} of fruit${event.seed === null ? "" : `, seed ${event.seed}`}`;
    showHint(event.hint);
    refresh();
    if (begun) board.focus();
    begun = false;
  },
  turn(event) {
    game.turn = event.player;
    game.clocks = event.clocks;
    game.thought = null;
    refresh();
  },
  thinking(event) {
    game.thought = event.thought;
    drawThought();
  },
  moved(event) {
    game.rows = event.rows;
    game.points = event.points;
    game.moves.push(event);
    game.thought = null;
    board.play(event.effect, event.rows, event.groups, event.player);
    list.add(event);
    showHint(null);
    drawPoints();
    if (!game.seats[event.player - 1].human) {
      announce(`${game.seats[event.player - 1].name} takes ${event.move}: ${Board.words(event.effect.taken)}. ${event.points[0]} to ${event.points[1]}.`);
    }
  },
  "took-back"(event) {
    heard.snapshot(event.snapshot);
  },
  "hint-wanted"() {
    find("#hint-text").textContent = "Let me think \u2026";
  },
  hint(event) {
    showHint(event);
  },
  paused(event) {
    game.paused = true;
    game.clocks = event.clocks;
    refresh();
  },
  "went-on"() {
    game.paused = false;
    refresh();
  },
  ended(event) {
    game.end = event;
    game.clocks = { left: game.clocks.left && event.left, running: null };
    refresh();
    announce(event.message);
  },
  trouble(event) {
    problem(event.message);
  },
};

function open(id) {
  leave();
  setFragment({ game: id });
  leave = follow(`/api/games/${encodeURIComponent(id)}/events`, {
    event(event) {
      told = performance.now();
      sending = false;
      // A second snapshot comes after a drop: it is the whole truth.
      heard[event.type]?.(event);
    },
    state: connection,
    refused(error) {
      connection("live");
      setFragment({});
      find("#status").textContent = "";
      problem(error.message);
      options();
    },
  });
}

// What one sees.

function drawPlayers() {
  find("#players").replaceChildren(
    ...game.seats.map((seat, index) =>
      make(
        "div",
        { className: `player by${index + 1}` },
        make("span", { className: "name" }, seat.name, make("small", {}, index === 0 ? "moves first" : "moves second")),
        make("span", { className: "points" }, make("span", { className: "count" }, "0"), make("span", { className: "clock" })),
      ),
    ),
  );
}

function drawPoints() {
  document.querySelectorAll("#players .count").forEach((element, index) => (element.textContent = game.points[index]));
}

function drawClocks() {
  const { left, running } = game.clocks;
  const gone = (performance.now() - told) / 1000;
  document.querySelectorAll("#players .clock").forEach((element, index) => {
    const seconds = left ? Math.max(0, left[index] - (running === index + 1 ? gone : 0)) : null;
    const text = seconds === null ? "" : clock(seconds);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("low", seconds !== null && seconds < 10);
  });
}

/** A timer runs only while a clock does. */
function tick() {
  clearTimeout(ticking);
  ticking = null;
  if (!game) return;
  drawClocks();
  const { left, running } = game.clocks;
  if (!left || !running || game.end || game.paused) return;
  ticking = setTimeout(tick, left[running - 1] < 12 ? 100 : 500);
}

function drawThought() {
  const thought = game.thought;
  const machine = !game.end && !game.seats[game.turn - 1].human;
  find("#bar").hidden = !machine;
  const best = thought?.moves[0];
  find("#thought").textContent = !machine || !best
    ? ""
    : `${thought.depth} move${thought.depth === 1 ? "" : "s"} ahead, ${large(thought.nodes)} boards; expects ${signed(best.margin)} from here on`;
}

function refresh() {
  const seat = game.seats[game.turn - 1];
  const people = game.seats.filter((each) => each.human).length;
  document.querySelectorAll("#players .player").forEach((element, index) => element.classList.toggle("turn", !game.end && index + 1 === game.turn));
  drawPoints();
  tick();
  drawThought();
  find("#status").textContent = game.end
    ? ""
    : !seat.human
      ? `${seat.name} is thinking \u2026`
      : people === 2
        ? `${seat.name} to move.`
        : "Your turn.";
  board.enabled = !game.end && seat.human;
  find(".stage").classList.toggle("playable", board.enabled);
  buttons.hint.disabled = !board.enabled;
  buttons.resign.disabled = Boolean(game.end);
  buttons.back.disabled = !game.moves.some((move) => game.seats[move.player - 1].human);
  drawResult(people);
}

function drawResult(people) {
  find("#result").hidden = !game.end;
  if (!game.end) return;
  const winner = game.end.winner;
  const [one, two] = game.end.points;
  const score = `${one} : ${two}`;
  let title = `A draw, ${score}`;
  if (winner) {
    const seat = game.seats[winner - 1];
    title = people === 2 ? `${seat.name} wins, ${score}` : seat.human ? `You win, ${score}!` : `${seat.name} wins, ${score}`;
  }
  find("#result-title").textContent = title;
  find("#result-why").textContent = game.end.message;
  find("#review").href = `/replay?file=${encodeURIComponent(`${game.id}.jsonl`)}`;
}

function showHint(hint) {
  find("#hint-text").textContent = hint ? hint.words : "";
  board.outline("hinted", hint?.hint === "move" ? hint.group.cells : []);
  buttons.hint.textContent = hint?.hint === "clue" ? "Show the move" : "Hint";
}

function problem(text) {
  find("#problem").textContent = text;
}

// What one does.

async function act(what, body = {}) {
  if (!game) return;
  problem("");
  try {
    await ask("POST", `/api/games/${encodeURIComponent(game.id)}/${what}`, body);
  } catch (error) {
    sending = false;
    problem(error.message);
  }
}

function take(cell) {
  if (sending) return;
  sending = true;
  act("moves", { move: cell, ply: game.moves.length + 1 });
}

buttons.hint.addEventListener("click", () => act("hint"));
buttons.back.addEventListener("click", () => act("take-back"));
buttons.resign.addEventListener("click", () => {
  const human = game.seats[game.turn - 1].human ? game.turn : game.seats.findIndex((seat) => seat.human) + 1;
  if (confirm(`${game.seats[human - 1].name === "You" ? "Do you" : `Does ${game.seats[human - 1].name}`} really give up?`)) act("resign", { player: human });
});
find("#new").addEventListener("click", options);
find("#again").addEventListener("click", () => start());

addEventListener("keydown", (event) => {
  const typing = event.target.matches?.("input, select, textarea") || find("#options").open;
  if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
  const key = event.key.toLowerCase();
  if (key === "h" && !buttons.hint.disabled && game) act("hint");
  else if (key === "u" && !buttons.back.disabled && game) act("take-back");
  else if (key === "n") options();
  else return;
  event.preventDefault();
});

// A new game.

const USUAL = { opponent: "2", first: "1", size: 10, fruits: 4, time: "" };
const FIELDS = Object.keys(USUAL);

// Fills in what was wanted the last time; the form may never have been open.
function recall() {
  const last = memory.get("options") ?? {};
  for (const name of FIELDS) find(`#${name}`).value = last[name] || USUAL[name];
  find("#seed").value = "";
}

function options() {
  recall();
  find("#form-problem").textContent = "";
  if (!find("#options").open) find("#options").showModal();
}

async function start() {
  const wanted = Object.fromEntries(FIELDS.map((name) => [name, find(`#${name}`).value]));
  memory.set("options", wanted);
  const other = wanted.opponent === "human" ? {} : { level: Number(wanted.opponent) };
  const swap = wanted.first === "2" || (wanted.first === "0" && Math.random() < 0.5);
  const seats = swap ? [other, {}] : [{}, other];
  const seed = find("#seed").value;
  try {
    const made = await ask("POST", "/api/games", {
      seats: seats.map((seat) => ({ level: seat.level ?? null, name: null })),
      size: Number(wanted.size),
      fruits: Number(wanted.fruits),
      seed: seed === "" ? null : Number(seed),
      time: wanted.time === "" ? null : Number(wanted.time),
    });
    find("#options").close();
    problem("");
    begun = true;
    open(made.id);
  } catch (error) {
    find("#form-problem").textContent = error.message;
    problem(error.message);
  }
}

find("#form").addEventListener("submit", (event) => {
  event.preventDefault();
  start();
});
find("#cancel").addEventListener("click", () => find("#options").close());
addEventListener("hashchange", () => fragment().has("game") && fragment().get("game") !== game?.id && open(fragment().get("game")));

board.show(Array(10).fill("**********"));
board.enabled = false;
for (const button of Object.values(buttons)) button.disabled = true;
recall();
if (fragment().has("game")) open(fragment().get("game"));
else options();
