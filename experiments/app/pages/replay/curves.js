// Curves that are chosen from lists: values of joints, and the sums of contact forces on bodies.
import { element } from '../common/dom.js';
import { Strip } from './charts.js';
import { linePalette } from './colours.js';
import { CONTACT as C } from './data.js';

const most = 12; // curves of one quantity, at a time

/** Of a joint's column, from its three values of each sample. */
function ofJoint(data, value, fromStart) {
  const { joints } = data;
  return {
    names: joints.columns.map(({ name }) => name),
    times: joints.times,
    values(column, world) {
      const at = 3 * (world * joints.columns.length + column) + value;
      return Float32Array.from(joints.steps, (step, k) => (
        step > 0 || fromStart ? joints.values[joints.first[k] + at] : NaN));
    },
  };
}

/** The sum of the forces on a body at all its contacts, of each sample. */
function forcesOn(data, body, world) {
  const { contacts, poses } = data;
  return Array.from(poses.steps, (step) => {
    const sum = [0, 0, 0];
    const [begin, end] = contacts.range.get(step) ?? [0, 0];
    for (let o = begin; o < end; o += C.size) {
      const v = contacts.values;
      if (v[o + C.world] !== world) continue;
      const sign = (v[o + C.b] === body ? 1 : 0) - (v[o + C.a] === body ? 1 : 0);
      for (let i = 0; sign && i < 3; ++i) sum[i] += sign * v[o + C.force + i];
    }
    return step > 0 ? sum : [NaN, NaN, NaN]; // nothing has acted before the start
  });
}

function ofContacts(data, part) {
  const v = data.contacts.values;
  const touching = new Set();
  for (let o = 0; o < v.length; o += C.size) touching.add(v[o + C.a]).add(v[o + C.b]);
  const bodies = [...touching].sort((a, b) => a - b);
  return {
    names: bodies.map((body) => data.scene.bodies[body].name),
    times: data.poses.times,
    values: (k, world) => Float32Array.from(forcesOn(data, bodies[k], world), part),
  };
}

/** All that can be drawn: quantities, each with its unit, of named things. */
function quantitiesOf(data) {
  const out = [];
  if (data.joints) {
    const units = (add) => data.joints.columns.map(({ unit }) => add(unit));
    const forces = { m: 'N', rad: 'N m' };
    out.push(
      { id: 'position', title: 'joint position', units: units((u) => u), ...ofJoint(data, 0, true) },
      { id: 'velocity', title: 'joint velocity', units: units((u) => `${u}/s`), ...ofJoint(data, 1, true) },
      { id: 'effort', title: 'joint effort', units: units((u) => forces[u]), ...ofJoint(data, 2, false) });
  }
  if (data.contacts?.values.length) {
    const parts = [['force', 'contact force, |f|', (f) => Math.hypot(...f)],
      ...['x', 'y', 'z'].map((axis, i) => [`force_${axis}`, `contact force, ${axis}`, (f) => f[i]])];
    for (const [id, title, part] of parts) out.push({ id, title, ...ofContacts(data, part), unit: 'N' });
  }
  return out.map((each) => ({ ...each, units: each.units ?? each.names.map(() => each.unit), chosen: new Set() }));
}

export class Curves {
  /** `changed` is called after other curves have been drawn. */
  constructor({ data, motion, player }, changed) {
    Object.assign(this, { data, motion, changed });
    this.strips = [];
    this.onSeek = (time) => player.seek(motion.frameAt(time));
    this.quantities = quantitiesOf(data);
    this.shown = this.quantities[0];
    document.getElementById('curves-part').hidden = !this.quantities.length && !data.scene.joints.length;
    document.getElementById('curves').hidden = !this.quantities.length;
    document.getElementById('jointless').hidden = Boolean(data.joints) || !data.scene.joints.length;
    if (!this.shown) return;
    if (data.joints) this.shown.chosen.add(0);
    const list = document.getElementById('quantity');
    list.replaceChildren(...this.quantities.map(({ id, title }) => new Option(title, id)));
    list.addEventListener('change', () => {
      this.shown = this.quantities.find(({ id }) => id === list.value);
      this.offer();
    });
    document.getElementById('no-curves').addEventListener('click', () => {
      for (const { chosen } of this.quantities) chosen.clear();
      this.offer();
      this.draw();
    });
    this.offer();
    this.draw();
  }

  /** The names of the quantity that is shown, with boxes. */
  offer() {
    const { names, units, chosen } = this.shown;
    document.getElementById('names').replaceChildren(...names.map((name, k) => {
      const box = element('input', { type: 'checkbox', value: k, checked: chosen.has(k) });
      box.addEventListener('change', () => {
        if (box.checked) chosen.add(k);
        else chosen.delete(k);
        this.limit();
        this.draw();
      });
      return element('label', {}, box, element('span', {}, name), element('i', {}, units[k]));
    }));
    this.limit();
  }

  limit() {
    const full = this.shown.chosen.size >= most;
    for (const box of document.querySelectorAll('#names input')) box.disabled = full && !box.checked;
  }

  /** A strip for each quantity and unit of which something is chosen. */
  draw() {
    for (const strip of this.strips) strip.remove();
    this.strips = [];
    const range = [this.data.poses.times[0], this.data.poses.times.at(-1)];
    for (const quantity of this.quantities)
      for (const unit of new Set(quantity.units)) {
        const series = [...quantity.chosen].sort((a, b) => a - b).filter((k) => quantity.units[k] === unit)
          .map((k, n) => ({ name: quantity.names[k], values: quantity.values(k, this.motion.world),
            colour: linePalette[n % linePalette.length], dashed: n >= linePalette.length }));
        if (series.length)
          this.strips.push(new Strip(document.getElementById('strips'), { id: `${quantity.id}_${unit.replace(/\W/g, '_')}`,
            title: quantity.title, unit, series, times: quantity.times, range, onSeek: this.onSeek }));
      }
    this.changed();
  }
}
