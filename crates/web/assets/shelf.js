// What a site of plain files has beyond the pages: recorded games and a tournament, as scripts,
// because pages that are opened from a disk can fetch nothing.

import { loadScript } from "./engine.js";
import { desk } from "./here.js";
import { SERVER } from "./place.js";
import { Refused } from "./refused.js";

async function shelf() {
  if (!globalThis.fruitrageShelf) await loadScript(SERVER.shelf);
  return globalThis.fruitrageShelf;
}

/** Tells once what lies there. Returns a function that leaves. */
export function showShelf(what, on) {
  let wanted = true;
  shelf().then(
    (found) => {
      if (!wanted) return;
      on.state?.("live");
      on.event(found[what]);
    },
    () => wanted && on.refused?.(new Refused(0, "A file of this site is missing.")),
  );
  return () => (wanted = false);
}

/** Resolves to a recorded game as JSON Lines; to the last of its file if none is named. */
export async function recordOfShelf(file, game) {
  const place = (await shelf()).places[file];
  if (!place) throw new Refused(404, "There is no such record.");
  await loadScript(place);
  const games = await desk.ask({ split: { text: globalThis.fruitrageRecord } });
  const found = games.findLast(({ id }) => game === null || id === game);
  if (!found) throw new Refused(404, "The record has no such game.");
  return found.lines.map((line) => `${line}\n`).join("");
}
