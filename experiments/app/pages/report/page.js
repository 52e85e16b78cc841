// The page around the figures: what was compared, and how to do it again.
import { buttons, element, save, select } from '../common/dom.js';
import { shell } from './table.js';
import { number, plural, seconds, setting } from './text.js';

function title(model) {
  const names = model.data.experiments?.map((e) => e.name) ?? [];
  if (model.data.kind === 'run') return names[0];
  if (names.length <= 3) return names.join(', ');
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}

function compared(model) {
  const { cases, variants, problems } = model;
  if (model.data.kind === 'run') return cases[0].search ? `A search of ${plural(cases[0].search.runs.length, 'run')}.` : 'One run.';
  const parts = [plural(cases.length, 'case')];
  if (!model.alone) parts.push(`${plural(variants.length, 'variant')} on ${plural(problems.length, 'problem')}`);
  const parted = (model.data.partings ?? []).map((each) => `${each}.`);
  return [`${parts.join(': ')}.`, ...sameSteps(model), ...parted].join(' ');
}

// Of each experiment whose cases make the steps of one motion.
function sameSteps({ cases }) {
  const motions = new Map(cases.filter((c) => c.same_steps).map((c) => [c.experiment, c.same_steps]));
  return [...motions.values()].map(({ solver, steps, steps_converged: solvedSteps }) =>
    `Every method makes the ${plural(steps, 'step')} of one motion, by ${solver}, which solves ${steps === solvedSteps ? 'all' : number(solvedSteps)}.`);
}

function tiles(model) {
  const { cases } = model;
  const count = (test) => cases.filter(test).length;
  const all = [
    [model.stored ? 'solved' : 'converged in every step', count((c) => c.ended && c.part === 1), 'good'],
    [model.stored ? 'not solved' : 'ended, not every step converged', count((c) => c.ended && c.judged && c.part < 1), 'warn'],
    ['another simulator, not judged by our equations', count((c) => !c.judged), ''],
    ['stopped early', count((c) => c.status === 'stopped'), 'bad'],
    ['under way, or killed', count((c) => c.status === 'running'), 'bad'],
    ['failed or unreadable', count((c) => c.status === 'failed' || c.status === 'unreadable'), 'bad'],
    ['not in this build', count((c) => c.status === 'not built'), 'warn'],
    ['not run', count((c) => c.status === 'missing'), 'bad'],
    ['expectation not met', count((c) => c.expectations?.unmet?.length), 'warn'],
  ].filter(([, n], i) => n > 0 || i === 0);
  const time = cases.reduce((sum, c) => sum + (c.wall_time_s ?? 0), 0);
  return element('div', { class: 'tiles' },
    all.map(([name, n, kind]) => element('div', { class: `tile ${n ? kind : ''}` }, element('b', {}, `${number(n)}`), element('small', {}, ` of ${number(cases.length)}`), element('span', {}, name))),
    element('div', { class: 'tile' }, element('b', {}, seconds(time)), element('span', {}, model.stored ? 'CPU time of all solves' : 'wall time of all steps')));
}

const unsolvedOf = (c) => c.unsolved?.steps ?? (c.ran && c.judged ? c.steps - c.steps_converged : 0);

// What must not be overlooked: results after a step that was not solved are no results.
function warning(model) {
  const bad = model.cases.filter((c) => unsolvedOf(c) > 0);
  const stopped = model.cases.filter((c) => c.status === 'stopped');
  const running = model.cases.filter((c) => c.status === 'running');
  if (!bad.length && !stopped.length && !running.length) return null;
  const lines = [];
  if (model.data.kind === 'run') {
    const [c] = model.cases;
    if (model.stored && bad.length) return element('p', { class: 'unsolved', role: 'alert' }, `${number(unsolvedOf(c))} of ${plural(c.problems, 'problem')} not solved: the first is ${c.unsolved.first}, ${c.unsolved.first_reason}.`);
    const { first_step: step, first_time_s: time, first_reason: reason, worst_residual_m_s: worst } = c.unsolved ?? {};
    if (bad.length) lines.push(`${number(unsolvedOf(c))} of ${plural(c.steps, 'step')} not solved${step ? `: the first is step ${number(step)} (${number(time)} s), ${reason}; rows are missed by up to ${number(worst, 2)} m/s` : ''}.`);
    if (stopped.length) lines.push(`Stopped early: ${c.exit_reason}.`);
    if (running.length) lines.push(`Under way, or killed: ${plural(c.steps, model.stored ? 'problem' : 'step')} so far.`);
  } else {
    if (bad.length && model.stored) lines.push(`${number(bad.length)} of ${plural(model.cases.length, 'case')} are not solved.`);
    else if (bad.length) lines.push(`${number(bad.length)} of ${plural(model.cases.length, 'case')} have steps that are not solved: ${number(bad.reduce((sum, c) => sum + unsolvedOf(c), 0))} in all.`);
    if (stopped.length) lines.push(`${number(stopped.length)} stopped early.`);
  }
  return element('p', { class: 'unsolved', role: 'alert' }, lines.join(' '));
}

function sweeps(model) {
  if (!model.keys.length) return null;
  return element('table', { class: 'sweep' },
    model.keys.map((k) => element('tr', {}, element('th', {}, element('code', {}, k.key)), element('td', {}, k.values.map((v) => setting(v)).join(', ')))));
}

// The figure that `orthant figure` makes without further choices.
function figureButton(model) {
  const { figure, directory } = model.data;
  if (!figure) return null;
  return element('button', { type: 'button', class: 'figure', title: 'a figure for a paper: what orthant figure draws, as SVG', onclick: () => save(`${directory}.svg`, figure, 'image/svg+xml') }, 'figure');
}

export function heading(model, toggleTheme) {
  return element('header', { class: 'top' },
    element('div', { class: 'bar' },
      element('div', {}, element('p', { class: 'brand' }, model.data.kind === 'run' ? 'Orthant · run' : 'Orthant · comparison'), element('h1', {}, title(model))),
      figureButton(model),
      element('button', { type: 'button', class: 'theme', onclick: toggleTheme, title: 'light or dark', 'aria-label': 'light or dark' }, '◐')),
    element('p', { class: 'lead' }, compared(model)),
    warning(model),
    sweeps(model),
    tiles(model));
}

export function problemChoice(model, state, set) {
  if (model.alone || model.problems.length < 2) return null;
  const options = model.problems.map((p, i) => [String(i), p.label]);
  if (options.length > 3 || options.some(([, name]) => name.length > 24)) return select('problem', options, String(state.problem), (i) => set({ problem: Number(i) }));
  return element('div', { class: 'choice' }, element('span', {}, 'problem'), buttons('problem', options, String(state.problem), (i) => set({ problem: Number(i) })));
}

function thinned(model) {
  const { limits, cases, kind } = model.data;
  const series = Math.max(0, ...cases.map((c) => c.history?.steps?.every ?? 1));
  const steps = Math.max(0, ...cases.map((c) => c.history?.newton?.steps ?? 0));
  const repeated = cases.some((c) => c.repeat > 0 || (c.seed !== undefined && c.seed !== null));
  return [
    ...(steps > limits.steps ? [`Of each case’s Newton histories the page holds ${limits.steps} steps, spread evenly over the time, the worst step, and the median over all.`] : []),
    ...(series > 1 ? [`Curves over the trajectory have at most ${limits.points} points: each is the largest value of its steps.`] : []),
    'Numbers of curves are kept to four digits; of a step with very many iterations not all are kept. The files beside the page hold everything.',
    ...(repeated && kind !== 'run' ? ['Repetitions and seeds of one variant: curves are those of the first, totals are medians.'] : []),
  ];
}

function pairs(object) {
  return element('table', { class: 'pairs' }, Object.entries(object ?? {}).map(([k, v]) => element('tr', {}, element('th', {}, k), element('td', {}, setting(v)))));
}

export function footing(model) {
  const { data } = model;
  const command = shell(data.command ?? []);
  const copy = element('button', { type: 'button', onclick: (e) => { navigator.clipboard?.writeText(command); e.target.textContent = 'copied'; } }, 'copy');
  return element('section', { class: 'card wide', id: 'again' },
    element('header', {}, element('div', {}, element('h2', {}, 'To do it again'))),
    element('div', { class: 'command' }, element('code', {}, command), copy),
    element('div', { class: 'lists' },
      element('div', {}, element('h4', {}, 'Versions'), pairs(data.versions)),
      element('div', {}, element('h4', {}, 'Device'), pairs(data.device)),
      element('div', {}, element('h4', {}, 'Experiments'), pairs(Object.fromEntries((data.experiments ?? []).map((e) => [e.name, e.file]))))),
    element('details', {}, element('summary', {}, `What all cases share: ${plural(Object.keys(data.common).length, 'setting')}`), pairs(data.common)),
    element('h4', {}, 'What is left out'),
    element('ul', { class: 'notes' }, thinned(model).map((n) => element('li', {}, n))));
}
