// Textures with what shaders read of the bones of a skeleton, written whenever three.js updates it.

import { BONE_TEXELS, writeSplit } from './math.js';
import { JointRig, blendedMatrix, rigidMatrix, summed } from './rig.js';

/** How meshes are skinned of which nothing else is known. */
export const USUAL = { method: 'two-phase', split: 'head', signs: 'first' };

/** Methods that are shown, and words for where they split. */
export const METHODS = ['linear', 'dual-quaternion', 'two-phase'];
export const SPLITS = ['rest', 'head', 'origin'];

// By skeleton: its rig, and its palettes by their words. Meshes that share a skeleton share its palettes.
const known = new WeakMap();

/** The palette of a mesh that is skinned by these words; made while the bones are at rest. */
export function paletteOf(THREE, mesh, root, words, rows = []) {
  const { skeleton } = mesh;
  if (!known.has(skeleton)) known.set(skeleton, watched(skeleton, root, rows));
  const { rig, palettes } = known.get(skeleton);
  const key = `${words.method} ${words.split} ${words.signs}`;
  if (!palettes.has(key)) palettes.set(key, made(THREE, rig, words));
  return palettes.get(key);
}

function watched(skeleton, root, rows) {
  const entry = { rig: new JointRig(skeleton, root), palettes: new Map(), rows };
  const update = skeleton.update;
  skeleton.update = function () {
    update.call(this);
    write(entry);
  };
  const dispose = skeleton.dispose;
  skeleton.dispose = function () {
    dispose.call(this);
    entry.palettes.forEach(({ texture }) => texture.dispose());
    known.delete(skeleton);
  };
  return entry;
}

function made(THREE, rig, words) {
  const n = Math.max(1, rig.bones.length);
  const width = Math.max(BONE_TEXELS, Math.ceil(Math.sqrt(n * BONE_TEXELS) / BONE_TEXELS) * BONE_TEXELS);
  const height = Math.ceil((n * BONE_TEXELS) / width);
  const numbers = new Float32Array(4 * width * height);
  const texture = new THREE.DataTexture(numbers, width, height, THREE.RGBAFormat, THREE.FloatType);
  texture.needsUpdate = true;
  return { words, texture, numbers, root: new THREE.Matrix4() };
}

function write({ rig, palettes, rows }) {
  const posed = rig.pose();
  let still = null;
  const poseOf = (method) => (method === 'dual-quaternion' ? (still ??= rig.pose(false)) : posed);
  const matrices = rig.matrices(posed);
  for (const { bone, bones, weights, ...words } of rows) {
    const pose = poseOf(words.method);
    matrices[bone] = words.method === 'linear'
      ? summed(bones.map((of) => matrices[of]), weights)
      : blendedMatrix(bones.map((of) => rig.split(pose, matrices[of], of, words)), weights);
  }
  const helpers = new Set(rows.map(({ bone }) => bone));
  for (const { words, numbers, texture, root } of palettes.values()) {
    matrices.forEach((matrix, bone) => {
      // What a row makes of a helper has no frames of its own.
      const how = helpers.has(bone) ? { ...words, method: 'two-phase', split: 'head', signs: 'first' } : words;
      const split = rig.split(poseOf(how.method), matrix, bone, how);
      // Dual quaternions leave scale out where they give way to linear blending, too.
      const linear = how.method === 'dual-quaternion' ? rigidMatrix(split.rotation, split.translation) : matrix;
      writeSplit(numbers, 4 * BONE_TEXELS * bone, split, linear, rig.ends[bone], split.sign);
    });
    if (rig.root !== null) root.copy(rig.root.matrixWorld);
    texture.needsUpdate = true;
  }
}

/** What a mesh brings besides the words: which parts of the shader it wants. */
export function traitsOf(mesh, words) {
  const has = (name) => mesh.geometry.hasAttribute(name);
  return {
    isLinear: words.method === 'linear',
    // Signs that are decided with the pose are those of the palette.
    isSigned: words.signs === 'followed',
    hasBlend: has('_dq_blend') && words.method !== 'linear',
    hasBulge: has('_dq_bulge') && words.method !== 'linear',
    hasEight: has('joints_1') && has('weights_1'),
  };
}

/** The words of a mesh: those asked for, those of its file, or the usual ones. What no shader knows is told and replaced. */
export function wordsOf(mesh, asked = {}) {
  const words = { ...USUAL, ...mesh.userData.skinMethod?.words, ...asked };
  const name = mesh.name || 'a mesh';
  if (!METHODS.includes(words.method)) {
    console.warn(`three-dualskin: ${name} asks for ${words.method}, which is not known here; two-phase is shown`);
    words.method = 'two-phase';
  }
  if (!SPLITS.includes(words.split)) {
    console.warn(`three-dualskin: ${name} asks for the split ${words.split}, which is none of ${SPLITS.join(', ')}; ${USUAL.split} is shown`);
    words.split = USUAL.split;
  }
  return words;
}

/** All skinned meshes below an object. */
export function skinnedMeshes(root) {
  const meshes = [];
  root.traverse((object) => {
    if (object.skeleton !== undefined && object.bindMatrix !== undefined) meshes.push(object);
  });
  return meshes;
}
