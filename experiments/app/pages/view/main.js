// The page of a simulation that goes on: the parts of a replay, fed by the program.
import { buttons, save } from '../common/dom.js';
import { addSwitches, choice, connectContacts, connectKeys, connectTheme, showBar } from '../replay/controls.js';
import { shortNumber } from '../replay/numbers.js';
import { describeStep, element, say, tellOfCoarse, warn } from '../replay/panel.js';
import { speeds } from '../replay/player.js';
import { move, pictureOf, run, start } from '../replay/start.js';
import { makeStrips } from '../replay/strips.js';
import { Hand, HandsShown } from './hand.js';
import layout from './layout.html';
import { dataOfStart, History, take } from './moment.js';
import { Settings } from './settings.js';
import ownStyle from './style.css';
import { ask, listen, tell } from './talk.js';

// Text takes as long to draw as bodies: ms between changes, at which it can still be read.
const numbersEvery = 200;
const stripsEvery = 500;
const grips = [['pull', 'pull'], ['push', 'push'], ['look', 'look']];

function build(data) {
  const page = pictureOf(data);
  return Object.assign(page, {
    hands: new HandsShown(page.stage.over, page.bounds.body),
    history: new History(),
    frame: { time: 0, step: 0, playing: false, speed: 1, numbers: {}, hands: [] },
    frames: 0, // that were drawn
  });
}

function complain(text) {
  element('refused').textContent = text;
  element('refused').hidden = !text;
}

const send = (path, body) => tell(path, body).catch((error) => complain(error.message));
const control = (action, more = {}) => send('/control', { action, ...more });

/** Draws the frame as it is now. */
function draw(page) {
  move(page, 0);
  page.hands.show(page.frame.hands, page.motion.matrices);
}

/** Seconds of the motion in one second of the clock, over the last half second. */
function paceOf(page, now) {
  const { frame } = page;
  page.past = (page.past ?? []).filter(({ at, time }) => now - at < 600 && time <= frame.time);
  page.past.push({ at: now, time: frame.time });
  const [{ at, time }] = page.past;
  return frame.playing && now - at > 200 ? (1000 * (frame.time - time)) / (now - at) : null;
}

function write(page, now) {
  const { data, frame, contacts } = page;
  describeStep(data, frame.step, contacts);
  say('clock', `${frame.time.toFixed(3)} s`);
  const pace = paceOf(page, now);
  const waits = !frame.playing && frame.hands.length > 0 ? 'paused: space moves it' : '';
  say('pace', pace === null ? waits : `${shortNumber(Number(pace.toPrecision(2)))}× now`);
  say('play', frame.playing ? '❚❚' : '▶');
  if (document.activeElement !== element('speed')) element('speed').value = frame.speed;
  warn({ unsolved: frame.unsolved, stepsMade: frame.step, stopped: Boolean(frame.stopped), exitReason: frame.stopped });
  const differs = frame.differs ?? [];
  say('same', differs.length ? `The file does not give the same motion. ${differs.join(' ')}`
    : `The file has the method as it is now and the forces of hands as loads, ${frame.step} step${frame.step === 1 ? '' : 's'} from the start, and gives the same motion, bit by bit.`);
  element('same').classList.toggle('bad', differs.length > 0);
}

function drawStrips(page, now) {
  if (page.frame.playing && now - (page.stripsAt ?? 0) < stripsEvery) return;
  page.stripsAt = now;
  const data = page.history.data();
  element('strips').replaceChildren();
  const strips = data.steps.times.length > 1
    ? makeStrips(element('strips'), data, { seek() {}, motion: { frameAt: () => 0 } }) : [];
  for (const strip of strips) strip.at(page.frame.time);
  if (page.contacts.data) showBar(page);
}

/** With the next picture: frames may come faster. */
function show(page, frame) {
  page.frame = frame;
  page.fresh = true;
  page.history.add(frame);
  page.settings.follow(frame.revision);
}

/** With each moment of the screen: frames may come faster, and text is slower. */
function follow(page) {
  let unwritten = false;
  let written = 0;
  run(page, (now) => {
    if (page.fresh) {
      page.fresh = false;
      page.frames += 1;
      take(page.data, page.contacts, page.frame);
      draw(page);
      unwritten = true;
    }
    if (!unwritten || now - written <= numbersEvery) return;
    unwritten = false;
    written = now;
    write(page, now);
    drawStrips(page, now);
  });
}

function keysOf(page, turnTheme, help) {
  const grip = (name) => () => setGrip(page, name);
  const faster = (by) => {
    const k = speeds.indexOf(page.frame.speed) + by;
    if (k >= 0 && k < speeds.length) control('speed', { speed: speeds[k] });
  };
  return [
    { keys: [' '], names: 'space', text: 'play, pause', act: () => toggle(page) },
    { keys: ['ArrowRight'], names: '→', text: 'one step; with shift ten', act: (far) => control('step', { steps: far }) },
    { keys: ['Home'], names: 'home', text: 'start anew', act: () => control('reset') },
    { keys: ['+'], names: '+', text: 'faster', act: () => faster(1) },
    { keys: ['-'], names: '−', text: 'slower', act: () => faster(-1) },
    { keys: ['1'], names: '1', text: 'a drag pulls', act: grip('pull') },
    { keys: ['2'], names: '2', text: 'a drag pushes', act: grip('push') },
    { keys: ['3'], names: '3', text: 'a drag looks around', act: grip('look') },
    { keys: ['r'], names: 'r', text: 'whole scene', act: () => page.stage.frame() },
    { keys: ['d'], names: 'd', text: 'dark, light', act: turnTheme },
    { keys: ['?', 'h'], names: '? h', text: 'this list', act: help },
  ];
}

const toggle = (page) => control(page.frame.playing ? 'pause' : 'play');

function setGrip(page, name) {
  page.hand.grip = name;
  element('grip').replaceChildren(...buttons('What a drag on a body does', grips, name,
    (other) => setGrip(page, other)).childNodes);
}

/** The file as the program makes it, under the experiment's name. */
async function saveFile(page) {
  try {
    const file = await ask('/experiment');
    save(`${page.data.experiment}_view.json`, `${JSON.stringify(file, null, 1)}\n`, 'application/json');
  } catch (error) {
    complain(error.message);
  }
}

function connectStrength(page) {
  const set = () => {
    page.hand.strength = 10 ** Number(element('strength').value);
    element('strength-of').textContent = `${shortNumber(Number(page.hand.strength.toPrecision(2)))} times the usual. `;
  };
  element('strength').addEventListener('input', set);
  set();
}

function connect(page) {
  const click = (id, act) => element(id).addEventListener('click', act);
  const changed = () => {
    draw(page);
    if (page.contacts.data) showBar(page);
  };
  const turnTheme = connectTheme(page);
  const switches = addSwitches(page, changed);
  connectContacts(page, changed);
  choice(element('speed'), speeds.map((s) => [s, `${s}×`]));
  element('speed').addEventListener('change', () => control('speed', { speed: Number(element('speed').value) }));
  click('reset', () => control('reset'));
  click('play', () => toggle(page));
  click('forth', () => control('step'));
  click('save', () => saveFile(page));
  const help = () => element('help').showModal();
  click('keys', help);
  connectKeys([...keysOf(page, turnTheme, help), ...switches]);
  setGrip(page, 'pull');
  connectStrength(page);
}

function begin(data) {
  element('title').textContent = data.experiment;
  element('about').textContent = data.configuration.description;
  element('base').hidden = !data.base;
  say('base', `This is ${data.base}.`);
  tellOfCoarse(data.scene.coarse);
  const page = build(data);
  page.hand = new Hand(page, element('view'), complain);
  page.settings = new Settings();
  page.settings.ready.catch((error) => complain(error.message));
  connect(page);
  follow(page);
  page.events = listen((frame) => show(page, frame), (lost) => {
    element('about').textContent = lost ? 'The program does not answer: it has ended, or too many pages are open.'
      : data.configuration.description;
  });
  return page;
}

start('view', { layout, ownStyle, read: dataOfStart, begin });
