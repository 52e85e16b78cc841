// A run as the program wrote it into the page, decoded into typed arrays.

export function bytes(text) {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) out[i] = raw.charCodeAt(i);
  return out.buffer;
}

/** Samples in time: where the numbers of each step begin, and the numbers. */
function samples(json) {
  return {
    stride: json.stride,
    factor: json.factor,
    steps: new Int32Array(bytes(json.steps)),
    times: new Float32Array(bytes(json.times)),
    first: new Int32Array(bytes(json.first)),
    values: new Float32Array(bytes(json.values)),
  };
}

/** From w, x, y, z to the x, y, z, w of three.js. */
export function reorderQuaternions(values) {
  for (let i = 3; i < values.length; i += 7) {
    const w = values[i];
    values.copyWithin(i, i + 1, i + 4);
    values[i + 3] = w;
  }
  return values;
}

/** Half extents of the box with this mass and these moments of inertia. */
function boxOf(mass, [x, y, z]) {
  return [y + z - x, z + x - y, x + y - z].map((sum) => Math.sqrt(Math.max(0, (1.5 * sum) / mass)));
}

/** A body of no shape, or of next to none, is shown by its inertia and by rods. */
function giveShape(body, jointed) {
  const own = Math.max(0, ...body.shapes.map(({ kind, size }) => (kind === 'half_space' ? 1 : Math.max(...size))));
  const away = Math.max(0, ...body.shapes.map(({ pose }) => Math.hypot(...pose.slice(0, 3))));
  body.bare = own <= 0.01 * away;
  if (!body.bare || !(body.mass > 0) || body.motion === 'fixed') return;
  const size = boxOf(body.mass, body.inertia);
  const long = Math.max(...size);
  if (!(long > 0)) return;
  const solid = size.map((x) => Math.max(x, 0.02 * long)); // a lamina has no thickness
  body.shapes.push({ kind: 'box', size: solid, pose: [0, 0, 0, 0, 0, 0, 1] });
  if (jointed || body.shapes.length > 1) return;
  const mark = size.map((x) => (x === long ? x : 0)); // tells its ends apart
  body.shapes.push({ kind: 'sphere', size: [0.12 * long, 0, 0], pose: [...mark, 0, 0, 0, 1] });
}

const poseOf = (seven) => [...seven.slice(0, 3), ...seven.slice(4), seven[3]];

export function sceneOf(json) {
  const jointed = new Set(json.joints.flatMap(({ a, b }) => [a, b]));
  const outlines = json.outlines.map((each, id) => ({ ...each, id,
    points: new Float32Array(bytes(each.points)), triangles: new Int32Array(bytes(each.triangles)) }));
  json.bodies.forEach((body, index) => {
    body.pose = poseOf(body.pose);
    for (const shape of body.shapes) shape.outline = outlines[shape.outline];
    for (const shape of body.shapes) shape.pose = poseOf(shape.pose);
    giveShape(body, jointed.has(index));
  });
  for (const joint of json.joints) {
    joint.on_a = poseOf(joint.on_a);
    joint.on_b = poseOf(joint.on_b);
  }
  return json;
}

/** A table with one row a step: columns by name. */
function table(json) {
  if (!json) return null;
  const all = samples(json);
  const width = json.columns.length;
  const columns = {};
  json.columns.forEach((name, c) => {
    columns[name] = Float32Array.from(all.steps, (_, k) => all.values[k * width + c]);
  });
  const reason = json.reason ? new Int32Array(bytes(json.reason)) : null;
  return { ...all, columns, reason, reasons: json.reasons ?? [] };
}

function notesOf(json) {
  const about = { poses: 'Poses', contacts: 'Contacts', steps: 'Numbers of steps',
    newton: 'Convergence', joints: 'Joints' };
  return Object.keys(about)
    .filter((key) => json[key]?.factor > 1)
    .map((key) => `${about[key]}: every ${json[key].stride} steps only, to keep the page small.`);
}

/** The place of the last entry of an ascending array that is not above `value`, or 0. */
export function placeBelow(ascending, value) {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

// Of a contact: world, bodies a and b, point, normal, force on b, sliding velocity, mu, gap.
export const CONTACT = { size: 17, world: 0, a: 1, b: 2, point: 3, normal: 6, force: 9, sliding: 12,
  friction: 15, gap: 16 };

export function decode(json) {
  const poses = samples(json.poses);
  reorderQuaternions(poses.values);
  const contacts = json.contacts ? samples(json.contacts) : null;
  if (contacts) {
    contacts.range = new Map();
    contacts.steps.forEach((step, k) => {
      contacts.range.set(step, [contacts.first[k], contacts.first[k + 1]]);
    });
  }
  return {
    experiment: json.experiment,
    configuration: json.configuration,
    device: json.device,
    exitReason: json.exit_reason,
    stopped: json.status === 'stopped',
    running: json.status === 'running',
    unsolved: json.unsolved,
    stepsMade: json.steps_made,
    scene: sceneOf(json.scene),
    moving: json.moving,
    worlds: json.worlds,
    allWorlds: json.all_worlds,
    poses,
    frames: poses.steps.length,
    contacts,
    joints: json.joints ? { ...samples(json.joints), columns: json.joints.columns } : null,
    steps: table(json.steps),
    newton: json.newton ? { ...samples(json.newton), columns: json.newton.columns, solves: json.newton.solves ?? [],
      solve: json.newton.solve ? new Int32Array(bytes(json.newton.solve)) : null } : null,
    notes: notesOf(json),
  };
}
