// The list of recorded games, which grows as games are recorded.

import { follow } from "./api.js";
import { connection, find, heading, make } from "./page.js";

heading();

let index = null;

function row(file, game) {
  const link = make(
    "a",
    { href: `/replay?${new URLSearchParams({ file: file.file, game: game.id })}` },
    `${game.players[0]} \u2013 ${game.players[1]}`,
  );
  const result = game.winner ? `${game.players[game.winner - 1]} won` : game.ending ? (game.ending === "void" ? "void" : "draw") : "open";
  const ending = game.ending && game.ending !== "cleared" ? ` (${game.ending})` : "";
  return make(
    "tr",
    {},
    make("td", { className: "wide" }, link),
    make("td", { className: "number" }, `${game.points[0]} : ${game.points[1]}`),
    make("td", { className: "wide", title: game.message ?? "" }, result + ending),
    make("td", { className: "optional" }, `${game.size} \u00D7 ${game.size}, ${game.kinds}`),
    make("td", { className: "number optional" }, String(game.moves)),
    make("td", { className: "wide optional faint", title: new Date(file.changed * 1000).toLocaleString() }, file.file),
  );
}

function show() {
  if (!index) return;
  const wanted = find("#search").value.toLowerCase();
  const fits = (...texts) => texts.some((text) => text.toLowerCase().includes(wanted));
  const rows = [];
  for (const file of index.files) {
    if (file.problem && fits(file.file)) {
      rows.push(make("tr", {}, make("td", { className: "wide", colSpan: 6 }, `${file.file}: `, make("span", { className: "problem" }, file.problem))));
    }
    for (const game of file.games) if (fits(file.file, game.id, ...game.players)) rows.push(row(file, game));
  }
  find("#games").replaceChildren(...rows);
  const all = index.files.reduce((sum, file) => sum + file.count, 0);
  find("#count").textContent = rows.length ? `${rows.length} of ${all} game${all === 1 ? "" : "s"}` : "No games yet: play one, or start the server with --games FOLDER.";
}

find("#search").addEventListener("input", show);
follow("/api/records/events", {
  event(event) {
    index = event;
    show();
  },
  state: connection,
  refused: (error) => (find("#problem").textContent = error.message),
});
