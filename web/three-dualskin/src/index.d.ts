import type * as Three from 'three';
import type { SkinWords } from './words.js';

export { SkinMethodPlugin, type SkinWords } from './words.js';

/** The attribute of the blend map, as GLTFLoader calls what a file calls `_DQ_BLEND`. */
export declare const BLEND_ATTRIBUTE: '_dq_blend';
/** The attribute of the bulge map. */
export declare const BULGE_ATTRIBUTE: '_dq_bulge';

/**
 * Makes every SkinnedMesh below an object skin as its file says, or by two phases. Called while the bones are at rest. Returns those
 * meshes; their materials are clones.
 */
export declare function applyDualSkinning(three: typeof Three, root: Three.Object3D, asked?: Partial<SkinWords>): Three.SkinnedMesh[];

/** A vertex shader of three.js, or one made of its parts, with two phases in the place of matrices. */
export declare function withTwoPhases(vertexShader: string): string;
