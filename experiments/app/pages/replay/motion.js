// Where the bodies are at any moment between two samples.
import { Matrix4, Quaternion, Vector3 } from 'three';

const position = new Vector3();
const rotation = new Quaternion();
const one = new Vector3(1, 1, 1);
const turned = [0, 0, 0, 1];

export const matrixOf = (pose) =>
  new Matrix4().compose(
    new Vector3(...pose.slice(0, 3)), new Quaternion(...pose.slice(3)).normalize(), one);

/** Poses of all bodies of one world: positions linear, rotations along the great circle. */
export class Motion {
  constructor(data) {
    this.data = data;
    this.world = 0;
    this.matrices = data.scene.bodies.map((body) => matrixOf(body.pose));
  }

  offset(frame, slot) {
    const { moving, worlds } = this.data;
    return 7 * ((frame * worlds + this.world) * moving.length + slot);
  }

  /** `at` counts frames, fractions included. */
  update(at) {
    const { poses, moving, frames } = this.data;
    const low = Math.min(Math.floor(at), frames - 1);
    const high = Math.min(low + 1, frames - 1);
    const part = at - low;
    for (let slot = 0; slot < moving.length; ++slot) {
      const a = this.offset(low, slot);
      const b = this.offset(high, slot);
      const v = poses.values;
      position.set(v[a] + part * (v[b] - v[a]), v[a + 1] + part * (v[b + 1] - v[a + 1]),
        v[a + 2] + part * (v[b + 2] - v[a + 2]));
      Quaternion.slerpFlat(turned, 0, v, a + 3, v, b + 3, part);
      rotation.fromArray(turned).normalize();
      this.matrices[moving[slot]].compose(position, rotation, one);
    }
  }

  /** The time and the step of a place between frames. */
  time(at) {
    return this.between(this.data.poses.times, at);
  }
  step(at) {
    return Math.round(this.between(this.data.poses.steps, at));
  }

  /** The frame, fractions included, of a time. */
  frameAt(time) {
    const { times } = this.data.poses;
    let k = 0;
    while (k + 1 < times.length && times[k + 1] <= time) ++k;
    if (k + 1 >= times.length) return times.length - 1;
    const at = k + Math.max(0, (time - times[k]) / (times[k + 1] - times[k]));
    // The times of samples have seven digits.
    return Math.abs(at - Math.round(at)) < 1e-3 && Math.abs(time - times[Math.round(at)]) <= 2e-7 * Math.abs(time)
      ? Math.round(at) : at;
  }

  between(values, at) {
    const low = Math.min(Math.floor(at), values.length - 1);
    const high = Math.min(low + 1, values.length - 1);
    return values[low] + (at - low) * (values[high] - values[low]);
  }
}
