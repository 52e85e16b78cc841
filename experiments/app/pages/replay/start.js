// What the pages of a replay and of a view have in common: how they start, their picture and its clock.
import { Vector3 } from 'three';
import { Bodies } from './bodies.js';
import { boundsOf } from './bounds.js';
import { Contacts } from './contacts.js';
import { Ground } from './ground.js';
import head from './head.html';
import { Joints } from './joints.js';
import { Motion } from './motion.js';
import { Pace } from './pace.js';
import { element } from './panel.js';
import { chooseQuality } from './quality.js';
import shown from './shown.html';
import { Stage, upOf } from './stage.js';
import style from './style.css';

function complain(what, error) {
  const p = document.createElement('p');
  p.style.cssText = 'font: 16px system-ui, sans-serif; padding: 2em; max-width: 40em';
  p.textContent = /webgl/i.test(error.message)
    ? 'This page draws with WebGL, which this browser does not offer or has switched off.'
    : `The ${what} could not be shown: ${error.message}`;
  document.body.append(p);
}

/** Begins with the data that the program wrote; `layout` has the common parts by name. */
export function start(what, { layout, ownStyle = '', read, begin }) {
  try {
    const holder = element('data');
    const data = read(JSON.parse(holder.textContent));
    holder.remove();
    const sheet = document.createElement('style');
    sheet.textContent = style + ownStyle;
    document.head.append(sheet);
    document.body.insertAdjacentHTML('beforeend', layout.replace('{head}', head).replace('{shown}', shown));
    window[what] = begin(data); // for the console, and for tests
    document.documentElement.dataset.ready = 'yes';
  } catch (error) {
    document.documentElement.dataset.ready = 'no';
    complain(what, error);
    throw error;
  }
}

/** The parts of the picture. */
export function pictureOf(data) {
  const bounds = boundsOf(data);
  const quality = chooseQuality(data);
  const stage = new Stage(element('view'), bounds, upOf(data.scene.gravity), quality);
  return {
    data, bounds, stage,
    motion: new Motion(data),
    bodies: new Bodies(stage, data, bounds, quality),
    ground: new Ground(stage.scene, data, bounds, stage.up, stage.renderer),
    contacts: new Contacts(stage.over, data, bounds, quality),
    joints: new Joints(stage.over, data, bounds),
    options: { bodyColour: 'own', follow: false },
    pictures: 0,
  };
}

/** Where the bodies are on average, of those that move. */
function middle({ data, motion }) {
  const out = new Vector3();
  const at = new Vector3();
  for (const body of data.moving) out.add(at.setFromMatrixPosition(motion.matrices[body]));
  return out.divideScalar(Math.max(1, data.moving.length));
}

/** Brings the bodies to a place between frames, and asks for a picture. */
export function move(page, at) {
  const { data, motion, stage, bodies, contacts, options } = page;
  const before = options.follow ? middle(page) : null;
  motion.update(at);
  if (before) stage.follow(middle(page).sub(before));
  bodies.move(motion.matrices);
  page.ground.move(motion.matrices);
  page.joints.move(motion.matrices);
  bodies.paint(options.bodyColour === 'penetration' ? contacts.penetrationOfBodies(data.scene.bodies.length) : null);
  stage.draw();
}

/** Draws with each moment of the screen what `advance` has changed until then. */
export function run(page, advance) {
  const canvas = element('view');
  const fit = () => page.stage.resize(canvas.clientWidth, canvas.clientHeight);
  new ResizeObserver(fit).observe(canvas);
  fit();
  page.pace = new Pace(page);
  const tick = (now) => {
    advance(now);
    const made = page.stage.render();
    page.pictures += made;
    page.pace.tick(now, made);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}
