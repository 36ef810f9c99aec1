//! Why nothing was baked.

use rig::{BindError, ForwardError, InfluenceError, TrackError};
use scene::deform::DeformError;
use thiserror::Error;

/// Why nothing was baked: one sentence with a remedy.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BakeError {
    /// No mesh with joints.
    #[error("no mesh has a skin, so that there is nothing to bake; bind a mesh to joints first")]
    NoSkin,
    /// No clip is asked for that the character has, so nothing would be keyed.
    #[error(
        "there are no clips, and files show nothing but clips; choose an animated character, or give poses to be baked as clips"
    )]
    NoClips,
    /// A mesh that two skins move.
    #[error(
        "{mesh} is shown with two skins, which would need weights of their own; give each a mesh of its own"
    )]
    TwoSkins {
        /// Name of the mesh, or its number where it has none.
        mesh: String,
    },
    /// A tolerance that is none.
    #[error("a tolerance is a number of percent above 0 and at most 100, not {0}")]
    Tolerance(f32),
    /// A look that spreads twists: vertices with the same weights then go by their places along a bone.
    #[error(
        "spread twists cannot be baked: each vertex of a bone then turns by itself; insert twist joints, and bake the method without it"
    )]
    Twist,
    /// A look that smooths: vertices then go by their neighbors.
    #[error(
        "corrective smooth cannot be baked: it moves vertices by their neighbors, which no joint does; bake the method without it"
    )]
    Smooth,
    /// A rate that is none.
    #[error("keys are set between 1 and 240 times a second, not {0} times")]
    Rate(f32),
    /// More joints than are allowed, before there is any helper.
    #[error(
        "a skin lists {found} joints already, and at most {most} are allowed; allow more joints, or take out joints first"
    )]
    TooManyJoints {
        /// Joints of the longest list.
        found: usize,
        /// Joints that a list may have, from the job.
        most: usize,
    },
    /// Matrices of every vertex at three times of every clip would take more memory than is allowed.
    #[error(
        "{vertices} vertices by {clips} clip{} are more than {most} MB of matrices hold; bake fewer clips at a time, or a mesh with fewer vertices", if *clips == 1 { "" } else { "s" }
    )]
    TooLarge {
        /// Vertices at places of their own.
        vertices: usize,
        /// Clips that are baked.
        clips: usize,
        /// Memory allowed for matrices, in megabytes.
        most: usize,
    },
    /// Keys of helpers would take more memory than is allowed.
    #[error(
        "{helpers} helper joints by {keys} keys would take {needed} MB to work out, and {most} MB are allowed; bake fewer or shorter clips, set fewer keys a second, or ask for fewer helpers"
    )]
    TooManyKeys {
        /// Helper joints that would be keyed.
        helpers: usize,
        /// Keys of each, over all clips.
        keys: usize,
        /// Memory that the keys would take, in megabytes.
        needed: usize,
        /// Memory allowed for keys, in megabytes.
        most: usize,
    },
    /// The tolerance is not reached with the joints that are allowed.
    #[error(
        "{tolerance} % cannot be reached with {helpers} helper joint{}, the most that {most} joints leave: {reached:.3} % is left at best; allow more joints or a larger tolerance", if *helpers == 1 { "" } else { "s" }
    )]
    NotReached {
        /// Asked for, in percent of the size.
        tolerance: f32,
        /// The largest error with all helpers, in percent of the size.
        reached: f32,
        /// Helpers made before no more were allowed.
        helpers: usize,
        /// Joints allowed in a list.
        most: usize,
    },
    /// The fit is within the tolerance, other times of the clips are not.
    #[error(
        "{tolerance} % cannot be held between the times fitted to: {reached:.3} % is left at {time:.2} s of {clip}, {reason}; allow more than that, or set more keys a second"
    )]
    NotHeld {
        /// Asked for, in percent of the size.
        tolerance: f32,
        /// The largest error of the finished file, in percent of the size.
        reached: f32,
        /// Name of the clip in which that error is.
        clip: String,
        /// When in the clip, in seconds from its beginning.
        time: f32,
        /// Why it is so large, as [`Reason::words`](crate::Reason::words) has it.
        reason: &'static str,
    },
    /// A matrix of a joint or vertex is NaN or infinite.
    #[error(
        "{clip} leads to numbers that are not finite at {time} s; repair or leave out that clip"
    )]
    NotFinite {
        /// Name of the clip, or that it is the rest pose.
        clip: String,
        /// When in the clip, in seconds from its beginning.
        time: f32,
    },
    /// Scale that cannot be parted from what is around it.
    #[error(
        "{joint} keeps its scale to itself and rests under uneven scale, which no exact keys can show; apply the pose as rest first, or let its scale reach its children"
    )]
    UnevenRest {
        /// Name of the joint that keeps its scale to itself.
        joint: String,
    },
    /// A scale that children inherit in a way that nodes of glTF do not have.
    #[error(
        "the scale of {joint:?} is inherited in the way \"{kind}\", which no node of glTF does; set that to this joint or with children, or bake the character by its method"
    )]
    Inheritance {
        /// The joint whose children inherit it.
        joint: String,
        /// The kind, by its name.
        kind: &'static str,
    },
    /// Scale on a joint that a mesh without a skin stands at.
    #[error(
        "{joint} keeps its scale to itself and carries a mesh without a skin, which no exact keys can show; bind the mesh, or let the scale reach the children"
    )]
    Carries {
        /// Name of the joint at which the mesh stands.
        joint: String,
    },
    /// A method that depends on more than a row of weights.
    #[error(
        "helpers cannot follow every pose by {0}, for it asks for more than a row of weights; choose two-phase or dual-quaternion, or bake with keys"
    )]
    LivingMethod(&'static str),
    /// Signs that depend on the vertex.
    #[error(
        "helpers that follow every pose go by the turns of their joints, and not by signs \"{0}\"; choose signs followed, or bake with keys"
    )]
    LivingSigns(&'static str),
    /// Maps that are painted vertex by vertex.
    #[error(
        "a mesh has a blend map or a bulge map, and a helper that follows every pose knows no vertex; take the map off, or bake with keys"
    )]
    LivingMaps,
    /// Scale that stays with its joint, in clips.
    #[error(
        "{} {} scale to itself in clips, which only keys can carry; let it reach the children, or bake with keys",
        .0,
        if *.0 == 1 { "joint keeps its" } else { "joints keep their" }
    )]
    LivingScale(usize),
    /// The character has helpers that follow every pose.
    #[error(
        "this character has helper joints that follow every pose already; bake the character that it was made from"
    )]
    LivingAlready,
    /// Matrices of every vertex in every pose would take more memory than is allowed.
    #[error(
        "{vertices} vertices by {poses} poses are more than {most} MB of matrices hold; bake a mesh with fewer vertices, or with keys"
    )]
    LivingTooLarge {
        /// Vertices at places of their own.
        vertices: usize,
        /// Poses and moments that are fitted to.
        poses: usize,
        /// Memory allowed for matrices, in megabytes.
        most: usize,
    },
    /// Poses that were not fitted to are farther off than the tolerance.
    #[error(
        "{tolerance} % is not held in {poses} poses that were not fitted to: {reached:.3} % is left with {helpers} helper joint{}; allow a larger tolerance or more joints, or ask for a number of helpers", if *helpers == 1 { "" } else { "s" }
    )]
    LivingNotHeld {
        /// Asked for, in percent of the size.
        tolerance: f32,
        /// The largest error in these poses, in percent of the size.
        reached: f32,
        /// Helpers made.
        helpers: usize,
        /// How many poses were looked at.
        poses: usize,
    },
    /// Vertices stay beyond the tolerance whatever chains there are.
    #[error(
        "{tolerance} % cannot be reached by chains: {reached:.3} % is left at vertices that none of them brings nearer, with {helpers} helper joint{}; allow a larger tolerance, ask for a number of helpers, or choose rows or keys", if *helpers == 1 { "" } else { "s" }
    )]
    ChainsNotReached {
        /// Asked for, in percent of the size.
        tolerance: f32,
        /// The largest error of these vertices in poses that were fitted to, in percent of the size.
        reached: f32,
        /// Helpers made.
        helpers: usize,
    },
    /// Scale inheritances of another skeleton.
    #[error(transparent)]
    Pose(#[from] ForwardError),
    /// A pose of another character.
    #[error(transparent)]
    Deform(#[from] DeformError),
    /// The skeleton takes no more joints.
    #[error(transparent)]
    Edit(#[from] character::EditError),
    /// A joint list is too long.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// Weights that are none.
    #[error(transparent)]
    Weights(#[from] InfluenceError),
    /// Keys that are none.
    #[error("a helper cannot be keyed: {0}; leave out that clip")]
    Keys(#[from] TrackError),
    /// The result cannot be written, or not be read again.
    #[error("the baked character cannot be written: {0}")]
    Written(String),
}
