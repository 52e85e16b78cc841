// What was compared: problems (experiments and their scenes) by variants (settings of the method).
import { isNumber, median } from './numbers.js';
import { lastPart, nameValues, setting } from './text.js';
import { style } from './theme.js';

const ofProblem = (key) => /^(scene|problems|worlds|duration|steps|reference)(\.|$)/.test(key);
const id = (settings, keys) => JSON.stringify(keys.map((k) => settings[k] ?? null));

// The name of a row of a zip stands for its values: one setting, "scene" or "method".
function nameRows({ cases, experiments }) {
  const swept = new Map(experiments?.map((e) => [e.name, e.sweep ?? []]));
  for (const c of cases)
    for (const [zip, name] of Object.entries(c.names ?? {})) {
      const keys = (swept.get(c.experiment) ?? []).filter((s) => String(s.zip) === zip).map((s) => s.key);
      const kind = keys.some(ofProblem) ? 'scene' : 'method';
      for (const key of keys) delete c.settings[key];
      c.settings[kind in c.settings ? `${kind} ${zip}` : kind] = name;
    }
}

// In the order in which they stand in the experiments' sweeps.
function sweptKeys(data) {
  const { cases } = data;
  const stated = data.experiments?.flatMap((e) => e.sweep?.map((s) => s.key) ?? []) ?? [];
  const ofKey = (key) => data.experiments?.flatMap((e) => e.sweep?.filter((s) => s.key === key) ?? []) ?? [];
  const place = ({ key }) => (stated.includes(key) ? stated.indexOf(key) : stated.length);
  const values = new Map();
  for (const c of cases)
    for (const [key, value] of Object.entries(c.settings)) {
      if (!values.has(key)) values.set(key, new Map());
      values.get(key).set(JSON.stringify(value), value);
    }
  const all = [...values].map(([key, found]) => ({ key, values: [...found.values()] }));
  for (const k of all) {
    nameValues(k.key, k.values, ofKey(k.key).flatMap((s) => (s.names ?? []).map((name, i) => [s.values[i], name])));
    k.numeric = k.values.every(isNumber);
    if (k.numeric) k.values.sort((a, b) => a - b);
    // A parameter counts as the step or the tolerance that it sets, if it is one in every sweep.
    const places = new Set(ofKey(k.key).map((s) => s.place));
    k.place = places.size === 1 ? [...places][0] ?? k.key : k.key;
  }
  all.sort((a, b) => place(a) - place(b));
  return all.filter((k) => k.values.length > 1 || cases.some((c) => !(k.key in c.settings)));
}

function named(settings, names, keys) {
  const bare = (v) => typeof v !== 'string' && (typeof v !== 'object' || v === null);
  const isStep = (k) => keys.find(({ key }) => key === k).place === 'step';
  return names
    .filter((k) => k in settings && settings[k] !== null)
    .map((k) => (isStep(k) && isNumber(settings[k]) ? `h\u00a0=\u00a0${setting(settings[k])}` : bare(settings[k]) ? `${lastPart(k)}\u00a0${setting(settings[k])}` : setting(settings[k])))
    .join(' · ');
}

// Cases in groups of equal `key`, in order of appearance.
function grouped(cases, key, make) {
  const groups = new Map();
  for (const c of cases) {
    const k = key(c);
    if (!groups.has(k)) groups.set(k, { ...make(c), id: k, cases: [] });
    groups.get(k).cases.push(c);
  }
  return [...groups.values()];
}

// The key whose values join the points of one method: the step, or else a tolerance.
function joiningKey(keys) {
  const numeric = keys.filter((k) => k.numeric && k.values.length > 1);
  return (numeric.find((k) => k.place === 'step') ?? numeric.find((k) => lastPart(k.place) === 'tolerance'))?.key ?? null;
}

// Colours go to families, and tell all variants apart where each is a family or all are one. The
// `first` variants get theirs first, those of which no case ran last: more than eight share colours.
export function addStyles({ variants, families }, first = new Set()) {
  const rank = ({ id, cases }) => (first.has(id) ? 0 : cases.some((c) => c.ran) ? 1 : 2);
  if (families.length < 2 || families.length === variants.length)
    return [...variants].sort((a, b) => rank(a) - rank(b)).forEach((v, i) => (v.style = style(i)));
  const rankOf = (f) => Math.min(...f.variants.map(rank));
  const ordered = [...families].sort((a, b) => rankOf(a) - rankOf(b));
  const members = Math.max(...families.map((f) => f.variants.length));
  ordered.forEach((f, i) => f.variants.forEach((v, member) => (v.style = style(i, member, members))));
}

const telling = /^(backend\.type|solver\.(ncp\.|friction\.|linear\.|scaling\.|step\.|regularisation\.)?type|solver\.tolerance|integrator\.type|step)$/;

// What a variant is, in words of its configuration: what was swept first.
function addDescription(variant, keys, common) {
  const configuration = { ...common, ...variant.cases.find((c) => c.configuration)?.configuration };
  const rest = Object.entries(configuration).filter(([k]) => telling.test(k) && !(k in variant.settings) && !(k.replace(/\.type$/, '') in variant.settings));
  variant.description = [...keys.filter((k) => k.key in variant.settings).map((k) => [k.key, variant.settings[k.key], true]), ...rest];
}

// Stored problems are counted by the names of steps.
function addCounts(c) {
  if (c.problems === undefined) return;
  Object.assign(c, { steps: c.problems, steps_converged: c.problems_solved, newton_iterations: c.iterations, wall_time_s: c.cpu_time_s });
  if (c.unsolved) c.unsolved.steps = c.unsolved.problems;
}

function addOutcome(c) {
  addCounts(c);
  c.ran = ['finished', 'stopped', 'running'].includes(c.status);
  // Steps of another simulator are neither solved nor unsolved.
  c.judged = !c.ran || c.steps_converged !== null;
  c.part = !c.judged ? null : c.ran && c.steps > 0 ? c.steps_converged / c.steps : 0;
  if (c.ran && c.steps > 0 && c.cpu_time_s !== undefined) c.step_cpu_s = c.cpu_time_s / c.steps;
  c.ended = c.status === 'finished';
}

export function makeModel(data) {
  const { cases } = data;
  const stored = cases.some((c) => c.problems !== undefined); // problems, in place of motion
  cases.forEach(addOutcome);
  nameRows(data);
  const keys = sweptKeys(data);
  const methodKeys = keys.map((k) => k.key).filter((k) => !ofProblem(k));
  const problemKeys = keys.map((k) => k.key).filter(ofProblem);
  const joining = joiningKey(keys);
  const familyKeys = methodKeys.filter((k) => k !== joining);

  const problems = grouped(cases, (c) => JSON.stringify([c.experiment, id(c.settings, problemKeys)]), (c) => ({
    label: [c.experiment, named(c.settings, problemKeys, keys)].filter(Boolean).join(' · '),
  }));
  // Without a sweep of methods the experiments themselves are what is compared.
  const alone = methodKeys.length === 0;
  const variants = grouped(cases, (c) => (alone ? c.experiment + id(c.settings, problemKeys) : id(c.settings, methodKeys)), (c) => ({
    label: (alone ? [c.experiment, named(c.settings, problemKeys, keys)].filter(Boolean).join(' · ') : named(c.settings, methodKeys, keys)) || 'as in the file',
    settings: c.settings,
  }));
  for (const v of variants) for (const c of v.cases) c.variant = v;
  for (const p of problems) for (const c of p.cases) c.problem = p;
  const families = grouped(cases, (c) => (alone ? c.variant.id : id(c.settings, familyKeys)), (c) => ({
    label: alone ? c.variant.label : named(c.settings, familyKeys, keys) || 'all',
  }));
  for (const f of families) {
    f.variants = [...new Set(f.cases.map((c) => c.variant))];
    f.variants.sort((a, b) => (a.settings[joining] ?? 0) - (b.settings[joining] ?? 0));
    for (const v of f.variants) v.family = f;
  }
  addStyles({ variants, families });
  for (const v of variants) addDescription(v, keys, data.common);
  const metrics = new Set(cases.flatMap((c) => Object.entries(c.metrics ?? {}).filter(([, x]) => isNumber(x)).map(([k]) => k)));
  const ran = cases.filter((c) => c.ran);
  // All cases make the steps of one motion: steps are problems.
  const sameSteps = ran.length > 0 && ran.every((c) => c.of_steps);
  return { data, cases, stored, sameSteps, keys, methodKeys, problemKeys, joining, problems, variants, families, alone, metrics: [...metrics].sort() };
}

// The problem that curves are of; without a sweep, all cases.
export function shownCases(model, state) {
  if (model.alone) return model.cases;
  return model.problems[state.problem]?.cases ?? [];
}

// One entry for each chosen variant that ran: its first case with histories, and all repetitions.
export function entries(model, state) {
  const shown = shownCases(model, state);
  return model.variants
    .filter((v) => state.selected.has(v.id))
    .map((variant) => {
      const cases = shown.filter((c) => c.variant === variant);
      return { variant, cases, first: cases.find((c) => c.history?.newton) ?? cases.find((c) => c.history) };
    })
    .filter((e) => e.cases.length);
}

export function quantity(c, name) {
  if (name === 'converged_part') return c.ran ? c.part : null;
  return name in c ? c[name] : c.metrics?.[name];
}

export const medianOf = (cases, name) => median(cases.filter((c) => c.ran).map((c) => quantity(c, name)));

// Whether a case counts as solved: {part: of its steps that converged, ended: whether it must end}.
export const solvedBy = {
  all: { name: 'every step converged', test: (c) => c.ended && c.part === 1 },
  most: { name: '99 % of the steps converged', test: (c) => c.ended && c.judged && c.part >= 0.99 },
  many: { name: '90 % of the steps converged', test: (c) => c.ended && c.judged && c.part >= 0.9 },
  ended: { name: 'it ran to the end', test: (c) => c.ended },
};
export const solvedName = (model, state) => (model.stored ? 'its error is at most the tolerance' : solvedBy[state.solved].name);
export const solved = (c, state) => solvedBy[state.solved].test(c);
