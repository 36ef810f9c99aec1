//! Why a file is refused, and what was mended in one that is not.

use std::fmt;

/// Why bytes are no BVH; each names the line, what is wrong and a remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BvhError {
    /// The first word is not `HIERARCHY`.
    #[error(
        "line {line}: a BVH file begins with HIERARCHY, this one with {found:?}; choose a file that ends in .bvh"
    )]
    NoHierarchy {
        /// The line, from 1.
        line: usize,
        /// The first word.
        found: String,
    },
    /// A word stands where another one has to.
    #[error("line {line}: expected {expected}, found {found:?}; export the motion anew")]
    Unexpected {
        /// The line, from 1.
        line: usize,
        /// What may stand there.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// The file ends before it is complete.
    #[error(
        "the file ends where {expected} is expected; it is not complete, copy or export it anew"
    )]
    Ends {
        /// What is missing.
        expected: &'static str,
    },
    /// A channel of an unknown name.
    #[error(
        "line {line}: {found:?} is no channel; those are Xposition to Zposition and Xrotation to Zrotation"
    )]
    Channel {
        /// The line, from 1.
        line: usize,
        /// The name.
        found: String,
    },
    /// A row that has more numbers than the skeleton has channels.
    #[error(
        "line {line}: the frame has {found} numbers, the joints have {expected} channels; export the motion anew"
    )]
    RowLength {
        /// The line on which the row ends.
        line: usize,
        /// The numbers so far.
        found: usize,
        /// The channels of all joints.
        expected: usize,
    },
    /// More joints than [`Bvh::MOST_JOINTS`](crate::Bvh::MOST_JOINTS).
    #[error("line {line}: the skeleton has more than {most} joints; export fewer of them")]
    TooManyJoints {
        /// The line of the first one too many, from 1.
        line: usize,
        /// How many there may be.
        most: usize,
    },
    /// A skeleton without a channel, or no frame at all.
    #[error(
        "the file has no {what}, so that nothing moves; export the motion and not the skeleton alone"
    )]
    Nothing {
        /// What is missing, in the plural.
        what: &'static str,
    },
}

/// What was mended, so that the file can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BvhNote {
    /// The header announces another number of frames than there are rows; the rows count.
    FrameCount {
        /// What the header says.
        announced: u64,
        /// The rows that are there.
        found: usize,
    },
    /// The last row is not complete; it was left out.
    LastRow {
        /// The numbers that it has.
        found: usize,
        /// The channels of all joints.
        expected: usize,
    },
    /// No time between frames, or none above zero: 1/30 s was taken.
    FrameTime,
    /// Numbers that are none (`nan`, `inf`): those of the frame before were taken.
    NotFinite {
        /// How many.
        count: usize,
    },
    /// Channels of position that move a joint from its offset, and are not its place.
    Relative {
        /// How many joints have such.
        joints: usize,
    },
}

impl fmt::Display for BvhNote {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FrameCount { announced, found } => {
                write!(
                    to,
                    "{announced} frames are announced, {found} are there and were read"
                )
            }
            Self::LastRow { found, expected } => write!(
                to,
                "the last frame has {found} of {expected} numbers and was left out"
            ),
            Self::FrameTime => to.write_str("no time between frames is given; 1/30 s was taken"),
            Self::NotFinite { count } => write!(
                to,
                "{count} numbers are none; those of the frame before were taken"
            ),
            Self::Relative { joints } => write!(
                to,
                "positions of {joints} joints are near zero in the first frame and were added to their offsets"
            ),
        }
    }
}
