// Matcaps as formulas instead of images: looks that depend only on the normal in view space. `normal` is a unit vector;
// z is towards the eye, x right and y up.

// Red wax: a broad key light, a soft sheen, dark shadows.
fn wax(normal: vec3<f32>) -> vec3<f32> {
    let key_direction = vec3<f32>(-0.4444, 0.6318, 0.6350);
    // Light reaches 0.32 past the terminator, as in a translucent body.
    let key = saturate((dot(normal, key_direction) + 0.32) / 1.32);
    let deep = vec3<f32>(0.035, 0.010, 0.008);
    let body = vec3<f32>(0.41, 0.135, 0.082);
    let lit = vec3<f32>(0.78, 0.43, 0.31);
    var color = mix(deep, body, smoothstep(0.0, 0.62, key));
    color = mix(color, lit, smoothstep(0.55, 1.0, key));
    let halfway = normalize(key_direction + vec3<f32>(0.0, 0.0, 1.0));
    let shine = saturate(dot(normal, halfway));
    color += vec3<f32>(0.9, 0.85, 0.8) * (0.34 * pow(shine, 60.0) + 0.07 * pow(shine, 9.0));
    // Light from behind on the right, so that the dark side keeps its outline.
    let edge = pow(1.0 - saturate(normal.z), 3.0) * saturate(0.4 + 0.6 * normal.x);
    return color + vec3<f32>(0.23, 0.10, 0.07) * edge;
}

// Polished metal: a sharp horizon between a bright sky and dark ground shows every dent.
fn chrome(normal: vec3<f32>) -> vec3<f32> {
    let height = reflected(normal).y;
    let sky = mix(vec3<f32>(0.80, 0.86, 0.93), vec3<f32>(0.10, 0.18, 0.32), smoothstep(0.0, 0.9, height));
    let ground = mix(vec3<f32>(0.028, 0.022, 0.020), vec3<f32>(0.52, 0.47, 0.42), smoothstep(0.0, 0.95, -height));
    let metal = mix(ground, sky, smoothstep(-0.03, 0.03, height));
    return metal * mix(0.55, 1.0, saturate(1.5 * normal.z));
}

// Reflected stripes of light: a kink in a stripe shows a crease in the surface.
const STRIPES = 8.0;

// `place` from `stripe_place`, `width` its change over one pixel.
fn zebra(normal: vec3<f32>, place: f32, width: f32) -> vec3<f32> {
    let from_edge = abs(fract(place) - 0.5) - 0.25;
    let light = saturate(0.5 + from_edge / max(width, 1e-4));
    // Stripes finer than pixels become an even gray.
    let stripe = mix(light, 0.5, smoothstep(0.35, 0.9, width));
    let shape = mix(0.55, 1.0, saturate(normal.z));
    return mix(vec3<f32>(0.012), vec3<f32>(0.80), stripe) * shape;
}

// The number of stripes between the reflected direction and the horizon.
fn stripe_place(normal: vec3<f32>) -> f32 {
    return asin(clamp(reflected(normal).y, -1.0, 1.0)) * (STRIPES / 3.14159265);
}

// The mirror reflection of the view direction −z.
fn reflected(normal: vec3<f32>) -> vec3<f32> {
    return 2.0 * normal.z * normal - vec3<f32>(0.0, 0.0, 1.0);
}
