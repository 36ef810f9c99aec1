//! What was mended or left out while a file was read.

use std::fmt;

/// Something that a file has and a character cannot take as it is. Counts say how often; `place` is a JSON pointer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// A byte order mark before the JSON was skipped.
    ByteOrderMark,
    /// A GLB whose JSON is padded with zero bytes instead of spaces.
    ZeroPadding {
        /// Zero bytes cut off.
        bytes: usize,
    },
    /// A GLB chunk whose length is not a multiple of four.
    ChunkUnaligned {
        /// The chunk, from zero.
        chunk: usize,
    },
    /// Bytes after the length that the GLB header declares.
    TrailingBytes {
        /// Bytes ignored.
        bytes: usize,
    },
    /// Numbers that do not begin at a multiple of their size.
    Unaligned {
        /// The accessor.
        place: String,
    },
    /// Weights divided by their sum, which was not one.
    WeightsNotOne {
        /// The primitive.
        place: String,
        /// Vertices concerned.
        vertices: usize,
    },
    /// Vertices whose weights are all zero now follow their first listed joint.
    WeightsAllZero {
        /// The primitive.
        place: String,
        /// Vertices concerned.
        vertices: usize,
    },
    /// Negative weights count as zero.
    WeightsNegative {
        /// The primitive.
        place: String,
        /// Vertices concerned.
        vertices: usize,
    },
    /// Weights that are not finite count as zero.
    WeightsNotFinite {
        /// The primitive.
        place: String,
        /// Vertices concerned.
        vertices: usize,
    },
    /// Vertices that name a joint twice; the weights add.
    DuplicateJoints {
        /// The primitive.
        place: String,
        /// Vertices concerned.
        vertices: usize,
    },
    /// Joint indices that do not exist, with weight zero.
    UnusedJointIndex {
        /// The primitive.
        place: String,
        /// Vertices concerned.
        vertices: usize,
    },
    /// Normals that are not finite were computed from the triangles.
    NormalsNotFinite {
        /// The primitive.
        place: String,
        /// Vertices concerned.
        vertices: usize,
    },
    /// Indices at the end that make no whole triangle were left out.
    IncompleteTriangle {
        /// The primitive.
        place: String,
        /// Indices left out.
        indices: usize,
    },
    /// Points and lines are not shown.
    NoTriangles {
        /// The primitive.
        place: String,
        /// The primitive's mode.
        mode: u64,
    },
    /// A primitive without positions was left out.
    NoPositions {
        /// The primitive.
        place: String,
    },
    /// A mesh with a skin but without joints and weights follows its node.
    NoInfluences {
        /// The mesh.
        place: String,
    },
    /// Node rotations that are not unit quaternions were normalised, those of length zero set to the identity.
    RotationsNotUnit {
        /// Nodes concerned.
        nodes: usize,
    },
    /// Node matrices with shear, which clips cannot animate.
    ShearedMatrices {
        /// Nodes concerned.
        nodes: usize,
    },
    /// Animated nodes given as matrices were taken apart into translation, rotation and scale.
    AnimatedMatrices {
        /// Nodes concerned.
        nodes: usize,
    },
    /// Node or inverse bind matrices whose last row is not 0, 0, 0, 1.
    LastRow {
        /// The nodes or the skin.
        place: String,
        /// Matrices concerned.
        matrices: usize,
    },
    /// Inverse bind matrices without an inverse were taken as the identity.
    SingularBind {
        /// The skin.
        place: String,
        /// Joints concerned.
        joints: usize,
    },
    /// A skin lists a node more than once; every entry keeps its own matrix.
    RepeatedJoints {
        /// The skin.
        place: String,
        /// Entries that repeat.
        joints: usize,
    },
    /// A skin's joints are not in the scene that is shown.
    JointsOutsideScene {
        /// The skin.
        place: String,
        /// Joints concerned.
        joints: usize,
    },
    /// A node of the scene's list has a parent; it keeps it.
    SceneRootWithParent {
        /// Nodes concerned.
        nodes: usize,
    },
    /// A channel was left out of its clip.
    ChannelDropped {
        /// The channel.
        place: String,
        /// Why.
        reason: String,
    },
    /// Keys at one time: the last of them counts.
    EqualKeys {
        /// The channel.
        place: String,
        /// Keys left out.
        keys: usize,
    },
    /// Keys before time zero, where the clip begins.
    NegativeKeys {
        /// The channel.
        place: String,
        /// Keys concerned.
        keys: usize,
    },
    /// Rotation keys of length zero were set to the identity.
    ZeroRotationKeys {
        /// The channel.
        place: String,
        /// Keys concerned.
        keys: usize,
    },
    /// A clip that moves nothing.
    EmptyClip {
        /// The animation.
        place: String,
    },
    /// A picture cannot be shown.
    TextureUnavailable {
        /// The image or texture.
        place: String,
        /// Why.
        reason: String,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByteOrderMark
            | Self::ZeroPadding { .. }
            | Self::ChunkUnaligned { .. }
            | Self::TrailingBytes { .. } => self.fmt_container(f),
            Self::WeightsNotOne { .. }
            | Self::WeightsAllZero { .. }
            | Self::WeightsNegative { .. }
            | Self::WeightsNotFinite { .. }
            | Self::DuplicateJoints { .. }
            | Self::UnusedJointIndex { .. }
            | Self::NoInfluences { .. } => self.fmt_influences(f),
            Self::ChannelDropped { .. }
            | Self::EqualKeys { .. }
            | Self::NegativeKeys { .. }
            | Self::ZeroRotationKeys { .. }
            | Self::EmptyClip { .. } => self.fmt_clips(f),
            Self::RotationsNotUnit { .. }
            | Self::ShearedMatrices { .. }
            | Self::AnimatedMatrices { .. }
            | Self::LastRow { .. }
            | Self::SingularBind { .. }
            | Self::RepeatedJoints { .. }
            | Self::JointsOutsideScene { .. }
            | Self::SceneRootWithParent { .. } => self.fmt_skeleton(f),
            _ => self.fmt_surface(f),
        }
    }
}

impl Warning {
    fn fmt_container(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByteOrderMark => write!(f, "a byte order mark before the JSON was skipped"),
            Self::ZeroPadding { bytes } => write!(
                f,
                "{} of padding after the JSON were cut off",
                n(bytes, "zero byte")
            ),
            Self::ChunkUnaligned { chunk } => {
                write!(f, "the length of GLB chunk {chunk} is not a multiple of 4")
            }
            Self::TrailingBytes { bytes } => {
                write!(f, "{} after the GLB's end were ignored", n(bytes, "byte"))
            }
            _ => Ok(()),
        }
    }

    fn fmt_influences(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WeightsNotOne { place, vertices } => {
                write!(
                    f,
                    "{place}: the weights of {} did not sum to one and were divided by their sum",
                    n(vertices, "vertex")
                )
            }
            Self::WeightsAllZero { place, vertices } => {
                write!(
                    f,
                    "{place}: {} without weight follow their first listed joint",
                    n(vertices, "vertex")
                )
            }
            Self::WeightsNegative { place, vertices } => {
                write!(
                    f,
                    "{place}: negative weights of {} were set to zero",
                    n(vertices, "vertex")
                )
            }
            Self::WeightsNotFinite { place, vertices } => {
                write!(
                    f,
                    "{place}: weights of {} that are not finite were set to zero",
                    n(vertices, "vertex")
                )
            }
            Self::DuplicateJoints { place, vertices } => {
                write!(
                    f,
                    "{place}: {} name a joint twice; the weights were added",
                    n(vertices, "vertex")
                )
            }
            Self::UnusedJointIndex { place, vertices } => {
                write!(
                    f,
                    "{place}: {} name a joint that does not exist, with weight zero",
                    n(vertices, "vertex")
                )
            }
            Self::NoInfluences { place } => write!(
                f,
                "{place}: has a skin but no joints and weights, and follows its node"
            ),
            _ => Ok(()),
        }
    }

    fn fmt_clips(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ChannelDropped { place, reason } => {
                write!(f, "{place}: the channel was left out ({reason})")
            }
            Self::EqualKeys { place, keys } => write!(
                f,
                "{place}: {} at the time of a later one were left out",
                n(keys, "key")
            ),
            Self::NegativeKeys { place, keys } => write!(
                f,
                "{place}: {} lie before time 0, where the clip begins",
                n(keys, "key")
            ),
            Self::ZeroRotationKeys { place, keys } => {
                write!(
                    f,
                    "{place}: {} of length zero were set to the identity",
                    n(keys, "rotation key")
                )
            }
            Self::EmptyClip { place } => write!(f, "{place}: the clip moves nothing"),
            _ => Ok(()),
        }
    }

    fn fmt_skeleton(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RotationsNotUnit { nodes } => write!(
                f,
                "the rotations of {} were not of length one and were normalised",
                n(nodes, "node")
            ),
            Self::ShearedMatrices { nodes } => write!(
                f,
                "the matrices of {} have shear, which clips cannot hold",
                n(nodes, "node")
            ),
            Self::AnimatedMatrices { nodes } => {
                write!(
                    f,
                    "the matrices of {} were taken apart, because clips move them",
                    n(nodes, "node")
                )
            }
            Self::LastRow { place, matrices } => {
                write!(
                    f,
                    "{place}: the last row of {} was set to 0, 0, 0, 1",
                    n(matrices, "matrix")
                )
            }
            Self::SingularBind { place, joints } => {
                write!(
                    f,
                    "{place}: the inverse bind matrices of {} cannot be inverted and were set to the identity",
                    n(joints, "joint")
                )
            }
            Self::RepeatedJoints { place, joints } => {
                write!(f, "{place}: {} repeat earlier ones", n(joints, "joint"))
            }
            Self::JointsOutsideScene { place, joints } => {
                write!(f, "{place}: {} are not in the scene", n(joints, "joint"))
            }
            Self::SceneRootWithParent { nodes } => write!(
                f,
                "{} of the scene's list have a parent and keep it",
                n(nodes, "node")
            ),
            _ => Ok(()),
        }
    }

    fn fmt_surface(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unaligned { place } => write!(
                f,
                "{place}: the numbers do not begin at a multiple of their size"
            ),
            Self::NormalsNotFinite { place, vertices } => {
                write!(
                    f,
                    "{place}: normals of {} are not finite and were computed",
                    n(vertices, "vertex")
                )
            }
            Self::IncompleteTriangle { place, indices } => {
                write!(
                    f,
                    "{place}: {} at the end make no triangle and were left out",
                    n(indices, "index")
                )
            }
            Self::NoTriangles { place, mode } => {
                write!(f, "{place}: points and lines (mode {mode}) are not shown")
            }
            Self::NoPositions { place } => {
                write!(f, "{place}: there are no positions, and nothing to show")
            }
            Self::TextureUnavailable { place, reason } => {
                write!(f, "{place}: the picture is not shown ({reason})")
            }
            _ => Ok(()),
        }
    }
}

/// A count with its noun.
fn n(count: &usize, noun: &str) -> String {
    match (count, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "vertex") => format!("{count} vertices"),
        (_, "index") => format!("{count} indices"),
        (_, "matrix") => format!("{count} matrices"),
        _ => format!("{count} {noun}s"),
    }
}
