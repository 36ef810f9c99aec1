//! Translates brush settings and modifier keys into the operations of crate `weights`.

use glam::Vec2;
use weights::{Curve, Measure, Operation, Shape, Smoothing};

use crate::settings::{BrushReach, BrushSettings, BrushShape, BrushTool};

/// What Sharpen leads away from: an average that sees much further than that of Smooth. From the mean of the next neighbors weights
/// that rise evenly hardly differ, and a stroke would do nothing.
const SHARPENED_FROM: Smoothing = Smoothing { passes: 16 };

/// Modifier keys held when a stroke begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BrushModifiers {
    /// Smooths, whatever the tool.
    pub smooths: bool,
    /// Does the opposite: takes away instead of adding, sharpens instead of smoothing.
    pub inverts: bool,
}

/// The tool for these modifier keys; for gradients see [`GradientDrag`](super::GradientDrag).
#[must_use]
pub const fn modified_tool(tool: BrushTool, held: BrushModifiers) -> BrushTool {
    let tool = if matches!(tool, BrushTool::Gradient) {
        return tool;
    } else if held.smooths {
        BrushTool::Smooth
    } else {
        tool
    };
    match (tool, held.inverts) {
        (BrushTool::Add, true) => BrushTool::Subtract,
        (BrushTool::Subtract, true) => BrushTool::Add,
        (BrushTool::Smooth, true) => BrushTool::Sharpen,
        (BrushTool::Sharpen, true) => BrushTool::Smooth,
        (tool, _) => tool,
    }
}

/// The operation of a tool with these modifier keys: inverted, replacing sets one minus the value, and scaling divides.
/// None for tools that select or draw gradients.
#[must_use]
pub fn operation_of(settings: &BrushSettings, held: BrushModifiers) -> Option<Operation> {
    let BrushSettings { value, factor, .. } = *settings;
    let inverted = |number: f32, other: f32| if held.inverts { other } else { number };
    match modified_tool(settings.tool, held) {
        BrushTool::Select | BrushTool::Gradient => None,
        BrushTool::Add => Some(Operation::Add),
        BrushTool::Subtract => Some(Operation::Subtract),
        BrushTool::Replace => Some(Operation::Replace(inverted(value, 1.0 - value))),
        // Divided by a quarter at least: the opposite of a factor near 0 has no bounds.
        BrushTool::Scale => Some(Operation::Scale(inverted(factor, factor.max(0.25).recip()))),
        BrushTool::Smooth => Some(Operation::Smooth(Smoothing::default())),
        BrushTool::Sharpen => Some(Operation::Sharpen(SHARPENED_FROM)),
        BrushTool::Average => Some(Operation::Average),
        BrushTool::Smear => Some(Operation::Smear),
    }
}

/// The falloff curve of the brush.
#[must_use]
pub fn shape_of(settings: &BrushSettings) -> Shape {
    match settings.shape {
        BrushShape::Smooth => Shape::Smooth,
        BrushShape::Sphere => Shape::Round,
        BrushShape::Linear => Shape::Linear,
        BrushShape::Sharp => Shape::Sharp,
        BrushShape::Constant => Shape::Constant,
        BrushShape::Curve => {
            let places = [0.0, 0.25, 0.5, 0.75, 1.0].into_iter();
            let points: Vec<Vec2> = places.zip(settings.curve).map(Vec2::from).collect();
            Curve::new(points).map_or(Shape::Smooth, Shape::Curve)
        }
    }
}

impl BrushReach {
    /// The corresponding distance measure of crate `weights`.
    #[must_use]
    pub const fn measure(self) -> Measure {
        match self {
            Self::Surface => Measure::Surface,
            Self::Volume => Measure::Volume,
            Self::Screen => Measure::Screen,
        }
    }
}
