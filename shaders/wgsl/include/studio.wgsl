// A photographer's studio that hangs from the camera: key light from the upper left, fill from the right, two rims from
// behind; and a room that is bright above and warm below, which stays with the world.

const KEY_DIRECTION = vec3<f32>(-0.5571, 0.6332, 0.5373);
const KEY_COLOR = vec3<f32>(1.0, 0.955, 0.89) * 0.98;
const FILL_DIRECTION = vec3<f32>(0.8433, 0.0488, 0.5352);
const FILL_COLOR = vec3<f32>(0.84, 0.91, 1.0) * 0.25;
const RIM_COLOR = vec3<f32>(0.90, 0.95, 1.0) * 0.55;
const SKY_COLOR = vec3<f32>(0.86, 0.93, 1.0) * 0.26;
const GROUND_COLOR = vec3<f32>(1.0, 0.88, 0.76) * 0.09;

struct Studio {
    // Multiplies the surface's colour.
    diffuse: vec3<f32>,
    // Is added.
    specular: vec3<f32>,
}

// `normal` and `to_eye` are unit vectors of view space, `up` is the height of the normal in world space (-1 … 1), `bend`
// tells ridges (to 1) from creases (to -1), `openness` what lies free (1) from what is covered (0).
fn studio(normal: vec3<f32>, to_eye: vec3<f32>, up: f32, ambient: f32, bend: f32, openness: f32) -> Studio {
    let facing = saturate(dot(normal, to_eye));
    let grazing = pow(1.0 - facing, 4.0);

    // Wrapped a little past the terminator, so that the dark side keeps its form; red reaches farthest, as it does in skin.
    let toward_key = dot(normal, KEY_DIRECTION);
    let key = wrapped(toward_key, 0.10);
    let soft_key = vec3<f32>(wrapped(toward_key, 0.19), wrapped(toward_key, 0.11), wrapped(toward_key, 0.07));
    let fill = wrapped(dot(normal, FILL_DIRECTION), 0.35);
    // The upper bounce is stronger than the lower: the eye reads that as standing on a floor.
    let room = mix(GROUND_COLOR, SKY_COLOR, smoothstep(-1.0, 1.0, up)) * ambient;
    // Form at the silhouette where no light reaches: surfaces that turn away darken slightly.
    let turn = mix(0.72, 1.0, smoothstep(0.0, 0.75, facing));

    // Creases gather little light, ridges catch some: form where the light alone is flat.
    let cavity = 1.0 + select(0.16, 0.42, bend < 0.0) * bend * facing;

    let rim_left = saturate(dot(normal, normalize(vec3<f32>(-0.75, 0.35, -0.56))));
    let rim_right = saturate(dot(normal, normalize(vec3<f32>(0.72, 0.45, -0.53))));
    let rim = (0.55 * rim_left + rim_right) * grazing;

    let halfway = normalize(KEY_DIRECTION + to_eye);
    let gloss = pow(saturate(dot(normal, halfway)), 36.0) * 0.10 * key;

    var light: Studio;
    // The room's light comes from all sides, the fill from a wide one, the key from a lamp of some size. What is reflected
    // in a hollow takes the colour of skin along, so red is hidden least.
    let hollow = pow(vec3<f32>(openness), vec3<f32>(0.86, 1.0, 1.08));
    let lamp = KEY_COLOR * soft_key * mix(vec3<f32>(0.5), vec3<f32>(1.0), hollow);
    light.diffuse = (lamp + (FILL_COLOR * fill + room) * hollow) * turn * cavity;
    light.specular = (KEY_COLOR * gloss + RIM_COLOR * rim * 0.8) * openness;
    return light;
}

fn wrapped(cosine: f32, wrap: f32) -> f32 {
    return saturate((cosine + wrap) / (1.0 + wrap));
}
