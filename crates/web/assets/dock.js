// What the buttons around a game open: moves and menu on a phone, giving up.

import { all, find, write } from "./dom.js";

function showMoves(open) {
  find("main").classList.toggle("with-moves", open);
  find("#show-moves").setAttribute("aria-expanded", String(open));
}

/** Sets the buttons up. `resign()`: somebody here gives up, and has said so twice. */
export function setUpDock(resign) {
  // Where there is room below the board the moves are open.
  showMoves(innerHeight - innerWidth > 380);
  find("#show-moves").addEventListener("click", () => {
    showMoves(!find("main").classList.contains("with-moves"));
    find("#moves-panel").scrollIntoView({ block: "nearest" });
  });
  find("#menu").addEventListener("click", () => find("#menu-sheet").showModal());
  find("#menu-close").addEventListener("click", () => find("#menu-sheet").close());
  for (const button of all("[data-does]")) {
    button.addEventListener("click", () => {
      find("#menu-sheet").close();
      find(`#${button.dataset.does}`).click();
    });
  }
  for (const button of [find("#resign"), find("#menu-resign")]) {
    const text = find("b", button) ?? button;
    const reset = () => {
      delete button.dataset.sure;
      write(text, "Resign");
    };
    button.addEventListener("click", () => {
      if (!button.dataset.sure) {
        button.dataset.sure = "yes";
        return write(text, "Really resign?");
      }
      reset();
      find("#menu-sheet").close();
      resign();
    });
    button.addEventListener("blur", reset);
  }
}
