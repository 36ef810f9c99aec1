#import skin_attributes
#import skin_average
#import skin_moved

// What `dualskin shader` writes, in this language or another: a vertex shader for each method, of four influences a vertex.
// Crate shader-text takes one of them with what it needs, and leaves out the branches that constants decide.

struct VertexIn {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) joints: vec4<u32>,
    @location(4) weights: vec4<f32>,
}

// For spherical blending: the texel of the palette with the rotation center of the vertex's joints, too.
struct VertexWithCenter {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) joints: vec4<u32>,
    @location(4) weights: vec4<f32>,
    @location(5) center: u32,
}

struct VertexOut {
    @builtin(position) clip: vec4<f32>,
    @location(0) normal: vec3<f32>,
    @location(1) tangent: vec4<f32>,
}

@group(0) @binding(1) var<uniform> clip_from_model: mat4x4<f32>;

// Sets the influences that all functions read, before a vertex is skinned: position, normal and tangent at rest.
fn take(in: VertexIn) -> SkinVertex {
    vertex_joints = in.joints;
    vertex_weights = in.weights;
    return SkinVertex(in.position, in.normal, in.tangent);
}

// The same, with the rotation center.
fn take_with_center(in: VertexWithCenter) -> SkinVertex {
    vertex_center = in.center;
    return take(VertexIn(in.position, in.normal, in.tangent, in.joints, in.weights));
}

// What the shader hands on of a skinned vertex.
fn show(vertex: SkinVertex) -> VertexOut {
    return VertexOut(clip_from_model * vec4<f32>(vertex.position, 1.0), vertex.normal, vertex.tangent);
}

// Linear blend skinning of a vertex.
fn skin_linear(vertex: SkinVertex) -> SkinVertex {
    return moved_by_affine(linear_blend_vertex(load_row(), 0u), vertex);
}

@vertex
fn linear(in: VertexIn) -> VertexOut {
    return show(skin_linear(take(in)));
}

// Dual quaternion skinning of a vertex.
fn skin_dual_quaternion(vertex: SkinVertex) -> SkinVertex {
    return moved_by_both(TwoPhase(units(load_row(), 0u), dual_quat_blend_vertex(load_row(), 0u)), vertex);
}

@vertex
fn dual_quaternion(in: VertexIn) -> VertexOut {
    return show(skin_dual_quaternion(take(in)));
}

// Two-phase skinning of a vertex: stretch by linear blending, motion by dual quaternions.
fn skin_two_phase(vertex: SkinVertex) -> SkinVertex {
    return moved_by_both(two_phase_blend_vertex(load_row(), 0u), vertex);
}

@vertex
fn two_phase(in: VertexIn) -> VertexOut {
    return show(skin_two_phase(take(in)));
}

// Affine dual quaternion skinning of a vertex.
fn skin_affine(vertex: SkinVertex) -> SkinVertex {
    return moved_by_affine(affine_blend_vertex(load_row(), 0u), vertex);
}

@vertex
fn affine(in: VertexIn) -> VertexOut {
    return show(skin_affine(take(in)));
}

// Two-phase skinning of a vertex with spherical blending.
fn skin_spherical(vertex: SkinVertex) -> SkinVertex {
    return moved_by_both(spherical_blend_vertex(load_row(), 0u, load_center()), vertex);
}

@vertex
fn spherical(in: VertexWithCenter) -> VertexOut {
    return show(skin_spherical(take_with_center(in)));
}

// Two-phase skinning of a vertex with spherical blending, by the spherical average of the rotations.
fn skin_spherical_average(vertex: SkinVertex) -> SkinVertex {
    return moved_by_both(spherical_average_blend_vertex(load_row(), 0u, load_center()), vertex);
}

@vertex
fn spherical_average(in: VertexWithCenter) -> VertexOut {
    return show(skin_spherical_average(take_with_center(in)));
}

// Two-phase skinning of a vertex with log-matrix blending.
fn skin_log_matrix(vertex: SkinVertex) -> SkinVertex {
    return moved_by_both(log_matrix_blend_vertex(load_row(), 0u), vertex);
}

@vertex
fn log_matrix(in: VertexIn) -> VertexOut {
    return show(skin_log_matrix(take(in)));
}

// Two-phase skinning of a vertex with direct quaternion blending.
fn skin_direct_quaternion(vertex: SkinVertex) -> SkinVertex {
    return moved_by_both(direct_quaternion_blend_vertex(load_row(), 0u, vertex.position), vertex);
}

@vertex
fn direct_quaternion(in: VertexIn) -> VertexOut {
    return show(skin_direct_quaternion(take(in)));
}

// Two-phase skinning of a vertex with the exact average of the motions.
fn skin_iterative(vertex: SkinVertex) -> SkinVertex {
    return moved_by_both(iterative_blend_vertex(load_row(), 0u), vertex);
}

@vertex
fn iterative(in: VertexIn) -> VertexOut {
    return show(skin_iterative(take(in)));
}

// Two-phase skinning of a vertex with rotations and translations blended by themselves.
fn skin_quaternion_translation(vertex: SkinVertex) -> SkinVertex {
    return moved_by_both(quaternion_translation_blend_vertex(load_row(), 0u), vertex);
}

@vertex
fn quaternion_translation(in: VertexIn) -> VertexOut {
    return show(skin_quaternion_translation(take(in)));
}
