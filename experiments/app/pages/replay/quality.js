// How finely the scene is drawn: less where the processor has to do it and there is much to draw.
import { asksFor } from './address.js';
import { CONTACT } from './data.js';

function drawnByProcessor() {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return false;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : '';
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

/** An address with #fine or #fast decides; pictures are fine. What goes on waits for no picture. */
export function chooseQuality(data, goesOn = false) {
  let contacts = 0;
  for (const [begin, end] of data.contacts?.range.values() ?? []) contacts = Math.max(contacts, end - begin);
  const things = data.scene.bodies.length + contacts / CONTACT.size;
  const fine = asksFor('fine') || asksFor('picture')
    || (!asksFor('fast') && !(drawnByProcessor() && (goesOn || things > 600)));
  return { fine, manyContacts: !fine || contacts / CONTACT.size > 3000, shadows: fine ? 2048 : 1024 };
}
