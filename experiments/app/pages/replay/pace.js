// How finely pictures are drawn while they follow each other: more coarsely where they are slow, as
// without a graphics card, and finer again where there is time. The last one is drawn finely.
import { asksFor } from './address.js';

const slow = 33; // ms from picture to picture, on average: thirty a second
const quick = 20; // as sixty a second, with some delays: a finer picture may be quick enough
const judged = 400; // ms of pictures between decisions: a dozen, as single ones vary by half
const rest = 15; // moments of the screen without a picture, a quarter of a second, after which there is time for a fine one
const patience = 3000; // ms of quick pictures before finer ones; twice as long after each try that was too slow
const longest = 60000;
const away = 2000; // ms: the page was not looked at

/** Plain ones are without shadows and walls; `part` of the pixels along each side. */
const levels = [{ plain: false, part: 1 }, { plain: true, part: 1 }, { plain: true, part: 0.8 },
  { plain: true, part: 0.65 }, { plain: true, part: 0.5 }];

export class Pace {
  constructor({ stage, ground }) {
    this.set = ({ plain, part }) => {
      ground.plain(plain);
      stage.coarsen(plain, part);
    };
    this.level = stage.fine ? 0 : 1;
    this.shown = 0;
    this.wait = patience;
    this.idle = 0;
    this.alone = true; // the next picture follows no other
    this.fixed = asksFor('fine') || asksFor('picture');
    this.set(levels[this.shown]);
    this.clear();
  }

  show(level) {
    if (this.shown === level) return;
    this.shown = level;
    this.set(levels[level]);
    this.clear();
  }

  clear() {
    this.past = this.pictures = this.quickFor = 0;
    this.made = false; // the first picture of another kind takes longer
  }

  /** At each moment of the screen [ms], with whether a picture was made for it. */
  tick(now, made) {
    if (this.fixed) return;
    if (this.made) this.add(now - this.at);
    this.idle = made ? 0 : this.idle + 1;
    if (made) {
      if (!this.alone) this.show(this.level);
      this.alone = false;
    } else if (this.idle === rest) {
      this.alone = true;
      this.show(0);
    }
    this.made = made && this.shown === this.level;
    this.at = now;
  }

  /** The time that a picture took. */
  add(time) {
    if (time > away) return;
    this.past += time;
    this.pictures += 1;
    if (this.past < judged || this.pictures < 3) return;
    const mean = this.past / this.pictures;
    this.quickFor = mean < quick ? this.quickFor + this.past : 0;
    this.past = this.pictures = 0;
    if (mean > slow && this.level + 1 < levels.length) {
      if (this.tried) this.wait = Math.min(2 * this.wait, longest);
      this.tried = false;
      this.show((this.level += 1));
    } else if (this.level > 0 && this.quickFor > this.wait) {
      this.tried = true;
      this.show((this.level -= 1));
    } else {
      this.tried = false;
    }
  }
}
