// Performance profiles of Dolan and Moré: how often a method is within a factor of the best.
import { axis, grid, line, upright } from '../axes.js';
import { quantity, solved, solvedName } from '../model.js';
import { median, performanceProfile } from '../numbers.js';
import { lastPart, number, plural, setting } from '../text.js';
import { style } from '../theme.js';
import { costsOf } from './precision.js';

// The lines, and for a case which line and which problem it belongs to.
function arrangement(model, state) {
  const problemOf = (c, keys) => JSON.stringify([model.alone ? 0 : c.problem.id, c.seed ?? null, keys.map((k) => c.settings[k] ?? null)]);
  if (state.compare === '') {
    const keys = model.joining ? [model.joining] : [];
    const lines = model.families
      .filter((f) => f.variants.some((v) => state.selected.has(v.id)))
      .map((f) => ({ name: f.label, variant: f.variants[0], style: f.variants[0].style, cases: f.cases }));
    return { lines, problem: (c) => problemOf(c, keys) };
  }
  const key = model.keys.find((k) => k.key === state.compare);
  const others = model.methodKeys.filter((k) => k !== state.compare);
  const lines = key.values.map((value, i) => ({
    name: key.numeric ? `${lastPart(key.key)} ${value}` : setting(value),
    style: style(i),
    cases: model.cases.filter((c) => JSON.stringify(c.settings[key.key]) === JSON.stringify(value)),
  }));
  return { lines, problem: (c) => problemOf(c, others) };
}

function costTable({ lines, problem }, state) {
  const problems = [...new Set(lines.flatMap((l) => l.cases.map(problem)))];
  const table = lines.map((l) => {
    const groups = new Map(problems.map((p) => [p, []]));
    for (const c of l.cases) groups.get(problem(c)).push(c);
    return problems.map((p) => {
      const cases = groups.get(p);
      return cases.length && cases.every((c) => solved(c, state)) ? median(cases.map((c) => quantity(c, state.cost))) : null;
    });
  });
  const known = problems.map((_, p) => table.some((row) => row[p] !== null));
  return { table, problems: problems.length, unsolved: known.filter((k) => !k).length };
}

// The same where each step of a motion is a problem. A count is one at least, so that a step at which a method does
// nothing has ratios; steps at which no method iterates are no problems.
function costTableOfSteps({ lines, problem }, state) {
  const column = state.cost === 'wall_time_s' ? 'step_wall_s' : state.cost;
  const least = column.endsWith('_s') ? 0 : 1;
  const costs = new Map(); // by problem and step, a list of each line
  lines.forEach((l, i) => {
    for (const c of l.cases.filter((k) => k.of_steps))
      c.of_steps.step.forEach((step, k) => {
        const key = JSON.stringify([problem(c), step]);
        const { solved: isSolved, newton_iterations: iterations } = c.of_steps;
        if (!costs.has(key)) costs.set(key, Object.assign(lines.map(() => []), { busy: false }));
        const all = costs.get(key);
        all[i].push(isSolved[k] ? c.of_steps[column][k] : null);
        all.busy ||= !isSolved[k] || iterations[k] > 0;
      });
  });
  const busy = [...costs.values()].filter((all) => all.busy);
  const table = lines.map((_, i) => busy.map((all) => (all[i].length && !all[i].includes(null) ? Math.max(median(all[i]), least) : null)));
  return { table, problems: busy.length, unsolved: busy.filter((_, p) => table.every((row) => row[p] === null)).length };
}

// What is marked on the axis.
const factors = [1, 1.2, 1.5, 2, 3, 5, 7, ...[1, 2, 3, 4, 5, 6].flatMap((k) => [1, 2, 5].map((m) => m * 10 ** k))];

// The steps of a profile: [log2 τ, part]..., from 1 to the largest ratio.
function steps(ratios, problems, last) {
  const points = [[0, 0]];
  ratios.forEach((r, i) => points.push([Math.log2(r), (i + 1) / problems]));
  points.push([last, ratios.length / problems]);
  return points;
}

export const profile = {
  id: 'performance_profile',
  title: 'Performance profile',
  controls: ['compare', 'cost', 'solved'],
  build(model, state, theme) {
    if (model.variants.length < 2) return { empty: 'A performance profile compares two methods or more; here is one.', fixed: true };
    const arranged = arrangement(model, state);
    const { table, problems, unsolved } = (model.sameSteps ? costTableOfSteps : costTable)(arranged, state);
    const word = model.sameSteps ? 'step' : 'problem';
    if (arranged.lines.length < 2) return { empty: 'A performance profile compares two methods or more; one is chosen.' };
    if (problems < 2)
      return { empty: 'A performance profile needs two problems or more: cases that share all settings but the method. Here all methods ran on one problem; compare the values of one key instead, sweep a scene or several experiments, or make each step a problem: orthant compare --same-steps.' };
    const ratios = performanceProfile(table);
    if (ratios.every((r) => !r.length)) return { empty: model.sameSteps ? 'No step is solved.' : `No case is solved, if that means that ${solvedName(model, state)}.` };
    const last = Math.max(1, Math.log2(Math.max(...ratios.flat())) * 1.05);
    const ticks = factors.map(Math.log2).filter((x) => x <= last);
    return {
      option: {
        grid,
        xAxis: axis(theme, `factor of the least ${costsOf(model)[state.cost].replace(/ \[.*/, '')}`, {
          min: 0, max: last, axisTick: { show: false, customValues: ticks },
          axisLabel: { color: theme.muted, fontSize: 12, fontFamily: theme.font, hideOverlap: true, customValues: ticks, formatter: (x) => number(2 ** x, 3) },
        }),
        yAxis: axis(theme, `part of the ${word}s`, { min: 0, max: 1, ...upright, axisLabel: { color: theme.muted, fontSize: 12, fontFamily: theme.font, formatter: (y) => `${Math.round(100 * y)} %` } }),
        series: arranged.lines.map((l, i) => line(theme, l.style, l.name, steps(ratios[i], problems, last), { marks: false, step: 'end', width: 2.2 })),
      },
      about: model.sameSteps ? `${plural(problems, 'step')} of one motion, which every method makes` : `${plural(problems, 'problem')}: equal in all but the method; solved: ${solvedName(model, state)}`,
      hover: arranged.lines.map((l, i) => ({
        variant: l.variant,
        name: l.name,
        step: true,
        lines: () => [
          `solves ${ratios[i].length} of ${problems}`,
          `is the best of ${ratios[i].filter((r) => r === 1).length}`,
          ...(ratios[i].length ? [`at worst ${number(ratios[i][ratios[i].length - 1], 3)} times the best`] : []),
        ],
      })),
      notes: [
        'Left: how often a method is the best. Right: how much it solves at all (Dolan and Moré 2002).',
        ...(model.sameSteps ? ['Steps at which no method iterates do not count.'] : []),
        ...(unsolved ? [`${plural(unsolved, word)} nobody solves: no curve reaches 100 %.`] : []),
      ],
    };
  },
};
