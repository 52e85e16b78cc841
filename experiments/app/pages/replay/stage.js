// The picture: renderer, lights, camera, and two layers, bodies and what is drawn over them.
import { AmbientLight, Color, DirectionalLight, HemisphereLight, NeutralToneMapping,
  PCFShadowMap, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Compass } from './compass.js';

const themes = {
  dark: { background: '#171b22', sky: '#dfe8ff', ground: '#3b3a40', hemisphere: 1.9, sun: 2.1 },
  light: { background: '#e9edf2', sky: '#ffffff', ground: '#b9b4ab', hemisphere: 1.9, sun: 2.2 },
};

/** Up is z, unless gravity says clearly that it is another axis of the world. */
export function upOf(gravity) {
  const g = new Vector3(...gravity);
  for (const axis of ['x', 'y'])
    if (Math.abs(g[axis]) > 0.9 * g.length() && g.length() > 0)
      return new Vector3().setComponent(axis === 'x' ? 0 : 1, -Math.sign(g[axis]));
  return new Vector3(0, 0, 1);
}

export class Stage {
  constructor(canvas, bounds, up, quality) {
    this.bounds = bounds;
    this.fine = quality.fine;
    this.needed = true;
    this.before = []; // called with the camera and the height [pixels] before each picture
    this.through = true; // whether the upper layer is seen through bodies
    this.part = 1; // of the pixels along each side that are drawn
    this.renderer = new WebGLRenderer({ canvas, antialias: quality.fine });
    this.renderer.autoClear = false;
    this.renderer.info.autoReset = false; // a picture is several scenes
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.scene = new Scene();
    this.over = new Scene();
    this.camera = new PerspectiveCamera(35, 1, 0.01, 100);
    this.camera.up.copy(up);
    this.up = up;
    this.compass = new Compass(canvas);
    this.addLights(quality.shadows);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', () => this.draw());
    this.frame();
  }

  addLights(shadowSize) {
    const { center, radius } = this.bounds;
    this.sky = new HemisphereLight();
    this.sky.position.copy(this.up);
    this.sun = new DirectionalLight('#fff4e3');
    const beside = Math.abs(this.up.z) > 0.5 ? new Vector3(-0.5, -0.6, 0) : new Vector3(-0.5, 0, 0.6);
    this.sun.position.copy(this.up).add(beside).multiplyScalar(2.5 * radius).add(center);
    this.sun.target.position.copy(center);
    this.sun.castShadow = true;
    const shadow = this.sun.shadow;
    shadow.mapSize.set(shadowSize, shadowSize);
    Object.assign(shadow.camera, { left: -1.3 * radius, right: 1.3 * radius, top: 1.3 * radius,
      bottom: -1.3 * radius, near: 0.1 * radius, far: 6 * radius });
    shadow.normalBias = 0.004 * radius;
    shadow.bias = -0.0005;
    shadow.radius = 3;
    const fill = new DirectionalLight('#ffffff', 0.55); // from the eye
    this.camera.add(fill);
    this.scene.add(this.sky, this.sun, this.sun.target, this.camera);
    this.over.add(new AmbientLight('#ffffff', 1.6));
    const front = new DirectionalLight('#ffffff', 1.8);
    front.position.copy(this.sun.position).sub(center);
    this.over.add(front);
  }

  /** Looks at everything, along the direction in which the scene is thinnest. */
  frame() {
    const { center, size } = this.bounds;
    const { up } = this;
    const flat = Math.abs(up.z) > 0.5 ? ['x', 'y'] : ['x', 'z'];
    const thinX = size[flat[0]] < 0.5 * size[flat[1]];
    const thinY = size[flat[1]] < 0.5 * size[flat[0]];
    const away = new Vector3();
    away[flat[0]] = thinX ? 1 : thinY ? 0.35 : 0.55;
    away[flat[1]] = (thinX ? 0.35 : 1) * (flat[1] === 'y' ? -1 : 1);
    away.normalize().addScaledVector(up, 0.36).normalize();
    const distance = this.distanceToSeeAll(away);
    this.camera.position.copy(center).addScaledVector(away, distance);
    this.camera.near = 0.01 * distance;
    this.camera.far = 40 * distance;
    this.controls.target.copy(center);
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.draw();
  }

  /** From the centre along `away`, with some room around. */
  distanceToSeeAll(away) {
    const { box, center, radius } = this.bounds;
    const high = 0.86 * Math.tan((this.camera.fov * Math.PI) / 360);
    const wide = high * this.camera.aspect;
    const right = new Vector3().crossVectors(this.up, away).normalize();
    const above = new Vector3().crossVectors(away, right);
    let distance = radius;
    for (const x of [box.min.x, box.max.x])
      for (const y of [box.min.y, box.max.y])
        for (const z of [box.min.z, box.max.z]) {
          const corner = new Vector3(x, y, z).sub(center);
          const across = Math.max(Math.abs(corner.dot(right)) / wide, Math.abs(corner.dot(above)) / high);
          distance = Math.max(distance, corner.dot(away) + across);
        }
    return distance;
  }

  /** Moves camera and target alike. */
  follow(shift) {
    this.camera.position.add(shift);
    this.controls.target.add(shift);
    this.controls.update();
  }

  theme(name) {
    const t = themes[name];
    this.scene.background = new Color(t.background);
    this.sky.color.set(t.sky);
    this.sky.groundColor.set(t.ground);
    this.sky.intensity = t.hemisphere;
    this.sun.intensity = t.sun;
    this.draw();
  }

  resize(width, height) {
    this.renderer.setPixelRatio(this.part * (this.fine ? Math.min(2, window.devicePixelRatio) : 1));
    this.renderer.setSize(width, height, false);
    const first = this.camera.aspect === 1;
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    if (first) this.frame();
    this.draw();
  }

  /** Draws with or without shadows, and with a part of the pixels along each side. */
  coarsen(plain, part) {
    this.sun.castShadow = !plain;
    this.part = part;
    const { clientWidth, clientHeight } = this.renderer.domElement;
    this.resize(clientWidth, clientHeight);
  }

  /** Asks for a picture; it is made once, with the next frame. */
  draw() {
    this.needed = true;
  }

  render() {
    if (!this.needed) return false;
    this.needed = false;
    this.renderer.info.reset();
    for (const each of this.before) each(this.camera, this.renderer.domElement.height);
    this.renderer.clear();
    this.renderer.render(this.scene, this.camera);
    if (this.through) this.renderer.clearDepth();
    this.renderer.render(this.over, this.camera);
    this.compass.show(this.camera);
    return true;
  }
}
