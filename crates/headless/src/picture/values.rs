//! What the panes of a saved picture show as colors: the values that the window shows, found at once.

use std::sync::Arc;

use character::Character;
use rig::MapKind;
use scene::names::joint_name;
use scene::normal_error::normal_error;
use scene::valid_signs::FlipMap;
use scene::vertex_maps::map_numbers;
use scene::view::joint_colors::{vertex_colors, vertex_colors_of};
use scene::view::surface_mode::SurfaceMode;
use scene::weight_channel::weights_of_joint;
use scene::weight_gradients::CharacterGradients;
use session::document::Document;
use session::features::problems::asymmetry::{AsymmetryMap, AsymmetryOf, asymmetry_of};
use session::session::Session;
use session::shown::pane_values::PaneValues;
use session::shown::{PanePose, ShownPanes};

use crate::Failure;
use crate::draw::panes::{Heat, VertexValues};
use crate::draw::sheet::{DifferenceLegend, Legend};

/// Values that do not change from picture to picture.
pub(super) struct Values {
    asymmetry: Option<AsymmetryMap>,
    masked: Option<Document>,
    gradients: Option<CharacterGradients>,
}

/// What a pane shows as colors.
pub(super) struct Shows {
    pub(super) channel: Option<VertexValues>,
    pub(super) surface: SurfaceMode,
    pub(super) legend: Option<Legend>,
}

impl Values {
    /// What is looked for while it `goes_on`.
    pub(super) fn new(document: &Document, session: &Session, goes_on: &dyn Fn() -> bool) -> Self {
        let values = PaneValues::of(0, session);
        let asymmetry = |joint| {
            let of = AsymmetryOf {
                character: &document.character,
                opened: session.opened,
                joint,
                patterns: session.settings.mirror.patterns(),
                by_topology: session.settings.brush.topology,
            };
            asymmetry_of(&of, goes_on)
        };
        Self {
            asymmetry: match values {
                PaneValues::Asymmetry(joint) => asymmetry(joint),
                _ => None,
            },
            masked: (values == PaneValues::Mask).then(|| document.with_mask_as_map()),
            gradients: (values == PaneValues::NormalError)
                .then(|| CharacterGradients::new(&document.character)),
        }
    }

    /// The values of a pane in its pose.
    pub(super) fn of(
        &self,
        pane: usize,
        document: &Document,
        session: &Session,
        shown: &ShownPanes,
    ) -> Result<Shows, Failure> {
        let values = PaneValues::of(pane, session);
        let plain = Shows {
            channel: None,
            surface: session.shading.surface(false),
            legend: None,
        };
        let Some(pose) = shown.panes.get(pane) else {
            return Ok(plain);
        };
        let character = &**pose.character(&document.character);
        let at_rest = &shown.at_rest;
        let heat = |heat: Heat| numbers(heat.numbers().clone(), heat.legend());
        let skeleton = &document.character.rig.skeleton;
        // What was baked has joints of its own.
        let own = |joint| pose.joint(joint).unwrap_or(joint);
        Ok(match values {
            PaneValues::Nothing => plain,
            PaneValues::Difference => difference(pane, session, shown).unwrap_or(plain),
            PaneValues::Weights(joint) => numbers(
                weights_of_joint(character, at_rest, own(joint)),
                Legend::Weights(joint_name(skeleton, joint)),
            ),
            PaneValues::Map(kind) => numbers(
                map_numbers(character, at_rest, kind),
                Legend::Map(session.painted_numbers().to_owned()),
            ),
            PaneValues::Mask => {
                let masked = self.masked.as_ref().map(|masked| &masked.character);
                let masked = masked.map_or(character, Arc::as_ref);
                numbers(
                    map_numbers(masked, at_rest, MapKind::Blend),
                    Legend::Map(session.painted_numbers().to_owned()),
                )
            }
            PaneValues::Asymmetry(joint) => {
                let name = joint.map(|joint| joint_name(skeleton, joint));
                self.asymmetry_of(name).unwrap_or(plain)
            }
            PaneValues::NormalError => heat(self.normal_error_of(character, pose)?),
            PaneValues::NearFlip => heat(Heat::NearFlip(FlipMap::of(character, &pose.posed))),
            PaneValues::JointColors(only) => Shows {
                channel: Some(VertexValues::Colors(match only {
                    Some(joint) => vertex_colors_of(character, at_rest, own(joint)),
                    None => vertex_colors(character, at_rest),
                })),
                surface: SurfaceMode::VertexColors,
                legend: None,
            },
        })
    }

    /// The asymmetry of the weights of the joint of that name, or of all joints.
    fn asymmetry_of(&self, joint: Option<String>) -> Option<Shows> {
        let map = self.asymmetry.as_ref()?;
        let legend = Legend::Asymmetry {
            of: joint.unwrap_or_else(|| "all joints".to_owned()),
            most: map.most,
            mean: map.mean,
        };
        Some(numbers(map.on_the_ramp(), legend))
    }

    /// The angle from usual to exact normals.
    fn normal_error_of(&self, character: &Character, pose: &PanePose) -> Result<Heat, Failure> {
        let own;
        let gradients = match (&pose.weights, &self.gradients) {
            // Weights of a pane's own have gradients of their own.
            (None, Some(gradients)) => gradients,
            _ => {
                own = CharacterGradients::new(character);
                &own
            }
        };
        Ok(Heat::NormalError(normal_error(
            character,
            &pose.posed,
            gradients,
        )?))
    }
}

/// Numbers of vertices on the ramp of weights.
fn numbers(numbers: Vec<Vec<f32>>, legend: Legend) -> Shows {
    Shows {
        channel: Some(VertexValues::Numbers(numbers)),
        surface: SurfaceMode::Weights,
        legend: Some(legend),
    }
}

/// The distance of a pane from A.
fn difference(pane: usize, session: &Session, shown: &ShownPanes) -> Option<Shows> {
    let compared = shown.comparison_of(pane)?;
    let range = shown.heat_range(session.comparing.pinned_range);
    Some(Shows {
        channel: Some(VertexValues::Numbers(
            compared.difference.along_normal.clone(),
        )),
        surface: SurfaceMode::Difference { range },
        legend: Some(Legend::Difference(DifferenceLegend {
            title: "difference from A along the normal, in model units".to_owned(),
            range,
            distance: compared.difference.distance,
        })),
    })
}
