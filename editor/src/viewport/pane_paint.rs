//! Values of the vertices that a pane shows as colours: a difference, weights, or colours of joints.

use render::MeshError;
use render::drawable::Drawable;
use rig::{JointIndex, MapKind};
use scene::vertex_maps::map_numbers;
use scene::view::joint_colors::{vertex_colors, vertex_colors_of};
use scene::view::shading::Shading;
use scene::view::surface_mode::SurfaceMode;
use scene::view::weight_look::WeightLook;
use scene::weight_channel::weights_of_joint;
use session::commands::view::View;
use session::mode::Mode;

/// Radius of a vertex's dot, in pixels.
const DOT_RADIUS: f32 = 2.6;

/// Radius of a selected vertex's dot, in pixels.
const MARKED_RADIUS: f32 = 4.5;

/// Which values a pane shows, with everything they depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanePaint {
    /// No values: surfaces show materials or shading.
    Nothing,
    /// The signed distance from A.
    Difference {
        /// Index of the pane.
        pane: usize,
        /// Number of the measurement, which changes with its results.
        measured: u64,
    },
    /// Weights of one joint.
    Weights {
        /// Index of that joint.
        joint: JointIndex,
        /// Number of the character version, which changes with its weights.
        opened: u64,
    },
    /// A map, or the mask of a layer of weights.
    Numbers {
        /// Which map; a mask stands in for the blend map.
        kind: MapKind,
        /// Index of the layer whose mask it is; none for a map.
        mask: Option<usize>,
        /// Number of the character version, which changes with its maps.
        opened: u64,
    },
    /// How much weights differ from those of the mirror image.
    Asymmetry {
        /// Number of the map, which changes with it.
        revision: u64,
    },
    /// What the pose does to each vertex: to its normal, or to the signs of its rotations.
    PoseHeat {
        /// Index of the pane, whose method and rule of signs count.
        pane: usize,
        /// Number of the result, which changes with it.
        revision: u64,
    },
    /// Colours of the joints, blended by weight.
    JointColors {
        /// If set, only this joint's part is shown.
        only: Option<JointIndex>,
        /// Number of the character version, which changes with its weights.
        opened: u64,
    },
}

impl PanePaint {
    /// The values that a pane shows in this view.
    #[must_use]
    pub fn of(pane: usize, view: &View<'_>) -> Self {
        let session = view.session;
        let opened = view.shown.weights_number(pane);
        if pane > 0 && session.switches.heatmap {
            let measured = view.shown.measured();
            return Self::Difference { pane, measured };
        }
        match (session.shading, session.character.selection.active()) {
            (Shading::Weights, _) if session.paints_numbers() => {
                let active = view.document.layers.active();
                let mask = session.paints_mask().then_some(active);
                let kind = session.painted_map();
                Self::Numbers { kind, mask, opened }
            }
            (Shading::Weights, Some(joint)) => Self::Weights { joint, opened },
            (Shading::Weights | Shading::JointColors, joint) => Self::JointColors {
                only: joint.filter(|_| session.character.weights.isolated),
                opened,
            },
            (Shading::Asymmetry, _) if view.asymmetry.found().is_some() => Self::Asymmetry {
                revision: view.asymmetry.revision(),
            },
            (Shading::NormalError | Shading::NearFlip, _) if view.heats.of_pane(pane).is_some() => {
                Self::PoseHeat {
                    pane,
                    revision: view.heats.revision(),
                }
            }
            _ => Self::Nothing,
        }
    }

    /// How surfaces are drawn with these values.
    #[must_use]
    pub fn surface(self, view: &View<'_>) -> SurfaceMode {
        match self {
            Self::Difference { .. } => SurfaceMode::Difference {
                range: view.shown.heat_range(view.session.comparing.pinned_range),
            },
            Self::Weights { .. }
            | Self::Numbers { .. }
            | Self::Asymmetry { .. }
            | Self::PoseHeat { .. } => SurfaceMode::Weights,
            Self::JointColors { .. } => SurfaceMode::VertexColors,
            Self::Nothing => view.session.shading.surface(false),
        }
    }

    /// How weights are drawn; vertices have dots only where their colour means something.
    #[must_use]
    pub fn weights(self, view: &View<'_>) -> WeightLook {
        let settings = &view.session.settings.weights;
        let is_map = matches!(self, Self::Numbers { .. });
        let is_difference = matches!(self, Self::Asymmetry { .. } | Self::PoseHeat { .. });
        let has_dots = is_map
            || is_difference
            || matches!(self, Self::Weights { .. } | Self::JointColors { .. });
        let session = view.session;
        let shows_marks =
            session.mode == Mode::Weights && !session.character.weights.vertices.all().is_empty();
        WeightLook {
            ramp: settings.ramp.ramp(),
            isolines: settings.isolines.step().filter(|_| !is_difference),
            dots: (settings.dots && has_dots).then_some(DOT_RADIUS),
            marked: if shows_marks { MARKED_RADIUS } else { 0.0 },
            isolated: session.character.weights.isolated && !is_map && !is_difference,
        }
    }

    /// Writes the values to the device.
    ///
    /// # Errors
    ///
    /// Vertices of another character.
    pub fn write(
        self,
        queue: &wgpu::Queue,
        drawable: &mut Drawable,
        (place, view): (usize, &View<'_>),
    ) -> Result<(), MeshError> {
        let current = &view.document.character;
        let pose = view.shown.panes.get(place);
        let character = pose.map_or(current, |pose| pose.character(current));
        let at_rest = &view.shown.at_rest;
        match self {
            Self::Nothing => Ok(()),
            Self::Difference { pane, .. } => match view.shown.comparison().panes.get(pane) {
                Some(compared) => drawable.write_channel(queue, &compared.difference.along_normal),
                None => Ok(()),
            },
            Self::Weights { joint, .. } => {
                let own = pose.map_or(Some(joint), |pose| pose.joint(joint));
                let own = own.unwrap_or(joint);
                drawable.write_channel(queue, &weights_of_joint(character, at_rest, own))
            }
            Self::Asymmetry { .. } => match view.asymmetry.found() {
                Some(map) => drawable.write_channel(queue, &spread(&map.values)),
                None => Ok(()),
            },
            Self::PoseHeat { .. } => match view.heats.of_pane(place) {
                Some(found) => drawable.write_channel(queue, found.numbers()),
                None => Ok(()),
            },
            Self::Numbers {
                kind, mask: None, ..
            } => drawable.write_channel(queue, &map_numbers(character, at_rest, kind)),
            Self::Numbers {
                kind,
                mask: Some(_),
                ..
            } => {
                let masked = view.document.with_mask_as_map();
                drawable.write_channel(queue, &map_numbers(&masked.character, at_rest, kind))
            }
            Self::JointColors { only: None, .. } => {
                drawable.write_colors(queue, &vertex_colors(character, at_rest))
            }
            Self::JointColors {
                only: Some(joint), ..
            } => {
                let own = pose.map_or(Some(joint), |pose| pose.joint(joint));
                let colors = vertex_colors_of(character, at_rest, own.unwrap_or(joint));
                drawable.write_colors(queue, &colors)
            }
        }
    }
}

/// The largest asymmetry that has a colour of its own: the ramp ends there.
pub(super) const FULL_ASYMMETRY: f32 = 0.25;

/// Differences as the ramp shows them; below zero is no difference, but none known.
fn spread(values: &[Vec<f32>]) -> Vec<Vec<f32>> {
    let spread = |&value: &f32| match value < 0.0 {
        true => value,
        false => (value / FULL_ASYMMETRY).min(1.0),
    };
    let lists = values.iter();
    lists
        .map(|list| list.iter().map(spread).collect())
        .collect()
}
