// All cases, sorted and filtered as the reader likes; a row opens to all that is known of it.
import { element } from '../common/dom.js';
import { quantity, shownCases } from './model.js';
import { isNumber } from './numbers.js';
import { bracketText, criticalOf } from './search.js';
import { lastPart, measure, number, plural, setting } from './text.js';
import { swatch } from './swatch.js';

const rowsAtOnce = 200;

const statusOf = (c) => (c.ended && c.judged && c.part < 1 ? (c.problems ? 'not solved' : 'not converged') : c.status);
const reasonOf = (c) => c.error ?? c.complaints ?? (c.ended ? '' : c.exit_reason ?? '');

const filters = {
  all: ['all', () => true],
  good: ['converged', (c) => c.ended && c.part === 1],
  bad: ['not converged', (c) => c.ran && c.judged && !(c.ended && c.part === 1)],
  unjudged: ['another simulator', (c) => !c.judged],
  failed: ['failed', (c) => !c.ran],
  unmet: ['expectation not met', (c) => c.expectations?.unmet?.length > 0],
};

function columns(model, state) {
  const plain = (name, key, about) => ({ name, value: (c) => c[key] ?? null, text: (c) => number(c[key] ?? null), number: true, about });
  const some = (key) => model.cases.some((c) => c[key] !== undefined && c[key] !== null && c[key] !== 0);
  return [
    { name: 'case', value: (c) => c.case, text: (c) => c.case },
    ...(model.problems.length > 1 && !model.alone ? [{ name: 'problem', value: (c) => c.problem.label, text: (c) => c.problem.label }] : []),
    ...(model.methodKeys.length ? model.keys.filter((k) => model.methodKeys.includes(k.key)).map(({ key, place, numeric }) => ({
      name: place === 'step' ? 'h [s]' : lastPart(key), about: key, value: (c) => c.settings[key] ?? null, text: (c) => setting(c.settings[key]),
      number: numeric,
    })) : [{ name: 'variant', value: (c) => c.variant.label, text: (c) => c.variant.label }]),
    ...(some('seed') ? [plain('seed', 'seed')] : []),
    ...(some('repeat') ? [plain('repeat', 'repeat')] : []),
    ...(model.cases.some(criticalOf) ? [{ name: `critical ${lastPart(model.cases.find(criticalOf).search.path)}`, about: 'the bracket of the search', value: (c) => criticalOf(c)?.[0] ?? null, text: (c) => (criticalOf(c) ? bracketText(criticalOf(c)) : '–'), number: true }] : []),
    { name: 'status', value: statusOf, text: statusOf, badge: true },
    { name: model.stored ? 'solved' : 'steps converged', value: (c) => (c.ran ? c.part : null), text: (c) => (c.ran && c.judged ? `${number(c.steps_converged)} / ${number(c.steps)}` : '–'), number: true },
    plain(model.stored ? 'iterations' : 'Newton iterations', 'newton_iterations'),
    model.stored ? plain('linear solves', 'linear_solves') : plain('linear iterations', 'linear_iterations'),
    plain('time [s]', 'wall_time_s', model.stored ? 'CPU time of a solve' : 'wall time of the steps'),
    ...(model.cases.some((c) => !c.judged) ? [plain('processor time a step [s]', 'step_cpu_s', 'of the thread that steps')] : []),
    ...(state.metric ? [{ name: measure(state.metric), about: 'the accuracy chosen above', value: (c) => quantity(c, state.metric) ?? null, text: (c) => number(quantity(c, state.metric) ?? null), number: true }] : []),
    ...(model.cases.some((c) => c.ran && reasonOf(c)) ? [{ name: 'why it stopped', value: reasonOf, text: reasonOf, long: true }] : []),
  ];
}

function compare(a, b) {
  const [none, other] = [a === null || a === '', b === null || b === ''];
  if (none || other) return none - other; // nothing is last, whichever way
  return isNumber(a) && isNumber(b) ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });
}

const shellQuoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`);
export const shell = (words) => words.map(shellQuoted).join(' ');

function commandOf(model, c) {
  const file = c.file ?? model.data.experiments.find((e) => e.name === c.experiment)?.file ?? 'FILE';
  const set = Object.entries(c.settings).flatMap(([k, v]) => ['--set', `${k}=${typeof v === 'string' ? v : JSON.stringify(v)}`]);
  return shell(['orthant', 'run', file, ...set]);
}

function list(title, object, name = (k) => k) {
  const rows = Object.entries(object ?? {});
  if (!rows.length) return null;
  return element('div', {}, element('h4', {}, title),
    element('table', { class: 'pairs' }, rows.map(([k, v]) => element('tr', {}, element('th', {}, name(k)), element('td', {}, isNumber(v) ? number(v, 6) : setting(v))))));
}

function details(model, c) {
  const totals = Object.fromEntries(['bodies', 'worlds', 'redundant_rows', 'linear_solves'].filter((k) => c[k] !== undefined && c[k] !== null).map((k) => [k, c[k]]));
  return element('div', { class: 'details' },
    c.error ? element('p', { class: 'error' }, c.error) : null,
    !c.error && c.exit_reason ? element('p', {}, `Why it stopped: ${c.exit_reason}.`) : null,
    c.expectations?.unmet?.length ? element('p', { class: 'error' }, `Expectations not met: ${c.expectations.unmet.join('; ')}`) : null,
    element('p', {}, 'Again: ', element('code', {}, commandOf(model, c))),
    element('div', { class: 'lists' },
      list('Swept settings', c.settings),
      list('Metrics', c.metrics, measure),
      list('Size', totals, (k) => k.replace(/_/g, ' ')),
      list('What differs in the configuration', c.configuration)));
}

export class CaseTable {
  constructor({ model, state, theme }) {
    Object.assign(this, { model, state, theme, sorted: null, down: false, words: '', shown: 'all', open: new Set(), most: rowsAtOnce });
    this.table = element('table', { class: 'cases' });
    this.count = element('span', { class: 'count' });
    const search = element('input', { type: 'search', placeholder: 'find in all columns', 'aria-label': 'find cases', oninput: (e) => { this.words = e.target.value; this.draw(); } });
    const status = element('select', { 'aria-label': 'status', onchange: (e) => { this.shown = e.target.value; this.draw(); } },
      Object.entries(filters).map(([key, [name, test]]) => {
        const n = model.cases.filter(test).length;
        return n || key === 'all' ? element('option', { value: key }, `${name} (${n})`) : null;
      }));
    this.scope = element('input', { type: 'checkbox', onchange: () => this.draw() });
    this.node = element('section', { class: 'card wide', id: 'cases' },
      element('header', {}, element('div', {}, element('h2', {}, 'Cases'), element('p', { class: 'about' }, 'A click on a column sorts; a click on a row opens it.')), this.count),
      element('div', { class: 'controls' }, element('label', { class: 'choice' }, element('span', {}, 'find'), search), element('label', { class: 'choice' }, element('span', {}, 'status'), status),
        element('label', { class: 'choice check' }, this.scope, element('span', {}, 'chosen variants and problem only'))),
      element('div', { class: 'scroll' }, this.table),
      (this.more = element('button', { type: 'button', class: 'more', onclick: () => { this.most *= 5; this.draw(); } })));
  }

  rows(all) {
    const words = this.words.toLowerCase().split(/\s+/).filter(Boolean);
    const inScope = new Set(shownCases(this.model, this.state));
    const rows = this.model.cases
      .filter(filters[this.shown][1])
      .filter((c) => !this.scope.checked || (inScope.has(c) && this.state.selected.has(c.variant.id)))
      .filter((c) => {
        const text = words.length ? [...all.map((k) => k.text(c)), reasonOf(c)].join(' ').toLowerCase() : '';
        return words.every((w) => text.includes(w));
      });
    const by = all.find((k) => k.name === this.sorted);
    if (!by) return rows;
    const known = rows.filter((c) => by.value(c) !== null && by.value(c) !== '');
    const unknown = rows.filter((c) => !known.includes(c));
    known.sort((a, b) => compare(by.value(a), by.value(b)) * (this.down ? -1 : 1));
    return [...known, ...unknown];
  }

  head(all) {
    const sort = (name) => () => {
      this.down = this.sorted === name ? !this.down : false;
      this.sorted = name;
      this.draw();
    };
    return element('thead', {}, element('tr', {}, all.map((k) => {
      const by = k.name === this.sorted;
      return element('th', { class: k.number ? 'number' : '', title: k.about, scope: 'col', 'aria-sort': by ? (this.down ? 'descending' : 'ascending') : 'none' },
        element('button', { type: 'button', onclick: sort(k.name) }, k.name, element('span', { class: 'arrow' }, by ? (this.down ? ' ↓' : ' ↑') : '')));
    })));
  }

  row(c, all) {
    // What did not run has an error in place of numbers.
    const shown = c.ran ? all : all.slice(0, all.findIndex((k) => k.badge) + 1);
    const cells = shown.map((k, i) => {
      const text = k.text(c);
      const content = k.badge ? element('span', { class: `badge ${text.replace(/ /g, '-')}` }, text) : text;
      return element('td', { class: k.number ? 'number' : k.long ? 'long' : '', title: k.long && text ? text : null }, i === 0 ? swatch(c.variant.style, this.theme()) : null, content);
    });
    if (shown !== all) cells.push(element('td', { class: 'long error', colspan: all.length - shown.length, title: reasonOf(c) }, reasonOf(c)));
    const toggle = () => {
      this.open[this.open.has(c) ? 'delete' : 'add'](c);
      this.draw();
    };
    const row = element('tr', {
      class: 'case', tabindex: 0, 'aria-expanded': String(this.open.has(c)), onclick: toggle,
      onkeydown: (e) => (e.key === 'Enter' || e.key === ' ') && (e.preventDefault(), toggle()),
    }, cells);
    return this.open.has(c) ? [row, element('tr', { class: 'opened' }, element('td', { colspan: all.length }, details(this.model, c)))] : [row];
  }

  draw(changed) {
    if (changed?.length && !changed.some((k) => ['metric', 'selected', 'problem'].includes(k))) return;
    const all = columns(this.model, this.state);
    const rows = this.rows(all);
    this.table.replaceChildren(this.head(all), element('tbody', {}, rows.slice(0, this.most).flatMap((c) => this.row(c, all))));
    this.count.textContent = rows.length === this.model.cases.length ? plural(rows.length, 'case') : `${number(rows.length)} of ${plural(this.model.cases.length, 'case')}`;
    this.more.hidden = rows.length <= this.most;
    this.more.textContent = `show more of ${number(rows.length)}`;
  }
}
