// A board on which a move is to be found: what is asked, the answer move by move, and what one
// can do then. The lesson and the puzzles share it.

import { Board } from "./board.js";
import { Cards } from "./cards.js";
import { find, pause, write } from "./dom.js";
import { problem } from "./heading.js";
import { fly } from "./motion.js";
import { MoveList } from "./moves.js";
import { sounds } from "./sounds.js";
import { Story } from "./story.js";
import { groupWords } from "./words.js";

/** Between the moves of an answer, so that each can be followed. */
const FOLLOWED = 450;

let byKeys = false;
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

export class Exercise {
  /**
   * `on.take(cell)` resolves to the answer to a move. `on.next()` goes on to the next board,
   * whether this one is done or skipped; `on.playOn()`, if there is one, resolves to the board
   * after a wrong move. `on.done()` hears that a board is done.
   */
  constructor(on) {
    this.on = on;
    this.story = new Story(() => this.buttons());
    const label = "The board; arrows move, Enter takes the group";
    this.board = new Board(find("#board"), { label, on: { once: true, pick: (cell) => this.take(cell) } });
    this.cards = new Cards(find("#players"));
    this.cards.seat([{ name: "You" }, { name: "Opponent" }]);
    this.list = new MoveList(find("#moves"), (ply) => this.look(ply));
    this.board.show(Array(4).fill("****"));
    this.board.enable(false);
    find("#again").addEventListener("click", () => this.again());
    find("#next").addEventListener("click", () => this.next());
    find("#play-on")?.addEventListener("click", () => this.playOn());
  }

  /** Asks for a move on a board. */
  show(task) {
    this.story.forget();
    Object.assign(this, { task, answer: null, sending: false });
    find(".stage").style.setProperty("--cells", task.rows.length);
    this.board.unmark();
    this.board.show(task.rows, task.groups);
    this.cards.shown = task.points;
    this.cards.points(task.points);
    this.list.show([]);
    find("#answer-moves").hidden = true;
    this.ask(task);
    this.say("", task.hint ?? "Your move", task.hintWords ?? "Point at a group to see what it is worth.");
    if (byKeys) this.board.focus();
  }

  /** Shows that there is nothing to ask, and why. */
  nothing(question) {
    this.story.forget();
    Object.assign(this, { task: null, answer: null });
    this.board.unmark();
    this.board.show(Array(6).fill("******"));
    this.board.enable(false);
    this.list.show([]);
    find("#answer-moves").hidden = true;
    this.cards.turn(null);
    write(find("#question"), question);
    this.buttons();
  }

  ask(task) {
    write(find("#question"), task.question);
    this.board.enable(true);
    this.cards.turn(1, "your turn");
    this.buttons();
  }

  /** What is said about the last move, in a colour of its own. */
  say(className, title, words) {
    find("#verdict").className = `panel verdict ${className}`;
    write(find("#verdict-title"), title);
    write(find("#verdict-words"), words);
  }

  buttons() {
    const { answer, task } = this;
    const waits = Boolean(answer) && !this.story.busy;
    const wrong = waits && !answer.right;
    const done = waits && answer.done;
    find("#again").disabled = !wrong;
    if (find("#play-on")) find("#play-on").disabled = !(wrong && answer.now?.may_play_on);
    const next = find("#next");
    next.disabled = !task;
    write(find("b", next), done ? "Next" : "Skip");
    next.classList.toggle("main", done);
    find("#again").classList.toggle("main", wrong);
    if (byKeys && waits && (wrong || done)) (done ? next : find("#again")).focus();
  }

  async take(cell) {
    if (this.sending || !this.task || (this.answer && (this.answer.right || this.story.busy))) return;
    this.sending = true;
    this.board.enable(false);
    problem("");
    const { task } = this;
    try {
      const answer = await this.on.take(cell);
      if (task === this.task) this.tell(answer);
    } catch (error) {
      problem(error.message);
      this.board.enable(true);
    }
    this.sending = false;
  }

  /** Tells an answer: what it is about at once, then its moves one after the other. */
  tell(answer) {
    this.answer = answer;
    this.say(answer.right ? "best" : "blunder", answer.right ? "Right!" : "There is a better move.", answer.words);
    this.list.show([]);
    this.board.unmark();
    answer.steps.forEach((step, at) => {
      this.story.tellMove(async () => {
        if (at) await pause(FOLLOWED);
        if (this.answer === answer) await this.step(step, at + 1);
      });
    });
    this.story.tell(() => this.answer === answer && this.told(answer));
    // At once: whoever goes on before all is told has done it too.
    if (answer.done) this.on.done?.(answer);
    this.buttons();
  }

  async step(step, ply) {
    const { board, cards } = this;
    const { taken } = step.effect;
    this.cards.turn(step.player, step.player === 1 ? `take ${groupWords(taken)}` : `takes ${groupWords(taken)}`);
    const from = board.centre(taken.cells);
    sounds.take(taken.size, step.player);
    const flown = fly(`+${taken.points}`, from, cards.target(step.player), step.player).then(() => cards.points(step.points));
    await board.play(step.effect, step.rows, [], step.player, step.move);
    await flown;
    this.list.add({ ...step, ply });
    find("#answer-moves").hidden = false;
  }

  /** The answer is told: it goes on, or it waits for what one wants now. */
  told(answer) {
    find("#verdict").scrollIntoView({ block: "nearest" });
    if (answer.done) return this.cards.turn(null);
    if (!answer.right) return this.back();
    this.answer = null;
    this.task = answer.now;
    this.board.know(answer.now.rows, answer.now.groups);
    this.ask(answer.now);
  }

  /** Back to the board on which the wrong move was made, which is ringed: one may try again. */
  async back() {
    const { answer, task } = this;
    await pause(2 * FOLLOWED);
    if (answer !== this.answer) return;
    const { taken } = answer.steps[0].effect;
    this.board.show(task.rows, task.groups);
    this.board.ring("opened", taken.cells);
    this.cards.points(task.points);
    this.cards.turn(1, "your turn");
    this.board.enable(true);
  }

  /** Shows the board after a move of the answer. */
  look(ply) {
    const step = this.answer?.steps[ply - 1];
    if (!step || this.story.busy) return;
    this.board.show(step.rows);
    this.board.footprint(step.effect.taken.cells, step.player);
    this.cards.points(step.points);
    this.list.mark(ply);
  }

  // What one does.

  again() {
    if (find("#again").disabled) return false;
    this.show(this.task);
    return true;
  }

  async playOn() {
    if (find("#play-on").disabled) return false;
    const task = await this.on.playOn();
    if (task.over) return this.next();
    this.show(task);
    return true;
  }

  next() {
    if (find("#next").disabled) return false;
    this.on.next();
    return true;
  }
}
