// The fruit as symbols that every board of the page uses. They come from the theme.

import { make, shape } from "./dom.js";
import { DRAWINGS } from "./theme.js";

let there = false;

/** Puts the symbols into the page, once. */
export function prepare() {
  if (there) return;
  there = true;
  const symbols = DRAWINGS.map((drawing, kind) => {
    const parsed = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
    return shape("symbol", { id: `fruit-${kind}`, viewBox: "0 0 64 64" }, ...[...parsed.childNodes].map((node) => document.importNode(node, true)));
  });
  const svg = shape("svg", { class: "unseen", "aria-hidden": "true", width: 0, height: 0 }, ...symbols);
  document.body.append(svg);
}

/** One fruit of a kind, drawn in an element of its own. */
export const fruit = (kind) => {
  prepare();
  return make("span", { className: `fruit k${kind}`, "aria-hidden": "true" }, shape("svg", { viewBox: "0 0 64 64" }, shape("use", { href: `#fruit-${kind}` })));
};
