// Elements: made, found, and named by cells. Nothing here knows a game.

const SVG = "http://www.w3.org/2000/svg";

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

/** The same for a drawing. */
export function shape(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export const find = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** A button with a word, and a smaller one below it. */
export function button(text, small, properties = {}) {
  return make("button", { type: "button", ...properties }, make("b", {}, text), small ? make("small", {}, small) : null);
}

/** Changes text only where it differs, so that nobody is told twice. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

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

/** Whether nothing may move: the reader wants that, or nobody looks. */
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
export const still = () => reduced.matches || document.hidden;

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
