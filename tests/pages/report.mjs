// The report in a browser: node report.mjs ORTHANT NODE_MODULES FOLDER
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, openFile } from './browser.mjs';
import { smallComparison } from './comparison.mjs';

const [orthant, modules, folder] = process.argv.slice(2);
const browser = await launch(modules);
const directory = join(folder, 'comparison');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
smallComparison(orthant, directory);
execFileSync(orthant, ['report', directory]);
const report = join(directory, 'report.html');

const figures = ['residual', 'residual_time', 'linear_iterations', 'trajectory', 'work_precision', 'accuracy_step', 'performance_profile', 'heat_map'];
// All is drawn that was asked for.
const drawn = (page) => page.waitForSelector('main[aria-busy=false]', { state: 'attached' });
const column = (page, n) => page.$$eval(`#cases tr.case td:nth-child(${n})`, (cells) => cells.map((c) => c.textContent));

const tests = {
  async 'figures are there, each drawn'({ page }) {
    for (const id of figures) {
      const marks = await page.$$eval(`#${id} .plot svg path`, (all) => all.length);
      assert.ok(marks > 10, `${id}: ${marks} paths`);
      assert.equal(await page.isVisible(`#${id} .empty`), false, id);
    }
    assert.match(await page.textContent('.lead'), /54 cases: 27 variants on 2 problems/);
  },

  async 'a failed case shows its error'({ page }) {
    await page.selectOption('#cases select', 'failed');
    const rows = await page.$$eval('#cases tr.case', (all) => all.map((r) => r.textContent));
    assert.equal(rows.length, 18);
    for (const row of rows) assert.match(row, /failed.*"no_such_solver" is not one of/);
    await page.selectOption('#cases select', 'all');
  },

  async 'pointing at a curve names the variant and its settings'({ page }) {
    const box = await page.locator('#residual .plot').boundingBox();
    let text = null;
    for (let y = 20; y < box.height - 60 && !text; y += 6) {
      await page.mouse.move(box.x + box.width / 2, box.y + y);
      if (await page.isVisible('.hover')) text = await page.textContent('.hover');
    }
    assert.match(text, /solver\.ncp(fischer_burmeister|minimum_map|chks)/);
    assert.match(text, /solver\.linear(dense_ldlt|pcr)/);
    assert.match(text, /step0\.0(05|1|2)/);
    assert.match(text, /iteration \d+ of \d+/);
    assert.match(text, /integrator\.typeimplicit_euler/);
    // the curve that stands out is the one that is named
    const colour = await page.$eval('.hover .swatch path', (p) => p.getAttribute('stroke'));
    const thick = await page.$$eval('#residual .plot svg path[fill=none]', (all) => all.filter((p) => p.getAttribute('stroke-width') > 2.5).map((p) => p.getAttribute('stroke')));
    assert.deepEqual(thick, [colour]);
    await page.mouse.move(2, 2);
    assert.equal(await page.isVisible('.hover'), false);
  },

  async 'pointing at a cell of the heat map tells its cases'({ page }) {
    const box = await page.locator('#heat_map .plot').boundingBox();
    await page.locator('#heat_map').scrollIntoViewIfNeeded();
    const there = await page.locator('#heat_map .plot').boundingBox();
    await page.mouse.move(there.x + there.width - 60, there.y + box.height / 2);
    assert.match(await page.textContent('.hover'), /no_such_solver.*0 of 3 solved.*is not one of/s);
  },

  async 'the table sorts by numbers, both ways, and what has none stays last'({ page }) {
    const names = await page.$$eval('#cases thead th', (all) => all.map((h) => h.textContent));
    const n = names.findIndex((name) => name.startsWith('Newton')) + 1;
    const numbers = async () =>
      (await page.$$eval('#cases tr.case', (rows, at) => rows.map((r) => (r.querySelector('.error') ? null : Number(r.children[at].textContent.replace(/\D/g, '')))), n - 1));
    for (const direction of [1, -1]) {
      await page.click(`#cases thead th:nth-child(${n}) button`);
      const found = await numbers();
      const ran = found.slice(0, 36);
      assert.ok(ran.every((x) => x > 0) && found.slice(36).every((x) => x === null));
      assert.deepEqual(ran, [...ran].sort((a, b) => direction * (a - b)));
      assert.ok(new Set(ran).size > 3);
    }
  },

  async 'the table finds words in all columns, and a row opens'({ page }) {
    await page.fill('#cases input[type=search]', 'chks stack_in_few');
    assert.deepEqual(await column(page, 2), Array(9).fill('stack_in_few'));
    assert.deepEqual(await column(page, 3), Array(9).fill('chks'));
    await page.click('#cases tr.case:has-text("pcr"):not(:has-text("failed")) >> nth=0');
    assert.match(await page.textContent('#cases .details'), /orthant run .*--set solver\.linear=pcr/);
    assert.match(await page.textContent('#cases .details'), /penetration max \[m\]/);
    await page.fill('#cases input[type=search]', '');
  },

  async 'a variant is left out of all figures, and its colour is one'({ page }) {
    const lines = (id) => page.$$eval(`#${id} .plot svg path[fill=none]`, (all) => all.map((p) => p.getAttribute('stroke')));
    const before = (await lines('residual')).length;
    await page.click('.legend .buttons button:has-text("none")');
    await drawn(page);
    assert.match(await page.textContent('#residual .empty'), /No variant that is chosen/);
    await page.click('.variants li >> nth=3 >> button >> nth=0');
    await drawn(page);
    const colour = await page.$eval('.variants li:nth-child(4) .swatch path', (p) => p.getAttribute('stroke'));
    for (const id of ['residual', 'residual_time', 'trajectory']) assert.ok((await lines(id)).includes(colour), `${id} in ${colour}`);
    assert.ok((await lines('residual')).length < before);
    await page.click('.legend .buttons button:has-text("all")');
    await drawn(page);
  },

  async 'the step can be chosen, in all figures of steps at once'({ page }) {
    await page.click('#residual button:has-text("one step")');
    await drawn(page);
    await page.fill('#residual input[type=range]', '7');
    await drawn(page);
    assert.equal(await page.textContent('#residual_time output'), 't = 0.1 s');
    assert.match(await page.textContent('#residual .about'), /t ≈ 0\.1 s/);
    await page.click('#residual button:has-text("median over steps")');
    await drawn(page);
    assert.match(await page.textContent('#residual .about'), /median over the steps/);
  },

  async 'orders of convergence are printed'({ page }) {
    await page.selectOption('#accuracy_step select', 'energy_drift_relative');
    await drawn(page);
    const orders = await page.$$eval('#accuracy_step .orders td:nth-child(2)', (all) => all.map((t) => Number(t.textContent)));
    assert.equal(orders.length, 6);
    // implicit Euler loses energy in proportion to h; three steps from 0.02 are near that
    for (const order of orders) assert.ok(Math.abs(order - 1) < 0.1, String(order));
  },

  async 'light and dark'({ page }) {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const ink = () => page.$eval('#residual .plot svg text', (t) => t.getAttribute('fill'));
    const [first, text] = [await ground(), await ink()];
    await page.click('button.theme');
    await drawn(page);
    assert.notEqual(await ground(), first);
    assert.notEqual(await ink(), text);
    await page.click('button.theme');
    assert.equal(await ground(), first);
  },

  async 'a figure is saved as SVG and as PNG'({ page }) {
    const saved = async (kind) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#heat_map .exports button:has-text("${kind}")`)]);
      const file = join(folder, download.suggestedFilename());
      await download.saveAs(file);
      return readFileSync(file);
    };
    const svg = (await saved('SVG')).toString();
    assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.match(svg, /Heat map: solver\.ncp × solver\.linear/);
    const broken = await page.evaluate((text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent, svg);
    assert.equal(broken, undefined);
    assert.deepEqual([...(await saved('PNG')).subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  },

  async 'the figure for a paper is what the program draws'({ page }) {
    const file = join(folder, 'figure.svg');
    try {
      execFileSync(orthant, ['figure', directory, '-o', join(folder, 'same.svg')], { stdio: 'pipe' });
    } catch (error) {
      assert.match(String(error.stderr), /python3-matplotlib/);
      assert.equal(await page.isVisible('button.figure'), false);
      return;
    }
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('button.figure')]);
    await download.saveAs(file);
    assert.equal(readFileSync(file, 'utf8'), readFileSync(join(folder, 'same.svg'), 'utf8'));
    const text = readFileSync(file, 'utf8');
    const broken = await page.evaluate((t) => new DOMParser().parseFromString(t, 'image/svg+xml').querySelector('parsererror')?.textContent, text);
    assert.equal(broken, undefined);
  },
};

async function single() {
  const run = join(directory, 'cases', '0001');
  execFileSync(orthant, ['report', run]);
  const { page, problems } = await openFile(browser, join(run, 'report.html'));
  await drawn(page);
  assert.match(await page.textContent('.lead'), /One run/);
  for (const part of ['#scene', '#motion_J .plot', '#motion_m .plot', '#residual .plot']) assert.ok((await page.$$(`${part} svg path`)).length > 5, part);
  assert.equal(await page.$('#heat_map'), null); // nothing is compared
  assert.deepEqual(problems, []);
}

// What is not solved is said at the head, of a comparison and of a run, and of no other.
async function unsolved() {
  const heads = {};
  const run = (name, set) => {
    const out = join(folder, name);
    execFileSync(orthant, ['run', join(directory, 'stack_of_five.json'), '-q', '-o', out, '--set', 'unsolved=ignore', ...set]);
    execFileSync(orthant, ['report', out]);
    return join(out, 'report.html');
  };
  const files = { comparison: report, bad: run('bad', ['--set', 'solver.max_iterations=0']), good: run('good', []) };
  for (const [name, file] of Object.entries(files)) {
    const { page, problems } = await openFile(browser, file);
    heads[name] = (await page.$('header .unsolved')) ? await page.textContent('header .unsolved') : null;
    assert.deepEqual(problems, []);
  }
  assert.match(heads.comparison, /^\d+ of 54 cases have steps that are not solved: \d+ in all\.$/);
  assert.match(heads.bad, /^40 of 40 steps not solved: the first is step 1 \(0\.01 s\), iteration limit reached/);
  assert.equal(heads.good, null);
}

// Stored problems: convergence, profiles and growth in their own words, and a problem's own figure.
async function stored() {
  const home = join(folder, 'stored');
  mkdirSync(home);
  const contact = (n, q) => `3 ${n} 0 ${3 * n} ${3 * n} ${3 * n} ${3 * n} ${Array.from({ length: 9 * n * n }, (_, k) => (k % (3 * n) === Math.floor(k / (3 * n)) ? 1 : 0)).join(' ')} ${Array(n).fill(q).join(' ')} ${Array(n).fill(0.5).join(' ')}`;
  writeFileSync(join(home, 'one.dat'), contact(1, '-1 -2 0'));
  writeFileSync(join(home, 'four.dat'), contact(4, '-2 0.3 0'));
  writeFileSync(join(home, 'e.json'), JSON.stringify({
    problems: { files: '*.dat' },
    sweep: { solver: ['hybrid', 'interior_point', { type: 'admm', max_iterations: 1 }], 'solver.tolerance': [1e-4, 1e-8] },
  }));
  try {
    execFileSync(orthant, ['compare', 'e.json', '-q', '-o', 'out'], { cwd: home, stdio: 'pipe' });
  } catch (error) {
    assert.equal(error.status, 3);
  }
  execFileSync(orthant, ['report', join(home, 'out')]);
  const { page, problems } = await openFile(browser, join(home, 'out', 'report.html'));
  await drawn(page);
  const shown = ['residual', 'residual_time', 'work_precision', 'performance_profile', 'heat_map', 'growth', 'problem'];
  assert.deepEqual(await page.$$eval('main .card .plot', (all) => all.map((p) => p.parentElement.id)), shown);
  for (const id of shown) assert.equal(await page.isVisible(`#${id} .empty`), false, id);
  assert.match(await page.textContent('.lead'), /12 cases: 6 variants on 2 problems/);
  assert.match(await page.textContent('header .unsolved'), /4 of 12 cases are not solved/);
  assert.match(await page.textContent('#problem .about'), /4 contacts in space, 12 rows; μ = 0\.5; W is regular/);
  assert.match(await page.textContent('#problem table'), /admm.*not solved: iteration limit reached/);
  assert.match(await page.textContent('#growth table'), /hybrid.*2 of 2/);
  assert.deepEqual(problems, []);
}

// A search tells its critical value and its runs, a sweep of searches the critical value of each case.
async function searched() {
  const file = join(folder, 'search.json');
  writeFileSync(file, JSON.stringify({
    scene: { bodies: [
      { name: 'floor', motion: 'fixed', friction: 0.5, shapes: [{ type: 'half_space' }] },
      { name: 'box', mass: 1, friction: 0.5, force: [1, 0, 0], position: [0, 0, 0.1], shapes: [{ type: 'box', size: [0.2, 0.2, 0.2] }] },
    ] },
    step: 0.01, duration: 0.05, metrics: { way_m: 'x(box)' },
    search: { path: 'scene.bodies.1.force.0', between: [1, 9], until: 'way_m.end > 1e-6', within: 0.1 },
  }));
  const one = join(folder, 'search'), several = join(folder, 'searches');
  execFileSync(orthant, ['run', file, '-q', '-o', one]);
  execFileSync(orthant, ['compare', file, '-q', '-o', several, '--set', 'sweep={"scene.bodies.0.friction": [0.3, 0.5]}']);
  for (const each of [one, several]) execFileSync(orthant, ['report', each]);
  const page = await openFile(browser, join(one, 'report.html'));
  await drawn(page.page);
  assert.match(await page.page.textContent('.lead'), /A search of 9 runs/);
  assert.match(await page.page.textContent('#search h2'), /^Critical .*: 4\.8\d+ … 4\.9\d+$/);
  assert.equal(await page.page.$$eval('#search tbody tr', (rows) => rows.length), 9);
  assert.deepEqual(page.problems, []);
  const table = await openFile(browser, join(several, 'report.html'));
  await drawn(table.page);
  assert.match(await table.page.textContent('#cases tbody'), /3\.750 … 3\.813.*4\.875 … 4\.938/);
  assert.deepEqual(table.problems, []);
}

// A parameter that is the step counts as the step, and the error of the sweep comes first.
async function stepByParameter() {
  const file = join(folder, 'steps.json');
  writeFileSync(file, JSON.stringify({
    scene: {
      bodies: [{ name: 'rod', mass: 1, inertia: [0.01, 0.09, 0.09], position: [0.5, 0, 0] }],
      joints: [{ type: 'hinge', b: 'rod', point: [0, 0, 0], axis: [0, 1, 0] }],
    },
    parameters: { h: 0.01 }, step: '$h', duration: 0.2,
    sweep: { 'parameters.h': [0.02, 0.01, 0.005, 0.00125], integrator: ['implicit_euler', 'implicit_midpoint'], reference: 'finest' },
  }));
  const out = join(folder, 'steps');
  execFileSync(orthant, ['compare', file, '-q', '-o', out]);
  execFileSync(orthant, ['report', out]);
  const { page, problems } = await openFile(browser, join(out, 'report.html'));
  await drawn(page);
  assert.equal(await page.$eval('#accuracy_step select', (s) => s.value), 'distance_m');
  const orders = await page.$$eval('#accuracy_step .orders td:nth-child(2)', (all) => all.map((t) => Number(t.textContent)));
  assert.equal(orders.length, 2);
  orders.forEach((order, i) => assert.ok(Math.abs(order - (i + 1)) < 0.3, String(order)));
  assert.match(await page.textContent('#accuracy_step .plot'), /step length h \[s\]/);
  const colours = await page.$$eval('.variants .swatch path', (all) => all.map((p) => p.getAttribute('stroke')).filter((c) => c && c !== 'none'));
  assert.equal(new Set(colours).size, 2);
  assert.deepEqual(problems, []);
}

async function narrow() {
  const { page, problems } = await openFile(browser, report, { viewport: { width: 380, height: 800 }, colorScheme: 'dark' });
  await drawn(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 380, `the page is ${wide} wide`);
  assert.deepEqual(problems, []);
}

let failed = 0;
const attempt = async (name, test) => {
  try {
    await test();
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}: ${error.stack}`);
  }
};
const opened = await openFile(browser, report);
await drawn(opened.page);
for (const [name, test] of Object.entries(tests)) await attempt(name, () => test(opened));
await attempt('nothing from the network, nothing on the console', () => assert.deepEqual(opened.problems, []));
await attempt('a single run', single);
await attempt('steps that are not solved', unsolved);
await attempt('stored problems', stored);
await attempt('searches', searched);
await attempt('a step that a parameter sets', stepByParameter);
await attempt('a narrow and dark page', narrow);
// A browser that hangs while it closes is no fault of the page; the exit ends it.
await Promise.race([browser.close(), new Promise((done) => setTimeout(done, 15000))]);
process.exit(failed ? 1 : 0);
