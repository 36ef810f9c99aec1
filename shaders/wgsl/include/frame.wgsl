// What all programs of one picture share.

// Keep in sync with `FrameUniform` in crates/render/src/layouts.rs.
struct Frame {
    clip_from_world: mat4x4<f32>,
    view_from_world: mat4x4<f32>,
    // Where the camera stands, in world space; w = 1.
    eye: vec4<f32>,
    // Encoded, because a gradient is even to the eye only if it is even in encoded values.
    encoded_background_top: vec4<f32>,
    encoded_background_bottom: vec4<f32>,
    clay: vec4<f32>,
    // Lines of the wireframe; alpha is straight.
    wire: vec4<f32>,
    // Rings around the dots of marked vertices; w is their radius in pixels.
    marked: vec4<f32>,
    // Width and height of the picture in pixels.
    viewport: vec2<f32>,
    // What one pixel spans at distance 1.
    pixel_angle: f32,
    // One of the SURFACE_ constants of mesh.wgsl.
    surface: u32,
    // The channel value that takes the last colour of the ramp.
    channel_range: f32,
    // Ambient light: 1 in a dark room, more where the background is bright.
    ambient: f32,
    // 1: every triangle flat, whatever normals there are.
    facets: u32,
    // One of the DIVERGING_ constants of ramps.wgsl.
    diverging: u32,
    // One of the RAMP_ constants of weight_ramps.wgsl.
    ramp: u32,
    // 1: of surfaces that show weights, only what has some.
    isolated: u32,
    // What weights differ by from one line of equal weight to the next; 0 for none.
    isoline_step: f32,
    // Of the dots of all vertices, in pixels; 0 for none.
    dot_radius: f32,
    // How much of what lies hidden from the light is shaded: 0 nothing, 1 all.
    contact: f32,
}

@group(0) @binding(0) var<uniform> frame: Frame;

// Keep in sync with `GridUniform` in crates/render/src/layouts.rs. Colours linear, alpha straight.
struct Grid {
    minor: vec4<f32>,
    major: vec4<f32>,
    axis_x: vec4<f32>,
    axis_z: vec4<f32>,
    // World x and z of the middle.
    center: vec2<f32>,
    radius: f32,
    // Distance of minor lines; major ones are ten apart.
    spacing: f32,
    // The soft dark patch under the subject: its middle (world x, z), its radius and its strength.
    shade: vec4<f32>,
}

@group(0) @binding(1) var<uniform> grid: Grid;

// Keep in sync with `RingsUniform` in crates/render/src/layouts.rs: great circles of the unit ball as stretched, and of the
// ball that it was.
struct Rings {
    world_from_ellipsoid: mat4x4<f32>,
    world_from_ball: mat4x4<f32>,
    // Of the circles about x, y and z; linear, alpha straight.
    colors: array<vec4<f32>, 3>,
}

@group(0) @binding(2) var<uniform> rings: Rings;
