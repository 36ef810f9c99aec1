//! What the session knows of painting: a stroke at work, and a number of the brush that follows the pointer.

use character::WeightEdit;
use glam::Vec2;
use rig::JointIndex;
use weights::{Direction, Report};

use crate::document::Document;
use crate::files::settings::{BrushSettings, BrushTool};
use scene::view::camera::Camera;

mod effect;
mod gradient;

pub use effect::{Held, held_tool, operation_of, shape_of};
pub use gradient::GradientDrag;

/// The pointer in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The pane, A 0.
    pub pane: usize,
    /// From the picture's upper left corner; may be outside.
    pub pixel: Vec2,
    /// The picture's size.
    pub viewport: Vec2,
    /// Seen from here.
    pub camera: Camera,
}

/// What the brush hears.
#[derive(Clone, Debug, PartialEq)]
pub enum BrushEvent {
    /// Where the pointer is in a pane, and how large the brush is there, in points.
    Point(Option<(Sample, f32)>),
    /// The button goes down, on the mesh or beside it.
    Press(Sample, Held),
    /// The pointer is there.
    Follow(Sample),
    /// The button was released: the stroke is kept.
    Release,
    /// Puts back what was before.
    Cancel,
    /// While a number follows the pointer: it is there, and this is the radius of the brush in the picture, in points.
    Aim(Vec2, f32),
    /// Keeps the number.
    Keep,
    /// The key of drags is held; the clock, in seconds.
    Held(f64),
    /// That key was released, while no drag goes on; the clock.
    LetGo(f64),
    /// What the desk has done.
    Painted(Box<Painted>),
}

/// A number of the brush.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adjusted {
    /// How large it is.
    Radius,
    /// How much it does.
    Strength,
}

/// A number of the brush that follows the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjusting {
    /// Which.
    pub what: Adjusted,
    /// Where the pointer was first, with the radius of the brush there in points; nothing before it was heard of.
    pub began: Option<(Vec2, f32)>,
    /// The brush before.
    pub before: BrushSettings,
    /// What of the pointer it follows.
    pub by: By,
    /// Since when a key is held for it, by the window's clock.
    pub held_since: Option<f64>,
    /// Whether a drag has set it.
    pub was_dragged: bool,
    /// Where the drag before began, while the key is still held: there the brush is shown until the next one.
    pub stood: Option<Vec2>,
}

/// What of the pointer a number follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// All moves, until a click.
    Moves,
    /// Drags, as long as a key is held. A key that is only tapped leaves it to moves.
    Drags,
}

/// A key that is released after fewer seconds was tapped.
const TAP: f64 = 0.35;

/// Points that the pointer goes for all of the strength.
const STRENGTH_WAY: f32 = 200.0;

impl Adjusting {
    /// One that has heard of no pointer yet.
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

    /// What follows once the number was kept, with the brush as it is now: while a key is held another drag.
    #[must_use]
    pub fn kept(self, brush: BrushSettings) -> Option<Self> {
        (self.by == By::Drags).then_some(Self {
            began: None,
            before: brush,
            was_dragged: true,
            stood: self.began.map(|(from, _)| from),
            ..self
        })
    }

    /// What follows once the key of drags was released: nothing, unless it was a tap.
    #[must_use]
    pub fn let_go(self, time: f64) -> Option<Self> {
        let was_tapped = self.held_since.is_none_or(|since| time - since < TAP);
        match self.by {
            By::Drags if self.was_dragged || !was_tapped => None,
            By::Drags | By::Moves => Some(Self {
                by: By::Moves,
                ..self
            }),
        }
    }

    /// The brush with the pointer there.
    #[must_use]
    pub fn brush(&self, pointer: Vec2) -> BrushSettings {
        let mut brush = self.before.clone();
        if let Some((from, radius)) = self.began {
            let way = pointer.x - from.x;
            match self.what {
                Adjusted::Radius => brush.radius *= ((radius + way) / radius.max(1.0)).max(0.0),
                Adjusted::Strength => brush.strength += way / STRENGTH_WAY,
            }
        }
        brush.sane()
    }
}

/// A stroke from the press of the button to its release.
#[derive(Clone, Debug)]
pub struct StrokeWork {
    /// Tells strokes apart.
    pub number: u64,
    /// The joint that is painted; none where it is the blend map.
    pub joint: Option<JointIndex>,
    /// What the brush does, with what was held when it began.
    pub tool: BrushTool,
    /// What was held then.
    pub held: Held,
    /// Where the pointer has been.
    pub samples: Vec<Sample>,
    /// Whether the button is released.
    pub is_over: bool,
    /// What was before.
    pub before: Document,
    /// What it has done so far.
    pub report: Report,
    /// Whether it met any vertex.
    pub has_hit: bool,
    /// The gradient, where one is drawn.
    pub drawn: Option<GradientDrag>,
    /// Whether the other side is to be painted still, once mirror images are found.
    pub pending_mirror: bool,
}

/// Something done to all points of the skin, or to a part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Whole {
    /// What the brush does, everywhere, with its strength.
    Flood,
    /// The same on the connected part that is seen there.
    FillPart(Sample),
    /// Smooths the weights of all joints.
    Smooth,
    /// Takes weights below a hundredth away.
    Prune,
    /// Leaves no vertex more joints than the limit.
    Limit,
    /// Brings one side's weights to the other.
    Mirror(Direction),
}

impl Whole {
    /// What the step is called; `brush` is what the brush does.
    #[must_use]
    pub fn name(self, brush: &str) -> String {
        let name = match self {
            Self::Flood => return format!("Flood: {brush}"),
            Self::FillPart(_) => return format!("Fill part: {brush}"),
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
    /// The same for the blend map.
    #[must_use]
    pub fn name_for_blend(self, brush: &str) -> String {
        let name = match self {
            Self::Flood => return format!("Flood blend map: {brush}"),
            Self::FillPart(_) => return format!("Fill part of blend map: {brush}"),
            Self::Smooth => "Smooth blend map",
            Self::Prune | Self::Limit => "Blend map",
            Self::Mirror(Direction::LeftToRight) => "Mirror blend map left to right",
            Self::Mirror(Direction::RightToLeft) => "Mirror blend map right to left",
        };
        name.to_owned()
    }
}

/// What the desk has done for a stroke.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Painted {
    /// The stroke.
    pub stroke: u64,
    /// New rows.
    pub edits: Vec<WeightEdit>,
    /// What has been done so far.
    pub report: Report,
    /// From whom weight was taken (negative) and to whom it was given, largest first.
    pub donors: Vec<(JointIndex, f32)>,
    /// Of the blend map, the number next to the pointer before the stroke and now.
    pub blending: Option<(f32, f32)>,
    /// Whether any vertex was under the brush.
    pub has_hit: bool,
    /// Whether this is the last.
    pub is_last: bool,
    /// Why nothing can be done.
    pub refused: Option<String>,
    /// Whether the new rows are counted from what was before the stroke, and take the place of all that it has done.
    pub from_before: bool,
    /// The gradient that was drawn.
    pub drawn: Option<GradientDrag>,
    /// Whether the other side waits for mirror images.
    pub pending_mirror: bool,
    /// The document with the new rows, where a thread has made it.
    pub after: Option<PaintedDocument>,
}

/// A document with what was painted.
#[derive(Clone, Debug)]
pub struct PaintedDocument(pub Document);

impl PartialEq for PaintedDocument {
    fn eq(&self, other: &Self) -> bool {
        self.0.same_as(&other.0)
    }
}

/// What the session knows of painting.
#[derive(Clone, Debug, Default)]
pub struct Painting {
    /// The stroke at work.
    pub stroke: Option<StrokeWork>,
    /// The number that follows the pointer.
    pub adjusting: Option<Adjusting>,
    /// Where the pointer is in a pane.
    pub pointer: Option<Sample>,
    /// Strokes so far.
    pub count: u64,
}
