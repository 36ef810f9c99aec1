// Three corners that cover the viewport; corner = 0, 1, 2.
fn viewport_triangle(corner: u32) -> vec2<f32> {
    // (−1, −1), (3, −1), (−1, 3): one triangle twice as large as the viewport, so that no diagonal crosses it.
    return vec2<f32>(f32((corner << 1u) & 2u), f32(corner & 2u)) * 2.0 - 1.0;
}
