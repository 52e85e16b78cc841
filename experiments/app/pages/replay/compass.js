// The world's axes in a corner of the picture; drawn again only when the eye turns.
import { Quaternion, Vector3 } from 'three';

const axes = [['x', '#e0605a', new Vector3(1, 0, 0)], ['y', '#58b368', new Vector3(0, 1, 0)],
  ['z', '#5b8fe0', new Vector3(0, 0, 1)]];
const size = 92; // pixels
const long = 29;

export class Compass {
  constructor(picture) {
    this.canvas = document.createElement('canvas');
    this.canvas.id = 'compass';
    const fine = Math.max(1, window.devicePixelRatio);
    this.canvas.width = this.canvas.height = size * fine;
    this.pen = this.canvas.getContext('2d');
    this.pen.setTransform(fine, 0, 0, fine, (size * fine) / 2, (size * fine) / 2);
    Object.assign(this.pen, { lineWidth: 1.5, font: '600 15px system-ui, sans-serif', textAlign: 'center', textBaseline: 'middle' });
    picture.after(this.canvas);
    this.turn = new Quaternion(0, 0, 0, 0);
  }

  show(camera) {
    if (this.turn.equals(camera.quaternion)) return;
    this.turn.copy(camera.quaternion);
    const seen = this.turn.clone().invert();
    this.pen.clearRect(-size / 2, -size / 2, size, size);
    const drawn = axes.map(([name, colour, axis]) => ({ name, colour, at: axis.clone().applyQuaternion(seen) }));
    drawn.sort((a, b) => a.at.z - b.at.z); // the farthest first
    for (const each of drawn) this.arrow(each);
  }

  arrow({ name, colour, at }) {
    const { pen } = this;
    const [x, y] = [long * at.x, -long * at.y];
    const flat = Math.hypot(x, y);
    pen.strokeStyle = pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.lineTo(x, y);
    pen.stroke();
    pen.fillText(name, 1.28 * x, 1.28 * y + 1);
    if (flat < 0.15 * long) return; // seen from its tip
    const [u, v] = [x / flat, y / flat];
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x - 8 * u - 3 * v, y - 8 * v + 3 * u);
    pen.lineTo(x - 8 * u + 3 * v, y - 8 * v - 3 * u);
    pen.fill();
  }
}
