// Compresses every accessor of a GLB but sparse ones, with the encoders of npm's meshoptimizer 1.3.0:
//   node make.mjs IN.glb OUT.glb EXT|KHR lossless|filtered
// EXT writes vertices of version 0, KHR of version 1; `filtered` stores what has a filter for its kind by that.
// OUT.gltf gets its bytes beside it. The files here are, in the order of their names:
//   01_step_cubic EXT filtered, 09_morph_skin KHR lossless, 17_preserve EXT lossless, 18_attributes KHR filtered
import fs from 'node:fs';
import path from 'node:path';
import { MeshoptEncoder as encoder } from 'meshoptimizer';

const [input, output, kind, filters] = process.argv.slice(2);
const extension = `${kind}_meshopt_compression`;
const version = kind === 'EXT' ? 0 : 1;
await encoder.ready;

const file = fs.readFileSync(input);
const jsonLength = file.readUInt32LE(12);
const json = JSON.parse(file.subarray(20, 20 + jsonLength).toString());
const bin = file.subarray(28 + jsonLength);

const widths = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const sizes = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const roles = new Map();
for (const { attributes, targets = [], indices } of json.meshes.flatMap((mesh) => mesh.primitives)) {
  for (const list of [attributes, ...targets]) {
    for (const [name, accessor] of Object.entries(list)) roles.set(accessor, name);
  }
  if (indices !== undefined) roles.set(indices, 'INDEX');
}
for (const { channels, samplers } of json.animations ?? []) {
  for (const { sampler, target } of channels) {
    // Tangents of curves are no unit quaternions.
    const isCurve = samplers[sampler].interpolation === 'CUBICSPLINE';
    roles.set(samplers[sampler].output, isCurve ? 'curve' : target.path);
  }
}

/// The elements of an accessor, each padded to a multiple of four bytes.
function elements(accessor, isIndex) {
  const view = json.bufferViews[accessor.bufferView];
  const bytes = widths[accessor.type] * sizes[accessor.componentType];
  const stride = view.byteStride ?? bytes;
  const padded = isIndex ? bytes : Math.ceil(bytes / 4) * 4;
  const out = new Uint8Array(accessor.count * padded);
  const start = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
  for (let i = 0; i < accessor.count; i++) {
    out.set(bin.subarray(start + i * stride, start + i * stride + bytes), i * padded);
  }
  return [out, padded];
}

const floats = (bytes) => new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
const four = (numbers, width, last) => {
  const out = new Float32Array((numbers.length / width) * 4).fill(last);
  numbers.forEach((number, i) => { out[Math.floor(i / width) * 4 + (i % width)] = number; });
  return out;
};

/// Filtered bytes, their stride, and what the accessor becomes.
function filtered(role, accessor, bytes, stride) {
  const { count, componentType, type } = accessor;
  const width = widths[type];
  if (role.startsWith('COLOR') && componentType === 5121 && width === 4 && filters === 'filtered' && kind === 'KHR') {
    const color = Float32Array.from(bytes, (byte) => byte / 255);
    return ['COLOR', encoder.encodeFilterColor(color, count, 4, 8), 4, 5121];
  }
  if (filters !== 'filtered' || componentType !== 5126) return null;
  if (role === 'NORMAL') {
    return ['OCTAHEDRAL', encoder.encodeFilterOct(four(floats(bytes), 3, 0), count, 8, 12), 8, 5122];
  }
  if (role === 'rotation') {
    return ['QUATERNION', encoder.encodeFilterQuat(floats(bytes), count, 8, 14), 8, 5122];
  }
  if (['POSITION', 'translation', 'scale'].includes(role)) {
    return ['EXPONENTIAL', encoder.encodeFilterExp(floats(bytes), count, stride, 15), stride, componentType];
  }
  return null;
}

const pieces = [];
let length = 0;
let plain = 0;
const put = (bytes) => {
  const start = length;
  const padding = -bytes.length & 3;
  pieces.push(bytes, new Uint8Array(padding));
  length += bytes.length + padding;
  return start;
};
const isGltf = output.endsWith('.gltf');
const views = [];
const morphed = new Set(json.meshes.flatMap((mesh) => mesh.primitives)
  .flatMap((primitive) => (primitive.targets ?? []).flatMap((target) => Object.values(target))));
const keep = (old) => {
  const view = json.bufferViews[old];
  const start = view.byteOffset ?? 0;
  views.push({ ...view, buffer: 0, byteOffset: put(bin.subarray(start, start + view.byteLength)) });
  return views.length - 1;
};
json.accessors.forEach((accessor, number) => {
  if (accessor.sparse) {
    for (const part of [accessor, accessor.sparse.indices, accessor.sparse.values]) {
      if (part.bufferView !== undefined) part.bufferView = keep(part.bufferView);
    }
    return;
  }
  const role = roles.get(number) ?? 'other';
  let [bytes, stride] = elements(accessor, role === 'INDEX');
  if (stride === 1) {
    // The codecs of indices have no elements of one byte.
    bytes = new Uint8Array(Uint16Array.from(bytes).buffer);
    stride = 2;
    accessor.componentType = 5123;
  }
  const found = morphed.has(number) && role === 'NORMAL' ? null : filtered(role, accessor, bytes, stride);
  let filter = 'NONE';
  if (found) {
    let component;
    [filter, bytes, stride, component] = found;
    if (component !== accessor.componentType) {
      accessor.componentType = component;
      accessor.normalized = true;
      delete accessor.min;
      delete accessor.max;
    }
  }
  // Every other list of indices as a sequence, so that both modes are there.
  const isTriangles = accessor.count % 3 === 0 && (filters === 'lossless' || number % 2 === 0);
  const mode = role !== 'INDEX' ? 'ATTRIBUTES' : isTriangles ? 'TRIANGLES' : 'INDICES';
  const stored = encoder.encodeGltfBuffer(bytes, accessor.count, stride, mode, version);
  const size = widths[accessor.type] * sizes[accessor.componentType];
  views.push({
    buffer: 1,
    byteOffset: plain,
    byteLength: accessor.count * stride,
    ...(role !== 'INDEX' && (stride !== size || role === role.toUpperCase()) ? { byteStride: stride } : {}),
    extensions: {
      [extension]: {
        buffer: 0, byteOffset: put(stored), byteLength: stored.length,
        byteStride: stride, count: accessor.count, mode, ...(filter !== 'NONE' ? { filter } : {}),
      },
    },
  });
  plain += accessor.count * stride + (-accessor.count * stride & 3);
  accessor.bufferView = views.length - 1;
  delete accessor.byteOffset;
});
// Pictures stay as they are, between compressed bytes.
for (const image of json.images ?? []) {
  if (image.bufferView === undefined) continue;
  image.bufferView = keep(image.bufferView);
}
const names = new Set([...(json.extensionsUsed ?? []), extension]);
if (filters === 'filtered') names.add('KHR_mesh_quantization');
json.extensionsUsed = [...names];
json.extensionsRequired = [extension, ...(filters === 'filtered' ? ['KHR_mesh_quantization'] : [])];
json.bufferViews = views;
const beside = `${path.basename(output, '.gltf')}.bin`;
json.buffers = [
  { byteLength: length, ...(isGltf ? { uri: beside } : {}) },
  { byteLength: plain, extensions: { [extension]: { fallback: true } } },
];

const chunk = Buffer.concat(pieces);
if (isGltf) {
  fs.writeFileSync(output, JSON.stringify(json));
  fs.writeFileSync(path.join(path.dirname(output), beside), chunk);
} else {
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, ' ')]);
  const header = Buffer.alloc(20);
  header.write('glTF');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(28 + padded.length + chunk.length, 8);
  header.writeUInt32LE(padded.length, 12);
  header.write('JSON', 16);
  const second = Buffer.alloc(8);
  second.writeUInt32LE(chunk.length, 0);
  second.write('BIN\0', 4);
  fs.writeFileSync(output, Buffer.concat([header, padded, second, chunk]));
}
