/** Fulfilled when all calls can be made; rejected where the module cannot be loaded. */
export const ready: Promise<void>;

/** What is wrong, for programs. */
export type ErrorKind =
  | 'missing-file' | 'unreadable-file' | 'not-a-character' | 'bad-text' | 'not-written' | 'not-skinned' | 'no-clips' | 'no-match'
  | 'unknown-name' | 'out-of-range' | 'bad-array' | 'canceled' | 'refused';

/** Why a call has failed: a sentence, with its parts. */
export class DualskinError extends Error {
  readonly kind: ErrorKind;
  /** A file with the place in it, or a parameter of the call. */
  readonly place: string;
  /** What to do; empty where the sentence has no such part. */
  readonly remedy: string;
}

/** Numbers; those of the right type are taken without a copy in JavaScript, others are converted. */
export type Numbers = ArrayLike<number> & (Float32Array | Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array | number[]);

/** The names of all methods; each may have more words behind it, as on the command line: `two-phase:largest`. */
export function methods(): string[];

/** The instructions that skinning uses. */
export function instructions(): 'simd128' | 'scalar';

/** Opens GLB, or glTF with its buffers inside. `name` stands for it in messages. */
export function open(content: ArrayBuffer | ArrayBufferView, name?: string): Character;

export interface AutomaticWeights {
  /** Joints and weights a vertex. */
  readonly influencesPerVertex: number;
  /** Places of joints in the list that was given; 0 beside a weight of zero. */
  readonly joints: Uint32Array;
  /** Those of a vertex sum to one, or are all zero where nothing moves it. */
  readonly weights: Float32Array;
}

/** Weights for every vertex of a mesh from the joints alone that are to move it. */
export function automaticWeights(of: {
  /** Three numbers a vertex. */
  positions: Numbers;
  /** Three vertices each. */
  triangles: Numbers;
  /** Where each joint is, three numbers a joint. */
  heads: Numbers;
  /** Where its bone ends; else bones end at the joints below. */
  tails?: Numbers;
  /** The parent of each joint, −1 for none; else they are a chain. */
  parents?: Numbers;
  /** Joints of a vertex, 0 for no limit; else 4. */
  mostJoints?: number;
}): AutomaticWeights;

/** A character that was opened. It never changes. */
export class Character {
  private constructor();
  readonly name: string;
  /** What was repaired or left out while the file was read. */
  readonly warnings: string[];
  /** The names of all joints, parents before children. */
  readonly joints: readonly string[];
  /** The parent of each joint, −1 of a root. */
  readonly parents: Int32Array;
  /** The rest frames of all joints in the space of the scene, sixteen numbers each, column by column. */
  readonly restMatrices: Float32Array;
  readonly meshes: readonly Mesh[];
  readonly vertexCount: number;
  readonly clips: { name: string; seconds: number }[];
  /** The number of a joint by its name; a number is only checked. */
  joint(joint: string | number): number;
  /** The number of a clip by its name. */
  clip(clip: string | number): number;
  /** The pose that the file shows when no clip plays; or what a clip shows at a time in seconds. */
  pose(clip?: string | number, seconds?: number): Pose;
  /** Skins a pose: three numbers a vertex, in the space of the scene. */
  skin(method: string, pose: Pose, options: SkinOptions & { normals: true | Float32Array }): { positions: Float32Array; normals: Float32Array };
  skin(method: string, pose: Pose, options?: SkinOptions): { positions: Float32Array };
  /** Skins one pose after another into one array, that of the first pose first. */
  skinBatch(method: string, poses: Pose[], options?: { mesh?: string | number; positions?: Float32Array }): Float32Array;
  /** Holds the character against limits; the document of the command `check`. */
  check(options?: { methods?: string[]; purpose?: 'any' | 'game' | 'film'; limits?: string }): CheckDocument;
  /** Bakes the character with its clips by a method into joints and helpers that any program blends linearly. */
  bake(options?: BakeOptions): Baked;
  /** Brings clips of another character to this one, by the bones that both have. */
  retarget(source: Character, options?: { clips?: (string | number)[]; replaces?: boolean }): { character: Character; remarks: string[] };
  /** The file as binary glTF. */
  toGlb(): Uint8Array;
}

export interface SkinOptions {
  /** A name or a number; none for all meshes, one after another. */
  mesh?: string | number;
  /** Memory to write to. */
  positions?: Float32Array;
  /** Memory to write to, or `true` for new memory. */
  normals?: boolean | Float32Array;
}

/** The document `dualskin-check/1`. */
export interface CheckDocument {
  readonly [member: string]: unknown;
}

export interface BakeOptions {
  /** `two-phase` where there is none. */
  method?: string;
  /** The largest error in percent of the character's size. */
  tolerance?: number;
  /** So many helper joints at most, in place of a tolerance. */
  helpers?: number;
  /** Keys of helpers a second. */
  rate?: number;
  /** The clips to bake; else all. */
  clips?: (string | number)[];
}

export interface Baked {
  readonly glb: Uint8Array;
  readonly character: Character;
  /** The names of the helper joints. */
  readonly helpers: string[];
  /** In percent of the size. */
  readonly error: { maximum: number; rms: number };
  /** The same of plain linear blending. */
  readonly linearError: { maximum: number; rms: number };
}

/** A mesh at rest, in its own space. Lists are copied out of the module when they are first asked for. */
export class Mesh {
  private constructor();
  readonly name: string;
  readonly vertexCount: number;
  /** Its first vertex among those of all meshes. */
  readonly firstVertex: number;
  /** Joints and weights a vertex; 0 where no joint moves the mesh. */
  readonly influencesPerVertex: number;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly texCoords: Float32Array;
  readonly triangles: Uint32Array;
  readonly joints: Uint32Array;
  readonly weights: Float32Array;
}

/** What is done to every joint, relative to rest. */
export class Pose {
  private constructor();
  readonly character: Character;
  readonly morphWeights: Float32Array;
  joint(joint: string | number): JointPose;
  copy(): Pose;
  reset(): this;
  setFromClip(clip: string | number, seconds: number): this;
  setMorphWeight(target: number, weight: number): this;
}

/** A joint of a pose. Every call returns it, so that they can follow one another. */
export class JointPose {
  private constructor();
  /** From rest, as a quaternion x, y, z, w. */
  readonly rotation: Float32Array;
  /** Turns it as it stands by degrees about an axis of its own. */
  rotate(axis: 'x' | 'y' | 'z', degrees: number): this;
  /** Turns it as it stands by a quaternion x, y, z, w. */
  rotate(quaternion: Numbers): this;
  setRotation(quaternion: Numbers): this;
  /** Along the axes of its rest frame. */
  translate(by: Numbers): this;
  /** Along its own axes, by three numbers or one for all. */
  scale(by: Numbers | number): this;
  /** xy, yz and zx. */
  shear(by: Numbers): this;
  reset(): this;
}
