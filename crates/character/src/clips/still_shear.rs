//! Keys of shear that shear nothing: no channel of a node holds them, and no second node is made for them. The extras of the node keep
//! them, for all clips.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;
use rig::{Channel, JointIndex, JointTrack, Skeleton, Track};

use crate::bytes::reader::Reader;
use crate::json::tree::Node;
use crate::model::kept::own;
use crate::nodes::kept_keys::read_track;

/// The member of a node: a list of tracks as in [`kept_keys`](crate::nodes::kept_keys), each with the number of its `clip`.
pub(crate) const SHEAR_KEYS: &str = "shear_keys";

/// Shear below this fraction of the scale is rounding: some eight steps of `f32`.
const NO_SHEAR: f32 = 1e-6;

/// By animation, the nodes with their keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct StillShear(BTreeMap<usize, Vec<(usize, Track<Vec3>)>>);

impl StillShear {
    pub(crate) fn read(reader: &Reader<'_>) -> Self {
        let mut read = Self::default();
        for (node, value) in reader.root.value.items("nodes").iter().enumerate() {
            let Some(own) = own(value) else { continue };
            let keys = own.items(SHEAR_KEYS);
            for (clip, track) in keys.iter().filter_map(|value| read_keys(reader, value)) {
                read.0.entry(clip).or_default().push((node, track));
            }
        }
        read
    }

    /// Gives an animation's joints their keys, but for those that are sheared anyway.
    pub(crate) fn add_to(
        &self,
        tracks: &mut Vec<JointTrack>,
        animation: usize,
        (skeleton, joints): (&Skeleton, &BTreeMap<usize, JointIndex>),
    ) {
        let Some(kept) = self.0.get(&animation) else {
            return;
        };
        let is_shear = |track: &&JointTrack| matches!(track.channel, Channel::Shear(_));
        let known = tracks.iter().filter(is_shear).map(|track| track.joint);
        let mut known: BTreeSet<JointIndex> = known.collect();
        for (node, track) in kept {
            let Some(&joint) = joints.get(node) else {
                continue;
            };
            // Only keys that shear nothing are kept so; others come from changed extras or a changed scale.
            if !shears(skeleton, joint, track) && known.insert(joint) {
                let channel = Channel::Shear(track.clone());
                tracks.push(JointTrack { joint, channel });
            }
        }
    }
}

/// Whether keys of shear do anything to a joint.
pub(crate) fn shears(skeleton: &Skeleton, joint: JointIndex, shear: &Track<Vec3>) -> bool {
    let largest = shear.extremes().fold(0.0, |largest: f32, value| {
        largest.max(value.abs().max_element())
    });
    let size = skeleton.local_keys(joint).stretch.scale.abs().max_element();
    largest > NO_SHEAR * size
}

/// Keys of shear with the animation that they belong to.
fn read_keys(reader: &Reader<'_>, value: Node<'_>) -> Option<(usize, Track<Vec3>)> {
    let clip = value.get("clip").and_then(Node::as_u64)?;
    match read_track(reader, value)? {
        Channel::Shear(track) => Some((usize::try_from(clip).ok()?, track)),
        _ => None,
    }
}
