//! What is to say about materials and their pictures.

use character::{AlphaMode, Image, Material};
use serde::Serialize;

/// A material.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MaterialReport {
    pub index: usize,
    pub name: Option<String>,
    pub base_color: [f32; 4],
    /// Index into the report's textures.
    pub texture: Option<usize>,
    /// `opaque`, `mask` or `blend`.
    pub alpha: &'static str,
    pub double_sided: bool,
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct TextureReport {
    pub index: usize,
    pub name: Option<String>,
    pub width: u32,
    pub height: u32,
}

pub(super) fn material_report(index: usize, material: &Material) -> MaterialReport {
    MaterialReport {
        index,
        name: material.name.clone(),
        base_color: material.base_color.to_array(),
        texture: material.base_color_texture,
        alpha: match material.alpha_mode {
            AlphaMode::Opaque => "opaque",
            AlphaMode::Mask => "mask",
            AlphaMode::Blend => "blend",
        },
        double_sided: material.double_sided,
    }
}

pub(super) fn texture_report(index: usize, image: &Image) -> TextureReport {
    TextureReport {
        index,
        name: image.name.clone(),
        width: image.width,
        height: image.height,
    }
}
