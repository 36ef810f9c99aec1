//! The rig: skeleton, bind, pose, polar decomposition, palettes, influences and clips.
//!
//! This crate turns *a pose* into *palettes*, the small arrays that a skinning kernel reads, one entry per joint of a skin:
//!
//! ```text
//! Skeleton         ─┐
//! Pose             ─┼─ forward() ─► PosedSkeleton ─┐
//! ScaleInheritance ─┘                              ├─ PosedSkin ─► MatrixPalette, DualQuatPalette,
//!                                BindPose ─────────┘              TwoPhasePalette, AffineDualQuatPalette
//! ```
//!
//! # Conventions
//!
//! Matrices act on column vectors and are named `to_from` (`model_from_joint`), so that neighboring names cancel.
//! Right-handed, Y up, meters, radians. Quaternions are glam's `(x, y, z, w)`; those handed in are unit quaternions.
//! Joints are stored parent before child, so every pass over a skeleton is one loop.
//!
//! With p the parent of joint i, the letters of the papers and the names used here:
//!
//! | symbol | meaning | name |
//! |---|---|---|
//! | `R_i` | rest frame of the joint in its parent's, rigid | `parent_from_joint` |
//! | `B_i` | rest frame in the model, rigid | `rest_model_from_joint` |
//! | `P_i` | what the file's rest frame holds beside a rigid motion | `rest_stretch` |
//! | `A_i` | bind frame in the model, rigid, one per skin | `BindPose::model_from_joint` |
//! | `U_i = T_i S_i` | the user's transform relative to rest: rigid, then stretch | [`UserTransform`] |
//! | `E_i` | posed frame before the joint's own stretch | [`PosedSkeleton::model_from_posed_frame`] |
//! | `W_i = E_i S_i` | final matrix (`F_i` in the papers) | [`PosedSkeleton::model_from_posed_joint`] |
//! | `C_i` | skinning matrix | [`PosedSkin::posed_from_bind`] |
//!
//! # Examples
//!
//! ```
//! use glam::{Affine3A, Quat, Vec3};
//! use rig::{BindPose, LocalTransform, MatrixPalette, Pose, PosedSkin, ScaleInheritance, SkeletonBuilder, Trs, forward};
//!
//! let up = Trs { translation: Vec3::Y, ..Trs::IDENTITY };
//! let skeleton = SkeletonBuilder::new()
//!     .joint(0, None, "lower", LocalTransform::Trs(Trs::IDENTITY))
//!     .joint(1, Some(0), "upper", LocalTransform::Trs(up))
//!     .build()?;
//! let joints: Vec<_> = skeleton.joints().collect();
//! let joint_from_model = [Affine3A::IDENTITY, Affine3A::from_translation(-Vec3::Y)];
//! let (bind, warnings) = BindPose::new(&skeleton, &joints, &joint_from_model)?;
//! assert!(warnings.is_empty());
//!
//! let mut pose = Pose::rest(&skeleton);
//! pose.rigid[1].rotation = Quat::from_rotation_z(1.0);
//! let scale_inheritance = vec![ScaleInheritance::Children; skeleton.len()];
//! let posed = forward(&skeleton, pose.user_transforms(), &scale_inheritance)?;
//! let palette = MatrixPalette::new(&PosedSkin::new(&posed, &bind)?);
//! assert_eq!(palette.posed_from_bind[0], Affine3A::IDENTITY);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use)]

// In suggested reading order.
mod motion;

mod human_bone;

mod skeleton;

mod bind;

mod pairs;

mod posing;

mod driven;

mod test_poses;

mod limb_end;

mod palette;

mod influences;

mod inputs;

mod clip;

mod edit;

mod hinge_joints;
mod twist_joints;

mod template;

mod threads;

pub use bind::bone_segment::BoneSegment;
pub use bind::joint_slot::JointSlot;
pub use bind::rig::Rig;
pub use bind::{BindError, BindPose, BindWarning};
pub use clip::track::{
    HandleLength, Interpolation, Key, KeyKind, KeyMode, Keyed, PlainTrack, Segment, Tangents,
    Track, TrackError,
};
pub use clip::{
    AnimationLayer, AnyTrack, Channel, Clip, ClipEdit, ClipError, ClipId, ClipLayer, ClipMarker,
    ClipMix, ConstrainedPoses, ConvertedRotation, EulerCurves, EulerError, EulerOrder,
    GroundMotion, JoinedClip, JointBox, JointChannel, JointTrack, KeptKeys, KeyAdjustment, KeyAt,
    KeyChanges, KeyValue, Keys, LaidClip, LayeredClip, MOST_EULER_KEYS, MergeError, MirroredTracks,
    MixPace, MixedClip, MorphTrack, MovedKey, NewKey, OwnPose, ReducedKeys, Reduction, Repeat,
    RepeatError, RepeatOffset, RootMotion, RootMotionError, SAME_KEY, SearchLimits, Target,
    TimeWarp, TrackHints, WeightCurve, WeightKey, distinct_keys, ground_motion, least_frames,
    reduced_track, times_to_measure,
};
pub use dq_math::SignRule;
pub use driven::angle::{DriverAngle, DriverMeasure};
pub use driven::channel::{DrivenChannel, DrivenCombine, DrivenTarget, MappedJoint};
pub use driven::constraint_set::NodeConstraints;
pub use driven::curve::{DrivenCurve, DrivenCurveError, DrivenKey};
pub use driven::error::DrivenError;
pub use driven::interpolator::{
    InterpolatedPose, MOST_POSE_JOINTS, MOST_POSES, PoseInterpolator, PoseInterpolatorError,
    PoseKernel,
};
pub use driven::mapped_constraints::MappedConstraints;
pub use driven::node_constraint::{
    AimAxis, AimFrames, ConstraintKind, ConstraintRests, NodeConstraint,
};
pub use driven::set::{DrivenMemory, DrivenSet, MappedDriven};
pub use edit::draft::{Children, SkeletonDraft};
pub use edit::edit_error::EditError;
pub use edit::orient::{BendAxis, Orientation, orient_joints};
pub use edit::remapped_bind::RemappedBind;
pub use edit::rigid_rest::RigidRests;
pub use edit::skeleton_remap::{RemappedClip, SkeletonRemap};
/// The vectors of the public functions: whoever takes this crate needs no version of its own.
pub use glam;
pub use hinge_joints::{FULL_BEND, Hinge, HingeFrame, HingeSide};
pub use human_bone::{BodySide, HumanBone, UnknownHumanBone};
pub use influences::influence_row::{GradientRow, InfluenceRow};
pub use influences::joint_weight::JointWeight;
pub use influences::{
    BATCH_PAGE, BatchPage, InfluenceBatches, InfluenceError, InfluenceLayout, Influences,
    InfluencesBuilder, JointFormat, JointList, JointSets, MoreInfluences, PackedInfluences,
    RowList, VertexOrder, WeightFormat,
};
pub use inputs::map_kind::{ByMap, MapKind};
pub use inputs::normal_rule::{NormalRule, UnknownNormalRule};
pub use inputs::vertex_map::VertexMap;
pub use inputs::vertices::Vertices;
pub use inputs::weight_gradients::{StencilSum, WeightGradients, WeightedTerm};
pub use inputs::weighting::Weighting;
pub use motion::axis::Axis;
pub use motion::go_on::GoOn;
pub use motion::joint::JointIndex;
pub use motion::joint_limits::{JointLimits, LimitAxes, SwingTwist};
pub use motion::local::{LocalTransform, Trs};
pub use motion::polar::{Polar, SingularValues, polar, singular_values};
pub use motion::rigid::Rigid;
pub use motion::scale_inheritance::{ScaleInheritance, UnknownScaleInheritance};
pub use motion::stretch::{PrincipalAxes, Stretch};
pub use pairs::mirror::mirror_pose;
pub use pairs::name_patterns::{NamePatternError, NamePatterns};
pub use pairs::{JointPairs, PairEvidence, PairPlane, PairedBy, Pairing};
pub use palette::any_palette::Palette;
pub use palette::bone_turn::BoneTurn;
pub use palette::method::{Aspect, Method, UnknownMethod};
pub use palette::posed_skin::PosedSkin;
pub use palette::rigid_blend::RigidBlend;
pub use palette::rotation_centers::{RotationCenters, rotation_center, rotation_center_of_set};
pub use palette::split::Split;
pub use palette::twist_spread::{BoneTwist, TwistSpread};
pub use palette::{
    AffineDualQuatPalette, DualQuatPalette, MatrixPalette, PaletteMemory, TwoPhasePalette,
};
pub use posing::address::{AddressMatch, Addresses};
pub use posing::forward::{ForwardError, PoseMemory, PosedSkeleton, forward, forward_into};
pub use posing::layer_inverse::LayeredJoint;
pub use posing::mix::Mixed;
pub use posing::pins::{HeldPose, Pin, PinGoal, pin_jacobian, pin_step, solve_pins};
pub use posing::pose_layers::{LayerMode, PoseLayer};
pub use posing::preset::{JointPreset, MatchedJoint, PosePreset, PresetMatch};
pub use posing::two_bone::{Limb, LimbGoal, solve_two_bone_ik};
pub use posing::two_bones::{TwoBoneGoal, TwoBoneReach, TwoBones};
pub use skeleton::Skeleton;
pub use skeleton::builder::{MAX_JOINTS, SkeletonBuilder, SkeletonError};
pub use skeleton::local_keys::LocalKeys;
pub use skeleton::pose::{Pose, UserTransform};
pub use template::{
    FaceJoints, FitError, FittedJoint, Marker, MarkerSide, SkeletonTemplate, TemplateKind,
    TemplateOptions, TwistJoints,
};
pub use test_poses::roles::{Role as JointRole, joint_roles};
pub use test_poses::{JointMotion, MOST_TEST_POSES, TestPose, joint_motions, test_poses};
pub use twist_joints::{
    InsertedTwist, LimbTwist, MOST_TWIST_JOINTS, PlacedJoint, TwistSource, TwistedLimb,
};

/// The examples of this crate's README, which run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
