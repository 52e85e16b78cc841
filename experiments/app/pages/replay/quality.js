// How finely the scene is drawn: less where the processor has to do it.
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

/** An address with #fine or #fast decides; pictures are fine. */
export function chooseQuality(data) {
  let contacts = 0;
  for (const [begin, end] of data.contacts?.range.values() ?? []) contacts = Math.max(contacts, end - begin);
  const fine = asksFor('fine') || asksFor('picture') || !(asksFor('fast') || drawnByProcessor());
  return { fine, manyContacts: !fine || contacts / CONTACT.size > 3000, shadows: fine ? 2048 : 1024 };
}
