// Bodies by their shapes: one instanced mesh for all boxes, one for all spheres, one for tubes, and
// one for each other outline.
import { BoxGeometry, BufferAttribute, BufferGeometry, Color, CylinderGeometry, DynamicDrawUsage, EdgesGeometry,
  Float32BufferAttribute, InstancedBufferAttribute, InstancedBufferGeometry, InstancedMesh, LineSegments, Matrix4,
  MeshLambertMaterial, MeshStandardMaterial, ShaderMaterial, SphereGeometry, Vector3 } from 'three';
import { colourOfBody } from '../common/bodies.js';
import { rampColour } from './colours.js';
import { matrixOf } from './motion.js';

const geometries = {
  box: () => new BoxGeometry(1, 1, 1),
  sphere: (corners) => new SphereGeometry(1, corners, Math.round(0.6 * corners)),
  tube: (corners) => new CylinderGeometry(1, 1, 1, corners, 1, true).rotateX(Math.PI / 2),
};
const round = ['sphere', 'tube'];
const corners = [10, 14, 20, 28, 40, 56];
const mostOff = { fine: 0.3, coarse: 0.6 }; // pixels

/** So many corners that a circle of this radius and its polygon are nowhere further apart [pixels]. */
const cornersFor = (radius, off) => (
  corners.find((n) => radius * (1 - Math.cos(Math.PI / n)) <= off) ?? corners.at(-1));

/** Of a round part: the radius of its circles, and how far it reaches from its middle. */
function sizeOf(kind, matrix) {
  const reach = matrix.getMaxScaleOnAxis();
  return { radius: kind === 'tube' ? new Vector3().setFromMatrixColumn(matrix, 0).length() : reach, reach };
}

/** Flat triangles, as their corners stand on edges too. */
function outlineGeometry({ points, triangles }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(points, 3));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  const flat = geometry.toNonIndexed();
  flat.computeVertexNormals();
  return flat;
}

/** A tube of radius r from p to q, in the frame of the body. */
export function tubeBetween(p, q, r) {
  const way = q.clone().sub(p);
  const length = way.length();
  const matrix = new Matrix4().lookAt(way, new Vector3(), Math.abs(way.x) < 0.9 * length
    ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0));
  return matrix.setPosition(p.clone().addScaledVector(way, 0.5)).scale(new Vector3(r, r, length));
}

/** The parts of a shape: a primitive each, and its matrix in the frame of the body. */
function partsOf(shape) {
  const frame = matrixOf(shape.pose);
  const [a, b, c] = shape.size;
  const part = (kind, x, y, z, sx, sy, sz) => ({ kind,
    matrix: frame.clone().multiply(new Matrix4().makeTranslation(x, y, z))
      .scale(new Vector3(sx, sy, sz)) });
  if (shape.outline) {
    const kind = `outline ${shape.outline.id}`;
    geometries[kind] ??= () => outlineGeometry(shape.outline);
    return [part(kind, 0, 0, 0, 1, 1, 1)];
  }
  if (shape.kind === 'box') return [part('box', 0, 0, 0, 2 * a, 2 * b, 2 * c)];
  if (shape.kind === 'sphere') return [part('sphere', 0, 0, 0, a, a, a)];
  if (shape.kind === 'ellipsoid') return [part('sphere', 0, 0, 0, a, b, c)];
  if (shape.kind === 'capsule')
    return [part('tube', 0, 0, 0, a, a, 2 * b), part('sphere', 0, 0, b, a, a, a),
      part('sphere', 0, 0, -b, a, a, a)];
  return [];
}

/** Of a body without shapes: rods from its centre of mass to its joints. */
function bonesOf(index, joints, size) {
  const r = 0.022 * size;
  const out = [{ kind: 'sphere', matrix: new Matrix4().makeScale(2 * r, 2 * r, 2 * r) }];
  for (const joint of joints)
    for (const [body, pose] of [[joint.a, joint.on_a], [joint.b, joint.on_b]]) {
      const end = new Vector3(...pose.slice(0, 3));
      if (body !== index || end.length() < 1e-9) continue;
      out.push({ kind: 'tube', matrix: tubeBetween(new Vector3(), end, r) });
      out.push({ kind: 'sphere', matrix: new Matrix4().setPosition(end).scale(new Vector3(r, r, r)) });
    }
  return out;
}

/** The edges of all boxes, moved with them. */
function edgesOf(mesh) {
  const edges = new EdgesGeometry(new BoxGeometry(1, 1, 1));
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', edges.getAttribute('position'));
  geometry.setAttribute('place', mesh.instanceMatrix);
  geometry.instanceCount = mesh.count;
  const material = new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    // Fainter on boxes of few pixels, which would be nothing but edges.
    uniforms: { pixels: { value: 1000 } },
    vertexShader: `attribute mat4 place; uniform float pixels; varying float opacity;
      void main() {
        vec4 at = modelViewMatrix * place * vec4(position, 1.0);
        float thin = min(length(place[0]), min(length(place[1]), length(place[2])));
        opacity = 0.42 * smoothstep(2.0, 16.0, thin * pixels / -at.z);
        at.xyz *= 0.9985;
        gl_Position = projectionMatrix * at;
      }`,
    fragmentShader: `varying float opacity;
      void main() { gl_FragColor = vec4(0.0, 0.0, 0.0, opacity); }`,
  });
  const out = new LineSegments(geometry, material);
  out.frustumCulled = false;
  out.onBeforeRender = (renderer, _, camera) => {
    const half = Math.tan((camera.fov * Math.PI) / 360);
    material.uniforms.pixels.value = renderer.domElement.clientHeight / (2 * half);
  };
  return out;
}

export class Bodies {
  constructor(stage, data, bounds, quality) {
    const { scene } = stage;
    this.parts = { box: [], sphere: [], tube: [] };
    this.meshes = {};
    this.colours = data.scene.bodies.map((body, b) => new Color(colourOfBody(body, b)));
    data.scene.bodies.forEach((body, index) => {
      const parts = body.shapes.flatMap(partsOf);
      if (body.bare) parts.push(...bonesOf(index, data.scene.joints, bounds.body));
      const opacity = body.opacity ?? 1; // bodies that are seen through have meshes of their own
      for (const { kind, matrix } of opacity > 0 ? parts : []) (this.parts[opacity < 1 ? `${kind}|${opacity}` : kind] ??= []).push({ body: index, matrix });
    });
    this.materials = {}; // by opacity
    this.quality = quality;
    for (const [kind, parts] of Object.entries(this.parts))
      if (parts.length) this.meshes[kind] = this.meshOf(kind, parts, scene);
    if (this.meshes.box) scene.add((this.edges = edgesOf(this.meshes.box)));
    this.off = quality.fine ? mostOff.fine : mostOff.coarse;
    this.rounds = Object.keys(this.meshes).map((key) => ({ key, kind: key.split('|')[0] })).filter(({ kind }) => round.includes(kind))
      .map(({ key, kind }) => ({ mesh: this.meshes[key], kind, made: { [corners[0]]: this.meshes[key].geometry },
        sizes: this.parts[key].map(({ matrix }) => sizeOf(kind, matrix)) }));
    stage.before.push((camera, height) => this.see(camera, height));
    this.paint();
    this.glass(false);
  }

  meshOf(kind, parts, scene) {
    const [solid, opacity = 1] = kind.split('|');
    this.materials[opacity] ??= this.quality.fine ? new MeshStandardMaterial({ roughness: 0.62, metalness: 0.02 })
      : new MeshLambertMaterial();
    const mesh = new InstancedMesh(geometries[solid](corners[0]), this.materials[opacity], parts.length);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * parts.length), 3);
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    scene.add(mesh);
    return mesh;
  }

  /** Gives round shapes as many corners as the largest of them shows, in a picture so high [pixels]. */
  see(camera, height) {
    const perUnit = height / (2 * Math.tan((camera.fov * Math.PI) / 360));
    const at = new Vector3();
    for (const { mesh, kind, made, sizes } of this.rounds) {
      let most = 0;
      sizes.forEach(({ radius, reach }, k) => {
        const distance = at.fromArray(mesh.instanceMatrix.array, 16 * k + 12).distanceTo(camera.position) - reach;
        most = Math.max(most, (radius * perUnit) / Math.max(distance, camera.near));
      });
      const n = cornersFor(most, this.off);
      mesh.geometry = made[n] ??= geometries[kind](n);
    }
  }

  move(matrices) {
    const product = new Matrix4();
    for (const [kind, mesh] of Object.entries(this.meshes)) {
      this.parts[kind].forEach((part, k) => {
        product.multiplyMatrices(matrices[part.body], part.matrix).toArray(mesh.instanceMatrix.array, 16 * k);
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  /** In their own colours, or by a number from 0 to 1 for each body. */
  paint(values = null) {
    const colour = new Color();
    for (const [kind, mesh] of Object.entries(this.meshes)) {
      this.parts[kind].forEach(({ body }, k) => {
        if (values) rampColour(values[body], colour);
        mesh.instanceColor.set((values ? colour : this.colours[body]).toArray(), 3 * k);
      });
      mesh.instanceColor.needsUpdate = true;
    }
  }

  glass(on) {
    for (const [opacity, material] of Object.entries(this.materials)) {
      material.opacity = on ? 0.35 * opacity : Number(opacity);
      material.transparent = material.opacity < 1;
      material.depthWrite = !material.transparent;
      material.needsUpdate = true;
    }
  }
}
