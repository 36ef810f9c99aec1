// A tube of bones whose vertices a page draws one by one, each as a texel: what is drawn is where it is.

import { BONE_TEXELS, skinned, writeBone } from '/web/three-dualskin/src/math.js';

const RINGS = 13, AROUND = 8;
/** Of each vertex: its place, the share of the upper bone, and its two maps. */
export const vertices = [];
for (let ring = 0; ring < RINGS; ring++) {
  for (let corner = 0; corner < AROUND; corner++) {
    const y = (2 * ring) / (RINGS - 1), angle = (2 * Math.PI * corner) / AROUND;
    vertices.push({
      rest: [0.3 * Math.cos(angle), y, 0.3 * Math.sin(angle)],
      upper: Math.min(1, Math.max(0, y - 0.5)),
      blend: corner / (AROUND - 1),
      bulge: ring / (RINGS - 1),
      lift: [0, 0, 0.05 * corner],
    });
  }
}

/** A triangle for each vertex that covers its texel. `traits`: blend, bulge, eight, morph. */
export function tube(THREE, traits) {
  const geometry = new THREE.BufferGeometry();
  const thrice = (of) => vertices.flatMap((vertex) => [0, 1, 2].flatMap(() => of(vertex)));
  const floats = (size, of) => new THREE.Float32BufferAttribute(thrice(of), size);
  geometry.setAttribute('position', floats(3, ({ rest }) => rest));
  geometry.setAttribute('normal', floats(3, ({ rest: [x, , z] }) => [x / 0.3, 0, z / 0.3]));
  // With eight influences the upper bone is in the second set.
  const joints = (list) => new THREE.Uint16BufferAttribute(thrice(() => list), 4);
  geometry.setAttribute('skinIndex', joints([0, 1, 0, 0]));
  geometry.setAttribute('skinWeight', floats(4, ({ upper }) => [1 - upper, traits.eight ? 0 : upper, 0, 0]));
  if (traits.eight) {
    geometry.setAttribute('joints_1', joints([1, 0, 0, 0]));
    geometry.setAttribute('weights_1', floats(4, ({ upper }) => [upper, 0, 0, 0]));
  }
  if (traits.blend) geometry.setAttribute('_dq_blend', floats(1, ({ blend }) => [blend]));
  if (traits.bulge) geometry.setAttribute('_dq_bulge', floats(1, ({ bulge }) => [bulge]));
  if (traits.morph) {
    geometry.morphTargetsRelative = true;
    geometry.morphAttributes.position = [floats(3, ({ lift }) => lift)];
  }
  const texels = vertices.flatMap((_, vertex) => [0, 1, 2].flatMap((corner) => {
    const edge = vertex + (corner === 1 ? 1 : 0);
    return [(2 * edge) / vertices.length - 1, corner === 2 ? 3 : -1];
  }));
  geometry.setAttribute('texel', new THREE.Float32BufferAttribute(texels, 2));
  return geometry;
}

/** A mesh on two bones that meet at y = 1. */
export function character(THREE, geometry, material, traits) {
  const [lower, upper] = [new THREE.Bone(), new THREE.Bone()];
  upper.position.y = 1;
  lower.add(upper);
  const mesh = new THREE.SkinnedMesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.add(lower);
  mesh.updateMatrixWorld(true);
  mesh.bind(new THREE.Skeleton([lower, upper]));
  if (traits.morph) {
    mesh.updateMorphTargets();
    mesh.morphTargetInfluences[0] = 0.5;
  }
  return { mesh, upper };
}

/** The turns that are compared: what a vertex has, and what is done to the upper bone. */
export const CASES = [
  ['normals of a bend with scale', { normals: true }, (bone) => {
    bone.rotation.set(1.2, 0, 0.3);
    bone.scale.set(1.7, 0.8, 1.2);
  }],
  ['a twist', {}, (bone) => bone.rotation.set(0, 2.8, 0)],
  ['a bend with scale', {}, (bone) => {
    bone.rotation.set(1.6, 0, 0.3);
    bone.scale.set(1.5, 0.8, 1.2);
  }],
  ['a twist with a blend map', { blend: true }, (bone) => bone.rotation.set(0.4, 2.5, 0)],
  ['a bend with a bulge map', { bulge: true }, (bone) => bone.rotation.set(1.9, 0, 0.2)],
  ['a twist of eight influences', { eight: true }, (bone) => bone.rotation.set(0, 2.6, 0.2)],
  ['a twist with a morph target', { morph: true, blend: true }, (bone) => bone.rotation.set(0.3, 2.4, 0)],
];

/** Where vertices have to be: by the plain code of src/math.js. */
export function expected({ mesh }, traits) {
  const { skeleton } = mesh;
  const palette = new Float64Array(4 * BONE_TEXELS * skeleton.bones.length);
  const heads = skeleton.boneInverses.map((inverse) => inverse.clone().invert().elements.slice(12, 15));
  // The upper bone goes on like the lower one.
  const tails = [heads[1], heads[1].map((x, n) => 2 * x - heads[0][n])];
  heads.forEach((head, bone) => {
    const matrix = skeleton.boneMatrices.subarray(16 * bone, 16 * bone + 16);
    writeBone(palette, 4 * BONE_TEXELS * bone, matrix, head, tails[bone]);
  });
  return vertices.map(({ rest, upper, blend, bulge, lift }) => {
    const place = traits.morph ? rest.map((x, n) => x + 0.5 * lift[n]) : rest;
    const posed = (at) => skinned(palette, [0, 1], [1 - upper, upper], at, traits.blend ? blend : 1, traits.bulge ? bulge : 0);
    return traits.normals ? normalBy(posed, place) : posed(place);
  });
}

// Normal to two directions of the tube as a map takes them; the map is affine, so that any step is exact.
function normalBy(posed, [x, y, z]) {
  const from = posed([x, y, z]);
  const [along, around] = [[x, y + 1, z], [x + z, y, z - x]].map((to) => posed(to).map((part, n) => part - from[n]));
  const normal = [0, 1, 2].map((n) => {
    const [a, b] = [(n + 1) % 3, (n + 2) % 3];
    return around[b] * along[a] - around[a] * along[b];
  });
  const size = -Math.hypot(...normal);
  return normal.map((part) => part / size);
}

export const farthest = (one, other) => Math.max(...one.map((p, vertex) => Math.hypot(...p.map((x, n) => x - other[vertex][n]))));

/** Positions of the texels of a picture. */
export const positionsOf = (numbers) => vertices.map((_, vertex) => [...numbers.subarray(4 * vertex, 4 * vertex + 3)]);

/** Runs all cases, and tells the server what came of it. */
export async function report(run) {
  let outcome;
  try {
    outcome = await run();
  } catch (error) {
    outcome = { fault: String(error.stack ?? error) };
  }
  await fetch('/outcome', { method: 'POST', body: JSON.stringify(outcome) });
}
