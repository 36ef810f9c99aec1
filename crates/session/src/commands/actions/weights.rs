//! Actions on weights, maps, locks, selected vertices and weight files, with their rows.
//! `apply/run/weights.rs` runs them.

use super::brush::BRUSHES_GROUP;
use super::{Menu, Row, row};
use crate::files::settings::{HeatRamp, Isolines};
use crate::weighting::weights_work::PaintLayer;

/// Group of the weights menu: color ramps.
pub const RAMPS_GROUP: u8 = 10;
/// Group of the weights menu: lines of equal weight.
pub const ISOLINES_GROUP: u8 = 11;
/// Group of the weights menu: other options of how weights are shown.
const SHOWN_GROUP: u8 = 12;
/// Group of the weights menu: weight files.
const FILES_GROUP: u8 = 13;
/// Group of the weights menu: locks of joints.
pub const LOCKS_GROUP: u8 = 14;
/// Group of the weights menu: selected vertices.
pub const VERTICES_GROUP: u8 = 15;

/// Actions on weights, maps, locks, selected vertices and weight files, and on how weights are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeightAction {
    /// Chooses what the brush paints: joint weights or a map.
    UsePaintLayer(PaintLayer),
    /// Changes what the brush paints between joint weights and blend map.
    TogglePaintLayer,
    /// Removes the blend map.
    ClearBlendMap,
    /// Removes the bulge map.
    ClearBulgeMap,
    /// Shows affine blending, a method that follows maps, in pane B.
    ShowAffineBlending,
    /// Chooses the color ramp of weights.
    UseRamp(HeatRamp),
    /// Chooses the next color ramp of weights.
    NextRamp,
    /// Chooses the lines of equal weight.
    UseIsolines(Isolines),
    /// Whether surfaces that show weights show only what the active joint moves.
    ToggleIsolated,
    /// Whether surfaces that show weights have a dot at every vertex.
    ToggleVertexDots,
    /// Asks where to write the weights of a mesh.
    ExportWeights,
    /// Asks for a file to read the weights of a mesh from.
    ImportWeights,
    /// Locks the weights of the selected joints, or unlocks them if all are locked.
    LockJoints,
    /// Locks the weights of all joints but the selected ones.
    LockOthers,
    /// Unlocks the weights of all joints.
    UnlockAll,
    /// Whether clicks and drags in panes select vertices.
    ToggleVertexTool,
    /// Selects all vertices that the active joint moves.
    SelectVerticesOfJoint,
    /// Selects the neighbors of the selected vertices too.
    GrowMask,
    /// Deselects the selected vertices that have a neighbor which is not.
    ShrinkMask,
    /// Selects the edge loops through edges between selected vertices.
    SelectEdgeLoop,
    /// Selects all vertices that are connected to the selected ones.
    SelectConnectedVertices,
    /// Selects the vertices that are not selected in place of those that are.
    InvertMask,
    /// Deselects all vertices, so that brushes and operations change all again.
    SelectNoVertices,
    /// Copies the weights of the active or the pinned vertex.
    CopyVertexWeights,
    /// Gives the selected vertices the copied weights.
    PasteVertexWeights,
}

impl WeightAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Weights,
            BRUSHES_GROUP,
            Self::TogglePaintLayer,
            "Joint weights or blend map",
            "Switches the brush between joint weights and blend map",
        ),
        row(
            Menu::Weights,
            BRUSHES_GROUP,
            Self::ClearBlendMap,
            "Clear blend map",
            "Removes the blend map: it counts as 1 everywhere again",
        ),
        row(
            Menu::Weights,
            BRUSHES_GROUP,
            Self::ClearBulgeMap,
            "Clear bulge map",
            "Removes the bulge map: it counts as 0 everywhere again",
        ),
        row(
            Menu::Weights,
            BRUSHES_GROUP,
            Self::ShowAffineBlending,
            "Show affine blending in pane B",
            "Sets pane B to affine blending, which follows blend map and bulge map; linear blending does not",
        ),
        row(
            Menu::Weights,
            RAMPS_GROUP,
            Self::NextRamp,
            "Next heat ramp",
            "Goes on to the next colors of weights",
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
            "A dot at every vertex in the color of its weight, where surfaces show weights",
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
            "Locks the weights of the selected joints against every edit; again to unlock them",
        ),
        row(
            Menu::Weights,
            LOCKS_GROUP,
            Self::LockOthers,
            "Lock all but selected",
            "Locks the weights of all joints but the selected ones; again to unlock them",
        ),
        row(
            Menu::Weights,
            LOCKS_GROUP,
            Self::UnlockAll,
            "Unlock all joints",
            "Unlocks the weights of all joints",
        ),
        row(
            Menu::Weights,
            VERTICES_GROUP,
            Self::ToggleVertexTool,
            "Select vertices",
            "In Weights mode, clicks and drags in panes select vertices, whose weights the inspector lists and which alone change while any is selected",
        ),
        row(
            Menu::Weights,
            VERTICES_GROUP,
            Self::SelectVerticesOfJoint,
            "Select vertices of joint",
            "Selects all vertices that the active joint moves; brushes and operations on weights change these alone",
        ),
        row(
            Menu::Weights,
            VERTICES_GROUP,
            Self::GrowMask,
            "Grow mask",
            "Selects the neighbors of the selected vertices too",
        ),
        row(
            Menu::Weights,
            VERTICES_GROUP,
            Self::ShrinkMask,
            "Shrink mask",
            "Deselects the outermost of the selected vertices",
        ),
        row(
            Menu::Weights,
            VERTICES_GROUP,
            Self::SelectEdgeLoop,
            "Select edge loop",
            "Selects the rings and rows of edges that run through two selected vertices next to each other",
        ),
        row(
            Menu::Weights,
            VERTICES_GROUP,
            Self::SelectConnectedVertices,
            "Select connected vertices",
            "Selects all vertices of the parts that the selected ones belong to",
        ),
        row(
            Menu::Weights,
            VERTICES_GROUP,
            Self::InvertMask,
            "Invert mask",
            "Selects the vertices that are not selected in place of those that are",
        ),
        row(
            Menu::Weights,
            VERTICES_GROUP,
            Self::SelectNoVertices,
            "Clear mask (select no vertices)",
            "Deselects all vertices: brushes and operations on weights change all again",
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
                PaintLayer::Bulge => "Paint: Bulge map",
                PaintLayer::Mask => "Paint: Layer mask",
            };
            let action = Self::UsePaintLayer(layer);
            row(Menu::Weights, BRUSHES_GROUP, action, text, layer.tooltip())
        });
        let ramps = HeatRamp::ALL.into_iter().map(|ramp| {
            let text = match ramp {
                HeatRamp::Classic => "Heat ramp: Classic",
                HeatRamp::Perceptual => "Heat ramp: Perceptual",
                HeatRamp::Gray => "Heat ramp: Gray",
                HeatRamp::Safe => "Heat ramp: Color-vision-safe",
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
