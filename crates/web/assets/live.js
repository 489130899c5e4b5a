// The games of a tournament under way: one in front with every move in its turn, the others
// small beside it.

import { Board } from "./board.js";
import { Cards } from "./cards.js";
import { find, make, pause, write } from "./dom.js";
import { MoveList } from "./moves.js";
import { readRecord, storedRecord } from "./table.js";
import { groupWords, wins } from "./words.js";

/** How long the end of a game stays before the next one comes to the front. */
const STAYS = 1500;

export class Live {
  constructor() {
    this.board = new Board(find("#board"), { label: "The featured board" });
    this.board.enable(false);
    this.board.show(Array(10).fill("**********"));
    this.cards = new Cards(find("#players"));
    this.list = new MoveList(find("#moves"));
    this.small = new Map();
    this.games = [];
    /** The game in front: what is known of it, and how many of its moves were shown. */
    this.front = null;
    this.busy = false;
  }

  hear(games, finished) {
    this.games = games;
    this.finished = finished;
    if (this.front) {
      const now = games.find((game) => game.id === this.front.id);
      if (now) this.learn(now.recent);
    }
    this.others();
    this.go();
  }

  /** Moves that are not known yet, in their order. */
  learn(moves) {
    for (const move of moves) if (move.ply > this.front.known.length) this.front.known[move.ply - 1] = move;
  }

  /** Shows what there is to show, one after the other. */
  async go() {
    if (this.busy) return;
    this.busy = true;
    for (;;) {
      if (!this.front && !this.take() && !(await this.repeat())) break;
      const { front } = this;
      if (front.shown >= front.known.length) {
        if (this.games.some((game) => game.id === front.id)) break;
        if (!(await this.finish(front))) break;
        continue;
      }
      await this.step(front);
    }
    this.busy = false;
  }

  /** Takes the first game that is under way to the front. */
  take() {
    const [game] = this.games;
    if (!game) return false;
    this.front = { id: game.id, players: game.players, known: [], shown: 0 };
    const recent = game.recent;
    // What was played before one came is there already.
    this.front.shown = recent.length ? recent[0].ply - 1 : game.moves;
    this.front.known.length = this.front.shown;
    this.cards.seat(game.players.map((name) => ({ name })));
    this.list.show([]);
    this.board.show(recent.length ? before(recent[0]) : game.rows);
    this.learn(recent);
    this.others();
    return true;
  }

  /** With no game under way the last one is shown once more, once. */
  async repeat() {
    const [last] = this.finished ?? [];
    if (!last || this.repeated === last.id) return false;
    this.repeated = last.id;
    const drawn = await storedRecord(`watched:${last.id}`).then((text) => readRecord(text), () => null);
    if (!drawn || this.games.length) return this.take();
    this.front = { id: last.id, players: drawn.players, known: [...drawn.moves], shown: 0, fetched: true };
    this.cards.seat(drawn.players.map((name) => ({ name })));
    this.list.show([]);
    this.board.show(drawn.rows);
    return true;
  }

  async step(front) {
    const move = front.known[front.shown];
    front.shown += 1;
    if (!move) return;
    this.cards.turn(move.player, "moves");
    this.list.add(move);
    write(find("#line"), `Move ${move.ply}: ${front.players[move.player - 1]} takes ${groupWords(move.effect.taken)}.`);
    await this.board.play(move.effect, move.rows, [], move.player, move.move);
    this.cards.points(move.points);
    await pause(document.hidden ? 0 : 120);
  }

  /** A game has ended: its last moves come from its record. False if nothing is left to do. */
  async finish(front) {
    const over = this.finished?.find((game) => game.id === front.id);
    if (over && !front.fetched) {
      front.fetched = true;
      const drawn = await storedRecord(`watched:${front.id}`).then((text) => readRecord(text), () => null);
      this.learn((drawn?.moves ?? []).filter((move) => move.ply > front.shown));
      if (front.shown < front.known.length) return true;
    }
    if (over) {
      this.cards.turn(null);
      write(find("#line"), `${over.winner ? wins(front.players[over.winner - 1]) : "A draw"}, ${over.points[0]} : ${over.points[1]}.`);
      // It may stay until there is another one.
      if (!this.games.length) {
        this.repeated = front.id;
        this.front = null;
        return false;
      }
      await pause(document.hidden ? 0 : STAYS);
    }
    this.front = null;
    return true;
  }

  /** The small boards of the other games. */
  others() {
    const games = this.games.filter((game) => game.id !== this.front?.id);
    for (const [id, { panel }] of this.small) {
      if (games.some((game) => game.id === id)) continue;
      panel.remove();
      this.small.delete(id);
    }
    for (const game of games) {
      if (!this.small.has(game.id)) this.small.set(game.id, card(game));
      const { board, points } = this.small.get(game.id);
      board.show(game.rows);
      write(points, `${game.points[0]} : ${game.points[1]}`);
    }
    find("#live").replaceChildren(...[...this.small.values()].map(({ panel }) => panel));
  }
}

/** The board before a move: what fell is back, and what was taken is there. */
function before(move) {
  const size = move.rows.length;
  const rows = move.rows.map((row) => [...row]);
  const at = (cell) => [cell.charCodeAt(0) - 65, Number(cell.slice(1)) - 1];
  for (const { to } of move.effect.falls) {
    const [x, y] = at(to);
    rows[y][x] = "*";
  }
  for (const { from, fruit } of move.effect.falls) {
    const [x, y] = at(from);
    rows[y][x] = String(fruit);
  }
  for (const cell of move.effect.taken.cells) {
    const [x, y] = at(cell);
    rows[y][x] = String(move.effect.taken.fruit);
  }
  return rows.slice(0, size).map((row) => row.join(""));
}

function card(game) {
  const host = make("div");
  const points = make("b");
  const names = make("p", { className: "against" }, `${game.players[0]} \u2013 ${game.players[1]} `, points);
  const panel = make("article", { className: "panel", "data-game": game.id }, names, host);
  const board = new Board(host, { label: `The board of ${game.players[0]} against ${game.players[1]}`, small: true });
  board.enable(false);
  return { panel, board, points };
}
