// The games that this browser keeps: one entry each, from its first move on. A browser that
// keeps nothing has them until the page is closed.

const PREFIX = "fruitrage:game:";
const fleeting = new Map();

function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** What changes in this browser, but in another page, is told to `changed`, by the game's name. */
export function whenChanged(changed) {
  addEventListener("storage", (event) => {
    if (event.key?.startsWith(PREFIX)) changed(event.key.slice(PREFIX.length));
  });
}

function read(text) {
  try {
    const { date, lines } = JSON.parse(text);
    return Array.isArray(lines) ? { date: Number(date) || 0, lines } : null;
  } catch {
    return null;
  }
}

/** Returns the lines of a game's record and when it was last played, or none. */
export function load(id) {
  return fleeting.get(id) ?? read(storage()?.getItem(PREFIX + id) ?? null);
}

/** Keeps the lines of a game's record; throws if there is no room. */
export function save(id, lines, date = Date.now()) {
  const kept = { date, lines };
  if (!storage()) fleeting.set(id, kept);
  else storage().setItem(PREFIX + id, JSON.stringify(kept));
}

export function remove(id) {
  fleeting.delete(id);
  storage()?.removeItem(PREFIX + id);
}

/** Returns all games, those that were last played first: `{id, date, lines}`. */
export function all() {
  const names = [...fleeting.keys()];
  for (let at = 0; at < (storage()?.length ?? 0); at += 1) {
    const key = storage().key(at);
    if (key.startsWith(PREFIX)) names.push(key.slice(PREFIX.length));
  }
  const games = names.map((id) => ({ id, ...load(id) }));
  return games.filter((game) => game.lines).sort((one, other) => other.date - one.date);
}
