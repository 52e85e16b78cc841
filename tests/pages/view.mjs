// Tries the page of `orthant view` in a browser: node view.mjs ORTHANT PAGES
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { close, drawing, launch, skipped } from './browser.mjs';

const [orthant, pages] = process.argv.slice(2);
const browser = await launch(join(pages, 'node_modules'), drawing);
const folder = mkdtempSync(join(tmpdir(), 'orthant_view_'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A cube that has room to be moved, and a ball, on a floor. */
const experiment = {
  description: 'A cube and a ball.',
  scene: {
    assemblies: [{ type: 'floor', friction: 0.4 }],
    bodies: [
      { name: 'cube', mass: 1, friction: 0.4, position: [0, 0, 0.25], shapes: [{ type: 'box', size: [0.5, 0.5, 0.5] }] },
      { name: 'ball', mass: 1, friction: 0.4, position: [1.5, 0, 0.25], shapes: [{ type: 'sphere', radius: 0.25 }] },
    ],
  },
  step: 0.01,
  duration: 1,
  solver: { type: 'newton', ncp: 'fischer_burmeister' },
};

/** The program, and the address that it says. */
async function view() {
  const file = join(folder, 'toys.json');
  writeFileSync(file, JSON.stringify(experiment));
  const process_ = spawn(orthant, ['view', file, '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((done) => process_.on('exit', (code, signal) => done({ code, signal })));
  let said = '';
  process_.stderr.on('data', (text) => (said += text));
  const address = await Promise.race([
    new Promise((done) => process_.stdout.on('data', (text) => done(String(text).match(/http:\S+/)?.[0]))),
    ended.then(() => null)]);
  if (!address && said.includes('this build has no')) skipped(said.trim());
  assert.ok(address, said);
  return { address, process: process_, ended };
}

/** Opens the page; what the browser complains of, or asks others for, is kept. */
async function open(address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 900, height: 640 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  page.complaints = [];
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) page.complaints.push(`asks for ${request.url()}`);
  });
  await page.goto(address);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'yes' && window.view.frames > 0);
  await page.waitForFunction(() => document.querySelector('#field-solver-ncp'));
  return page;
}

const frame = (page) => page.evaluate(() => window.view.frame);
const until = (page, what, more) => page.waitForFunction(what, more, { polling: 50 });

/** Where the middle of a body is on the screen. */
const onScreen = (page, name) => page.evaluate((wanted) => {
  const { data, motion, stage } = window.view;
  const body = data.scene.bodies.findIndex((each) => each.name === wanted);
  const at = stage.controls.target.clone().setFromMatrixPosition(motion.matrices[body]).project(stage.camera);
  const box = document.getElementById('view').getBoundingClientRect();
  return { x: box.left + (box.width * (at.x + 1)) / 2, y: box.top + (box.height * (1 - at.y)) / 2 };
}, name);

const tests = {
  async 'it stands at the start, with the forms of its method'(page) {
    assert.equal(await page.locator('h1').textContent(), 'toys');
    assert.equal((await frame(page)).step, 0);
    assert.equal(await page.locator('#field-step').inputValue(), '0.01');
    assert.equal(await page.locator('#field-solver').inputValue(), 'newton');
    assert.equal(await page.locator('#field-solver-ncp').inputValue(), 'fischer_burmeister');
    const forms = await page.locator('#field-solver-friction option').allTextContents();
    assert.ok(forms.includes('alart_curnier'), `forms of friction: ${forms}`);
    assert.match(await page.locator('#surfaces').textContent(), /friction of all.*cube.*ball.*friction of floor/s);
  },

  async 'a step, and ten by a key'(page) {
    await page.locator('#forth').click();
    await until(page, () => window.view.frame.step === 1);
    await until(page, () => document.getElementById('step').textContent === '1');
    assert.match(await page.locator('#numbers').textContent(), /stoppedconverged.*iterations.*residual.*kinetic energy/);
    await page.locator('#view').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await until(page, () => window.view.frame.step === 11);
    await until(page, () => document.getElementById('clock').textContent === '0.110 s');
  },

  async 'it plays, pauses and starts anew'(page) {
    await page.keyboard.press('Space');
    await until(page, () => window.view.frame.step > 20);
    await until(page, () => document.querySelectorAll('#strips .strip-holder').length === 2);
    await page.keyboard.press('Space');
    await until(page, () => !window.view.frame.playing);
    await page.locator('#speed').selectOption('0.5');
    await until(page, () => window.view.frame.speed === 0.5);
    await page.locator('#view').focus();
    await page.keyboard.press('Home');
    await until(page, () => window.view.frame.step === 0);
  },

  async 'a solver is chosen, and the motion goes on'(page) {
    await page.locator('#forth').click();
    await until(page, () => window.view.frame.step === 1);
    await page.locator('#field-solver-ncp').selectOption('minimum_map');
    await until(page, () => window.view.frame.revision === 1);
    await until(page, () => document.getElementById('told').textContent.startsWith('Changed; taken along'));
    assert.equal(await page.locator('#field-solver-ncp').inputValue(), 'minimum_map');
    assert.equal((await frame(page)).step, 1);
    await until(page, () => document.getElementById('same').textContent.includes('does not give the same motion'));
  },

  async 'a choice that is refused says why, and the old one stays'(page) {
    await page.locator('#field-step').fill('-1');
    await page.locator('#field-step').press('Enter');
    await page.locator('#refused').waitFor();
    assert.match(await page.locator('#refused').textContent(), /toys\.json\/step: found -1, allowed: a number > 0/);
    await until(page, () => document.getElementById('field-step').value === '0.01');
    await page.locator('#field-step').fill('0.005');
    await page.locator('#field-step').press('Enter');
    await until(page, () => window.view.frame.revision === 2);
    assert.equal(await page.locator('#refused').isVisible(), false);
  },

  async 'a refusal and a doubt are in sight, wherever the field is'(page) {
    const field = page.locator('#field-all-friction');
    await field.fill('-0.5');
    await field.press('Enter');
    await page.locator('#refused').waitFor();
    const inSight = (id) => page.evaluate((each) => {
      const { top, bottom } = document.getElementById(each).getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    }, id);
    assert.ok(await inSight('refused'));
    await field.fill('50');
    await field.press('Enter');
    await until(page, () => document.getElementById('told').textContent.includes('doubtful: '));
    assert.ok(await inSight('told'));
  },

  async 'one coefficient for all bodies'(page) {
    await page.locator('#field-all-friction').fill('0.7');
    await page.locator('#field-all-friction').press('Enter');
    await until(page, () => window.view.frame.revision === 4);
    await until(page, () => document.getElementById('field-scene-bodies-0-friction')?.value === '0.7');
    page.complaints = page.complaints.filter((each) => !each.includes('409')); // of the refusal
  },

  async 'the mouse pulls a body, and the file repeats it'(page) {
    await page.locator('#reset').click();
    await until(page, () => window.view.frame.step === 0);
    const heightOfBall = () => page.evaluate(() => window.view.motion.matrices.at(-1).elements[14]);
    const start = await heightOfBall();
    const at = await onScreen(page, 'ball');
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y - 120, { steps: 3 });
    await until(page, () => window.view.frame.hands[0]?.to[2] > 0.6); // the pointer's last place
    await until(page, () => document.getElementById('pace').textContent.startsWith('paused'));
    const camera = await page.evaluate(() => window.view.stage.camera.position.toArray());
    for (let k = 0; k < 5; ++k) await page.locator('#view').press('Shift+ArrowRight');
    await until(page, () => window.view.frame.step === 50);
    // Drawn after the frame has come.
    await until(page, (height) => window.view.motion.matrices.at(-1).elements[14] > height, start + 0.05);
    assert.ok(await page.evaluate(() => window.view.hands.meshes.length) >= 3, 'the spring is drawn');
    await page.mouse.up();
    await until(page, () => window.view.frame.hands.length === 0);
    assert.deepEqual(await page.evaluate(() => window.view.stage.camera.position.toArray()), camera, 'the view did not turn');
    await until(page, () => document.getElementById('same').textContent.includes('bit by bit'));
    const download = page.waitForEvent('download');
    await page.locator('#save').click();
    const file = await download;
    assert.equal(file.suggestedFilename(), 'toys_view.json');
    const saved = JSON.parse(readFileSync(await file.path(), 'utf8'));
    assert.deepEqual([saved.steps, saved.step, saved.scene.loads.length, saved.scene.loads[0].body], [50, 0.005, 1, 'ball']);
  },

  async 'a push, and a look around'(page) {
    await page.keyboard.press('2');
    const at = await onScreen(page, 'cube');
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await until(page, () => window.view.frame.hands.length === 1 && !window.view.frame.hands[0].pulls);
    await page.mouse.up();
    await until(page, () => window.view.frame.hands.length === 0);
    await page.keyboard.press('3');
    const before = await page.evaluate(() => window.view.stage.camera.position.toArray());
    await page.mouse.down();
    await page.mouse.move(at.x + 80, at.y, { steps: 3 });
    await page.mouse.up();
    assert.notDeepEqual(await page.evaluate(() => window.view.stage.camera.position.toArray()), before);
    assert.equal((await frame(page)).hands.length, 0);
  },

  async 'slow pictures get coarser, quick ones finer, and the last one is fine'(page) {
    const seen = await page.evaluate(() => {
      const { view } = window;
      const kept = view.pace;
      const pace = new kept.constructor(view); // with a clock of its own
      const canvas = view.stage.renderer.domElement;
      const now = () => ({ pixels: canvas.width / canvas.clientWidth, shadows: view.stage.sun.castShadow });
      let time = 0;
      const ticks = (count, apart, made) => {
        for (let k = 0; k < count; ++k) pace.tick((time += apart), made);
        return now();
      };
      const out = { start: now(), slow: ticks(60, 50, true), rest: ticks(20, 16, false), again: ticks(3, 16, true),
        quick: ticks(204, 16, true), tooSlow: ticks(15, 50, true), sooner: ticks(250, 16, true), later: ticks(250, 16, true) };
      pace.show(0);
      kept.shown = 0;
      return out;
    });
    const wide = Object.fromEntries(Object.entries(seen).map(([name, { pixels }]) => [name, Math.round(20 * pixels) / 20]));
    assert.deepEqual(wide, { start: 1, slow: 0.5, rest: 1, again: 0.5, quick: 0.65, tooSlow: 0.5, sooner: 0.5, later: 0.65 });
    assert.deepEqual(Object.values(seen).map(({ shadows }) => shadows), [true, false, true, false, false, false, false, false]);
  },

  async 'a ball has as many corners as can be seen'(page) {
    const corners = await page.evaluate(() => [1, 20, 1].map((times) => {
      const { stage, bodies } = window.view;
      stage.frame();
      stage.camera.position.multiplyScalar(times);
      stage.draw();
      stage.render();
      return bodies.meshes.sphere.geometry.parameters.widthSegments;
    }));
    assert.ok(corners[0] >= 14 && corners[1] === 10 && corners[2] === corners[0], `${corners}`);
    await page.keyboard.press('r');
  },

  async 'the help has every key'(page) {
    await page.keyboard.press('?');
    const listed = (await page.locator('#key-list dt').allTextContents()).flatMap((names) => names.split(' '));
    await page.locator('#help button').click();
    for (const key of ['space', '→', 'home', '+', '−', ...'123rd?hpfcxevo']) assert.ok(listed.includes(key), key);
    assert.equal(new Set(listed).size, listed.length, 'each once');
  },
};

/** Narrow and dark, where a finger pulls; what it does is seen on the other page. */
async function tryNarrow(address, other) {
  const page = await open(address, { viewport: { width: 390, height: 800 }, colorScheme: 'dark', hasTouch: true });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  const at = await onScreen(page, 'cube');
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: at.x + 30, y: at.y - 30 }] });
  await until(other, () => window.view.frame.hands.length === 1);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await until(other, () => window.view.frame.hands.length === 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

let program;
try {
  program = await view();
  const page = await open(program.address);
  for (const [name, test] of Object.entries(tests)) {
    await test(page);
    console.log(`ok: ${name}`);
  }
  assert.deepEqual(page.complaints, []);
  await tryNarrow(program.address, page);
  console.log('ok: a narrow page, and touch');
  program.process.kill('SIGINT');
  assert.deepEqual(await program.ended, { code: 0, signal: null });
  await until(page, () => document.getElementById('about').textContent.includes('does not answer'));
  console.log('ok: the end');
} finally {
  program?.process.kill('SIGKILL');
  await close(browser);
}
process.exit(0);
