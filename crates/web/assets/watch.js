// Watching: the tournament as it runs, with one board in front; or two engines.

import { find, make, write } from "./dom.js";
import { GameView } from "./game-view.js";
import { address, connection, problem } from "./heading.js";
import { setUp } from "./keys.js";
import { Live } from "./live.js";
import { followTournament, levels, newGame, server } from "./table.js";
import { many, wins } from "./words.js";

setUp([[" ", "pause, or go on", () => !find("#engines").hidden && find("#hold").click()]]);

// A tournament.

const standing = new Map();

function standings(rows) {
  find("#table").hidden = !rows.length;
  find("#standings").replaceChildren(
    ...rows.map((row) => {
      const numbers = [row.points, row.won, row.drawn, row.lost];
      const text = numbers.join();
      const changed = standing.has(row.name) && standing.get(row.name) !== text;
      standing.set(row.name, text);
      const cell = (value) => make("td", { className: "number" }, String(value));
      return make("tr", { className: changed ? "changed" : "" }, cell(row.rank), make("td", { className: "wide" }, row.name), ...numbers.map(cell));
    }),
  );
}

function last(list) {
  find("#finished").hidden = !list.length;
  find("#last").replaceChildren(
    ...list.map((game) => {
      const link = make("a", { href: address("replay.html", { file: `watched:${game.id}` }) }, `${game.players[0]} \u2013 ${game.players[1]}`);
      return make("tr", {}, make("td", { className: "wide", title: game.message }, link), make("td", { className: "number" }, `${game.points[0]} : ${game.points[1]}`));
    }),
  );
}

function tournament() {
  const live = new Live();
  followTournament({
    event(event) {
      problem(event.problem);
      if (event.problem) return;
      write(find("#title"), event.name);
      document.title = `${event.name} \u00B7 Fruit Rage`;
      const state = event.finished ? "finished" : event.paused ? "paused" : event.running ? "running" : "stopped";
      const parts = [`round ${event.round}`, `${event.games.finished} of ${many(event.games.of, "game")}`];
      if (event.faults) parts.push(many(event.faults, "fault"));
      if (!event.finished && event.workers > 1) parts.push(many(event.workers, "worker"));
      if (!event.finished && event.games_per_hour) parts.push(`${event.games_per_hour} games an hour`);
      find("#state").replaceChildren(make("b", {}, `${event.name}, ${state}.`), ` ${parts.join(", ")}.`);
      live.hear(event.finished ? [] : event.live, event.last);
      standings(event.standings);
      last(event.last);
    },
    state: connection,
    refused(error) {
      connection("live");
      problem("");
      engines(error.status === 404 ? "" : error.message);
    },
  });
}

// Two engines.

function engines(why) {
  problem(why);
  find("#engines").hidden = false;
  let leave = () => {};
  let held = false;
  const view = new GameView({
    state() {
      const { game } = view;
      if (!game) return;
      view.cards.turn(game.end || held ? null : game.turn, "to move");
      const last = game.moves.at(-1);
      view.line(game.end ? "" : held ? "Paused." : last ? `Move ${last.ply}.` : "");
    },
    ended() {
      const { winner, points } = view.game.end;
      write(find("#state"), `${winner ? wins(view.names[winner - 1]) : "A draw"}, ${points[0]} : ${points[1]}.`);
      write(find("#again"), "Another game");
    },
  });
  async function start() {
    leave();
    hold(false);
    write(find("#again"), "Start again");
    write(find("#state"), "Two engines play. Nobody is in a hurry.");
    try {
      const seats = ["#one", "#two"].map((id) => ({ level: Number(find(id).value), name: null }));
      const table = await newGame({ seats, size: 10, fruits: 4, seed: null, time: null });
      table.setPace?.(0.8)?.catch(() => {});
      view.game = null;
      view.story.forget();
      leave = table.follow({ event: (event) => view.hear(event), state: connection, refused: (error) => problem(error.message) });
    } catch (error) {
      problem(error.message);
    }
  }
  function hold(yes) {
    held = yes;
    view.story.hold(yes);
    write(find("#hold"), yes ? "Go on" : "Pause");
    view.on.state();
  }
  for (const [id, at] of [["#one", -1], ["#two", -2]]) {
    const chosen = levels.at(Math.max(at, -levels.length));
    find(id).replaceChildren(...levels.map((level) => make("option", { value: level.number, selected: level === chosen }, level.name)));
  }
  find("#again").addEventListener("click", start);
  find("#hold").addEventListener("click", () => hold(!held));
  start();
}

if (server?.tournament) tournament();
else engines("");
