// What all pages share: the heading, light and dark, small helpers.

import { FRUITS } from "./theme.js";

const PAGES = [
  ["/", "Play"],
  ["/analysis", "Analysis"],
  ["/games", "Games"],
  ["/watch", "Watch"],
];

/** Returns a number of a fruit in words, such as "3" and its plural name. */
export const counted = (count, kind) => `${count} ${FRUITS[kind][count === 1 ? 0 : 1]}`;

/** An element with properties and children; text goes in as text. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const find = (selector, within = document) => within.querySelector(selector);

/** What the address holds after its #. */
export const fragment = () => new URLSearchParams(location.hash.slice(1));

export function setFragment(values) {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== null) parts.set(name, value);
  // A page inside another one has an address without a path.
  const page = location.href.split("#")[0];
  try {
    history.replaceState(null, "", `${page}${parts.size ? `#${parts}` : ""}`);
  } catch {
    // Then the address does not tell the place.
  }
}

/** Points with their sign, as margins are told. */
export function signed(points) {
  const rounded = Math.abs(points) < 100 ? Math.round(points * 10) / 10 : Math.round(points);
  if (rounded === 0) return "0";
  return rounded > 0 ? `+${rounded}` : `\u2212${-rounded}`;
}

/** Seconds as a clock shows them. */
export function clock(seconds) {
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${two(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}

export function large(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e4 ? `${Math.round(number / 1e3)} k` : String(number);
}

/** Whether things may move. */
const motion = matchMedia("(prefers-reduced-motion: reduce)");
export const still = () => motion.matches;

/** Remembers settings; a browser that forbids it forgets them. */
export const memory = {
  get(name) {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(name, JSON.stringify(value));
    } catch {
      // Then it is not remembered.
    }
  },
};

/** Says something to who cannot see it. */
export function announce(text) {
  const place = find("#announcer");
  if (place.textContent !== text) place.textContent = text;
}

/** Shows whether the server is there. */
export function connection(state) {
  document.documentElement.dataset.connection = state;
  find("#connection").textContent = state === "lost" ? "Connection lost. Trying again \u2026" : "";
}

function theme(wanted) {
  if (wanted) document.documentElement.dataset.theme = wanted;
  else delete document.documentElement.dataset.theme;
}

/** Puts the heading above the page. */
export function heading() {
  theme(memory.get("theme"));
  const links = PAGES.map(([path, name]) => {
    const link = make("a", { href: path }, name);
    if (location.pathname === path) link.setAttribute("aria-current", "page");
    return link;
  });
  // A file of its own has no other pages.
  if (find("#data")) links.length = 0;
  const light = make("button", { type: "button", className: "quiet", title: "Light or dark", "aria-label": "Light or dark" }, "\u25D0");
  light.addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    memory.set("theme", dark ? "light" : "dark");
    theme(memory.get("theme"));
  });
  document.body.prepend(
    make("a", { href: "#main", className: "skip" }, "To the page"),
    make("header", {}, make("span", { className: "brand tile k0", "aria-hidden": "true" }), make("b", {}, "Fruit Rage"), make("nav", { "aria-label": "Pages" }, ...links), light),
    make("p", { id: "connection", role: "status" }),
    make("p", { id: "announcer", className: "unseen", "aria-live": "polite" }),
  );
}
