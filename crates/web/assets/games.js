// The games of this browser, and those in the server's folder.

import { seatName } from "./cards.js";
import { find, make, write } from "./dom.js";
import { address, connection, problem } from "./heading.js";
import { setUp } from "./keys.js";
import { followRecords, games, levels, server } from "./table.js";
import { many, when, wins } from "./words.js";

setUp([
  ["e", "export all", () => find("#export").click()],
  ["i", "import", () => find("#import").click()],
]);

const board = (size, kinds) => `${size} \u00D7 ${size}, ${kinds}`;
const cell = (className, ...content) => make("td", { className }, ...content);

// The games of this browser.

function result(game, names) {
  if (game.running) return "under way";
  return game.winner ? wins(names[game.winner - 1]) : game.ending ? "draw" : "broken off";
}

function ownRow(game) {
  const names = game.seats ? game.seats.map(seatName) : game.names;
  const open = game.running
    ? make("a", { className: "button main", href: address("./", { game: game.id }) }, "Continue")
    : make("a", { className: "button", href: address("replay.html", { game: game.id }) }, "Review");
  const remove = make("button", { type: "button", className: "quiet", title: "Remove", "aria-label": `Remove the game ${names[0]} against ${names[1]}` }, "\u2715");
  remove.addEventListener("click", async () => {
    await games.remove(game.id);
    showOwn();
  });
  const state = cell(game.running ? "running" : "", result(game, names));
  return make("tr", {}, cell("", when(game.date)), cell("wide", `${names[0]} \u2013 ${names[1]}`), cell("number", `${game.points[0]} : ${game.points[1]}`), state, cell("optional", game.size ? board(game.size, game.kinds) : ""), cell("doing", open, remove));
}

/** What the person here has won and lost against each level. */
function records(list) {
  const tally = new Map();
  for (const game of list) {
    const seat = game.seats?.findIndex((each) => each.level !== null) ?? -1;
    if (game.running || seat < 0 || !game.seats.some((each) => each.human) || !game.ending) continue;
    const entry = tally.get(game.seats[seat].level) ?? [0, 0, 0];
    entry[!game.winner ? 1 : game.winner === seat + 1 ? 2 : 0] += 1;
    tally.set(game.seats[seat].level, entry);
  }
  const known = levels.filter((level) => tally.has(level.number));
  return known.map((level) => {
    const [won, drawn, lost] = tally.get(level.number);
    return make("div", { className: "record" }, make("b", {}, level.name), make("span", {}, `${won} won, ${drawn ? `${drawn} drawn, ` : ""}${lost} lost`));
  });
}

/** How many games were won in a row, up to the last. */
function streak(list) {
  const over = list.filter((game) => !game.running && game.ending && game.seats?.filter((seat) => seat.human).length === 1);
  const lost = over.findIndex((game) => !game.winner || !game.seats[game.winner - 1].human);
  return lost < 0 ? over.length : lost;
}

async function showOwn() {
  const list = (await games.list().catch((error) => (problem(error.message), []))).filter((game) => !game.seats || game.seats.some((seat) => seat.human));
  find("#own-panel").hidden = !list.length;
  find("#own").replaceChildren(...list.map(ownRow));
  find("#levels").replaceChildren(...records(list));
  const row = streak(list);
  write(find("#own-words"), list.length ? `${many(list.length, "game")} in this browser${row > 1 ? `, the last ${row} won in a row` : ""}.` : "No games yet. One is kept from its first move on, in this browser alone.");
  find("#export").disabled = !list.length;
}

find("#export").addEventListener("click", async () => {
  const text = await games.exportAll();
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/jsonl" })), download: "fruitrage-games.jsonl" });
  link.click();
  URL.revokeObjectURL(link.href);
});
find("#import").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  try {
    if (file.size > 32e6) throw new Error("The file is longer than 32 MB.");
    const count = await games.importText(await file.text());
    await showOwn();
    write(find("#own-words"), `${many(count, "game")} imported.`);
  } catch (error) {
    problem(error.message);
  }
  event.target.value = "";
});

// The server's folder.

let index = null;

function folderRow(file, game) {
  const link = make("a", { href: address("replay.html", { file: file.file, game: game.id }) }, `${game.players[0]} \u2013 ${game.players[1]}`);
  const ending = game.ending && game.ending !== "cleared" ? ` (${game.ending})` : "";
  const words = game.winner ? wins(game.players[game.winner - 1]) : game.ending ? (game.ending === "void" ? "void" : "draw") : "open";
  const state = make("td", { className: "wide", title: game.message ?? "" }, words + ending);
  return make("tr", {}, cell("", when(file.changed * 1000)), cell("wide", link), cell("number", `${game.points[0]} : ${game.points[1]}`), state, cell("optional", board(game.size, game.kinds)), cell("wide optional faint", file.file));
}

function showFolder() {
  if (!index) return;
  const wanted = find("#search").value.toLowerCase();
  const fits = (...texts) => texts.some((text) => text.toLowerCase().includes(wanted));
  const rows = [];
  for (const file of index.files) {
    if (file.problem && fits(file.file)) rows.push(make("tr", {}, make("td", { className: "wide", colSpan: 6 }, `${file.file}: `, make("span", { className: "problem" }, file.problem))));
    for (const game of file.games) if (fits(file.file, game.id, ...game.players)) rows.push(folderRow(file, game));
  }
  find("#folder-panel").hidden = !index.files.length;
  find("#folder").replaceChildren(...rows);
  const all = index.files.reduce((sum, file) => sum + file.count, 0);
  write(find("#count"), `${rows.length} of ${many(all, "game")}`);
}

find("#search").addEventListener("input", showFolder);
showOwn();
if (server?.records) {
  followRecords({
    event(event) {
      index = event;
      showFolder();
    },
    state: connection,
    refused: (error) => problem(error.message),
  });
}
