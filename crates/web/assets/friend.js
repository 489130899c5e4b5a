// A game with a friend: at this screen, or by an invitation to another device.

import { find, make } from "./dom.js";
import { memory } from "./memory.js";
import { boardOf, remembered } from "./sheet.js";
import { server } from "./table.js";
import { boardWords, clockWords } from "./words.js";

/** Opens the sheet. `here(wanted)` starts a game at this screen, `away(wanted)` a room. */
export function openFriend({ here, away }) {
  const dialog = find("#friend-sheet");
  const names = memory.get("names") ?? ["", ""];
  const settings = remembered();
  const field = (id, text, value, placeholder) => {
    const input = make("input", { id, value, placeholder, maxLength: 40, autocomplete: "off" });
    return make("label", { className: "field-of" }, make("span", {}, text), input);
  };
  const one = field("name-one", "Your name", names[0] ?? "", "Player 1");
  const two = field("name-two", "Your friend's name", names[1] ?? "", "Player 2");
  const wanted = () => {
    const typed = [find("input", one).value.trim(), find("input", two).value.trim()];
    memory.set("names", typed);
    return { seats: typed.map((name) => ({ level: null, name: name || null })), ...boardOf(settings), seed: null };
  };
  const start = (text, small, act, main) => {
    const button = make("button", { type: "button", className: main ? "main big" : "big" }, make("b", {}, text), make("small", {}, small));
    button.addEventListener("click", () => act(wanted(), dialog));
    return button;
  };
  const close = make("button", { type: "button" }, "Cancel");
  close.addEventListener("click", () => dialog.close());
  dialog.replaceChildren(
    make("h2", { id: "friend-title" }, "With a friend"),
    make("p", { className: "faint" }, `${boardWords(settings.size, settings.fruits)}${settings.time ? `, ${clockWords(settings.time, settings.increment)}` : ""}, as in your last game. You begin; then the sides are swapped.`),
    make("div", { className: "pair" }, one, two),
    make("p", { className: "problem", id: "friend-problem", role: "alert" }),
    make(
      "div",
      { className: "row fill" },
      start("At this screen", "you take turns", here, true),
      server?.rooms ? start("By a link", "on two devices", away, false) : null,
    ),
    make("div", { className: "stack" }, server?.rooms ? null : elsewhere(), make("div", { className: "row" }, close)),
  );
  dialog.showModal();
}

/** How to play on two devices, for pages that have no server. */
const elsewhere = () => make("p", { className: "faint" }, "To play on two devices, one of you starts ", make("code", {}, "fruitrage serve --listen 0.0.0.0"), ", and both open its address.");

/** Shows the invitation of a room until the friend has come or it is closed. */
export function showInvitation(link) {
  const dialog = find("#friend-sheet");
  const text = make("input", { readOnly: true, value: link, "aria-label": "The invitation" });
  const copy = make("button", { type: "button", className: "main" }, "Copy the link");
  copy.addEventListener("click", async () => {
    text.select();
    try {
      await navigator.clipboard.writeText(link);
      copy.textContent = "Copied";
    } catch {
      copy.textContent = "Press Ctrl+C";
    }
  });
  const close = make("button", { type: "button" }, "To the board");
  close.addEventListener("click", () => dialog.close());
  dialog.replaceChildren(
    make("h2", { id: "friend-title" }, "Invite your friend"),
    make("p", {}, "Whoever opens this link first takes the other seat. Others who open it look on."),
    text,
    make("div", { className: "row fill" }, copy, close),
  );
  if (!dialog.open) dialog.showModal();
}

/** Asks who sits down at a seat that they were invited to; `done(name)` hears it. */
export function askName(done) {
  const dialog = find("#friend-sheet");
  const name = make("input", { id: "name-own", value: memory.get("names")?.[0] ?? "", maxLength: 40, autocomplete: "off" });
  const form = make(
    "form",
    { method: "dialog" },
    make("h2", { id: "friend-title" }, "You are invited"),
    make("label", { className: "field-of" }, make("span", {}, "Your name"), name),
    make("button", { type: "submit", className: "main" }, "Sit down"),
  );
  form.addEventListener("submit", () => {
    const typed = name.value.trim();
    memory.set("names", [typed, memory.get("names")?.[1] ?? ""]);
    if (typed) done(typed);
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}
