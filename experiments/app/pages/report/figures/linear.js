// Linear iterations of each Newton iteration.
import { axis, framed, line, logAxis, upright } from '../axes.js';
import { entries } from '../model.js';
import { number } from '../text.js';
import { curveOf, pointsOf, stepOf, whichStep } from './kinds.js';

export const linear = {
  id: 'linear_iterations',
  of: 'motion',
  title: 'Linear iterations per Newton step',
  controls: ['at'],
  build(model, state, theme) {
    const all = entries(model, state)
      .map(({ variant, first }) => ({ variant, curve: curveOf(first, state) }))
      // the last row of a step says where it ended: no linear solve follows
      .map((e) => ({ ...e, points: pointsOf(e.curve, 'linear_iterations').filter(([k, n]) => n !== null && k < e.curve.iterations) }))
      .filter((e) => e.points.length);
    if (!all.length) return { empty: 'No variant that is chosen counts linear iterations in this step: it needed no Newton iteration, or its solver reports none.' };
    const counts = all.flatMap((e) => e.points.map((p) => p[1]));
    const spread = Math.max(...counts) > 30 * Math.max(1, Math.min(...counts.filter((n) => n > 0)));
    const name = 'linear iterations';
    const y = spread ? logAxis(theme, name, counts, upright) : { options: axis(theme, name, { min: 0, minInterval: 1, ...upright }), at: (n) => n };
    return {
      option: {
        grid: framed(y),
        xAxis: axis(theme, 'Newton iteration', { min: 0, minInterval: 1 }),
        yAxis: y.options,
        series: all.map((e) => line(theme, e.variant.style, e.variant.label, e.points.map(([k, n]) => [k, y.at(n)]), { marks: e.points.length <= 40 })),
      },
      about: `Summed over the worlds, ${whichStep(model, state)}`,
      hover: all.map((e) => ({
        variant: e.variant,
        lines: (i) => [stepOf(e.curve, state), `Newton iteration ${e.points[i][0]}: ${number(e.points[i][1])} linear iterations`],
      })),
      notes: ['Of a direct solver these are its passes of iterative refinement.'],
    };
  },
};
