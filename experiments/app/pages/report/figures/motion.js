// Quantities of one run over time, a figure for each unit.
import { axis, framed, line, upright } from '../axes.js';
import { number } from '../text.js';
import { style } from '../theme.js';

const titles = { J: 'Energy over time', m: 'Heights over time' };
const labels = { J: 'energy [J]', m: 'z [m]' };

function figure(unit, curves) {
  return {
    id: `motion_${unit}`,
    title: titles[unit],
    controls: [],
    build(model, state, theme) {
      const y = axis(theme, labels[unit], { scale: true, ...upright });
      const styles = curves.map((_, i) => style(i));
      return {
        option: {
          grid: framed({ options: y }, { top: 44 }),
          legend: { type: 'scroll', data: curves.map((c) => c.of), top: 4, left: 60, right: 20, selectedMode: false, textStyle: { color: theme.ink, fontSize: 12, fontFamily: theme.font } },
          xAxis: axis(theme, 'time [s]', { min: 0, max: 'dataMax' }),
          yAxis: y,
          series: curves.map((c, i) => line(theme, styles[i], c.of, c.time_s.map((t, k) => [t, c.values[k]]), { marks: false, width: 1.6 })),
        },
        about: 'orthant figure --of draws other quantities',
        hover: curves.map((c, i) => ({ variant: { style: styles[i] }, name: c.of, lines: (k) => [`t = ${number(c.time_s[k])} s`, `${labels[unit]}: ${number(c.values[k])}`] })),
      };
    },
  };
}

export function motionsOf(model) {
  const curves = model.data.curves ?? [];
  return Object.keys(titles).map((unit) => figure(unit, curves.filter((c) => c.unit === unit)))
    .filter((_, i) => curves.some((c) => c.unit === Object.keys(titles)[i]));
}
