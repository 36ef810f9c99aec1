//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{
    Addresses, BindError, BindPose, BoneSegment, Clip, ClipEdit, ClipError, ForwardError,
    InfluenceError, Influences, InfluencesBuilder, JointPairs, JointSets, PackedInfluences,
    Palette, PaletteMemory, Pose, PoseMemory, PosePreset, PosedSkeleton, PosedSkin, Rig,
    RotationCenters, Skeleton, SkeletonBuilder, SkeletonDraft, SkeletonError, SkeletonTemplate,
    Track, TrackError, TrackHints, VertexMap, Vertices, WeightGradients, Weighting,
};

const fn shared<T: Send + Sync>() {}

const _: () = {
    shared::<Skeleton>();
    shared::<SkeletonBuilder>();
    shared::<SkeletonDraft<'static>>();
    shared::<SkeletonError>();
    shared::<SkeletonTemplate>();
    shared::<BindPose>();
    shared::<BindError>();
    shared::<Rig>();
    shared::<Pose>();
    shared::<PoseMemory>();
    shared::<PosePreset>();
    shared::<PosedSkeleton<'static>>();
    shared::<PosedSkin<'static>>();
    shared::<ForwardError>();
    shared::<Palette>();
    shared::<PaletteMemory>();
    shared::<RotationCenters>();
    shared::<Influences>();
    shared::<InfluencesBuilder>();
    shared::<InfluenceError>();
    shared::<JointPairs>();
    shared::<JointSets>();
    shared::<PackedInfluences>();
    shared::<VertexMap>();
    shared::<Vertices<'static>>();
    shared::<Weighting<'static>>();
    shared::<WeightGradients>();
    shared::<BoneSegment>();
    shared::<Clip>();
    shared::<ClipEdit>();
    shared::<ClipError>();
    shared::<TrackHints>();
    shared::<TrackError>();
    shared::<Addresses<'static>>();
    shared::<Track<f32>>();
};
