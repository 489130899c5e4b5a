"use strict";
const game = JSON.parse(document.getElementById("data").textContent);
const plies = game.moves.length;
const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; text is text, never markup. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
const signed = (margin) => (margin > 0 ? "+" : "") + Math.round(margin * 10) / 10;
const isFault = (move) => ["inaccuracy", "mistake", "blunder"].includes(move.class);

/** The edges between cells of a group and others, as a path. */
function outline(cells, margin) {
  const inside = new Set(cells.map(([x, y]) => x + "," + y));
  let path = "";
  for (const [x, y] of cells) {
    const left = margin + 100 * x, top = 100 * y;
    const edge = (dx, dy, d) => { if (!inside.has((x + dx) + "," + (y + dy))) path += d; };
    edge(0, -1, `M${left} ${top}h100`);
    edge(0, 1, `M${left} ${top + 100}h100`);
    edge(-1, 0, `M${left} ${top}v100`);
    edge(1, 0, `M${left + 100} ${top}v100`);
  }
  return path;
}

function drawBoard(ply) {
  const size = game.size, margin = 70, foot = 70;
  const svg = draw("svg", { viewBox: `-8 -8 ${margin + 100 * size + 16} ${100 * size + foot + 16}` });
  const text = Math.min(46, 30 + size);
  const rows = game.boards[ply].split("/");
  rows.forEach((row, y) => {
    svg.append(draw("text", { class: "label", x: margin / 2, y: 100 * y + 50, "font-size": text }, String(y + 1)));
    [...row].forEach((kind, x) => {
      const place = { x: margin + 100 * x + 2, y: 100 * y + 2, width: 96, height: 96 };
      svg.append(draw("rect", { class: "cell", rx: 10, ...place }));
      if (kind !== "*") svg.append(draw("use", { href: "#fruit-" + kind, ...place }));
    });
  });
  for (let x = 0; x < size; x++) {
    const letter = String.fromCharCode(65 + x);
    svg.append(draw("text", { class: "label", x: margin + 100 * x + 50, y: 100 * size + foot / 2, "font-size": text }, letter));
  }
  const move = game.moves[ply];
  if (move) {
    if (move.bestCells) {
      const path = outline(move.bestCells, margin);
      svg.append(draw("path", { class: "outline halo", d: path }), draw("path", { class: "outline best", d: path }));
    }
    const path = outline(move.cells, margin);
    svg.append(draw("path", { class: "outline halo", d: path }), draw("path", { class: "outline made", d: path }));
  }
  byId("board").replaceChildren(svg);
  const next = move ? ` Next: ${move.move}.` : "";
  byId("board").setAttribute("aria-label", `The box after ${ply} moves, rows from the top: ${rows.join(", ")}.${next}`);
}

function sentence(ply) {
  const move = game.moves[ply];
  if (!move) return [game.ending || "The game was broken off here."];
  const name = game.names[move.player - 1];
  const parts = [make("b", {}, `Move ${move.ply}, ${name}: ${move.move}${move.mark}`), ` takes ${move.size} for ${move.points}. `];
  if (isFault(move)) {
    const about = move.exact ? "" : "about ";
    parts.push(make("b", {}, `${move.class[0].toUpperCase()}${move.class.slice(1)}`), `: loses ${about}${Math.round(move.lost * 10) / 10} of ${move.stake} at stake. `);
  } else {
    parts.push(move.class === "best" ? "No move is better. " : "A good move. ");
  }
  if (move.words) parts.push(`${move.words[0].toUpperCase()}${move.words.slice(1)}.`);
  return parts;
}

const graph = { width: 600, height: 190, left: 8, right: 8, top: 12, bottom: 12 };
const margins = game.curve.map((evaluation) => evaluation.margin);
const high = Math.max(1, ...margins), low = Math.min(-1, ...margins);
const graphX = (ply) => graph.left + (graph.width - graph.left - graph.right) * (plies ? ply / plies : 0);
const graphY = (margin) => graph.top + (graph.height - graph.top - graph.bottom) * (high - margin) / (high - low);

function drawGraph() {
  const points = margins.map((margin, ply) => `${graphX(ply).toFixed(1)} ${graphY(margin).toFixed(1)}`);
  const zero = graphY(0);
  const label = `Expected difference in the end, seen by ${game.names[0]}, from ${signed(low)} to ${signed(high)}`;
  const svg = draw("svg", { viewBox: `0 0 ${graph.width} ${graph.height}`, role: "img", "aria-label": label });
  svg.append(
    draw("path", { class: "area", d: `M${graphX(0)} ${zero}L${points.join("L")}L${graphX(plies)} ${zero}Z` }),
    draw("line", { class: "zero", x1: 0, x2: graph.width, y1: zero, y2: zero }),
    draw("path", { class: "curve", d: "M" + points.join("L") }),
    draw("line", { class: "here", id: "here", y1: 0, y2: graph.height }),
    draw("text", { x: 6, y: 14 }, `${signed(high)} ${game.names[0]}`),
    draw("text", { x: 6, y: graph.height - 5 }, `${signed(low)} ${game.names[1]}`),
  );
  game.moves.forEach((move, ply) => {
    if (!isFault(move)) return;
    const dot = draw("circle", { class: "dot " + move.class, cx: graphX(ply + 1), cy: graphY(margins[ply + 1]), r: 4 });
    dot.append(draw("title", {}, `Move ${move.ply}: ${move.class}`));
    svg.append(dot);
  });
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * graph.width;
    show(Math.round((x - graph.left) / (graph.width - graph.left - graph.right) * plies));
  });
  byId("graph").append(svg);
}

function fillPlayers() {
  const row = (name, value, cell = "td") => make("tr", {},
    make("th", { scope: "row" }, name),
    ...game.players.map((player) => make(cell, cell === "th" ? { scope: "col", title: player.name } : {}, value(player))));
  const classes = ["best", "good", "inaccuracies", "mistakes", "blunders"];
  byId("players").append(
    row("", (player) => player.name, "th"),
    row("accuracy", (player) => (player.accuracy === null ? "n/a" : player.accuracy.toFixed(1) + " %")),
    ...classes.map((name, at) => row(name, (player) => String(player.classes[at]))),
    row("points lost", (player) => player.lost.toFixed(1)),
    row("time", (player) => player.seconds.toFixed(1) + " s"),
  );
}

function fillMoves() {
  const longest = Math.max(...game.moves.map((move) => move.seconds), 0);
  game.moves.forEach((move, ply) => {
    const time = longest > 0 ? `, ${move.seconds.toFixed(2)} s` : "";
    const button = make("button", { type: "button", class: move.class },
      make("b", {}, `${move.ply}. ${move.move}${move.mark}`),
      ` ${game.names[move.player - 1]}: ${move.size} for ${move.points}${time}`);
    if (isFault(move)) button.append(make("small", {}, `${move.class}, -${Math.round(move.lost * 10) / 10}: ${move.words}`));
    button.addEventListener("click", () => show(ply));
    byId("moves").append(make("li", {}, button));
  });
}

let here = -1;
/** Shows the box after so many moves. */
function show(ply) {
  ply = Math.min(Math.max(ply, 0), plies);
  if (ply === here) return;
  here = ply;
  drawBoard(ply);
  byId("note").replaceChildren(...sentence(ply));
  byId("slider").value = ply;
  byId("slider").setAttribute("aria-valuetext", `${ply} of ${plies} moves made`);
  byId("here").setAttribute("x1", graphX(ply));
  byId("here").setAttribute("x2", graphX(ply));
  const turn = game.moves[ply] ? game.moves[ply].player - 1 : -1;
  byId("score").replaceChildren(...game.names.map((name, player) =>
    make("div", player === turn ? { class: "turn" } : {}, make("span", {}, name), make("b", {}, String(game.points[ply][player])))));
  for (const id of ["first", "back"]) byId(id).disabled = ply === 0;
  for (const id of ["next", "last"]) byId(id).disabled = ply === plies;
  byId("fault").disabled = !game.moves.some((move, at) => at > ply && isFault(move));
  const list = byId("moves");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = list.children[ply]?.firstElementChild;
  if (current) {
    current.setAttribute("aria-current", "step");
    const top = current.parentElement.offsetTop - list.offsetTop;
    list.scrollTop = top - list.clientHeight / 3;
  }
  history.replaceState(null, "", "#ply=" + ply);
}
const nextFault = () => {
  const at = game.moves.findIndex((move, ply) => ply > here && isFault(move));
  if (at >= 0) show(at);
};
const fromAddress = () => show(Number(/^#ply=(\d+)$/.exec(location.hash)?.[1] ?? 0));

byId("ending").textContent = game.ending || "The game was broken off.";
byId("turning").textContent = game.turningWords;
byId("slider").max = plies;
drawGraph();
fillPlayers();
fillMoves();
byId("first").addEventListener("click", () => show(0));
byId("back").addEventListener("click", () => show(here - 1));
byId("next").addEventListener("click", () => show(here + 1));
byId("last").addEventListener("click", () => show(plies));
byId("fault").addEventListener("click", nextFault);
byId("slider").addEventListener("input", (event) => show(Number(event.target.value)));
addEventListener("hashchange", fromAddress);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target === byId("slider")) return;
  const deed = { ArrowLeft: () => show(here - 1), ArrowRight: () => show(here + 1), Home: () => show(0), End: () => show(plies), m: nextFault }[event.key];
  if (deed) {
    event.preventDefault();
    deed();
  }
});
fromAddress();
