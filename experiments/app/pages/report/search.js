// A search for a critical value: its bracket, its figure, and its runs.
import { element } from '../common/dom.js';
import { lastPart, number } from './text.js';

export const criticalOf = (c) => c.search?.bracket ?? null;

// With the digits that tell both ends apart.
export function bracketText([low, high]) {
  const digits = Math.min(15, Math.max(0, 1 - Math.floor(Math.log10(high - low))));
  return `${low.toFixed(digits)} … ${high.toFixed(digits)}`;
}

// Of one search its runs; of several their figure, as the table of cases has the brackets.
export function searchCard({ data, cases }) {
  const first = cases.find(criticalOf);
  if (!first) return null;
  const { path, until, bracket, runs } = first.search;
  const one = data.kind === 'run';
  const figure = element('div', { class: 'drawn' });
  figure.innerHTML = data.figure ?? '';
  const rows = runs.map((run, i) => [number(i), number(run.value, 6), run.holds ? 'holds' : 'does not hold', ...Object.values(run.metrics).map((x) => number(x, 4))]);
  return element('section', { class: 'card wide', id: 'search' },
    element('header', {}, element('div', {}, element('h2', {}, `Critical ${lastPart(path)}${one ? `: ${bracketText(bracket)}` : ''}`),
      element('p', { class: 'about' }, `The two values of ${path} between which “${until}” begins to hold.`))),
    figure,
    one ? element('div', { class: 'orders' }, element('table', {},
      element('thead', {}, element('tr', {}, ['run', path, until, ...Object.keys(runs[0].metrics)].map((name) => element('th', {}, name)))),
      element('tbody', {}, rows.map((row) => element('tr', {}, row.map((text) => element('td', {}, text))))))) : null);
}

// What is over the steps of a run stands in the folders of the runs.
export const saysOfSearches = (figure) => ['performance_profile', 'heat_map'].includes(figure.id);
