import type { Group, Object3D } from 'three';

/** How a mesh is skinned. */
export interface SkinWords {
  /** `linear`, `dual-quaternion` or `two-phase`. */
  method: string;
  /** Where two-phase splits a bone's matrix. */
  split?: 'rest' | 'head' | 'origin';
  /** How signs of rotations are chosen: `first` or `followed`. */
  signs?: string;
}

/**
 * A plugin of GLTFLoader that reads EXT_skin_method and EXT_node_scale_inheritance:
 * `loader.register((parser) => new SkinMethodPlugin(parser))`.
 */
export declare class SkinMethodPlugin {
  constructor(parser: unknown);
  readonly name: 'EXT_skin_method';
  afterRoot(gltf: { scenes: (Group | Object3D)[] }): Promise<void>;
}
