//! Values of the vertices that a pane shows as colors: a difference, weights, or colors of joints.

use render::MeshError;
use render::drawable::Drawable;
use rig::{JointIndex, MapKind};
use scene::vertex_maps::map_numbers;
use scene::view::joint_colors::{vertex_colors, vertex_colors_of};
use scene::view::surface_mode::SurfaceMode;
use scene::view::weight_look::WeightLook;
use scene::weight_channel::weights_of_joint;
use session::features::view::View;
use session::shown::pane_values::PaneValues;

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
    /// Colors of the joints, blended by weight.
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
        let opened = view.shown.weights_number(pane);
        match PaneValues::of(pane, view.session) {
            PaneValues::Difference => Self::Difference {
                pane,
                measured: view.shown.comparison_revision(),
            },
            PaneValues::Weights(joint) => Self::Weights { joint, opened },
            PaneValues::Map(kind) => Self::Numbers {
                kind,
                mask: None,
                opened,
            },
            PaneValues::Mask => Self::Numbers {
                kind: MapKind::Blend,
                mask: Some(view.document.layers.active()),
                opened,
            },
            PaneValues::JointColors(only) => Self::JointColors { only, opened },
            PaneValues::Asymmetry(_) if view.asymmetry.newest_map().is_some() => Self::Asymmetry {
                revision: view.asymmetry.revision(),
            },
            PaneValues::NormalError | PaneValues::NearFlip
                if view.heats.of_pane(pane).is_some() =>
            {
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

    /// How weights are drawn; `pane` is the one that shows these values.
    #[must_use]
    pub fn weights(self, pane: usize, view: &View<'_>) -> WeightLook {
        let values = match self {
            Self::Nothing => PaneValues::Nothing,
            _ => PaneValues::of(pane, view.session),
        };
        values.look(view.session)
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
        place: usize,
        view: &View<'_>,
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
            Self::Asymmetry { .. } => match view.asymmetry.newest_map() {
                Some(map) => drawable.write_channel(queue, &map.on_the_ramp()),
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
                // A bake has joints of its own, in another order.
                let own = pose.map_or(Some(joint), |pose| pose.joint(joint));
                let colors = vertex_colors_of(character, at_rest, own.unwrap_or(joint));
                drawable.write_colors(queue, &colors)
            }
        }
    }
}
