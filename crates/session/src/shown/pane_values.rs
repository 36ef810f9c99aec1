//! Which values of the vertices a pane shows as colors, and how these are drawn.

use rig::{JointIndex, MapKind};
use scene::view::shading::Shading;
use scene::view::weight_look::WeightLook;

use crate::mode::Mode;
use crate::session::Session;

/// Radius of a vertex's dot, in pixels.
const DOT_RADIUS: f32 = 2.6;

/// Radius of a selected vertex's dot, in pixels.
const MARKED_RADIUS: f32 = 4.5;

/// Which values of the vertices a pane shows as colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaneValues {
    /// None: surfaces show materials or shading.
    Nothing,
    /// The signed distance from A.
    Difference,
    /// Weights of one joint.
    Weights(JointIndex),
    /// The map of numbers per vertex that is painted or shown.
    Map(MapKind),
    /// The mask of the active layer of weights.
    Mask,
    /// How much weights differ from those of the mirror image: of this joint, or of all.
    Asymmetry(Option<JointIndex>),
    /// The angle between usual and exact normals.
    NormalError,
    /// How near vertices are to a flip of their signs.
    NearFlip,
    /// Colors of the joints, blended by weight; of one joint alone if it is isolated.
    JointColors(Option<JointIndex>),
}

impl PaneValues {
    /// The values of a pane, A being 0.
    #[must_use]
    pub fn of(pane: usize, session: &Session) -> Self {
        if pane > 0 && session.switches.heatmap {
            return Self::Difference;
        }
        let joint = session.character.selection.active();
        match (session.shading, joint) {
            (Shading::Weights, _) if session.paints_mask() => Self::Mask,
            (Shading::Weights, _) if session.paints_numbers() => Self::Map(session.painted_map()),
            (Shading::Weights, Some(joint)) => Self::Weights(joint),
            (Shading::Weights | Shading::JointColors, joint) => {
                Self::JointColors(joint.filter(|_| session.character.weights.isolated))
            }
            (Shading::Asymmetry, joint) => Self::Asymmetry(joint),
            (Shading::NormalError, _) => Self::NormalError,
            (Shading::NearFlip, _) => Self::NearFlip,
            _ => Self::Nothing,
        }
    }

    /// How weights are drawn; vertices have dots only where their color means something.
    #[must_use]
    pub fn look(self, session: &Session) -> WeightLook {
        let settings = &session.settings.weights;
        let is_map = matches!(self, Self::Map(_) | Self::Mask);
        let is_measured = matches!(
            self,
            Self::Asymmetry(_) | Self::NormalError | Self::NearFlip
        );
        let has_dots =
            is_map || is_measured || matches!(self, Self::Weights(_) | Self::JointColors(_));
        let shows_marks =
            session.mode == Mode::Weights && !session.character.weights.vertices.all().is_empty();
        WeightLook {
            ramp: settings.ramp.ramp(),
            isolines: settings.isolines.step().filter(|_| !is_measured),
            dots: (settings.dots && has_dots).then_some(DOT_RADIUS),
            marked: if shows_marks { MARKED_RADIUS } else { 0.0 },
            isolated: session.character.weights.isolated && !is_map && !is_measured,
        }
    }
}
