#import color
#import frame
#import weight_ramps

// A dot at every vertex, or at marked ones only: one instance per vertex, with a constant size in pixels.

// Keep in sync with mesh.wgsl.
const SURFACE_WEIGHTS = 3u;
const SURFACE_VERTEX_COLORS = 9u;

// Relative to the radius.
const NO_WEIGHT = 0.6;

// Where marked vertices lie closer than their dots, only some have one, and a smaller one: what lies under them is seen between them.
// The least way between two in pixels, and the radius relative to it.
const CLOSEST = 5.0;
const DOT_OF_SPACING = 0.25;

struct VertexIn {
    @builtin(vertex_index) corner: u32,
    @location(0) position: vec3<f32>,
    // The same four bytes, as a number and as an encoded color.
    @location(3) channel: f32,
    @location(4) color: vec4<f32>,
    // 0 if the vertex is not marked, else how far apart the dots of marked vertices may be without its own.
    @location(6) mark: f32,
}

struct Varying {
    @builtin(position) clip: vec4<f32>,
    // From the center, in pixels.
    @location(0) offset: vec2<f32>,
    // Linear.
    @location(1) fill: vec3<f32>,
    @location(2) rim: vec4<f32>,
    @location(3) radius: f32,
}

@vertex
fn vertex(in: VertexIn) -> Varying {
    var clip = frame.clip_from_world * vec4<f32>(in.position, 1.0);
    let is_marked = in.mark > 0.0;
    // World distance over the size of a pixel there: in pixels.
    let spacing = in.mark / (frame.pixel_angle * clip.w);
    let marked_radius = min(frame.marked.w, DOT_OF_SPACING * spacing) * step(CLOSEST, spacing);
    var radius = select(frame.dot_radius, marked_radius, is_marked);
    let marks = weight_marks(in.channel);
    let shows_weights = frame.surface == SURFACE_WEIGHTS;
    let is_apart = (shows_weights && marks.x > 0.0)
        || (frame.surface == SURFACE_VERTEX_COLORS && in.color.a == 0.0);
    if frame.isolated != 0u && is_apart && !is_marked {
        radius = 0.0;
    }
    var encoded = in.color.rgb;
    if shows_weights {
        // Most vertices have no weight: smaller dots keep these in the background.
        radius *= select(1.0, NO_WEIGHT, marks.x > marks.z && !is_marked);
        encoded = weight_color(in.channel, marks, frame.ramp);
    }
    // A strip of two triangles, a pixel wider than the dot for its soft edge; without a dot all corners coincide.
    let side = vec2<f32>(f32(in.corner & 1u), f32(in.corner >> 1u)) * 2.0 - 1.0;
    let reach = select(0.0, radius + 1.0, radius > 0.0);
    // Times w, since the division by it comes later: the offset stays in pixels at any distance.
    clip = vec4<f32>(clip.xy + side * reach * 2.0 / frame.viewport * clip.w, clip.zw);
    // Moved closer by its size, so that a slope does not cut it; see wire.wgsl.
    clip.z *= 1.0 + (radius + 1.0) * frame.pixel_angle;
    let rim = select(vec4<f32>(0.0, 0.0, 0.0, 0.7), vec4<f32>(frame.marked.rgb, 1.0), is_marked);
    return Varying(clip, side * reach, linear_from_encoded(encoded), rim, radius);
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let away = length(in.offset);
    let covered = 1.0 - smoothstep(in.radius - 0.5, in.radius + 0.5, away);
    let rim_width = select(1.0, 2.0, in.rim.a == 1.0);
    let at_rim = smoothstep(in.radius - rim_width - 0.5, in.radius - rim_width + 0.5, away);
    let color = mix(vec4<f32>(in.fill, 1.0), in.rim, at_rim);
    return vec4<f32>(color.rgb, color.a * covered);
}
