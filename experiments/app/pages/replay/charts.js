// Curves as SVG: convergence of a step, and numbers of all steps as a strip.
import { linePalette } from './colours.js';
import { placeBelow } from './data.js';
import { columnName, shortNumber } from './numbers.js';

const svg = (name, attributes, parent, text) => {
  const out = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) out.setAttribute(key, value);
  if (text !== undefined) out.textContent = text;
  parent?.append(out);
  return out;
};

const superscript = (n) => String(n).replace(/./g, (c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[c] ?? '⁻');

/** Residuals of a step against its iterations, one curve a kind, in a logarithmic scale. */
export class Convergence {
  constructor(holder, legend, newton) {
    Object.assign(this, { holder, legend, newton });
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

  /** The rows of the step, or of the last before it that the page holds. */
  show(step) {
    const place = placeBelow(this.newton.steps, step);
    if (place === this.shown) return;
    this.shown = place;
    const width = this.newton.columns.length;
    const rows = [];
    for (let o = this.newton.first[place]; o < this.newton.first[place + 1]; o += width)
      rows.push(this.newton.values.subarray(o, o + width));
    this.draw(this.newton.steps[place], rows);
  }

  draw(step, rows) {
    const [w, h, left, right, top, bottom] = [340, 190, 38, 8, 8, 30];
    this.holder.replaceChildren();
    const root = svg('svg', { viewBox: `0 0 ${w} ${h}`, role: 'img', class: 'chart' }, this.holder);
    svg('title', {}, root, `Residuals of step ${step} against iterations`);
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
    this.axes(root, { w, h, left, right, top, bottom, low, high, last, x, y });
    for (const { c, colour } of this.kinds) {
      const points = rows.map((row, k) => `${x(k).toFixed(1)},${y(row[c]).toFixed(1)}`);
      svg('polyline', { points: points.join(' '), fill: 'none', stroke: colour, 'stroke-width': 1.8,
        'stroke-linejoin': 'round' }, root);
      for (const point of points) {
        const [cx, cy] = point.split(',');
        if (points.length <= 40) svg('circle', { cx, cy, r: 2.3, fill: colour }, root);
      }
    }
    this.writeLegend(rows);
  }

  axes(root, { w, h, left, right, bottom, low, high, last, x, y }) {
    const every = Math.max(1, Math.ceil((high - low) / 6));
    for (let power = low; power <= high; power += every) {
      const at = y(10 ** power);
      svg('line', { x1: left, x2: w - right, y1: at, y2: at, class: 'grid' }, root);
      svg('text', { x: left - 5, y: at + 4, 'text-anchor': 'end', class: 'tick' }, root,
        `10${superscript(power)}`);
    }
    const apart = Math.max(1, Math.ceil(last / 8));
    for (let k = 0; k <= last; k += apart)
      svg('text', { x: x(k), y: h - bottom + 13, 'text-anchor': 'middle', class: 'tick' }, root, k);
    svg('text', { x: (left + w - right) / 2, y: h - 3, 'text-anchor': 'middle', class: 'tick' }, root,
      'iteration');
  }

  writeLegend(rows) {
    this.legend.replaceChildren(...this.kinds.map(({ name, c, colour }) => {
      const { title, unit } = columnName(name);
      const item = document.createElement('li');
      const dot = document.createElement('i');
      dot.style.background = colour;
      const value = document.createElement('b');
      value.textContent = `${shortNumber(rows.at(-1)?.[c] ?? NaN)} ${unit}`;
      item.append(dot, title, value);
      return item;
    }));
  }
}

/** The least and largest of every part of a long row of numbers. */
function envelope(values, columns) {
  const out = [];
  for (let k = 0; k < columns; ++k) {
    const begin = Math.floor((k * values.length) / columns);
    const end = Math.max(begin + 1, Math.floor(((k + 1) * values.length) / columns));
    let [low, high] = [Infinity, -Infinity];
    for (let i = begin; i < Math.min(end, values.length); ++i) {
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
    }
    if (low <= high) out.push([low, high]);
  }
  return out;
}

/** One number of all steps; a click seeks. */
export class Strip {
  constructor(holder, { title, unit, series, times, range, marks, onSeek }) {
    Object.assign(this, { times, range });
    this.root = svg('svg', { viewBox: '0 0 1000 56', preserveAspectRatio: 'none', class: 'strip' }, holder);
    let [low, high] = [Infinity, -Infinity];
    for (const { values } of series)
      for (const value of values) if (Number.isFinite(value)) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    if (series.some(({ bars }) => bars)) [low, high] = [0, Math.max(1, high)];
    if (!(high > low)) [low, high] = low === high ? [low - 0.5, high + 0.5] : [0, 1];
    const y = (value) => 52 - (48 * (value - low)) / (high - low);
    series.forEach(({ values, colour, bars }) => this.curve(values, colour, bars, y));
    for (const at of marks ?? [])
      svg('line', { x1: this.x(at), x2: this.x(at), y1: 0, y2: 8, class: 'mark' }, this.root);
    this.cursor = svg('line', { x1: 0, x2: 0, y1: 0, y2: 56, class: 'cursor' }, this.root);
    const label = document.createElement('div');
    label.className = 'strip-label';
    label.innerHTML = series.map(({ name, colour }) => `<span><i style="background:${colour}"></i>${name}</span>`)
      .join('');
    const scale = document.createElement('div');
    scale.className = 'strip-scale';
    scale.textContent = `${title}: ${shortNumber(low)} … ${shortNumber(high)} ${unit}`;
    holder.prepend(label, scale);
    this.listen(holder, onSeek);
  }

  x(time) {
    return (1000 * (time - this.range[0])) / (this.range[1] - this.range[0] || 1);
  }

  curve(values, colour, bars, y) {
    const parts = envelope(values, Math.min(values.length, 900));
    const [from, to] = [this.x(this.times[0]), this.x(this.times.at(-1))];
    const x = (k) => (from + ((to - from) * k) / Math.max(1, parts.length - 1)).toFixed(1);
    const upper = parts.map(([, high], k) => `${x(k)},${y(high).toFixed(1)}`);
    const lower = parts.map(([low], k) => `${x(k)},${y(low).toFixed(1)}`).reverse();
    if (bars)
      svg('path', { d: `M${x(0)},56L${upper.join('L')}L${x(parts.length - 1)},56Z`, fill: colour,
        opacity: 0.35 }, this.root);
    svg('path', { d: `M${[...upper, ...(values.length > 900 ? lower : [])].join('L')}`, stroke: colour,
      fill: 'none', 'stroke-width': 1.4, 'vector-effect': 'non-scaling-stroke' }, this.root);
  }

  listen(holder, onSeek) {
    const seek = (event) => {
      const box = this.root.getBoundingClientRect();
      const part = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
      onSeek(this.range[0] + part * (this.range[1] - this.range[0]));
    };
    holder.addEventListener('pointerdown', (event) => {
      holder.setPointerCapture(event.pointerId);
      seek(event);
    });
    holder.addEventListener('pointermove', (event) => event.buttons & 1 && seek(event));
  }

  at(time) {
    const x = this.x(time);
    this.cursor.setAttribute('x1', x);
    this.cursor.setAttribute('x2', x);
  }
}
