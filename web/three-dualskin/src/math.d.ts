/** Texels (of four numbers) that a bone has in the palette: three rows of the stretch, then the dual quaternion of the motion. */
export declare const BONE_TEXELS: 5;

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
/** Writes the entry of a bone into a palette: 20 numbers from `at` on. */
export declare function writeBone(palette: Float32Array | Float64Array, at: number, matrix: ArrayLike<number>, head: Vector): void;
/** What the shader does to a position, for tests. */
export declare function skinned(
  palette: Float32Array | Float64Array,
  joints: number[],
  weights: number[],
  position: Vector,
  blend?: number,
): Vector;
