// Playing: a board is dealt at once, and the first click is the first move.

import { seatName } from "./cards.js";
import { setUpDock } from "./dock.js";
import { find, fragment, setFragment, still, write } from "./dom.js";
import { askName, openFriend, showInvitation } from "./friend.js";
import { GameView } from "./game-view.js";
import { hideHarvest, showHarvest } from "./harvest.js";
import { address, announce, connection, problem } from "./heading.js";
import { setUp } from "./keys.js";
import { beginMatch, goOn, matchAfter, matchOf, next } from "./match.js";
import { memory } from "./memory.js";
import { celebrate, judge, showAgreement, showResult } from "./result.js";
import { gameOf, openSheet, remembered } from "./sheet.js";
import { sounds } from "./sounds.js";
import { levels, newGame, newRoom, openGame, preview } from "./table.js";
import { boardWords, counted, groupWords, lineOf, many } from "./words.js";

const CURRENT = "current";
const touch = matchMedia("(pointer: coarse)");

/** The table at which one sits, and how to leave it. */
let table = null;
let leave = () => {};
let stopJudging = () => {};
/** A move is on its way. */
let sending = false;
let match = null;
/** What to do with a game that turns out to be over: nothing, or to deal another. */
let dealIfOver = false;
/** The next board gets the focus: who started it did so by keys. */
let focusNext = false;
let byKeys = false;
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);
let coach = memory.get("coach") ?? false;
let pointed = null;

setUp(
  [
    ["h", "a hint", () => click("#hint")],
    ["u", "take back", () => click("#back")],
    ["c", "coach on or off", () => click("#coach")],
    ["n", "new game", () => click("#new")],
    ["f", "with a friend", () => click("#friend")],
    ["r", "rematch, when the game is over", () => !find("#result").hidden && click("#again")],
    ["ArrowDown", "to the board", () => view.board.focus()],
    ["ArrowLeft", "look back", () => view.step(-1)],
    ["ArrowRight", "look on", () => view.step(1)],
    ["Escape", "back to the game", () => (view.looking === null ? false : view.look(null))],
  ],
  { board: true },
);
const view = new GameView({ pick: take, point, state: refresh, ended });

function click(selector) {
  const button = find(selector);
  if (button.disabled || button.hidden) return false;
  button.click();
  return true;
}

// Who sits where.

/** Whether a seat is moved from here. */
const isOwn = (seat) => view.game.seats[seat - 1].human && (table.place !== "room" || table.seat === seat);

/** The seat of the person here, if there is one alone. */
function ownSeat() {
  const own = [1, 2].filter(isOwn);
  return own.length === 1 ? own[0] : null;
}

const opponent = () => view.names[2 - view.game.turn];
const myTurn = () => Boolean(view.game && !view.game.end && !view.story.busy && isOwn(view.game.turn));

// A game: opened, dealt, shared.

function sit(at, options = {}) {
  leave();
  stopJudging();
  table = at;
  view.story.forget();
  view.game = null;
  sending = false;
  dealIfOver = options.dealIfOver ?? false;
  focusNext = options.focus ?? false;
  find("#result").hidden = true;
  problem("");
  // An invitation is used up: the browser remembers the seat.
  setFragment(table.place === "room" ? { room: table.id } : { game: table.id });
  if (table.place !== "room") memory.set(CURRENT, table.id);
  match = matchOf(table.id);
  leave = table.follow({ event: hear, state: connection, refused });
}

function hear(event) {
  // A move that was sent before this was told is still on its way.
  sending = sending && event.type === "snapshot" && event.moves.length === view.game?.moves.length;
  if (event.type === "snapshot" && dealIfOver && event.end) return void deal();
  dealIfOver = false;
  if (event.type === "rematch") return void moveOn(event.room);
  if (event.match?.next) moveOn(event.match.next);
  view.hear(event);
  // With clocks, the engine's own move lasts as long as it takes to be shown.
  if (event.type === "snapshot" && event.clocks.left) table.setPace?.(0.7)?.catch(() => {});
  if (focusNext && event.type === "snapshot") view.story.tell(() => view.board.focus());
  focusNext = false;
  if (event.type === "snapshot" && event.end) view.story.tell(() => ended(true));
}

/** Goes on with the match in another room. */
async function moveOn(id) {
  const at = table;
  try {
    const next = await at.next(id);
    if (at === table) sit(next, { focus: byKeys });
  } catch {
    // It is gone; this one can still be looked at.
  }
}

function refused(error) {
  connection("live");
  // Without an engine there is no other game either.
  if (error.status === 0) return problem(error.message);
  memory.set(CURRENT, null);
  deal().then(() => problem(error.message));
}

/** Starts a game, and a match with it unless it belongs to one. */
async function start(wanted, dialog, going = null) {
  try {
    const made = await newGame(wanted);
    if (going) goOn(going, made.id);
    else beginMatch(made.id, wanted.seats, wanted);
    dialog?.close();
    sit(made, { focus: byKeys });
  } catch (error) {
    const place = dialog && find(".problem", dialog);
    if (place) write(place, error.message);
    else problem(error.message);
  }
}

const deal = () => start(gameOf(remembered()));

async function invite(wanted, dialog) {
  try {
    const room = await newRoom(wanted);
    dialog.close();
    sit(room);
    showInvitation(room.invitation);
  } catch (error) {
    write(find("#friend-problem"), error.message);
  }
}

/** Sits down in a room: who was invited says their name, who made it may invite again. */
function enter(room, invited) {
  sit(room);
  if (room.invitation) showInvitation(room.invitation);
  else if (invited && room.seat) askName((name) => act((at) => at.rename(room.seat, name)));
}

/** The level that an address names, or the one of the last game. */
const levelOf = (wanted) => levels.find((each) => String(each.number) === wanted.get("level"))?.number ?? remembered().level;

async function open() {
  const wanted = fragment();
  try {
    if (wanted.has("room")) return enter(await openGame(wanted.get("room"), wanted.get("seat")), wanted.has("seat"));
    if (wanted.has("game")) return sit(await openGame(wanted.get("game")));
    if (wanted.has("position")) {
      return start({ ...gameOf({ ...remembered(), level: levelOf(wanted), first: "you" }), start: wanted.get("position") });
    }
    if (wanted.has("level")) return start(gameOf({ ...remembered(), level: levelOf(wanted) }));
    const current = memory.get(CURRENT);
    if (current) return sit(await openGame(current), { dealIfOver: true });
  } catch (error) {
    memory.set(CURRENT, null);
    await deal();
    if (wanted.size) problem(error.message);
    return;
  }
  return deal();
}

// What one sees.

function refresh() {
  const { game } = view;
  if (!game) return;
  const mine = myTurn() && !sending;
  const looking = view.looking !== null;
  view.board.enable(mine && !looking);
  if (!game.end) find("#result").hidden = true;
  if (game.end && !looking && game.groups.length === 0) showHarvest(view.board, game.moves, view.names, game.end.points);
  else hideHarvest(view.board);
  const people = game.seats.filter((seat) => seat.human).length;
  const seat = game.seats[game.turn - 1];
  const words = !seat.human ? "is thinking \u2026" : isOwn(game.turn) && ownSeat() ? "your turn" : "to move";
  view.cards.turn(game.end ? null : game.turn, words);
  find("#hint").disabled = !mine || looking || table.place === "room";
  find("#back").disabled = !game.moves.some((move) => game.seats[move.player - 1].human) || (table.place === "room" && (!table.seat || (game.end && people < 2)));
  find("#resign").hidden = Boolean(game.end) || ![1, 2].some(isOwn);
  find("#looking").hidden = !looking;
  const increment = game.clocks.left && game.clocks.increment ? ` ${many(game.clocks.increment, "second")} more for each move.` : "";
  write(find("#about"), `${boardWords(game.size, game.kinds)}.${increment}`);
  const showCoach = find("#coach");
  showCoach.setAttribute("aria-pressed", String(coach));
  write(find("small", showCoach), coach ? "on" : "off");
  const turn = ownSeat() && isOwn(game.turn) ? "Your turn" : `${seatName(seat)} to move`;
  document.title = `${game.end ? "Game over" : people ? turn : "Watching"} \u00B7 Fruit Rage`;
  if (game.trouble) problem(game.trouble);
  if (game.end && table.place === "room") showAgreement(game.match.wanted, table.seat, view.names);
  showHint(game.hint);
  tell();
}

/** The line below the board: what one points at, a hint, or whose turn it is. */
async function tell() {
  const { game } = view;
  if (!game) return;
  if (view.looking !== null) return view.line(`The board after move ${view.looking} of ${game.moves.length}.`);
  if (game.end) return view.line("");
  if (pointed) {
    const { group, cell } = pointed;
    const plain = `${groupWords(group)}.${touch.matches ? " Tap again to take." : ""}`;
    if (!coach) return view.line(plain);
    const asked = pointed;
    const found = await preview(lineOf(game.rows, game.turn, game.points), cell).catch(() => null);
    if (asked !== pointed || !found) return;
    const left = found.leaves;
    return view.line(left ? `${plain} That leaves ${many(left.points, "point")} for ${opponent()}: ${counted(left.size, left.fruit)}.` : `${plain} That empties the board.`);
  }
  if (game.hint) return view.line(hintWords(game.hint));
  if (view.story.busy) return;
  const last = game.moves.at(-1);
  const told = last ? `${view.names[last.player - 1]} took ${groupWords(last.effect.taken)}.` : "";
  if (isOwn(game.turn)) return view.line(last ? told : touch.matches ? "Tap a group to see its points, again to take it." : "Click on a group to take it.");
  view.line(game.seats[game.turn - 1].human ? told : `${seatName(game.seats[game.turn - 1])} is thinking \u2026`);
}

function hintWords(hint) {
  if (hint.hint !== "move") return hint.words;
  return `Take the ${groupWords(hint.group)}.`;
}

function showHint(hint) {
  view.board.ring("hint", hint?.hint === "move" && view.looking === null ? hint.group.cells : []);
}

function point(group, cell) {
  pointed = group ? { group, cell } : null;
  tell();
}

/** The end: told once, with its sounds; `before` if it was over when one came. */
async function ended(before) {
  const { game } = view;
  const own = ownSeat();
  match = matchAfter(table, game);
  showResult(game, { names: view.names, own, match });
  find("#review").href = address("replay.html", table.place === "room" ? { room: table.id } : { game: table.id });
  announce(`${find("#result-title").textContent}, ${game.end.points[0]} to ${game.end.points[1]}.`);
  const { winner } = game.end;
  if (before !== true) {
    sounds.end(!winner ? "drawn" : own && winner !== own ? "lost" : "won");
    if (winner && (!own || winner === own) && !still()) celebrate(view.board.field);
    if (matchMedia("(orientation: portrait)").matches) find("#result").scrollIntoView({ block: "center", behavior: still() ? "auto" : "smooth" });
  }
  const of = table;
  const record = await table.record().catch(() => null);
  if (record && of === table && view.game?.end) stopJudging = judge(record, game.id, own ?? winner ?? 1);
}

// What one does.

async function act(what) {
  if (!table) return;
  problem("");
  try {
    await what(table);
  } catch (error) {
    sending = false;
    problem(error.message);
    if (view.begun) view.undo();
    refresh();
  }
}

function take(cell) {
  if (sending || !myTurn() || view.looking !== null) return;
  sending = true;
  pointed = null;
  view.board.enable(false);
  view.begin(cell);
  act((at) => at.play(cell, view.game.moves.length + 1));
}

async function again() {
  const { game } = view;
  if (table.place === "room") return act((at) => at.rematch());
  const { first_rows: rows, seed } = game;
  const board = seed === null ? { start: lineOf(rows, 1, [0, 0]) } : { seed, size: game.size, fruits: game.kinds };
  const wanted = next(match, board);
  await start(wanted, null, match);
}

find("#hint").addEventListener("click", () => act((at) => at.hint()));
find("#back").addEventListener("click", () => {
  find("#result").hidden = true;
  stopJudging();
  act((at) => at.takeBack());
});
find("#coach").addEventListener("click", () => {
  coach = !coach;
  memory.set("coach", coach);
  refresh();
});
find("#new").addEventListener("click", () => openSheet(start, view.game?.seed));
find("#result-new").addEventListener("click", () => openSheet(start, view.game?.seed));
find("#friend").addEventListener("click", () => openFriend({ here: start, away: invite }));
find("#again").addEventListener("click", again);
find("#now").addEventListener("click", () => view.look(null));

/** Gives up for whoever sits here. */
function resign() {
  const player = isOwn(view.game.turn) ? view.game.turn : [1, 2].find(isOwn);
  if (player && !view.game.end) act((at) => at.resign(player));
}

setUpDock(resign);
addEventListener("pagehide", () => view.game && table.remember?.(view.game));
addEventListener("hashchange", () => {
  const wanted = fragment();
  if (wanted.get("game") !== table?.id || wanted.has("room") || wanted.has("position") || wanted.has("level")) open();
});

open();
