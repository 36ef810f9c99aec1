//! The rows about painting weights.

use super::rows::row;
use super::{Action, ActionInfo, Menu};
use crate::brush_work::Adjusted;
use crate::settings::{BrushReach, BrushShape, BrushTool, Sharing};

/// The group of the menu of weights that chooses what the brush does.
pub(crate) const BRUSHES_GROUP: u8 = 0;
/// The group of its numbers.
pub(crate) const NUMBERS_GROUP: u8 = 1;
/// The group of its shapes.
pub(crate) const SHAPES_GROUP: u8 = 2;
/// The group of how it measures distances.
pub(crate) const REACHES_GROUP: u8 = 3;
/// The group of from whom it takes.
pub(crate) const SHARING_GROUP: u8 = 4;
/// The group of its switches.
const SWITCHES_GROUP: u8 = NUMBERS_GROUP;
/// The group of what is done everywhere.
const WHOLE_GROUP: u8 = 6;
/// The group of what is made from bones.
pub(crate) const AUTOMATIC_GROUP: u8 = 7;

/// All rows.
pub(super) fn all() -> impl Iterator<Item = ActionInfo> {
    brushes()
        .chain(shapes())
        .chain(reaches())
        .chain(sharings())
        .chain(ALL.iter().cloned())
}

fn brushes() -> impl Iterator<Item = ActionInfo> {
    BrushTool::ALL.into_iter().map(|tool| {
        let (text, about) = match tool {
            BrushTool::Select => ("Select joints", "No brush: the pointer selects joints"),
            BrushTool::Add => (
                "Add brush",
                "Gives the selected joint weight; Ctrl takes it, Shift smooths",
            ),
            BrushTool::Subtract => (
                "Subtract brush",
                "Takes weight from the selected joint; Ctrl gives it, Shift smooths",
            ),
            BrushTool::Replace => (
                "Replace brush",
                "Brings the weight of the selected joint to a value",
            ),
            BrushTool::Scale => (
                "Scale brush",
                "Multiplies the weight of the selected joint with a factor",
            ),
            BrushTool::Smooth => (
                "Smooth brush",
                "Brings the weights of all joints towards those around",
            ),
            BrushTool::Sharpen => (
                "Sharpen brush",
                "Brings the weights of all joints away from those around",
            ),
            BrushTool::Gradient => (
                "Gradient tool",
                "Runs the weight of the selected joint from where you press to where you let go; Shift radial, Ctrl the other way round",
            ),
        };
        row(
            Menu::Weights,
            BRUSHES_GROUP,
            Action::UseBrush(tool),
            text,
            about,
        )
    })
}

fn shapes() -> impl Iterator<Item = ActionInfo> {
    BrushShape::ALL.into_iter().map(|shape| {
        let text = match shape {
            BrushShape::Smooth => "Falloff: Smooth",
            BrushShape::Sphere => "Falloff: Sphere",
            BrushShape::Linear => "Falloff: Linear",
            BrushShape::Sharp => "Falloff: Sharp",
            BrushShape::Constant => "Falloff: Constant",
            BrushShape::Curve => "Falloff: Curve",
        };
        let about = "How the brush falls off from its middle to its rim";
        row(
            Menu::Weights,
            SHAPES_GROUP,
            Action::UseBrushShape(shape),
            text,
            about,
        )
    })
}

fn reaches() -> impl Iterator<Item = ActionInfo> {
    BrushReach::ALL.into_iter().map(|reach| {
        let text = match reach {
            BrushReach::Surface => "Distance: Surface",
            BrushReach::Volume => "Distance: Volume",
            BrushReach::Screen => "Distance: Screen",
        };
        row(
            Menu::Weights,
            REACHES_GROUP,
            Action::UseBrushReach(reach),
            text,
            reach.tooltip(),
        )
    })
}

fn sharings() -> impl Iterator<Item = ActionInfo> {
    Sharing::ALL.into_iter().map(|sharing| {
        let text = match sharing {
            Sharing::Proportional => "Take from: All others",
            Sharing::Parent => "Take from: Parent",
            Sharing::Picked => "Take from: Picked joint",
        };
        row(
            Menu::Weights,
            SHARING_GROUP,
            Action::UseSharing(sharing),
            text,
            sharing.tooltip(),
        )
    })
}

/// The others.
const ALL: &[ActionInfo] = &[
    row(
        Menu::Weights,
        NUMBERS_GROUP,
        Action::AdjustBrush(Adjusted::Radius),
        "Brush radius",
        "The pointer sets the radius of the brush: to the right is larger; a click keeps it, Esc puts it back",
    ),
    row(
        Menu::Weights,
        NUMBERS_GROUP,
        Action::AdjustBrush(Adjusted::Strength),
        "Brush strength",
        "The pointer sets the strength of the brush: to the right is stronger; a click keeps it, Esc puts it back",
    ),
    row(
        Menu::Weights,
        REACHES_GROUP,
        Action::NextBrushReach,
        "Next distance",
        "Distances along the surface, through the volume and on the screen in turn",
    ),
    row(
        Menu::Weights,
        SHARING_GROUP,
        Action::PickPartner,
        "Pick joint to take from",
        "The next joint that you click, in the list, by its bone or on the surface, is the one that the brush takes weight from and gives it back to; Esc gives up",
    ),
    row(
        Menu::Weights,
        SWITCHES_GROUP,
        Action::ToggleBrushThrough,
        "Paint through",
        "The brush paints what looks away from you too",
    ),
    row(
        Menu::Weights,
        SWITCHES_GROUP,
        Action::ToggleBrushBuildsUp,
        "Build up",
        "Every dab of a stroke adds to the one before",
    ),
    row(
        Menu::Weights,
        SWITCHES_GROUP,
        Action::ToggleBrushMirror,
        "Live mirror",
        "The brush paints the other side too, with the joint of the other side",
    ),
    row(
        Menu::Weights,
        SWITCHES_GROUP,
        Action::ToggleBrushTopology,
        "Mirror by triangles",
        "Mirror images are found by how the triangles hang together, for meshes that are posed or uneven; else by place",
    ),
    row(
        Menu::Weights,
        WHOLE_GROUP,
        Action::FloodWeights,
        "Flood",
        "Does everywhere what the brush does, with its strength",
    ),
    row(
        Menu::Weights,
        WHOLE_GROUP,
        Action::FillPart,
        "Fill part",
        "Does what the brush does on the connected part under the pointer",
    ),
    row(
        Menu::Weights,
        WHOLE_GROUP,
        Action::SmoothWeights,
        "Smooth all weights",
        "Brings the weights of all joints towards those around, everywhere",
    ),
    row(
        Menu::Weights,
        WHOLE_GROUP,
        Action::PruneWeights,
        "Prune weights",
        "Takes away weights below 0.01; the other joints of the vertex get them",
    ),
    row(
        Menu::Weights,
        WHOLE_GROUP,
        Action::LimitWeights,
        "Limit influences",
        "Leaves no vertex more joints than the limit of the brush, or 4",
    ),
    row(
        Menu::Weights,
        WHOLE_GROUP,
        Action::MirrorWeightsToRight,
        "Mirror weights left to right",
        "Brings the weights of the left side to the right; joints are paired by their names",
    ),
    row(
        Menu::Weights,
        WHOLE_GROUP,
        Action::MirrorWeightsToLeft,
        "Mirror weights right to left",
        "Brings the weights of the right side to the left; joints are paired by their names",
    ),
];
