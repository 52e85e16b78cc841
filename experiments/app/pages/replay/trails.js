// The ways of the centres of mass up to the moment.
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three';

const mostSegments = 200000;

export class Trails {
  constructor(scene, data, motion, colours) {
    Object.assign(this, { scene, data, motion, colours });
    this.on = false;
  }

  /** Of the motion's world; segments ascend in time. */
  build() {
    const { frames, moving, poses } = this.data;
    this.every = Math.max(1, Math.ceil((frames * moving.length) / mostSegments));
    const pieces = Math.floor((frames - 1) / this.every);
    const places = new Float32Array(6 * pieces * moving.length);
    const colours = new Float32Array(places.length);
    let at = 0;
    for (let k = 0; k < pieces; ++k)
      for (let slot = 0; slot < moving.length; ++slot)
        for (const frame of [k, k + 1]) {
          const from = this.motion.offset(frame * this.every, slot);
          places.set(poses.values.subarray(from, from + 3), at);
          this.colours[moving[slot]].toArray(colours, at);
          at += 3;
        }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(places, 3));
    geometry.setAttribute('color', new BufferAttribute(colours, 3));
    this.lines?.geometry.dispose();
    this.lines?.removeFromParent();
    this.lines = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, transparent: true,
      opacity: 0.8 }));
    this.lines.frustumCulled = false;
    this.scene.add(this.lines);
  }

  visible(on) {
    this.on = on;
    if (on) this.build();
    if (this.lines) this.lines.visible = on;
  }

  move(at) {
    if (!this.on) return;
    this.lines.geometry.setDrawRange(0, 2 * this.data.moving.length * Math.floor(at / this.every));
  }
}
