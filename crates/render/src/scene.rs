//! The description of one picture.

use glam::Vec3;
use scene::view::bounds::Bounds;
use scene::view::camera::Camera;
use scene::view::ellipsoid::Ellipsoid;
use scene::view::ramps::Diverging;
use scene::view::surface_mode::SurfaceMode;
use scene::view::weight_look::WeightLook;

use super::bones::BoneBuffers;
use super::ellipsoid::rings;
use super::layouts::{FrameUniform, GridUniform, RingsUniform};
use super::onion::OnionBuffers;
use super::shader_colors::{encoded_color, linear, linear_with_alpha};
use super::{MeshBuffers, Theme};

/// Everything in one picture. Borrowed, so that building one is free.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Where the picture is taken from, and its projection; the target gives the aspect.
    pub camera: &'a Camera,
    /// The colors of background, grid, bones and clay.
    pub theme: &'a Theme,
    /// What is behind everything: the theme's gradient, or nothing.
    pub backdrop: Backdrop,
    /// The content of the surfaces.
    pub surface: SurfaceMode,
    /// Whether every triangle is shaded flat, even with normals.
    pub facets: bool,
    /// Whether edges of triangles are drawn over the surfaces.
    pub wireframe: bool,
    /// The primitives to draw; hidden ones are left out.
    pub meshes: &'a [&'a MeshBuffers],
    /// The character at other times, drawn behind all surfaces; none without.
    pub onion: Option<&'a OnionBuffers>,
    /// The floor, drawn behind all surfaces; none without.
    pub ground: Option<Ground>,
    /// The skeleton; none without.
    pub bones: Option<&'a BoneBuffers>,
    /// Whether surfaces hide bones; otherwise the skeleton is drawn over them.
    pub bones_hidden: bool,
    /// The ellipsoid of a joint's stretch, drawn over everything; none without.
    pub ellipsoid: Option<Ellipsoid>,
    /// The colors of differences.
    pub diverging: Diverging,
    /// Options for showing weights.
    pub weights: WeightLook,
    /// Whether occluded parts are darkened; see [`Drawable::write_openness`](crate::drawable::Drawable::write_openness).
    pub contact: bool,
}

/// The background of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backdrop {
    /// The theme's gradient; the picture is opaque.
    #[default]
    Gradient,
    /// Transparent, without floor: for laying the picture over another, with premultiplied colors.
    Transparent,
}

/// The floor y = 0: lines one `spacing` apart, every tenth stronger, fading out at `radius`, and a soft shadow below
/// the subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// World x and z of the center, where the lines are strongest.
    pub center: [f32; 2],
    /// World distance at which the lines have faded out.
    pub radius: f32,
    /// World distance of minor lines.
    pub spacing: f32,
    /// World x, z and radius of the shadow; no shadow for a radius of 0.
    pub shade: [f32; 3],
}

impl Ground {
    /// The floor for a scene of this size: the spacing is the power of ten nearest to a tenth of its radius.
    ///
    /// Bounds that are empty or a point count as a meter wide. Without a shadow: see [`with_shade`](Self::with_shade).
    #[must_use]
    pub fn under(bounds: &Bounds) -> Self {
        let radius = bounds.radius();
        let radius = if radius.is_finite() && radius > 0.0 {
            radius
        } else {
            0.5
        };
        // Nearest in logarithms, so that a scene that grows changes its lines at the geometric mean.
        let spacing = 10.0_f32.powf(radius.log10().round()) * 0.1;
        let center = bounds.center();
        Self {
            center: [
                // To strong lines: the lines stay where they are in the world, and only the fading moves with the subject.
                snap_to_step(center.x, 10.0 * spacing),
                snap_to_step(center.z, 10.0 * spacing),
            ],
            radius: 6.0 * radius,
            spacing,
            shade: [center.x, center.z, 0.0],
        }
    }

    /// The same floor with a shadow below the subject, given its points.
    ///
    /// Only points within a tenth of the bounds' radius above or below the floor count: a subject in the air has no
    /// shadow, and an outstretched arm does not move it.
    #[must_use]
    pub fn with_shade(self, bounds: &Bounds, points: impl IntoIterator<Item = Vec3>) -> Self {
        let near = 0.1 * bounds.radius();
        let feet = Bounds::from_points(points.into_iter().filter(|point| point.y.abs() <= near));
        if feet.is_empty() {
            return self;
        }
        let (center, size) = (feet.center(), feet.size());
        let reach = 0.9 * size.x.max(size.z);
        Self {
            shade: [center.x, center.z, reach],
            ..self
        }
    }
}

impl<'a> Scene<'a> {
    /// A picture of surfaces before a background, without floor and skeleton.
    #[must_use]
    pub fn of(camera: &'a Camera, theme: &'a Theme, meshes: &'a [&'a MeshBuffers]) -> Self {
        Self {
            camera,
            theme,
            backdrop: Backdrop::Gradient,
            surface: SurfaceMode::Material,
            facets: false,
            wireframe: false,
            meshes,
            onion: None,
            ground: None,
            bones: None,
            bones_hidden: false,
            ellipsoid: None,
            diverging: Diverging::default(),
            weights: WeightLook::default(),
            contact: false,
        }
    }

    /// `size` in pixels; both must be positive.
    pub(super) fn frame_uniform(&self, size: [u32; 2]) -> FrameUniform {
        let (theme, weights) = (self.theme, &self.weights);
        let [width, height] = size.map(|length| length.max(1) as f32);
        let clip_from_world = self.camera.clip_from_world(width / height);
        // The row of y is the view's upward axis, a unit vector, times the projection's vertical scale.
        let height_scale = clip_from_world.row(1).truncate().length();
        FrameUniform {
            clip_from_world: clip_from_world.to_cols_array_2d(),
            view_from_world: self.camera.view_from_world().to_cols_array_2d(),
            eye: self.camera.eye().extend(1.0).to_array(),
            encoded_background_top: encoded_color(theme.background_top),
            encoded_background_bottom: encoded_color(theme.background_bottom),
            clay: linear(theme.clay, 255),
            wire: linear_with_alpha(theme.wire),
            marked: mark_color(theme.bone_selected, weights.marked),
            viewport: [width, height],
            // Twice the tangent of half the field of view, over the rows: the angle of a pixel near the middle.
            pixel_angle: 2.0 / (height_scale * height).max(f32::MIN_POSITIVE),
            surface: self.surface.code(),
            channel_range: self.surface.range(),
            ambient: theme.ambient,
            facets: u32::from(self.facets),
            diverging: self.diverging.code(),
            ramp: weights.ramp.code(),
            isolated: u32::from(weights.isolated),
            isoline_step: weights.isolines.unwrap_or(0.0),
            dot_radius: weights.dots.unwrap_or(0.0),
            contact: if self.contact { 1.0 } else { 0.0 },
            unused: [0.0; 3],
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

impl Scene<'_> {
    pub(super) fn floor(&self) -> Option<Ground> {
        self.ground.filter(|_| self.backdrop == Backdrop::Gradient)
    }

    pub(super) fn drawn_ellipsoid(&self) -> Option<Ellipsoid> {
        self.ellipsoid.filter(Ellipsoid::is_drawn)
    }

    pub(super) fn rings_uniform(&self) -> RingsUniform {
        let axes = self.theme.axes.map(|rgb| linear(rgb, 255));
        self.drawn_ellipsoid()
            .map_or_else(RingsUniform::default, |ellipsoid| rings(&ellipsoid, axes))
    }
}

/// The color of marked vertices, with the radius of their dots as w.
fn mark_color(rgb: [u8; 3], radius: f32) -> [f32; 4] {
    let [r, g, b, _] = linear(rgb, 255);
    [r, g, b, radius]
}

fn snap_to_step(value: f32, step: f32) -> f32 {
    (value / step).round() * step
}
