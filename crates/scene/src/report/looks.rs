//! The report on materials and their textures.

use character::{AlphaMode, Image, Material};
use serde::Serialize;

/// The report on one material.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MaterialReport {
    /// Its index in the file.
    pub index: usize,
    /// Its name; `None` where the file gives none.
    pub name: Option<String>,
    /// Red, green and blue in linear light, and opacity; multiplied by the texture.
    pub base_color: [f32; 4],
    /// Index into the report's textures; `None` without a texture that can be shown.
    pub texture: Option<usize>,
    /// The alpha mode: `opaque`, `mask` or `blend`.
    pub alpha: &'static str,
    /// Whether back faces of triangles are shown too.
    pub double_sided: bool,
}

/// The report on one texture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextureReport {
    /// Its index among the report's textures, which are only those of base colors.
    pub index: usize,
    /// Its name; `None` where the file gives none.
    pub name: Option<String>,
    /// In pixels, as the picture's header says.
    pub width: u32,
    /// In pixels, as the picture's header says.
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
