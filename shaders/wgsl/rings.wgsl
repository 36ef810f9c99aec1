#import frame

// Great circles of a ball and of the ellipsoid that a stretch makes of it: ribbons of constant width in pixels, without
// buffers. Instances 0, 1, 2 are the circles of the ball; 3, 4, 5 those of the ellipsoid, over them.

// Corners of one ribbon, as a strip: keep in sync with `RING_CORNERS` in crates/render/src/renderer.rs.
const CORNERS = 146u;

const HALF_WIDTHS = vec2<f32>(0.6, 1.15);
const BALL_COLOR = vec4<f32>(0.6, 0.6, 0.6, 0.55);
// Opacity of the far side.
const BEHIND = 0.3;

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) color: vec4<f32>,
    // −1 (away) … 1 (towards the eye).
    @location(1) facing: f32,
}

@vertex
fn vertex(@builtin(vertex_index) corner: u32, @builtin(instance_index) ring: u32) -> Varying {
    let axis = ring % 3u;
    let stretched = ring >= 3u;
    // A full turn over all pairs of corners; the last pair is the first again, and closes the strip.
    let turn = f32(corner / 2u) * (2.0 * 6.28318531 / f32(CORNERS - 2u));
    let unit = circle(axis, turn);
    var world_from_unit = rings.world_from_ball;
    var color = BALL_COLOR;
    var half_width = HALF_WIDTHS.x;
    if stretched {
        world_from_unit = rings.world_from_ellipsoid;
        color = rings.colors[axis];
        half_width = HALF_WIDTHS.y;
    }
    let here = world_from_unit * vec4<f32>(unit, 1.0);
    let clip = frame.clip_from_world * here;
    // A little farther along the circle: its direction on the screen, to which the ribbon is perpendicular.
    let next = frame.clip_from_world * world_from_unit * vec4<f32>(circle(axis, turn + 0.02), 1.0);
    let along = (next.xy / next.w - clip.xy / clip.w) * frame.viewport;
    let across = vec2<f32>(-along.y, along.x) / max(length(along), 1e-12);
    let side = select(-1.0, 1.0, corner % 2u == 1u);
    let offset = side * half_width * across * 2.0 / frame.viewport * clip.w;

    let center = world_from_unit[3].xyz;
    let facing = dot(normalize(here.xyz - center), normalize(frame.eye.xyz - center));
    return Varying(vec4<f32>(clip.xy + offset, clip.zw), color, facing);
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let strength = mix(BEHIND, 1.0, smoothstep(-0.15, 0.1, in.facing));
    return vec4<f32>(in.color.rgb, in.color.a * strength);
}

// A point of the unit circle about an axis: 0, 1, 2 are x, y, z.
fn circle(axis: u32, turn: f32) -> vec3<f32> {
    let place = vec2<f32>(cos(turn), sin(turn));
    if axis == 0u {
        return vec3<f32>(0.0, place);
    }
    if axis == 1u {
        return vec3<f32>(place.y, 0.0, place.x);
    }
    return vec3<f32>(place, 0.0);
}
