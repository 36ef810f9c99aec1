#import frame

// The shape of a surface relative to the eye: normals in view space, and curvature.

// Seen along the ray from the eye to this point, so that matcaps do not shift towards the picture's edges.
fn seen_normal(normal: vec3<f32>, to_eye: vec3<f32>) -> vec3<f32> {
    let view_from_world = frame.view_from_world;
    let up = vec3<f32>(view_from_world[0].y, view_from_world[1].y, view_from_world[2].y);
    // The eye never looks straight along its own up, so the cross product has a direction.
    let right = normalize(cross(up, to_eye));
    return vec3<f32>(dot(normal, right), dot(normal, cross(to_eye, right)), dot(normal, to_eye));
}

// Screen-space curvature: positive on ridges, negative in creases; ±1 for a turn within about twelve pixels.
fn bending(normal: vec3<f32>, position: vec3<f32>) -> f32 {
    let reach = 12.0 * frame.pixel_angle * distance(frame.eye.xyz, position);
    let x = curvature(dpdx(normal), dpdx(position));
    let y = curvature(dpdy(normal), dpdy(position));
    return clamp(0.5 * (x + y) * reach, -1.0, 1.0);
}

fn curvature(turn: vec3<f32>, step: vec3<f32>) -> f32 {
    // The turn of the normal along a step, over its square: one over the radius of curvature.
    return dot(turn, step) / max(dot(step, step), 1e-30);
}
