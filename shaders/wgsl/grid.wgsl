#import color
#import frame

// Lines of the ground plane y = 0, as coverage computed in the fragment shader: sharp and unbroken at any distance.

// The plane's depth is farther than its distance by this fraction, so that soles on the ground are in front.
const PUSH_BACK = 4e-4;

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) place: vec2<f32>,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Varying {
    var corners = array<vec2<f32>, 6>(
        vec2<f32>(-1.0, -1.0), vec2<f32>(1.0, -1.0), vec2<f32>(1.0, 1.0),
        vec2<f32>(-1.0, -1.0), vec2<f32>(1.0, 1.0), vec2<f32>(-1.0, 1.0),
    );
    let place = grid.center + corners[index] * grid.radius;
    var clip = frame.clip_from_world * vec4<f32>(place.x, 0.0, place.y, 1.0);
    // With reversed infinite depth z is the near distance for every point: scaling it scales 1 / distance.
    clip.z *= 1.0 - PUSH_BACK;
    return Varying(clip, place);
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let per_pixel = vec2<f32>(
        length(vec2<f32>(dpdx(in.place.x), dpdy(in.place.x))),
        length(vec2<f32>(dpdx(in.place.y), dpdy(in.place.y))),
    );
    // From below: shadow, fine lines, strong lines, axes.
    var color = over(vec4<f32>(0.0), vec4<f32>(0.0, 0.0, 0.0, ground_shade(in.place)));
    color = over(color, faded(grid.minor, lines(in.place, per_pixel, grid.spacing)));
    color = over(color, faded(grid.major, lines(in.place, per_pixel, 10.0 * grid.spacing)));
    // The x axis is where z = 0, and vice versa.
    color = over(color, faded(grid.axis_x, line(abs(in.place.y), per_pixel.y, 1.6)));
    color = over(color, faded(grid.axis_z, line(abs(in.place.x), per_pixel.x, 1.6)));

    let away = length(in.place - grid.center) / grid.radius;
    let to_eye = normalize(frame.eye.xyz - vec3<f32>(in.place.x, 0.0, in.place.y));
    // At grazing angles lines are too dense and would shimmer.
    let fade = (1.0 - smoothstep(0.25, 1.0, away)) * smoothstep(0.0, 0.12, abs(to_eye.y));
    return vec4<f32>(color.rgb, color.a * fade);
}

// Coverage of the lines at all multiples of `spacing`, in both directions.
fn lines(place: vec2<f32>, per_pixel: vec2<f32>, spacing: f32) -> f32 {
    let cells = place / spacing;
    let nearest = abs(cells - round(cells));
    let step = per_pixel / spacing;
    // Lines closer than a few pixels would blend into gray: they fade out before.
    let open = 1.0 - smoothstep(vec2<f32>(0.08), vec2<f32>(0.35), step);
    let x = line(nearest.x, step.x, 1.0) * open.x;
    let z = line(nearest.y, step.y, 1.0) * open.y;
    return max(x, z);
}

// Coverage of a line `width` pixels wide at `distance`, where one pixel spans `per_pixel`.
fn line(distance: f32, per_pixel: f32, width: f32) -> f32 {
    return saturate(0.5 + 0.5 * width - distance / max(per_pixel, 1e-12));
}

// Strength of the shadow under the subject: `grid.shade`.
fn ground_shade(place: vec2<f32>) -> f32 {
    let away = length(place - grid.shade.xy) / max(grid.shade.z, 1e-12);
    return grid.shade.w * (1.0 - smoothstep(0.1, 1.0, away));
}

fn faded(color: vec4<f32>, coverage: f32) -> vec4<f32> {
    return vec4<f32>(color.rgb, color.a * coverage);
}

// Straight alpha over straight alpha.
fn over(below: vec4<f32>, above: vec4<f32>) -> vec4<f32> {
    let alpha = above.a + below.a * (1.0 - above.a);
    let rgb = above.rgb * above.a + below.rgb * below.a * (1.0 - above.a);
    return vec4<f32>(rgb / max(alpha, 1e-6), alpha);
}
