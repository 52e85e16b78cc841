// Tries the replay's page in a browser without network: node replay.mjs ORTHANT PAGES
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { close, drawing, launch, skipped } from './browser.mjs';

const [orthant, pages] = process.argv.slice(2);
const browser = await launch(join(pages, 'node_modules'), drawing);
const folder = mkdtempSync(join(tmpdir(), 'orthant_replay_'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

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
  output: { contacts: true, joints: true, trajectory_worlds: 2, trajectory_every: 2 },
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

  async 'the help has every key'(page) {
    await page.keyboard.press('?');
    const listed = (await page.locator('#key-list dt').allTextContents()).flatMap((names) => names.split(' '));
    await page.locator('#help button').click();
    for (const key of ['space', '←', '→', 'home', 'end', '+', '−', ...'rd?hpfcjtxevo']) assert.ok(listed.includes(key), key);
    assert.equal(new Set(listed).size, listed.length, 'each once');
  },

  async 'a box with the focus takes the space bar'(page) {
    await page.locator('#trails').focus();
    await page.keyboard.press('Space');
    assert.equal(await page.locator('#trails').isChecked(), false, 'it was on');
    await page.keyboard.press('Space');
    assert.equal(await page.evaluate(() => window.replay.player.playing), false);
  },

  async 'the start has no curve of step 1'(page) {
    await setSlider(page, 0);
    assert.equal(await convergence(page), '');
    assert.match(await page.locator('#convergence-part h2').textContent(), /nothing solved yet/);
    assert.match(await page.locator('#iterations .strip-label').textContent(), /iterations per step –/);
    await setSlider(page, 1);
    assert.match(await page.locator('#convergence-part h2').textContent(), /of step 2$/);
    const legend = await page.locator('#legend li').allTextContents();
    for (const each of legend) assert.match(each, /^[a-z]+ \[(N s|N m s|m\/s|rad\/s)\]/);
    for (const name of ['dynamics [N s]', 'dynamics [N m s]', 'joint [m/s]'])
      assert.ok(legend.some((each) => each.startsWith(name)), name);
  },

  async 'values of joints are curves, chosen by name'(page) {
    const strips = () => page.$$eval('#strips .strip-holder', (all) => all.map((each) => each.id));
    assert.deepEqual(await strips(), ['iterations', 'energy', 'position_rad'], 'the first joint at first');
    assert.deepEqual(await page.locator('#names label').allTextContents(),
      ['joint 0rad', 'joint 1.xrad', 'joint 1.yrad', 'joint 1.zrad']);
    await page.locator('#quantity').selectOption('velocity');
    assert.match(await page.locator('#names').textContent(), /joint 0rad\/s/);
    await page.locator('#names input').nth(2).check();
    await page.locator('#quantity').selectOption('effort');
    await page.locator('#names input').nth(0).check();
    assert.deepEqual(await strips(), ['iterations', 'energy', 'position_rad', 'velocity_rad_s', 'effort_N_m']);
    const first = (await page.locator('#effort_N_m path').getAttribute('d')).match(/[\d.]+/)[0];
    assert.equal(first, '20.0', 'of 1000: before 0.02 s nothing has acted, and nothing moves into its place');
    await setSlider(page, 20);
    const shown = await page.locator('#position_rad b').textContent();
    const angle = await page.evaluate(() => { // of the arm about y, from its pose
      const { motion, data } = window.replay;
      const at = motion.offset(20, 2);
      return 2 * Math.atan2(data.poses.values[at + 4], data.poses.values[at + 6]);
    });
    assert.ok(Math.abs(Number(shown.replace('−', '-')) - angle) < 1e-3 * Math.abs(angle) + 1e-5, `${shown} is ${angle}`);
  },

  async 'forces of contacts are summed by body'(page) {
    await page.locator('#quantity').selectOption('force_z');
    assert.deepEqual(await page.locator('#names label').allTextContents(), ['assembly 0N', 'cubeN', 'ball <&> "b"N']);
    for (const k of [0, 2]) await page.locator('#names input').nth(k).check();
    await setSlider(page, 0);
    assert.match(await page.locator('#force_z_N .strip-label').textContent(), /assembly 0 –.*ball <&> "b" –$/);
    await setSlider(page, 20);
    const [floor, ball] = (await page.locator('#force_z_N b').allTextContents()).map((x) => Number(x.replace('−', '-')));
    assert.ok(Math.abs(ball - 9.81) < 0.01, `the weight of the rolling ball: ${ball}`);
    assert.ok(floor < -9.8, `what it presses on the floor: ${floor}`);
    await page.locator('#no-curves').click();
    assert.equal(await page.locator('#strips .strip-holder').count(), 2);
  },

  async 'an address goes to a time'(page) {
    await page.evaluate(() => (location.hash = 't=0.42'));
    await page.waitForFunction(() => window.replay.player.at === 21);
    assert.equal(await page.locator('#step').textContent(), '42');
    await setSlider(page, 30);
    assert.equal(await page.locator('#clock').getAttribute('href'), '#t=0.6');
    await page.locator('#clock').click();
    assert.equal(await page.evaluate(() => location.hash), '#t=0.6');
    await page.evaluate(() => (location.hash = 't=none'));
    await page.waitForTimeout(100);
    assert.equal(await page.locator('#step').textContent(), '60', 'no time, and no change');
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
  const calls = await page.evaluate(() => window.replay.stage.renderer.info.render.calls);
  assert.ok(calls > 2 && calls < 12, `all boxes at once, with their shadows: ${calls} calls`);
  const best = Math.min(...times);
  console.log(`1000 bodies: ${best.toFixed(0)} ms a picture`);
  assert.ok(best < 20000);
  assert.deepEqual(page.complaints, []);
}

/** A surface of more triangles than a page takes is drawn with fewer, and the page says so. */
async function tryCoarse() {
  const heights = Array.from({ length: 231 }, (_, r) => Array.from({ length: 231 }, (__, c) => 0.1 * Math.sin(r / 9) * Math.cos(c / 7)));
  const page = await open(replay('coarse', { steps: 3, step: 0.01, solver,
    scene: { bodies: [
      { name: 'hills', motion: 'fixed', shapes: [{ type: 'heightfield', heights, cell: [0.02, 0.02] }] },
      { name: 'ball', mass: 1, position: [2, 2, 0.5], shapes: [{ type: 'sphere', radius: 0.1 }] }] } }));
  const said = await page.locator('#coarse').textContent();
  assert.match(said, /A surface of hills is coarsened: \d+ of 105800 triangles, points up to \d.* mm off\./);
  const drawn = Number(said.match(/(\d+) of/)[1]);
  assert.ok(drawn > 50000 && drawn <= 100000, `${drawn} are drawn`);
  assert.ok(await colours(await pixels(page)) > 200);
  assert.deepEqual(page.complaints, []);
}

/** Pictures that the program takes are those of the page at their times. */
async function tryPictures() {
  const run = join(folder, 'everything');
  const take = (...words) => execFileSync(orthant, ['replay', run, '--size', '640x480', ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  /** Of files or data of pictures: how far each is from the first, in mean steps of brightness. */
  const distances = (files) => page.evaluate(async (all) => {
    const pixelsOf = async (text) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
      const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
      pen.drawImage(picture, 0, 0);
      return pen.getImageData(0, 0, picture.width, picture.height).data;
    };
    const [first, ...others] = await Promise.all(all.map(pixelsOf));
    return others.map((other) => other.reduce((sum, x, k) => sum + Math.abs(x - first[k]), 0) / first.length);
  }, files.map((file) => readFileSync(file).toString('base64')));
  const file = (name) => join(folder, name);
  assert.match(take('--png', file('a.png'), '--at', '0.2').toString(), /a\.png \(at 0\.2 s\)/);
  take('--png', file('b.png'), '--at', '0.24');
  take('--png', file('c.png'), '--at', '0.2');
  const [moved, same] = await distances([file('a.png'), file('b.png'), file('c.png')]);
  assert.ok(same === 0 && moved > 0.01, `the same time: ${same} apart, another: ${moved}`);
  assert.throws(() => take('--png', file('d.png'), '--at', '1.1'), { status: 2 });
  let ffmpeg = true;
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
  } catch {
    ffmpeg = false;
  }
  if (!ffmpeg) return 'no ffmpeg: no films';
  for (const kind of ['gif', 'mp4']) {
    assert.match(take(`--${kind}`, file(`f.${kind}`), '--speed', '2').toString(), /\(13 pictures, 25 a second, 2 s of the run/);
    execFileSync('ffmpeg', ['-loglevel', 'error', '-i', file(`f.${kind}`), file(`${kind}_%d.png`)]);
    const pictures = Array.from({ length: 13 }, (_, k) => file(`${kind}_${k + 1}.png`));
    for (const each of pictures) assert.ok(existsSync(each), each);
    assert.ok(!existsSync(file(`${kind}_14.png`)));
    // Picture k is at 0.08 k s: the one at 0.24 s is the fourth.
    const apart = await distances([file('b.png'), ...pictures]);
    assert.equal(apart.indexOf(Math.min(...apart)), 3, `${kind}: ${apart}`);
  }
  return 'pictures and films';
}

/** Narrow and dark: no wider than the screen. */
async function tryNarrow(address) {
  const page = await open(address, { viewport: { width: 390, height: 800 }, colorScheme: 'dark' });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
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
    page = await open(`${replay('everything', everything)}#fine`);
  } catch (error) {
    if (String(error.stderr ?? error).includes('has no pages')) skipped('the build has no pages');
    throw error;
  }
  for (const [name, test] of Object.entries(tests)) {
    await test(page);
    console.log(`ok: ${name}`);
  }
  assert.deepEqual(page.complaints, []);
  await tryUnsolved(page);
  console.log('ok: steps that are not solved');
  await tryCoarse();
  console.log('ok: a coarse surface');
  await tryNarrow(page.url().replace(/#.*/, ''));
  console.log('ok: a narrow page');
  console.log(`ok: ${await tryPictures()}`);
  await tryMany(replay('many', manyBodies));
  console.log('ok: 1000 bodies');
} finally {
  await close(browser);
}
process.exit(0);
