//! Skin weights that always sum to one: painting, normalizing, smoothing, mirroring, limiting, automatic weights.
//!
//! # Conventions
//!
//! - A **point** is a place of the surface: all vertices that [`mesh::weld`] makes one. It is numbered by a [`mesh::PointIndex`]. Operations say what becomes of points;
//!   whoever keeps the weights writes a point's row to each of its vertices, so that no seam can split. Where a file has split one,
//!   each vertex keeps what is its own: operations are applied to each of them, and those that join them, as smoothing does, say so.
//! - A **joint** is a [`rig::JointSlot`], its place in the joint list of a skin, as in [`rig::Influences`].
//! - The weights of a point are a [`Row`]: positive, sum one, or none at all, which is said: the point is unbound. Nothing here
//!   makes any other row, whatever is asked for.
//! - An operation is a pure function: it reads [`Rows`] and returns an [`Edit`], the new rows of the points it changes, with a
//!   [`Report`] in words of what it did not do and why. It never writes, and it never fails in silence.
//! - What an operation has to respect, locks, the limit and which joints give weight, are [`Rules`].
//! - Sums run in f64; the same input gives the same bits.
//!
//! # Which function
//!
//! | what | function |
//! |---|---|
//! | where a brush touches, and which points how much | [`StrokePath`], [`Footprint`]: along the surface, in the volume or on the screen |
//! | a joint gets a weight, others make up for it | [`Row::with_all`] under [`Rules`] |
//! | a stroke; the same over one number a point | [`Stroke::step`], counted from the rows before it unless it builds up; [`NumberStroke`] |
//! | a region at once; along a segment | [`flood()`]; [`apply_gradient`], with the limb of [`LimbFinder`] |
//! | one side on the other | [`mirrored`]; points by place, by how triangles hang together, or between points of the surface ([`Symmetry`]), joints by pairs ([`rig::JointPairs`]) |
//! | the plane between the sides of a figure that looks any way | [`UprightSymmetry`] |
//! | from joint to joint | [`move_weights`], [`swap_weights`] |
//! | fewer joints a point; fitted to a set of poses, by any method | [`limit_influences`], [`prune`]; [`refit()`] |
//! | to where points should be in poses, by any method ([`SkinnedPoints`]) | [`fit()`] |
//! | rows over rows, with opacity and mask; the row of a layer that makes a result | [`fold_layers`]; [`layer_row`], [`merged_layers`] |
//! | one mesh's weights on another; rows copied | [`Transfer`]; [`CopiedRows`] |
//! | as text and back | [`write_weights`], [`read_weights`] |
//! | what is wrong, and a step that repairs it | [`problems()`], [`repair`] |
//! | from bones alone | [`automatic_weights`]: for each connected part heat along the surface, else through its volume, else the nearest bone |

#![forbid(unsafe_code)]

// In suggested reading order.
mod row;

mod rows;

mod rules;

mod report;

mod edit;

mod spot;

mod bone_axes;
mod crossing;
mod skin;

mod welded;

mod change;

mod falloff;

mod balance;
mod blur;
mod mixing;
mod neighbor_weights;
mod operation;
mod region;

mod touches;

mod canvas;
mod numbers;
mod point_value;
mod smear;
mod stroke;

mod flood;
mod gradient;

mod cracks;
mod draft;
mod harmonic;
mod operator;
mod shares;

mod fill;
mod layers;
mod limit;
mod lone;

mod fit;
mod refit;

mod copy;
mod joints;
mod transfer;

mod files;

mod plane;
mod symmetry;

mod mirror;

mod joint_words;
mod leaf_tips;
mod movers;
mod within;

mod problems;

mod threads;

#[cfg(feature = "automatic")]
mod automatic;

pub use balance::{Balance, JointAmount};
pub use change::Change;
/// The vectors of the public functions: whoever takes this crate needs no version of its own.
pub use glam;

#[cfg(feature = "automatic")]
pub use automatic::{
    Automatic, AutomaticMethod, AutomaticOptions, AutomaticStage, Cancelled, Clothes, OnPhase,
    PartReport, Phase, Refusal, RigidParts, automatic_weights,
};
pub use edit::Edit;
pub use falloff::{
    Curve, CurveError, Dab, Falloff, Footprint, Measure, Place, Posed, Shape, StrokePath, View,
};
pub use fill::Filled;
pub use fit::{
    Fit, FitError, FitJoints, Fitting, PointFit, PosedPoint, SkinnedPoints, Target, USUAL_RIDGE,
    fit,
};
pub use flood::{Flood, flood, flood_numbers, set_weights};
pub use gradient::{Gradient, LimbFinder, Run, apply_gradient};
pub use neighbor_weights::{NeighborWeights, NeighborWeightsError};
pub use numbers::{NumberEdit, NumberStroke, Numbers};
pub use operation::{Effect, Operation, Smoothing};
pub use point_value::PointValue;
pub use region::Region;
pub use report::{Report, Skip};
pub use row::{Row, RowError};
pub use rows::Rows;
pub use rules::{Normalize, Rules};
pub use smear::{Falloffs, Smear, Sources, came_from};
pub use stroke::Stroke;
pub use touches::Touched;

pub use copy::{CopiedRows, mean_row};
pub use files::{
    TextFault, WeightFile, WeightFileTarget, WeightFormat, read_weights, write_weights,
};
pub use joints::{move_weights, swap_weights};
pub use layers::{Folded, LayerRow, MergedLayer, fold_layers, layer_row, merged_layers};
pub use limit::{limit_influences, prune};
pub use lone::lone_points;
pub use mirror::{Across, image_row, mirrored, mirrored_row, symmetric_row, unpaired_joints};
pub use movers::{JointChoice, Movers, SkinInUse};
pub use plane::Plane;
pub use problems::{
    Checks, Problem, ProblemKind, Thresholds, is_symmetric, problems, problems_watched, repair,
};
pub use refit::{PoseSet, Refit, refit};
pub use skin::{Bone, parents, partners};
pub use symmetry::{Direction, ImagePlace, Side, Symmetry, UprightSymmetry};
pub use transfer::{Transfer, TransferEdit, TransferOptions, TransferSource};
pub use welded::Welded;

/// The examples of this crate's README, which run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
