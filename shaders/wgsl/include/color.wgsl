// Encoding of colors. The target's format encodes linear colors as sRGB, so blending stays linear.

fn linear_from_encoded(encoded: vec3<f32>) -> vec3<f32> {
    // IEC 61966-2-1: a straight piece near black, then a power.
    let low = encoded / 12.92;
    let high = pow((encoded + 0.055) / 1.055, vec3<f32>(2.4));
    return select(high, low, encoded <= vec3<f32>(0.04045));
}

fn encoded_from_linear(linear: vec3<f32>) -> vec3<f32> {
    let x = max(linear, vec3<f32>(0.0));
    let high = 1.055 * pow(x, vec3<f32>(1.0 / 2.4)) - 0.055;
    return select(high, 12.92 * x, x <= vec3<f32>(0.0031308));
}

// The identity below the shoulder, so that textures keep their colors; above it an exponential that continues the line
// with equal slope and never reaches 1, so that highlights never clip and keep some of their hue.
fn tone(light: vec3<f32>) -> vec3<f32> {
    let shoulder = 0.62;
    let free_space = 1.0 - shoulder;
    let rolled = 1.0 - free_space * exp((shoulder - light) / free_space);
    return select(rolled, light, light <= vec3<f32>(shoulder));
}

// Half a byte of noise hides the 8-bit steps in wide gradients. The pattern is Jimenez 2014's interleaved gradient
// noise: it depends on the pixel only, so pictures repeat exactly.
fn dithered(linear: vec3<f32>, pixel: vec2<f32>) -> vec3<f32> {
    let noise = fract(52.9829189 * fract(dot(pixel, vec2<f32>(0.06711056, 0.00583715))));
    return linear_from_encoded(encoded_from_linear(linear) + (noise - 0.5) / 255.0);
}
