/** Texels (of four numbers) that a bone has in the palette: N by rows, the dual quaternion of G, C = G N by rows, both ends. */
export declare const BONE_TEXELS: 10;

/** x, y, z, w. */
export type Quaternion = [number, number, number, number];
/** x, y, z. */
export type Vector = [number, number, number];

/** Splits a 3×3 matrix, by columns, into the closest proper rotation and a symmetric stretch: M = R S. */
export declare function polar(matrix: ArrayLike<number> & { slice(from: number, to: number): Iterable<number> }): {
  rotation: Quaternion;
  stretch: number[];
};
/** The unit quaternion of a rotation matrix by columns. */
export declare function quaternion(matrix: ArrayLike<number>): Quaternion;
/** Hamilton's product. */
export declare function product(a: Quaternion, b: Quaternion): Quaternion;
/** The dual quaternion of a rotation and a translation: real part, dual part. */
export declare function motion(rotation: Quaternion, translation: Vector): number[];
/** The rotation of a vector by a unit quaternion. */
export declare function turned(rotation: Quaternion, vector: Vector): Vector;
/** How a matrix is split about a place: twelve numbers of N by rows, and the rigid motion G. */
export interface Split {
  rows: number[];
  rotation: Quaternion;
  translation: Vector;
}

/** Splits a bone's matrix, by columns, about a place of the mesh at rest. */
export declare function splitAbout(matrix: ArrayLike<number>, about: Vector): Split;
/** Writes the entry of a bone that is split about its head into a palette, from `at` on. */
export declare function writeBone(
  palette: Float32Array | Float64Array,
  at: number,
  matrix: ArrayLike<number>,
  head: Vector,
  tail?: Vector,
): void;
/** Writes an entry that is split already; `sign` is that of its rotation. */
export declare function writeSplit(
  palette: Float32Array | Float64Array,
  at: number,
  split: Split,
  matrix: ArrayLike<number>,
  ends: [Vector, Vector],
  sign?: number,
): void;
/** What the shader does to a position, for tests. */
export declare function skinned(
  palette: Float32Array | Float64Array,
  joints: number[],
  weights: number[],
  position: Vector,
  blend?: number,
  bulge?: number,
  isLinear?: boolean,
): Vector;
