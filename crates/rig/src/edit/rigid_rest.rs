//! Rests without a stretch that an edit has left, where clips can be given in them.

use crate::edit::rebase::channels_or_matrix;
use crate::{Channel, Clip, EditError, JointIndex, JointTrack, LocalTransform, Skeleton, Trs};
use glam::{DAffine3, DMat3};
use std::collections::{BTreeMap, BTreeSet};

/// Stretches that differ from a uniform one by less than this, relative to it, are uniform.
const UNIFORM: f64 = 1e-5;

/// A skeleton with rests as rigid as its clips allow, and the way of clips onto it.
///
/// Frames `B_i` stay what they are, and so does what a pose does relative to rest; of the stretches `P_i` those named become uniform:
/// `P'_i = f_i`, which is one but in files whose roots are scaled. So local
/// transforms become `L'_i = (P'_p⁻¹ P_p) L_i (P_i⁻¹ P'_i)`, at rest and at every time of a clip. Channels can say that where a clip moves
/// the joint only if both factors are uniform.
#[derive(Clone, Debug, PartialEq)]
pub struct RigidRests {
    skeleton: Skeleton,
    /// Factors of `P'_p⁻¹ P_p` and `P_i⁻¹ P'_i` by joint; one where they change nothing.
    factors: Vec<(f32, f32)>,
    /// Joints that keep a stretch that was asked to go.
    kept: Vec<JointIndex>,
}

impl RigidRests {
    /// The skeleton with its new rests; joints and keys are as before.
    #[must_use]
    pub const fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// Joints that keep their stretch, since clips could not be given without it.
    #[must_use]
    pub fn stretched_joints(&self) -> &[JointIndex] {
        &self.kept
    }

    /// The same motion on the new skeleton.
    #[must_use]
    pub fn clip(&self, clip: &Clip) -> Clip {
        let tracks = clip.tracks().iter().map(|track| {
            let factors = self.factors.get(track.joint.index());
            let (above, own) = factors.copied().unwrap_or((1.0, 1.0));
            JointTrack {
                joint: track.joint,
                channel: scale_channel(&track.channel, (above, above * own)),
            }
        });
        clip.clone()
            .with_tracks(tracks.collect(), clip.morphs().to_vec())
    }
}

/// Translations times the first factor, scale and shear times the second.
fn scale_channel(channel: &Channel, (place, size): (f32, f32)) -> Channel {
    let by = |track: &crate::Track<glam::Vec3>, factor: f32| {
        let scaled = track.map(|value| value * factor, |tangent| tangent * factor);
        // Factors are finite; a product beyond f32 leaves the track as it is.
        scaled.unwrap_or_else(|_| track.clone())
    };
    match channel {
        Channel::Translation(track) if place != 1.0 => Channel::Translation(by(track, place)),
        Channel::Scale(track) if size != 1.0 => Channel::Scale(by(track, size)),
        Channel::Shear(track) if size != 1.0 => Channel::Shear(by(track, size)),
        other => other.clone(),
    }
}

impl Skeleton {
    /// The skeleton with the rest stretch of these joints made the factor given for each, as far as these clips can be given then.
    ///
    /// # Errors
    ///
    /// Local transforms that are not finite, which none are.
    pub fn with_rigid_rests(
        &self,
        joints: &BTreeMap<JointIndex, f32>,
        clips: &[Clip],
    ) -> Result<RigidRests, EditError> {
        let moved: BTreeSet<JointIndex> = clips
            .iter()
            .flat_map(Clip::tracks)
            .map(|track| track.joint)
            .collect();
        let moving_parents: BTreeSet<JointIndex> = moved
            .iter()
            .filter(|joint| joint.index() < self.len())
            .filter_map(|&joint| self.parent(joint))
            .collect();
        let is_moved = |joint| moved.contains(&joint) || moving_parents.contains(&joint);
        let gone = self.rigid_set(joints, is_moved);
        let mut locals = BTreeMap::new();
        let mut factors = Vec::with_capacity(self.len());
        for joint in self.joints() {
            let above = self.parent(joint).filter(|parent| gone.contains(parent));
            let own = gone.contains(&joint).then_some(joint);
            let stretch = |of: Option<JointIndex>| {
                of.map_or(DMat3::IDENTITY, |of| self.rest_stretch(of).as_dmat3())
            };
            let wanted =
                |of: Option<JointIndex>| of.and_then(|of| joints.get(&of).copied()).unwrap_or(1.0);
            let factor = |of: Option<JointIndex>| {
                of.and_then(|of| self.uniform_rest_scale(of)).unwrap_or(1.0) / wanted(of)
            };
            factors.push((factor(above), 1.0 / factor(own)));
            if above.is_some() || own.is_some() {
                let (above_by, own_by) = (f64::from(wanted(above)), f64::from(wanted(own)));
                let local = linear(stretch(above) * above_by.recip())
                    * self.local(joint).to_affine64()
                    * linear(stretch(own).inverse() * own_by);
                locals.insert(self.key(joint), self.on_its_side(joint, local));
            }
        }
        let mut draft = self.draft();
        draft.set_locals(&locals);
        Ok(RigidRests {
            skeleton: draft.build()?.skeleton().clone(),
            factors,
            kept: joints
                .keys()
                .copied()
                .filter(|joint| !gone.contains(joint))
                .collect(),
        })
    }

    /// Of the joints named those whose stretch can go. Beside one that is uneven no other may stay: between the two there would be shear.
    fn rigid_set(
        &self,
        joints: &BTreeMap<JointIndex, f32>,
        is_moved: impl Fn(JointIndex) -> bool,
    ) -> BTreeSet<JointIndex> {
        let is_uniform = |joint| self.uniform_rest_scale(joint).is_some();
        // Children first: an uneven stretch can go only where those of all children go.
        let mut stays_below = BTreeSet::new();
        let mut may_go = BTreeSet::new();
        for joint in self.joints().rev() {
            let uneven_goes = !is_moved(joint) && !stays_below.contains(&joint);
            if joints.contains_key(&joint) && (is_uniform(joint) || uneven_goes) {
                may_go.insert(joint);
            } else {
                stays_below.extend(self.parent(joint));
            }
        }
        // Then parents first: an uneven one can go only where the one above goes or is even.
        let mut gone = BTreeSet::new();
        for joint in self.joints().filter(|joint| may_go.contains(joint)) {
            let above = self.parent(joint);
            let is_even_above =
                above.is_none_or(|above| gone.contains(&above) || is_uniform(above));
            if is_uniform(joint) || is_even_above {
                gone.insert(joint);
            }
        }
        gone
    }

    /// Channels with the rotation's sign as it was: keys of clips are counted from there.
    fn on_its_side(&self, joint: JointIndex, local: DAffine3) -> LocalTransform {
        let mut channels = channels_or_matrix(local);
        let before = self.local_keys(joint).rotation;
        if let LocalTransform::Trs(Trs { rotation, .. }) = &mut channels
            && rotation.dot(before) < 0.0
        {
            *rotation = -*rotation;
        }
        channels
    }

    /// The factor of a rest stretch that is the same along all axes, and no mirror.
    #[must_use]
    pub fn uniform_rest_scale(&self, joint: JointIndex) -> Option<f32> {
        let stretch = self.rest_stretch(joint).as_dmat3();
        let factor = (stretch.x_axis.x + stretch.y_axis.y + stretch.z_axis.z) / 3.0;
        let rest = stretch - DMat3::from_diagonal(glam::DVec3::splat(factor));
        let far = [rest.x_axis, rest.y_axis, rest.z_axis].map(|axis| axis.abs().max_element());
        let far = far.into_iter().fold(0.0, f64::max);
        #[expect(clippy::cast_possible_truncation, reason = "of 32-bit numbers")]
        (factor > 0.0 && far <= UNIFORM * factor).then_some(factor as f32)
    }
}

fn linear(matrix3: DMat3) -> DAffine3 {
    DAffine3::from_mat3(matrix3)
}
