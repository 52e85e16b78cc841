// The scene of a run at its start as a drawing: parallel projection, what is further away first.
import { colourOfBody } from '../common/bodies.js';
import { element, svg } from '../common/dom.js';
import { sceneOf } from '../replay/data.js';

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const plus = (a, b, k = 1) => [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]];
const unit = (a) => a.map((x) => x / Math.hypot(...a));
const mean = (points) => points.reduce((sum, p) => plus(sum, p, 1 / points.length), [0, 0, 0]);

function turned([x, y, z, w], v) {
  const t = cross([x, y, z], v).map((c) => 2 * c);
  return plus(plus(v, t, w), cross([x, y, z], t));
}
const placed = (pose, p) => plus(turned(pose.slice(3), p), pose);

const sides = [-1, 1];
const corners = sides.flatMap((x) => sides.flatMap((y) => sides.map((z) => [x, y, z])));
const quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
const globe = Array.from({ length: 9 }, (_, i) => (Math.PI * (i + 0.5)) / 9).flatMap((a) =>
  Array.from({ length: 24 }, (_, k) => (Math.PI * k) / 12).map((b) => [Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a)]));

// {faces} of flat shapes, with points against the clock from outside; {points} around those that are round.
function partsOf({ kind, size: [a, b, c], outline }) {
  if (outline) {
    const at = (i) => [...outline.points.slice(3 * i, 3 * i + 3)];
    const faces = [];
    for (let k = 0; k < outline.triangles.length; k += 3) faces.push([...outline.triangles.slice(k, k + 3)].map(at));
    return { faces, open: kind === 'mesh' || kind === 'heightfield' };
  }
  if (kind === 'box') return { faces: quads.map((quad) => quad.map((k) => [corners[k][0] * a, corners[k][1] * b, corners[k][2] * c])) };
  if (kind === 'capsule') return { points: sides.flatMap((side) => globe.map((p) => [a * p[0], a * p[1], a * p[2] + side * b])) };
  const [x, y, z] = kind === 'sphere' ? [a, a, a] : [a, b, c];
  return { points: globe.map((p) => [x * p[0], y * p[1], z * p[2]]) };
}

// The convex hull in the plane.
function hull(points) {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list) => {
    const out = [];
    for (const p of list) {
      while (out.length > 1 && (out.at(-1)[0] - out.at(-2)[0]) * (p[1] - out.at(-2)[1]) <= (out.at(-1)[1] - out.at(-2)[1]) * (p[0] - out.at(-2)[0])) out.pop();
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const mixed = (colour, part) => // with white, or below 0 with black
  `#${[1, 3, 5].map((i) => Math.round(((c) => (part > 0 ? c + part * (255 - c) : c * (1 + part)))(parseInt(colour.slice(i, i + 2), 16))).toString(16).padStart(2, '0')).join('')}`;

// Along which one looks, and what is up; seen from the longer side.
function viewOf(scene, centres) {
  const g = scene.gravity;
  const up = Math.hypot(...g) > 0 ? unit(g.map((x) => -x)) : [0, 0, 1];
  const level = Math.abs(up[2]) > 0.5 ? [[1, 0, 0], [0, 1, 0]] : [[1, 0, 0], [0, 0, 1]];
  const spread = level.map((axis) => Math.max(...centres.map((p) => dot(p, axis))) - Math.min(...centres.map((p) => dot(p, axis))));
  const along = level[spread[0] >= spread[1] ? 0 : 1], front = cross(up, along).map((x) => x * (spread[0] >= spread[1] ? 1 : -1));
  const into = unit(plus(plus(front, along, -0.45), up, -0.42));
  const right = unit(cross(into, up));
  return { into, right, top: cross(right, into), up, light: unit(plus(plus(up, into, -0.5), right, -0.45)) };
}

export function sceneDrawing(json) {
  const scene = sceneOf(json);
  const moving = scene.bodies.filter((b) => b.motion !== 'fixed');
  if (!moving.length) return null;
  const view = viewOf(scene, moving.map((b) => b.pose));
  const flat = (p) => [dot(p, view.right), -dot(p, view.top)];
  const items = [], planes = [], box = [Infinity, Infinity, -Infinity, -Infinity], low = [];
  const show = ([x, y]) => [box[0], box[1], box[2], box[3]] = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
  scene.bodies.forEach((body, index) => {
    if (body.opacity === 0) return;
    const colour = colourOfBody(body, index);
    const add = (points, middle, fill, stroke) => {
      items.push({ points, depth: dot(middle, view.into), fill, stroke, opacity: body.opacity });
      if (body.motion === 'fixed') return;
      low.push(middle);
      points.forEach(show);
    };
    for (const shape of body.shapes) {
      const inWorld = (p) => placed(body.pose, placed(shape.pose, p));
      if (shape.kind === 'half_space') {
        const at = inWorld([0, 0, 0]);
        const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => plus(inWorld(axis), at, -1));
        if (dot(axes[2], view.up) > 0.5) planes.push({ at, axes }); // ground, and no walls
        continue;
      }
      const { faces, points, open } = partsOf(shape);
      for (const face of faces ?? []) {
        const corners = face.map(inWorld);
        const normal = unit(cross(plus(corners[1], corners[0], -1), plus(corners[2], corners[0], -1)));
        if (!open && dot(normal, view.into) >= 0) continue;
        const bright = open ? Math.abs(dot(normal, view.light)) : Math.max(dot(normal, view.light), 0);
        const fill = mixed(colour, 0.5 * bright - 0.3);
        add(corners.map(flat), mean(corners), fill, shape.kind === 'box' ? mixed(colour, -0.45) : fill);
      }
      if (points) add(hull(points.map((p) => flat(inWorld(p)))), inWorld([0, 0, 0]), `url(#round-${colour.slice(1)})`, mixed(colour, -0.45));
    }
    if (!body.bare) return;
    for (const joint of scene.joints)
      for (const [b, pose] of [[joint.a, joint.on_a], [joint.b, joint.on_b]])
        if (b === index) add([flat(body.pose), flat(placed(body.pose, pose))], mean([body.pose.slice(0, 3), placed(body.pose, pose)]), 'none', mixed(colour, -0.2));
  });
  if (!items.length || items.length > 12000) return null;
  items.sort((a, b) => b.depth - a.depth);
  const middle = mean(low), footOn = ({ at, axes: [, , normal] }) => plus(middle, normal, dot(plus(at, middle, -1), normal));
  planes.forEach((plane) => show(flat(footOn(plane))));
  const size = Math.max(box[2] - box[0], box[3] - box[1], 1e-9), wide = Math.max(box[2] - box[0], 1.6 * (box[3] - box[1])) + 0.3 * size;
  const frame = [0.5 * (box[0] + box[2] - wide), 0.5 * (box[1] + box[3] - wide / 1.6), wide, wide / 1.6];
  const path = (points) => `M${points.map(([x, y]) => `${((1000 * (x - frame[0])) / frame[2]).toFixed(1)},${((1000 * (y - frame[1])) / frame[2]).toFixed(1)}`).join('L')}`;
  const grid = planes.flatMap((plane) => {
    const { at, axes: [e, f] } = plane, foot = footOn(plane), step = 10 ** Math.floor(Math.log10(wide)) / 4;
    const start = [e, f].map((axis) => step * Math.round(dot(plus(foot, at, -1), axis) / step));
    const point = (i, j) => flat(plus(plus(at, e, start[0] + i * step), f, start[1] + j * step));
    return Array.from({ length: 81 }, (_, k) => k - 40).flatMap((k) => [path([point(k, -40), point(k, 40)]), path([point(-40, k), point(40, k)])]);
  });
  const round = [...new Set(items.map((i) => i.fill).filter((fill) => fill.startsWith('url')))];
  return svg('svg', { viewBox: `0 0 1000 ${((1000 * frame[3]) / frame[2]).toFixed(0)}`, class: 'scene', role: 'img', 'aria-label': `the scene at its start, ${scene.bodies.length} bodies` },
    svg('defs', {}, ...round.map((url) => {
      const colour = `#${url.slice(11, 17)}`;
      return svg('radialGradient', { id: url.slice(5, -1), cx: 0.36, cy: 0.3, r: 0.75 }, svg('stop', { offset: 0, 'stop-color': mixed(colour, 0.45) }), svg('stop', { offset: 1, 'stop-color': mixed(colour, -0.25) }));
    })),
    svg('path', { d: grid.join(''), class: 'ground' }),
    ...items.map((i) => svg('path', { d: path(i.points) + (i.fill === 'none' ? '' : 'Z'), fill: i.fill, stroke: i.stroke, 'stroke-width': i.fill === 'none' ? 7 : 1, 'stroke-linejoin': 'round', 'stroke-linecap': 'round', opacity: i.opacity ?? 1 })));
}

export const sceneCard = (json) => {
  const drawing = json ? sceneDrawing(json) : null;
  return drawing && element('section', { class: 'card', id: 'scene' }, element('header', {}, element('div', {}, element('h2', {}, 'The scene at its start'))), drawing);
};
