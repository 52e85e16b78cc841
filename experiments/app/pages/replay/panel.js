// The numbers beside the picture: of the step, and of the run.
import { placeBelow } from './data.js';
import { shortNumber, withUnit } from './numbers.js';

export const element = (id) => document.getElementById(id);

/** Writes where the text is another: what is written again is drawn again. */
export function say(where, text) {
  const node = typeof where === 'string' ? element(where) : where;
  if (node.textContent !== String(text)) node.textContent = text;
}

export function fill(list, rows) {
  if (list.children.length !== 2 * rows.length)
    list.replaceChildren(...rows.flatMap(() => ['dt', 'dd'].map((tag) => document.createElement(tag))));
  rows.forEach(([name, value, bad], k) => {
    const [dt, dd] = [list.children[2 * k], list.children[2 * k + 1]];
    say(dt, name);
    say(dd, value);
    dd.classList.toggle('bad', Boolean(bad));
  });
}

const typeOf = (x) => (typeof x === 'string' ? x : x?.type);

export function describeRun(data) {
  const { configuration: c, scene } = data;
  const solver = c.solver ?? {};
  const rows = [
    ['bodies', scene.bodies.length],
    ['joints', scene.joints.length],
    ['worlds', data.allWorlds > data.worlds ? `${data.allWorlds}, ${data.worlds} here` : data.worlds],
    ['step', c.step?.accuracy ? `accuracy ${shortNumber(c.step.accuracy)}, up to ${withUnit(c.step.longest, 's')}` : withUnit(c.step, 's')],
    ['samples', `${data.frames}, one every ${data.poses.stride} step${data.poses.stride > 1 ? 's' : ''}`],
    ['integrator', typeOf(c.integrator)],
    ['solver', typeOf(solver)],
    ['NCP function', solver.ncp && typeOf(solver.ncp)],
    ['friction', solver.friction && typeOf(solver.friction)],
    ['linear solver', solver.linear && typeOf(solver.linear)],
    ['tolerance', solver.tolerance && shortNumber(solver.tolerance)],
    ['backend', data.device?.backend],
    ['ended', data.exitReason],
  ].filter(([, value]) => value !== undefined && value !== '' && value !== 0);
  fill(element('run'), rows);
  element('title').textContent = data.experiment ?? 'run';
  element('about').textContent = c.description ?? '';
  warn(data);
  tellOfCoarse(scene.coarse);
  for (const note of data.notes) {
    const p = document.createElement('p');
    p.className = 'note';
    p.textContent = note;
    element('notes').append(p);
  }
}

/** What must not be overlooked, beside the title. */
export function warn({ unsolved, stepsMade, stopped, running, exitReason }) {
  const lines = [];
  if (unsolved?.steps) {
    lines.push(`${unsolved.steps} of ${stepsMade} steps not solved: the first is step ${unsolved.first_step} `
      + `(${shortNumber(unsolved.first_time_s)} s), ${unsolved.first_reason}.`);
  }
  if (stopped) lines.push(`Stopped early: ${exitReason}.`);
  if (running) lines.push(`Under way, or killed: ${stepsMade} steps so far.`);
  say('unsolved', lines.join(' '));
  element('unsolved').hidden = !lines.length;
}

/** Surfaces that are drawn with fewer triangles than they have. */
export function tellOfCoarse(coarse) {
  element('coarse').textContent = coarse.map(({ body, triangles, drawn, off_m: off }) => (
    `A surface of ${body} is coarsened: ${drawn} of ${triangles} triangles, points up to ${withUnit(off, 'm')} off.`)).join(' ');
  element('coarse').hidden = !coarse.length;
}

/** The numbers of the step itself, or of the start. */
export function describeStep(data, step, contacts) {
  say('step', step);
  const { steps } = data;
  const rows = [];
  const place = steps ? placeBelow(steps.steps, step) : -1;
  if (!steps || !steps.steps.length || steps.steps[place] > step) {
    rows.push(['', step === 0 ? 'the start: nothing solved yet' : 'no numbers of it']);
  } else {
    const of = (name) => steps.columns[name]?.[place];
    const add = (name, column, unit) => {
      const value = of(column);
      if (value !== undefined) rows.push([name, unit === undefined ? value : withUnit(value, unit)]);
    };
    const touches = steps.columns.contacts?.some((n) => n > 0);
    const reason = steps.reason ? steps.reasons[steps.reason[place]] : undefined;
    if (reason !== undefined) rows.push(['stopped', reason, reason !== 'converged']);
    if (data.allWorlds > 1) add('worlds converged', 'worlds_converged');
    if (touches) add('contact points', 'contacts');
    add('Newton iterations', 'newton_iterations');
    add('linear iterations', 'linear_iterations');
    if (touches) {
      add('complementarity residual', 'ncp_residual_m_s', 'm/s');
      add('natural map', 'natural_map_m_s', 'm/s');
      add('penetration', 'penetration_m', 'm');
    }
    if (data.scene.joints.length) add('joint error', 'joint_error_m', 'm');
    add('kinetic energy', 'kinetic_J', 'J');
    add('potential energy', 'potential_J', 'J');
    if (of('elastic_J')) add('elastic energy', 'elastic_J', 'J');
    if (of('kinetic_J') !== undefined && of('potential_J') !== undefined)
      rows.push(['total energy', withUnit(of('kinetic_J') + of('potential_J') + (of('elastic_J') ?? 0), 'J')]);
    add('time of the step', 'step_wall_s', 's');
  }
  if (contacts.data) rows.push(['contacts shown', contacts.list.length]);
  fill(element('numbers'), rows);
}
