// The kinds of residual; each has its unit, and they are never added up.
export const kinds = {
  ratio: 'largest residual of a row ÷ tolerance',
  error: 'natural map ÷ |q|',
  normal_m_s: 'normal [m/s]',
  friction_m_s: 'friction [m/s]',
  joint_m_s: 'joint [m/s]',
  joint_rad_s: 'joint [rad/s]',
  normal_rad_s: 'limit [rad/s]',
  friction_rad_s: 'torsion and rolling [rad/s]',
  dynamics_N_s: 'momentum [N·s]',
  dynamics_N_m_s: 'angular momentum [N·m·s]',
};

export const ratioNote =
  'The ratio is of the rows of joints, contacts and friction, each by the tolerance that a step must reach on it. The momentum ' +
  'defect is a kind of its own: it is in N·s, while its tolerance is on the velocity that it amounts to.';

// The kinds that some case has.
export function kindsOf(model) {
  const found = new Set(model.cases.flatMap((c) => c.history?.newton?.kinds ?? []));
  return Object.keys(kinds).filter((k) => found.has(k));
}

// The curve of a case at the step that is chosen.
export function curveOf(c, state) {
  const newton = c?.history?.newton;
  if (!newton) return null;
  if (state.at === 'worst') return newton.worst;
  if (state.at === 'median') return newton.median;
  return newton.grid[Math.min(state.position, newton.grid.length - 1)];
}

// [[iteration, value]...] of a curve.
export function pointsOf(curve, name) {
  const values = curve?.[name];
  return values ? values.map((y, i) => [curve.at ? curve.at[i] : i, y]) : [];
}

export function whichStep(model, state) {
  if (model.stored) return `of ${model.problems[state.problem]?.label ?? 'the problem'}`;
  const { step } = model.data.limits ?? {};
  if (state.at === 'worst' && step) return `in step ${step}`;
  if (state.at === 'worst') return model.sameSteps ? 'in the step that fewest cases solve, or has most iterations of all' : 'in the worst step of each case';
  if (state.at === 'median') return 'median over the steps';
  const times = model.cases.map((c) => c.history?.newton?.grid?.[state.position]?.time).filter((t) => t !== undefined);
  return times.length ? `in the step that ends at t ≈ ${times[0]} s` : 'in the chosen step';
}

// Which solve of its step a curve is of, if there are others.
function solveOf({ solve }) {
  if (!(solve?.of > 1)) return '';
  const stage = solve.stage && solve.stage !== 'step' ? ` of the stage ${solve.stage}` : '';
  const island = solve.island === undefined ? '' : ` of island ${solve.island}`;
  return `; solve ${solve.number} of ${solve.of}${stage}${island}${solve.solver ? ` by ${solve.solver}` : ''}${solve.reason ? `, ${solve.reason}` : ''}`;
}

export const solveNote = (model) => {
  const { solve, stage } = model.data.limits ?? {};
  if (solve) return `Residuals are those of solve ${solve} of each step.`;
  if (stage) return `Residuals are those of the last solve of the stage ${stage} of each step.`;
  return 'A step may have several solves: attempts, stages, islands, solvers in turn. Residuals are those of the last that failed, or else of the last of the first stage; orthant report --step N, --solve N and --stage NAME show others.';
};

export function stepOf(curve, state) {
  if (curve.problem) return `${curve.problem}, ${curve.converged ? 'solved' : 'not solved'}`;
  if (state.at === 'median') return `median over the steps; median of the iterations: ${curve.median_iterations}`;
  return `step ${curve.step}, t = ${curve.time} s, ${curve.converged ? 'converged' : 'not converged'}${solveOf(curve)}`;
}

export const noHistory = 'No variant that is chosen has a history of Newton iterations for this problem (newton.csv, convergence.csv).';
