// Keep in sync with `AlphaMode` in crates/render/src/material.rs.
const ALPHA_OPAQUE = 0u;
const ALPHA_MASK = 1u;
const ALPHA_BLEND = 2u;

// Keep in sync with `MaterialUniform` in crates/render/src/layouts.rs.
struct Material {
    base_color: vec4<f32>,
    alpha_cutoff: f32,
    // One of the ALPHA_ constants.
    alpha_mode: u32,
    // 1: the file has no normals, so facets are shown.
    flat_shading: u32,
    // 1: no material was given, so the theme's clay is used.
    is_clay: u32,
}

@group(1) @binding(0) var<uniform> material: Material;

// Opaque: 1. Mask: sharpened to about one pixel around the cutoff, for alpha to coverage. Blend: alpha itself.
fn alpha_coverage(alpha: f32) -> f32 {
    // The change of alpha over a pixel, so the cut is one pixel wide however large the texture is shown.
    let width = max(fwidth(alpha), 1e-4);
    if material.alpha_mode == ALPHA_MASK {
        return saturate((alpha - material.alpha_cutoff) / width + 0.5);
    }
    return select(1.0, saturate(alpha), material.alpha_mode == ALPHA_BLEND);
}
