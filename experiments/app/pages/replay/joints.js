// Joints: a ball at each, a pin along each axis, and lines to the centres of mass of its bodies.
import { CylinderGeometry, DynamicDrawUsage, InstancedMesh, Matrix4, MeshStandardMaterial, Quaternion,
  SphereGeometry, Vector3 } from 'three';
import { tubeBetween } from './bodies.js';
import { matrixOf } from './motion.js';

const half = Math.SQRT1_2;
const quaternions = { x: new Quaternion(0, half, 0, half), y: new Quaternion(-half, 0, 0, half),
  z: new Quaternion() };
const axesOf = { point: [], axis: ['z'], two_axes: ['x', 'y'], two_points: [] };

function instanced(geometry, material, count, layer) {
  const mesh = new InstancedMesh(geometry, material, count);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.frustumCulled = false;
  mesh.visible = count > 0;
  layer.add(mesh);
  return mesh;
}

/** Bodies without shapes have rods already, and a plane has no centre. */
const hasLine = (body) => body && !body.bare && body.shapes.some(({ kind }) => kind !== 'half_space');

export class Joints {
  constructor(layer, data, bounds) {
    const { joints } = data.scene;
    const r = Math.min(Math.max(0.055 * bounds.body, 1.3 * bounds.thin), 0.3 * bounds.body);
    const ball = new Vector3(r, r, r);
    const pin = new Vector3(0.45 * r, 0.45 * r, Math.max(0.36 * bounds.body, 4 * r));
    this.balls = [];
    this.pins = [];
    this.rods = [];
    for (const joint of joints) {
      const onA = matrixOf(joint.on_a);
      const onB = matrixOf(joint.on_b);
      this.balls.push({ body: joint.b, matrix: onB.clone().scale(ball) });
      if (joint.frames === 'two_points') {
        this.balls.push({ body: joint.a, matrix: onA.clone().scale(ball) });
        this.rods.push({ joint, onA, onB });
      }
      for (const [body, frame] of [[joint.a, onA], [joint.b, onB]]) {
        const end = new Vector3().setFromMatrixPosition(frame);
        if (hasLine(data.scene.bodies[body]) && end.length() > r)
          this.pins.push({ body, matrix: tubeBetween(end, new Vector3(), 0.16 * r) });
      }
      for (const axis of axesOf[joint.frames] ?? []) {
        // A's frame has the first axis, B's the second.
        const [body, frame] = axis === 'x' ? [joint.a, onA] : [joint.b, onB];
        const turned = new Matrix4().makeRotationFromQuaternion(quaternions[axis]);
        this.pins.push({ body, matrix: frame.clone().multiply(turned).scale(pin) });
      }
    }
    this.radius = 0.3 * r;
    const material = new MeshStandardMaterial({ color: '#f2a33a', roughness: 0.4 });
    const cylinder = new CylinderGeometry(1, 1, 1, 14).rotateX(Math.PI / 2);
    this.ballMesh = instanced(new SphereGeometry(1, 16, 12), material, this.balls.length, layer);
    this.pinMesh = instanced(cylinder, material, this.pins.length, layer);
    this.rodMesh = instanced(cylinder, material, this.rods.length, layer);
  }

  get count() {
    return this.balls.length;
  }

  visible(on) {
    for (const mesh of [this.ballMesh, this.pinMesh, this.rodMesh]) mesh.visible = on && mesh.count > 0;
  }

  move(matrices) {
    const product = new Matrix4();
    const world = new Matrix4();
    const of = (body) => (body < 0 ? world : matrices[body]);
    for (const [mesh, parts] of [[this.ballMesh, this.balls], [this.pinMesh, this.pins]]) {
      parts.forEach((part, k) => {
        mesh.setMatrixAt(k, product.multiplyMatrices(of(part.body), part.matrix));
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
    const p = new Vector3();
    const q = new Vector3();
    const turn = new Quaternion();
    this.rods.forEach(({ joint, onA, onB }, k) => {
      p.setFromMatrixPosition(product.multiplyMatrices(of(joint.a), onA));
      q.setFromMatrixPosition(product.multiplyMatrices(of(joint.b), onB)).sub(p);
      const long = q.length();
      if (long > 0) turn.setFromUnitVectors(new Vector3(0, 0, 1), q.clone().divideScalar(long));
      this.rodMesh.setMatrixAt(k, product.compose(p.addScaledVector(q, 0.5), turn,
        new Vector3(this.radius, this.radius, long)));
    });
    this.rodMesh.instanceMatrix.needsUpdate = true;
  }
}
