//! The material of a primitive, as the shaders need it.

use glam::Vec4;

use super::Texture;

/// The look of a primitive.
#[derive(Clone, Copy, Debug)]
pub struct Material<'a> {
    /// The factor of the base color, **linear**, alpha in w; `None` is the theme's clay, and ignores the texture.
    pub base_color: Option<Vec4>,
    /// Multiplies the factor; `None` is white.
    pub texture: Option<&'a Texture>,
    /// How the texture continues outside 0 … 1, along u and v.
    pub wrap: [Wrap; 2],
    /// The meaning of alpha.
    pub alpha: AlphaMode,
    /// Whether back faces are drawn.
    pub double_sided: bool,
    /// Whether triangles are shaded flat: for primitives without normals in the file.
    pub flat: bool,
}

/// What the alpha of the base color means, as in glTF.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum AlphaMode {
    /// Ignored: the surface is opaque.
    #[default]
    Opaque,
    /// The surface is visible where alpha reaches the cutoff.
    Mask(f32),
    /// Alpha is opacity. Drawn after everything opaque, back to front by primitive: by the centers of their boxes at
    /// rest, without sorting triangles.
    Blend,
}

/// How a texture continues beyond its edges, as in glTF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The texture is tiled without end; what glTF means if it says nothing.
    #[default]
    Repeat,
    /// Tiled, every other tile mirrored.
    MirroredRepeat,
    /// The color of the edge continues.
    ClampToEdge,
}

impl Wrap {
    pub(super) fn address_mode(self) -> wgpu::AddressMode {
        match self {
            Self::Repeat => wgpu::AddressMode::Repeat,
            Self::MirroredRepeat => wgpu::AddressMode::MirrorRepeat,
            Self::ClampToEdge => wgpu::AddressMode::ClampToEdge,
        }
    }
}

impl Material<'_> {
    /// Neutral clay, smooth, single-sided: for primitives without a material.
    pub const CLAY: Self = Self {
        base_color: None,
        texture: None,
        wrap: [Wrap::Repeat; 2],
        alpha: AlphaMode::Opaque,
        double_sided: false,
        flat: false,
    };
}

impl AlphaMode {
    /// Keep in sync with the ALPHA_ constants of mesh.wgsl.
    pub(super) fn code(self) -> u32 {
        match self {
            Self::Opaque => 0,
            Self::Mask(_) => 1,
            Self::Blend => 2,
        }
    }

    pub(super) fn cutoff(self) -> f32 {
        match self {
            Self::Mask(cutoff) => cutoff,
            Self::Opaque | Self::Blend => 0.0,
        }
    }
}
