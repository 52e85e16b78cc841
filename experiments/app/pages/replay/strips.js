// Which numbers of all steps are drawn below the picture.
import { Strip } from './charts.js';
import { linePalette } from './colours.js';

export function makeStrips(parent, data, player) {
  const { steps, poses } = data;
  if (!steps?.steps.length) return [];
  const { columns, times, reason, reasons } = steps;
  const range = [poses.times[0], poses.times.at(-1)];
  const onSeek = (time) => player.seek(player.motion.frameAt(time));
  const common = { times, range, onSeek };
  const failed = reason ? [...times].filter((_, k) => reasons[reason[k]] !== 'converged') : [];
  const out = [];
  if (columns.newton_iterations)
    out.push(new Strip(parent, { ...common, id: 'iterations', title: 'Newton iterations', unit: '',
      marks: failed.length <= 2000 ? failed : [],
      series: [{ name: 'iterations per step', values: columns.newton_iterations, colour: linePalette[0],
        bars: true }] }));
  if (columns.kinetic_J && columns.potential_J) {
    const elastic = columns.elastic_J?.some((x) => x > 0) ? columns.elastic_J : null;
    const total = columns.kinetic_J.map((k, i) => k + columns.potential_J[i] + (elastic?.[i] ?? 0));
    const series = [['kinetic', columns.kinetic_J, 1], ['potential', columns.potential_J, 2],
      ...(elastic ? [['elastic', elastic, 3]] : []), ['total', total, 4]];
    out.push(new Strip(parent, { ...common, id: 'energy', title: 'energy', unit: 'J',
      series: series.map(([name, values, c]) => ({ name, values, colour: linePalette[c] })) }));
  }
  return out;
}
