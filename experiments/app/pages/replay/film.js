// What the program asks of the page to take pictures: which times there are, and to stand at one.
import { element } from './panel.js';

export class Film {
  constructor(page) {
    const { motion, frames, speed } = page.player;
    this.page = page;
    this.range = [motion.time(0), motion.time(frames - 1)];
    this.speed = speed; // seconds of the run in one of the film
  }

  /** Stands at a time; kept once the picture is on the screen. The time [s]. */
  async show(time) {
    const { player, motion, stage } = this.page;
    player.playing = false;
    player.seek(motion.frameAt(time));
    stage.render();
    const next = () => new Promise((done) => requestAnimationFrame(done));
    await next();
    await next();
    return motion.time(player.at);
  }
}

/** Leaves of the page what belongs in a picture. */
export function frameForPictures() {
  document.documentElement.dataset.picture = 'yes';
  element('moment').hidden = false;
}
