// Studio lighting: key light from the upper left, fill from the right and two rims from behind, all fixed to the
// camera; and ambient light, bright from above and warm from below, fixed to the world.

const KEY_DIRECTION = vec3<f32>(-0.5571, 0.6332, 0.5373);
const KEY_COLOR = vec3<f32>(1.0, 0.955, 0.89) * 0.98;
const FILL_DIRECTION = vec3<f32>(0.8433, 0.0488, 0.5352);
const FILL_COLOR = vec3<f32>(0.84, 0.91, 1.0) * 0.25;
const RIM_COLOR = vec3<f32>(0.90, 0.95, 1.0) * 0.55;
const SKY_COLOR = vec3<f32>(0.86, 0.93, 1.0) * 0.26;
const GROUND_COLOR = vec3<f32>(1.0, 0.88, 0.76) * 0.09;

struct Studio {
    // Multiplied by the surface's color.
    diffuse: vec3<f32>,
    // Added to the product.
    specular: vec3<f32>,
}

// `normal` and `to_eye` are unit vectors of view space, `up` is the y of the normal in world space (-1 … 1), `bend` the
// curvature from creases (-1) to ridges (1), `openness` 1 where the surface is open and 0 where it is occluded.
fn studio(normal: vec3<f32>, to_eye: vec3<f32>, up: f32, ambient: f32, bend: f32, openness: f32) -> Studio {
    let facing = saturate(dot(normal, to_eye));
    // Schlick's shape, a little softer: light from behind shows at the outline alone.
    let grazing = pow(1.0 - facing, 4.0);

    // Wrapped slightly past the terminator, so that the dark side keeps its shape; red reaches farthest, as in skin.
    let toward_key = dot(normal, KEY_DIRECTION);
    let key = wrapped(toward_key, 0.10);
    let soft_key = vec3<f32>(wrapped(toward_key, 0.19), wrapped(toward_key, 0.11), wrapped(toward_key, 0.07));
    let fill = wrapped(dot(normal, FILL_DIRECTION), 0.35);
    // More ambient light from above than from below: the subject seems to stand on a floor.
    let free_space = mix(GROUND_COLOR, SKY_COLOR, smoothstep(-1.0, 1.0, up)) * ambient;
    // Surfaces that turn away from the eye darken slightly, which shows the shape where no light reaches.
    let turn = mix(0.72, 1.0, smoothstep(0.0, 0.75, facing));

    // Creases are darkened and ridges lightened, which shows the shape where light is even.
    let cavity = 1.0 + select(0.16, 0.42, bend < 0.0) * bend * facing;

    let rim_left = saturate(dot(normal, normalize(vec3<f32>(-0.75, 0.35, -0.56))));
    let rim_right = saturate(dot(normal, normalize(vec3<f32>(0.72, 0.45, -0.53))));
    let rim = (0.55 * rim_left + rim_right) * grazing;

    let halfway = normalize(KEY_DIRECTION + to_eye);
    let gloss = pow(saturate(dot(normal, halfway)), 36.0) * 0.10 * key;

    var light: Studio;
    // Ambient light comes from all sides, fill from a wide area, key from a smaller lamp: occlusion weakens key least.
    // Light reflected within a hollow takes on the color of skin, so red is occluded least.
    let hollow = pow(vec3<f32>(openness), vec3<f32>(0.86, 1.0, 1.08));
    let lamp = KEY_COLOR * soft_key * mix(vec3<f32>(0.5), vec3<f32>(1.0), hollow);
    light.diffuse = (lamp + (FILL_COLOR * fill + free_space) * hollow) * turn * cavity;
    light.specular = (KEY_COLOR * gloss + RIM_COLOR * rim * 0.8) * openness;
    return light;
}

fn wrapped(cosine: f32, wrap: f32) -> f32 {
    return saturate((cosine + wrap) / (1.0 + wrap));
}
