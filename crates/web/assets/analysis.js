// The analysis: a board from anywhere, the best moves on it, and moves with variations.

import { Board } from "./board.js";
import { find, fragment, make, setFragment, write } from "./dom.js";
import { address, announce, connection, problem } from "./heading.js";
import { setUp } from "./keys.js";
import { emptyRows, isEmpty, painted, palette, randomRows, resized } from "./paint.js";
import { analyse as search, playLine, readPosition } from "./table.js";
import { Tree } from "./tree.js";
import { groupWords, large, lineOf, signed } from "./words.js";

setUp(
  [
    ["ArrowLeft", "one move back", () => tree.here.parent && go(tree.here.parent)],
    ["ArrowRight", "one move on", () => tree.here.children.length && go(tree.here.children[0], true)],
    ["Home", "to the start", () => go(tree.root)],
    ["e", "paint the board", () => find("#edit").click()],
    ["z", "undo", () => !find("#undo").disabled && find("#undo").click()],
    ["s", "stop, or think again", () => find("#stop").click()],
  ],
  { board: true },
);
const on = { pick: (cell) => play([cell]), point: (group) => caption(group) };
const board = new Board(find("#board"), { label: "The board; arrows move, Enter makes the move", on });
const tree = new Tree(find("#tree"), (node) => go(node));
const position = () => tree.here.drawn;

let brush = null;
/** Boards before each change, to come back to. */
const undone = [];
/** The rows while they are painted. */
let canvas = null;
let stop = null;

// Positions.

async function load(text) {
  try {
    begin(await readPosition(text));
    problem("");
    write(find("#text-problem"), "");
    return true;
  } catch (error) {
    write(find("#text-problem"), error.message);
    return false;
  }
}

function begin(drawn) {
  tree.begin(drawn);
  write(find("#notes"), drawn.notes?.join(" ") ?? "");
  find("#size").value = drawn.rows.length;
  find("#kinds").value = Math.max(drawn.kinds, 1);
  show();
}

/** Goes on by moves from the position that is shown; `to` of them are made at once. */
async function play(cells, to = 1) {
  const from = tree.here;
  try {
    const { steps } = await playLine(position().position, cells);
    if (from !== tree.here) return;
    let node = tree.add(steps);
    while (node.ply > from.ply + to) node = node.parent;
    go(node, true);
  } catch (error) {
    problem(error.message);
  }
}

function go(node, forward = false) {
  const one = forward && node.parent === tree.here;
  tree.go(node);
  show(one ? node.step : null);
}

/** Draws the position, as the outcome of a move if it is one. */
async function show(step) {
  const node = tree.here;
  const drawn = node.drawn;
  board.unmark();
  setFragment({ position: drawn.position });
  find("#previous").disabled = find("#first").disabled = !node.parent;
  find("#next").disabled = !node.children.length;
  find("#undo").disabled = !undone.length;
  find("#play-here").href = address("./", { position: drawn.position });
  find("#text").value = drawn.position;
  caption(null);
  analyse();
  if (step) await board.play(step.effect, drawn.rows, drawn.groups, step.player, step.move);
  else {
    board.show(drawn.rows, drawn.groups);
    board.footprint(node.step?.effect.taken.cells, node.step?.player);
  }
  if (node === tree.here) mark();
}

function caption(group) {
  const { turn, points } = position();
  const state = `Player ${turn} to move, ${points[0]} : ${points[1]}.`;
  write(find("#caption"), group ? `${state} ${groupWords(group)}.` : state);
}

// The analysis.

let found = null;

function thinking(yes) {
  write(find("#stop"), yes ? "Stop" : "Think");
  find(".found").classList.toggle("thinking", yes);
}

/** Rows for as many lines as are wanted, so that nothing moves when they are found. */
function emptyLines() {
  const count = Number(find("#top").value);
  find("#lines").replaceChildren(...[...Array(count)].map(() => make("li", {}, make("span", { className: "margin" }, "\u2013"), make("span", { className: "steps-of" }))));
}

function analyse() {
  stop?.();
  stop = null;
  found = null;
  find("#solved").hidden = true;
  emptyLines();
  write(find("#progress"), "\u00A0");
  thinking(false);
  board.unmark();
  find("#stop").disabled = brush !== null;
  if (brush !== null) return void write(find("#value"), "Painting");
  if (!position().groups.length) {
    write(find("#value"), "The board is empty");
    return evaluate(position().points[0] - position().points[1]);
  }
  write(find("#value"), "Thinking \u2026");
  thinking(true);
  const of = tree.here;
  const end = search(position().position, { lines: Number(find("#top").value), seconds: Number(find("#seconds").value) }, {
    state: connection,
    event(update) {
      if (of !== tree.here) return;
      tell(update);
      if (update.finish) stopped();
    },
    refused(error) {
      stopped();
      connection("live");
      problem(error.message);
    },
  });
  function stopped() {
    stop = null;
    thinking(false);
  }
  stop = () => {
    end();
    stopped();
  };
}

function tell(update) {
  found = update;
  const [best] = update.moves;
  const { turn, points } = position();
  const lead = points[turn - 1] - points[2 - turn];
  write(find("#value"), `${signed(best.margin)} for player ${turn}`);
  find("#value").title = `From here on; with the points so far ${signed(best.margin + lead)}`;
  find("#solved").hidden = !update.exact;
  write(find("#progress"), `${update.depth} move${update.depth === 1 ? "" : "s"} ahead \u00B7 ${large(update.nodes)} boards \u00B7 ${update.seconds.toFixed(1)} s`);
  const rows = [...find("#lines").children];
  rows.forEach((row, index) => fill(row, update.moves[index]));
  evaluate((turn === 1 ? 1 : -1) * (best.margin + lead));
  mark();
  if (update.finish) announce(`${update.exact ? "Solved" : "Analysed"}: ${best.move} is best, ${signed(best.margin)}.`);
}

function fill(row, move) {
  const [margin, steps] = row.children;
  row.dataset.move = move?.move ?? "";
  write(margin, move ? `${move.exact ? "" : "~"}${signed(move.margin)}` : "");
  const text = move?.line.join(" ") ?? "";
  if (steps.dataset.line === text) return;
  steps.dataset.line = text;
  steps.replaceChildren(
    ...(move?.line ?? []).slice(0, 12).map((cell, index) => {
      const player = index % 2 ? 3 - position().turn : position().turn;
      const button = make("button", { type: "button", className: `by${player}`, "aria-label": `Go on to ${cell}` }, cell);
      button.addEventListener("click", () => play(move.line, index + 1));
      return button;
    }),
  );
}

/** The bar: how the game is expected to end for player 1. */
function evaluate(margin) {
  const part = 1 / (1 + Math.exp(-margin / 25));
  const [two, one, label] = find("#evaluation").children;
  one.style.flexGrow = part;
  two.style.flexGrow = 1 - part;
  write(label, signed(Math.round(margin)));
  find("#evaluation").setAttribute("aria-label", `Player 1 is expected to end at ${signed(margin)}`);
}

function mark() {
  board.unmark();
  if (!found || board.motion.busy) return;
  found.moves.forEach((move, rank) => {
    const cells = board.groups.get(move.move)?.cells;
    if (!cells) return;
    if (rank === 0) board.ring("best", cells);
    else board.ring(`other line${rank}`, cells);
    board.tag(`line${rank}`, { cells, text: signed(move.margin), className: rank ? "" : "best" });
  });
}

// Painting.

async function edit(rows) {
  undone.push(tree.root.drawn.position);
  if (undone.length > 100) undone.shift();
  if (isEmpty(rows)) {
    const size = rows.length;
    begin({ size, rows, groups: [], kinds: Number(find("#kinds").value), turn: 1, points: [0, 0], position: lineOf(rows, 1, [0, 0]), notes: [] });
  } else await load(lineOf(rows, position().turn, position().points));
}

function startPainting() {
  brush ??= "0";
  canvas = position().rows;
  on.paint = (cell) => {
    if (!cell) return;
    canvas = painted(canvas, cell, brush);
    board.draw(canvas);
  };
  on.painted = async () => {
    if (canvas.join() === position().rows.join()) return;
    await edit(canvas);
    canvas = position().rows;
  };
  board.frame.classList.add("painting");
  find("#edit").setAttribute("aria-pressed", "true");
  find("#palette").hidden = false;
  board.point(null);
  analyse();
}

function stopPainting() {
  if (brush === null) return;
  brush = null;
  delete on.paint;
  delete on.painted;
  board.frame.classList.remove("painting");
  find("#edit").setAttribute("aria-pressed", "false");
  find("#palette").hidden = true;
  analyse();
}

// What one does.

palette(find("#palette"), (kind) => (brush = kind));
find("#edit").addEventListener("click", () => (brush === null ? startPainting() : stopPainting()));
find("#undo").addEventListener("click", async () => {
  const text = undone.pop();
  if (text === undefined) return;
  const [rows] = text.split(" ");
  if (isEmpty(rows.split("/"))) {
    await edit(rows.split("/"));
    undone.pop();
    find("#undo").disabled = !undone.length;
  } else await load(text);
  canvas = position().rows;
});
find("#size").addEventListener("input", () => edit(resized(position().rows, Number(find("#size").value), Number(find("#kinds").value))));
find("#kinds").addEventListener("input", () => edit(randomRows(position().rows.length, Number(find("#kinds").value))));
find("#random").addEventListener("click", () => {
  stopPainting();
  edit(randomRows(position().rows.length, Number(find("#kinds").value)));
});
find("#clear").addEventListener("click", async () => {
  await edit(emptyRows(position().rows.length));
  startPainting();
});
find("#load").addEventListener("click", async () => {
  stopPainting();
  undone.push(position().position);
  await load(find("#text").value);
});
find("#first").addEventListener("click", () => go(tree.root));
find("#previous").addEventListener("click", () => tree.here.parent && go(tree.here.parent));
find("#next").addEventListener("click", () => go(tree.here.children[0], true));
find("#top").addEventListener("change", analyse);
find("#seconds").addEventListener("change", analyse);
find("#stop").addEventListener("click", () => (stop ? stop() : analyse()));

function copying(selector, text) {
  find(selector).addEventListener("click", async (event) => {
    const before = event.target.dataset.text ?? event.target.textContent;
    event.target.dataset.text = before;
    const done = await navigator.clipboard.writeText(text()).then(() => true, () => false);
    write(event.target, done ? "Copied" : "Not allowed");
    event.target.addEventListener("blur", () => write(event.target, before), { once: true });
  });
}
copying("#copy-link", () => location.href);
copying("#copy-text", () => `${position().rows.join("\n")}\n`);
copying("#copy-input", () => `${position().rows.length}\n${Math.max(1, Number(find("#kinds").value))}\n300.0\n${position().rows.join("\n")}\n`);

addEventListener("hashchange", () => {
  const wanted = fragment().get("position");
  if (wanted && wanted !== position()?.position) load(wanted);
});

const SAMPLE = "3102322310/0121232013/3021111113/0221032330/0230011132/0203312013/2003322012/2202200021/0130000020/2200222231 1 0:0 -";
const wanted = fragment().get("position");
load(wanted ?? SAMPLE).then(async (read) => {
  if (read) return;
  const message = find("#text-problem").textContent;
  await load(SAMPLE);
  problem(message);
});
