// The page that plays a run: puts data, picture, clock and controls together.
import { Vector3 } from 'three';
import { Bodies } from './bodies.js';
import { addressAt, asksFor, timeAsked } from './address.js';
import { boundsOf } from './bounds.js';
import { Convergence } from './charts.js';
import { Contacts } from './contacts.js';
import { connect } from './controls.js';
import { Curves } from './curves.js';
import { decode } from './data.js';
import { Film, frameForPictures } from './film.js';
import { Ground } from './ground.js';
import { Joints } from './joints.js';
import layout from './layout.html';
import { Motion } from './motion.js';
import { Pace } from './pace.js';
import { describeRun, describeStep, element } from './panel.js';
import { bodyAlong, rayOf } from './pick.js';
import { Player } from './player.js';
import { chooseQuality } from './quality.js';
import { Stage, upOf } from './stage.js';
import style from './style.css';
import { makeStrips } from './strips.js';
import { Trails } from './trails.js';

function build(data) {
  const motion = new Motion(data);
  const bounds = boundsOf(data);
  const quality = chooseQuality(data);
  const stage = new Stage(element('view'), bounds, upOf(data.scene.gravity), quality);
  const bodies = new Bodies(stage, data, bounds, quality);
  const player = new Player(motion);
  const page = {
    data,
    motion,
    player,
    stage,
    bodies,
    ground: new Ground(stage.scene, data, bounds, stage.up, stage.renderer),
    contacts: new Contacts(stage.over, data, bounds, quality),
    joints: new Joints(stage.over, data, bounds),
    trails: new Trails(stage.scene, data, motion, bodies.colours),
    convergence: data.newton?.steps.length
      ? new Convergence({ holder: element('convergence'), heading: element('convergence-of'), legend: element('legend') },
        data.newton) : null,
    clock: clockOf(motion, data.frames),
    options: { bodyColour: 'own', follow: false },
    picked: -1,
  };
  if (!page.convergence?.kinds.length) page.convergence = null;
  page.strips = makeStrips(element('strips'), data, player);
  element('convergence-part').hidden = !page.convergence;
  return page;
}

/** Times with as many digits as tell samples apart, beside the end. */
function clockOf(motion, frames) {
  const apart = (motion.time(frames - 1) - motion.time(0)) / Math.max(1, frames - 1);
  const digits = apart > 0 ? Math.min(8, Math.max(1, Math.ceil(-Math.log10(apart)) + 1)) : 3;
  const end = motion.time(frames - 1).toFixed(digits);
  return (time) => `${time.toFixed(digits)} / ${end} s`;
}

/** Where the bodies are on average, of those that are somewhere. */
function middle(page) {
  const out = new Vector3();
  const at = new Vector3();
  for (const body of page.data.moving) out.add(at.setFromMatrixPosition(page.motion.matrices[body]));
  return out.divideScalar(Math.max(1, page.data.moving.length));
}

/** Brings the picture and the numbers to the player's moment. */
function update(page) {
  const { data, motion, player, stage, bodies, contacts, joints, trails, options } = page;
  const before = options.follow ? middle(page) : null;
  motion.update(player.at);
  if (before) stage.follow(middle(page).sub(before));
  bodies.move(motion.matrices);
  page.ground.move(motion.matrices);
  joints.move(motion.matrices);
  const frame = Math.round(player.at);
  contacts.show(data.poses.steps[frame], motion.world);
  bodies.paint(options.bodyColour === 'penetration'
    ? contacts.penetrationOfBodies(data.scene.bodies.length) : null);
  trails.move(player.at);
  const step = motion.step(player.at);
  const time = motion.time(player.at);
  page.convergence?.show(step);
  describeStep(data, step, contacts);
  for (const strip of [...page.strips, ...page.curves.strips]) strip.at(time);
  element('slider').value = player.at;
  element('clock').textContent = page.clock(time);
  element('clock').href = addressAt(Number(time.toPrecision(7)));
  element('moment').textContent = page.clock(time);
  element('play').textContent = player.playing ? '❚❚' : '▶';
  element('speed').value = player.speed;
  describePicked(page);
  stage.draw();
}

function describePicked({ data, motion, picked }) {
  element('picked').hidden = picked < 0;
  if (picked < 0) return;
  const at = new Vector3().setFromMatrixPosition(motion.matrices[picked]);
  const place = at.toArray().map((x) => x.toFixed(4)).join(', ');
  element('picked').textContent =
    `${data.scene.bodies[picked].name} (${data.scene.bodies[picked].motion})\nat ${place} m`;
}

/** A click that is no drag names the body under it. */
function pickByClick(page) {
  const canvas = element('view');
  let down = null;
  canvas.addEventListener('pointerdown', (event) => (down = [event.clientX, event.clientY]));
  canvas.addEventListener('pointerup', (event) => {
    if (!down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4) return;
    page.picked = bodyAlong(rayOf(page.stage, canvas, event), page.bodies)?.body ?? -1;
    describePicked(page);
  });
}

/** To the time of the address, if it has one. */
function goToAddress(player) {
  const time = timeAsked();
  player.playing = false;
  player.seek(time === null ? player.at : player.motion.frameAt(time));
}

function run(page) {
  const canvas = element('view');
  new ResizeObserver(() => page.stage.resize(canvas.clientWidth, canvas.clientHeight)).observe(canvas);
  page.stage.resize(canvas.clientWidth, canvas.clientHeight);
  page.pace = new Pace(page);
  let last = performance.now();
  const tick = (now) => {
    page.player.advance(Math.min(0.25, (now - last) / 1000));
    last = now;
    const made = page.stage.render();
    if (made) page.pictures = (page.pictures ?? 0) + 1;
    page.pace.tick(now, made);
    requestAnimationFrame(tick);
  };
  page.player.listeners.push(() => update(page));
  page.curves = new Curves(page, () => page.curves && update(page));
  connect(page, () => update(page));
  pickByClick(page);
  describeRun(page.data);
  goToAddress(page.player);
  window.addEventListener('hashchange', () => goToAddress(page.player));
  requestAnimationFrame(tick);
}

function begin() {
  const holder = element('data');
  const data = decode(JSON.parse(holder.textContent));
  holder.remove();
  const sheet = document.createElement('style');
  sheet.textContent = style;
  document.head.append(sheet);
  document.body.insertAdjacentHTML('beforeend', layout);
  if (asksFor('picture')) frameForPictures();
  const page = build(data);
  run(page);
  page.film = new Film(page);
  window.replay = page; // for the console, and for tests
  document.documentElement.dataset.ready = 'yes';
}

try {
  begin();
} catch (error) {
  document.documentElement.dataset.ready = 'no';
  const p = document.createElement('p');
  p.style.cssText = 'font: 16px system-ui, sans-serif; padding: 2em; max-width: 40em';
  p.textContent = /webgl/i.test(error.message)
    ? 'This page draws with WebGL, which this browser does not offer or has switched off.'
    : `The replay could not be shown: ${error.message}`;
  document.body.append(p);
  throw error;
}
