// The camera that all panes share: it turns about a target. As crates/scene/src/view/camera.rs and framing.rs.

const FOV = Math.PI / 6;
const NEAR_OVER_DISTANCE = 0.005;

const camera = { target: [0, 0, 0], yaw: 0.62, pitch: 0.24, distance: 4 };

const add = (a, b, s = 1) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// The axes of the eye in the world: right, up, towards the eye.
function axes({ yaw, pitch } = camera) {
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  return [[cy, 0, -sy], [-sy * sp, cp, -cy * sp], [sy * cp, sp, cy * cp]];
}

// Column by column. Clip space has reversed infinite depth: z is the near distance everywhere.
function matrices(aspect) {
  const [right, up, back] = axes();
  const eye = add(camera.target, back, camera.distance);
  const view = [
    right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
    -dot(right, eye), -dot(up, eye), -dot(back, eye), 1,
  ];
  const f = 1 / Math.tan(FOV / 2);
  const near = NEAR_OVER_DISTANCE * camera.distance;
  const clip = [];
  for (let column = 0; column < 4; column++) {
    const [x, y, z, w] = view.slice(4 * column, 4 * column + 4);
    clip.push((f / aspect) * x, f * y, near * w, -z);
  }
  return { eye, view, clip };
}

function orbit(dx, dy, height) {
  camera.yaw = wrapped(camera.yaw - (dx * Math.PI) / height);
  camera.pitch = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, camera.pitch + (dy * Math.PI) / height));
}

const wrapped = (angle) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

function pan(dx, dy, height) {
  const [right, up] = axes();
  const scale = (2 * camera.distance * Math.tan(FOV / 2)) / height;
  camera.target = add(add(camera.target, right, -dx * scale), up, dy * scale);
}

function zoom(factor) {
  camera.distance = Math.min(1e9, Math.max(1e-6, camera.distance * factor));
}

// The closest camera of the same direction that sees all points, as framing.rs derives it.
function framed(points, aspect) {
  if (!points.length) return { ...camera };
  const [right, up, back] = axes();
  const t = Math.tan(FOV / 2);
  const slopes = [t * aspect * 0.9, t * aspect * 0.9, t * 0.8, t * 0.86];
  const most = [-Infinity, -Infinity, -Infinity, -Infinity];
  let [near, far] = [-Infinity, Infinity];
  for (const point of points) {
    const [x, y, z] = [dot(right, point), dot(up, point), dot(back, point)];
    [x, -x, y, -y].forEach((side, i) => (most[i] = Math.max(most[i], side + slopes[i] * z)));
    [near, far] = [Math.max(near, z), Math.min(far, z)];
  }
  const z = Math.max((most[0] + most[1]) / (slopes[0] + slopes[1]), (most[2] + most[3]) / (slopes[2] + slopes[3]));
  const x = 0.5 * (most[0] - slopes[0] * z + slopes[1] * z - most[1]);
  const y = 0.5 * (most[2] - slopes[2] * z + slopes[3] * z - most[3]);
  const middle = 0.5 * (near + far);
  const distance = Math.max(z - middle, 0.6 * (near - far));
  const target = add(add(add([0, 0, 0], right, x), up, y), back, middle);
  return { ...camera, target, distance: distance > 1e-6 ? distance : 1 };
}
