// What the figures share: axes, lines, and the legend of a figure that stands alone.
import { decade, number } from './text.js';

const hollow = (theme, colour) => ({ color: theme.surface, borderColor: colour, borderWidth: 1.6 });

export function axis(theme, name, more = {}) {
  return {
    type: 'value',
    name,
    nameLocation: 'middle',
    nameGap: 30,
    nameTextStyle: { color: theme.muted, fontSize: 12.5, fontFamily: theme.font },
    axisLabel: { color: theme.muted, fontSize: 12, fontFamily: theme.font, hideOverlap: true, formatter: (x) => number(x, 3) },
    axisLine: { show: true, lineStyle: { color: theme.line } },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: theme.grid } },
    ...more,
  };
}

// An axis of logarithms, with room below the least and above the largest of `values`. It draws
// log10 itself: `at(x)` is where x lies; what is 0, or below 10⁻²⁰ of the largest, lies on the edge.
export function logAxis(theme, name, values, more = {}) {
  const positive = values.filter((x) => x > 0 && Number.isFinite(x));
  const most = positive.length ? Math.max(...positive) : 1;
  const least = Math.max(positive.length ? Math.min(...positive) : most, most * 1e-20);
  const zeros = values.some((x) => x === 0 || (x > 0 && x < least));
  const [low, high] = [Math.log10(least), Math.log10(most)];
  const narrow = high - low < 1.6;
  const pad = narrow ? 0.03 : 0.15;
  const ticks = [];
  if (narrow) {
    const marks = high - low < 0.35 ? [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9] : [1, 2, 5];
    for (let k = Math.floor(low) - 1; k <= Math.ceil(high); ++k) for (const m of marks) ticks.push(k + Math.log10(m));
  } else {
    const every = Math.max(1, Math.ceil((high - low) / 9));
    for (let k = Math.floor(low / every) * every - every; k < high + pad + every; k += every) ticks.push(k);
  }
  const min = Math.max(...ticks.filter((t) => t <= low - pad), -400) - (zeros && !narrow ? ticks[1] - ticks[0] : 0);
  const max = Math.min(...ticks.filter((t) => t >= high + pad), 400);
  const shown = ticks.filter((t) => t >= min - 1e-9 && t <= max + 1e-9);
  if (zeros && shown[0] > min) shown.unshift(min);
  const options = axis(theme, name, { min, max, ...more });
  options.axisLabel = { ...options.axisLabel, customValues: shown, formatter: (x) => (zeros && Math.abs(x - min) < 1e-9 ? '0' : decade(x)) };
  options.axisTick = { show: false, customValues: shown };
  const room = 7 * Math.max(...shown.map((t) => decade(t).length));
  return { options, zeros, room, at: (x) => (x > 0 && x >= least ? Math.log10(x) : x === null || Number.isNaN(x) ? null : min) };
}

export const edgeNote = 'Values of 0, and what is 10⁻²⁰ of the largest, lie on the lower edge.';

export const colourOf = (theme, s) => theme.palette[s.colour];

// A line in a variant's style; `marks`: whether each point has its marker.
export function line(theme, s, name, data, { marks = true, open = null, width = 1.8, ...more } = {}) {
  const colour = colourOf(theme, s);
  return {
    type: 'line',
    name,
    data: open ? data.map((value, i) => (open[i] ? { value, itemStyle: hollow(theme, colour) } : value)) : data,
    color: colour,
    lineStyle: { width, type: s.dash, color: colour },
    itemStyle: { color: colour },
    symbol: s.marker,
    symbolSize: marks ? 7 : 5,
    showSymbol: marks,
    emphasis: { focus: 'series', lineStyle: { width: width + 1.2, color: colour }, itemStyle: open ? {} : { color: colour } },
    blur: { lineStyle: { opacity: 0.15 }, itemStyle: { opacity: 0.15 } },
    animation: false,
    silent: true, // what is pointed at is found by its curve, not by what lies on top
    ...more,
  };
}

const legendAtMost = 24;

// A figure on its own: title, what is shown, a legend below. On a page these stand around it.
export function alone(option, theme, { title, about, names, width, height }) {
  const shown = names.slice(0, legendAtMost);
  let rows = 0;
  let left = 0;
  for (const name of shown) {
    const wide = 60 + 7.6 * name.length;
    if (left > 0 && left + wide <= width - 48) left += wide;
    else {
      ++rows;
      left = wide;
    }
  }
  const legend = names.length > 1 ? rows * 26 + 12 + (names.length > shown.length ? 20 : 0) : 0;
  const titles = [
    { text: title, subtext: about, left: 20, top: 12, itemGap: 6,
      textStyle: { color: theme.ink, fontSize: 17, fontWeight: 600, fontFamily: theme.font },
      subtextStyle: { color: theme.muted, fontSize: 12.5, fontFamily: theme.font } },
  ];
  if (names.length > shown.length)
    titles.push({ text: `and ${names.length - shown.length} more`, left: 24, bottom: 6, textStyle: { color: theme.muted, fontSize: 12, fontWeight: 400, fontFamily: theme.font } });
  return {
    height: height + legend,
    option: {
      ...option,
      backgroundColor: theme.surface,
      title: titles,
      grid: { ...option.grid, top: 84, bottom: (option.grid?.bottom ?? 48) + legend },
      legend: names.length > 1
        ? { data: shown, left: 20, right: 20, top: height - 2, bottom: 4, itemGap: 14, itemWidth: 32, itemHeight: 10, selectedMode: false,
            textStyle: { color: theme.ink, fontSize: 12, fontFamily: theme.font } }
        : undefined,
    },
  };
}

// Of an axis that stands upright.
export const upright = { nameGap: 44 };

// The frame of a figure whose upright axis is `y`: room for its labels.
export const framed = (y, more = {}) => ({ ...grid, left: Math.max(76, 60 + (y.room ?? 0)), ...more });

export const grid = { left: 76, right: 26, top: 18, bottom: 50, outerBoundsMode: 'none' };
