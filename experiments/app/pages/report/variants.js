// The legend of all figures, and what is drawn in them.
import { element } from '../common/dom.js';
import { entries, shownCases } from './model.js';
import { drawnAtMost, fastest } from './state.js';
import { plural } from './text.js';
import { swatch } from './swatch.js';

function remark(model, state, variant) {
  const cases = shownCases(model, state).filter((c) => c.variant === variant);
  if (!cases.length) return ['none', 'not run on this problem'];
  if (cases.every((c) => !c.ran)) return ['failed', cases[0].error ?? cases[0].status];
  if (cases.some((c) => !c.judged)) return ['', ''];
  const part = Math.min(...cases.map((c) => c.part));
  return part < 1 ? ['partly', model.stored ? 'not solved' : `${Math.floor(100 * part)} % of the steps converged`] : ['', ''];
}

export class Variants {
  constructor({ model, state, theme, set }) {
    Object.assign(this, { model, state, theme, set, filter: '' });
    const drawn = (v) => state.selected.has(v.id);
    this.order = [...model.variants.filter(drawn), ...model.variants.filter((v) => !drawn(v))];
    const choose = (find) => () => set({ selected: new Set(find().map((v) => v.id)) });
    this.count = element('span', { class: 'count' });
    this.list = element('ul', { class: 'variants' });
    this.node = element('div', { class: 'legend' },
      element('div', { class: 'legend-head' }, element('h2', {}, 'Variants'), this.count),
      element('div', { class: 'buttons' },
        element('button', { type: 'button', onclick: choose(() => this.found()) }, 'all'),
        element('button', { type: 'button', onclick: choose(() => []) }, 'none'),
        element('button', { type: 'button', title: 'the eight that converge in the fewest iterations', onclick: choose(() => fastest(model, state, 8)) }, 'best 8')),
      model.variants.length > 8
        ? element('input', { type: 'search', placeholder: 'find variants', 'aria-label': 'find variants', oninput: (e) => { this.filter = e.target.value; this.draw(); } })
        : null,
      this.list,
      element('p', { class: 'hint' }, model.stored ? '✕ did not run; ! not solved.' : '✕ did not run; ! some steps did not converge.'));
  }

  found() {
    const words = this.filter.toLowerCase().split(/\s+/).filter(Boolean);
    return this.order.filter((v) => words.every((w) => v.label.toLowerCase().replace(/\u00a0/g, ' ').includes(w)));
  }

  row(variant) {
    const { state, model } = this;
    const chosen = state.selected.has(variant.id);
    const [kind, why] = remark(model, state, variant);
    const toggle = () => {
      const selected = new Set(state.selected);
      selected[chosen ? 'delete' : 'add'](variant.id);
      this.set({ selected });
    };
    return element('li', { class: `${kind} ${chosen ? '' : 'off'}`, title: why ? `${variant.label}: ${why}` : variant.label },
      element('button', { type: 'button', 'aria-pressed': String(chosen), onclick: toggle },
        swatch(variant.style, this.theme()), element('span', { class: 'name' }, variant.label),
        kind ? element('span', { class: 'mark' }, kind === 'failed' ? '✕' : kind === 'partly' ? '!' : '–') : null),
      element('button', { type: 'button', class: 'only', title: 'draw this one alone', onclick: () => this.set({ selected: new Set([variant.id]) }) }, 'only'));
  }

  draw() {
    const { model, state } = this;
    this.list.replaceChildren(...this.found().map((v) => this.row(v)));
    const drawn = state.selected.size;
    this.count.textContent = `${drawn} of ${model.variants.length}`;
    const note = this.node.querySelector('.few') ?? element('p', { class: 'few' });
    note.textContent = model.variants.length > drawnAtMost && drawn < model.variants.length
      ? `${plural(entries(model, state).length, 'variant is', 'variants are')} drawn: at first those with the fewest iterations.` : '';
    if (!note.isConnected) this.list.before(note);
  }
}
