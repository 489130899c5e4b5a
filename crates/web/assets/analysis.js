// The analysis board: a board from anywhere, the best moves on it, and
// lines to step through.

import { ask, follow } from "./api.js";
import { Board, nameOf, placeOf } from "./board.js";
import { announce, connection, find, fragment, heading, large, make, setFragment, signed } from "./page.js";
import { FRUITS } from "./theme.js";

heading();

const under = find("#under");
const on = { pick, point: (group) => (under.textContent = Board.words(group)) };
const board = new Board(find("#board"), { label: "The board; arrows move, Enter makes the move", on });

/** The positions one has gone through; the first was pasted. */
let path = [];
let here = -1;
/** The moves after the first position. */
let moves = [];
/** The best moves in the position that is shown. */
let found = null;
let leave = () => {};
let brush = null;

const position = () => path[here];

// Positions.

async function load(text) {
  find("#text-problem").textContent = "";
  try {
    const drawn = await ask("POST", "/api/position", { text });
    path = [drawn];
    moves = [];
    here = 0;
    find("#notes").textContent = drawn.notes.join(" ");
    show();
    return true;
  } catch (error) {
    find("#text-problem").textContent = error.message;
    return false;
  }
}

/** Goes on by moves from the position that is shown. */
async function play(cells) {
  const from = here;
  try {
    const { steps } = await ask("POST", "/api/line", { position: position().position, moves: cells });
    if (from !== here) return;
    path = [...path.slice(0, here + 1), ...steps];
    moves = [...moves.slice(0, here), ...cells];
    go(here + 1);
  } catch (error) {
    find("#problem").textContent = error.message;
  }
}

function go(to) {
  const target = Math.max(0, Math.min(to, path.length - 1));
  const from = here;
  if (target === from || !path.length) return;
  here = target;
  show(target === from + 1 ? path[target] : null);
}

/** Draws the position, as the outcome of a move if it is one. */
function show(step) {
  const drawn = position();
  board.mark([]);
  if (step?.effect) board.play(step.effect, drawn.rows, drawn.groups, step.player);
  else board.show(drawn.rows, drawn.groups);
  find("#text").value = drawn.position;
  setFragment({ position: drawn.position });
  const turn = `Player ${drawn.turn} to move, ${drawn.points[0]} : ${drawn.points[1]}`;
  find("#where").textContent = here === 0 ? turn : `After ${moves.slice(0, here).join(" ")}. ${turn}`;
  find("#previous").disabled = find("#start").disabled = here === 0;
  find("#next").disabled = here === path.length - 1;
  analyse();
}

// The analysis.

function analyse() {
  leave();
  leave = () => {};
  found = null;
  find("#problem").textContent = "";
  find("#solved").hidden = true;
  find("#lines").replaceChildren();
  find("#progress").textContent = "";
  find("#value").textContent = "Analysis";
  thinking(false);
  board.mark([]);
  if (brush !== null) return;
  if (!position().groups.length) {
    find("#value").textContent = "The board is empty";
    return;
  }
  thinking(true);
  const wanted = new URLSearchParams({
    position: position().position,
    top: find("#top").value,
    seconds: find("#seconds").value,
  });
  const of = position();
  leave = follow(`/api/analysis?${wanted}`, {
    once: true,
    state: connection,
    event(update) {
      if (of !== position()) return true;
      tell(update);
      if (update.finish) thinking(false);
      return Boolean(update.finish);
    },
    refused(error) {
      thinking(false);
      connection("live");
      find("#problem").textContent = error.message;
    },
  });
}

function thinking(yes) {
  find("#bar").hidden = !yes;
  find("#stop").disabled = !yes;
}

function tell(update) {
  found = update;
  const [best] = update.moves;
  const lead = position().points[position().turn - 1] - position().points[2 - position().turn];
  find("#value").textContent = `${signed(best.margin)} for player ${position().turn}`;
  find("#value").title = `From here on; with the points so far ${signed(best.margin + lead)}`;
  find("#solved").hidden = !update.exact;
  find("#progress").textContent = `${update.depth} move${update.depth === 1 ? "" : "s"} ahead \u00B7 ${large(update.nodes)} boards \u00B7 ${update.seconds.toFixed(1)} s`;
  find("#lines").replaceChildren(...update.moves.map(line));
  board.mark(
    update.moves
      .map((move, rank) => ({ cell: move.move, cells: board.groups.get(move.move)?.cells, text: signed(move.margin), rank }))
      .reverse(),
  );
  if (update.finish) announce(`${update.exact ? "Solved" : "Analysed"}: ${best.move} is best, ${signed(best.margin)}.`);
}

function line(move) {
  const steps = move.line.map((cell, index) => {
    const player = index % 2 ? 3 - position().turn : position().turn;
    const button = make("button", { type: "button", className: `by${player}`, "aria-label": `Go on to ${cell}` }, cell);
    button.addEventListener("click", async () => {
      const start = here;
      await play(move.line);
      go(start + index + 1);
    });
    return button;
  });
  const margin = make("span", { className: "margin", title: move.exact ? "certain" : "expected" }, signed(move.margin), move.exact ? "" : " ~");
  return make("li", { "data-move": move.move }, margin, make("span", { className: "steps" }, ...steps));
}

// What one does.

async function pick(cell) {
  if (brush === null) return play([cell]);
  const [x, y] = placeOf(cell);
  const rows = position().rows.map((row, index) => (index === y ? row.slice(0, x) + brush + row.slice(x + 1) : row));
  await edit(rows);
  board.at(nameOf(x, y))?.focus({ preventScroll: true });
}

async function edit(rows) {
  const rest = position().position.split(" ").slice(1).join(" ");
  const empty = rows.every((row) => /^\*+$/.test(row));
  if (empty) {
    // There is nothing in it that the server could read.
    const drawn = { ...position(), rows, groups: [], position: `${rows.join("/")} ${rest}` };
    path = [drawn];
    moves = [];
    here = 0;
    show();
  } else await load(`${rows.join("/")} ${rest}`);
}

find("#load").addEventListener("click", () => {
  stopEditing();
  load(find("#text").value);
});
find("#clear").addEventListener("click", () => {
  startEditing();
  edit(position().rows.map((row) => "*".repeat(row.length)));
});
find("#random").addEventListener("click", () => {
  stopEditing();
  const size = position()?.rows.length ?? 8;
  const kinds = Math.max(2, Math.min(position()?.kinds ?? 4, 10));
  const rows = [...Array(size)].map(() => [...Array(size)].map(() => Math.floor(Math.random() * kinds)).join(""));
  load(rows.join("/"));
});
find("#start").addEventListener("click", () => go(0));
find("#previous").addEventListener("click", () => go(here - 1));
find("#next").addEventListener("click", () => go(here + 1));
find("#top").addEventListener("change", analyse);
find("#seconds").addEventListener("change", analyse);
find("#stop").addEventListener("click", () => {
  leave();
  thinking(false);
});

function startEditing() {
  brush ??= "0";
  on.anyCell = true;
  on.touchAtOnce = true;
  find("#edit").setAttribute("aria-pressed", "true");
  find("#palette").hidden = false;
  choose(brush);
}

function stopEditing() {
  brush = null;
  on.anyCell = false;
  on.touchAtOnce = false;
  find("#edit").setAttribute("aria-pressed", "false");
  find("#palette").hidden = true;
}

find("#edit").addEventListener("click", () => {
  if (brush === null) startEditing();
  else stopEditing();
  analyse();
});

function choose(kind) {
  brush = kind;
  for (const button of find("#palette").children) button.setAttribute("aria-checked", String(button.dataset.kind === kind));
  for (const button of find("#palette").children) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
}

find("#palette").append(
  ..."0123456789*".split("").map((kind) => {
    const name = kind === "*" ? "empty" : FRUITS[kind][0];
    const button = make("button", { type: "button", role: "radio", "aria-label": name, title: name, "data-kind": kind, className: kind === "*" ? "" : `tile k${kind}` }, kind === "*" ? "\u2715" : "");
    button.addEventListener("click", () => choose(kind));
    return button;
  }),
);

addEventListener("keydown", (event) => {
  if (event.target.matches?.("input, select, textarea, [data-cell]") || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "ArrowLeft") go(here - 1);
  else if (event.key === "ArrowRight") go(here + 1);
  else return;
  event.preventDefault();
});

addEventListener("hashchange", () => {
  const wanted = fragment().get("position");
  if (wanted && wanted !== position()?.position) load(wanted);
});

const SAMPLE = "00123/01233/21102/30121/33210 1 0:0 -";
if (!(await load(fragment().get("position") ?? SAMPLE))) await load(SAMPLE);
