// The memory layout of skinning data: numbers that crates/skin-gpu/src/layouts.rs repeats and a test compares.
//
// Three lists, read through the `load_` functions of skin_lists or skin_textures:
//   rest        32 bits, mostly f32: per vertex position and normal; then per morph target and vertex their displacements; then, for a mesh
//               with tangents, per vertex (x, y, z, handedness)
//   influences  u32: per vertex the start of its row, and the end of the last row; then, for each map that a mesh has,
//               one value per vertex; then (joint, weight) pairs; for exact normals, behind some space, per vertex the start of
//               its row of gradients, and the end of the last; for each map that a mesh has, one gradient per vertex; then
//               (joint, gradient) in four words each
//   poses       vec4: per instance `rest_from_bind`, its joints, its morph weights in groups of four, for a mesh with maps
//               the joints' own maps and bones, its rotation centers; then the number of every vertex's center in groups
//               of four. Centers are for spherical blending alone.

// What the meshes of a pipeline have; false leaves out all that is there for it, which is up to half of a kernel. Set to false only
// where no mesh has it: then `blend` and `bulge`, or `tangents`, are 0.
override HAS_MAPS: bool = true;
override HAS_TANGENTS: bool = true;

// How influences lie behind the maps: 0 as pairs of words, joint and weight; 1 as a word each, sixteen bits of weight over sixteen of
// joint; 2 in groups of four pairs of three words, the weights of the first two, of the last two, and eight bits a joint. Weights are
// parts of 65,535.
override INFLUENCE_FORMAT: u32 = 0u;
// Whether the normal at rest, and the skinned one, is octahedral in one word: include/skin_packed.wgsl.
override OCTAHEDRAL_REST: bool = false;
override OCTAHEDRAL_SKINNED: bool = false;

struct SkinParams {
    n_vertices: u32,
    n_instances: u32,
    n_targets: u32,
    // One of the SIGNS_ constants.
    signs: u32,
    // Size of an instance's pose in vec4s, and the offset of the morph weights in it.
    pose_size: u32,
    morph_weights: u32,
    // The start of the pairs in the influences, after the values of the maps.
    pairs: u32,
    // The start of the numbers of centers in the poses, behind all instances. They are whole numbers in f32.
    sets: u32,
    // Where in a pose the joints' own maps begin, and the centers.
    own_joints: u32,
    centers: u32,
    // The start of the values of each map in the influences; 0 without it.
    blend: u32,
    bulge: u32,
    // The start of the tangents in the rest list, and of the skinned ones behind the skinned vertices of all instances; 0 without.
    tangents: u32,
    skinned_tangents: u32,
    // The start of the rows of gradients in the influences, and of the gradients themselves; 0 without.
    gradients: u32,
    gradient_rows: u32,
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

// A dual vector, as the logarithm of a motion.
struct DualVec3 {
    real: vec3<f32>,
    dual: vec3<f32>,
}

// An affine map M by its rows: column j of `rows` is row j of M, so that `vec4(p, 1) * rows` moves a point.
struct Affine {
    rows: mat3x4<f32>,
}

// The influences of a vertex: pairs from `first` to before `end`.
struct Row {
    first: u32,
    end: u32,
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

// For log-matrix blending.
struct LogMatrixJoint {
    stretched_from_bind: Affine,
    log: DualVec3,
}

// For direct quaternion blending. All other rigid blends have TwoPhaseJoint.
struct DirectQuaternionJoint {
    stretched_from_bind: Affine,
    posed_from_stretched: DualQuat,
    head: vec4<f32>,
}

struct AffineJoint {
    posed_from_bind: Affine,
    rotation: vec4<f32>,
}

// A joint for the maps of a mesh, whatever the method: where it alone carries what is bound to it, and its bone at the bind.
struct OwnJoint {
    posed_from_bind: Affine,
    head: vec4<f32>,
    tail: vec4<f32>,
}

// In vec4s. `rest_from_bind` comes first, then the joints' entries without gaps.
const JOINTS_AT = 3u;
const LINEAR_SIZE = 3u;
const DUAL_QUAT_SIZE = 2u;
const TWO_PHASE_SIZE = 5u;
const TWO_PHASE_MOTION_AT = 3u;
const LOG_MATRIX_SIZE = 5u;
const LOG_MATRIX_LOG_AT = 3u;
const DIRECT_QUATERNION_SIZE = 6u;
const DIRECT_QUATERNION_MOTION_AT = 3u;
const DIRECT_QUATERNION_HEAD_AT = 5u;
const AFFINE_SIZE = 4u;
const AFFINE_ROTATION_AT = 3u;
const OWN_SIZE = 5u;
const OWN_HEAD_AT = 3u;
const OWN_TAIL_AT = 4u;

// In f32s: position and normal, for rest shapes, displacements and skinned vertices alike.
const VERTEX_SIZE = 6u;
// With an octahedral normal.
const PACKED_VERTEX_SIZE = 4u;
// In f32s.
const TANGENT_SIZE = 4u;
