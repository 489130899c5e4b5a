// Trying another move in a game that is reviewed: what it takes, the best answer to it, and how
// the game would end then.

import { analyse, canThink, playLine, readPosition } from "./table.js";
import { groupWords, signed } from "./words.js";

/** How long the answer is thought about, in seconds. */
const THINKING = 3;

export class Trial {
  #at = null;
  #stop = () => {};

  /** `told(title, words)` hears what there is to say about a move that was tried. */
  constructor(board, told) {
    this.board = board;
    this.told = told;
    /** Whether another move than that of the game is on the board. */
    this.isOn = false;
  }

  /** Lets groups of a position be tried; `names` are those of the players. */
  async offer(position, names) {
    this.end();
    if (!canThink()) return;
    const at = (this.#at = { position, names });
    const drawn = await readPosition(position).catch(() => null);
    if (at !== this.#at || !drawn?.groups.length) return;
    this.board.know(drawn.rows, drawn.groups);
    this.board.enable(true);
  }

  /** Nothing is tried any more. */
  end() {
    this.#stop();
    this.#at = null;
    this.isOn = false;
    this.board.enable(false);
  }

  /** Tries a move. */
  async make(cell) {
    const at = this.#at;
    const { steps } = await playLine(at.position, [cell]);
    if (at !== this.#at) return;
    const [step] = steps;
    this.isOn = true;
    this.board.enable(false);
    this.board.unmark();
    const title = `Tried ${step.move}: ${groupWords(step.effect.taken)}`;
    const lead = step.points[step.player - 1] - step.points[2 - step.player];
    const who = at.names[step.player - 1];
    const end = (margin, about) => `The game would end at ${about ? "about " : ""}${signed(margin)} for ${who}.`;
    if (step.groups.length) {
      this.told(title, "Looking for the best answer \u2026");
      this.#stop = analyse(step.position, { lines: 1, seconds: THINKING }, {
        event: ({ moves: [best], exact }) => {
          const group = step.groups.find(({ cells }) => cells.includes(best.move));
          this.told(title, `The best answer is ${best.move}, ${groupWords(group)}. ${end(lead - best.margin, !exact)}`);
        },
      });
    } else this.told(title, end(lead, false));
    await this.board.play(step.effect, step.rows, [], step.player, step.move);
  }
}
