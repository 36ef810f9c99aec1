//! Materials: base color, transparency, and how texture coordinates are taken.

use glam::Vec4;

/// The look of a surface: base color and transparency. All else that glTF says of materials stays in the
/// [`Source`](crate::Source).
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// The file's name for it.
    pub name: Option<String>,
    /// Linear color and opacity, multiplied with the texture's.
    pub base_color: Vec4,
    /// Index of its texture in [`Character::images`](crate::Character::images); none without one, or where it cannot be shown.
    pub base_color_texture: Option<usize>,
    /// How the texture goes on beyond 0..1, along u and v.
    pub wrap: [Wrap; 2],
    /// What the opacity of `base_color` and its texture means.
    pub alpha_mode: AlphaMode,
    /// Opacity from which a [`AlphaMode::Mask`] surface is there.
    pub alpha_cutoff: f32,
    /// Whether back faces are shown.
    pub double_sided: bool,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: None,
            base_color: Vec4::ONE,
            base_color_texture: None,
            wrap: [Wrap::Repeat; 2],
            alpha_mode: AlphaMode::Opaque,
            alpha_cutoff: 0.5,
            double_sided: false,
        }
    }
}

/// What a material's opacity means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum AlphaMode {
    /// Nothing: the surface is opaque.
    #[default]
    Opaque,
    /// There or not, by the cut-off.
    Mask,
    /// Blended over what is behind.
    Blend,
}

/// How a texture goes on beyond its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Wrap {
    /// Tiled: the fraction of a coordinate counts.
    #[default]
    Repeat,
    /// Tiled, every other tile mirrored.
    MirroredRepeat,
    /// The edge goes on.
    ClampToEdge,
}
