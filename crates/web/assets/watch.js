// A tournament as it runs: games under way, and how everybody stands.

import { follow } from "./api.js";
import { Board } from "./board.js";
import { connection, find, heading, make, signed } from "./page.js";

heading();

/** The boards that are shown, by the names of their games. */
const shown = new Map();
const standing = new Map();

function card(game) {
  const host = make("div");
  const players = game.players.map((name, index) => make("span", { className: `by${index + 1}` }, name));
  const points = make("b");
  const state = make("p", { className: "faint" });
  const panel = make("article", { className: "panel", "data-game": game.id }, make("div", { className: "against" }, ...players), points, host, state);
  const board = new Board(host, { label: `The board of game ${game.id}`, small: true });
  board.enabled = false;
  return { panel, board, points, state, moves: -1 };
}

function live(games) {
  for (const [id, { panel }] of shown) {
    if (games.some((game) => game.id === id)) continue;
    panel.remove();
    shown.delete(id);
  }
  for (const game of games) {
    if (!shown.has(game.id)) {
      shown.set(game.id, card(game));
      find("#live").append(shown.get(game.id).panel);
    }
    const view = shown.get(game.id);
    // One move on is shown as a move; after more of them, how it stands.
    if (game.moves === view.moves + 1 && game.last && view.moves >= 0) view.board.play(game.last.effect, game.rows, [], game.last.player);
    else if (game.moves !== view.moves) view.board.show(game.rows);
    view.moves = game.moves;
    view.points.textContent = `${game.points[0]} : ${game.points[1]}`;
    view.state.textContent = `Game ${game.id}, move ${game.moves}${game.last ? `: ${game.last.move} took ${game.last.effect.taken.size}` : ""}`;
  }
}

function standings(rows) {
  find("#table").hidden = !rows.length;
  find("#standings").replaceChildren(
    ...rows.map((row) => {
      const numbers = [row.points, row.won, row.drawn, row.lost];
      const text = numbers.join();
      const changed = standing.has(row.name) && standing.get(row.name) !== text;
      standing.set(row.name, text);
      const cell = (value, optional) => make("td", { className: optional ? "number optional" : "number" }, String(value));
      return make(
        "tr",
        { className: changed ? "changed" : "" },
        cell(row.rank),
        make("td", { className: "wide" }, row.name),
        ...numbers.map((number) => cell(number)),
        cell(row.margin === null ? "unknown" : signed(row.margin), true),
        cell(row.faults, true),
      );
    }),
  );
}

function last(games) {
  find("#finished").hidden = !games.length;
  find("#last").replaceChildren(
    ...games.map((game) =>
      make(
        "tr",
        {},
        make("td", { className: "wide" }, make("a", { href: `/replay?${new URLSearchParams({ file: `watched:${game.id}` })}` }, `${game.players[0]} \u2013 ${game.players[1]}`)),
        make("td", { className: "number" }, `${game.points[0]} : ${game.points[1]}`),
        make("td", { className: "wide" }, game.message),
        make("td", { className: "number optional" }, String(game.moves)),
      ),
    ),
  );
}

follow("/api/watch", {
  event(event) {
    find("#problem").textContent = event.problem ?? "";
    if (event.problem) return;
    find("#title").textContent = event.name;
    const state = event.finished ? "Finished" : event.paused ? "Paused" : event.running ? "Running" : "Stopped";
    const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
    const parts = [`round ${event.round}`, `${event.games.finished} of ${event.games.of} games`];
    if (event.faults) parts.push(count(event.faults, "fault"));
    if (!event.finished && event.workers > 1) parts.push(count(event.workers, "worker"));
    if (!event.finished && event.games_per_hour) parts.push(`${event.games_per_hour} games an hour`);
    find("#state").textContent = `${state}: ${parts.join(", ")}`;
    live(event.finished ? [] : event.live);
    standings(event.standings);
    last(event.last);
  },
  state: connection,
  refused(error) {
    connection("live");
    find("#state").textContent = "";
    find("#problem").textContent = error.message;
  },
});
