// What stands above every page: where one can go, a game that is under way, light and dark,
// sound; and what is said to those who do not see the page.

import { all, find, make, write } from "./dom.js";
import { memory } from "./memory.js";
import { sounds } from "./sounds.js";
import { games } from "./table.js";

const PAGES = [
  ["./", "Play"],
  ["learn.html", "Learn"],
  ["puzzles.html", "Puzzles"],
  ["analysis.html", "Analysis"],
  ["games.html", "Games"],
  ["watch.html", "Watch"],
];

/** The name of this page in its address, with or without its ending. */
const plain = (path) => path.split("/").pop().replace(/\.html$/, "").replace(/^(index|play)$/, "");
const here = () => plain(location.pathname);

/** The address of a page with values after its #. */
export const address = (page, values) => `${page}#${new URLSearchParams(values)}`;

/** Says something to who cannot see it. */
export const announce = (text) => write(find("#announcer"), text);

/** Shows whether a server that is needed is there. */
export function connection(state) {
  // What could not be reached can be again.
  if (state === "live" && document.documentElement.dataset.connection === "lost") problem("");
  document.documentElement.dataset.connection = state;
  write(find("#connection"), state === "lost" ? "The connection is lost. Trying again \u2026" : "");
}

/** Shows what went wrong, until the next thing goes right. */
export const problem = (text) => write(find("#problem"), text ?? "");

function theme(wanted) {
  if (wanted) document.documentElement.dataset.theme = wanted;
  else delete document.documentElement.dataset.theme;
}

export function toggleTheme() {
  const set = document.documentElement.dataset.theme;
  const dark = set ? set === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  memory.set("theme", dark ? "light" : "dark");
  theme(memory.get("theme"));
}

export function toggleSound() {
  sounds.turn(!sounds.on);
  showSound();
}

function showSound() {
  const button = find("#sound");
  button?.setAttribute("aria-pressed", String(sounds.on));
  button?.setAttribute("title", sounds.on ? "Sound is on (M)" : "Sound is off (M)");
}

/** Puts the heading above the page. `explain` shows the keys. */
export function heading(explain) {
  theme(memory.get("theme"));
  const links = PAGES.map(([page, name]) => {
    const link = make("a", { href: page }, name);
    if (here() === plain(page)) link.setAttribute("aria-current", "page");
    return link;
  });
  // A file of its own has no other pages.
  const alone = Boolean(find("#data, #engine"));
  if (alone) links.length = 0;
  if (alone) for (const other of all("[data-elsewhere]")) other.remove();
  const nav = make("nav", { id: "nav", "aria-label": "Pages" }, ...links);
  const small = (id, label, text) => make("button", { type: "button", className: "quiet", id, title: label, "aria-label": label }, text);
  const sound = small("sound", "Sound", "\u266A");
  sound.addEventListener("click", toggleSound);
  const light = small("light", "Light or dark", "\u25D0");
  light.addEventListener("click", toggleTheme);
  const keys = small("keys", "Keys (?)", "?");
  keys.addEventListener("click", explain);
  const brand = [make("span", { className: "brand tile k0", "aria-hidden": "true" }), make("b", {}, "Fruit Rage")];
  document.body.prepend(
    make("a", { href: "#main", className: "skip" }, "To the page"),
    make(
      "header",
      {},
      alone ? make("span", { className: "home" }, ...brand) : make("a", { className: "home", href: "./", "aria-label": "Fruit Rage, play" }, ...brand),
      make("a", { id: "running", className: "running", hidden: true }),
      nav,
      make("span", { className: "switches" }, sound, light, keys, alone ? null : opener(nav, small("pages", "Pages", "\u2630"))),
    ),
    make("p", { id: "connection", role: "status" }),
    make("p", { id: "problem", className: "problem", role: "alert" }),
    make("p", { id: "announcer", className: "unseen", "aria-live": "polite" }),
  );
  showSound();
  if (!alone && here() !== "") showRunning();
}

/** Makes a button open and close the list of pages, where there is no room for it beside the heading. */
function opener(nav, button) {
  button.setAttribute("aria-controls", nav.id);
  const open = (yes) => {
    nav.classList.toggle("open", yes);
    button.setAttribute("aria-expanded", String(yes));
  };
  open(false);
  button.addEventListener("click", () => open(!nav.classList.contains("open")));
  addEventListener("click", (event) => event.target !== button && open(false));
  addEventListener("keydown", (event) => event.key === "Escape" && open(false));
  return button;
}

/** A link to the game that is under way, on every page but its own. */
async function showRunning() {
  const list = await games.list().catch(() => []);
  const running = list.find((game) => game.running && game.moves > 0 && game.seats.some((seat) => seat.human));
  const link = find("#running");
  link.hidden = !running;
  if (!running) return;
  link.href = address("./", { game: running.id });
  link.textContent = `Continue ${running.points[0]} : ${running.points[1]}`;
  link.title = `${running.names[0]} against ${running.names[1]}`;
}
