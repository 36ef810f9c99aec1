// Skinning by dual quaternions and two phases in the shaders of WebGLRenderer: see README.md.

import { paletteOf, skinnedMeshes, traitsOf, wordsOf } from './palette.js';
import { withTwoPhases } from './shader.js';

export { SkinMethodPlugin } from './gltf.js';
export { withTwoPhases } from './shader.js';

/** The attribute of the blend map, as GLTFLoader calls what a file calls `_DQ_BLEND`. */
export const BLEND_ATTRIBUTE = '_dq_blend';
/** The attribute of the bulge map. */
export const BULGE_ATTRIBUTE = '_dq_bulge';

/**
 * Makes every SkinnedMesh below an object skin as its file says, or by two phases: scale and shear as matrices, motions as dual
 * quaternions. Called while the bones are at rest. Returns those meshes. Materials are cloned, since a mesh without bones may share
 * them.
 *
 * @param THREE the module three, whose DataTexture is used
 * @param root the scene of a loaded file, or a single mesh
 * @param asked `method`, `split` and `signs`, where they are not to be those of the file
 */
export function applyDualSkinning(THREE, root, asked = {}) {
  const meshes = skinnedMeshes(root);
  meshes.forEach((mesh) => applyTo(THREE, mesh, root, asked));
  return meshes;
}

function applyTo(THREE, mesh, root, asked) {
  const words = wordsOf(mesh, asked);
  const palette = paletteOf(THREE, mesh, root, words, mesh.userData.skinMethod?.rows);
  const traits = traitsOf(mesh, words);
  const own = (material) => patched(material.clone(), palette, traits);
  mesh.material = Array.isArray(mesh.material) ? mesh.material.map(own) : own(mesh.material);
  // Shadows are drawn by other materials.
  mesh.customDepthMaterial = patched(new THREE.MeshDepthMaterial({ depthPacking: THREE.RGBADepthPacking }), palette, traits);
  mesh.customDistanceMaterial = patched(new THREE.MeshDistanceMaterial(), palette, traits);
}

const DEFINES = {
  isLinear: 'USE_DUALSKIN_LINEAR',
  isSigned: 'USE_DUALSKIN_SIGNED',
  hasBlend: 'USE_DUALSKIN_BLEND',
  hasBulge: 'USE_DUALSKIN_BULGE',
  hasEight: 'USE_DUALSKIN_EIGHT',
};

function patched(material, palette, traits) {
  const defines = Object.keys(DEFINES).filter((trait) => traits[trait]).map((trait) => `#define ${DEFINES[trait]}\n`).join('');
  const before = material.onBeforeCompile;
  material.onBeforeCompile = function (shader, renderer) {
    before?.call(this, shader, renderer);
    shader.uniforms.dualskinPalette = { value: palette.texture };
    shader.uniforms.dualskinRoot = { value: palette.root };
    shader.vertexShader = defines + withTwoPhases(shader.vertexShader);
  };
  const key = material.customProgramCacheKey?.bind(material);
  material.customProgramCacheKey = () => `${key?.() ?? ''} dualskin ${defines}`;
  return material;
}
