// Files with EXT_skin_method and EXT_node_scale_inheritance, one for each word, and where their vertices are in double precision:
//   node make.mjs
// Skeletons, poses and answers are those of ../golden/scale_inheritance.json, by an independent program. The clip goes from the rest at
// 0 s to the pose at 1 s. `manifest.json` has the vertices at 1 s, by two-phase with its words and by linear blending.
import { readFileSync, writeFileSync } from 'node:fs';
import { polar, product, turned } from '../../web/three-dualskin/src/math.js';

const golden = JSON.parse(readFileSync(new URL('../golden/scale_inheritance.json', import.meta.url)));
/** What the vectors call what the words mean. */
const WORDS = { full: 'full', none: 'joint', segment: 'segment', none_all: 'none', average: 'average', aligned: 'aligned' };

const unit = (q) => q.map((x) => x / Math.hypot(...q));
const columns = (q, t) => [...turned(q, [1, 0, 0]), 0, ...turned(q, [0, 1, 0]), 0, ...turned(q, [0, 0, 1]), 0, ...t, 1];

/** Numbers in one buffer, with an accessor for each list. */
class Numbers {
  bytes = [];
  accessors = [];
  bufferViews = [];

  add(type, lists, { byte = false, bounds = false, target } = {}) {
    const array = byte ? Uint8Array.from(lists.flat()) : Float32Array.from(lists.flat());
    const bytes = new Uint8Array(array.buffer);
    this.bufferViews.push({ buffer: 0, byteOffset: this.bytes.length, byteLength: bytes.length, ...(target && { target }) });
    this.bytes.push(...bytes, ...Array((4 - (bytes.length % 4)) % 4).fill(0));
    const accessor = { bufferView: this.bufferViews.length - 1, componentType: byte ? 5121 : 5126, count: lists.length, type };
    if (bounds) {
      const wide = lists.map((list) => list.map(Math.fround));
      accessor.min = wide[0].map((_, n) => Math.min(...wide.map((list) => list[n])));
      accessor.max = wide[0].map((_, n) => Math.max(...wide.map((list) => list[n])));
    }
    return this.accessors.push(accessor) - 1;
  }
}

function fileOf({ input: { skeleton, inherit, vertices } }) {
  const { parents, rest, user, scale } = skeleton;
  const numbers = new Numbers();
  const globals = [];
  const nodes = parents.map((parent, n) => {
    const own = { q: unit(rest[n].q), t: rest[n].t };
    const above = globals[parent];
    globals.push(above ? { q: product(above.q, own.q), t: turned(above.q, own.t).map((x, i) => x + above.t[i]) } : own);
    const children = parents.flatMap((of, child) => (of === n ? [child] : []));
    const word = WORDS[inherit[n]];
    return {
      name: `joint ${n}`,
      translation: own.t,
      rotation: own.q,
      ...(children.length > 0 && { children }),
      ...(parent >= 0 && word !== 'full' && { extensions: { EXT_node_scale_inheritance: { inherit: word } } }),
    };
  });
  nodes.push({ name: 'mesh', mesh: 0, skin: 0 });
  const inverses = globals.map(({ q, t }) => {
    const back = [-q[0], -q[1], -q[2], q[3]];
    return columns(back, turned(back, t).map((x) => 0 - x));
  });
  const four = (list) => [...list, 0, 0, 0, 0].slice(0, 4);
  const attributes = {
    POSITION: numbers.add('VEC3', vertices.map(({ p }) => p), { bounds: true, target: 34962 }),
    JOINTS_0: numbers.add('VEC4', vertices.map(({ joints }) => four(joints)), { byte: true, target: 34962 }),
    WEIGHTS_0: numbers.add('VEC4', vertices.map(({ weights }) => four(weights)), { target: 34962 }),
  };
  const indices = numbers.add('SCALAR', [0, 1, 2, 0, 2, 3].map((n) => [n]), { byte: true, target: 34963 });
  const inverseBindMatrices = numbers.add('MAT4', inverses);
  const input = numbers.add('SCALAR', [[0], [1]], { bounds: true });
  const [samplers, channels] = [[], []];
  const animate = (node, path, type, from, to) => {
    channels.push({ sampler: samplers.push({ input, output: numbers.add(type, [from, to]) }) - 1, target: { node, path } });
  };
  parents.forEach((_, n) => {
    const { translation, rotation } = nodes[n];
    const by = { q: unit(user[n].q), t: user[n].t };
    animate(n, 'translation', 'VEC3', translation, turned(rotation, by.t).map((x, i) => x + translation[i]));
    animate(n, 'rotation', 'VEC4', rotation, product(rotation, by.q));
    animate(n, 'scale', 'VEC3', [1, 1, 1], [0, 4, 8].map((at) => scale[n][at]));
  });
  const data = Buffer.from(numbers.bytes).toString('base64');
  const isScaled = nodes.some((node) => node.extensions);
  return {
    asset: { version: '2.0', generator: 'testdata/extension/make.mjs' },
    extensionsUsed: ['EXT_skin_method', ...(isScaled ? ['EXT_node_scale_inheritance'] : [])],
    scene: 0,
    scenes: [{ nodes: [0, nodes.length - 1] }],
    nodes,
    meshes: [{ primitives: [{ attributes, indices }] }],
    skins: [{
      joints: parents.map((_, n) => n),
      inverseBindMatrices,
      extensions: { EXT_skin_method: { method: 'two-phase', split: 'rest', signs: 'first' } },
    }],
    animations: [{ name: 'pose', samplers, channels }],
    accessors: numbers.accessors,
    bufferViews: numbers.bufferViews,
    buffers: [{ byteLength: numbers.bytes.length, uri: `data:application/octet-stream;base64,${data}` }],
  };
}

const manifest = { time: 1, tolerance: 5e-6, files: [] };
for (const [kind, word] of Object.entries(WORDS)) {
  const found = golden.cases.find(({ name }) => name === `${kind}_n3_diag`);
  // A pose without a mirror, whose stretches are scale along the axes, as nodes have it.
  if (found.input.skeleton.scale.some((s) => polar(s).stretch.some((x, n) => Math.abs(x - s[n]) > 1e-9))) throw new Error(kind);
  const file = `${word}.gltf`;
  writeFileSync(new URL(file, import.meta.url), `${JSON.stringify(fileOf(found), null, 1)}\n`);
  const { positions_two_phase: shown, positions_lbs: linear } = found.expected;
  manifest.files.push({ file, inherit: word, two_phase: shown, linear });
}
writeFileSync(new URL('manifest.json', import.meta.url), `${JSON.stringify(manifest, null, 1)}\n`);
