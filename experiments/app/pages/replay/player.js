// The clock of the replay: where it is, whether it runs, and how fast.

export const speeds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];

export class Player {
  constructor(motion) {
    this.motion = motion;
    this.frames = motion.data.frames;
    this.at = 0; // in frames
    this.playing = false;
    this.listeners = [];
    const length = motion.time(this.frames - 1) - motion.time(0);
    // A run of a moment is slowed down until it takes two seconds.
    this.speed = [...speeds].reverse().find((s) => s <= 1 && length / s >= 2) ?? speeds[0];
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  seek(at) {
    this.at = Math.max(0, Math.min(this.frames - 1, at));
    this.changed();
  }

  stepBy(frames) {
    this.playing = false;
    this.seek(Math.round(this.at) + frames);
  }

  toggle() {
    if (!this.playing && this.at >= this.frames - 1) this.at = 0;
    this.playing = !this.playing && this.frames > 1;
    this.changed();
  }

  faster(by) {
    const k = speeds.indexOf(this.speed) + by;
    if (k >= 0 && k < speeds.length) this.speed = speeds[k];
    this.changed();
  }

  /** Moves on by a real time [s]. */
  advance(seconds) {
    if (!this.playing) return;
    const time = this.motion.time(this.at) + seconds * this.speed;
    this.at = this.motion.frameAt(time);
    if (this.at >= this.frames - 1) this.playing = false;
    this.changed();
  }
}
