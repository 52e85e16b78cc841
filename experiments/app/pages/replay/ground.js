// Half-spaces as planes with a grid that fades out; a faint grid alone where there are none.
import { CanvasTexture, Color, DoubleSide, FrontSide, Group, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial,
  RepeatWrapping, RingGeometry, Float32BufferAttribute, Quaternion, SRGBColorSpace, Vector3 } from 'three';
import { matrixOf } from './motion.js';
import { roundNumber } from './numbers.js';

const themes = {
  dark: { plane: '#39414d', line: '#5d6978' },
  light: { plane: '#f7f8fa', line: '#b5bec9' },
};

function gridTexture(theme, anisotropy) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 512;
  const pen = canvas.getContext('2d');
  pen.fillStyle = theme.plane;
  pen.fillRect(0, 0, 512, 512);
  pen.strokeStyle = theme.line;
  pen.lineWidth = 5;
  pen.strokeRect(0, 0, 512, 512);
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.anisotropy = anisotropy;
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

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
    const material = new MeshLambertMaterial({ transparent: true, vertexColors: true, side: FrontSide, depthWrite: false });
    // Walls are seen through.
    const level = new Vector3().setFromMatrixColumn(world, 2).dot(up) > 0.7;
    if (!level) material.opacity = 0.22;
    const mesh = new Mesh(discOf((level ? 5 : 2) * bounds.radius, this.cell, below), material);
    mesh.receiveShadow = level;
    mesh.renderOrder = -1;
    mesh.matrixAutoUpdate = false;
    this.planes.push({ body, mesh, local: local.multiply(new Matrix4().setPosition(below)) });
    this.group.add(mesh);
  }

  addFaint(bounds, up) {
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up);
    const low = bounds.center.clone().addScaledVector(up, -0.55 * Math.abs(bounds.size.dot(up)));
    const mesh = new Mesh(discOf(3 * bounds.radius, this.cell, new Vector3()),
      new MeshLambertMaterial({ transparent: true, vertexColors: true, side: DoubleSide, opacity: 0.35,
        depthWrite: false }));
    mesh.renderOrder = -1;
    mesh.receiveShadow = true;
    mesh.position.copy(low);
    mesh.quaternion.copy(turn);
    this.group.add(mesh);
  }

  move(matrices) {
    for (const { body, mesh, local } of this.planes) {
      mesh.matrix.multiplyMatrices(matrices[body], local);
      mesh.matrixWorldNeedsUpdate = true;
    }
  }

  /** Drawn quickly: without light and shadow, and without walls, which cover the picture again and again. */
  plain() {
    this.anisotropy = 1;
    for (const mesh of this.group.children) {
      const { opacity, side, map, color } = mesh.material;
      if (map) map.anisotropy = 1;
      if (map) map.needsUpdate = true;
      mesh.visible = mesh.receiveShadow;
      mesh.material.dispose();
      mesh.material = new MeshBasicMaterial({ map, color, opacity, side, transparent: true, vertexColors: true, depthWrite: false });
    }
  }

  theme(name) {
    const texture = gridTexture(themes[name], this.anisotropy);
    for (const mesh of this.group.children) {
      mesh.material.map?.dispose();
      mesh.material.map = texture;
      mesh.material.color = new Color('#ffffff');
      mesh.material.needsUpdate = true;
    }
  }
}
