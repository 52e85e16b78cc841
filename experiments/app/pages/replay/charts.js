// Curves as SVG: convergence of a step, and numbers of all steps as a strip.
import { element, svg } from '../common/dom.js';
import { superscript } from '../common/superscript.js';
import { linePalette } from './colours.js';
import { placeBelow } from './data.js';
import { columnName, shortNumber } from './numbers.js';

const sample = (colour) => element('i', { style: `background:${colour}` });

/** Residuals of a step against its iterations, one curve a kind, in a logarithmic scale. Solves of the step, as by
 * several solvers or of several stages, stand side by side, and no curve joins them. */
export class Convergence {
  constructor({ holder, heading, legend }, newton) {
    Object.assign(this, { holder, heading, legend, newton });
    const width = newton.columns.length;
    this.kinds = newton.columns.map((name, c) => ({ name, c }))
      .filter(({ name }) => !['iteration', 'step_length', 'linear_iterations'].includes(name))
      .filter(({ c }) => {
        for (let k = c; k < newton.values.length; k += width) if (newton.values[k] > 0) return true;
        return false;
      })
      .map((kind, k) => ({ ...kind, colour: linePalette[k % linePalette.length] }));
    let low = Infinity;
    for (const { c } of this.kinds)
      for (let k = c; k < newton.values.length; k += width)
        if (newton.values[k] > 0) low = Math.min(low, newton.values[k]);
    this.floor = Math.max(-18, Math.floor(Math.log10(low)));
  }

  /** The rows of the step, or of the last before it that the page holds; none before the first. */
  show(step) {
    const { steps } = this.newton;
    const place = steps[0] <= step ? placeBelow(steps, step) : -1;
    if (place === this.shown) return;
    this.shown = place;
    this.heading.textContent = place < 0 ? ': nothing solved yet' : ` of step ${steps[place]}`;
    if (place < 0) {
      this.holder.replaceChildren();
      this.writeLegend([]);
      return;
    }
    const width = this.newton.columns.length;
    const rows = [];
    for (let o = this.newton.first[place]; o < this.newton.first[place + 1]; o += width)
      rows.push(this.newton.values.subarray(o, o + width));
    this.draw(this.newton.steps[place], rows, this.solvesOf(rows, this.newton.first[place] / width));
  }

  /** Where each solve begins among the rows, and its name; `first` is the first of them in the table. */
  solvesOf(rows, first) {
    const { columns, solve, solves } = this.newton;
    const at = columns.indexOf('iteration');
    return rows.flatMap((row, k) => (k === 0 || row[at] === 0 ? [{ begin: k, name: solve ? solves[solve[first + k]] : '' }] : []));
  }

  draw(step, rows, solves) {
    const named = solves.length > 1 && solves.length <= 4;
    const [w, h, left, right, top, bottom] = [340, 190, 38, 8, named ? 8 + 11 * solves.length : 8, 30];
    const positive = rows.flatMap((row) => this.kinds.map(({ c }) => row[c])).filter((x) => x > 0);
    const high = positive.length ? Math.ceil(Math.log10(Math.max(...positive)) + 1e-9) : 0;
    const low = positive.length
      ? Math.min(high - 1, Math.max(this.floor, Math.floor(Math.log10(Math.min(...positive))))) : -1;
    const last = Math.max(1, rows.length - 1);
    const x = (k) => left + (k / last) * (w - left - right);
    const y = (value) => {
      const part = value > 0 ? (Math.log10(value) - low) / (high - low) : 0;
      return h - bottom - Math.min(1, Math.max(0, part)) * (h - top - bottom);
    };
    const ends = solves.map((_, i) => (solves[i + 1]?.begin ?? rows.length));
    const curves = this.kinds.flatMap(({ c, colour }) => solves.flatMap(({ begin }, i) => {
      const points = rows.slice(begin, ends[i]).map((row, k) => [x(begin + k).toFixed(1), y(row[c]).toFixed(1)]);
      return [svg('polyline', { points: points.join(' '), fill: 'none', stroke: colour, 'stroke-width': 1.8,
        'stroke-linejoin': 'round' }),
      ...rows.length <= 40 ? points.map(([cx, cy]) => svg('circle', { cx, cy, r: 2.3, fill: colour })) : []];
    }));
    this.holder.replaceChildren(svg('svg', { viewBox: `0 0 ${w} ${h}`, role: 'img', class: 'chart' },
      svg('title', {}, `Residuals of step ${step} against iterations`),
      ...this.axes({ w, h, left, right, bottom, low, high, last, x, y, solves, ends, top, named }), ...curves));
    this.writeLegend(rows);
  }

  axes({ w, h, left, right, bottom, low, high, last, x, y, solves, ends, top, named }) {
    const tick = (text, at, anchor = 'middle') => svg('text', { ...at, 'text-anchor': anchor, class: 'tick' }, text);
    const out = [tick('iteration', { x: (left + w - right) / 2, y: h - 3 })];
    const every = Math.max(1, Math.ceil((high - low) / 6));
    for (let power = low; power <= high; power += every) {
      const at = y(10 ** power);
      out.push(svg('line', { x1: left, x2: w - right, y1: at, y2: at, class: 'grid' }),
        tick(`10${superscript(power)}`, { x: left - 5, y: at + 4 }, 'end'));
    }
    const apart = Math.max(1, Math.ceil(last / 8));
    solves.forEach(({ begin, name }, i) => {
      for (let k = begin; k < ends[i]; k += apart) out.push(tick(k - begin, { x: x(k), y: h - bottom + 13 }));
      if (solves.length === 1) return;
      const between = x(begin - 0.5);
      if (i > 0) out.push(svg('line', { x1: between, x2: between, y1: named ? 1 + 11 * i : top, y2: h - bottom, class: 'grid' }));
      const fits = x(begin) + 5.5 * name.length < w - right;
      if (named) out.push(tick(name, { x: fits ? x(begin) : w - right, y: 9 + 11 * i }, fits ? 'start' : 'end'));
    });
    return out;
  }

  writeLegend(rows) {
    this.legend.replaceChildren(...this.kinds.map(({ name, c, colour }) => {
      const { title, unit } = columnName(name);
      return element('li', {}, sample(colour), `${title} [${unit}]`,
        element('b', {}, shortNumber(rows.at(-1)?.[c] ?? NaN)));
    }));
  }
}

/** The least and largest of every part of a long row of numbers, and its middle time; in pieces
 * between parts without numbers. */
function envelope(values, times, columns) {
  const pieces = [[]];
  for (let k = 0; k < columns; ++k) {
    const begin = Math.floor((k * values.length) / columns);
    const end = Math.max(begin + 1, Math.floor(((k + 1) * values.length) / columns));
    let [low, high] = [Infinity, -Infinity];
    for (let i = begin; i < Math.min(end, values.length); ++i) {
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
    }
    if (low <= high) pieces.at(-1).push({ low, high, time: 0.5 * (times[begin] + times[end - 1]) });
    else if (pieces.at(-1).length) pieces.push([]);
  }
  return pieces.filter((piece) => piece.length);
}

/** Numbers of all steps; a click seeks. */
export class Strip {
  constructor(parent, { id, title, unit, series, times, range, marks, onSeek }) {
    Object.assign(this, { times, range, series });
    let [low, high] = [Infinity, -Infinity];
    for (const { values } of series)
      for (const value of values) if (Number.isFinite(value)) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    if (series.some(({ bars }) => bars)) [low, high] = [0, Math.max(1, high)];
    if (!(high > low)) [low, high] = low === high ? [low - 0.5, high + 0.5] : [0, 1];
    const y = (value) => 52 - (48 * (value - low)) / (high - low);
    this.cursor = svg('line', { x1: 0, x2: 0, y1: 0, y2: 56, class: 'cursor' });
    this.picture = svg('svg', { viewBox: '0 0 1000 56', preserveAspectRatio: 'none', class: 'strip' },
      ...series.flatMap((each) => this.curve(each, y)),
      ...(marks ?? []).map((at) => svg('line', { x1: this.x(at), x2: this.x(at), y1: 0, y2: 8, class: 'mark' })),
      this.cursor);
    this.numbers = series.map(() => element('b', {}));
    this.holder = element('div', { id, class: 'strip-holder' },
      element('div', { class: 'strip-label' },
        series.map(({ name, colour }, k) => element('span', {}, sample(colour), `${name} `, this.numbers[k]))),
      element('div', { class: 'strip-scale' }, `${title}: ${shortNumber(low)} … ${shortNumber(high)} ${unit}`),
      this.picture);
    this.listen(onSeek);
    parent.append(this.holder);
  }

  remove() {
    this.holder.remove();
  }

  x(time) {
    return (1000 * (time - this.range[0])) / (this.range[1] - this.range[0] || 1);
  }

  curve({ values, colour, bars, dashed }, y) {
    const path = (points) => points.map(([time, value]) => `${this.x(time).toFixed(1)},${y(value).toFixed(1)}`).join('L');
    const pieces = envelope(values, this.times, Math.min(values.length, 900));
    const area = bars ? pieces.map((piece) => svg('path', { fill: colour, opacity: 0.35,
      d: `M${this.x(piece[0].time)},56L${path(piece.map(({ time, high }) => [time, high]))}L${this.x(piece.at(-1).time)},56Z` }))
      : [];
    const lines = pieces.map((piece) => path([...piece.map(({ time, high }) => [time, high]),
      ...(values.length > 900 ? piece.map(({ time, low }) => [time, low]).reverse() : [])]));
    return [...area, svg('path', { d: lines.map((line) => `M${line}`).join(''), stroke: colour,
      fill: 'none', 'stroke-width': 1.4, 'vector-effect': 'non-scaling-stroke', ...dashed ? { 'stroke-dasharray': '5 3' } : {} })];
  }

  listen(onSeek) {
    const seek = (event) => {
      const box = this.picture.getBoundingClientRect();
      const part = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
      onSeek(this.range[0] + part * (this.range[1] - this.range[0]));
    };
    this.holder.addEventListener('pointerdown', (event) => {
      this.holder.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.holder.addEventListener('pointermove', (event) => event.buttons & 1 && seek(event));
  }

  /** The cursor, and the numbers of the nearest sample. */
  at(time) {
    const x = this.x(time);
    this.cursor.setAttribute('x1', x);
    this.cursor.setAttribute('x2', x);
    const below = placeBelow(this.times, time);
    const above = Math.min(below + 1, this.times.length - 1);
    const near = Math.abs(this.times[above] - time) < Math.abs(time - this.times[below]) ? above : below;
    // A strip of steps has nothing at the start, which lies before its first.
    const none = time < this.times[0] - 0.5 * (this.times[1] - this.times[0] || 0);
    this.series.forEach(({ values }, k) => (this.numbers[k].textContent = shortNumber(none ? NaN : values[near])));
  }
}
