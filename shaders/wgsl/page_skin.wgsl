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

#each_method
@vertex
fn METHOD(@builtin(vertex_index) vertex: u32) -> Captured {
    return captured(BLEND_vertex(vertex, 0u));
}

#end
