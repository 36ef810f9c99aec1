//! What the vertices of a pane carry besides their place: a difference, a weight or a colour.

use rig::JointIndex;

use render::MeshError;
use render::drawable::Drawable;
use scene::blend_map::blend_numbers;
use scene::view::joint_colors::{vertex_colors, vertex_colors_of};
use scene::view::shading::Shading;
use scene::view::surface_mode::SurfaceMode;
use scene::view::weight_look::WeightLook;
use scene::weight_channel::weights_of_joint;
use session::commands::view::View;
use session::mode::Mode;

/// Of the dot at a vertex, in pixels.
const DOT_RADIUS: f32 = 2.6;

/// The same of a selected vertex.
const MARKED_RADIUS: f32 = 4.5;

/// What it is, and all it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanePaint {
    /// Nothing that is looked at.
    Nothing,
    /// The difference from A.
    Difference {
        /// The pane.
        pane: usize,
        /// Which numbers.
        measured: u64,
    },
    /// Weights of a joint.
    Weights {
        /// The joint.
        joint: JointIndex,
        /// Which character, with which weights.
        opened: u64,
    },
    /// The blend map.
    Blend {
        /// Which character, with which weights.
        opened: u64,
    },
    /// Blends of the joints' colours.
    JointColors {
        /// What it moves is shown alone.
        only: Option<JointIndex>,
        /// Which character, with which weights.
        opened: u64,
    },
}

impl PanePaint {
    /// What a pane asks for.
    #[must_use]
    pub fn of(pane: usize, view: &View<'_>) -> Self {
        let session = view.session;
        let opened = view.shown.characters();
        if pane > 0 && session.switches.heatmap {
            let measured = view.shown.measured();
            return Self::Difference { pane, measured };
        }
        match (session.shading, session.character.selection.active()) {
            (Shading::Weights, _) if session.paints_blend() => Self::Blend { opened },
            (Shading::Weights, Some(joint)) => Self::Weights { joint, opened },
            (Shading::Weights | Shading::JointColors, joint) => Self::JointColors {
                only: joint.filter(|_| session.character.weights.isolated),
                opened,
            },
            _ => Self::Nothing,
        }
    }

    /// How it is drawn.
    #[must_use]
    pub fn surface(self, view: &View<'_>) -> SurfaceMode {
        match self {
            Self::Difference { .. } => SurfaceMode::Difference {
                range: view.shown.heat_range(view.session.comparing.pinned_range),
            },
            Self::Weights { .. } | Self::Blend { .. } => SurfaceMode::Weights,
            Self::JointColors { .. } => SurfaceMode::VertexColors,
            Self::Nothing => view.session.shading.surface(false),
        }
    }

    /// How weights are shown, if it is they: dots stand only where they have a colour that says something.
    #[must_use]
    pub fn weights(self, view: &View<'_>) -> WeightLook {
        let settings = &view.session.settings.weights;
        let is_blend = matches!(self, Self::Blend { .. });
        let has_dots = is_blend || matches!(self, Self::Weights { .. } | Self::JointColors { .. });
        let session = view.session;
        let shows_marks =
            session.mode == Mode::Weights && !session.character.weights.vertices.all().is_empty();
        WeightLook {
            ramp: settings.ramp.ramp(),
            isolines: settings.isolines.step(),
            dots: (settings.dots && has_dots).then_some(DOT_RADIUS),
            marked: if shows_marks { MARKED_RADIUS } else { 0.0 },
            isolated: session.character.weights.isolated && !is_blend,
        }
    }

    /// Puts it on the device.
    ///
    /// # Errors
    ///
    /// Vertices of another character.
    pub fn write(
        self,
        queue: &wgpu::Queue,
        drawable: &mut Drawable,
        view: &View<'_>,
    ) -> Result<(), MeshError> {
        let (character, at_rest) = (&view.document.character, &view.shown.at_rest);
        match self {
            Self::Nothing => Ok(()),
            Self::Difference { pane, .. } => match view.shown.comparison().panes.get(pane) {
                Some(compared) => drawable.write_channel(queue, &compared.difference.along_normal),
                None => Ok(()),
            },
            Self::Weights { joint, .. } => {
                drawable.write_channel(queue, &weights_of_joint(character, at_rest, joint))
            }
            Self::Blend { .. } => drawable.write_channel(queue, &blend_numbers(character, at_rest)),
            Self::JointColors { only: None, .. } => {
                drawable.write_colors(queue, &vertex_colors(character, at_rest))
            }
            Self::JointColors {
                only: Some(joint), ..
            } => {
                let colors = vertex_colors_of((character, at_rest), joint);
                drawable.write_colors(queue, &colors)
            }
        }
    }
}
