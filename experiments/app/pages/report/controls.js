// What can be chosen for a figure: one maker for each name that a figure lists.
import { buttons, element, select } from '../common/dom.js';
import { heatName } from './figures/heat.js';
import { kinds, kindsOf } from './figures/kinds.js';
import { costsOf } from './figures/precision.js';
import { overTime, overTitle } from './figures/trajectory.js';
import { solvedBy } from './model.js';
import { measure, number } from './text.js';

function slider(model, state, set) {
  const most = Math.max(...model.cases.map((c) => c.history?.newton?.grid?.length ?? 0)) - 1;
  const time = (i) => model.cases.map((c) => c.history?.newton?.grid?.[i]?.time).find((t) => t !== undefined);
  const text = (i) => (time(i) === undefined ? 'no step' : `t = ${number(time(i))} s`);
  const shown = element('output', {}, text(state.position));
  const input = element('input', {
    type: 'range', min: 0, max: most, value: state.position, 'aria-label': 'step', 'data-keep': 'slider',
    oninput: (e) => {
      shown.textContent = text(Number(e.target.value));
      set({ position: Number(e.target.value) });
    },
  });
  return element('label', { class: 'choice slider' }, element('span', {}, 'step'), input, shown);
}

const swept = (model) => model.keys.filter((k) => k.values.length > 1).map((k) => [k.key, k.key]);
const metrics = (model) => model.metrics.map((m) => [m, measure(m)]);

const makers = {
  at: (model, state, set) => {
    const at = typeof state.at === 'string' ? state.at : 'step';
    const choice = buttons('step', [['worst', 'worst step'], ['median', 'median over steps'], ['step', 'one step']], at, (key) => set({ at: key }));
    return at === 'step' ? [choice, slider(model, state, set)] : [choice];
  },
  kind: (model, state, set) => select('residual', kindsOf(model).map((k) => [k, kinds[k]]), state.kind, (kind) => set({ kind })),
  over: (model, state, set) => select('shown', overTime(model).map((k) => [k, overTitle(k)]), state.over, (over) => set({ over })),
  metric: (model, state, set) => select('accuracy', metrics(model), state.metric, (metric) => set({ metric })),
  cost: (model, state, set) => select('cost', Object.entries(costsOf(model)), state.cost, (cost) => set({ cost })),
  solved: (model, state, set) => select('solved if', Object.entries(solvedBy).map(([k, v]) => [k, v.name]), state.solved, (s) => set({ solved: s })),
  compare: (model, state, set) =>
    select('compare', [['', model.joining ? `methods (all settings but ${model.joining})` : 'methods (all settings)'],
      ...swept(model).filter(([k]) => model.methodKeys.includes(k)).map(([k]) => [k, `values of ${k}`])], state.compare, (compare) => set({ compare })),
  heatX: (model, state, set) => select('across', swept(model), state.heatX, (heatX) => set({ heatX })),
  heatY: (model, state, set) => select('up', swept(model), state.heatY, (heatY) => set({ heatY })),
  heatMetric: (model, state, set) =>
    select('shown', [...Object.keys(costsOf(model)), 'converged_part', ...model.metrics].map((k) => [k, heatName(model, k)]), state.heatMetric, (heatMetric) => set({ heatMetric })),
};

// A stored problem has one solve, no steps to choose from, and is solved or not.
const ofMotion = ['at', 'solved'];
export const controlsFor = (figure, model, state, set) =>
  figure.controls.filter((name) => !(model.stored && ofMotion.includes(name))).flatMap((name) => makers[name](model, state, set));
