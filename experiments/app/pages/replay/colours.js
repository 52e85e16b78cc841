// Colours of bodies and of quantities.
import { Color, SRGBColorSpace } from 'three';
import { viridis } from '../common/viridis.js';

export const linePalette = ['#3f7fd6', '#e07b39', '#3d9e68', '#b5568a', '#7b68cf', '#c79a1e',
  '#2b97a6', '#c8504a'];

// Without the darkest, which a dark ground swallows.
const ramp = viridis.slice(1);
const shares = ramp.map((each) => new Color(each).getRGB({}, SRGBColorSpace));

export const rampGradient = `linear-gradient(to top, ${ramp.join(', ')})`;

/** The colour of a number from 0 to 1, as in the gradient. */
export function rampColour(part, out) {
  const at = Math.max(0, Math.min(1, part)) * (ramp.length - 1);
  const low = Math.min(Math.floor(at), ramp.length - 2);
  const [r, g, b] = ['r', 'g', 'b'].map((c) => shares[low][c] + (at - low) * (shares[low + 1][c] - shares[low][c]));
  return out.setRGB(r, g, b, SRGBColorSpace);
}
