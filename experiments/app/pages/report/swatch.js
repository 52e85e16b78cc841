// A variant's colour, dash and marker as a small picture.
import { markers } from './theme.js';

const shapes = {
  circle: '<circle cx="17" cy="7" r="3.6"/>',
  rect: '<rect x="13.6" y="3.6" width="6.8" height="6.8"/>',
  triangle: '<path d="M17 3L21 10.4H13Z"/>',
  diamond: '<path d="M17 2.4L21.6 7L17 11.6L12.4 7Z"/>',
};

function shape(marker) {
  if (shapes[marker]) return shapes[marker];
  return `<path transform="translate(13,3) scale(0.8)" d="${marker.replace('path://', '')}"/>`;
}

export function swatch(style, theme) {
  const colour = theme.palette[style.colour];
  const dash = Array.isArray(style.dash) ? ` stroke-dasharray="${style.dash.join(' ')}"` : '';
  const holder = document.createElement('span');
  holder.className = 'swatch';
  holder.innerHTML =
    `<svg width="34" height="14" viewBox="0 0 34 14" aria-hidden="true"><path d="M0 7H34" stroke="${colour}" stroke-width="2" fill="none"${dash}/>` +
    `<g fill="${colour}">${shape(style.marker ?? markers[0])}</g></svg>`;
  return holder;
}
