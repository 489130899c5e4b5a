// One thing at a time: what happens is told in order, each after the one before is over.

import { pause } from "./dom.js";

/** From one move to the answer, at least, in milliseconds. */
const SHORTEST = 400;
/** Between the end of a move and the next one. */
const BREATH = 160;

export class Story {
  /** `told()` hears that something was told, and may ask whether more is to come. */
  constructor(told) {
    this.told = told;
    this.chapter = 0;
    this.last = Promise.resolve();
    this.waiting = 0;
    this.moved = -Infinity;
  }

  /** Whether something is still to be told. */
  get busy() {
    return this.waiting > 0;
  }

  /** Tells something when all before it is told. */
  tell(what) {
    const chapter = this.chapter;
    this.waiting += 1;
    this.last = this.last.then(async () => {
      try {
        if (chapter === this.chapter) await what(() => chapter === this.chapter);
      } catch (error) {
        // What comes next is told nevertheless.
        reportError(error);
      } finally {
        if (chapter === this.chapter) {
          this.waiting -= 1;
          this.told?.();
        }
      }
    });
    return this.last;
  }

  /**
   * Tells a move: not before the one before it is over, and a breath later. `seen`: it is on the
   * screen already, and there is nothing to wait for.
   */
  tellMove(what, seen = false) {
    return this.tell(async (wanted) => {
      const wait = seen ? 0 : Math.max(this.moved + SHORTEST, (this.over ?? -Infinity) + BREATH) - performance.now();
      if (wait > 0 && !document.hidden) await pause(wait);
      await this.held;
      if (!wanted()) return;
      this.moved = performance.now();
      await what();
      this.over = performance.now();
    });
  }

  /** Holds up what is to be told, or lets it go on. */
  hold(yes) {
    this.goOn?.();
    this.goOn = null;
    if (yes) this.held = new Promise((resolve) => (this.goOn = resolve));
  }

  /** Forgets what was not told yet. */
  forget() {
    this.chapter += 1;
    this.waiting = 0;
  }
}
