// The data of a page that goes on: as those of a replay, with one frame, which is replaced.
import { bytes, reorderQuaternions, sceneOf } from '../replay/data.js';

const floats = (text) => new Float32Array(bytes(text));

/** What the parts of a replay draw, before the first frame: the start of the experiment. */
export function dataOfStart(json) {
  const scene = sceneOf(json.scene);
  const values = new Float32Array(json.moving.flatMap((body) => scene.bodies[body].pose));
  return {
    experiment: json.experiment,
    base: json.base_case,
    configuration: { description: json.description },
    scene,
    moving: json.moving,
    worlds: 1,
    allWorlds: 1,
    frames: 1,
    poses: { steps: [0], times: [0], values },
    contacts: json.contacts ? { values: new Float32Array(0), range: new Map() } : null,
    joints: null,
    steps: null,
    newton: null,
  };
}

/** Brings the data to a frame of the program. */
export function take(data, contacts, frame) {
  data.poses.values = reorderQuaternions(floats(frame.poses));
  data.poses.times = [frame.time];
  data.poses.steps = [frame.step];
  if (contacts.data) contacts.replace(frame.contacts ? floats(frame.contacts) : new Float32Array(0));
  const { reason, ...numbers } = frame.numbers;
  data.steps = {
    steps: frame.step > 0 ? [frame.step] : [],
    columns: Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, [value ?? NaN]])),
    reason: reason === undefined ? null : [0],
    reasons: [reason],
  };
}

const most = 600;

/** Numbers of the last moments, for strips below the picture. */
export class History {
  constructor() {
    this.clear();
  }

  clear() {
    this.times = [];
    this.reason = [];
    this.columns = {};
  }

  add(frame) {
    const last = this.times.at(-1);
    if (frame.time < last) this.clear();
    if (!(frame.step > 0) || frame.time === last) return;
    this.times.push(frame.time);
    this.reason.push(frame.solved ? 0 : 1);
    for (const name of ['newton_iterations', 'kinetic_J', 'potential_J', 'elastic_J']) {
      if (!(name in frame.numbers)) continue;
      (this.columns[name] ??= []).push(frame.numbers[name] ?? NaN);
    }
    for (const list of [this.times, this.reason, ...Object.values(this.columns)])
      if (list.length > most) list.shift();
  }

  /** As the strips of a replay take it. */
  data() {
    const { times, reason, columns } = this;
    return { steps: { steps: times, times, columns, reason, reasons: ['converged', 'not solved'] },
      poses: { times: [times[0], times.at(-1)] } };
  }
}
