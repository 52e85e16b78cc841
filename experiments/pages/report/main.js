// The page of a report: data from the element #data, figures, a table.
import css from './report.css';
import { Card } from './card.js';
import { element } from './dom.js';
import { figures } from './figures/all.js';
import { hide } from './hover.js';
import { makeModel } from './model.js';
import { footing, heading, problemChoice } from './page.js';
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
const cards = figures.map((f) => new Card(f, context));
const variants = new Variants(context);
const table = new CaseTable(context);
const choice = element('div', { class: 'problem' });

let asked = null;
function set(changes) {
  Object.assign(state, changes);
  const changed = new Set([...(asked ?? []), ...Object.keys(changes)]);
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
  for (const card of cards) card.draw(changed);
  table.draw(changed);
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
    applyTheme();
  });

// Variants stand beside the figures where there is room, and fold away where there is none.
const aside = element('details', { class: 'aside', open: innerWidth >= 1080 }, element('summary', {}, 'Variants and problem'), choice, variants.node);
document.body.append(
  heading(model, toggleTheme),
  element('div', { class: 'columns' }, aside,
    element('main', {}, cards.map((c) => c.node), table.node, footing(model))),
);
applyTheme();
