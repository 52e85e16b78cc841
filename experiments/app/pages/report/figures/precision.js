// Accuracy against what it costs, and against the step length.
import { framed, line, logAxis, upright } from '../axes.js';
import { medianOf, shownCases, solved } from '../model.js';
import { order } from '../numbers.js';
import { measure, number } from '../text.js';

const costsOfMotion = {
  wall_time_s: 'wall time [s]',
  step_cpu_s: 'processor time of a step [s]',
  newton_iterations: 'Newton iterations',
  linear_iterations: 'linear iterations',
  linear_solves: 'linear solves',
};
const costsOfStored = { wall_time_s: 'CPU time [s]', newton_iterations: 'iterations', linear_solves: 'linear solves' };
export const costsOf = (model) => (model.stored ? costsOfStored : costsOfMotion);

// For each family the points [x, metric] of its variants that are chosen.
function families(model, state, x) {
  const shown = shownCases(model, state);
  return model.families
    .map((family) => ({
      family,
      points: family.variants
        .filter((v) => state.selected.has(v.id))
        .map((variant) => {
          const cases = shown.filter((c) => c.variant === variant && c.ran);
          return { variant, cases, x: x(cases, variant), y: medianOf(cases, state.metric), solved: cases.every((c) => solved(c, state)) };
        })
        .filter((p) => p.cases.length && p.y !== null && p.x !== null),
    }))
    .filter((f) => f.points.length);
}

function drawn(theme, all, axes, label = () => ({})) {
  return all.map((f) => {
    const s = f.points[0].variant.style;
    const each = f.points.map((p) => [axes.x.at(p.x), axes.y.at(Math.abs(p.y))]);
    const out = line(theme, s, f.name, each, { open: f.points.map((p) => !p.solved), ...label(f) });
    out.symbolSize = 9;
    return out;
  });
}

const openNote = 'Hollow markers: not all is solved.';
const otherNote = 'Hollow too: other simulators, whose steps have no residual to judge them by.';
const named = (all) => all.map((f) => ({ ...f, name: f.points.length > 1 || f.family.variants.length > 1 ? f.family.label : f.points[0].variant.label }));
const noMetric = (state) => `No variant that is chosen ran and has ${state.metric ? `a number for “${measure(state.metric)}”` : 'a metric that is a number'}.`;

function notes(all, axes) {
  return [
    ...(all.some((f) => f.points.some((p) => !p.solved && p.cases.some((c) => c.judged))) ? [openNote] : []),
    ...(all.some((f) => f.points.some((p) => p.cases.some((c) => !c.judged))) ? [otherNote] : []),
    ...(axes.y.zeros ? ['An error of 0 lies on the lower edge.'] : []),
    ...(all.some((f) => f.points.some((p) => p.cases.length > 1)) ? ['Of repetitions the median.'] : []),
  ];
}

const hover = (all, state, about) =>
  all.map((f) => ({ at: (i) => f.points[i].variant, lines: (i) => [...about(f.points[i], f), `${measure(state.metric)}: ${number(f.points[i].y)}`] }));

export const precision = {
  id: 'work_precision',
  title: 'Work and precision',
  controls: ['metric', 'cost'],
  build(model, state, theme) {
    const costs = costsOf(model);
    const all = named(families(model, state, (cases) => medianOf(cases, state.cost)));
    if (model.variants.length < 2) return { empty: 'There is one variant: nothing to weigh against another.', fixed: true };
    if (!all.length) return { empty: noMetric(state) };
    const flat = all.flatMap((f) => f.points);
    const axes = {
      x: logAxis(theme, costs[state.cost], flat.map((p) => p.x)),
      y: logAxis(theme, measure(state.metric), flat.map((p) => Math.abs(p.y)), upright),
    };
    const joined = model.joining && all.some((f) => f.points.length > 1);
    return {
      option: { grid: framed(axes.y), xAxis: axes.x.options, yAxis: axes.y.options, series: drawn(theme, all, axes) },
      about: `${measure(state.metric)} against ${costs[state.cost]}; better is left and below`,
      hover: hover(all, state, (p) => [`${costs[state.cost]}: ${number(p.x)}`]),
      notes: [
        joined ? `A line joins the values of ${model.joining} of one method.` : model.joining ? '' : 'Neither step nor a tolerance is swept: each method is one point.',
        ...notes(all, axes),
      ].filter(Boolean),
    };
  },
};

// The order of a family: of all its points, and of its two finest.
function orders(f) {
  const points = f.points.map((p) => [p.x, Math.abs(p.y)]);
  return { fit: order(points), finest: order(points.slice(0, 2)) };
}

export const accuracy = {
  id: 'accuracy_step',
  of: 'motion',
  title: 'Accuracy against step length',
  controls: ['metric'],
  build(model, state, theme) {
    const swept = model.keys.find((k) => k.place === 'step' && k.values.length > 1);
    if (!swept)
      return { empty: 'The step length was not swept: give “step” several values in the sweep to see an order of convergence.', fixed: true };
    const h = (cases, v) => {
      const step = v.settings[swept.key] ?? cases[0]?.configuration?.step;
      return typeof step === 'number' ? step : null; // no single length belongs to an accuracy
    };
    const all = named(families(model, state, h)).filter((f) => f.points.length > 1);
    if (!all.length) return { empty: `${noMetric(state).slice(0, -1)} at two step lengths.` };
    for (const f of all) f.order = orders(f);
    const flat = all.flatMap((f) => f.points);
    const axes = {
      x: logAxis(theme, 'step length h [s]', flat.map((p) => p.x)),
      y: logAxis(theme, measure(state.metric), flat.map((p) => Math.abs(p.y)), upright),
    };
    const slope = (x) => (x === null ? '–' : number(x, 3));
    // An order is written at the end of its line, where no other is written yet: the table has all.
    const range = axes.y.options.max - axes.y.options.min;
    const ends = [];
    const label = (f) => {
      const end = axes.y.at(Math.abs(f.points[f.points.length - 1].y));
      const free = ends.every((other) => Math.abs(end - other) > 0.045 * range);
      if (free) ends.push(end);
      return { endLabel: { show: free, formatter: `order ${slope(f.order.fit)}`, color: theme.ink, fontSize: 11.5, fontFamily: theme.font, distance: 6 } };
    };
    return {
      option: { grid: framed(axes.y, { right: 104 }), xAxis: axes.x.options, yAxis: axes.y.options, series: drawn(theme, all, axes, label) },
      about: `${measure(state.metric)}; the order is the slope of the logarithms by least squares`,
      hover: hover(all, state, (p, f) => [`h = ${number(p.x)} s`, `order of the method: ${slope(f.order.fit)}, of its two finest: ${slope(f.order.finest)}`]),
      notes: notes(all, axes),
      table: {
        head: ['method', 'order (all h)', 'order (two finest h)', 'points'],
        rows: all.map((f) => [f.name, slope(f.order.fit), slope(f.order.finest), f.points.length]),
      },
    };
  },
};
