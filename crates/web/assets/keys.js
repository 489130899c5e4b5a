// The keys of a page: one list for what they do and for the overlay that explains them.

import { heading, toggleSound, toggleTheme } from "./heading.js";
import { find, make } from "./dom.js";

/** Keys of the board, which handles them itself. */
const BOARD = [
  ["Arrows", "to a neighbouring fruit"],
  ["Home End PgUp PgDn", "to the edges of the board"],
  ["Enter", "take the group"],
];

/**
 * Sets up a page's heading and keys. `keys` are `[key, words, what to do]`; a key that
 * returns false was not meant. `board`: explains the keys of a board that is played on.
 */
export function setUp(keys, { board = false } = {}) {
  const every = [...keys, ["m", "sound on or off", toggleSound], ["d", "light or dark", toggleTheme], ["?", "this overview", explain]];
  const dialog = make("dialog", { id: "overview", "aria-labelledby": "overview-title" });

  function explain() {
    const rows = [...(board ? BOARD : []), ...every].map(([key, words]) => make("tr", {}, make("th", { scope: "row" }, ...named(key)), make("td", {}, words)));
    const close = make("button", { type: "button", className: "main" }, "Close");
    close.addEventListener("click", () => dialog.close());
    dialog.replaceChildren(make("h2", { id: "overview-title" }, "Keys"), make("table", {}, make("tbody", {}, ...rows)), close);
    if (!dialog.open) dialog.showModal();
  }

  heading(explain);
  document.body.append(dialog);
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches?.("input, select, textarea") || find("dialog[open]")) return;
    // A button is pressed by Enter and Space, whatever these do elsewhere.
    if ((event.key === " " || event.key === "Enter") && event.target.matches?.("button, a, summary")) return;
    const wanted = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = every.find(([key]) => key === wanted);
    if (found && found[2]() !== false) event.preventDefault();
  });
}

const NAMES = { ArrowLeft: "\u2190", ArrowRight: "\u2192", ArrowUp: "\u2191", ArrowDown: "\u2193", " ": "Space" };

function named(key) {
  return key.split(/(?<=.) /).flatMap((each, index) => [index ? " " : "", make("kbd", {}, NAMES[each] ?? (each.length === 1 ? each.toUpperCase() : each))]);
}
