#import color
#import frame

// Bones and joint balls: instances of small solids, drawn over the mesh, with depth among themselves.

struct SolidVertex {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    // Barycentric coordinates in the face; all 1 where edges are not drawn.
    @location(2) edge: vec3<f32>,
}

// Keep in sync with `BoneInstance` in crates/render/src/layouts.rs.
struct BoneInstance {
    // The rows of the affine matrix world_from_solid.
    @location(3) row_x: vec4<f32>,
    @location(4) row_y: vec4<f32>,
    @location(5) row_z: vec4<f32>,
    @location(6) color: vec4<f32>,
}

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(perspective, centroid) normal: vec3<f32>,
    @location(1) @interpolate(perspective, centroid) edge: vec3<f32>,
    @location(2) @interpolate(flat) color: vec4<f32>,
}

@vertex
fn vertex(solid: SolidVertex, bone: BoneInstance) -> Varying {
    let point = vec4<f32>(solid.position, 1.0);
    let world = vec3<f32>(dot(bone.row_x, point), dot(bone.row_y, point), dot(bone.row_z, point));
    var out: Varying;
    out.clip = frame.clip_from_world * vec4<f32>(world, 1.0);
    out.normal = world_normal(bone, solid.normal);
    out.edge = solid.edge;
    out.color = bone.color;
    return out;
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let pixel = fwidth(in.edge);
    // Barycentric coordinates change by `pixel` from pixel to pixel: an edge is about one pixel wide at any distance.
    let inside = smoothstep(vec3<f32>(0.0), 1.35 * pixel + 1e-6, in.edge);
    let edge = 1.0 - min(inside.x, min(inside.y, inside.z));

    let normal = normalize((frame.view_from_world * vec4<f32>(normalize(in.normal), 0.0)).xyz);
    // Fixed to the view, from the upper left, so that bones look alike from all sides.
    let light = 0.5 + 0.5 * dot(normal, vec3<f32>(-0.6202, 0.6202, 0.4804));
    let lit = in.color.rgb * mix(0.22, 1.12, light);
    // Edges are lighter: a crisp line makes the solid readable at any size.
    let color = mix(lit, mix(lit, vec3<f32>(1.0), 0.35), 0.75 * edge);
    return vec4<f32>(min(color, vec3<f32>(1.0)), in.color.a);
}

// world_from_solid is a rotation times a scale, so its inverse transpose is itself with each column divided by its
// squared length.
fn world_normal(bone: BoneInstance, normal: vec3<f32>) -> vec3<f32> {
    let square = bone.row_x.xyz * bone.row_x.xyz + bone.row_y.xyz * bone.row_y.xyz + bone.row_z.xyz * bone.row_z.xyz;
    let scaled = normal / max(square, vec3<f32>(1e-30));
    return vec3<f32>(dot(bone.row_x.xyz, scaled), dot(bone.row_y.xyz, scaled), dot(bone.row_z.xyz, scaled));
}
