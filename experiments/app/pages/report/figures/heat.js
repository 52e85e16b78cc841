// One number over the values of two keys.
import { axis } from '../axes.js';
import { quantity, shownCases, solved } from '../model.js';
import { median } from '../numbers.js';
import { measure, number, setting } from '../text.js';
import { inkOn, ramp } from '../theme.js';
import { costsOf } from './precision.js';

const partOf = (model) => (model.stored ? 'solved [part]' : 'steps converged [part]');
export const heatName = (model, name) => (name === 'converged_part' ? partOf(model) : costsOf(model)[name] ?? measure(name));

function cellsOf(model, state, x, y) {
  // A key of the problem goes across problems: all of the experiment's.
  const across = [x, y].some((k) => model.problemKeys.includes(k.key)) && !model.alone;
  const { experiment } = model.problems[state.problem].cases[0];
  const cases = across ? model.cases.filter((c) => c.experiment === experiment) : shownCases(model, state);
  const same = (c, k, value) => JSON.stringify(c.settings[k.key]) === JSON.stringify(value);
  const out = [];
  x.values.forEach((vx, i) =>
    y.values.forEach((vy, j) => {
      const here = cases.filter((c) => same(c, x, vx) && same(c, y, vy));
      if (!here.length) return;
      const good = here.filter((c) => solved(c, state));
      const shown = state.heatMetric === 'converged_part' ? here.filter((c) => c.ran) : good;
      out.push({ i, j, here, good, value: median(shown.map((c) => quantity(c, state.heatMetric))) });
    }),
  );
  return out;
}

function cellText(cell, model) {
  const failed = cell.here.filter((c) => !c.ran).length;
  const part = cell.here.length > 1 ? ` ${cell.here.length - cell.good.length}/${cell.here.length}` : '';
  if (cell.value === null) return `✕${part}${failed === cell.here.length ? '\nfailed' : model.stored ? '\nnot solved' : '\nnot converged'}`;
  return number(cell.value, 3) + (cell.good.length < cell.here.length ? `\n✕${part}` : '');
}

export const heat = {
  id: 'heat_map',
  title: 'Heat map',
  titleFor: (state) => (state.heatX && state.heatY ? `Heat map: ${state.heatY} × ${state.heatX}` : 'Heat map'),
  controls: ['heatX', 'heatY', 'heatMetric', 'solved'],
  build(model, state, theme) {
    const [x, y] = [state.heatX, state.heatY].map((key) => model.keys.find((k) => k.key === key));
    if (!x || !y) return { empty: 'A heat map needs two keys that were swept.', fixed: true };
    if (x === y) return { empty: 'A heat map needs two different keys.' };
    const cells = cellsOf(model, state, x, y);
    const known = cells.map((c) => c.value).filter((v) => v !== null);
    if (!cells.length) return { empty: 'No case of this problem has both keys.' };
    const [least, most] = [Math.min(...known), Math.max(...known)];
    const log = least > 0 && most / least > 20;
    const at = (v) => (most > least ? (log ? Math.log(v / least) / Math.log(most / least) : (v - least) / (most - least)) : 0.5);
    const names = (k, more) => axis(theme, k.key, { type: 'category', data: k.values.map((v) => setting(v)), splitLine: { show: false }, ...more });
    const longest = Math.max(...y.values.map((v) => Math.min(setting(v).length, 26)));
    const label = { color: theme.ink, fontSize: 12, fontFamily: theme.font, interval: 0, width: 205, overflow: 'breakAll', lineHeight: 14 };
    const wide = x.values.length > 6;
    const word = 7 * Math.max(...x.values.map((v) => Math.min(setting(v).length, 20)));
    const turned = word > (wide ? 760 : 330) / x.values.length;
    const below = turned ? 0.57 * word + 34 : 34;
    const left = Math.max(80, 7.4 * longest + 56);
    return {
      option: {
        grid: { ...{ left, right: 26, top: 40, bottom: below + 24, outerBoundsMode: 'none' } },
        xAxis: names(x, { nameGap: below, axisLabel: { ...label, rotate: turned ? 35 : 0, width: 150, overflow: 'truncate' } }),
        yAxis: names(y, { nameGap: left - 26, axisLabel: label }),
        visualMap: [
          { type: 'continuous', show: known.length > 0, orient: 'horizontal', right: 26, top: 6, itemWidth: 10, itemHeight: 120, calculable: false, hoverLink: false, min: 0, max: 1, dimension: 2, seriesIndex: 0,
            text: [number(most, 3), number(least, 3)], textStyle: { color: theme.muted, fontSize: 11.5, fontFamily: theme.font }, inRange: { color: ramp } },
          { type: 'continuous', show: false, hoverLink: false, min: 0, max: 1, dimension: 2, seriesIndex: 1, inRange: { color: [theme.failed, theme.failed] } },
        ],
        series: [cells.filter((c) => c.value !== null), cells.filter((c) => c.value === null)].map((some) => ({
          type: 'heatmap',
          name: heatName(model, state.heatMetric),
          animation: false,
          data: some.map((c) => ({
            value: [c.i, c.j, c.value === null ? 0 : at(c.value)],
            itemStyle: { borderColor: theme.surface, borderWidth: 2, borderRadius: 3 },
            label: { show: x.values.length <= 14 || c.value === null, formatter: x.values.length <= 14 ? cellText(c, model) : '✕', color: c.value === null ? theme.failedInk : inkOn(at(c.value)), fontSize: 11.5, lineHeight: 14, fontFamily: theme.font },
          })),
          emphasis: { itemStyle: { borderColor: theme.ink, borderWidth: 2 } },
        })),
      },
      height: Math.max(280, 70 + below + 46 * y.values.length),
      wide,
      about: `${heatName(model, state.heatMetric)}: median of the cases in a cell that are solved (${log ? 'logarithmic' : 'linear'} colours); ✕ not`,
      cells: cells.map((c) => ({
        at: [c.i, c.j],
        head: `${setting(x.values[c.i])} × ${setting(y.values[c.j])}`,
        lines: [
          `${heatName(model, state.heatMetric)}: ${number(c.value)}`,
          `${c.good.length} of ${c.here.length} solved`,
          ...[...new Set(c.here.filter((k) => !k.ran).map((k) => k.error ?? k.status))].slice(0, 2),
        ],
      })),
      notes: ['All variants of the problem count, chosen or not. A cell whose ✕ stands alone has no solved case; ✕ 1/3 below a number: one of three is not solved.'],
    };
  },
};
