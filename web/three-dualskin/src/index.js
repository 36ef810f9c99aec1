// Two-phase skinning for three.js: see README.md.

import { BONE_TEXELS, writeBone } from './math.js';
import { withTwoPhases } from './shader.js';

export { withTwoPhases } from './shader.js';

/** The attribute of the blend map, as GLTFLoader calls what a file calls `_DQ_BLEND`. */
export const BLEND_ATTRIBUTE = '_dq_blend';

// Palettes by skeleton: meshes that share a skeleton share its palette.
const palettes = new WeakMap();

/**
 * Makes every SkinnedMesh below an object skin by two phases: scale and shear as matrices, motions as dual quaternions. Returns
 * those meshes. Materials are cloned, since a mesh without bones may share them.
 *
 * @param THREE the module three, whose DataTexture is used
 * @param root the scene of a loaded file, or a single mesh
 */
export function applyDualSkinning(THREE, root) {
  const meshes = [];
  root.traverse((object) => {
    if (object.isSkinnedMesh) meshes.push(object);
  });
  meshes.forEach((mesh) => applyTo(THREE, mesh));
  return meshes;
}

function applyTo(THREE, mesh) {
  const palette = paletteOf(THREE, mesh.skeleton);
  const hasBlend = mesh.geometry.hasAttribute(BLEND_ATTRIBUTE);
  const own = (material) => patched(material.clone(), palette, hasBlend);
  mesh.material = Array.isArray(mesh.material) ? mesh.material.map(own) : own(mesh.material);
  // Shadows are drawn by other materials.
  mesh.customDepthMaterial = patched(new THREE.MeshDepthMaterial({ depthPacking: THREE.RGBADepthPacking }), palette, hasBlend);
  mesh.customDistanceMaterial = patched(new THREE.MeshDistanceMaterial(), palette, hasBlend);
}

function patched(material, palette, hasBlend) {
  const before = material.onBeforeCompile;
  material.onBeforeCompile = function (shader, renderer) {
    before?.call(this, shader, renderer);
    shader.uniforms.dualskinPalette = { value: palette.texture };
    shader.vertexShader = (hasBlend ? '#define USE_DUALSKIN_BLEND\n' : '') + withTwoPhases(shader.vertexShader);
  };
  const key = material.customProgramCacheKey?.bind(material);
  material.customProgramCacheKey = () => `${key?.() ?? ''} dualskin ${hasBlend}`;
  return material;
}

// A texture with the palette of a skeleton, written whenever the skeleton is updated.
function paletteOf(THREE, skeleton) {
  const known = palettes.get(skeleton);
  if (known) return known;
  const n = skeleton.bones.length;
  const width = Math.max(BONE_TEXELS, Math.ceil(Math.sqrt(n * BONE_TEXELS) / BONE_TEXELS) * BONE_TEXELS);
  const height = Math.max(1, Math.ceil((n * BONE_TEXELS) / width));
  const numbers = new Float32Array(4 * width * height);
  const texture = new THREE.DataTexture(numbers, width, height, THREE.RGBAFormat, THREE.FloatType);
  texture.needsUpdate = true;
  // A bone's head at rest: where the inverse of its inverse bind matrix has the origin.
  const heads = skeleton.boneInverses.map((inverse) => {
    const { elements } = inverse.clone().invert();
    return [elements[12], elements[13], elements[14]];
  });
  const made = { texture, numbers, heads };
  const update = skeleton.update;
  skeleton.update = function () {
    update.call(this);
    writePalette(made, this.boneMatrices);
  };
  const dispose = skeleton.dispose;
  skeleton.dispose = function () {
    dispose.call(this);
    texture.dispose();
    palettes.delete(skeleton);
  };
  palettes.set(skeleton, made);
  return made;
}

function writePalette({ texture, numbers, heads }, boneMatrices) {
  heads.forEach((head, bone) => {
    writeBone(numbers, 4 * BONE_TEXELS * bone, boneMatrices.subarray(16 * bone, 16 * bone + 16), head);
  });
  texture.needsUpdate = true;
}
