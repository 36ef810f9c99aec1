//! Actions on the brush and gradients, with their rows. `apply/run/brush.rs` runs them.

use super::{Menu, Row, row};
use crate::files::settings::{BrushReach, BrushShape, BrushTool, GradientKind, Sharing};
use crate::tools::brush_work::Adjusted;

/// Group of the weights menu: the tools of the brush.
pub const BRUSHES_GROUP: u8 = 0;
/// Group of the weights menu: radius and strength.
pub const NUMBERS_GROUP: u8 = 1;
/// Group of the weights menu: falloffs.
pub const SHAPES_GROUP: u8 = 2;
/// Group of the weights menu: ways to measure distances.
pub const REACHES_GROUP: u8 = 3;
/// Group of the weights menu: the joints that a brush takes weight from.
pub const SHARING_GROUP: u8 = 4;
/// Switches of the brush are listed with its numbers.
const SWITCHES_GROUP: u8 = NUMBERS_GROUP;
/// Group of the weights menu: options of gradients.
pub const GRADIENT_GROUP: u8 = 5;

/// Actions on the brush and gradients, and on their settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BrushAction {
    /// Whether dots mark the vertices under a brush that rests.
    ToggleBrushPreview,
    /// Whether rings mark where the joint that loses most weight in a stroke loses it.
    ToggleBrushGhost,
    /// While the key is held, drags set a number of the brush.
    DragBrush(Adjusted),
    /// Chooses the tool of the brush.
    UseBrush(BrushTool),
    /// The pointer sets a number of the brush until a click or Esc.
    AdjustBrush(Adjusted),
    /// Whether the radius is constant in the picture, and not in the scene.
    ToggleRadiusInPixels,
    /// Whether the brush also paints vertices whose normal faces away from the camera.
    ToggleBrushThrough,
    /// Whether every dab of a stroke adds to the one before.
    ToggleBrushBuildsUp,
    /// Whether several selected joints are painted as one.
    ToggleBrushGroup,
    /// Whether the brush also paints the other side.
    ToggleBrushMirror,
    /// Whether mirror images are found by how triangles are connected, instead of by position.
    ToggleBrushTopology,
    /// Chooses the falloff of the brush.
    UseBrushShape(BrushShape),
    /// Chooses how the brush measures distances.
    UseBrushReach(BrushReach),
    /// Chooses the next way to measure distances.
    NextBrushReach,
    /// Chooses the joints that the brush takes weight from.
    UseSharing(Sharing),
    /// The next joint that is clicked becomes the one that the brush takes weight from.
    PickPartner,
    /// Chooses a kind of gradient, and the gradient tool with it.
    UseGradient(GradientKind),
    /// Exchanges the weights at the ends of a gradient.
    SwapGradientEnds,
    /// Whether vertices before the start of a gradient get the weight there.
    ToggleGradientBefore,
    /// Whether vertices beyond the end of a gradient get the weight there.
    ToggleGradientBeyond,
    /// Whether a line gradient changes only the limb along which it is drawn.
    ToggleGradientLimb,
    /// Whether a gradient also changes parts that are not connected to where it begins.
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
            "Show joints that lose weight",
            "While you paint, rings in the color of the joint that loses most, the larger the more it loses there",
        ),
        row(
            Menu::Weights,
            BRUSHES_GROUP,
            Self::DragBrush(Adjusted::Radius),
            "Drag brush radius",
            "While the key is held, drags set the radius of the brush; Esc puts it back",
        ),
        row(
            Menu::Weights,
            BRUSHES_GROUP,
            Self::DragBrush(Adjusted::Strength),
            "Drag brush strength",
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
            Self::ToggleRadiusInPixels,
            "Radius in pixels",
            "The brush keeps its size in the picture: nearer to the surface it reaches less of it",
        ),
        row(
            Menu::Weights,
            SWITCHES_GROUP,
            Self::ToggleBrushThrough,
            "Paint through",
            "The brush also paints surfaces that face away from you",
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
            Self::ToggleBrushGroup,
            "Paint selected joints as one",
            "Brushes and Flood change the sum of the selected joints' weights, which keep their proportions",
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
            "Mirror by topology",
            "Finds mirror images by how triangles are connected, for posed or asymmetric meshes; else by position",
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
            Self::ToggleGradientBefore,
            "Gradient: Extend before start",
            "What lies before the start gets the weight there; with a limit to the limb, only what belongs to that",
        ),
        row(
            Menu::Weights,
            GRADIENT_GROUP,
            Self::ToggleGradientBeyond,
            "Gradient: Extend beyond end",
            "What lies beyond the end gets the weight there; with a limit to the limb, only what belongs to that",
        ),
        row(
            Menu::Weights,
            GRADIENT_GROUP,
            Self::ToggleGradientLimb,
            "Gradient: Limit to limb",
            "A line changes the arm, leg or finger along which it is drawn, and fades out where that meets the body; else all that is connected between its ends",
        ),
        row(
            Menu::Weights,
            GRADIENT_GROUP,
            Self::ToggleGradientWhole,
            "Gradient: Include loose parts",
            "A gradient changes parts that lie apart too, as a sleeve around the arm, and not only what is connected with the place where you press",
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
            let about = "Falloff from the center of the brush to its edge";
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
            "Sets the weight of the selected joint to a value",
        ),
        BrushTool::Scale => (
            "Scale brush",
            "Multiplies the weight of the selected joint by a factor",
        ),
        BrushTool::Smooth => ("Smooth brush", "Smooths the weights of all joints"),
        BrushTool::Sharpen => (
            "Sharpen brush",
            "Sharpens the weights of all joints: the opposite of Smooth",
        ),
        BrushTool::Average => (
            "Average brush",
            "Gives all vertices under the brush their common mean",
        ),
        BrushTool::Smear => (
            "Smear brush",
            "Drags the weights of all joints along the stroke",
        ),
        BrushTool::Gradient => (
            "Gradient tool",
            "Runs the weight of the selected joint from where you press to where you let go; Shift radial, Ctrl the other way round",
        ),
    };
    let action = BrushAction::UseBrush(tool);
    row(Menu::Weights, BRUSHES_GROUP, action, text, about)
}
