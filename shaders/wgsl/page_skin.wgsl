#import skin_textures
#import skin_vertex

// Skinning for web pages, whose browsers have neither compute shaders nor storage buffers: vertex shaders, one for each
// method, whose results are captured into a buffer (transform feedback) that all passes draw from.

struct Captured {
    @builtin(position) nowhere: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
}

fn captured(vertex: SkinVertex) -> Captured {
    return Captured(vec4<f32>(0.0, 0.0, 0.0, 1.0), vertex.position, vertex.normal);
}

@vertex
fn linear(@builtin(vertex_index) vertex: u32) -> Captured {
    return captured(linear_vertex(vertex, 0u));
}

@vertex
fn dual_quaternion(@builtin(vertex_index) vertex: u32) -> Captured {
    return captured(dual_quat_vertex(vertex, 0u));
}

@vertex
fn two_phase(@builtin(vertex_index) vertex: u32) -> Captured {
    return captured(two_phase_vertex(vertex, 0u));
}

@vertex
fn affine(@builtin(vertex_index) vertex: u32) -> Captured {
    return captured(affine_vertex(vertex, 0u));
}

@vertex
fn spherical(@builtin(vertex_index) vertex: u32) -> Captured {
    return captured(spherical_vertex(vertex, 0u));
}

@vertex
fn spherical_average(@builtin(vertex_index) vertex: u32) -> Captured {
    return captured(spherical_average_vertex(vertex, 0u));
}

@vertex
fn log_matrix(@builtin(vertex_index) vertex: u32) -> Captured {
    return captured(log_matrix_vertex(vertex, 0u));
}

@vertex
fn direct_quaternion(@builtin(vertex_index) vertex: u32) -> Captured {
    return captured(direct_quaternion_vertex(vertex, 0u));
}

@vertex
fn iterative(@builtin(vertex_index) vertex: u32) -> Captured {
    return captured(iterative_vertex(vertex, 0u));
}

@vertex
fn quaternion_translation(@builtin(vertex_index) vertex: u32) -> Captured {
    return captured(quaternion_translation_vertex(vertex, 0u));
}
