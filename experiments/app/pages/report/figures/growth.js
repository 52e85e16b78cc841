// Time over the size of the problem, of stored problems.
import { framed, line, logAxis, upright } from '../axes.js';
import { medianOf, solved } from '../model.js';
import { isNumber, order } from '../numbers.js';
import { number } from '../text.js';
import { costsOf } from './precision.js';

// Of each chosen variant the problems that it solved, by their contacts.
function lines(model, state) {
  return model.variants
    .filter((v) => state.selected.has(v.id))
    .map((variant) => ({
      variant,
      points: model.problems
        .map((problem) => ({ problem, cases: problem.cases.filter((c) => c.variant === variant && c.ran && solved(c, state)) }))
        .filter((p) => p.cases.length)
        .map((p) => ({ ...p, x: p.cases[0].contacts, y: medianOf(p.cases, state.cost) }))
        .filter((p) => p.x > 0 && isNumber(p.y) && p.y > 0)
        .sort((a, b) => a.x - b.x),
    }))
    .filter((l) => l.points.length);
}

export const growth = {
  id: 'growth',
  of: 'stored',
  title: 'Cost over the number of contacts',
  controls: ['cost'],
  build(model, state, theme) {
    const all = lines(model, state);
    const sizes = new Set(all.flatMap((l) => l.points.map((p) => p.x)));
    if (sizes.size < 2) return { empty: 'Cost over size needs two problems or more, of different numbers of contacts, that are solved.', fixed: model.problems.length < 2 };
    const name = costsOf(model)[state.cost];
    const axes = {
      x: logAxis(theme, 'contacts', all.flatMap((l) => l.points.map((p) => p.x))),
      y: logAxis(theme, name, all.flatMap((l) => l.points.map((p) => p.y)), upright),
    };
    return {
      option: {
        grid: framed(axes.y), xAxis: axes.x.options, yAxis: axes.y.options,
        series: all.map((l) => ({
          ...line(theme, l.variant.style, l.variant.label, l.points.map((p) => [axes.x.at(p.x), axes.y.at(p.y)])),
          lineStyle: { width: 0 }, emphasis: { focus: 'series' },
        })),
      },
      about: `${name} of the problems that are solved`,
      hover: all.map((l) => ({
        variant: l.variant,
        lines: (i) => [l.points[i].problem.label, `${number(l.points[i].x)} contacts`, `${name}: ${number(l.points[i].y)}`],
      })),
      table: {
        head: ['variant', 'solved', 'slope of the logarithms'],
        rows: all.map((l) => {
          const slope = order(l.points.map((p) => [p.x, p.y]));
          return [l.variant.label, `${l.points.length} of ${model.problems.length}`, slope === null ? '–' : number(slope, 3)];
        }),
      },
      notes: ['Problems of one size may differ much: a slope is that of these problems, by least squares.'],
    };
  },
};
