// The pointer as a hand: it pulls bodies by a spring, or pushes them.
import { Matrix4, Mesh, MeshBasicMaterial, Plane, SphereGeometry, CylinderGeometry, Vector3 } from 'three';
import { tubeBetween } from '../replay/bodies.js';
import { bodyAlong, rayOf } from '../replay/pick.js';
import { tell } from './talk.js';

const often = 250; // ms between words of a hand that rests, as the program forgets who says nothing

export class Hand {
  constructor(page, canvas, complain) {
    Object.assign(this, { page, canvas, complain });
    this.grip = 'pull';
    this.strength = 1;
    this.who = Math.random().toString(36).slice(2);
    this.held = null;
    // Before the controls of the camera see it.
    canvas.parentElement.addEventListener('pointerdown', (event) => this.begin(event), true);
    canvas.addEventListener('pointermove', (event) => this.held?.pointer === event.pointerId && this.move(event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'])
      canvas.addEventListener(end, (event) => this.held?.pointer === event.pointerId && this.end());
  }

  begin(event) {
    if (event.target !== this.canvas || event.button !== 0 || event.shiftKey || event.ctrlKey) return;
    if (this.held || this.grip === 'look') return;
    const { stage, bodies, motion, data } = this.page;
    const ray = rayOf(stage, this.canvas, event);
    const hit = bodyAlong(ray, bodies);
    if (!hit || data.scene.bodies[hit.body].motion !== 'dynamic') return;
    stage.controls.enabled = false;
    this.canvas.setPointerCapture(event.pointerId);
    const towards = stage.camera.getWorldDirection(new Vector3());
    this.held = {
      pointer: event.pointerId,
      kind: this.grip,
      body: hit.body,
      point: hit.point.clone().applyMatrix4(new Matrix4().copy(motion.matrices[hit.body]).invert()).toArray(),
      plane: new Plane().setFromNormalAndCoplanarPoint(towards, hit.point),
      timer: setInterval(() => this.say(), often),
    };
    this.move(event);
  }

  move(event) {
    const { held } = this;
    const { ray } = rayOf(this.page.stage, this.canvas, event);
    const to = held.kind === 'push' ? ray.direction.clone() : ray.intersectPlane(held.plane, new Vector3());
    if (to) held.to = to.toArray();
    this.say();
  }

  end() {
    clearInterval(this.held.timer);
    this.held = null;
    this.page.stage.controls.enabled = true;
    this.say();
  }

  /** One word at a time; the last one counts. */
  async say() {
    if (this.saying) {
      this.again = true;
      return;
    }
    this.saying = true;
    const { held, who, strength } = this;
    try {
      await tell('/hand', held?.to ? { who, kind: held.kind, body: held.body, point: held.point, to: held.to, strength }
        : { who, kind: 'none' });
    } catch (error) {
      this.complain(error.message);
    }
    this.saying = false;
    if (this.again) {
      this.again = false;
      this.say();
    }
  }
}

/** Springs and pushes of all pages, over the bodies. */
export class HandsShown {
  constructor(layer, size) {
    this.layer = layer;
    this.size = size;
    this.meshes = [];
    this.material = new MeshBasicMaterial({ color: '#e8553d' });
    this.rod = new CylinderGeometry(1, 1, 1, 10).rotateX(Math.PI / 2);
    this.ball = new SphereGeometry(1, 14, 10);
  }

  mesh(geometry, matrix) {
    const out = new Mesh(geometry, this.material);
    out.matrixAutoUpdate = false;
    out.matrix.copy(matrix);
    this.layer.add(out);
    this.meshes.push(out);
  }

  show(hands, matrices) {
    for (const mesh of this.meshes) mesh.removeFromParent();
    this.meshes = [];
    for (const { body, pulls, point, to } of hands) {
      const from = new Vector3(...point).applyMatrix4(matrices[body]);
      const end = pulls ? new Vector3(...to) : from.clone().addScaledVector(new Vector3(...to), -1.5 * this.size);
      const r = 0.03 * this.size;
      const ball = (at) => this.mesh(this.ball, new Matrix4().setPosition(at).scale(new Vector3(2 * r, 2 * r, 2 * r)));
      if (from.distanceTo(end) > r) this.mesh(this.rod, tubeBetween(from, end, r));
      ball(from);
      if (pulls) ball(end);
    }
  }
}
