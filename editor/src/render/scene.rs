//! One picture, described.

use glam::Vec3;

use super::bones::BoneBuffers;
use super::layouts::{FrameUniform, GridUniform};
use super::{Bounds, Camera, MeshBuffers, Theme, linear_from_encoded};

/// Everything that is in one picture. Borrowed: making one costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// From where.
    pub camera: &'a Camera,
    /// In which colours.
    pub theme: &'a Theme,
    /// What the surfaces show.
    pub surface: SurfaceMode,
    /// The primitives to draw; hidden ones are left out.
    pub meshes: &'a [&'a MeshBuffers],
    /// The floor, or none.
    pub ground: Option<Ground>,
    /// The skeleton in front of everything, or none.
    pub bones: Option<&'a BoneBuffers>,
}

/// What the surfaces show.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum SurfaceMode {
    /// Each primitive's material.
    #[default]
    Material,
    /// Clay everywhere: form without colour.
    Clay,
    /// The channel as signed difference, from −`range` (blue) over 0 (grey) to `range` (red).
    Difference {
        /// The channel value of the last colour, > 0; a range that is not counts as the smallest that is.
        range: f32,
    },
    /// The channel as weight 0 … 1, with marked colours for exactly 0 and exactly 1.
    Weights,
}

impl SurfaceMode {
    /// Keep in sync with the SURFACE_ constants of mesh.wgsl.
    fn code(self) -> u32 {
        match self {
            Self::Material => 0,
            Self::Clay => 1,
            Self::Difference { .. } => 2,
            Self::Weights => 3,
        }
    }

    fn range(self) -> f32 {
        match self {
            // NaN falls to the other operand.
            Self::Difference { range } => range.max(f32::MIN_POSITIVE),
            Self::Material | Self::Clay | Self::Weights => 1.0,
        }
    }
}

/// The floor y = 0: lines one `spacing` apart, every tenth stronger, fading out at `radius`, and a soft dark patch that
/// lets the subject stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// World x and z where the lines are strongest.
    pub center: [f32; 2],
    /// World distance at which they are gone.
    pub radius: f32,
    /// World distance of minor lines.
    pub spacing: f32,
    /// World x, z and radius of the dark patch; a radius of 0 is none.
    pub shade: [f32; 3],
}

impl Ground {
    /// The floor for a scene of this size: the spacing is the power of ten nearest to a tenth of its radius.
    ///
    /// For bounds that are empty or a point: as for a scene a metre wide. Without a dark patch: see
    /// [`shaded_by`](Self::shaded_by).
    #[must_use]
    pub fn under(bounds: &Bounds) -> Self {
        let radius = bounds.radius();
        let radius = if radius.is_finite() && radius > 0.0 {
            radius
        } else {
            0.5
        };
        let spacing = 10.0_f32.powf(radius.log10().round()) * 0.1;
        let center = bounds.center();
        Self {
            center: [
                snapped(center.x, 10.0 * spacing),
                snapped(center.z, 10.0 * spacing),
            ],
            radius: 6.0 * radius,
            spacing,
            shade: [center.x, center.z, 0.0],
        }
    }

    /// The same floor with a dark patch where the subject stands, given its points.
    ///
    /// Only points within a tenth of the subject's size above or below the floor count: a subject in the air throws no
    /// shade, and an arm that reaches aside does not draw the shade after it.
    #[must_use]
    pub fn shaded_by(self, bounds: &Bounds, points: impl IntoIterator<Item = Vec3>) -> Self {
        let near = 0.1 * bounds.radius();
        let feet = Bounds::from_points(points.into_iter().filter(|point| point.y.abs() <= near));
        if feet.is_empty() {
            return self;
        }
        let (center, size) = (feet.center(), feet.size());
        let reach = 0.75 * size.x.max(size.z);
        Self {
            shade: [center.x, center.z, reach],
            ..self
        }
    }
}

impl Scene<'_> {
    pub(super) fn frame_uniform(&self, aspect: f32) -> FrameUniform {
        let theme = self.theme;
        FrameUniform {
            clip_from_world: self.camera.clip_from_world(aspect).to_cols_array_2d(),
            view_from_world: self.camera.view_from_world().to_cols_array_2d(),
            eye: self.camera.eye().extend(1.0).to_array(),
            encoded_background_top: encoded(theme.background_top),
            encoded_background_bottom: encoded(theme.background_bottom),
            clay: linear(theme.clay, 255),
            surface: self.surface.code(),
            channel_range: self.surface.range(),
            ambient: theme.ambient,
            padding: 0.0,
        }
    }

    pub(super) fn grid_uniform(&self) -> GridUniform {
        let Some(ground) = self.ground else {
            return GridUniform::default();
        };
        let theme = self.theme;
        let [shade_x, shade_z, shade_radius] = ground.shade;
        let shade_strength = if shade_radius > 0.0 {
            theme.ground_shade
        } else {
            0.0
        };
        GridUniform {
            minor: linear_with_alpha(theme.grid_minor),
            major: linear_with_alpha(theme.grid_major),
            axis_x: linear_with_alpha(theme.axis_x),
            axis_z: linear_with_alpha(theme.axis_z),
            center: ground.center,
            radius: ground.radius,
            spacing: ground.spacing,
            shade: [shade_x, shade_z, shade_radius, shade_strength],
        }
    }
}

/// Linear colour of sRGB bytes and an alpha byte.
pub(super) fn linear(rgb: [u8; 3], alpha: u8) -> [f32; 4] {
    let rgb = Vec3::from(rgb.map(|byte| f32::from(byte) / 255.0));
    linear_from_encoded(rgb)
        .extend(f32::from(alpha) / 255.0)
        .to_array()
}

fn linear_with_alpha([r, g, b, alpha]: [u8; 4]) -> [f32; 4] {
    linear([r, g, b], alpha)
}

fn encoded([r, g, b]: [u8; 3]) -> [f32; 4] {
    [r, g, b, 255].map(|byte| f32::from(byte) / 255.0)
}

fn snapped(value: f32, step: f32) -> f32 {
    (value / step).round() * step
}
