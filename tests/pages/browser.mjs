// A headless Chromium for the pages' tests, or a word on why there is none.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const skipped = (why) => {
  console.log(`Skipped: ${why}`);
  process.exit(77);
};

// For pages with WebGL: the processor draws.
export const drawing = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

// The browser, from the packages in `modules`; ends the test where it cannot run.
export async function launch(modules, more = []) {
  const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((f) => existsSync(f));
  if (!chromium) skipped('no program chromium');
  if (!existsSync(join(modules, 'playwright-core'))) skipped('no package playwright-core: this build has no pages');
  const { chromium: kind } = createRequire(join(modules, 'x.js'))('playwright-core');
  return kind.launch({ executablePath: chromium, args: ['--no-sandbox', ...more] });
}

// A browser that still draws may take long to close, and is stopped with this process.
export const close = (browser) => Promise.race([browser.close(), new Promise((done) => setTimeout(done, 5000))]);

// A page of a file, without a network: any request but for the file itself, and any message of
// the console but for information, is a failure that `problems` tells.
export async function openFile(browser, file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1500, height: 1000 }, acceptDownloads: true, ...options });
  await context.setOffline(true);
  const page = await context.newPage();
  const problems = [];
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && problems.push(`console: ${m.text()}`));
  page.on('pageerror', (e) => problems.push(`exception: ${e.message}`));
  const own = pathToFileURL(file).href;
  page.on('request', (r) => r.url() === own || /^(data|blob):/.test(r.url()) || problems.push(`request: ${r.url()}`));
  await page.goto(own);
  return { page, problems, context };
}
