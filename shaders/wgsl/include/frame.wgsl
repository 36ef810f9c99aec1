// Uniforms that all programs of one picture share.

// Keep in sync with `FrameUniform` in crates/render/src/layouts.rs.
struct Frame {
    clip_from_world: mat4x4<f32>,
    view_from_world: mat4x4<f32>,
    // The camera's position in world space; w = 1.
    eye: vec4<f32>,
    // Encoded, because a gradient looks even only if it is even in encoded values.
    encoded_background_top: vec4<f32>,
    encoded_background_bottom: vec4<f32>,
    clay: vec4<f32>,
    // The color of the wireframe; alpha is straight.
    wire: vec4<f32>,
    // The rings around the dots of marked vertices: color, and radius in pixels as w.
    marked: vec4<f32>,
    // Width and height of the picture in pixels.
    viewport: vec2<f32>,
    // The size of a pixel at distance 1.
    pixel_angle: f32,
    // One of the SURFACE_ constants of mesh.wgsl.
    surface: u32,
    // The channel value of the last color of the ramp.
    channel_range: f32,
    // Strength of ambient light: 1 before a dark background, more before a bright one.
    ambient: f32,
    // 1: every triangle is shaded flat, even with normals.
    facets: u32,
    // One of the DIVERGING_ constants of ramps.wgsl.
    diverging: u32,
    // One of the RAMP_ constants of weight_ramps.wgsl.
    ramp: u32,
    // 1: surfaces that show weights are drawn only where there is some.
    isolated: u32,
    // The step of weight from one isoline to the next; 0 for no isolines.
    isoline_step: f32,
    // The radius of the dots of all vertices, in pixels; 0 for none.
    dot_radius: f32,
    // The strength of ambient occlusion, which darkens occluded parts: 0 none, 1 full.
    contact: f32,
}

@group(0) @binding(0) var<uniform> frame: Frame;

// Keep in sync with `GridUniform` in crates/render/src/layouts.rs. Colors linear, alpha straight.
struct Grid {
    minor: vec4<f32>,
    major: vec4<f32>,
    axis_x: vec4<f32>,
    axis_z: vec4<f32>,
    // World x and z of the center.
    center: vec2<f32>,
    radius: f32,
    // World distance of minor lines; every tenth line is a major one.
    spacing: f32,
    // The soft shadow under the subject: its center (world x, z), its radius and its strength.
    shade: vec4<f32>,
}

@group(0) @binding(1) var<uniform> grid: Grid;

// Keep in sync with `RingsUniform` in crates/render/src/layouts.rs: great circles of the unit ball before and after the
// stretch.
struct Rings {
    world_from_ellipsoid: mat4x4<f32>,
    world_from_ball: mat4x4<f32>,
    // The colors of the circles about x, y and z; linear, alpha straight.
    colors: array<vec4<f32>, 3>,
}

@group(0) @binding(2) var<uniform> rings: Rings;
