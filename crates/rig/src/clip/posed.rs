//! Clips sampled without new memory.

use super::Clip;
use crate::{Pose, Skeleton};

/// Where each track of a clip was sampled last, so that the next time is found without a search. For one clip; after another, or
/// after an edit, it is only slower.
#[derive(Clone, Debug, Default)]
pub struct TrackHints(Vec<usize>);

impl Clip {
    /// [`sample`](Self::sample) into a pose that holds the base, or an earlier sample of this clip over it. Allocates nothing
    /// once `hints` has been used.
    pub fn sample_into(
        &self,
        skeleton: &Skeleton,
        time: f32,
        hints: &mut TrackHints,
        pose: &mut Pose,
    ) {
        hints.0.resize(self.tracks.len() + self.morphs.len(), 0);
        let (of_joints, of_morphs) = hints.0.split_at_mut(self.tracks.len());
        let mut rest_of_hints = of_joints;
        let posed = pose.len().min(skeleton.len());
        // Tracks are sorted by joint: the channels of one lie together, and its transform is composed once.
        for tracks in self.tracks.chunk_by(|one, next| one.joint == next.joint) {
            let (own, others) = rest_of_hints.split_at_mut(tracks.len());
            rest_of_hints = others;
            let joint = tracks[0].joint;
            if joint.index() >= posed {
                continue;
            }
            let mut local = skeleton.local_keys(joint);
            for (track, hint) in tracks.iter().zip(own) {
                track.channel.sample_into(&mut local, hint, time);
            }
            pose.set_user_transform(joint.index(), &skeleton.user_of_local_keys(joint, &local));
        }
        for (morph, hint) in self.morphs.iter().zip(of_morphs) {
            if let Some(weight) = pose.morph_weights.get_mut(morph.weight) {
                *weight = morph.track.sample_from(hint, time);
            }
        }
    }
}
