// Node's part: the figures of a report as SVG files, as node SCRIPT REPORT.html FOLDER.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { echarts, renderSvg } from './chart.js';
import { figuresOf } from './figures/all.js';
import { makeModel } from './model.js';
import { firstState } from './state.js';
import { themes } from './theme.js';

// There are no fonts to measure here, and whoever shows the figures has fonts of his own: room for
// wide ones.
const widthOf = (c) => (c > '\u2e80' ? 1 : 0.62);
echarts.setPlatformAPI({
  measureText: (text, font) => ({ width: (parseFloat(/([\d.]+)px/.exec(font ?? '')?.[1]) || 12) * [...text].reduce((sum, c) => sum + widthOf(c), 0) }),
});

const [report, folder] = process.argv.slice(2);
const [, json] = /<script id="data" type="application\/json">(.*?)<\/script>/s.exec(readFileSync(report, 'utf8'));
const model = makeModel(JSON.parse(json));
const state = firstState(model);
for (const figure of figuresOf(model)) {
  const { svg, empty } = renderSvg(figure, model, state, themes.light);
  if (empty) console.log(`${figure.id}: left out. ${empty}`);
  else writeFileSync(join(folder, `${figure.id}.svg`), svg);
}
