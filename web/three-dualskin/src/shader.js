// The parts of three.js' vertex shaders that skin, replaced by two phases.

/** The functions; before `main`. */
export const PARS = /* glsl */ `
#ifdef USE_SKINNING
uniform mat4 bindMatrix;
uniform mat4 bindMatrixInverse;
uniform mat4 dualskinRoot;
uniform highp sampler2D dualskinPalette;
#ifdef USE_DUALSKIN_BLEND
attribute float _dq_blend;
#endif
#ifdef USE_DUALSKIN_BULGE
attribute float _dq_bulge;
#endif
#ifdef USE_DUALSKIN_EIGHT
attribute vec4 joints_1;
attribute vec4 weights_1;
#endif

struct DualskinBlend {
  mat3x4 stretch;
  vec4 real;
  vec4 dual;
  mat3x4 linear;
};

vec4 dualskinTexel(int at) {
  int width = textureSize(dualskinPalette, 0).x;
  return texelFetch(dualskinPalette, ivec2(at % width, at / width), 0);
}

// Adds a bone; the sign of its rotation is chosen towards the first one with a weight.
void dualskinAdd(inout DualskinBlend blend, inout vec4 pivot, float bone, float weight) {
  if (weight == 0.0) return;
  int at = int(bone) * 10;
  vec4 real = dualskinTexel(at + 3);
#ifdef USE_DUALSKIN_SIGNED
  float signed_weight = weight;
#else
  if (pivot == vec4(0.0)) pivot = real;
  float signed_weight = dot(pivot, real) < -1e-6 ? -weight : weight;
#endif
  blend.stretch += weight * mat3x4(dualskinTexel(at), dualskinTexel(at + 1), dualskinTexel(at + 2));
  blend.real += signed_weight * real;
  blend.dual += signed_weight * dualskinTexel(at + 4);
  blend.linear += weight * mat3x4(dualskinTexel(at + 5), dualskinTexel(at + 6), dualskinTexel(at + 7));
}

DualskinBlend dualskinBlend() {
  DualskinBlend blend = DualskinBlend(mat3x4(0.0), vec4(0.0), vec4(0.0), mat3x4(0.0));
  vec4 pivot = vec4(0.0);
  dualskinAdd(blend, pivot, skinIndex.x, skinWeight.x);
  dualskinAdd(blend, pivot, skinIndex.y, skinWeight.y);
  dualskinAdd(blend, pivot, skinIndex.z, skinWeight.z);
  dualskinAdd(blend, pivot, skinIndex.w, skinWeight.w);
#ifdef USE_DUALSKIN_EIGHT
  dualskinAdd(blend, pivot, joints_1.x, weights_1.x);
  dualskinAdd(blend, pivot, joints_1.y, weights_1.y);
  dualskinAdd(blend, pivot, joints_1.z, weights_1.z);
  dualskinAdd(blend, pivot, joints_1.w, weights_1.w);
#endif
  if (dot(blend.real, blend.real) < 1e-13) {
    int at = int(skinIndex.x) * 10;
    blend.real = dualskinTexel(at + 3);
    blend.dual = dualskinTexel(at + 4);
  }
  return blend;
}

vec3 dualskinTurned(vec4 real, vec3 v) {
  return v + cross(real.xyz, cross(real.xyz, v) + real.w * v) * (2.0 / dot(real, real));
}

vec3 dualskinPoint(DualskinBlend blend, vec3 p) {
  vec3 s = vec4(p, 1.0) * blend.stretch;
  vec3 shift = blend.real.w * blend.dual.xyz - blend.dual.w * blend.real.xyz + cross(blend.real.xyz, blend.dual.xyz);
  return dualskinTurned(blend.real, s) + shift * (2.0 / dot(blend.real, blend.real));
}

// Zero where no direction is left, as where matrices collapse.
vec3 dualskinUnit(vec3 v) {
  float size = length(v);
  return size > 0.0 ? v / size : vec3(0.0);
}

// By the inverse transpose of a matrix that is given by its rows.
vec3 dualskinByInverse(mat3x4 rows, vec3 n) {
  vec3 x = rows[0].xyz, y = rows[1].xyz, z = rows[2].xyz;
  return n * mat3(cross(y, z), cross(z, x), cross(x, y)) * sign(dot(x, cross(y, z)));
}

vec3 dualskinNormal(DualskinBlend blend, vec3 n) {
  return dualskinTurned(blend.real, dualskinByInverse(blend.stretch, n));
}

#ifdef USE_DUALSKIN_BULGE
vec3 dualskinClosest(vec3 from, vec3 to, vec3 p) {
  vec3 along = to - from;
  float square = dot(along, along);
  return from + (square > 0.0 ? clamp(dot(p - from, along) / square, 0.0, 1.0) : 0.0) * along;
}

// Adds what a bone says of how far a vertex may stand out: the place on the posed bone, and the distance at rest.
void dualskinReach(inout vec4 reach, vec3 rest, vec3 posed, float bone, float weight) {
  if (weight == 0.0) return;
  int at = int(bone) * 10;
  mat3x4 rows = mat3x4(dualskinTexel(at + 5), dualskinTexel(at + 6), dualskinTexel(at + 7));
  vec3 head = dualskinTexel(at + 8).xyz, tail = dualskinTexel(at + 9).xyz;
  vec3 away = vec4(rest - dualskinClosest(head, tail, rest), 0.0) * rows;
  reach += weight * vec4(dualskinClosest(vec4(head, 1.0) * rows, vec4(tail, 1.0) * rows, posed), length(away));
}

vec3 dualskinDrawnBack(vec3 rest, vec3 posed, float strength) {
  vec4 reach = vec4(0.0);
  dualskinReach(reach, rest, posed, skinIndex.x, skinWeight.x);
  dualskinReach(reach, rest, posed, skinIndex.y, skinWeight.y);
  dualskinReach(reach, rest, posed, skinIndex.z, skinWeight.z);
  dualskinReach(reach, rest, posed, skinIndex.w, skinWeight.w);
#ifdef USE_DUALSKIN_EIGHT
  dualskinReach(reach, rest, posed, joints_1.x, weights_1.x);
  dualskinReach(reach, rest, posed, joints_1.y, weights_1.y);
  dualskinReach(reach, rest, posed, joints_1.z, weights_1.z);
  dualskinReach(reach, rest, posed, joints_1.w, weights_1.w);
#endif
  vec3 away = posed - reach.xyz;
  float size = length(away);
  return size > reach.w ? reach.xyz + away * (1.0 - strength + strength * reach.w / size) : posed;
}
#endif
#endif
`;

/** Replaces `skinbase_vertex`. */
export const BASE = /* glsl */ `
#ifdef USE_SKINNING
DualskinBlend dualskin = dualskinBlend();
#endif
`;

/** Replaces `skinnormal_vertex`. */
export const NORMAL = /* glsl */ `
#ifdef USE_SKINNING
vec3 dualskinRest = (bindMatrix * vec4(objectNormal, 0.0)).xyz;
vec3 dualskinByMatrix = dualskinUnit(dualskinByInverse(dualskin.linear, dualskinRest));
#ifdef USE_DUALSKIN_LINEAR
vec3 dualskinPosed = dualskinByMatrix;
#else
vec3 dualskinPosed = dualskinUnit(dualskinNormal(dualskin, dualskinRest));
#ifdef USE_DUALSKIN_BLEND
dualskinPosed = dualskinUnit(mix(dualskinByMatrix, dualskinPosed, _dq_blend));
#endif
#endif
objectNormal = (bindMatrixInverse * dualskinRoot * vec4(dualskinPosed, 0.0)).xyz;
#ifdef USE_TANGENT
vec3 dualskinTangent = (bindMatrix * vec4(objectTangent, 0.0)).xyz;
#ifdef USE_DUALSKIN_LINEAR
dualskinTangent = vec4(dualskinTangent, 0.0) * dualskin.linear;
#else
dualskinTangent = dualskinTurned(dualskin.real, vec4(dualskinTangent, 0.0) * dualskin.stretch);
#endif
objectTangent = (bindMatrixInverse * dualskinRoot * vec4(dualskinTangent, 0.0)).xyz;
#endif
#endif
`;

/** Replaces `skinning_vertex`. */
export const VERTEX = /* glsl */ `
#ifdef USE_SKINNING
vec3 dualskinBound = (bindMatrix * vec4(transformed, 1.0)).xyz;
vec3 dualskinPlace = vec4(dualskinBound, 1.0) * dualskin.linear;
#ifndef USE_DUALSKIN_LINEAR
#ifdef USE_DUALSKIN_BLEND
dualskinPlace = mix(dualskinPlace, dualskinPoint(dualskin, dualskinBound), _dq_blend);
#else
dualskinPlace = dualskinPoint(dualskin, dualskinBound);
#endif
#ifdef USE_DUALSKIN_BULGE
if (_dq_bulge > 0.0) dualskinPlace = dualskinDrawnBack(dualskinBound, dualskinPlace, _dq_bulge);
#endif
#endif
transformed = (bindMatrixInverse * dualskinRoot * vec4(dualskinPlace, 1.0)).xyz;
#endif
`;

/** A vertex shader of three.js, or one made of its parts, with two phases in the place of matrices. */
export function withTwoPhases(vertexShader) {
  return vertexShader
    .replace('#include <skinning_pars_vertex>', PARS)
    .replace('#include <skinbase_vertex>', BASE)
    .replace('#include <skinnormal_vertex>', NORMAL)
    .replace('#include <skinning_vertex>', VERTEX);
}
