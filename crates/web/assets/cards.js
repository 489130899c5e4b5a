// The players beside a board: names, scores, clocks, whose turn it is, and the balance.

import { make, still, write } from "./dom.js";
import { levels } from "./table.js";
import { clock } from "./words.js";

/** How a seat is called: the engine by the name of its level. */
export const seatName = (seat) => levels.find((level) => level.number === seat.level)?.name ?? seat.name;

/** What is said below its name: how it errs, and where there is no room for that, its level. */
export function seatWords(seat) {
  const level = levels.find((each) => each.number === seat.level);
  return level ? { words: level.words, short: `level ${level.number}` } : { words: "", short: "" };
}

/** Writes below a name; what is always said there, if there is nothing else. */
function say(card, text) {
  if (text) return write(card.state, text);
  card.state.replaceChildren(make("span", { className: "long" }, card.words), make("span", { className: "short" }, card.short));
}

const initial = (name) => [...name][0]?.toUpperCase() ?? "?";

export class Cards {
  constructor(host) {
    this.host = host;
    this.timer = null;
    this.shown = [0, 0];
  }

  /** Makes the cards: `[{ name, words, short }, ..]`. */
  seat(players) {
    this.cards = players.map(({ name, words = "", short = words }, index) => {
      const card = {
        words,
        short,
        name: make("b", { title: name }, name),
        face: make("span", { className: "face", "aria-hidden": "true" }, initial(name)),
        count: make("span", { className: "count" }, "0"),
        clock: make("span", { className: "clock" }),
        state: make("small", { title: words }),
      };
      card.element = make(
        "div",
        { className: `player by${index + 1}${words ? " with-words" : ""}` },
        card.face,
        make("span", { className: "name" }, card.name, card.state),
        card.clock,
        card.count,
      );
      say(card, "");
      return card;
    });
    this.balance = make("div", { className: "balance", "aria-hidden": "true" }, make("i", { className: "by1" }), make("i", { className: "by2" }));
    this.host.replaceChildren(...this.cards.map((card) => card.element), this.balance);
    this.host.classList.remove("clocks");
  }

  rename(player, name) {
    const card = this.cards[player - 1];
    write(card.name, name);
    card.name.title = name;
    write(card.face, initial(name));
  }

  /** Whose turn it is, by a frame and a word; none for nobody's. */
  turn(player, words) {
    this.cards.forEach((card, index) => {
      const turn = index + 1 === player;
      card.element.classList.toggle("turn", turn);
      say(card, turn && words ? words : "");
    });
  }

  /** Sets what is always said below the names: `[{ words, short }, ..]`. */
  tell(words) {
    words.forEach((each, index) => Object.assign(this.cards[index], each));
    this.cards.forEach((card) => say(card, ""));
  }

  points(points) {
    points.forEach((count, index) => {
      write(this.cards[index].count, String(count));
      if (count > this.shown[index] && !still()) this.cards[index].count.animate([{ scale: 1 }, { scale: 1.22 }, { scale: 1 }], { duration: 240 });
    });
    this.shown = points;
    const [one, two] = this.balance.children;
    one.style.flexGrow = points[0] + 1;
    two.style.flexGrow = points[1] + 1;
  }

  /** Where points fly to. */
  target(player) {
    return this.cards[player - 1].count;
  }

  /** Both clocks as they were at `since`; a timer runs only while a clock does. */
  clocks({ left, running }, since, stopped) {
    clearTimeout(this.timer);
    this.host.classList.toggle("clocks", Boolean(left));
    if (!left) return;
    const gone = stopped ? 0 : (performance.now() - since) / 1000;
    const now = left.map((seconds, index) => Math.max(0, seconds - (running === index + 1 ? gone : 0)));
    now.forEach((seconds, index) => {
      write(this.cards[index].clock, clock(seconds));
      this.cards[index].clock.classList.toggle("low", seconds < 10);
    });
    if (!running || stopped) return;
    const least = now[running - 1];
    this.timer = setTimeout(() => this.clocks({ left, running }, since, stopped), least < 11 ? 100 : 1000 * (least % 1) + 5);
  }
}
