//! Colors as shaders take them, of the sRGB bytes that themes and joints have.

use glam::Vec3;
use scene::view::ramps::linear_from_encoded;

/// The linear color for sRGB bytes and an alpha byte.
pub(super) fn linear(rgb: [u8; 3], alpha: u8) -> [f32; 4] {
    let rgb = Vec3::from(rgb.map(|byte| f32::from(byte) / 255.0));
    linear_from_encoded(rgb)
        .extend(f32::from(alpha) / 255.0)
        .to_array()
}

/// The linear color for sRGB bytes and a straight alpha byte behind them.
pub(super) fn linear_with_alpha([r, g, b, alpha]: [u8; 4]) -> [f32; 4] {
    linear([r, g, b], alpha)
}

/// The opaque color of sRGB bytes that stays encoded.
pub(super) fn encoded_color([r, g, b]: [u8; 3]) -> [f32; 4] {
    [r, g, b, 255].map(|byte| f32::from(byte) / 255.0)
}
