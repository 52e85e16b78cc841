// The page of a report: data from the element #data, figures, a table.
import { element } from '../common/dom.js';
import css from './report.css';
import { Card } from './card.js';
import { figuresOf } from './figures/all.js';
import { hide } from './hover.js';
import { makeModel } from './model.js';
import { footing, heading, problemChoice } from './page.js';
import { criticalOf, saysOfSearches, searchCard } from './search.js';
import { sceneCard } from './scene.js';
import { firstState } from './state.js';
import { CaseTable } from './table.js';
import { themes } from './theme.js';
import { Variants } from './variants.js';

document.head.append(element('style', {}, css));

const dark = matchMedia('(prefers-color-scheme: dark)');
let chosen = null; // by the button; until then the system's
let printing = false;
const theme = () => themes[printing ? 'light' : chosen ?? (dark.matches ? 'dark' : 'light')];

const model = makeModel(JSON.parse(document.getElementById('data').textContent));
const state = firstState(model);
const context = { model, state, theme, set };
const searches = model.cases.some(criticalOf);
const cards = figuresOf(model).filter((f) => !searches || (saysOfSearches(f) && model.data.kind !== 'run')).map((f) => new Card(f, context));
const variants = new Variants(context);
const table = new CaseTable(context);
const choice = element('div', { class: 'problem' });
const main = element('main', { 'aria-busy': 'true' }, searchCard(model), sceneCard(model.data.scene), cards.map((c) => c.node), table.node, footing(model));

let asked = null;
function set(changes) {
  Object.assign(state, changes);
  const changed = new Set([...(asked ?? []), ...Object.keys(changes)]);
  main.setAttribute('aria-busy', 'true');
  // once for all that changes before the next frame
  if (!asked) requestAnimationFrame(() => {
    const all = [...asked];
    asked = null;
    draw(all);
  });
  asked = changed;
}

function draw(changed) {
  hide();
  if (!changed || changed.includes('problem')) choice.replaceChildren(...[problemChoice(model, state, set)].filter(Boolean));
  if (!changed || changed.includes('problem') || changed.includes('selected')) variants.draw();
  for (const part of [...cards, table]) waiting.set(part, merged(waiting.get(part), changed));
  drawWaiting();
}

// What is in sight at once, the rest one by one, so that a long page answers soon.
const waiting = new Map(); // to the names of what changed; null: all
const merged = (old, changed) => (old === null || !changed ? null : [...new Set([...(old ?? []), ...changed])]);
let turn = null;

function drawPart(part) {
  const changed = waiting.get(part);
  waiting.delete(part);
  part.draw(changed);
}
function drawWaiting(all = printing) {
  main.setAttribute('aria-busy', 'true');
  clearTimeout(turn);
  const inSight = (part) => {
    const { top, bottom } = part.node.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  for (const part of [...waiting.keys()]) if (all || inSight(part)) drawPart(part);
  const next = () => {
    const [part] = waiting.keys();
    main.setAttribute('aria-busy', String(Boolean(part)));
    if (!part) return;
    drawPart(part);
    turn = setTimeout(next);
  };
  turn = setTimeout(next);
}

function applyTheme() {
  document.documentElement.dataset.theme = theme().name;
  draw();
}
function toggleTheme() {
  chosen = theme().name === 'dark' ? 'light' : 'dark';
  applyTheme();
}
dark.addEventListener('change', applyTheme);
for (const [event, on] of [['beforeprint', true], ['afterprint', false]])
  addEventListener(event, () => {
    printing = on;
    if (on) aside.open = true;
    applyTheme();
  });

// Variants stand beside the figures where there is room, and fold away where there is none.
const aside = element('details', { class: 'aside', open: innerWidth >= 1080 }, element('summary', {}, 'Variants and problem'), choice, variants.node);
document.body.append(
  heading(model, toggleTheme),
  model.data.kind === 'run' ? element('div', { class: 'columns single' }, main) : element('div', { class: 'columns' }, aside, main),
);
applyTheme();
