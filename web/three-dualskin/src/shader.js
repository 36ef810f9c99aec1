// The parts of three.js' vertex shaders that skin, replaced by two phases.

/** The functions; before `main`. */
export const PARS = /* glsl */ `
#ifdef USE_SKINNING
uniform mat4 bindMatrix;
uniform mat4 bindMatrixInverse;
uniform highp sampler2D boneTexture;
uniform highp sampler2D dualskinPalette;
#ifdef USE_DUALSKIN_BLEND
attribute float _dq_blend;
#endif

mat4 getBoneMatrix(const in float i) {
  int size = textureSize(boneTexture, 0).x;
  int j = int(i) * 4;
  int x = j % size;
  int y = j / size;
  return mat4(
    texelFetch(boneTexture, ivec2(x, y), 0), texelFetch(boneTexture, ivec2(x + 1, y), 0),
    texelFetch(boneTexture, ivec2(x + 2, y), 0), texelFetch(boneTexture, ivec2(x + 3, y), 0));
}

struct DualskinBlend {
  mat3x4 stretch;
  vec4 real;
  vec4 dual;
  mat4 linear;
};

vec4 dualskinTexel(int at) {
  int width = textureSize(dualskinPalette, 0).x;
  return texelFetch(dualskinPalette, ivec2(at % width, at / width), 0);
}

// Adds a bone; the sign of its rotation is chosen towards the first one with a weight.
void dualskinAdd(inout DualskinBlend blend, inout vec4 pivot, float bone, float weight) {
  if (weight == 0.0) return;
  int at = int(bone) * 5;
  vec4 real = dualskinTexel(at + 3);
  if (pivot == vec4(0.0)) pivot = real;
  float signed_weight = dot(pivot, real) < -1e-6 ? -weight : weight;
  blend.stretch += weight * mat3x4(dualskinTexel(at), dualskinTexel(at + 1), dualskinTexel(at + 2));
  blend.real += signed_weight * real;
  blend.dual += signed_weight * dualskinTexel(at + 4);
#ifdef USE_DUALSKIN_BLEND
  blend.linear += weight * getBoneMatrix(bone);
#endif
}

DualskinBlend dualskinBlend() {
  DualskinBlend blend = DualskinBlend(mat3x4(0.0), vec4(0.0), vec4(0.0), mat4(0.0));
  vec4 pivot = vec4(0.0);
  dualskinAdd(blend, pivot, skinIndex.x, skinWeight.x);
  dualskinAdd(blend, pivot, skinIndex.y, skinWeight.y);
  dualskinAdd(blend, pivot, skinIndex.z, skinWeight.z);
  dualskinAdd(blend, pivot, skinIndex.w, skinWeight.w);
  if (dot(blend.real, blend.real) < 1e-13) {
    int at = int(skinIndex.x) * 5;
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

// By the inverse transpose of the stretch, then the rotation.
vec3 dualskinNormal(DualskinBlend blend, vec3 n) {
  vec3 x = blend.stretch[0].xyz, y = blend.stretch[1].xyz, z = blend.stretch[2].xyz;
  vec3 stretched = n * mat3(cross(y, z), cross(z, x), cross(x, y));
  return dualskinTurned(blend.real, stretched * sign(dot(x, cross(y, z))));
}
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
vec3 dualskinPosed = dualskinUnit(dualskinNormal(dualskin, dualskinRest));
#ifdef USE_DUALSKIN_BLEND
dualskinPosed = dualskinUnit(mix(dualskinUnit((dualskin.linear * vec4(dualskinRest, 0.0)).xyz), dualskinPosed, _dq_blend));
#endif
objectNormal = (bindMatrixInverse * vec4(dualskinPosed, 0.0)).xyz;
#ifdef USE_TANGENT
vec3 dualskinTangent = (bindMatrix * vec4(objectTangent, 0.0)).xyz;
dualskinTangent = dualskinTurned(dualskin.real, vec4(dualskinTangent, 0.0) * dualskin.stretch);
objectTangent = (bindMatrixInverse * vec4(dualskinTangent, 0.0)).xyz;
#endif
#endif
`;

/** Replaces `skinning_vertex`. */
export const VERTEX = /* glsl */ `
#ifdef USE_SKINNING
vec3 dualskinBound = (bindMatrix * vec4(transformed, 1.0)).xyz;
vec3 dualskinPlace = dualskinPoint(dualskin, dualskinBound);
#ifdef USE_DUALSKIN_BLEND
dualskinPlace = mix((dualskin.linear * vec4(dualskinBound, 1.0)).xyz, dualskinPlace, _dq_blend);
#endif
transformed = (bindMatrixInverse * vec4(dualskinPlace, 1.0)).xyz;
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
