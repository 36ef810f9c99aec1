/* Conversions between rotations with translations and dual quaternions, and to matrices: what a program needs on the
   processor to fill the palettes of the skinning shaders that `dualskin shader` writes.

   What is converted is that of L. Kavan, S. Collins, J. Zara and C. O'Sullivan, "Geometric Skinning with Approximate Dual
   Quaternion Blending", ACM Transactions on Graphics 27 (4), 2008, section 6.1.

   Written for Dualskin; to be used under the MIT license or the Apache License 2.0, as Dualskin. C99, or C++.

   Conventions: a quaternion is (x, y, z, w); a dual quaternion is its real part, then its dual part, eight numbers in all,
   as the shaders read them; a motion is x -> R x + t; a matrix is its three rows [M | t], twelve numbers. */
#ifndef DUALSKIN_CONVERSIONS_H
#define DUALSKIN_CONVERSIONS_H

#include <math.h>

/* out = a b, Hamilton's product: the rotation b, then a. out may not be a or b. */
static inline void dualskin_quat_product(const float a[4], const float b[4], float out[4])
{
    out[0] = a[3] * b[0] + b[3] * a[0] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] + b[3] * a[1] + a[2] * b[0] - a[0] * b[2];
    out[2] = a[3] * b[2] + b[3] * a[2] + a[0] * b[1] - a[1] * b[0];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

/* The dual quaternion of a rotation (a unit quaternion) and a translation: real = q, dual = (t, 0) q / 2. */
static inline void dualskin_from_rotation_translation(const float rotation[4], const float translation[3], float out[8])
{
    const float half[4] = {0.5f * translation[0], 0.5f * translation[1], 0.5f * translation[2], 0.0f};
    int i;
    for (i = 0; i < 4; i++)
        out[i] = rotation[i];
    dualskin_quat_product(half, rotation, out + 4);
}

/* Rotation and translation of a dual quaternion of any length but zero, as a blend of several is:
   q = real / |real|, t = 2 dual real* / |real|^2. A real part of zero gives no rotation and no translation. */
static inline void dualskin_to_rotation_translation(const float motion[8], float rotation[4], float translation[3])
{
    const float length_squared =
        motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2] + motion[3] * motion[3];
    const float conjugate[4] = {-motion[0], -motion[1], -motion[2], motion[3]};
    float product[4];
    float length, scale;
    int i;
    if (!(length_squared > 0.0f)) {
        rotation[0] = rotation[1] = rotation[2] = 0.0f;
        rotation[3] = 1.0f;
        translation[0] = translation[1] = translation[2] = 0.0f;
        return;
    }
    length = sqrtf(length_squared);
    scale = 2.0f / length_squared;
    dualskin_quat_product(motion + 4, conjugate, product);
    for (i = 0; i < 4; i++)
        rotation[i] = motion[i] / length;
    for (i = 0; i < 3; i++)
        translation[i] = scale * product[i];
}

/* The matrix of a rotation (a unit quaternion) and a translation, as rows. */
static inline void dualskin_to_matrix(const float rotation[4], const float translation[3], float rows[12])
{
    const float x = rotation[0], y = rotation[1], z = rotation[2], w = rotation[3];
    rows[0] = 1.0f - 2.0f * (y * y + z * z);
    rows[1] = 2.0f * (x * y - w * z);
    rows[2] = 2.0f * (x * z + w * y);
    rows[3] = translation[0];
    rows[4] = 2.0f * (x * y + w * z);
    rows[5] = 1.0f - 2.0f * (x * x + z * z);
    rows[6] = 2.0f * (y * z - w * x);
    rows[7] = translation[1];
    rows[8] = 2.0f * (x * z - w * y);
    rows[9] = 2.0f * (y * z + w * x);
    rows[10] = 1.0f - 2.0f * (x * x + y * y);
    rows[11] = translation[2];
}

/* Rotation and translation of a rigid matrix by its rows: of four formulas the one whose root is largest (Shepperd 1978).
   The matrix must be a rotation with a translation; scale and shear are to be taken off before. */
static inline void dualskin_from_matrix(const float rows[12], float rotation[4], float translation[3])
{
    const float xx = rows[0], yy = rows[5], zz = rows[10];
    const float trace = xx + yy + zz;
    float length;
    int i;
    if (trace >= xx && trace >= yy && trace >= zz) {
        rotation[0] = rows[9] - rows[6];
        rotation[1] = rows[2] - rows[8];
        rotation[2] = rows[4] - rows[1];
        rotation[3] = 1.0f + trace;
    } else if (xx >= yy && xx >= zz) {
        rotation[0] = 1.0f + xx - yy - zz;
        rotation[1] = rows[1] + rows[4];
        rotation[2] = rows[2] + rows[8];
        rotation[3] = rows[9] - rows[6];
    } else if (yy >= zz) {
        rotation[0] = rows[1] + rows[4];
        rotation[1] = 1.0f - xx + yy - zz;
        rotation[2] = rows[6] + rows[9];
        rotation[3] = rows[2] - rows[8];
    } else {
        rotation[0] = rows[2] + rows[8];
        rotation[1] = rows[6] + rows[9];
        rotation[2] = 1.0f - xx - yy + zz;
        rotation[3] = rows[4] - rows[1];
    }
    length = sqrtf(rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2]
                   + rotation[3] * rotation[3]);
    for (i = 0; i < 4; i++)
        rotation[i] /= length;
    for (i = 0; i < 3; i++)
        translation[i] = rows[4 * i + 3];
}

#endif
