// The world's axes in a corner of the picture.
import { ArrowHelper, CanvasTexture, OrthographicCamera, Scene, SRGBColorSpace, Sprite,
  SpriteMaterial, Vector2, Vector3 } from 'three';

const axes = [['x', '#e0605a', new Vector3(1, 0, 0)], ['y', '#58b368', new Vector3(0, 1, 0)],
  ['z', '#5b8fe0', new Vector3(0, 0, 1)]];
const size = 92; // pixels

function letter(text, colour) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext('2d');
  pen.fillStyle = colour;
  pen.font = '600 44px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, 32, 34);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const sprite = new Sprite(new SpriteMaterial({ map, depthTest: false, toneMapped: false }));
  sprite.scale.setScalar(0.75);
  return sprite;
}

export class Compass {
  constructor() {
    this.scene = new Scene();
    this.camera = new OrthographicCamera(-1.5, 1.5, 1.5, -1.5, 0.1, 10);
    this.whole = new Vector2();
    for (const [name, colour, direction] of axes) {
      const arrow = new ArrowHelper(direction, new Vector3(), 0.95, colour, 0.28, 0.17);
      arrow.line.material.toneMapped = arrow.cone.material.toneMapped = false;
      const label = letter(name, colour);
      label.position.copy(direction).multiplyScalar(1.25);
      this.scene.add(arrow, label);
    }
  }

  render(renderer, camera, target) {
    this.camera.up.copy(camera.up);
    this.camera.position.copy(camera.position).sub(target).setLength(4);
    this.camera.lookAt(0, 0, 0);
    renderer.getSize(this.whole);
    renderer.clearDepth();
    renderer.setViewport(8, 8, size, size);
    renderer.render(this.scene, this.camera);
    renderer.setViewport(0, 0, this.whole.x, this.whole.y);
  }
}
