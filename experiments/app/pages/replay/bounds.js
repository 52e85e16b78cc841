// How large the scene is, and how large its bodies are.
import { Box3, Vector3 } from 'three';
import { matrixOf } from './motion.js';

const reach = { sphere: (s) => s[0], capsule: (s) => s[0] + s[1], box: (s) => Math.hypot(...s),
  ellipsoid: (s) => Math.max(...s), half_space: () => 0 };

const reachOf = (shape) => shape.outline?.reach ?? reach[shape.kind](shape.size);

/** Distance from a body's origin within which its shapes lie [m]. */
export function bodyRadius(body) {
  return Math.max(0, ...body.shapes.map(
    (shape) => (shape.kind === 'half_space' ? 0
      : Math.hypot(...shape.pose.slice(0, 3)) + reachOf(shape))));
}

const thickness = { sphere: (s) => s[0], capsule: (s) => s[0], box: (s) => Math.min(...s),
  ellipsoid: (s) => Math.min(...s) };

function median(values) {
  return values.length ? [...values].sort((a, b) => a - b)[values.length >> 1] : 0;
}

function boxOfFrames(data, radii, frames) {
  const box = new Box3();
  const point = new Vector3();
  const { moving, worlds, poses } = data;
  for (const frame of frames)
    for (let slot = 0; slot < moving.length; ++slot) {
      point.fromArray(poses.values, 7 * (frame * worlds * moving.length + slot));
      if (!Number.isFinite(point.x + point.y + point.z)) continue;
      const r = radii[moving[slot]];
      box.expandByPoint(point.clone().addScalar(r));
      box.expandByPoint(point.addScalar(-r));
    }
  return box;
}

const isSurface = ({ kind }) => kind === 'mesh' || kind === 'heightfield';
const isGround = (body) => body.motion === 'fixed' && body.shapes.some(isSurface);

/** Of surfaces of triangles that stand still, the part in `room`. */
function boxOfGround(bodies, room) {
  const out = new Box3();
  const point = new Vector3();
  for (const body of bodies.filter(isGround))
    for (const shape of body.shapes.filter(isSurface)) {
      const frame = matrixOf(body.pose).multiply(matrixOf(shape.pose));
      const whole = new Box3();
      const { points } = shape.outline;
      for (let i = 0; i < points.length; i += 3) whole.expandByPoint(point.fromArray(points, i).applyMatrix4(frame));
      whole.intersect(room);
      if (!whole.isEmpty()) out.union(whole);
    }
  return out;
}

/** Of all that moves; what flies far away is not waited for. */
export function boundsOf(data) {
  const { bodies, joints } = data.scene;
  const radii = bodies.map(bodyRadius);
  joints.forEach((joint) => {
    if (joint.a >= 0) radii[joint.a] = Math.max(radii[joint.a], Math.hypot(...joint.on_a.slice(0, 3)));
    radii[joint.b] = Math.max(radii[joint.b], Math.hypot(...joint.on_b.slice(0, 3)));
  });
  const some = Array.from({ length: Math.min(data.frames, 200) },
    (_, k, n = Math.min(data.frames, 200)) => Math.floor((k * data.frames) / n));
  const start = boxOfFrames(data, radii, [0]);
  let box = boxOfFrames(data, radii, some);
  bodies.forEach((body, b) => {
    if (body.motion !== 'fixed' || radii[b] === 0 || isGround(body)) return;
    const at = new Vector3(...body.pose.slice(0, 3));
    for (const each of [start, box])
      each.expandByPoint(at.clone().addScalar(radii[b])).expandByPoint(at.clone().addScalar(-radii[b]));
  });
  const near = start.clone().expandByScalar(2.5 * start.getSize(new Vector3()).length());
  if (!near.containsBox(box)) box = box.intersect(near);
  box.union(boxOfGround(bodies, box.clone().expandByScalar(0.25 * box.getSize(new Vector3()).length())));
  if (box.isEmpty()) box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
  const size = box.getSize(new Vector3());
  const radius = Math.max(0.5 * size.length(), 1e-6);
  const sizes = radii.filter((r, b) => r > 0 && bodies[b].motion !== 'fixed');
  const body = Math.min(median(sizes) || 0.1 * radius, 0.5 * radius);
  const thin = median(bodies.filter((each) => each.motion !== 'fixed').flatMap((each) => each.shapes)
    .map((shape) => shape.outline?.thickness ?? thickness[shape.kind]?.(shape.size))
    .filter((thin) => thin > 0));
  return { box, center: box.getCenter(new Vector3()), size, radius, thin, surfaces: bodies.some(isGround),
    body: Math.max(body, 0.012 * radius) };
}
