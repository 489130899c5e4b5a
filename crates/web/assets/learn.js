// The first lesson: eight small boards, one sentence each.

import { all, find, fragment, make, setFragment, write } from "./dom.js";
import { Exercise } from "./exercise.js";
import { announce, problem } from "./heading.js";
import { setUp } from "./keys.js";
import { memory } from "./memory.js";
import { lesson } from "./school.js";

const DONE = "lesson";

setUp(
  [
    ["n", "next board, or skip", () => view.next()],
    ["r", "try again", () => view.again()],
    ["ArrowDown", "to the board", () => view.board.focus()],
    ["ArrowLeft", "board before", () => show(number - 1)],
    ["ArrowRight", "board after", () => show(number + 1)],
  ],
  { board: true },
);

/** The board that is shown, how many there are, and which are done. */
let number = 0;
let count = 8;
const done = new Set(memory.get(DONE) ?? []);

const view = new Exercise({
  take: (cell) => lesson.take(number, cell),
  next: () => (number < count ? show(number + 1) : finish()),
  done() {
    done.add(number);
    memory.set(DONE, [...done]);
    dots();
  },
});

async function show(wanted) {
  if (wanted < 1 || wanted > count) return false;
  number = wanted;
  try {
    const task = await lesson.show(wanted);
    if (wanted !== number) return true;
    problem("");
    count = task.titles.length;
    find("main").classList.remove("over");
    find("#farewell").hidden = true;
    find(".dots").replaceChildren(...task.titles.map(dot));
    dots();
    write(find("#title"), task.title);
    write(find("#beside"), `${number} of ${count}`);
    setFragment({ board: number > 1 ? number : null });
    view.show(task);
  } catch (error) {
    problem(error.message);
  }
  return true;
}

function dot(title, at) {
  const button = make("button", { type: "button", title, "aria-label": `Board ${at + 1}: ${title}` }, String(at + 1));
  button.addEventListener("click", () => show(at + 1));
  return make("li", {}, button);
}

function dots() {
  all(".dots button").forEach((button, at) => {
    button.classList.toggle("done", done.has(at + 1));
    if (at + 1 === number) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
}

function finish() {
  find("main").classList.add("over");
  find("#farewell").hidden = false;
  announce("That was the first lesson.");
  find("#first-game").focus();
}

find("#begin-again").addEventListener("click", () => show(1));
addEventListener("hashchange", () => show(Number(fragment().get("board") ?? 1)));
show(Number(fragment().get("board") ?? 1)).then((known) => known || show(1));
