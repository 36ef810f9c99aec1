//! How a figure stands: the plane between its sides, and what is not known of it.

use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_4};
use std::fmt;

use glam::{DQuat, Vec3};
use rig::TemplateKind;
use weights::{Plane, UprightSymmetry};

/// The plane x = const stays if it shows so much of the surface its own image.
const ENOUGH: f32 = 0.95;
/// Another one takes its place if it shows so much, and so much more; where it shows only that much more, neither is known to be right.
const LEAST: f32 = 0.7;
const BETTER: f32 = 0.05;
const MUCH_BETTER: f32 = 0.1;
/// A plane that stays for want of a better one is known to be right if so much of the surface has an image within this share of its size.
const CLEAR: f32 = 0.75;
const NEAR: f32 = 0.02;
/// A figure that is symmetric in the plane x = const, but whose fit to it is below this, may be turned by a quarter.
const TURNED: f32 = 2.0 / 3.0;
/// Figures that are turned by less are not, in radians.
const LEAST_TURN: f32 = 1e-3;

/// Why every marker is a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The mesh is symmetric in no upright plane.
    Sides,
    /// The figure is turned by 45° or more against +Z and −Z, and nothing shows where its front is.
    Front,
}

impl fmt::Display for Doubt {
    /// A whole sentence, as it is shown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sides => {
                "The mesh is not symmetric in any upright plane, so that left and right are not found."
            }
            Self::Front => {
                "The figure is turned, and the mesh does not show where its front is: turn it to +Z, or check left and right."
            }
        })
    }
}

/// The frame of a figure: that of the model turned about the y axis, so that the plane between the figure's sides is x = `middle`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FigureFrame {
    /// From the model's x axis to the figure's, in radians: −π/2 to π/2.
    turn: f32,
    middle: f32,
}

impl FigureFrame {
    /// That of a figure that looks along the z axis.
    pub(super) const fn straight(middle: f32) -> Self {
        Self { turn: 0.0, middle }
    }

    /// With an upright plane between the sides.
    fn of_plane(plane: &Plane) -> Self {
        // Of the plane's two normals the one towards +x, so that the turn is within −90° and 90°.
        let sign = if plane.normal.x < 0.0 { -1.0 } else { 1.0 };
        let normal = sign * plane.normal;
        let turn = (-normal.z).atan2(normal.x);
        Self {
            turn: if turn.abs() < LEAST_TURN { 0.0 } else { turn },
            middle: sign * plane.offset,
        }
    }

    pub(super) const fn middle(self) -> f32 {
        self.middle
    }

    /// Whether the figure is turned by 45° or more against +z and −z.
    pub(super) fn is_aside(self) -> bool {
        self.turn.abs() >= FRAC_PI_4
    }

    fn plane(self) -> Plane {
        Plane {
            normal: Vec3::new(self.turn.cos(), 0.0, -self.turn.sin()),
            offset: self.middle,
        }
    }

    pub(super) fn figure_from_model(self, place: Vec3) -> Vec3 {
        rotate_about_y(place, -self.turn)
    }

    pub(super) fn model_from_figure(self, place: Vec3) -> Vec3 {
        rotate_about_y(place, self.turn)
    }

    /// The distance of a place of the model from the plane, above zero where the figure's x is.
    pub(super) fn aside(self, place: Vec3) -> f32 {
        self.figure_from_model(place).x - self.middle
    }

    /// The nearest place on the plane, both in the model.
    pub(super) fn onto_plane(self, place: Vec3) -> Vec3 {
        let own = self.figure_from_model(place);
        self.model_from_figure(own.with_x(self.middle))
    }

    /// The mirror image, both in the model.
    pub(super) fn mirror_point(self, place: Vec3) -> Vec3 {
        let own = self.figure_from_model(place);
        self.model_from_figure(own.with_x(2.0 * self.middle - own.x))
    }
}

/// Turned about the y axis; not turned, a place keeps its bits.
fn rotate_about_y(place: Vec3, angle: f32) -> Vec3 {
    if angle.abs() > 0.0 {
        // In f64, so that a turn there and back costs no more than the last bit.
        (DQuat::from_rotation_y(f64::from(angle)) * place.as_dvec3()).as_vec3()
    } else {
        place
    }
}

/// The frame of a figure by its mesh: the usual one, unless the mesh is symmetric in another upright plane; and whether it is in neither.
///
/// A figure that looks along x is nearly symmetric between front and back, or as much as between its sides if it has no face. So a plane
/// that is turned by 45° or more has to be across the wide side of a figure on two legs, and along one on four.
pub(super) fn figure_frame(
    kind: TemplateKind,
    usual: FigureFrame,
    vertices: &[Vec3],
    triangles: &[[u32; 3]],
) -> (FigureFrame, Option<Doubt>) {
    // A hand is not symmetric, and lies along the axes.
    let symmetry = (kind != TemplateKind::Hand).then(|| UprightSymmetry::new(vertices, triangles));
    let Some(symmetry) = symmetry.flatten() else {
        return (usual, None);
    };
    let plane = usual.plane();
    let share = symmetry.share(&plane);
    let fit = |plane: &Plane| fit(kind, plane, vertices);
    if share >= ENOUGH && fit(&plane) > TURNED {
        return (usual, None);
    }
    let found = symmetry.best(|plane| {
        // Above 1/√2 the plane is turned by less than 45°: between front and back it cannot be.
        let is_near = share < ENOUGH && plane.normal.x.abs() > FRAC_1_SQRT_2;
        is_near || fit(plane) >= 1.0
    });
    let of_found = found.map_or(0.0, |(_, share)| share);
    let least = match share < ENOUGH {
        true => LEAST.max(share + BETTER),
        false => ENOUGH,
    };
    if let Some((plane, _)) = found.filter(|_| of_found >= least) {
        return (FigureFrame::of_plane(&plane), None);
    }
    let is_clear = symmetry.share_within(&plane, NEAR) >= CLEAR && of_found < share + MUCH_BETTER;
    (usual, (!is_clear).then_some(Doubt::Sides))
}

/// The fit of a figure to a plane between its sides: its extent across the plane over that along it, on four legs the inverse. Below 1 the plane
/// is rather one between front and back.
fn fit(kind: TemplateKind, plane: &Plane, vertices: &[Vec3]) -> f32 {
    let extent = |axis: Vec3| {
        let finite = vertices.iter().filter(|place| place.is_finite());
        let reaches = finite.map(|place| axis.dot(*place));
        let nothing = (f32::INFINITY, f32::NEG_INFINITY);
        let (least, most) = reaches.fold(nothing, |(least, most), reach| {
            (least.min(reach), most.max(reach))
        });
        most - least
    };
    let (across, along) = (extent(plane.normal), extent(plane.normal.cross(Vec3::Y)));
    match kind {
        TemplateKind::Quadruped => along / across,
        TemplateKind::Biped | TemplateKind::Hand => across / along,
    }
}
