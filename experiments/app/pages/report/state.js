// What the reader can choose, and what is chosen at first.
import { isNumber } from './numbers.js';
import { addStyles, shownCases } from './model.js';

export const drawnAtMost = 32;
const firstChoice = 16;

// How much a metric tells apart: the number of its positive values, errors against a reference first,
// before them the one that a sweep asks for.
function telling(cases, name) {
  const values = new Set(cases.map((c) => c.metrics?.[name]).filter((x) => isNumber(x) && x > 0));
  const preferred = [/^distance_m$/, /^error$/, /(position|angle|velocity|rotation).*error/, /energy_drift/, /angular_momentum_drift/, /joint_error|penetration/]
    .findIndex((r) => r.test(name));
  return (values.size > 1 ? 100 : 0) + (preferred < 0 ? 0 : 10 - preferred) + Math.min(values.size, 9) / 10;
}

function bestMetric(model) {
  const ran = model.cases.filter((c) => c.ran);
  return [...model.metrics].sort((a, b) => telling(ran, b) - telling(ran, a))[0] ?? null;
}

function firstKinds(model) {
  const all = new Set(model.cases.flatMap((c) => c.history?.newton?.kinds ?? []));
  return all.has('ratio') ? 'ratio' : [...all][0] ?? 'ratio';
}

// Hundreds of curves are no figure: the methods that converge, with the fewest Newton iterations
// first, each with all its step lengths.
export function fastest(model, state, count = firstChoice) {
  const shown = shownCases(model, state);
  const cost = (c) => (!c.ran ? Infinity : c.judged ? (1 - c.part) * 1e12 + c.newton_iterations : 0);
  const costs = new Map(model.families.map((f) => [f, Math.min(...f.cases.filter((c) => shown.includes(c)).map(cost))]));
  const out = [];
  for (const f of [...model.families].sort((a, b) => costs.get(a) - costs.get(b)))
    if (!out.length || out.length + f.variants.length <= count) out.push(...f.variants);
  return out.slice(0, count);
}

export function firstState(model) {
  const varying = model.keys.filter((k) => k.values.length > 1).map((k) => k.key);
  const pick = (end, not) => varying.find((k) => k.endsWith(end) && k !== not);
  const heatY = pick('ncp') ?? varying.find((k) => k !== pick('linear')) ?? null;
  const heatX = pick('linear', heatY) ?? varying.find((k) => k !== heatY) ?? null;
  // of a profile over whole methods
  const problems = model.problems.length * (model.keys.find((k) => k.key === model.joining)?.values.length ?? 1);
  const state = {
    problem: 0, at: 'worst', position: 0, kind: firstKinds(model), over: 'newton_iterations',
    metric: bestMetric(model), cost: model.cases.some((c) => !c.judged) ? 'step_cpu_s' : model.cases.every((c) => !c.ran || c.linear_solves > 0) ? 'linear_solves' : 'wall_time_s', solved: 'all', heatX, heatY, heatMetric: model.stored ? 'wall_time_s' : 'newton_iterations',
    compare: model.sameSteps || problems > 2 || model.methodKeys.length < 2 ? '' : model.methodKeys.find((k) => k !== model.joining) ?? '',
    selected: new Set(model.variants.map((v) => v.id)),
  };
  if (model.variants.length > drawnAtMost) {
    state.selected = new Set(fastest(model, state).map((v) => v.id));
    addStyles(model, state.selected);
  }
  return state;
}
