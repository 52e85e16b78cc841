// Half-spaces as planes with a grid that fades out; a faint grid alone where there are none.
import { CanvasTexture, Color, DoubleSide, FrontSide, Group, LinearSRGBColorSpace, Matrix4, Mesh, MeshLambertMaterial, RepeatWrapping,
  RingGeometry, Float32BufferAttribute, Quaternion, ShaderMaterial, SRGBColorSpace, Vector3 } from 'three';
import { matrixOf } from './motion.js';
import { roundNumber } from './numbers.js';

const themes = {
  dark: { plane: '#39414d', line: '#5d6978', seen: { plane: '#1d2c40', line: '#4f5e72' } },
  light: { plane: '#f7f8fa', line: '#b5bec9', seen: { plane: '#f4f1ec', line: '#b6bdc4' } },
}; // seen: in the light of the stage, on the screen

const tile = 512; // pixels of a cell's texture
const lineWidth = 5; // with the half that the next cell draws

function gridTexture(theme, anisotropy) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = tile;
  const pen = canvas.getContext('2d');
  pen.fillStyle = theme.plane;
  pen.fillRect(0, 0, tile, tile);
  pen.strokeStyle = theme.line;
  pen.lineWidth = lineWidth;
  pen.strokeRect(0, 0, tile, tile);
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.anisotropy = anisotropy;
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** The same grid without light, shadow and texture: half the work of a processor that draws it. */
const plainMaterial = (side, opacity) => new ShaderMaterial({
  side,
  transparent: true,
  depthWrite: false,
  uniforms: { plane: { value: new Color() }, line: { value: new Color() }, opacity: { value: opacity } },
  vertexShader: `attribute vec4 color; varying vec2 place; varying float fade;
    void main() {
      place = uv;
      fade = color.a;
      gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    }`,
  // How much of a pixel, which is as wide as its fwidth, lies on a line.
  fragmentShader: `uniform vec3 plane, line; uniform float opacity; varying vec2 place; varying float fade;
    void main() {
      const float wide = ${(lineWidth / tile).toFixed(4)};
      vec2 pixel = fwidth(place), off = 0.5 - abs(fract(place) - 0.5);
      vec2 part = clamp((0.5 * (wide + pixel) - off) / pixel, vec2(0.0), min(vec2(1.0), wide / pixel));
      gl_FragColor = vec4(mix(plane, line, max(part.x, part.y)), opacity * fade);
    }`,
});

/** A disc in z = 0 whose opacity falls off; its texture repeats every `cell`, from the origin. */
function discOf(radius, cell, offset) {
  const geometry = new RingGeometry(0, radius, 72, 12);
  const place = geometry.getAttribute('position');
  const uv = geometry.getAttribute('uv');
  const colours = [];
  for (let i = 0; i < place.count; ++i) {
    const part = Math.hypot(place.getX(i), place.getY(i)) / radius;
    const fade = Math.max(0, 1 - Math.max(0, (part - 0.25) / 0.75));
    colours.push(1, 1, 1, fade * fade * (3 - 2 * fade));
    uv.setXY(i, (place.getX(i) + offset.x) / cell, (place.getY(i) + offset.y) / cell);
  }
  geometry.setAttribute('color', new Float32BufferAttribute(colours, 4));
  return geometry;
}

export class Ground {
  constructor(scene, data, bounds, up, renderer) {
    this.anisotropy = renderer.capabilities.getMaxAnisotropy();
    this.cell = roundNumber(bounds.radius / 3);
    this.group = new Group();
    this.planes = [];
    scene.add(this.group);
    data.scene.bodies.forEach((body, index) => {
      for (const shape of body.shapes)
        if (shape.kind === 'half_space') this.addPlane(index, matrixOf(shape.pose), matrixOf(body.pose), bounds, up);
    });
    if (!this.planes.length && !bounds.surfaces) this.addFaint(bounds, up);
  }

  /** Around the place below the centre of the scene. */
  addPlane(body, local, start, bounds, up) {
    const world = start.clone().multiply(local);
    const below = bounds.center.clone().applyMatrix4(world.clone().invert());
    below.z = 0;
    // Walls are seen through.
    const level = new Vector3().setFromMatrixColumn(world, 2).dot(up) > 0.7;
    const mesh = this.addDisc(discOf((level ? 5 : 2) * bounds.radius, this.cell, below), FrontSide, level ? 1 : 0.22);
    mesh.receiveShadow = level;
    mesh.matrixAutoUpdate = false;
    this.planes.push({ body, mesh, local: local.multiply(new Matrix4().setPosition(below)) });
  }

  addDisc(geometry, side, opacity) {
    const lit = new MeshLambertMaterial({ transparent: true, vertexColors: true, side, opacity, depthWrite: false });
    const mesh = new Mesh(geometry, lit);
    mesh.userData = { lit, plain: plainMaterial(side, opacity) };
    mesh.renderOrder = -1;
    this.group.add(mesh);
    return mesh;
  }

  addFaint(bounds, up) {
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up);
    const low = bounds.center.clone().addScaledVector(up, -0.55 * Math.abs(bounds.size.dot(up)));
    const mesh = this.addDisc(discOf(3 * bounds.radius, this.cell, new Vector3()), DoubleSide, 0.35);
    mesh.receiveShadow = true;
    mesh.position.copy(low);
    mesh.quaternion.copy(turn);
  }

  move(matrices) {
    for (const { body, mesh, local } of this.planes) {
      mesh.matrix.multiplyMatrices(matrices[body], local);
      mesh.matrixWorldNeedsUpdate = true;
    }
  }

  /** Plain: drawn quickly, without light and shadow, and without walls, which cover the picture again and again. */
  plain(on) {
    for (const mesh of this.group.children) {
      mesh.visible = !on || mesh.receiveShadow;
      mesh.material = on ? mesh.userData.plain : mesh.userData.lit;
    }
  }

  theme(name) {
    const texture = gridTexture(themes[name], this.anisotropy);
    for (const { userData: { lit, plain } } of this.group.children) {
      lit.map?.dispose();
      lit.map = texture;
      lit.needsUpdate = true;
      // This material knows neither colour spaces nor tones.
      for (const part of ['plane', 'line']) plain.uniforms[part].value.setStyle(themes[name].seen[part], LinearSRGBColorSpace);
    }
  }
}
