// The stored problem that is chosen: what it is, and who solves it.
import { axis, framed, line, logAxis, upright } from '../axes.js';
import { shownCases } from '../model.js';
import { number, plural, seconds } from '../text.js';
import { style } from '../theme.js';

const friction = (p) => (p.friction_min === p.friction_max ? `μ = ${number(p.friction_min, 3)}` : `μ from ${number(p.friction_min, 3)} to ${number(p.friction_max, 3)}`);

function facts(p) {
  const parts = [`${plural(p.contacts, 'contact')} ${p.dimension === 2 ? 'of a plane' : 'in space'}, ${plural(p.rows, 'row')}`];
  if (p.friction_min !== undefined) parts.push(friction(p));
  if (p.rank !== undefined) parts.push(p.rank < p.rows ? `W has rank ${number(p.rank)} of ${number(p.rows)}` : 'W is regular');
  parts.push(`${plural(p.entries, 'entry', 'entries')} in W${p.asymmetry > 1e-12 ? `, which is not symmetric by ${number(p.asymmetry, 2)}` : ''}`);
  return `${parts.join('; ')}.`;
}

const outcome = (c) => (!c.ran ? c.error ?? c.status : c.part === 1 ? 'solved' : `not solved: ${c.unsolved?.first_reason ?? c.exit_reason}`);

// One row a variant: its first case on the problem.
function solvers(cases) {
  const first = new Map();
  for (const c of cases) if (!first.has(c.variant)) first.set(c.variant, c);
  return {
    head: ['variant', 'outcome', 'iterations', 'CPU time', 'error'],
    rows: [...first].map(([v, c]) => [v.label, outcome(c), number(c.newton_iterations ?? null), c.ran ? seconds(c.wall_time_s) : '–', number(c.metrics?.error ?? null, 3)]),
  };
}

export const spectrum = {
  id: 'problem',
  of: 'stored',
  title: 'The problem and who solves it',
  controls: [],
  build(model, state, theme) {
    const cases = shownCases(model, state);
    const problem = cases.find((c) => c.problem_facts)?.problem_facts;
    const table = solvers(cases);
    if (!problem) return { empty: 'Of several problems in one run nothing is written down but problems.csv.', table };
    const values = problem.eigenvalues ?? [];
    if (!values.length) return { empty: `${facts(problem)} ${problem.contacts ? 'Eigenvalues are computed up to 400 rows.' : ''}`, table };
    const falling = [...values].reverse().map((x) => Math.max(x, 0));
    const y = logAxis(theme, 'eigenvalue of W', falling, upright);
    return {
      option: {
        grid: framed(y),
        xAxis: axis(theme, 'number', { min: 1, max: falling.length, minInterval: 1 }),
        yAxis: y.options,
        series: [line(theme, style(0), 'eigenvalues', falling.map((x, i) => [i + 1, y.at(x)]), { marks: falling.length <= 60 })],
      },
      about: facts(problem),
      hover: [{ name: 'eigenvalue', lines: (i) => [`number ${i + 1} of ${falling.length}`, number(falling[i])] }],
      table,
      notes: ['Eigenvalues of the symmetric part of W.', ...(y.zeros ? ['Those of 0, and what is 10⁻²⁰ of the largest, lie on the lower edge.'] : [])],
    };
  },
};
