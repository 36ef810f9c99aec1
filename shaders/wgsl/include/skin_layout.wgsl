// How skinning data lies in memory: numbers that crates/skin-gpu/src/layouts.rs mirrors and compares.
//
// Three lists, read through the `load_` functions of skin_storage or skin_textures:
//   rest        f32: per vertex position and normal; then per morph target and vertex their displacements
//   influences  u32: per vertex where its row begins, one more for the end of the last; then, of a mesh with a blend map, its
//               number per vertex; then (joint, weight) pairs
//   poses       vec4: per instance `rest_from_bind`, its joints, its morph weights four by four

struct SkinParams {
    n_vertices: u32,
    n_instances: u32,
    n_targets: u32,
    // One of the SIGNS_ constants.
    signs: u32,
    // vec4s of an instance's pose, and where in it the morph weights begin.
    pose_size: u32,
    morph_weights: u32,
    // Where in the influences the pairs begin: behind the numbers of the blend map, if there is one.
    pairs: u32,
    padding: u32,
}

const SIGNS_FIRST = 0u;
const SIGNS_LARGEST = 1u;
const SIGNS_HIERARCHICAL = 2u;
const SIGNS_RUNNING = 3u;

// Real and dual part, each (x, y, z, w).
struct DualQuat {
    real: vec4<f32>,
    dual: vec4<f32>,
}

// An affine map M by its rows: column j of `rows` is row j of M, so that `vec4(p, 1) * rows` moves a point.
struct Affine {
    rows: mat3x4<f32>,
}

// A joint's entry in the palette of each method.
struct LinearJoint {
    posed_from_bind: Affine,
}

struct DualQuatJoint {
    posed_from_bind: DualQuat,
}

struct TwoPhaseJoint {
    stretched_from_bind: Affine,
    posed_from_stretched: DualQuat,
}

struct AffineJoint {
    posed_from_bind: Affine,
    rotation: vec4<f32>,
}

// In vec4s. `rest_from_bind` comes before the joints; entries follow one another without gaps.
const JOINTS_AT = 3u;
const LINEAR_SIZE = 3u;
const DUAL_QUAT_SIZE = 2u;
const TWO_PHASE_SIZE = 5u;
const TWO_PHASE_MOTION_AT = 3u;
const AFFINE_SIZE = 4u;
const AFFINE_ROTATION_AT = 3u;

// In f32s: position and normal, at rest, as a displacement and skinned alike.
const VERTEX_SIZE = 6u;
