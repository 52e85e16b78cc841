// What is under the pointer.
import { Raycaster, Vector2 } from 'three';

/** The ray from the eye through the place of a pointer's event on the canvas. */
export function rayOf(stage, canvas, event) {
  const box = canvas.getBoundingClientRect();
  const out = new Raycaster();
  out.setFromCamera(new Vector2((2 * (event.clientX - box.left)) / box.width - 1,
    1 - (2 * (event.clientY - box.top)) / box.height), stage.camera);
  return out;
}

/** The first body along the ray, and the point where it is hit; null where there is none. */
export function bodyAlong(ray, bodies) {
  for (const mesh of Object.values(bodies.meshes)) mesh.computeBoundingSphere();
  const [hit] = ray.intersectObjects(Object.values(bodies.meshes));
  if (!hit) return null;
  const kind = Object.keys(bodies.meshes).find((k) => bodies.meshes[k] === hit.object);
  return { body: bodies.parts[kind][hit.instanceId].body, point: hit.point };
}
