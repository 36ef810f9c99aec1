// The scene of this page, and its numbers.

const scene = JSON.parse(document.getElementById("scene").textContent);

const bytes = (() => {
  const text = atob(document.getElementById("numbers").textContent);
  const out = new Uint8Array(text.length);
  for (let i = 0; i < out.length; i++) out[i] = text.charCodeAt(i);
  return out.buffer;
})();

// A list of numbers: `place` is its first byte and its length.
const floats = (place) => new Float32Array(bytes, place[0], place[1]);
const words = (place) => new Uint32Array(bytes, place[0], place[1]);
const shorts = (place) => new Uint16Array(bytes, place[0], place[1]);
const integers = (place) => new Int32Array(bytes, place[0], place[1]);

const tracks = floats(scene.groups.tracks);
const constants = floats(scene.groups.constants);

// The palettes of a group by all methods in a frame, as lists of `skin_layout.wgsl`: every number is a constant, or has a
// track with a value for each frame.
function palettes(group, frame) {
  const lists = scene.groups.of[group].map((method) => {
    method.list ??= integers(method.sources);
    const list = new Float32Array(4 * method.words);
    for (let i = 0; i < list.length; i++) {
      const source = method.list[i];
      list[i] = source < 0 ? constants[-1 - source] : tracks[source * scene.frames + frame];
    }
    return list;
  });
  scene.groups.of[group].forEach((method, index) => {
    if (method.product) multiply(lists[index], lists[method.product.of], method.product);
  });
  return lists;
}

// Matrices of linear blending, as the motion after the stretch of another method's joints.
function multiply(matrices, both, { size, joints }) {
  for (let joint = 0; joint < joints; joint++) {
    const at = 12 + 4 * size * joint;
    const [x, y, z, w, dx, dy, dz, dw] = both.subarray(at + 12, at + 20);
    const s = 2 / (x * x + y * y + z * z + w * w);
    const rows = [
      [1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y), s * (w * dx - dw * x + y * dz - z * dy)],
      [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x), s * (w * dy - dw * y + z * dx - x * dz)],
      [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y), s * (w * dz - dw * z + x * dy - y * dx)],
    ];
    rows.forEach(([a, b, c, t], row) => {
      for (let column = 0; column < 4; column++) {
        const sum = a * both[at + column] + b * both[at + 4 + column] + c * both[at + 8 + column];
        matrices[12 + 12 * joint + 4 * row + column] = column === 3 ? sum + t : sum;
      }
    });
  }
}

// A length of the scene, in meters, as people read it.
function inWords(meters) {
  const size = Math.abs(meters);
  if (size >= 10) return `${Math.round(meters)} m`;
  if (size >= 1) return `${Number(meters.toPrecision(3))} m`;
  return `${Number((1000 * meters).toPrecision(size < 1e-3 ? 2 : 3))} mm`;
}
