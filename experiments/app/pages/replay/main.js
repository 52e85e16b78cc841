// The page that plays a run: puts data, picture, clock and controls together.
import { Vector3 } from 'three';
import { addressAt, asksFor, timeAsked } from './address.js';
import { Convergence } from './charts.js';
import { connect } from './controls.js';
import { Curves } from './curves.js';
import { decode } from './data.js';
import { Film, frameForPictures } from './film.js';
import layout from './layout.html';
import { describeRun, describeStep, element } from './panel.js';
import { bodyAlong, rayOf } from './pick.js';
import { Player } from './player.js';
import { move, pictureOf, run, start } from './start.js';
import { makeStrips } from './strips.js';
import { Trails } from './trails.js';

function build(data) {
  const page = pictureOf(data);
  const { motion, stage, bodies } = page;
  page.player = new Player(motion);
  page.trails = new Trails(stage.scene, data, motion, bodies.colours);
  page.clock = clockOf(motion, data.frames);
  page.picked = -1;
  page.convergence = data.newton?.steps.length
    ? new Convergence({ holder: element('convergence'), heading: element('convergence-of'), legend: element('legend') },
      data.newton) : null;
  if (!page.convergence?.kinds.length) page.convergence = null;
  page.strips = makeStrips(element('strips'), data, page.player);
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

/** Brings the picture and the numbers to the player's moment. */
function update(page) {
  const { data, motion, player, contacts, trails } = page;
  contacts.show(data.poses.steps[Math.round(player.at)], motion.world);
  move(page, player.at);
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

function begin(data) {
  if (asksFor('picture')) frameForPictures();
  const page = build(data);
  let last = performance.now();
  run(page, (now) => {
    page.player.advance(Math.min(0.25, (now - last) / 1000));
    last = now;
  });
  page.player.listeners.push(() => update(page));
  page.curves = new Curves(page, () => page.curves && update(page));
  connect(page, () => update(page));
  pickByClick(page);
  describeRun(page.data);
  goToAddress(page.player);
  window.addEventListener('hashchange', () => goToAddress(page.player));
  page.film = new Film(page);
  return page;
}

start('replay', { layout, read: decode, begin });
