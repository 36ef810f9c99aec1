import type * as Three from 'three';

/** The attribute of the blend map, as GLTFLoader calls what a file calls `_DQ_BLEND`. */
export declare const BLEND_ATTRIBUTE: '_dq_blend';

/**
 * Makes every SkinnedMesh below an object skin by two phases: scale and shear as matrices, motions as dual quaternions. Returns
 * those meshes; their materials are clones.
 */
export declare function applyDualSkinning(three: typeof Three, root: Three.Object3D): Three.SkinnedMesh[];

/** A vertex shader of three.js, or one made of its parts, with two phases in the place of matrices. */
export declare function withTwoPhases(vertexShader: string): string;
