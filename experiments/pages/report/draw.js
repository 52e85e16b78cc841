// Node's part: the figures of a report as SVG files, as node SCRIPT REPORT.html FOLDER.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderSvg } from './chart.js';
import { figures } from './figures/all.js';
import { makeModel } from './model.js';
import { firstState } from './state.js';
import { themes } from './theme.js';

const [report, folder] = process.argv.slice(2);
const [, json] = /<script id="data" type="application\/json">(.*?)<\/script>/s.exec(readFileSync(report, 'utf8'));
const model = makeModel(JSON.parse(json));
const state = firstState(model);
for (const figure of figures) {
  const { svg, empty } = renderSvg(figure, model, state, themes.light);
  if (empty) console.log(`${figure.id}: left out. ${empty}`);
  else writeFileSync(join(folder, `${figure.id}.svg`), svg);
}
