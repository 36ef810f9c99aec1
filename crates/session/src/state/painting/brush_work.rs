//! The session's painting state: the running stroke, and a brush setting that follows the pointer.

use std::sync::Arc;

use character::{MorphShape, WeightEdit};
use glam::Vec2;
use rig::JointIndex;
use scene::view::camera::Camera;
use weights::{Direction, Report};

use crate::document::Document;
use crate::settings::{BrushSettings, BrushTool};
use crate::state::painting::sculpt::Sculpting;

mod effect;
mod gradient;

pub use effect::{BrushModifiers, modified_tool, operation_of, shape_of};
pub use gradient::GradientDrag;

/// The pointer in a pane's picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The index of the pane; A is 0.
    pub pane: usize,
    /// In points from the picture's upper left corner; may be outside.
    pub pixel: Vec2,
    /// The picture's size, in points.
    pub viewport: Vec2,
    /// The camera of the pane at that moment.
    pub camera: Camera,
}

/// An event for the brush.
#[derive(Clone, Debug, PartialEq)]
pub enum BrushEvent {
    /// The pointer in a pane, and the radius of the brush there, in points; none while it is outside.
    Point(Option<(Sample, f32)>),
    /// The button goes down, on the mesh or beside it.
    Press(Sample, BrushModifiers),
    /// The pointer moves while the button is down.
    Follow(Sample),
    /// The button was released: the stroke is kept.
    Release,
    /// Restores the document before the stroke.
    Cancel,
    /// While a brush setting follows the pointer: its position, and the radius of the brush in the picture, in points.
    Aim(Vec2, f32),
    /// Keeps the brush setting.
    Keep,
    /// The key for adjusting drags goes down, at this time of the window's clock in seconds.
    Held(f64),
    /// That key was released outside a drag, at this time of the window's clock in seconds.
    LetGo(f64),
    /// The paint engine's edits for the running stroke.
    Painted(Box<StrokeEdits>),
}

/// A brush setting that can follow the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adjusted {
    /// The radius of the brush.
    Radius,
    /// The strength of the brush.
    Strength,
}

/// A brush setting that follows the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjusting {
    /// Which of the brush's settings.
    pub what: Adjusted,
    /// The pointer's first position, with the radius of the brush there in points; none before the first event.
    pub began: Option<(Vec2, f32)>,
    /// The brush settings before.
    pub before: BrushSettings,
    /// Which moves of the pointer count.
    pub by: By,
    /// When the key was pressed, by the window's clock in seconds; none without a key.
    pub held_since: Option<f64>,
    /// Whether a drag has changed the setting.
    pub was_dragged: bool,
    /// Where the last drag began, while the key is still held: the brush is drawn there until the next drag.
    pub stood: Option<Vec2>,
}

/// Which moves of the pointer a brush setting follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// All moves, until a click.
    Moves,
    /// Drags while a key is held. A key that is only tapped switches to [`Moves`](Self::Moves).
    Drags,
}

/// A key that is released within this time, in seconds, was tapped.
const TAP: f64 = 0.35;

/// The pointer's way from no strength to full strength, in points.
const STRENGTH_WAY: f32 = 200.0;

impl Adjusting {
    /// Starts without a pointer position.
    #[must_use]
    pub const fn new(what: Adjusted, by: By, before: BrushSettings) -> Self {
        Self {
            what,
            began: None,
            before,
            by,
            held_since: None,
            was_dragged: false,
            stood: None,
        }
    }

    /// The next state after the setting was kept, with the brush as it is now: while a key is held another drag.
    #[must_use]
    pub fn after_keep(self, brush: BrushSettings) -> Option<Self> {
        (self.by == By::Drags).then_some(Self {
            began: None,
            before: brush,
            was_dragged: true,
            stood: self.began.map(|(from, _)| from),
            ..self
        })
    }

    /// The next state after the key was released: none, unless it was a tap.
    #[must_use]
    pub fn after_release(self, time: f64) -> Option<Self> {
        let was_tapped = self.held_since.is_none_or(|since| time - since < TAP);
        match self.by {
            By::Drags if self.was_dragged || !was_tapped => None,
            By::Drags | By::Moves => Some(Self {
                by: By::Moves,
                ..self
            }),
        }
    }

    /// The brush settings for this pointer position.
    #[must_use]
    pub fn brush(&self, pointer: Vec2) -> BrushSettings {
        let mut brush = self.before.clone();
        if let Some((from, radius)) = self.began {
            let way = pointer.x - from.x;
            match self.what {
                Adjusted::Radius => {
                    // A radius below a point counts as one, so that the factor stays finite.
                    let factor = ((radius + way) / radius.max(1.0)).max(0.0);
                    *brush.radius_in_use() *= factor;
                }
                Adjusted::Strength => brush.strength += way / STRENGTH_WAY,
            }
        }
        brush.sane()
    }
}

/// A stroke, from pressing the button to releasing it.
#[derive(Clone, Debug)]
pub struct StrokeWork {
    /// Identifies the stroke among all of the session.
    pub number: u64,
    /// The painted joint; none for a map.
    pub joint: Option<JointIndex>,
    /// The tool, with the modifier keys held at the start.
    pub tool: BrushTool,
    /// The modifier keys held at the start.
    pub held: BrushModifiers,
    /// Positions of the pointer, in order.
    pub samples: Vec<Sample>,
    /// Whether the button is released.
    pub is_over: bool,
    /// The document before the stroke.
    pub before: Document,
    /// What was changed and skipped so far.
    pub report: Report,
    /// Whether the brush has touched any vertex.
    pub has_hit: bool,
    /// The gradient, for gradient tools.
    pub drawn: Option<GradientDrag>,
    /// Whether the mirrored side is still to be painted, once mirror images are found.
    pub pending_mirror: bool,
    /// The corrective that it shapes; none while it paints.
    pub sculpting: Option<Arc<Sculpting>>,
    /// What of a shape the pose could not be given: how many points, and the largest of it in scene units.
    pub missing: (usize, f32),
}

/// An operation on all points of the skin, or on a part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Whole {
    /// The brush effect at its strength, everywhere.
    Flood,
    /// The brush effect on the connected part under this sample.
    FillPart(Sample),
    /// Smooths the weights of all joints.
    Smooth,
    /// Removes weights below the threshold of the settings.
    Prune,
    /// Limits the number of joints per vertex.
    Limit,
    /// Copies the weights of one side to the other.
    Mirror(Direction),
    /// Gives the active joint all weights of the other selected joints.
    Move,
    /// Exchanges the weights of the active joint and the other selected one.
    Swap,
    /// Gives the active joint the copied weights of a joint.
    PasteInfluence,
    /// Gives each connected part with selected vertices to the joint that has most of its weights.
    MakeRigid,
    /// Gives these parts to the active joint.
    MakeRigidTo,
}

impl Whole {
    /// Whether it is done to the active joint, whatever the brush.
    #[must_use]
    pub const fn is_of_active_joint(self) -> bool {
        matches!(
            self,
            Self::Move | Self::Swap | Self::PasteInfluence | Self::MakeRigidTo
        )
    }

    /// The name of the step in the history; `brush` is the name of the brush effect, or of the active joint.
    #[must_use]
    pub fn name(self, brush: &str) -> String {
        let name = match self {
            Self::Flood => return format!("Flood: {brush}"),
            Self::FillPart(_) => return format!("Fill part: {brush}"),
            Self::Move => return format!("Move weights to {brush}"),
            Self::Swap => return format!("Swap weights with {brush}"),
            Self::PasteInfluence => return format!("Paste weights onto {brush}"),
            Self::MakeRigidTo => return format!("Make parts rigid to {brush}"),
            Self::MakeRigid => "Make parts rigid",
            Self::Smooth => "Smooth all weights",
            Self::Prune => "Prune weights",
            Self::Limit => "Limit influences",
            Self::Mirror(Direction::LeftToRight) => "Mirror weights left to right",
            Self::Mirror(Direction::RightToLeft) => "Mirror weights right to left",
        };
        name.to_owned()
    }
}

impl Whole {
    /// The same for numbers of vertices: `what` is "blend map" or another map, or "layer mask".
    #[must_use]
    pub fn name_for_numbers(self, brush: &str, what: &str) -> String {
        match self {
            Self::Flood => format!("Flood {what}: {brush}"),
            Self::FillPart(_) => format!("Fill part of {what}: {brush}"),
            Self::Smooth => format!("Smooth {what}"),
            Self::Prune
            | Self::Limit
            | Self::Move
            | Self::Swap
            | Self::PasteInfluence
            | Self::MakeRigid
            | Self::MakeRigidTo => what.to_owned(),
            Self::Mirror(Direction::LeftToRight) => format!("Mirror {what} left to right"),
            Self::Mirror(Direction::RightToLeft) => format!("Mirror {what} right to left"),
        }
    }
}

/// The paint engine's edits for a stroke.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StrokeEdits {
    /// The number of the stroke.
    pub stroke: u64,
    /// Rows and numbers of maps to be set, by primitive.
    pub edits: Vec<WeightEdit>,
    /// What was changed and skipped so far.
    pub report: Report,
    /// Changes of joints at the point nearest to the pointer, largest first; negative where weight was taken.
    pub donors: Vec<(JointIndex, f32)>,
    /// For a map, the value nearest to the pointer before the stroke and now.
    pub blending: Option<(f32, f32)>,
    /// Whether the brush has touched any vertex.
    pub has_hit: bool,
    /// Whether the stroke ends with these edits.
    pub is_last: bool,
    /// Why the stroke is not possible, as one sentence.
    pub refused: Option<String>,
    /// Whether the new rows apply to the document before the stroke and replace all its earlier edits.
    pub from_before: bool,
    /// The gradient, for gradient tools.
    pub drawn: Option<GradientDrag>,
    /// Whether the mirrored side waits for mirror images.
    pub pending_mirror: bool,
    /// The document with the new rows, if a thread has built it.
    pub after: Option<PaintedDocument>,
    /// The whole shape of the corrective, for strokes that shape one.
    pub shape: Option<MorphShape>,
    /// What of it the pose could not be given: how many points, and the largest of it in scene units.
    pub missing: (usize, f32),
}

/// A document after painting; compared by address.
#[derive(Clone, Debug)]
pub struct PaintedDocument(pub Document);

impl PartialEq for PaintedDocument {
    fn eq(&self, other: &Self) -> bool {
        self.0.same_as(&other.0)
    }
}

/// The session's painting state.
#[derive(Clone, Debug, Default)]
pub struct Painting {
    /// The running stroke; none while no button is down.
    pub stroke: Option<StrokeWork>,
    /// The brush setting that follows the pointer.
    pub adjusting: Option<Adjusting>,
    /// The last position of the pointer in a pane.
    pub pointer: Option<Sample>,
    /// The number of strokes so far.
    pub count: u64,
}
