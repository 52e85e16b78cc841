// How quickly pictures follow each other; where they are slow, as without a graphics card, they are
// drawn more coarsely.
import { asksFor } from '../replay/address.js';

const slow = 40; // ms between pictures
const levels = 3;
const enough = 500; // ms, to judge

export class Pace {
  constructor({ stage, ground }) {
    Object.assign(this, { stage, ground });
    this.level = 0;
    if (!stage.fine) this.coarsen();
    this.clear();
  }

  coarsen() {
    if (this.level === 0) this.ground.plain();
    this.stage.lighten(++this.level);
  }

  clear() {
    this.begun = null;
    this.pictures = 0;
  }

  /** After a picture of a simulation that plays. */
  drawn(now) {
    this.begun ??= now;
    const past = now - this.begun;
    if (++this.pictures < 3 || past < enough) return;
    if (past / (this.pictures - 1) > slow && this.level < levels && !asksFor('fine')) this.coarsen();
    this.clear();
  }
}
