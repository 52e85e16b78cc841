// One figure on the page: its choices, its drawing, its notes, and its buttons.
import { element, save } from '../common/dom.js';
import { controlsFor } from './controls.js';
import { echarts, renderSvg, titleOf } from './chart.js';
import { follow } from './hover.js';

async function png(svg, width, height) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = element('canvas', { width: 2 * width, height: 2 * height });
  const paper = canvas.getContext('2d');
  paper.scale(2, 2);
  paper.drawImage(image, 0, 0, width, height);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

function orderTable({ head, rows }) {
  return element('div', { class: 'orders' }, element('table', {},
    element('thead', {}, element('tr', {}, head.map((h) => element('th', {}, h)))),
    element('tbody', {}, rows.map((r) => element('tr', {}, r.map((c, i) => element(i ? 'td' : 'th', {}, String(c))))))));
}

// Of very many curves no markers, and the others stay as they are where one is pointed at: a
// figure must follow the pointer.
function lightened(option) {
  if (option.series.length <= 60) return option;
  const series = option.series.map((s) =>
    s.type === 'line' ? { ...s, showSymbol: s.data.length === 1, emphasis: { ...s.emphasis, focus: 'none', lineStyle: { ...s.emphasis.lineStyle, width: 5 } } } : s,
  );
  return { ...option, series };
}

export class Card {
  constructor(figure, context) {
    this.figure = figure;
    this.context = context; // {model, state, theme(), set(changes)}
    this.title = element('h2', {});
    this.about = element('p', { class: 'about' });
    this.controls = element('div', { class: 'controls' });
    this.plot = element('div', { class: 'plot', role: 'img' });
    this.empty = element('p', { class: 'empty' });
    this.notes = element('ul', { class: 'notes' });
    this.extra = element('div', {});
    this.exports = element('div', { class: 'exports' },
      element('button', { type: 'button', title: 'Save as SVG', onclick: () => this.save('svg') }, 'SVG'),
      element('button', { type: 'button', title: 'Save as PNG', onclick: () => this.save('png') }, 'PNG'));
    this.node = element('section', { class: 'card', id: figure.id },
      element('header', {}, element('div', {}, this.title, this.about), this.exports),
      this.controls, this.plot, this.empty, this.extra, this.notes);
    this.kept = '';
  }

  // `changed`: the names of what was chosen anew; none: draw in any case.
  draw(changed) {
    const { model, state, set } = this.context;
    if (changed?.length && changed.every((k) => k !== 'problem' && k !== 'selected' && k !== 'position' && !this.figure.controls.includes(k))) return;
    if (changed?.includes('position') && !this.figure.controls.includes('at')) return;
    // a slider that is being dragged must stay what it is
    if (!(changed?.length === 1 && changed[0] === 'position' && this.controls.contains(document.activeElement)))
      this.controls.replaceChildren(...controlsFor(this.figure, model, state, set));
    this.title.textContent = titleOf(this.figure, state);
    this.built = this.figure.build(model, state, this.context.theme());
    const { empty, fixed, about, notes, table, height, wide } = this.built;
    this.controls.hidden = Boolean(fixed);
    this.empty.textContent = empty ?? '';
    this.empty.hidden = !empty;
    this.plot.hidden = Boolean(empty);
    this.exports.hidden = Boolean(empty);
    this.about.textContent = about ?? '';
    this.node.classList.toggle('wide', Boolean(wide));
    this.notes.replaceChildren(...(notes ?? []).map((n) => element('li', {}, n)));
    this.extra.replaceChildren(...(table ? [orderTable(table)] : []));
    if (empty) return this.clear();
    this.plot.style.height = height ? `${height}px` : '';
    this.plot.setAttribute('aria-label', `${this.title.textContent}. ${about}`);
    this.put();
  }

  put() {
    if (!this.node.isConnected) return;
    if (!this.chart) {
      this.chart = echarts.init(this.plot, null, { renderer: 'svg' });
      this.moved = follow(this.chart, this.plot, () => this.built, () => this.context.theme());
      new ResizeObserver(() => {
        if (!this.chart || !this.plot.clientWidth) return;
        this.chart.resize();
        this.moved();
      }).observe(this.plot);
    } else this.chart.resize();
    this.chart.setOption(lightened(this.built.option), { notMerge: true });
    this.moved();
  }

  clear() {
    this.moved?.();
    this.chart?.clear();
  }

  async save(kind) {
    const { model, state } = this.context;
    const { svg, width, height } = renderSvg(this.figure, model, state, this.context.theme());
    const name = `${this.figure.id}.${kind}`;
    if (kind === 'svg') save(name, svg, 'image/svg+xml');
    else save(name, await png(svg, width, height));
  }
}
