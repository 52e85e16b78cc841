// Buttons, choices and keys.
import { rampGradient } from './colours.js';
import { quantities, valueAt } from './contacts.js';
import { withUnit } from './numbers.js';
import { element } from './panel.js';
import { speeds } from './player.js';

export function choice(select, options) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}

/** The things that can be switched: name, key, whether on, and what switching does. */
function switches(page, update) {
  const { contacts, joints, trails, bodies, stage, options } = page;
  const ofContacts = (name) => (on) => {
    contacts.options[name] = on;
    contacts.draw();
  };
  const out = [];
  if (contacts.data)
    out.push(['points', 'p', 'contact points', true, ofContacts('points')],
      ['forces', 'f', 'forces', true, ofContacts('forces')],
      ['cones', 'c', 'friction cones', false, ofContacts('cones')]);
  if (joints.count) out.push(['joints', 'j', 'joints', joints.count <= 200, (on) => joints.visible(on)]);
  if (trails) {
    out.push(['trails', 't', 'trails', false, (on) => {
      trails.visible(on);
      trails.move(page.player.at);
    }]);
  }
  out.push(['glass', 'x', 'bodies of glass', false, (on) => bodies.glass(on)],
  ['edges', 'e', 'edges', true, (on) => bodies.edges && (bodies.edges.visible = on)],
  ['through', 'v', 'see through bodies', true, (on) => (stage.through = on)],
  ['follow', 'o', 'follow bodies', false, (on) => (options.follow = on)]);
  return out.map(([id, key, text, on, act]) => ({ id, key, text, on, act: (value) => {
    act(value);
    update();
  } }));
}

/** Adds the boxes; the keys that switch them. */
export function addSwitches(page, update) {
  const keys = [];
  for (const { id, key, text, on, act } of switches(page, update)) {
    const label = document.createElement('label');
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', id, checked: on });
    label.append(box, ` ${text}`);
    label.title = `key: ${key}`;
    box.addEventListener('change', () => act(box.checked));
    element('checks').append(label);
    keys.push({ keys: [key], names: key, text, act: () => box.click() });
    act(on);
  }
  return keys;
}

/** The colour bar of what is coloured by a quantity now. */
export function showBar(page) {
  const { contacts, options } = page;
  const name = options.bodyColour === 'penetration' ? 'penetration' : contacts.options.colour;
  const shown = contacts.data && contacts.ranges[name].most > 0
    && (options.bodyColour === 'penetration' || contacts.options.points || contacts.options.forces);
  element('bar').hidden = !shown;
  if (!shown) return;
  const { title, unit, decades } = quantities[name];
  element('bar-title').textContent = decades ? `${title}, logarithmic` : title;
  element('bar-ramp').style.background = rampGradient;
  element('bar-ticks').replaceChildren(...[1, 0.5, 0].map((part) => {
    const item = document.createElement('li');
    const value = valueAt(quantities[name], part, contacts.ranges[name].most);
    const beyond = part === 1 && contacts.ranges[name].top > 1.0001 * value;
    const sign = decades && part === 0 ? '≤ ' : beyond ? '≥ ' : '';
    item.textContent = sign + withUnit(value, unit);
    return item;
  }));
}

export function connectContacts(page, update) {
  const { contacts, options } = page;
  const has = Boolean(contacts.data);
  element('contactless').hidden = has;
  for (const each of document.querySelectorAll('.contact')) each.hidden = !has;
  element('body-colour').parentElement.hidden = !has;
  if (!has) return;
  choice(element('contact-colour'), Object.entries(quantities).map(([name, { title }]) => [name, title]));
  element('contact-colour').value = contacts.options.colour;
  const set = (id, event, act) => element(id).addEventListener(event, () => {
    act(element(id).value);
    update();
  });
  set('arrows', 'input', (value) => (contacts.options.scale = 10 ** value));
  set('scale', 'change', (value) => (contacts.options.logarithmic = value === 'log'));
  set('contact-colour', 'change', (value) => (contacts.options.colour = value));
  set('body-colour', 'change', (value) => (options.bodyColour = value));
}

function connectWorlds(page) {
  const { data, motion, player, trails } = page;
  element('world-choice').hidden = data.worlds < 2;
  choice(element('world'), Array.from({ length: data.worlds }, (_, w) => [w, w]));
  element('world').addEventListener('change', () => {
    motion.world = Number(element('world').value);
    trails.visible(trails.on);
    page.curves.draw();
    player.changed();
  });
}

export function connectTheme({ stage, ground }) {
  const set = (name) => {
    document.documentElement.dataset.theme = name;
    stage.theme(name);
    ground.theme(name);
  };
  set(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const turn = () => set(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  element('theme').addEventListener('click', turn);
  return turn;
}

/** Keys of the clock and the page: their names, what they do, and doing it; `far` with shift. */
function keysOf({ player, stage }, turnTheme, help) {
  return [
    { keys: [' '], names: 'space', text: 'play, pause', act: () => player.toggle() },
    { keys: ['ArrowLeft'], names: '←', text: 'one sample back; with shift ten', act: (far) => player.stepBy(-far) },
    { keys: ['ArrowRight'], names: '→', text: 'one sample forth; with shift ten', act: (far) => player.stepBy(far) },
    { keys: ['Home'], names: 'home', text: 'first sample', act: () => player.seek(0) },
    { keys: ['End'], names: 'end', text: 'last sample', act: () => player.seek(player.frames - 1) },
    { keys: ['+'], names: '+', text: 'faster', act: () => player.faster(1) },
    { keys: ['-'], names: '−', text: 'slower', act: () => player.faster(-1) },
    { keys: ['r'], names: 'r', text: 'whole scene', act: () => stage.frame() },
    { keys: ['d'], names: 'd', text: 'dark, light', act: turnTheme },
    { keys: ['?', 'h'], names: '? h', text: 'this list', act: help },
  ];
}

export function connectKeys(all) {
  element('key-list').replaceChildren(...all.flatMap(({ names, text }) => ['dt', 'dd'].map((name, k) => (
    Object.assign(document.createElement(name), { textContent: [names, text][k] })))));
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || element('help').open) return;
    const { target, key } = event;
    // What has the focus takes its own keys.
    if (target.matches('select, input[type=text], input[type=number]')) return;
    if (key === ' ' && target.matches('input, button, a')) return;
    if (target.matches('#arrows') && /^(Arrow|Home|End)/.test(key)) return;
    const found = all.find(({ keys }) => keys.includes(key));
    if (!found) return;
    event.preventDefault();
    found.act(event.shiftKey ? 10 : 1);
  });
}

export function connect(page, update) {
  const { player } = page;
  const changed = () => {
    update();
    showBar(page);
  };
  const click = (id, act) => element(id).addEventListener('click', act);
  const turnTheme = connectTheme(page);
  const keys = addSwitches(page, changed);
  connectContacts(page, changed);
  connectWorlds(page);
  choice(element('speed'), speeds.map((s) => [s, `${s}×`]));
  element('speed').addEventListener('change', () => (player.speed = Number(element('speed').value)));
  element('slider').max = Math.max(1, player.frames - 1);
  element('slider').addEventListener('input', () => {
    player.playing = false;
    player.seek(Number(element('slider').value));
  });
  click('first', () => player.seek(0));
  click('back', () => player.stepBy(-1));
  click('play', () => player.toggle());
  click('forth', () => player.stepBy(1));
  const help = () => element('help').showModal();
  click('keys', help);
  connectKeys([...keysOf(page, turnTheme, help), ...keys]);
  showBar(page);
}
