import type * as Three from 'three/webgpu';
import type { SkinWords } from './words.js';

export { SkinMethodPlugin, type SkinWords } from './words.js';

/**
 * Makes every SkinnedMesh below an object skin as its file says, or by two phases, in node materials. Called while the bones are at
 * rest. Returns those meshes; `isSkinnedMesh` of them becomes false.
 */
export declare function applyDualSkinning(three: typeof Three, root: Three.Object3D, asked?: Partial<SkinWords>): Three.SkinnedMesh[];
