// Contacts of the moment: points, force arrows and friction cones, coloured by a quantity.
import { Color, ConeGeometry, CylinderGeometry, DoubleSide, DynamicDrawUsage, InstancedBufferAttribute,
  InstancedMesh, Matrix4, MeshBasicMaterial, MeshStandardMaterial, OctahedronGeometry,
  Quaternion, SphereGeometry, Vector3 } from 'three';
import { rampColour } from './colours.js';
import { CONTACT as C } from './data.js';

const upright = new Vector3(0, 0, 1);
const length3 = (v, o) => Math.hypot(v[o], v[o + 1], v[o + 2]);

/** Of the contact whose numbers begin at o. */
export const quantities = {
  penetration: { title: 'penetration', unit: 'm', decades: 6, of: (v, o) => Math.max(0, -v[o + C.gap]) },
  force: { title: 'force', unit: 'N', of: (v, o) => length3(v, o + C.force) },
  sliding: { title: 'sliding speed', unit: 'm/s', decades: 6, of: (v, o) => length3(v, o + C.sliding) },
  friction: { title: 'friction used, |f_t|/(µ f_n)', unit: '', most: 1, of: frictionUsed },
};

function frictionUsed(v, o) {
  const f = o + C.force;
  const n = o + C.normal;
  const normal = v[f] * v[n] + v[f + 1] * v[n + 1] + v[f + 2] * v[n + 2];
  const whole = length3(v, f);
  const limit = v[o + C.friction] * normal;
  return limit > 0 ? Math.sqrt(Math.max(0, whole * whole - normal * normal)) / limit : 0;
}

/** Where a value stands in its colours, from 0 to 1: in a logarithmic scale where it has decades. */
export function partOf({ decades }, value, most) {
  if (!(value > 0)) return 0;
  return decades ? Math.max(0, 1 + Math.log10(value / most) / decades) : value / most;
}

/** The value at a part of the colours. */
export const valueAt = ({ decades }, part, most) => (
  decades ? most * 10 ** (decades * (part - 1)) : part * most);

/** The largest value over the run, and that of the last colour: one that few of a hundred exceed. */
function rangesOf(contacts) {
  const out = {};
  for (const [name, { of, most, decades }] of Object.entries(quantities)) {
    const all = [];
    let top = 0;
    const every = C.size * Math.max(1, Math.floor(contacts.values.length / C.size / 20000));
    for (let o = 0; o < contacts.values.length; o += C.size) {
      const value = of(contacts.values, o);
      if (!Number.isFinite(value)) continue;
      top = Math.max(top, value);
      if (o % every === 0) all.push(value);
    }
    all.sort((a, b) => a - b);
    // Impacts would leave nothing for what comes after them, but what is next to nothing stays so.
    const usual = Math.max(all[Math.floor(0.97 * (all.length - 1))] ?? 0, 1e-3 * top);
    out[name] = { top, most: most ?? (decades ? top : usual) };
  }
  return out;
}

function instanced(geometry, material, count, layer) {
  const mesh = new InstancedMesh(geometry, material, Math.max(1, count));
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * Math.max(1, count)), 3);
  mesh.frustumCulled = false;
  layer.add(mesh);
  return mesh;
}

export class Contacts {
  constructor(layer, data, bounds, quality) {
    this.data = data.contacts;
    this.size = bounds.body;
    this.options = { points: true, forces: true, cones: false, scale: 1, logarithmic: false, colour: 'force' };
    this.list = [];
    if (!this.data) return;
    this.ranges = rangesOf(this.data);
    let most = 0;
    for (const [begin, end] of this.data.range.values()) most = Math.max(most, (end - begin) / C.size);
    this.layer = layer;
    this.many = quality.manyContacts;
    this.makeRoom(most);
  }

  /** Meshes for so many contacts at once. */
  makeRoom(most) {
    for (const mesh of this.meshes ?? []) {
      mesh.removeFromParent();
      mesh.geometry.dispose();
      mesh.dispose();
    }
    const { many, layer } = this;
    this.room = most;
    const shiny = many ? new MeshBasicMaterial() : new MeshStandardMaterial({ roughness: 0.45 });
    const ball = many ? new OctahedronGeometry(1.2) : new SphereGeometry(1, 14, 10);
    const shaft = new CylinderGeometry(1, 1, 1, many ? 3 : 12, 1, many);
    const head = new ConeGeometry(1, 1, many ? 4 : 18, 1, many);
    this.points = instanced(ball, shiny, most, layer);
    this.shafts = instanced(shaft.rotateX(Math.PI / 2).translate(0, 0, 0.5), shiny, most, layer);
    this.heads = instanced(head.rotateX(Math.PI / 2).translate(0, 0, 0.5), shiny, most, layer);
    // Apex in the origin, opening along z.
    const cone = new ConeGeometry(1, 1, many ? 12 : 36, 1, true).rotateX(-Math.PI / 2).translate(0, 0, 0.5);
    this.cones = instanced(cone, new MeshBasicMaterial({ transparent: true, opacity: 0.26, side: DoubleSide,
      depthWrite: false }), most, layer);
    this.meshes = [this.points, this.shafts, this.heads, this.cones];
  }

  /** Other contacts in place of all before, as they come from a run that goes on. Colours follow
   * what is there, and fall slowly where it gets less. */
  replace(values) {
    this.data.values = values;
    this.data.range.set(0, [0, values.length]);
    if (values.length / C.size > this.room) this.makeRoom(Math.ceil((1.5 * values.length) / C.size));
    const now = rangesOf(this.data);
    for (const [name, { most, top }] of Object.entries(now)) {
      const before = this.ranges[name];
      before.top = Math.max(top, 0.98 * before.top);
      if (quantities[name].most === undefined) before.most = Math.max(most, 0.98 * before.most);
    }
    this.show(0, 0);
  }

  /** The offsets of the contacts of a step in a world. */
  show(step, world) {
    if (!this.data) return;
    const [begin, end] = this.data.range.get(step) ?? [0, 0];
    this.list = [];
    for (let o = begin; o < end; o += C.size)
      if (this.data.values[o + C.world] === world && Number.isFinite(this.data.values[o + C.point]))
        this.list.push(o);
    this.draw();
  }

  arrowLength(force) {
    const { logarithmic, scale } = this.options;
    const part = force / this.ranges.force.most;
    if (!(part > 0)) return 0;
    const long = logarithmic ? (Math.log10(part) + 4) / 4 : part; // four decades
    return 1.1 * this.size * scale * Math.min(Math.max(long, 0), 3);
  }

  draw() {
    if (!this.data) return;
    const { points, forces, cones, colour: by } = this.options;
    const v = this.data.values;
    const at = new Vector3();
    const way = new Vector3();
    const turn = new Quaternion();
    const matrix = new Matrix4();
    const colour = new Color();
    const size = new Vector3();
    const set = (mesh, k, sx, sy, sz) => {
      mesh.setMatrixAt(k, matrix.compose(at, turn, size.set(sx, sy, sz)));
      mesh.setColorAt(k, colour);
    };
    let arrows = 0;
    let shown = 0;
    this.list.forEach((o, k) => {
      at.fromArray(v, o + C.point);
      rampColour(partOf(quantities[by], quantities[by].of(v, o), this.ranges[by].most), colour);
      turn.identity();
      const r = 0.045 * this.size;
      set(this.points, k, r, r, r);
      const mu = v[o + C.friction];
      if (mu > 0) {
        const high = 0.55 * this.size * this.options.scale;
        turn.setFromUnitVectors(upright, way.fromArray(v, o + C.normal).normalize());
        set(this.cones, shown++, mu * high, mu * high, high);
      }
      const long = this.arrowLength(length3(v, o + C.force));
      if (!(long > 1e-3 * this.size)) return;
      turn.setFromUnitVectors(upright, way.fromArray(v, o + C.force).normalize());
      const thin = 0.02 * this.size;
      const head = Math.min(0.14 * this.size, 0.45 * long);
      set(this.shafts, arrows, thin, thin, long - head);
      at.addScaledVector(way, long - head);
      set(this.heads, arrows++, 0.38 * head, 0.38 * head, head);
    });
    this.points.count = points ? this.list.length : 0;
    this.shafts.count = this.heads.count = forces ? arrows : 0;
    this.cones.count = cones ? shown : 0;
    for (const mesh of this.meshes) {
      mesh.visible = mesh.count > 0;
      mesh.instanceMatrix.needsUpdate = mesh.instanceColor.needsUpdate = true;
    }
  }

  /** The deepest overlap of each body, from 0 to 1 of the deepest of the run. */
  penetrationOfBodies(count) {
    const out = new Float32Array(count);
    const { penetration } = quantities;
    for (const o of this.list) {
      const v = this.data.values;
      const part = partOf(penetration, penetration.of(v, o), this.ranges.penetration.most);
      for (const body of [v[o + C.a], v[o + C.b]]) out[body] = Math.max(out[body], part);
    }
    return out;
  }
}
