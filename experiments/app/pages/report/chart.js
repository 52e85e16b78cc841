// The parts of echarts that are used, and a figure as SVG text: in the page and in node alike.
import { HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkLineComponent, TitleComponent, VisualMapComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import { alone } from './axes.js';

echarts.use([HeatmapChart, LineChart, ScatterChart, GridComponent, LegendComponent, MarkLineComponent, TitleComponent, VisualMapComponent, LabelLayout, SVGRenderer]);

export { echarts };

export const titleOf = (figure, state) => figure.titleFor?.(state) ?? figure.title;

const lineNames = (built) => [...new Set(built.option.series.filter((s) => s.type === 'line').map((s) => s.name))];

// {svg, width, height}, or {empty} where there is nothing to draw.
export function renderSvg(figure, model, state, theme, width = 960) {
  const built = figure.build(model, state, theme);
  if (built.empty) return { empty: built.empty };
  const problem = model.problems.length > 1 && !model.alone && figure.id !== 'performance_profile' ? `${model.problems[state.problem].label} — ` : '';
  const { option, height } = alone(built.option, theme, {
    title: titleOf(figure, state), about: problem + built.about, names: lineNames(built), width, height: (built.height ?? 420) + 120,
  });
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption(option);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return { svg, width, height };
}
