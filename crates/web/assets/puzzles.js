// Puzzles: that of the day, a streak, by theme, those that were missed, and one's own mistakes.

import { find, fragment, make, write } from "./dom.js";
import { Exercise } from "./exercise.js";
import { address, problem } from "./heading.js";
import { setUp } from "./keys.js";
import { puzzles, today } from "./school.js";
import { games, levels, share } from "./table.js";
import { many } from "./words.js";

setUp(
  [
    ["n", "next puzzle, or skip", () => view.next()],
    ["r", "try again", () => view.again()],
    ["p", "play on", () => view.playOn()],
    ["ArrowDown", "to the board", () => view.board.focus()],
  ],
  { board: true },
);

const SETS = [
  ["daily", "Daily", "the same for everybody"],
  ["streak", "Streak", "until you miss one"],
  ["suited", "For you", "as hard as you are good"],
  ["missed", "Missed", "come again, spaced"],
];

/** The day whose puzzle is asked; a link may name another one. */
const date = () => fragment().get("date") ?? today();

/** Which puzzles are wanted, by the address. */
const chosen = () => (fragment().has("mistakes") ? "mistakes" : fragment().has("theme") ? "theme" : fragment().get("set") ?? "daily");

const view = new Exercise({ take: puzzles.take, playOn: puzzles.playOn, next, done: (answer) => own(answer.now) });

/** Resolves to the first puzzle of those that the address asks for. */
async function first() {
  const wanted = fragment();
  const set = chosen();
  if (set === "theme") return puzzles.open(wanted.get("theme"), date());
  if (set !== "mistakes") return puzzles.open(SETS.some(([name]) => name === set) ? set : "daily", date());
  const record = wanted.has("record") ? await share.unpack(wanted.get("record")) : await games.record(wanted.get("game"));
  return puzzles.mistakes(record, wanted.get("mistakes"));
}

async function open() {
  try {
    problem("");
    const deck = await puzzles.deck();
    sets(deck);
    show(await first());
  } catch (error) {
    problem(error.message);
    view.nothing("No puzzle is asked.");
  }
}

async function next() {
  try {
    show(await puzzles.next());
  } catch (error) {
    problem(error.message);
  }
}

/** The level that is as good as a puzzle is hard. */
const like = (rating) => levels.toSorted((one, two) => Math.abs(one.rating - rating) - Math.abs(two.rating - rating))[0].name;

function show(task) {
  if (task.trouble) problem(task.trouble);
  own(task);
  write(find("#title"), task.title);
  const rated = task.rating ? `rated ${task.rating}, like ${like(task.rating)}` : task.beside;
  write(find("#beside"), task.of_day ? `${task.beside}, ${rated}` : rated);
  document.title = `${task.title} \u00B7 Fruit Rage`;
  find("#from-game").hidden = chosen() !== "mistakes";
  find("#once-more").hidden = Boolean(task.rows) || chosen() !== "streak";
  if (task.rows) return view.show({ ...task, ...known(task) });
  view.say("", "Nothing more to ask", nothingWords(task));
  return view.nothing(task.question);
}

/** What is said before the first move. */
function known(task) {
  if (task.of_day && task.own.solved_today) return { hint: "Solved", hintWords: "You have solved the puzzle of this day. Solve it again, or go on." };
  return {};
}

function nothingWords(task) {
  if (chosen() === "streak") return `${many(task.own.best_streak, "puzzle")} in a row is your best.`;
  if (chosen() === "missed" && task.own.waiting) return `${many(task.own.waiting, "missed puzzle")} will come again later.`;
  return chosen() === "mistakes" ? "Go back to the review, or on with other puzzles." : "Choose other puzzles.";
}

/** What one has solved. */
function own({ own: figures }) {
  write(find("#own-rating"), String(figures.rating));
  write(find("#own-streak"), String(figures.streak));
  write(find("#own-streak-words"), figures.best_streak > figures.streak ? `in a row, best ${figures.best_streak}` : "in a row");
  write(find("#own-days"), String(figures.days));
  write(find("#own-words"), figures.waiting ? `${many(figures.waiting, "missed puzzle")} will come again${figures.due ? `, ${figures.due} of them today` : ""}.` : "A puzzle that you miss comes again after 1, 3, 7 and 21 days.");
}

function sets({ count, themes }) {
  const link = (values, current, ...content) => {
    const made = make("a", { className: "button", href: address("", values) }, ...content);
    if (current) made.setAttribute("aria-current", "true");
    return make("li", {}, made);
  };
  find("#sets").replaceChildren(...SETS.map(([name, text, words]) => link({ set: name }, chosen() === name, make("b", {}, text), make("small", {}, words))));
  const theme = ({ name, words, count: each }) => {
    const item = link({ theme: name }, fragment().get("theme") === name, name.replace("-", " "), " ", make("small", {}, String(each)));
    item.firstChild.title = words;
    return item;
  };
  find("#themes").replaceChildren(...themes.map(theme));
  write(find("#deck-words"), `${count} puzzles, each of them solved: one group is best, and it is not the largest.`);
}

find("#once-more").addEventListener("click", open);
find("#from-game").addEventListener("click", (event) => {
  const wanted = fragment();
  event.currentTarget.href = address("replay.html", wanted.has("record") ? { record: wanted.get("record") } : { game: wanted.get("game") });
});
addEventListener("hashchange", open);
open();
