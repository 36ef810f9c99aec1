#import color
#import frame
#import matcap
#import material
#import ramps
#import shape
#import studio
#import weight_ramps

// Keep in sync with `SurfaceMode` in crates/scene/src/view/surface_mode.rs.
const SURFACE_MATERIAL = 0u;
const SURFACE_CLAY = 1u;
const SURFACE_DIFFERENCE = 2u;
const SURFACE_WEIGHTS = 3u;
const SURFACE_WAX = 4u;
const SURFACE_CHROME = 5u;
const SURFACE_ZEBRA = 6u;
const SURFACE_NORMALS_OF_VIEW = 7u;
const SURFACE_NORMALS_OF_WORLD = 8u;
const SURFACE_VERTEX_COLORS = 9u;

@group(1) @binding(1) var base_color_texture: texture_2d<f32>;
@group(1) @binding(2) var base_color_sampler: sampler;

struct VertexIn {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tex_coord: vec2<f32>,
    // The same four bytes, as a number and as an encoded color: only the last one written has a meaning.
    @location(3) channel: f32,
    @location(4) color: vec4<f32>,
    // 1 is open, 0 is occluded.
    @location(5) openness: f32,
}

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    // At the centroid: extrapolated outside of the triangle, a weight would pass the marks of 0 and 1, and a normal
    // would sparkle along silhouettes.
    @location(1) @interpolate(perspective, centroid) normal: vec3<f32>,
    @location(2) tex_coord: vec2<f32>,
    @location(3) @interpolate(perspective, centroid) channel: f32,
    @location(4) @interpolate(perspective, centroid) marks: vec3<f32>,
    // Linear.
    @location(5) @interpolate(perspective, centroid) color: vec3<f32>,
    @location(6) openness: f32,
}

// Inputs of shading at a point of the surface.
struct Point {
    // World space, on the visible side.
    normal: vec3<f32>,
    // The same in the eye's space: x right, y up, z towards the eye.
    seen: vec3<f32>,
    light: Studio,
}

@vertex
fn vertex(in: VertexIn) -> Varying {
    var out: Varying;
    out.clip = frame.clip_from_world * vec4<f32>(in.position, 1.0);
    out.position = in.position;
    out.normal = in.normal;
    out.tex_coord = in.tex_coord;
    out.channel = in.channel;
    // For colors, the fourth byte is 0 where a vertex has no weight of the isolated joint.
    out.marks = select(weight_marks(in.channel), vec3<f32>(1.0 - in.color.a, 0.0, 0.0), frame.surface == SURFACE_VERTEX_COLORS);
    out.color = linear_from_encoded(in.color.rgb);
    out.openness = in.openness;
    return out;
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    // Derivatives and samples come first: they need uniform control flow.
    let facet = cross(dpdx(in.position), dpdy(in.position));
    let texel = textureSample(base_color_texture, base_color_sampler, in.tex_coord);
    let coverage = alpha_coverage(material.base_color.a * texel.a);
    let to_eye = normalize(frame.eye.xyz - in.position);
    let normal = surface_normal(in.normal, facet, to_eye);
    let seen = seen_normal(normal, to_eye);
    var stripe = 0.0;
    var stripe_width = 0.0;
    if frame.surface == SURFACE_ZEBRA {
        stripe = stripe_place(seen);
        stripe_width = fwidth(stripe);
    }
    let bend = bending(normal, in.position);
    let slope = length(vec2<f32>(dpdx(in.channel), dpdy(in.channel)));
    let shows_weights = frame.surface == SURFACE_WEIGHTS;
    let left_out = frame.isolated != 0u && (shows_weights || frame.surface == SURFACE_VERTEX_COLORS) && has_no_weight(in.channel, in.marks);
    if coverage <= 0.0 || left_out {
        discard;
    }

    let view_normal = (frame.view_from_world * vec4<f32>(normal, 0.0)).xyz;
    let view_to_eye = (frame.view_from_world * vec4<f32>(to_eye, 0.0)).xyz;
    let light = studio(view_normal, view_to_eye, normal.y, frame.ambient, bend, openness_of(in.openness));
    let point = Point(normal, seen, light);

    var color: vec3<f32>;
    if frame.surface == SURFACE_ZEBRA {
        color = zebra(seen, stripe, stripe_width);
    } else {
        color = surface_color(in, texel.rgb, point);
    }
    if shows_weights && frame.isoline_step > 0.0 && in.marks.z <= MARK_SLACK {
        let letter_color = isoline_ink(isoline_level(in.channel, frame.isoline_step));
        color = mix(color, letter_color.rgb, letter_color.a * isoline(in.channel, frame.isoline_step, slope));
    }
    // Normals are numbers, so tone mapping must not change them.
    if !is_normals() {
        color = tone(color);
    }
    return vec4<f32>(dithered(color, in.clip.xy), select(coverage, 1.0, shows_all()));
}

fn surface_color(in: Varying, texel: vec3<f32>, point: Point) -> vec3<f32> {
    switch frame.surface {
        case SURFACE_DIFFERENCE: {
            let encoded = diverging_ramp(in.channel / frame.channel_range, frame.diverging);
            return readable(linear_from_encoded(encoded), point.light);
        }
        case SURFACE_WEIGHTS: {
            let encoded = weight_color(in.channel, in.marks, frame.ramp);
            return readable(linear_from_encoded(encoded), point.light);
        }
        case SURFACE_VERTEX_COLORS: {
            return readable(in.color, point.light);
        }
        case SURFACE_WAX: {
            return wax(point.seen);
        }
        case SURFACE_CHROME: {
            return chrome(point.seen);
        }
        case SURFACE_NORMALS_OF_VIEW: {
            return linear_from_encoded(0.5 + 0.5 * point.seen);
        }
        case SURFACE_NORMALS_OF_WORLD: {
            return linear_from_encoded(0.5 + 0.5 * point.normal);
        }
        default: {
            return albedo(texel) * point.light.diffuse + point.light.specular;
        }
    }
}

fn albedo(texel: vec3<f32>) -> vec3<f32> {
    if frame.surface == SURFACE_CLAY || material.is_clay != 0u {
        return frame.clay.rgb;
    }
    return material.base_color.rgb * texel;
}

// The color of the isoline at a weight: dark on light colors and light on dark ones; alpha is its strength.
fn isoline_ink(weight: f32) -> vec4<f32> {
    let luma = dot(weight_ramp(weight, frame.ramp), vec3<f32>(0.299, 0.587, 0.114));
    return select(vec4<f32>(0.85, 0.85, 0.85, 0.75), vec4<f32>(0.01, 0.01, 0.01, 0.8), luma > 0.42);
}

// For colors that encode a number: light may show the shape, but not change the hue, and the lightness only a little.
fn readable(linear: vec3<f32>, light: Studio) -> vec3<f32> {
    let luminance = vec3<f32>(0.2126, 0.7152, 0.0722);
    let shape = mix(0.42, 1.0, saturate(dot(light.diffuse, luminance)));
    return linear * shape + 0.3 * dot(light.specular, luminance);
}

// The unit normal on the visible side of the surface. The facet decides which side that is, not the winding, so back
// faces and mirrored instances need no special case. Missing (zero) normals are replaced by those of facets.
fn surface_normal(given: vec3<f32>, facet: vec3<f32>, to_eye: vec3<f32>) -> vec3<f32> {
    let length_2 = dot(facet, facet);
    var seen = to_eye;
    if length_2 > 0.0 {
        seen = facet * inverseSqrt(length_2);
    }
    seen = select(-seen, seen, dot(seen, to_eye) >= 0.0);
    let given_2 = dot(given, given);
    if frame.facets != 0u || material.flat_shading != 0u || !(given_2 > 1e-12) {
        return seen;
    }
    let smooth_normal = given * inverseSqrt(given_2);
    return select(-smooth_normal, smooth_normal, dot(smooth_normal, seen) >= 0.0);
}

// Colors that encode a number are not occluded: their lightness has a meaning.
fn openness_of(given: f32) -> f32 {
    let is_lit = frame.surface == SURFACE_MATERIAL || frame.surface == SURFACE_CLAY;
    return select(1.0, mix(1.0, saturate(given), frame.contact), is_lit);
}

fn is_normals() -> bool {
    return frame.surface == SURFACE_NORMALS_OF_VIEW || frame.surface == SURFACE_NORMALS_OF_WORLD;
}

// Colors that encode a number are shown on transparent materials too.
fn shows_all() -> bool {
    return material.alpha_mode == ALPHA_BLEND && frame.surface != SURFACE_MATERIAL;
}
