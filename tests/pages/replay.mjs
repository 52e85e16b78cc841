// Tries the replay's page in a browser without network: node replay.mjs ORTHANT PAGES
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [orthant, pages] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'orthant_replay_'));

function skip(why) {
  console.log(`skipped: ${why}`);
  rmSync(folder, { recursive: true });
  process.exit(77);
}

const browserFile = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  .find((file) => existsSync(file));
if (!browserFile) skip('chromium is not installed');
if (!existsSync(join(pages, 'node_modules/playwright-core'))) skip('the build has no pages');
const { chromium } = createRequire(join(pages, 'node_modules/'))('playwright-core');

/** Runs an experiment and makes its page; the page's address. */
function replay(name, experiment) {
  const file = join(folder, `${name}.json`);
  const out = join(folder, name);
  writeFileSync(file, JSON.stringify(experiment));
  execFileSync(orthant, ['run', file, '--quiet', '--output', out], { stdio: 'inherit' });
  execFileSync(orthant, ['replay', out], { stdio: ['ignore', 'ignore', 'inherit'] });
  return pathToFileURL(join(out, 'replay.html')).href;
}

const solver = { type: 'newton', linear: { type: 'dense_ldlt' } };

/** All kinds of shapes, joints of three kinds, a body without shapes; two worlds. */
const everything = {
  description: 'Cubes that fall, a rolling ball, a capsule on a hinge.',
  worlds: 2,
  scene: {
    contact: { recovery_speed: 1 },
    assemblies: [{ type: 'floor', friction: 0.4 }],
    bodies: [
      { name: 'cube', mass: 1, friction: 0.4, position: [0, 0, 0.8], velocity: [1, 0, 0],
        shapes: [{ type: 'box', size: [0.5, 0.5, 0.5] }] },
      { name: 'ball <&> "b"', mass: 1, friction: 0.4, position: [1, 0.5, 0.25], velocity: [-1, 0, 0],
        shapes: [{ type: 'sphere', radius: 0.25 }] },
      { name: 'arm', mass: 1, position: [-1, 0.5, 1], collide: false,
        shapes: [{ type: 'capsule', radius: 0.08, length: 0.6 }] },
      { name: 'ghost', mass: 1, inertia: [0.1, 0.1, 0.1], position: [-1, 0.5, 0.4] },
    ],
    joints: [
      { type: 'hinge', b: 'arm', point: [-1, 0.5, 1.4], axis: [0, 1, 0] },
      { type: 'ball', a: 'arm', b: 'ghost', point: [-1, 0.5, 0.6] },
    ],
  },
  step: 0.01,
  steps: 100,
  solver,
  output: { contacts: true, trajectory_worlds: 2, trajectory_every: 2 },
};

const manyBodies = {
  scene: { assemblies: [{ type: 'floor', friction: 0.5 }],
    bodies: Array.from({ length: 1000 }, (_, k) => ({ name: `b${k}`, mass: 1,
      position: [k % 10, Math.floor(k / 10) % 10, 1 + Math.floor(k / 100)],
      shapes: [{ type: 'box', size: [0.6, 0.5, 0.4] }] })) },
  step: 0.02,
  steps: 10,
  solver,
  output: { contacts: true },
};

const browser = await chromium.launch({ executablePath: browserFile,
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] });

/** Opens a page; what the browser complains of, or asks the network for, is kept. */
async function open(address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 900, height: 620 }, offline: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120000);
  page.complaints = [];
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) page.complaints.push(`asks for ${request.url()}`);
  });
  await page.goto(address);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'yes');
  await drawn(page);
  return page;
}

/** Waits until all that was asked for is drawn. */
const drawn = (page) =>
  page.waitForFunction(() => window.replay.pictures > 0 && !window.replay.stage.needed);

/** The picture's pixels, drawn and read at once; they stay in the page, as handing over takes seconds. */
const pixels = (page) => page.evaluateHandle(() => {
  const { stage } = window.replay;
  stage.draw();
  stage.render();
  const gl = stage.renderer.getContext();
  const { drawingBufferWidth: w, drawingBufferHeight: h } = gl;
  const out = new Uint8Array(4 * w * h);
  gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, out);
  return new Uint32Array(out.buffer);
});

const colours = (picture) => picture.evaluate((all) => new Set(all).size);
const size = (picture) => picture.evaluate((all) => all.length);

/** How many pixels differ. */
const different = (a, b) =>
  a.evaluate((before, after) => before.filter((pixel, k) => pixel !== after[k]).length, b);
const convergence = (page) => page.locator('#convergence').innerHTML();

async function setSlider(page, value) {
  await page.locator('#slider').evaluate((slider, to) => {
    slider.value = to;
    slider.dispatchEvent(new Event('input'));
  }, value);
}

const tests = {
  async 'shows the run, not a blank'(page) {
    const picture = await pixels(page);
    assert.ok(await colours(picture) > 200, 'many colours');
    assert.equal(await page.locator('h1').textContent(), 'everything');
    assert.match(await page.locator('#run').textContent(), /bodies5joints2worlds2/);
    const shot = await page.screenshot();
    assert.ok(shot.length > 20000, 'a screenshot that is more than a flat colour');
  },

  async 'slider moves the bodies and the numbers'(page) {
    const before = [await pixels(page), await convergence(page)];
    await setSlider(page, 30);
    assert.ok(await different(before[0], await pixels(page)) > 500);
    assert.notEqual(before[1], await convergence(page));
    assert.equal(await page.locator('#step').textContent(), '60');
    assert.match(await page.locator('#numbers').textContent(), /stoppedconverged/);
    assert.match(await page.locator('#clock').textContent(), /^0\.600 \/ 1\.000 s$/);
  },

  async 'poses between samples lie between them'(page) {
    const heights = await page.evaluate(() => [10, 10.5, 11].map((at) => {
      window.replay.player.seek(at);
      return window.replay.motion.matrices[1].elements[14];
    }));
    assert.ok(Math.abs(heights[1] - (heights[0] + heights[2]) / 2) < 1e-9);
    assert.notEqual(heights[0], heights[2]);
  },

  async 'friction cones can be switched on'(page) {
    await setSlider(page, 40);
    const before = await pixels(page);
    await page.locator('#cones').check();
    assert.ok(await different(before, await pixels(page)) > 100);
    await page.locator('#cones').uncheck();
    assert.equal(await different(before, await pixels(page)), 0, 'and off again');
  },

  async 'forces, glass, trails, joints and colours change the picture'(page) {
    for (const id of ['forces', 'glass', 'trails', 'joints', 'edges']) {
      const before = await pixels(page);
      await page.locator(`#${id}`).click();
      assert.ok(await different(before, await pixels(page)) > 20, id);
    }
    const before = await pixels(page);
    await page.locator('#body-colour').selectOption('penetration');
    assert.ok(await different(before, await pixels(page)) > 500);
    assert.match(await page.locator('#bar-title').textContent(), /penetration/);
    assert.match(await page.locator('#bar-ticks').textContent(), /m$/);
    await page.locator('#body-colour').selectOption('own');
  },

  async 'keys step and play'(page) {
    await setSlider(page, 10);
    await page.locator('#view').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator('#step').textContent(), '22');
    await page.keyboard.press('Shift+ArrowLeft');
    assert.equal(await page.locator('#step').textContent(), '2');
    await page.keyboard.press('Space');
    await page.waitForFunction(() => window.replay.player.at > 3);
    await page.keyboard.press('Space');
    assert.equal(await page.evaluate(() => window.replay.player.playing), false);
    await page.keyboard.press('End');
    assert.equal(await page.locator('#step').textContent(), '100');
  },

  async 'a click on the strip seeks'(page) {
    const box = await page.locator('#iterations svg').boundingBox();
    await page.mouse.click(box.x + 0.25 * box.width, box.y + 0.5 * box.height);
    const time = await page.evaluate(() => window.replay.motion.time(window.replay.player.at));
    assert.ok(Math.abs(time - 0.25) < 0.01, `at ${time} s`);
  },

  async 'the second world is there, and a light and a dark look'(page) {
    await page.locator('#world').selectOption('1');
    assert.equal(await page.evaluate(() => window.replay.motion.world), 1);
    assert.match(await page.locator('#numbers').textContent(), /contacts shown[1-9]/);
    const before = await pixels(page);
    await page.locator('#theme').click();
    assert.ok(await different(before, await pixels(page)) > 0.9 * await size(before));
  },
};

/** Drawn by the processor of a busy machine, a picture may take a while, but not 20 s. */
async function tryMany(address) {
  const page = await open(address);
  const times = await page.evaluate(() => [1, 2, 3, 4, 5].map((at) => {
    const { stage, player } = window.replay;
    const start = performance.now();
    player.seek(at);
    stage.render();
    const gl = stage.renderer.getContext(); // reading a pixel waits for the picture
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    return performance.now() - start;
  }));
  const picture = await pixels(page);
  assert.ok(await colours(picture) > 200);
  const best = Math.min(...times);
  console.log(`1000 bodies: ${best.toFixed(0)} ms a picture`);
  assert.ok(best < 20000);
  assert.deepEqual(page.complaints, []);
}

/** A run of which no step is solved says so at its head; one whose steps are says nothing there. */
async function tryUnsolved(solved) {
  assert.equal(await solved.locator('#unsolved').isVisible(), false);
  const page = await open(replay('unsolved', { ...everything, worlds: 1, steps: 4, unsolved: 'ignore',
    solver: { ...solver, max_iterations: 0 }, output: {} }));
  const said = await page.locator('#unsolved').textContent();
  assert.match(said, /[1-4] of 4 steps not solved: the first is step \d \(0\.0\d s\), iteration limit reached/);
  assert.equal(await page.locator('#unsolved').isVisible(), true);
  assert.deepEqual(page.complaints, []);
}

try {
  let page;
  try {
    page = await open(replay('everything', everything));
  } catch (error) {
    if (String(error.stderr ?? error).includes('has no pages')) skip('the build has no pages');
    throw error;
  }
  for (const [name, test] of Object.entries(tests)) {
    await test(page);
    console.log(`ok: ${name}`);
  }
  assert.deepEqual(page.complaints, []);
  await tryUnsolved(page);
  console.log('ok: steps that are not solved');
  await tryMany(replay('many', manyBodies));
  console.log('ok: 1000 bodies');
} finally {
  rmSync(folder, { recursive: true, force: true });
  // A browser that still draws may take long to close, and is stopped with this process.
  await Promise.race([browser.close(), new Promise((done) => setTimeout(done, 5000))]);
}
process.exit(0);
