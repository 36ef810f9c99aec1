//! Skin weights that always sum to one: painting, normalizing, smoothing, mirroring, limiting, automatic weights.
//!
//! # Conventions
//!
//! - A **point** is a place of the surface: all vertices that [`mesh::weld`] makes one. It is numbered by a [`mesh::PointIndex`].
//!   Operations say what becomes of points; whoever keeps the weights writes a point's row to each of its vertices, so that no seam can
//!   split. Where a file has split one, each vertex keeps what is its own: operations are applied to each of them, and those that join
//!   them, as smoothing does, say so.
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
//! | one side on the other | [`mirror_weights`]; points by place, by how triangles hang together, or between points of the surface ([`Symmetry`]), joints by pairs ([`rig::JointPairs`]) |
//! | the plane between the sides of a figure that looks any way | [`UprightSymmetry`] |
//! | from joint to joint | [`move_weights`], [`swap_weights`] |
//! | connected parts to one joint each | [`make_rigid`] |
//! | among the joints along one bone, as its twist joints | [`spread_along_bone`] |
//! | to one helper joint, its share at each point | [`give_to_helper`] |
//! | fewer joints a point; fitted to a set of poses, by any method | [`limit_influences`], [`prune`]; [`refit()`] |
//! | to where points should be in poses, by any method ([`SkinnedPoints`]) | [`fit()`] |
//! | displacements of the rest, with given shares in poses | [`ShapeFit`] |
//! | rows over rows, with opacity and mask; the row of a layer that makes a result | [`fold_layers`]; [`layer_row`], [`merge_layers`] |
//! | one mesh's weights on another, on the clothes over it; rows copied | [`Transfer`], [`Transfer::confident_rows`]; [`CopiedRows`] |
//! | as text and back | [`write_weights`], [`read_weights`] |
//! | what is wrong, and a step that repairs it | [`problems()`], [`repair`] |
//! | from bones alone | [`automatic_weights`]: for each connected part heat along the surface, else through its volume, else the nearest bone |

#![forbid(unsafe_code)]

// In suggested reading order.
mod parallel;

mod rows;

mod bones;

mod painting;

mod operations;

mod fill;

mod fit;

mod symmetry;

mod problems;

mod files;

#[cfg(feature = "automatic")]
mod automatic;

mod threads;

/// The vectors of the public functions: whoever takes this crate needs no version of its own.
pub use glam;
pub use painting::balance::{Balance, JointAmount};
pub use rows::change::RowChange;

#[cfg(feature = "automatic")]
pub use automatic::{
    Automatic, AutomaticMethod, AutomaticOptions, AutomaticStage, Canceled, Clothes, OnPhase,
    PartReport, Phase, Refusal, RigidParts, automatic_weights,
};
pub use fill::Filled;
pub use fit::{
    Fit, FitError, FitJoints, Fitting, PointFit, PosedPoint, SkinnedPoints, Target, USUAL_RIDGE,
    fit,
};
pub use painting::falloff::{
    Curve, CurveError, Dab, Falloff, Footprint, Measure, Shape, StrokePath, SurfacePlace,
    SurfacePose, View,
};
pub use painting::flood::{Flood, flood, flood_numbers, set_weights};
pub use painting::gradient::{Gradient, GradientPath, LimbFinder, apply_gradient};
pub use painting::neighbor_weights::{NeighborWeights, NeighborWeightsError};
pub use painting::numbers::{NumberEdit, NumberStroke, Numbers};
pub use painting::operation::{Effect, Operation, Smoothing};
pub use painting::region::Region;
pub use painting::smear::{Falloffs, Smear, Sources, came_from};
pub use painting::stroke::Stroke;
pub use painting::touches::Touched;
pub use rows::edit::Edit;
pub use rows::point_value::PointValue;
pub use rows::report::{Report, Skip};
pub use rows::row::{Row, RowError};
pub use rows::rules::{Normalize, Rules};
pub use rows::source::Rows;

pub use bones::movers::{JointChoice, Movers, SkinInUse};
pub use bones::skin::{Bone, parents, partners};
pub use files::{
    TextFault, WeightFile, WeightFileTarget, WeightFormat, read_weights, write_weights,
};
pub use fit::refit::{PoseSet, Refit, refit};
pub use fit::shapes::ShapeFit;
pub use operations::copy::{CopiedRows, mean_row};
pub use operations::helper::{HelperShare, ShareFrom, give_to_helper};
pub use operations::joints::{move_weights, swap_weights};
pub use operations::layers::{Folded, LayerRow, MergedLayer, fold_layers, layer_row, merge_layers};
pub use operations::limit::{limit_influences, prune};
pub use operations::rigid::make_rigid;
pub use operations::spread::{SpreadBone, SpreadNode, spread_along_bone};
pub use operations::transfer::confident::{Confidence, ConfidentEdit};
pub use operations::transfer::{Transfer, TransferEdit, TransferOptions, TransferSource};
pub use problems::lone::lone_points;
pub use problems::{
    Checks, Problem, ProblemKind, Thresholds, is_symmetric, problems, problems_watched, repair,
};
pub use rows::welded::Welded;
pub use symmetry::mirror::{
    MirrorMap, image_row, mirror_weights, mirrored_row, symmetric_row, unpaired_joints,
};
pub use symmetry::plane::Plane;
pub use symmetry::{Direction, ImagePlace, Side, Symmetry, UprightSymmetry};

/// The examples of this crate's README, which run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
