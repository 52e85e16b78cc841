// The residual against the iteration, and against the time.
import { axis, edgeNote, framed, line, logAxis, upright } from '../axes.js';
import { entries } from '../model.js';
import { number, seconds } from '../text.js';
import { curveOf, kinds, kindsOf, noHistory, pointsOf, ratioNote, solveNote, stepOf, whichStep } from './kinds.js';

function chosen(model, state) {
  return entries(model, state)
    .map(({ variant, first }) => ({ variant, curve: curveOf(first, state), first }))
    .map((e) => ({ ...e, points: pointsOf(e.curve, state.kind) }))
    .filter((e) => e.points.length);
}

// Where the solver stops, if it is the same for all.
function tolerance(model, state) {
  if (state.kind === 'ratio') return 1;
  if (/^dynamics/.test(state.kind)) return null;
  const all = new Set(model.cases.filter((c) => c.ran).map((c) => c.tolerance));
  return all.size === 1 ? [...all][0] ?? null : null;
}

function toleranceLine(theme, at, position) {
  return {
    silent: true,
    symbol: 'none',
    animation: false,
    lineStyle: { color: theme.muted, type: 'dashed', width: 1.2 },
    label: { formatter: 'tolerance', position, color: theme.muted, fontSize: 11.5, fontFamily: theme.font },
    data: [{ yAxis: at }],
  };
}

function build(model, state, theme, { time }) {
  const all = chosen(model, state);
  if (!all.length) return { empty: kindsOf(model).length ? `${noHistory.slice(0, -1)}, or it has no rows of the kind “${kinds[state.kind]}”.` : noHistory };
  // An iteration is taken to last as long as every other of its step.
  const lasting = ({ curve }) => (curve.iterations > 0 ? curve.wall / curve.iterations : 0);
  const x = time ? (e, k) => k * lasting(e) * 1e3 : (e, k) => k;
  const limit = tolerance(model, state);
  const y = logAxis(theme, kinds[state.kind], [...all.flatMap((e) => e.points.map((p) => p[1])), limit].filter((v) => v !== null), upright);
  const series = all.map((e) =>
    line(theme, e.variant.style, e.variant.label, e.points.map(([k, r]) => [x(e, k), y.at(r)]), { marks: e.points.length <= 40 }),
  );
  if (limit) series[0].markLine = toleranceLine(theme, y.at(limit), time ? 'insideEndTop' : 'insideStartTop');
  return {
    option: {
      grid: framed(y),
      xAxis: time ? axis(theme, model.stored ? 'CPU time [ms]' : 'time in the step [ms]', { min: 0 }) : axis(theme, model.stored ? 'iteration' : 'Newton iteration', { min: 0, minInterval: 1 }),
      yAxis: y.options,
      series,
    },
    about: `${kinds[state.kind]}, ${whichStep(model, state)}`,
    hover: all.map((e) => ({
      variant: e.variant,
      lines: (i) => [
        stepOf(e.curve, state),
        `iteration ${e.points[i][0]} of ${e.curve.iterations}${time ? `, after ${seconds(e.points[i][0] * lasting(e))}` : ''}`,
        `${kinds[state.kind]}: ${number(e.points[i][1])}`,
      ],
    })),
    notes: [
      ...(state.kind === 'ratio' ? [ratioNote] : []),
      ...(y.zeros ? [edgeNote] : []),
      ...(all.some((e) => e.curve.solve?.of > 1) ? [solveNote(model)] : []),
      ...(time ? ['Iterations are taken to last equally long: the time of the step ÷ iterations.'] : []),
      ...(state.at === 'median' ? ['A step that has ended keeps its last residual in the median.'] : []),
    ],
  };
}

const controls = ['at', 'kind'];

export const residual = {
  id: 'residual',
  title: 'Residual against iteration',
  controls,
  build: (model, state, theme) => build(model, state, theme, { time: false }),
};

export const residualTime = {
  id: 'residual_time',
  title: 'Residual against time',
  controls,
  build: (model, state, theme) => build(model, state, theme, { time: true }),
};
