// A game as one sees it: board, players, moves, and one line about what happens. It hears the
// events of a table and tells them one after the other.

import { Board } from "./board.js";
import { Cards, seatName, seatWords } from "./cards.js";
import { find, write } from "./dom.js";
import { announce } from "./heading.js";
import { fly } from "./motion.js";
import { MoveList } from "./moves.js";
import { sounds } from "./sounds.js";
import { Story } from "./story.js";
import { groupWords } from "./words.js";

export class GameView {
  /**
   * `on.pick(cell)`, `on.point(group, cell)`: as of the board. `on.state()`: something has
   * changed. `on.ended()`: it was just told how the game ended.
   */
  constructor(on) {
    this.on = on;
    this.game = null;
    /** The move that one looks back at, or none: the game as it is. */
    this.looking = null;
    /** The cell of a move that one sees but the table has not told of yet. */
    this.begun = null;
    this.story = new Story(() => on.state?.());
    this.board = new Board(find("#board"), { label: "The board; arrows move, Enter takes the group", on: { once: true, pick: (cell) => on.pick?.(cell), point: (group, cell) => on.point?.(group, cell) } });
    this.cards = new Cards(find("#players"));
    this.list = new MoveList(find("#moves"), (ply) => this.look(ply));
    this.board.enable(false);
  }

  get names() {
    return this.game.seats.map(seatName);
  }

  /** Hears an event. What moves is told in its turn; clocks count from now on. */
  hear(event) {
    const since = performance.now();
    if (event.type === "snapshot" || event.type === "took-back") {
      this.story.forget();
      this.story.tell(() => this.snapshot(event.snapshot ?? event, since));
    } else if (event.type === "moved") this.story.tellMove(() => this.moved(event), event.move === this.begun);
    else this.story.tell(() => this[event.type]?.(event, since));
  }

  /** Takes a group before the table has told of it: one's own move is seen at once. */
  begin(cell) {
    const group = this.board.groups.get(cell);
    this.begun = cell;
    sounds.take(group.size, this.game.turn);
    this.board.begin(group, cell);
  }

  /** A move that was begun is not played. */
  undo() {
    this.begun = null;
    this.showBoard();
  }

  snapshot(event, since) {
    // What was begun on this board goes on.
    const goesOn = this.begun && this.board.motion.begun && event.rows.join() === this.game?.rows.join();
    this.game = { ...event, moves: [...event.moves], since };
    this.looking = null;
    this.cards.seat(this.game.seats.map((seat) => ({ name: seatName(seat), ...seatWords(seat) })));
    this.list.show(this.game.moves);
    this.list.mark(this.game.moves.length);
    this.cards.shown = this.game.points;
    this.cards.points(this.game.points);
    this.drawClocks();
    if (goesOn) return;
    this.begun = null;
    this.showBoard();
  }

  /** Draws the board as it is now, or as it was. */
  showBoard() {
    const { game } = this;
    const at = this.looking ?? game.moves.length;
    const move = game.moves[at - 1];
    this.board.unmark();
    this.board.show(move ? move.rows : game.first_rows, this.looking === null ? game.groups : []);
    this.board.footprint(move?.effect.taken.cells, move?.player);
    this.list.mark(at);
  }

  async moved(event) {
    const { game, board, cards } = this;
    if (this.looking !== null) this.look(null);
    const { taken } = event.effect;
    game.rows = event.rows;
    game.groups = event.groups;
    game.points = event.points;
    game.moves.push(event);
    game.hint = null;
    game.turn = 3 - event.player;
    board.enable(false);
    board.unmark();
    const from = board.centre(taken.cells);
    if (event.move !== this.begun) sounds.take(taken.size, event.player);
    this.begun = null;
    this.list.add(event);
    const flown = fly(`+${taken.points}`, from, cards.target(event.player), event.player).then(() => cards.points(event.points));
    await board.play(event.effect, event.rows, event.groups, event.player, event.move);
    if (event.effect.falls.length) sounds.land();
    await flown;
    const seat = game.seats[event.player - 1];
    if (!seat.human || game.seats.every((each) => each.human)) announce(`${seatName(seat)}: ${event.move}, ${groupWords(taken)}. ${event.points[0]} to ${event.points[1]}.`);
  }

  turn(event, since) {
    Object.assign(this.game, { turn: event.player, clocks: event.clocks, since });
    this.drawClocks();
  }

  hint(event) {
    this.game.hint = event;
  }

  "hint-wanted"() {
    this.game.hint = { words: "Let me think \u2026" };
  }

  paused(event, since) {
    Object.assign(this.game, { paused: true, clocks: event.clocks, since });
    this.drawClocks();
  }

  "went-on"(event, since) {
    Object.assign(this.game, { paused: false, since });
    this.drawClocks();
  }

  ended(event) {
    this.game.end = event;
    this.game.clocks = { left: this.game.clocks.left && (event.left ?? this.game.clocks.left), running: null };
    this.drawClocks();
    this.on.ended?.();
  }

  renamed(event) {
    this.game.seats[event.player - 1].name = event.name;
    this.cards.rename(event.player, event.name);
  }

  "rematch-wanted"(event) {
    this.game.match.wanted[event.player - 1] = true;
  }

  trouble(event) {
    this.game.trouble = event.message;
  }

  drawClocks() {
    const { clocks, since, end, paused } = this.game;
    this.cards.clocks(clocks, since, Boolean(end || paused));
  }

  // Looking back.

  /** Shows the board after a move; none for the game as it is. */
  look(ply) {
    if (!this.game) return;
    const last = this.game.moves.length;
    const wanted = ply === null || ply >= last ? null : Math.max(0, ply);
    if (wanted === this.looking) return;
    this.looking = wanted;
    this.showBoard();
    this.on.state?.();
  }

  /** Steps back or on; false if there is nothing there. */
  step(by) {
    if (!this.game || this.story.busy) return false;
    const at = this.looking ?? this.game.moves.length;
    const to = at + by;
    if (to < 0 || to > this.game.moves.length) return false;
    this.look(to);
    return true;
  }

  /** Writes the line below the board. */
  line(text) {
    write(find("#line"), text);
  }
}
