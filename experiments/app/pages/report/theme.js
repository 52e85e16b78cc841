// Colours, dashes and markers. The eight colours are told apart with every kind of colour
// blindness (after Okabe and Ito), each on its ground; beyond eight, dashes and markers tell.
// Without quotation marks, which would end an attribute of an SVG.
const font = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif';

export const themes = {
  light: {
    name: 'light', font, surface: '#ffffff', ink: '#1c2430', muted: '#5a6675', line: '#c9d0d9', grid: '#e8ecf1',
    failed: '#d5d9df', failedInk: '#9b1c1c', missing: '#f3f5f8',
    palette: ['#0072b2', '#d55e00', '#009e73', '#b4508c', '#dd9500', '#4aa8e0', '#4b5563', '#877500'],
  },
  dark: {
    name: 'dark', font, surface: '#171c24', ink: '#e8ecf2', muted: '#a3adba', line: '#465060', grid: '#2a323d',
    failed: '#3a424e', failedInk: '#ff9c8f', missing: '#1e242d',
    palette: ['#4da3e0', '#f08339', '#22c498', '#e08dbd', '#f3bb45', '#9bd6ff', '#c3cad4', '#cfc14a'],
  },
};

export const dashes = ['solid', [7, 4], [2, 3], [10, 3, 2, 3], [10, 3, 2, 3, 2, 3]];
export const markers = [
  'circle', 'rect', 'triangle', 'diamond', 'path://M0,0L10,0L5,9Z', 'path://M3,0L7,0L7,3L10,3L10,7L7,7L7,10L3,10L3,7L0,7L0,3L3,3Z',
  'path://M0,2.5L5,0L10,2.5L10,7.5L5,10L0,7.5Z',
];

export { viridis as ramp } from '../common/viridis.js';

// What is legible on the ramp's colour at t in [0, 1].
export const inkOn = (t) => (t > 0.5 ? '#14181f' : '#ffffff');

// Number `index` of a row, with `member` of a family that shares a colour; families have up to `members`. No two have
// the same colour and dash, as long as there are dashes.
export function style(index, member = 0, members = 1) {
  const round = Math.floor(index / 8) * members + member;
  return { colour: index % 8, dash: dashes[round % dashes.length], marker: markers[(index + round) % markers.length] };
}
