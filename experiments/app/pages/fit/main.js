// The page of a fit: what was found, how sure it is, and what it is worth on data that it did not see.
import { element, svg } from '../common/dom.js';
import reportStyle from '../report/report.css';
import style from './style.css';

const number = (x, count) => {
  const short = Number(x.toPrecision(count));
  return short !== 0 && (Math.abs(short) < 1e-3 || Math.abs(short) >= 1e6) ? short.toExponential() : String(short);
};
const digits = (x, count = 4) => (x === null || x === undefined ? '–' : typeof x === 'number' ? number(x, count) : String(x));
const data = JSON.parse(document.getElementById('data').textContent);

function table(head, rows) {
  const cell = (name) => (c) => element(name, c?.class ? { class: c.class } : {}, c?.text ?? c);
  return element('table', {}, element('thead', {}, element('tr', {}, head.map(cell('th')))), element('tbody', {}, rows.map((r) => element('tr', {}, r.map(cell('td'))))));
}

function parameters() {
  const rows = Object.entries(data.parameters).map(([name, p]) => [name, digits(p.start), digits(p.value, 6), p.at_bound ? 'at its bound' : data.undetermined?.includes(name) ? 'not determined by the data' : `± ${digits(p.standard_error)}`, `${digits(p.lower)} … ${digits(p.upper)}`]);
  return table(['parameter', 'start', 'found', 'standard error', 'bounds'], rows);
}

function correlation() {
  const names = Object.keys(data.parameters);
  return table(['', ...names], names.map((a) => [a, ...names.map((b) => digits(data.correlation[a]?.[b]))]));
}

function starts() {
  const names = Object.keys(data.parameters);
  const rows = data.starts.map((s, k) => [k === data.best ? `${k}, the best` : k, digits(s.cost_at_start), digits(s.cost), s.iterations, s.converged ? 'yes' : 'no', ...s.to.map((x) => digits(x, 6))]);
  return table(['start', 'cost there', 'cost at its end', 'iterations', 'converged', ...names], rows);
}

// Numbers of a reference, one a row: [name, number].
const flat = (metrics) => Object.entries(metrics ?? {}).flatMap(([k, v]) => (v !== null && typeof v === 'object' ? Object.entries(v).map(([part, x]) => [`${k}.${part}`, x]) : [[k, v]]));

function metrics() {
  const sets = [data.fitted, data.held_out].filter(Boolean);
  const before = sets.map((s) => new Map(flat(s.start.metrics)));
  const after = sets.map((s) => new Map(flat(s.end.metrics)));
  const marked = (from, to) => ({ text: digits(to), class: to < from ? 'better' : to > from ? 'worse' : '' });
  const rows = [...after[0].keys()].map((k) => [k, ...sets.flatMap((_, i) => [digits(before[i].get(k)), marked(before[i].get(k), after[i].get(k))])]);
  return table(['', ...(data.held_out ? ['data fitted: start', 'end', 'held out: start', 'end'] : ['start', 'end'])], rows);
}

// Each group of observations: its misfit at the start and at the end, on equal logarithmic axes.
function misfits() {
  const points = [['fitted', data.fitted], ['held', data.held_out]].filter(([, s]) => s?.start.misfit && s.end.misfit)
    .flatMap(([kind, s]) => s.start.misfit.map((x, i) => ({ kind, x, y: s.end.misfit[i] }))).filter((p) => p.x > 0 && p.y > 0);
  if (points.length < 3) return null;
  const all = points.flatMap((p) => [Math.log10(p.x), Math.log10(p.y)]);
  const low = Math.floor(Math.min(...all)), high = Math.max(Math.ceil(Math.max(...all)), low + 1), size = 460, edge = 54;
  const at = (v) => edge + ((v - low) / (high - low)) * (size - edge - 14);
  const x = (v) => at(Math.log10(v)), y = (v) => size - at(Math.log10(v));
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  const chart = svg('svg', { viewBox: `0 0 ${size} ${size}`, width: size, height: size, role: 'img', 'aria-label': 'misfits at the start and at the end' },
    ...ticks.flatMap((t) => [
      svg('line', { class: 'axis', x1: at(t), x2: at(t), y1: size - edge, y2: 14 }), svg('line', { class: 'axis', x1: edge, x2: size - 14, y1: size - at(t), y2: size - at(t) }),
      svg('text', { x: at(t), y: size - edge + 18, 'text-anchor': 'middle' }, `1e${t}`), svg('text', { x: edge - 8, y: size - at(t) + 4, 'text-anchor': 'end' }, `1e${t}`)]),
    svg('line', { class: 'diagonal', x1: at(low), y1: size - at(low), x2: at(high), y2: size - at(high) }),
    ...points.map((p) => svg('circle', { class: p.kind, cx: x(p.x), cy: y(p.y), r: 3.4, opacity: 0.6 })),
    svg('text', { x: size / 2, y: size - 12, 'text-anchor': 'middle' }, 'misfit at the start'),
    svg('text', { x: 14, y: size / 2, 'text-anchor': 'middle', transform: `rotate(-90 14 ${size / 2})` }, 'misfit at the end'));
  const key = (colour, text) => [element('span', { class: 'key', style: `background:${colour}` }), text];
  return element('figure', {}, chart, element('figcaption', {}, 'A point for each group of observations, such as a recording; below the line the end is better.', key('#0072b2', 'fitted'), data.held_out ? key('#d55e00', 'held out') : []));
}

document.head.append(element('style', {}, reportStyle + style));
const section = (title, ...children) => children.some(Boolean) ? element('section', {}, element('h2', {}, title), ...children.filter(Boolean)) : '';
document.body.append(element('main', {},
  element('p', { class: 'brand' }, 'Orthant · fit'),
  element('h1', {}, data.experiment),
  element('p', { class: 'lead' }, `${Object.keys(data.parameters).length} parameter(s) from ${data.observations} observations, in ${data.runs} runs, by ${data.derivatives === 'exact' ? 'the exact derivatives of steps' : `differences of runs (${data.why_not_exact})`}. Standard errors take each ${data.errors_by} as independent.`),
  data.solved ? '' : element('p', { class: 'bad' }, 'Not solved: the search did not converge, steps of a run at its end are not solved, or the data do not determine a parameter.'),
  section('Parameters', parameters()),
  section('Errors of the runs', metrics(), misfits()),
  section('Correlation of the parameters', correlation()),
  section('Starts', starts())));
