// The sheet of settings for a new game: against whom, on which board, who begins, a clock.

import { all, find, make, write } from "./dom.js";
import { fruit } from "./fruit.js";
import { memory } from "./memory.js";
import { games, levels, server } from "./table.js";
import { boardWords, clockWords, many } from "./words.js";

const WANTED = "wanted";
const PRESETS = [
  ["Snack", 6, 3],
  ["Classic", 10, 4],
  ["Colourful", 12, 6],
  ["Feast", 20, 5],
];
/** Clocks: seconds for the game, and for each move. */
const CLOCKS = [
  [null, 0],
  [60, 0],
  [60, 1],
  [180, 0],
  [180, 2],
  [300, 0],
  [300, 3],
  [600, 0],
  [600, 5],
];

/** What the value of a choice begins with that is a player of the server. */
const OPPONENT = "opponent:";

const clockOf = ([time, increment]) => ({ time, increment });

const within = (value, least, most, usual) => (Number.isInteger(value) && value >= least && value <= most ? value : usual);

/** The settings of the last game; what is missing or wrong is as usual. */
export function remembered() {
  const last = memory.get(WANTED) ?? {};
  return {
    level: levels.some((level) => level.number === last.level) ? last.level : levels[Math.min(1, levels.length - 1)].number,
    first: ["you", "they", "lot"].includes(last.first) ? last.first : "you",
    size: within(last.size, 1, 26, 10),
    fruits: within(last.fruits, 1, 10, 4),
    ...clockOf(CLOCKS.find(([time, increment]) => time === (last.time ?? null) && increment === (last.increment ?? 0)) ?? CLOCKS[0]),
  };
}

/** Board and clock of settings, as `newGame` takes them. */
export const boardOf = ({ size, fruits, time, increment }) => ({ size, fruits, time, increment });

/**
 * The game that settings mean, as `newGame` takes it, with sides in order of their seats. An
 * `opponent` is a player of the server.
 */
export function gameOf(settings, seed = null) {
  const person = { level: null, name: null };
  const engine = settings.opponent ? { level: null, name: null, opponent: settings.opponent } : { level: settings.level, name: null };
  const second = settings.first === "they" || (settings.first === "lot" && Math.random() < 0.5);
  return { seats: second ? [engine, person] : [person, engine], ...boardOf(settings), seed };
}

function choice(name, value, checked, ...content) {
  const input = make("input", { type: "radio", name, value: String(value), checked, autofocus: checked && name === "level" });
  return make("label", { className: "choice" }, input, make("span", {}, ...content));
}

const chosen = (name) => find(`#sheet [name="${name}"]:checked`)?.value ?? null;

/** Says which level suits, by the games of this browser; nothing before the first one. */
async function suggest(dialog) {
  const found = await games.suggest().catch(() => null);
  if (!found?.games) return;
  const name = levels.find((level) => level.number === found.level).name;
  find(`[name="level"][value="${found.level}"] + span`, dialog)?.classList.add("suits");
  write(find("#suits", dialog), `${name} suits you, by ${many(found.games, "game")} of yours.`);
}

/**
 * Opens the sheet; `start(wanted, dialog)` hears of the game that is wanted. `number` is that
 * of the board that is played on.
 */
export function openSheet(start, number) {
  const dialog = find("#sheet");
  const now = remembered();
  const size = make("input", { type: "range", id: "size", min: 1, max: 26, value: now.size });
  const kinds = make("input", { type: "range", id: "fruits", min: 1, max: 10, value: now.fruits });
  const about = make("output", { className: "about", "for": "size fruits" });
  const shown = make("div", { className: "kinds" });
  const seed = make("input", { id: "seed", type: "number", min: 0, max: 9007199254740991, placeholder: number ? `any; this one is ${number}` : "any" });
  const preset = ([name, side, count]) => {
    const label = choice("preset", `${side}p${count}`, false, make("b", {}, name), make("small", {}, `${side} \u00D7 ${side}`), make("small", {}, `${count} kinds`));
    find("input", label).addEventListener("change", () => {
      [size.value, kinds.value] = [side, count];
      tell();
    });
    return label;
  };
  const presets = make("div", { className: "choices four", role: "radiogroup", "aria-label": "Board" }, ...PRESETS.map(preset));
  function tell() {
    write(about, boardWords(Number(size.value), Number(kinds.value)));
    shown.replaceChildren(...[...Array(Number(kinds.value)).keys()].map(fruit));
    for (const input of all("input", presets)) input.checked = input.value === `${size.value}p${kinds.value}`;
  }
  size.addEventListener("input", tell);
  kinds.addEventListener("input", tell);
  const level = ({ number, name, words, rating }) =>
    choice("level", number, number === now.level, make("b", {}, name), rating ? make("i", {}, String(rating)) : null, words ? make("small", {}, words) : null);
  const clock = ([time, increment], at) => make("option", { value: String(at), selected: time === now.time && increment === now.increment }, time ? clockWords(time, increment) : "none");
  const offered = (name) => choice("level", `${OPPONENT}${name}`, false, make("b", {}, name), make("small", {}, "a player of this server"));
  const group = (name, legend, className, ...content) => make("fieldset", { className: `group ${name}` }, make("legend", {}, legend), make("div", { className }, ...content));
  const cancel = make("button", { type: "button" }, "Cancel");
  cancel.addEventListener("click", () => dialog.close());
  const form = make(
    "form",
    { method: "dialog" },
    make("h2", { id: "sheet-title" }, "New game"),
    group("against", "Against", "choices levels", ...levels.map(level), ...(server?.opponents ?? []).map(offered)),
    make("p", { className: "faint", id: "suits", role: "status" }),
    make(
      "fieldset",
      { className: "group" },
      make("legend", {}, "Board"),
      presets,
      make("div", { className: "sliders" }, make("label", { "for": "size" }, "Size"), size, make("label", { "for": "fruits" }, "Kinds"), kinds),
      make("div", { className: "row" }, about, shown),
    ),
    make(
      "div",
      { className: "pair" },
      group("first", "Who begins", "choices three", ...[["you", "You"], ["they", "Opponent"], ["lot", "By lot"]].map(([value, text]) => choice("first", value, value === now.first, text))),
      make("label", { className: "field-of" }, make("span", {}, "Clock for each"), make("select", { id: "time" }, ...CLOCKS.map(clock))),
    ),
    make("details", {}, make("summary", {}, "A board by its number"), make("label", { className: "field-of" }, make("span", {}, "Number"), seed)),
    make("p", { className: "problem", id: "sheet-problem", role: "alert" }),
    make("div", { className: "row fill" }, make("button", { type: "submit", className: "main", id: "start" }, "Start"), cancel),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const against = chosen("level");
    // The next visit does not take one of the server's places unasked.
    const opponent = against.startsWith(OPPONENT) ? against.slice(OPPONENT.length) : null;
    const settings = { level: opponent ? now.level : Number(against), first: chosen("first"), size: Number(size.value), fruits: Number(kinds.value), ...clockOf(CLOCKS[find("#time").value]) };
    memory.set(WANTED, settings);
    start(gameOf({ ...settings, opponent }, seed.value === "" ? null : Number(seed.value)), dialog);
  });
  dialog.replaceChildren(form);
  tell();
  suggest(dialog);
  dialog.showModal();
  find('[name="level"]:checked', dialog)?.scrollIntoView({ block: "nearest" });
}
