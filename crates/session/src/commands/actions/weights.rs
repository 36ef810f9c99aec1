//! Which joint moves which vertex: locks, selected vertices, files, the blend map, and how weights are shown: the actions and their rows. `apply/run/weights.rs` carries them out.

use super::brush::BRUSHES_GROUP;
use super::{Menu, Row, row};
use crate::files::settings::{HeatRamp, Isolines};
use crate::weighting::weights_work::PaintLayer;

/// The group of the menu of weights that holds their colours.
pub const RAMPS_GROUP: u8 = 10;
/// The group of the menu of weights that holds lines of equal weight.
pub const ISOLINES_GROUP: u8 = 11;
/// What else of weights is shown.
const SHOWN_GROUP: u8 = 12;
/// The group of the menu of weights that holds what has to do with files.
const FILES_GROUP: u8 = 13;
/// The group of the menu of weights that holds locks.
pub const LOCKS_GROUP: u8 = 14;
/// The group of the menu of weights that is about selected vertices.
pub const VERTICES_GROUP: u8 = 15;

/// Weights, the blend map, and how they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeightAction {
    /// Chooses what the brush paints.
    UsePaintLayer(PaintLayer),
    /// The brush paints the other of the two.
    TogglePaintLayer,
    /// Takes the blend map away.
    ClearBlendMap,
    /// Pane B shows affine blending, which follows the blend map.
    ShowAffineBlending,
    /// The colours of weights.
    UseRamp(HeatRamp),
    /// The next colours of weights.
    NextRamp,
    /// The lines of equal weight.
    UseIsolines(Isolines),
    /// Shows only what the active joint moves.
    ToggleIsolated,
    /// Dots at vertices.
    ToggleVertexDots,
    /// Asks where to write the weights of a mesh.
    ExportWeights,
    /// Asks from where to read them.
    ImportWeights,
    /// Locks the weights of selected joints, or lets them go.
    LockJoints,
    /// Locks the weights of all joints but the selected ones.
    LockOthers,
    /// Lets all weights go.
    UnlockAll,
    /// Clicks and drags in panes select vertices.
    ToggleVertexTool,
    /// Selects all vertices that the active joint moves.
    SelectVerticesOfJoint,
    /// Selects no vertex.
    SelectNoVertices,
    /// Copies the weights of the active vertex.
    CopyVertexWeights,
    /// Gives selected vertices the copied weights.
    PasteVertexWeights,
}

impl WeightAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Weights,
            BRUSHES_GROUP,
            Self::TogglePaintLayer,
            "Joint weights or blend map",
            "The brush paints the other of the two from now on",
        ),
        row(
            Menu::Weights,
            BRUSHES_GROUP,
            Self::ClearBlendMap,
            "Clear blend map",
            "Takes the blend map away: affine blending is as if it had never been painted",
        ),
        row(
            Menu::Weights,
            BRUSHES_GROUP,
            Self::ShowAffineBlending,
            "Show affine blending in pane B",
            "Affine blending alone follows the blend map; pane B shows it from now on",
        ),
        row(
            Menu::Weights,
            RAMPS_GROUP,
            Self::NextRamp,
            "Next heat ramp",
            "Goes on to the next colours of weights",
        ),
        row(
            Menu::Weights,
            SHOWN_GROUP,
            Self::ToggleIsolated,
            "Isolate joint",
            "Where surfaces show weights, shows only what the active joint moves",
        ),
        row(
            Menu::Weights,
            SHOWN_GROUP,
            Self::ToggleVertexDots,
            "Vertex dots",
            "A dot at every vertex in the colour of its weight, where surfaces show weights",
        ),
        row(
            Menu::Weights,
            FILES_GROUP,
            Self::ExportWeights,
            "Export weights…",
            "Writes the weights of a mesh as a table (.csv) or as RON (.ron)",
        ),
        row(
            Menu::Weights,
            FILES_GROUP,
            Self::ImportWeights,
            "Import weights…",
            "Takes the weights of a mesh from a .csv or .ron file, by vertex numbers or by place",
        ),
        row(
            Menu::Weights,
            LOCKS_GROUP,
            Self::LockJoints,
            "Lock joint",
            "Keeps the weights of the selected joints as they are, whatever is painted; again to let them go",
        ),
        row(
            Menu::Weights,
            LOCKS_GROUP,
            Self::LockOthers,
            "Lock all but selected",
            "Keeps the weights of all joints but the selected ones; again to let them go",
        ),
        row(
            Menu::Weights,
            LOCKS_GROUP,
            Self::UnlockAll,
            "Unlock all joints",
            "Lets the weights of all joints go",
        ),
        row(
            Menu::Weights,
            VERTICES_GROUP,
            Self::ToggleVertexTool,
            "Select vertices",
            "In Weights mode, clicks and drags in panes select vertices, whose weights the inspector lists",
        ),
        row(
            Menu::Weights,
            VERTICES_GROUP,
            Self::SelectVerticesOfJoint,
            "Select vertices of joint",
            "Selects all vertices that the active joint moves",
        ),
        row(
            Menu::Weights,
            VERTICES_GROUP,
            Self::SelectNoVertices,
            "Select no vertices",
            "Selects no vertex any more",
        ),
        row(
            Menu::Weights,
            VERTICES_GROUP,
            Self::CopyVertexWeights,
            "Copy weights of vertex",
            "Copies the weights of the vertex that is marked in the list, the one chosen last, or of the pinned one",
        ),
        row(
            Menu::Weights,
            VERTICES_GROUP,
            Self::PasteVertexWeights,
            "Paste weights to vertices",
            "Gives all selected vertices the copied weights; locked joints keep theirs",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        let layers = PaintLayer::ALL.into_iter().map(|layer| {
            let text = match layer {
                PaintLayer::Joints => "Paint: Joint weights",
                PaintLayer::Blend => "Paint: Blend map",
            };
            let action = Self::UsePaintLayer(layer);
            row(Menu::Weights, BRUSHES_GROUP, action, text, layer.tooltip())
        });
        let ramps = HeatRamp::ALL.into_iter().map(|ramp| {
            let text = match ramp {
                HeatRamp::Classic => "Heat ramp: Classic",
                HeatRamp::Perceptual => "Heat ramp: Perceptual",
                HeatRamp::Grey => "Heat ramp: Grey",
                HeatRamp::Safe => "Heat ramp: Colour-vision-safe",
            };
            let action = Self::UseRamp(ramp);
            row(Menu::Weights, RAMPS_GROUP, action, text, ramp.tooltip())
        });
        let isolines = Isolines::ALL.into_iter().map(|lines| {
            let text = match lines {
                Isolines::Off => "Isolines: None",
                Isolines::Half => "Isolines: At 0.5",
                Isolines::Quarters => "Isolines: Every 0.25",
                Isolines::Tenths => "Isolines: Every 0.1",
                Isolines::Twentieths => "Isolines: Every 0.05",
            };
            let action = Self::UseIsolines(lines);
            let about = "Lines of equal weight over the surface; the one at 0.5 is thicker";
            row(Menu::Weights, ISOLINES_GROUP, action, text, about)
        });
        layers
            .chain(ramps)
            .chain(isolines)
            .chain(Self::ROWS.iter().cloned())
    }
}
