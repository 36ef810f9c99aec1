// A tube on joints that follow one another along y, as the bytes of a .glb: a character of any size for tests and measurements.

const FLOAT = 5126, SHORT = 5123, WORD = 5125, BYTE = 5121;

/**
 * Rings of `around` vertices from y = 0 to y = `joints`; joint n begins at y = n. Each vertex has up to four influences, by its
 * distance from the middles of joints.
 */
export function tube({ rings = 33, around = 16, joints = 4 } = {}) {
  const count = rings * around;
  const positions = new Float32Array(3 * count), normals = new Float32Array(3 * count);
  const slots = new Uint8Array(4 * count), weights = new Float32Array(4 * count);
  for (let vertex = 0; vertex < count; vertex++) {
    const y = (joints * Math.floor(vertex / around)) / (rings - 1);
    const angle = (2 * Math.PI * (vertex % around)) / around;
    normals.set([Math.cos(angle), 0, Math.sin(angle)], 3 * vertex);
    positions.set([0.3 * Math.cos(angle), y, 0.3 * Math.sin(angle)], 3 * vertex);
    influences(y, joints).forEach(({ joint, weight }, n) => {
      slots[4 * vertex + n] = joint;
      weights[4 * vertex + n] = weight;
    });
  }
  const triangles = new Uint32Array(6 * (rings - 1) * around);
  for (let quad = 0; quad < (rings - 1) * around; quad++) {
    const [a, b] = [quad, around * Math.floor(quad / around) + ((quad + 1) % around)];
    triangles.set([a, a + around, b, b, a + around, b + around], 6 * quad);
  }
  const inverse = new Float32Array(16 * joints);
  for (let joint = 0; joint < joints; joint++) {
    inverse.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -joint, 0, 1], 16 * joint);
  }
  return glb({ positions, normals, slots, weights, triangles, inverse, joints });
}

function influences(y, joints) {
  const near = Array.from({ length: joints }, (_, joint) => ({ joint, weight: Math.max(0, 2 - Math.abs(joint + 0.5 - y)) ** 2 }));
  const four = near.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight).slice(0, 4);
  const sum = four.reduce((sum, { weight }) => sum + weight, 0);
  return four.map(({ joint, weight }) => ({ joint, weight: weight / sum }));
}

function glb({ positions, normals, slots, weights, triangles, inverse, joints }) {
  const lists = [
    [positions, 'VEC3', FLOAT], [normals, 'VEC3', FLOAT], [slots, 'VEC4', BYTE], [weights, 'VEC4', FLOAT],
    [triangles, 'SCALAR', triangles.BYTES_PER_ELEMENT === 4 ? WORD : SHORT], [inverse, 'MAT4', FLOAT],
  ];
  const sizes = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 };
  let end = 0;
  const views = lists.map(([list]) => {
    const view = { buffer: 0, byteOffset: end, byteLength: list.byteLength };
    end += 4 * Math.ceil(list.byteLength / 4);
    return view;
  });
  const accessors = lists.map(([list, type, componentType], bufferView) => ({
    bufferView, componentType, type, count: list.length / sizes[type], ...(bufferView === 0 ? bounds(list) : {}),
  }));
  const nodes = Array.from({ length: joints }, (_, joint) => ({
    name: `joint${joint}`,
    translation: [0, joint > 0 ? 1 : 0, 0],
    ...(joint + 1 < joints ? { children: [joint + 1] } : {}),
  }));
  nodes.push({ name: 'tube', mesh: 0, skin: 0 });
  const attributes = { POSITION: 0, NORMAL: 1, JOINTS_0: 2, WEIGHTS_0: 3 };
  const json = {
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0, joints] }], nodes,
    meshes: [{ name: 'tube', primitives: [{ attributes, indices: 4 }] }],
    skins: [{ joints: nodes.slice(0, joints).map((_, joint) => joint), inverseBindMatrices: 5 }],
    buffers: [{ byteLength: end }], bufferViews: views, accessors,
  };
  return container(JSON.stringify(json), lists.map(([list], n) => ({ list, at: views[n].byteOffset })), end);
}

function bounds(positions) {
  const [min, max] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  positions.forEach((x, n) => {
    min[n % 3] = Math.min(min[n % 3], x);
    max[n % 3] = Math.max(max[n % 3], x);
  });
  return { min, max };
}

function container(json, lists, length) {
  const text = new TextEncoder().encode(json.padEnd(4 * Math.ceil(json.length / 4)));
  const bytes = new Uint8Array(28 + text.length + length);
  const head = new DataView(bytes.buffer);
  [0x46546c67, 2, bytes.length, text.length, 0x4e4f534a].forEach((word, n) => head.setUint32(4 * n, word, true));
  bytes.set(text, 20);
  head.setUint32(20 + text.length, length, true);
  head.setUint32(24 + text.length, 0x004e4942, true);
  lists.forEach(({ list, at }) => bytes.set(new Uint8Array(list.buffer, list.byteOffset, list.byteLength), 28 + text.length + at));
  return bytes;
}
