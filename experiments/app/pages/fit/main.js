// The page of a fit: what was found, how sure it is, and what it is worth on data that it did not see.
import { element, select, svg } from '../common/dom.js';
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
  const rows = [...after[0].keys()].filter((k) => after.some((of) => typeof of.get(k) === 'number')).map((k) => [k, ...sets.flatMap((_, i) => [digits(before[i].get(k)), marked(before[i].get(k), after[i].get(k))])]);
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

// Round numbers, four or so, the first and last around these.
function ticks(low, high) {
  const rough = (high - low) / 3 || Math.abs(high) || 1, decade = 10 ** Math.floor(Math.log10(rough));
  const step = decade * [1, 2, 5, 10].find((k) => k * decade >= rough * 0.99);
  const first = Math.floor(low / step + 1e-6), last = Math.max(Math.ceil(high / step - 1e-6), first + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

// Curves over time: {name, values, dots}, the last on top. Logarithms where one is far below another.
function curves(title, times, lines) {
  const wide = 270, high = 165, left = 48, right = 12, top = 10, bottom = 26;
  const all = lines.flatMap((l) => l.values).filter((v) => v !== null), most = Math.max(...all);
  const log = lines.every((l) => !l.dots) && Math.min(...lines.map((l) => Math.max(...l.values))) < most / 20;
  const least = Math.max(Math.min(...all), most * 1e-7);
  const of = (v) => (log ? Math.log10(Math.max(v, least)) : v);
  const end = times.at(-1) || 1, lowest = of(Math.min(...all)), round = ticks(lowest, of(most));
  const [down, up] = log ? [lowest, of(most)] : [round[0], round.at(-1)];
  const marks = log ? ticks(lowest, up).filter((v) => Number.isInteger(v) && v >= down && v <= up) : round;
  const x = (t) => left + (t / end) * (wide - left - right), y = (v) => high - bottom - ((v - down) / (up - down)) * (high - top - bottom);
  const points = (l) => [...times.keys()].filter((i) => l.values[i] !== null).map((i) => [x(times[i]).toFixed(2), y(of(l.values[i])).toFixed(2)]);
  const chart = svg('svg', { viewBox: `0 0 ${wide} ${high}`, class: 'curves', role: 'img', 'aria-label': title },
    ...marks.flatMap((v) => [svg('line', { class: 'axis', x1: left, x2: wide - right, y1: y(v), y2: y(v) }), svg('text', { x: left - 5, y: y(v) + 4, 'text-anchor': 'end' }, log ? `1e${v}` : digits(Math.abs(v) < 1e-9 * up ? 0 : v, 3))]),
    ...ticks(0, end).filter((t) => t <= end * 1.0001).map((t, i, of_) => svg('text', { x: x(t), y: high - 8, 'text-anchor': 'middle' }, `${digits(t, 3)}${i === of_.length - 1 ? ' s' : ''}`)),
    ...lines.map((l) => (l.dots ? svg('g', { class: l.name }, ...points(l).filter((_, i) => i % Math.ceil(times.length / 60) === 0).map(([cx, cy]) => svg('circle', { cx, cy, r: 2 }))) : svg('polyline', { class: l.name, points: points(l).join(' ') }))));
  return element('figure', {}, element('figcaption', {}, title), chart);
}

const names = { position_m: ['position', 'm'], rotation_rad: ['rotation', 'rad'], velocity_m_s: ['velocity', 'm/s'], angular_velocity_rad_s: ['angular velocity', 'rad/s'], force_N: ['force', 'N'], torque_N_m: ['torque', 'N m'] };

const reach = (values) => Math.max(...values) - Math.min(...values);
function drawn(s) {
  const [name, unit] = names[s.quantity] ?? [s.quantity, ''];
  // Without what does not change, but for round-off: only distances of rotations are known.
  const all = s.parts.map((part, i) => ({ ...part, axis: 'xyz'[i], reach: reach([...part.given, ...part.fitted]) }));
  const most = Math.max(...all.map((part) => part.reach));
  const parts = s.quantity === 'rotation_rad' ? [] : all.filter((part) => part.reach > 1e-6 * most);
  const line = (by, values, dots = false) => (values ? [{ name: by, values, dots }] : []);
  return [
    ...parts.map((part) => curves(`${name} ${part.axis} [${unit}]`, s.time_s, [...line('measured', part.given, true), ...line('begun', part.start), ...line('found', part.fitted)])),
    curves(`${name}: distance from the data [${unit}]`, s.time_s, [...line('begun', s.error.start), ...line('found', s.error.fitted)])];
}

function motions() {
  const all = [[data.fitted, ''], [data.held_out, ', held out']].filter(([set]) => set?.motions?.length)
    .flatMap(([set, about]) => set.motions.map((m) => ({ name: m.of + about, series: m.series })));
  if (!all.length) return null;
  const shown = element('div', {});
  const show = (k) => shown.replaceChildren(...all[k].series.map((s) => element('div', { class: 'motion' }, ...drawn(s))));
  show(0);
  const key = (name, text) => [svg('svg', { viewBox: '0 0 30 10', class: 'sample' }, name === 'measured' ? svg('g', { class: name }, ...[4, 15, 26].map((cx) => svg('circle', { cx, cy: 5, r: 2.2 }))) : svg('line', { class: name, x1: 1, x2: 29, y1: 5, y2: 5 })), text];
  return element('div', {},
    element('p', { class: 'keys' }, key('measured', 'data'), key('begun', 'at the start'), key('found', 'fitted')),
    all.length > 1 ? select(all.length > 9 ? 'from the least to the largest error' : 'shown', all.map((m, k) => [String(k), m.name]), '0', (k) => show(Number(k))) : '', shown);
}

document.head.append(element('style', {}, reportStyle + style));
const dark = matchMedia('(prefers-color-scheme: dark)');
const wear = (isDark) => (document.documentElement.dataset.theme = isDark ? 'dark' : 'light');
const toggle = () => wear(document.documentElement.dataset.theme !== 'dark');
dark.addEventListener('change', () => wear(dark.matches));
wear(dark.matches);
const section = (title, ...children) => children.some(Boolean) ? element('section', {}, element('h2', {}, title), ...children.filter(Boolean)) : '';
document.body.append(element('main', {},
  element('div', { class: 'bar' },
    element('div', {}, element('p', { class: 'brand' }, 'Orthant · fit'), element('h1', {}, data.experiment)),
    element('button', { type: 'button', class: 'theme', onclick: toggle, title: 'light or dark', 'aria-label': 'light or dark' }, '◐')),
  element('p', { class: 'lead' }, `${Object.keys(data.parameters).length} parameter(s) from ${data.observations} observations, in ${data.runs} runs, by ${data.derivatives === 'exact' ? 'the exact derivatives of steps' : `differences of runs (${data.why_not_exact})`}. Standard errors take each ${data.errors_by} as independent.`),
  data.solved ? '' : element('p', { class: 'bad' }, 'Not solved: the search did not converge, steps of a run at its end are not solved, or the data do not determine a parameter.'),
  section('Parameters', parameters()),
  section('Data and motion', motions()),
  section('Errors of the runs', metrics(), misfits()),
  section('Correlation of the parameters', correlation()),
  section('Starts', starts())));
