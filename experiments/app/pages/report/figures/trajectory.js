// Something over the whole motion: Newton iterations at first.
import { axis, edgeNote, framed, line, logAxis, upright } from '../axes.js';
import { entries } from '../model.js';
import { measure, number, plural } from '../text.js';

const titles = {
  newton_iterations: 'Newton iterations of a step',
  linear_iterations: 'linear iterations of a step',
  step_wall_s: 'time of a step [s]',
};
const others = ['every', 'time_s', 'not_converged'];
// What any case has over the steps: those with a title of their own first.
export function overTime(model) {
  const all = new Set([...Object.keys(titles), ...model.cases.flatMap((c) => Object.keys(c.history?.steps ?? {}))]);
  return [...all].filter((k) => !others.includes(k) && model.cases.some((c) => c.history?.steps?.[k]));
}
export const overTitle = (column) => titles[column] ?? measure(column);
const counted = ['newton_iterations', 'contacts'];

// Crosses above what did not converge, at the points of its curve.
function crosses(theme, e, points) {
  const failed = points.filter((_, i) => (e.steps.not_converged?.[i] ?? 0) > 0);
  return { type: 'scatter', name: e.variant.label, silent: true, animation: false, data: failed, symbol: 'path://M0,0L10,10M10,0L0,10', symbolSize: 7,
    itemStyle: { color: 'transparent', borderColor: theme.failedInk, borderWidth: 1.4 }, z: 5 };
}

export const trajectory = {
  id: 'trajectory',
  of: 'motion',
  title: 'Newton iterations over the trajectory',
  titleFor: (state) => (state.over === 'newton_iterations' ? 'Newton iterations over the trajectory' : `Over the trajectory: ${overTitle(state.over)}`),
  controls: ['over'],
  build(model, state, theme) {
    const all = entries(model, state)
      .map(({ variant, first }) => ({ variant, judged: first?.judged, steps: first?.history?.steps }))
      .filter((e) => e.steps && (e.steps[state.over] || (e.judged && state.over === 'newton_iterations')))
      .map((e) => ({ ...e, values: e.steps[state.over] ?? e.steps.time_s.map(() => 0) }));
    if (!all.length) return { empty: `No variant that is chosen has “${overTitle(state.over)}” other than zero for this problem (steps.csv).` };
    const name = overTitle(state.over);
    const y = counted.includes(state.over)
      ? { options: axis(theme, name, { min: 0, minInterval: 1, ...upright }), at: (n) => n }
      : logAxis(theme, name, all.flatMap((e) => e.values), upright);
    const points = all.map((e) => e.values.map((v, i) => [e.steps.time_s[i], y.at(v)]));
    const every = Math.max(...all.map((e) => e.steps.every));
    const failures = all.some((e) => e.steps.not_converged);
    return {
      option: {
        grid: framed(y),
        xAxis: axis(theme, 'time [s]', { min: 0, max: 'dataMax' }),
        yAxis: y.options,
        series: [
          ...all.map((e, i) => line(theme, e.variant.style, e.variant.label, points[i], { marks: points[i].length <= 30, width: 1.5 })),
          ...all.flatMap((e, i) => (e.steps.not_converged ? [crosses(theme, e, points[i])] : [])),
        ],
      },
      about: failures ? `${name}; a cross: a step that did not converge` : name,
      hover: all.map((e) => ({
        variant: e.variant,
        lines: (i) => [
          `t = ${number(e.steps.time_s[i])} s`,
          `${name}: ${number(e.values[i])}`,
          ...(e.steps.not_converged?.[i] ? [`${plural(e.steps.not_converged[i], 'step')} not converged`] : []),
        ],
      })),
      notes: [
        ...(every > 1 ? [`Each point is the largest value of up to ${every} steps.`] : []),
        ...(failures ? ['A cross marks steps that did not converge.'] : []),
        ...(y.zeros ? [edgeNote] : []),
      ],
    };
  },
};
