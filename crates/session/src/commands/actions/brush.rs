//! The brush and gradients: what they do and how: the actions and their rows. `apply/run/brush.rs` carries them out.

use super::{Menu, Row, row};
use crate::files::settings::{BrushReach, BrushShape, BrushTool, GradientKind, Sharing};
use crate::tools::brush_work::Adjusted;

/// The group of the menu of weights that chooses what the brush does.
pub const BRUSHES_GROUP: u8 = 0;
/// The group of its numbers.
pub const NUMBERS_GROUP: u8 = 1;
/// The group of its shapes.
pub const SHAPES_GROUP: u8 = 2;
/// The group of how it measures distances.
pub const REACHES_GROUP: u8 = 3;
/// The group of from whom it takes.
pub const SHARING_GROUP: u8 = 4;
/// The group of its switches.
const SWITCHES_GROUP: u8 = NUMBERS_GROUP;
/// The group of the menu of weights that holds the options of gradients.
pub const GRADIENT_GROUP: u8 = 5;

/// What the brush does, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BrushAction {
    /// Whether a brush that rests shows what it would touch.
    ToggleBrushPreview,
    /// Whether a stroke shows from whom it takes most.
    ToggleBrushGhost,
    /// A number of the brush follows drags while the key is held.
    DragBrush(Adjusted),
    /// Chooses what the brush does.
    UseBrush(BrushTool),
    /// The pointer sets a number of the brush.
    AdjustBrush(Adjusted),
    /// Whether the brush paints what looks away.
    ToggleBrushThrough,
    /// Whether every dab adds to the one before.
    ToggleBrushBuildsUp,
    /// Whether the other side is painted too.
    ToggleBrushMirror,
    /// Whether mirror images are found by triangles.
    ToggleBrushTopology,
    /// How the brush falls off.
    UseBrushShape(BrushShape),
    /// How the brush measures distances.
    UseBrushReach(BrushReach),
    /// The next way to measure them.
    NextBrushReach,
    /// From whom the brush takes weight.
    UseSharing(Sharing),
    /// From the selected joint.
    PickPartner,
    /// Draws gradients along a line, or from a middle.
    UseGradient(GradientKind),
    /// Exchanges the weights at the ends of a gradient.
    SwapGradientEnds,
    /// Whether a gradient's values go on beyond its ends.
    ToggleGradientBeyond,
    /// Whether a gradient changes only the limb along which it is drawn.
    ToggleGradientLimb,
    /// Whether a gradient changes all parts.
    ToggleGradientWhole,
}

impl BrushAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Weights,
            BRUSHES_GROUP,
            Self::ToggleBrushPreview,
            "Show what the brush touches",
            "Dots at the vertices under a brush that rests, the larger the more it would do there",
        ),
        row(
            Menu::Weights,
            BRUSHES_GROUP,
            Self::ToggleBrushGhost,
            "Show whom a stroke takes from",
            "While you paint, rings in the colour of the joint that loses most, the larger the more it loses there",
        ),
        row(
            Menu::Weights,
            BRUSHES_GROUP,
            Self::DragBrush(Adjusted::Radius),
            "Brush radius by a drag",
            "While the key is held, drags set the radius of the brush; Esc puts it back",
        ),
        row(
            Menu::Weights,
            BRUSHES_GROUP,
            Self::DragBrush(Adjusted::Strength),
            "Brush strength by a drag",
            "While the key is held, drags set the strength of the brush; Esc puts it back",
        ),
        row(
            Menu::Weights,
            NUMBERS_GROUP,
            Self::AdjustBrush(Adjusted::Radius),
            "Brush radius",
            "The pointer sets the radius of the brush: to the right is larger; a click keeps it, Esc puts it back",
        ),
        row(
            Menu::Weights,
            NUMBERS_GROUP,
            Self::AdjustBrush(Adjusted::Strength),
            "Brush strength",
            "The pointer sets the strength of the brush: to the right is stronger; a click keeps it, Esc puts it back",
        ),
        row(
            Menu::Weights,
            SWITCHES_GROUP,
            Self::ToggleBrushThrough,
            "Paint through",
            "The brush paints what looks away from you too",
        ),
        row(
            Menu::Weights,
            SWITCHES_GROUP,
            Self::ToggleBrushBuildsUp,
            "Build up",
            "Every dab of a stroke adds to the one before",
        ),
        row(
            Menu::Weights,
            SWITCHES_GROUP,
            Self::ToggleBrushMirror,
            "Live mirror",
            "The brush paints the other side too, with the joint of the other side",
        ),
        row(
            Menu::Weights,
            SWITCHES_GROUP,
            Self::ToggleBrushTopology,
            "Mirror by triangles",
            "Mirror images are found by how the triangles hang together, for meshes that are posed or uneven; else by place",
        ),
        row(
            Menu::Weights,
            REACHES_GROUP,
            Self::NextBrushReach,
            "Next distance",
            "Distances along the surface, through the volume and on the screen in turn",
        ),
        row(
            Menu::Weights,
            SHARING_GROUP,
            Self::PickPartner,
            "Pick joint to take from",
            "The next joint that you click, in the list, by its bone or on the surface, is the one that the brush takes weight from and gives it back to; Esc gives up",
        ),
        row(
            Menu::Weights,
            GRADIENT_GROUP,
            Self::UseGradient(GradientKind::Line),
            "Gradient: Line",
            GradientKind::Line.tooltip(),
        ),
        row(
            Menu::Weights,
            GRADIENT_GROUP,
            Self::UseGradient(GradientKind::Radial),
            "Gradient: Radial",
            GradientKind::Radial.tooltip(),
        ),
        row(
            Menu::Weights,
            GRADIENT_GROUP,
            Self::SwapGradientEnds,
            "Gradient: Swap ends",
            "Exchanges the weights at the start and at the end of a gradient; Ctrl does so for one drag",
        ),
        row(
            Menu::Weights,
            GRADIENT_GROUP,
            Self::ToggleGradientBeyond,
            "Gradient: Past the ends",
            "What lies before the start and past the end gets the weights there; else only what lies between changes",
        ),
        row(
            Menu::Weights,
            GRADIENT_GROUP,
            Self::ToggleGradientLimb,
            "Gradient: Only the limb",
            "A line changes the arm, leg or finger along which it is drawn, and fades out where that meets the body; else all that hangs together between its ends",
        ),
        row(
            Menu::Weights,
            GRADIENT_GROUP,
            Self::ToggleGradientWhole,
            "Gradient: All parts",
            "A gradient changes parts that lie apart too, as a sleeve around the arm, and not only what hangs together with where you press",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        let shapes = BrushShape::ALL.into_iter().map(|shape| {
            let text = match shape {
                BrushShape::Smooth => "Falloff: Smooth",
                BrushShape::Sphere => "Falloff: Sphere",
                BrushShape::Linear => "Falloff: Linear",
                BrushShape::Sharp => "Falloff: Sharp",
                BrushShape::Constant => "Falloff: Constant",
                BrushShape::Curve => "Falloff: Curve",
            };
            let about = "How the brush falls off from its middle to its rim";
            let action = Self::UseBrushShape(shape);
            row(Menu::Weights, SHAPES_GROUP, action, text, about)
        });
        let reaches = BrushReach::ALL.into_iter().map(|reach| {
            let text = match reach {
                BrushReach::Surface => "Distance: Surface",
                BrushReach::Volume => "Distance: Volume",
                BrushReach::Screen => "Distance: Screen",
            };
            let action = Self::UseBrushReach(reach);
            row(Menu::Weights, REACHES_GROUP, action, text, reach.tooltip())
        });
        let sharings = Sharing::ALL.into_iter().map(|sharing| {
            let text = match sharing {
                Sharing::Proportional => "Take from: All others",
                Sharing::Parent => "Take from: Parent",
                Sharing::Picked => "Take from: Picked joint",
            };
            let action = Self::UseSharing(sharing);
            row(
                Menu::Weights,
                SHARING_GROUP,
                action,
                text,
                sharing.tooltip(),
            )
        });
        let fixed = Self::ROWS.iter().cloned();
        let tools = BrushTool::ALL.into_iter().map(tool_row);
        let chosen = shapes.chain(reaches).chain(sharings);
        chosen.chain(fixed).chain(tools)
    }
}

fn tool_row(tool: BrushTool) -> Row<BrushAction> {
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
    let action = BrushAction::UseBrush(tool);
    row(Menu::Weights, BRUSHES_GROUP, action, text, about)
}
