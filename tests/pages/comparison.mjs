// A comparison's directory for tests, made of single runs: what the report reads.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// All combinations of a sweep [{key, values}], as settings.
function combinations(sweep) {
  return sweep.reduce(
    (all, { key, values }) => all.flatMap((s) => values.map((v) => ({ ...s, [key]: v }))),
    [{}],
  );
}

function runCase(orthant, file, directory, settings) {
  const set = Object.entries(settings).flatMap(([k, v]) => [
    '--set',
    `${k}=${typeof v === 'string' ? v : JSON.stringify(v)}`,
  ]);
  mkdirSync(directory, { recursive: true });
  try {
    execFileSync(orthant, ['run', file, '--quiet', '--output', directory, ...set], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (error) {
    if (error.status !== 2 || existsSync(join(directory, 'result.json'))) return;
    const why = String(error.stderr).replace(/^error: /, '').trim();
    const result = { status: 'failed', error: why, settings };
    writeFileSync(join(directory, 'result.json'), JSON.stringify(result));
  }
}

// experiments: [{name, scene, sweep}]. Each combination is run `repeats` times.
export function makeComparison(orthant, directory, experiments, repeats = 1) {
  mkdirSync(join(directory, 'cases'), { recursive: true });
  const cases = [];
  const files = experiments.map(({ name, scene, sweep }) => {
    const file = join(directory, `${name}.json`);
    writeFileSync(file, JSON.stringify({ name, ...scene }));
    for (const settings of combinations(sweep))
      for (let repeat = 0; repeat < repeats; ++repeat) {
        const label = Object.entries(settings)
          .map(([k, v]) => `${k}=${v}`)
          .join(', ');
        const number = String(cases.length).padStart(4, '0');
        cases.push({ case: number, experiment: name, label, settings, repeat });
        runCase(orthant, file, join(directory, 'cases', number), settings);
      }
    return { name, file, sweep };
  });
  const ran = cases
    .map((c) => JSON.parse(readFileSync(join(directory, 'cases', c.case, 'result.json'), 'utf8')))
    .find((r) => r.versions);
  const all = {
    command: ['orthant', 'compare', ...files.map((f) => f.file), '--output', directory],
    versions: ran.versions,
    device: ran.device,
    experiments: files,
    cases,
  };
  const part = join(directory, 'comparison.json.part');
  writeFileSync(part, JSON.stringify(all, null, 2));
  renameSync(part, join(directory, 'comparison.json'));
}

const stack = {
  description: 'Five cubes at rest on each other, and a rod that swings.',
  scene: {
    assemblies: [{ type: 'stack', count: 5, size: [1, 1, 1], mass: 1, friction: 0.5 }],
    bodies: [
      { name: 'rod', mass: 1, position: [5, 0, 2],
        shapes: [{ type: 'capsule', radius: 0.1, length: 1 }] },
    ],
    joints: [{ type: 'hinge', b: 'rod', point: [5.5, 0, 2.5], axis: [0, 1, 0] }],
  },
  step: 0.01,
  duration: 0.4,
  solver: { type: 'newton', ncp: 'fischer_burmeister', linear: 'dense_ldlt' },
};

// Twelve methods, of which some do not converge and one is refused; a sweep of h; repetitions.
export function smallComparison(orthant, directory) {
  makeComparison(
    orthant,
    directory,
    [
      {
        name: 'stack_of_five',
        scene: stack,
        sweep: [
          { key: 'solver.ncp', values: ['fischer_burmeister', 'minimum_map', 'chks'] },
          { key: 'solver.linear', values: ['dense_ldlt', 'pcr', 'no_such_solver'] },
          { key: 'step', values: [0.02, 0.01, 0.005] },
        ],
      },
      {
        name: 'stack_in_few',
        scene: { ...stack, solver: { ...stack.solver, max_iterations: 3 } },
        sweep: [
          { key: 'solver.ncp', values: ['fischer_burmeister', 'minimum_map', 'chks'] },
          { key: 'solver.linear', values: ['dense_ldlt', 'pcr', 'no_such_solver'] },
          { key: 'step', values: [0.02, 0.01, 0.005] },
        ],
      },
    ],
    1,
  );
}

if (process.argv[1].endsWith('comparison.mjs')) smallComparison(process.argv[2], process.argv[3]);
