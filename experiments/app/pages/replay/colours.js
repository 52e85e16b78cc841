// Colours of bodies and of quantities.
import { Color } from 'three';

const bodyPalette = ['#7fa8df', '#eda879', '#8cc9a3', '#d497b6', '#a99dde', '#e3c877', '#7bc0c9',
  '#de938e', '#a9c27a', '#bfa087'];
export const fixedColour = '#8d949e';
export const linePalette = ['#3f7fd6', '#e07b39', '#3d9e68', '#b5568a', '#7b68cf', '#c79a1e',
  '#2b97a6', '#c8504a'];

export const bodyColour = (index) => new Color(bodyPalette[index % bodyPalette.length]);

// From cold to warm, no end of it lost on a dark or a light ground.
const ramp = ['#5236a0', '#3f63c4', '#2b8fbf', '#2bab8b', '#74b94b', '#d3ad2f', '#ee7f2c',
  '#da3d30'].map((each) => new Color(each));

export const rampGradient =
  `linear-gradient(to top, ${ramp.map((each) => `#${each.getHexString()}`).join(', ')})`;

/** The colour of a number from 0 to 1. */
export function rampColour(part, out) {
  const at = Math.max(0, Math.min(1, part)) * (ramp.length - 1);
  const low = Math.min(Math.floor(at), ramp.length - 2);
  return out.copy(ramp[low]).lerp(ramp[low + 1], at - low);
}
