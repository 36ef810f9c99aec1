//! What is told of a bake.

use crate::measure::SkinErrors;
use crate::moments::Moment;
use crate::nodes::HelperKind;

/// What a bake has made, and how near it comes.
#[derive(Clone, Debug, PartialEq)]
pub struct BakeReport {
    /// The diagonal of the character's box at rest, in scene units: 100 percent.
    pub size: f32,
    /// Of plain linear blending by the character's own weights, from the method.
    pub linear: SkinErrors,
    /// Of the baked character, from the method.
    pub baked: SkinErrors,
    /// At how many moments both were measured that the fit did not know; keys of the clips that it knew come to them.
    pub moments: usize,
    /// To how many moments was fitted.
    pub fitted: usize,
    /// The helpers, by their names, with how many vertices follow each and what nodes it needs.
    pub helpers: Vec<BakedHelper>,
    /// Joints of the longest list, helpers included.
    pub joints: usize,
    /// Joints that keep scale to themselves in the file, over nodes of their own.
    pub exact_scale: usize,
    /// Keys of helpers before and after those that are hardly felt were taken out.
    pub keys: [usize; 2],
    /// The largest error of each vertex, by placed primitive, in percent of the size; none for what no joint moves.
    pub vertices: Vec<Vec<f32>>,
    /// The vertices that are farthest off, worst first.
    pub worst: Vec<WorstVertex>,
    /// Moments at which the method itself jumps from one key to the next.
    pub jumps: Vec<Moment>,
    /// What is worth telling of the file written.
    pub remarks: String,
}

/// A helper joint of the baked file, in the order of the report.
#[derive(Clone, Debug, PartialEq)]
pub struct BakedHelper {
    /// The name of the joint that skins list.
    pub name: String,
    /// Vertices that follow it.
    pub vertices: usize,
    /// What nodes it needs.
    pub kind: HelperKind,
}

/// A vertex that is far off.
#[derive(Clone, Debug, PartialEq)]
pub struct WorstVertex {
    /// Placed primitive, in the order of drawing.
    pub primitive: usize,
    /// The vertex in it.
    pub vertex: usize,
    /// Its largest error, in percent of the size.
    pub error: f32,
    /// The moment of the clip at which the error is largest.
    pub moment: Moment,
    /// Why it is so large.
    pub reason: Reason,
}

/// Why a vertex is far off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The method itself jumps there: rotations of its joints are half a turn apart.
    Jump,
    /// At the keys around it is nearer: keys are too far apart.
    BetweenKeys,
    /// No more helpers were asked for, or allowed.
    TooFewHelpers,
}

impl Reason {
    /// In words that follow a comma.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Jump => "where the method itself jumps, half a turn between its joints",
            Self::BetweenKeys => "between keys that are too far apart",
            Self::TooFewHelpers => "where more helpers would be needed",
        }
    }
}
