//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{
    Addresses, BindError, BindPose, BoneSegment, Clip, ClipEdit, ClipError, ForwardError,
    InfluenceBatches, InfluenceError, Influences, InfluencesBuilder, JointPairs, JointSets,
    PackedInfluences, Palette, PaletteMemory, Pose, PoseMemory, PosePreset, PosedSkeleton,
    PosedSkin, Rig, RotationCenters, Skeleton, SkeletonBuilder, SkeletonDraft, SkeletonError,
    SkeletonTemplate, Track, TrackError, TrackHints, VertexMap, VertexOrder, Vertices,
    WeightGradients, Weighting,
};

const fn assert_send_sync<T: Send + Sync>() {}

const _: () = {
    assert_send_sync::<Skeleton>();
    assert_send_sync::<SkeletonBuilder>();
    assert_send_sync::<SkeletonDraft<'static>>();
    assert_send_sync::<SkeletonError>();
    assert_send_sync::<SkeletonTemplate>();
    assert_send_sync::<BindPose>();
    assert_send_sync::<BindError>();
    assert_send_sync::<Rig>();
    assert_send_sync::<Pose>();
    assert_send_sync::<PoseMemory>();
    assert_send_sync::<PosePreset>();
    assert_send_sync::<PosedSkeleton<'static>>();
    assert_send_sync::<PosedSkin<'static>>();
    assert_send_sync::<ForwardError>();
    assert_send_sync::<Palette>();
    assert_send_sync::<PaletteMemory>();
    assert_send_sync::<RotationCenters>();
    assert_send_sync::<Influences>();
    assert_send_sync::<InfluencesBuilder>();
    assert_send_sync::<InfluenceError>();
    assert_send_sync::<JointPairs>();
    assert_send_sync::<JointSets>();
    assert_send_sync::<PackedInfluences>();
    assert_send_sync::<InfluenceBatches>();
    assert_send_sync::<VertexOrder>();
    assert_send_sync::<VertexMap>();
    assert_send_sync::<Vertices<'static>>();
    assert_send_sync::<Weighting<'static>>();
    assert_send_sync::<WeightGradients>();
    assert_send_sync::<BoneSegment>();
    assert_send_sync::<Clip>();
    assert_send_sync::<ClipEdit>();
    assert_send_sync::<ClipError>();
    assert_send_sync::<TrackHints>();
    assert_send_sync::<TrackError>();
    assert_send_sync::<Addresses<'static>>();
    assert_send_sync::<Track<f32>>();
};
