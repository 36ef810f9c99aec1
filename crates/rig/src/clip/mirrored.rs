//! Clips seen in the mirror of the model.

use super::{AnyTrack, Channel, Clip, JointChannel, JointTrack, Keys, Target};
use crate::pairs::mirror::{mirrored_rigid, turn_between};
use crate::{
    JointIndex, JointPairs, Key, KeyMode, LocalKeys, Skeleton, Stretch, Tangents, Track,
    TrackError, UserTransform,
};
use glam::{DMat3, DQuat, Mat3, Quat, Vec3};

/// What makes a clip its mirror image: the arguments of [`ClipEdit::SetTracks`](super::ClipEdit::SetTracks), and what to tell.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MirroredTracks {
    /// Tracks of joints, mirrored.
    pub set: Vec<AnyTrack>,
    /// What the mirror image does not move.
    pub remove: Vec<Target>,
    /// Joints with tracks that have no partner: their tracks stay as they are.
    pub alone: Vec<JointIndex>,
    /// Joints under an uneven rest scale, whose keys are exact and whose curves between them are not.
    pub resampled: Vec<JointIndex>,
}

/// The constants between a joint's keys and those of its partner, both at evenly scaled rests.
struct MirrorTransform {
    /// `P_j` of [`mirror_pose`](crate::mirror_pose), of unit length.
    turn: DQuat,
    /// `R_i` of the partner and `R_j` of the joint, each in its parent.
    rests: [crate::Rigid; 2],
    /// Scale of the parent's rest frame, of both.
    parents: [f64; 2],
    /// What a stretch of keys is multiplied by.
    stretch: f64,
}

impl Clip {
    /// What each joint does, its partner does on the other side, at the same times.
    ///
    /// Keys of a joint are those of its partner i under a constant linear map, by [`mirror_pose`](crate::mirror_pose) and the rest frames,
    ///
    /// ```text
    /// translation  t'_j = (r_j − R_j P_j R_iᵀ (p_i t_i − r_i)) / p_j
    /// rotation     Q'_j = R_j P_j R_iᵀ Q_i P_jᵀ
    /// stretch      H'_j = c P_j H_i P_jᵀ
    /// ```
    ///
    /// so that tangents go along and curves are exact between keys too; twice mirrored is the clip, to rounding. Where `P_j` does not map axes
    /// to axes, a scale gains shear. Under an uneven rest scale the map is not linear: there only the keys are exact.
    /// Tracks over morph weights stay.
    ///
    /// # Errors
    ///
    /// Keys that are not finite once mirrored.
    pub fn mirror_tracks(
        &self,
        skeleton: &Skeleton,
        pairs: &JointPairs,
    ) -> Result<MirroredTracks, TrackError> {
        let mut tracks = MirroredTracks::default();
        for joint in skeleton.joints() {
            let partner = pairs.partner(joint);
            match partner.filter(|partner| partner.index() < skeleton.len()) {
                Some(partner) => {
                    let pair = ([joint, partner], pairs.plane_of(joint).normal);
                    self.mirror_joint(skeleton, pair, &mut tracks)?;
                }
                None if self.moves(joint) => tracks.alone.push(joint),
                None => {}
            }
        }
        Ok(tracks)
    }

    fn mirror_joint(
        &self,
        skeleton: &Skeleton,
        ([joint, partner], normal): ([JointIndex; 2], Vec3),
        tracks: &mut MirroredTracks,
    ) -> Result<(), TrackError> {
        let is_even = skeleton.has_even_rest(joint) && skeleton.has_even_rest(partner);
        let channels = if is_even {
            let between = MirrorTransform::new(skeleton, [joint, partner], normal);
            self.map_channels(skeleton, partner, &between)?
        } else {
            self.resample_channels(skeleton, [joint, partner], normal)?
        };
        if !is_even && !channels.is_empty() {
            tracks.resampled.push(joint);
        }
        let targets = JointChannel::ALL.map(|kind| (kind, Target::Joint(joint, kind)));
        let is_set = |kind| {
            channels
                .iter()
                .any(|channel: &Channel| channel.kind() == kind)
        };
        let gone = targets.into_iter().filter(|(kind, target)| {
            let has_keys = self.keys(*target).is_some();
            has_keys && !is_set(*kind)
        });
        tracks.remove.extend(gone.map(|(_, target)| target));
        let set = channels.into_iter();
        let set = set.map(|channel| AnyTrack::Joint(JointTrack { joint, channel }));
        tracks.set.extend(set);
        Ok(())
    }

    fn moves(&self, joint: JointIndex) -> bool {
        let mut channels = JointChannel::ALL.into_iter();
        channels.any(|kind| self.keys(Target::Joint(joint, kind)).is_some())
    }

    fn vectors(&self, joint: JointIndex, kind: JointChannel) -> Option<&Track<Vec3>> {
        match self.keys(Target::Joint(joint, kind)) {
            Some(Keys::Vector(track)) => Some(track),
            _ => None,
        }
    }

    fn rotations(&self, joint: JointIndex) -> Option<&Track<Quat>> {
        match self.keys(Target::Joint(joint, JointChannel::Rotation)) {
            Some(Keys::Rotation(track)) => Some(track),
            _ => None,
        }
    }

    /// The channels that a joint gets from its partner.
    fn map_channels(
        &self,
        skeleton: &Skeleton,
        partner: JointIndex,
        between: &MirrorTransform,
    ) -> Result<Vec<Channel>, TrackError> {
        let mut channels = Vec::new();
        if let Some(track) = self.vectors(partner, JointChannel::Translation) {
            let track = track.map(|at| between.place(at), |by| between.way(by))?;
            channels.push(Channel::Translation(track));
        }
        if let Some(track) = self.rotations(partner) {
            // Values only: a tangent has no length to keep.
            let unit = |turned| between.rotation(turned).normalize();
            let track = track.map(unit, |slope| between.rotation(slope))?;
            channels.push(Channel::Rotation(track));
        }
        let scale = self.vectors(partner, JointChannel::Scale);
        let shear = self.vectors(partner, JointChannel::Shear);
        let rest = skeleton.local_keys(partner).stretch;
        channels.extend(self.stretch_channels((scale, shear), rest, between)?);
        Ok(channels)
    }

    /// Scale and shear hang together, unless axes go to axes.
    fn stretch_channels(
        &self,
        (scale, shear): (Option<&Track<Vec3>>, Option<&Track<Vec3>>),
        rest: Stretch,
        between: &MirrorTransform,
    ) -> Result<Vec<Channel>, TrackError> {
        let of_scale = |scale, shear| between.stretch(Stretch { scale, shear }).scale;
        let of_shear = |scale, shear| between.stretch(Stretch { scale, shear }).shear;
        let none = Vec3::ZERO;
        let mut channels = Vec::new();
        // Then scale and shear do not mix, and each keeps the keys of its own track.
        if between.keeps_axes() {
            if let Some(scale) = scale {
                let map = |scale| of_scale(scale, none);
                channels.push(Channel::Scale(scale.map(map, map)?));
            }
            if let Some(shear) = shear {
                let map = |shear| of_shear(none, shear);
                channels.push(Channel::Shear(shear.map(map, map)?));
            }
            return Ok(channels);
        }
        match (scale, shear) {
            (None, None) => {}
            (Some(scale), None) => {
                // What has no track rests, a constant that the map takes along; tangents are without it.
                let at = rest.shear;
                let to_scale = scale.map(|s| of_scale(s, at), |by| of_scale(by, none))?;
                let to_shear = scale.map(|s| of_shear(s, at), |by| of_shear(by, none))?;
                channels.extend([Channel::Scale(to_scale), Channel::Shear(to_shear)]);
            }
            (None, Some(shear)) => {
                let at = rest.scale;
                let to_scale = shear.map(|h| of_scale(at, h), |by| of_scale(none, by))?;
                let to_shear = shear.map(|h| of_shear(at, h), |by| of_shear(none, by))?;
                channels.extend([Channel::Scale(to_scale), Channel::Shear(to_shear)]);
            }
            (Some(scale), Some(shear)) => {
                let cyclic = self.cycle();
                // Between keys of the other track a curve with lengths of tangents is none of these two alone.
                let [plain_scale, plain_shear] = [scale.plain()?, shear.plain()?];
                let scale = plain_scale.as_ref().map_or(scale, |plain| &plain.track);
                let shear = plain_shear.as_ref().map_or(shear, |plain| &plain.track);
                let both = together(scale, shear);
                let track = |of: &dyn Fn(Vec3, Vec3) -> Vec3| {
                    let keys = both.iter().map(|(scale, shear)| Key {
                        time: scale.time,
                        value: of(scale.value, shear.value),
                        tangents: [0, 1].map(|side| of(scale.tangents[side], shear.tangents[side])),
                        mode: scale.mode,
                    });
                    Track::from_keys(keys.collect(), cyclic)
                };
                channels.push(Channel::Scale(track(&of_scale)?));
                channels.push(Channel::Shear(track(&of_shear)?));
            }
        }
        Ok(channels)
    }

    /// Keys at all times of the partner's tracks, with automatic tangents.
    fn resample_channels(
        &self,
        skeleton: &Skeleton,
        [joint, partner]: [JointIndex; 2],
        normal: Vec3,
    ) -> Result<Vec<Channel>, TrackError> {
        let targets = JointChannel::ALL.map(|kind| Target::Joint(partner, kind));
        let mut times: Vec<f32> = Vec::new();
        for keys in targets.into_iter().filter_map(|target| self.keys(target)) {
            times.extend(keys.times());
        }
        times.sort_by(f32::total_cmp);
        times.dedup();
        if times.is_empty() {
            return Ok(Vec::new());
        }
        let turn = turn_between(skeleton, [joint, partner], normal);
        // By way of the user's transform, whose mirror image is defined for any rest.
        let seen = |&time: &f32| {
            let mut local = skeleton.local_keys(partner);
            for track in self.tracks().iter().filter(|track| track.joint == partner) {
                track.channel.sample_into(&mut local, &mut 0, time);
            }
            let user = skeleton.user_of_local_keys(partner, &local);
            let across = Mat3::from_quat(turn);
            let seen = UserTransform {
                rigid: mirrored_rigid(turn, user.rigid),
                linear: across * user.linear * across.transpose(),
            };
            skeleton.local_keys_of_user(joint, &seen)
        };
        let seen: Vec<LocalKeys> = times.iter().map(seen).collect();
        let cyclic = self.cycle();
        let vectors = |of: &dyn Fn(&LocalKeys) -> Vec3| {
            let keys = times.iter().zip(&seen);
            let keys = keys.map(|(&time, seen)| automatic(time, of(seen), Vec3::ZERO));
            Track::from_keys(keys.collect(), cyclic)
        };
        let still = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        let turns = times.iter().zip(&seen);
        let turns = turns.map(|(&time, seen)| automatic(time, seen.rotation, still));
        Ok(vec![
            Channel::Translation(vectors(&|seen| seen.translation)?),
            Channel::Rotation(Track::from_keys(turns.collect(), cyclic)?),
            Channel::Scale(vectors(&|seen| seen.stretch.scale)?),
            Channel::Shear(vectors(&|seen| seen.stretch.shear)?),
        ])
    }
}

fn automatic<T>(time: f32, value: T, still: T) -> Key<T>
where
    T: Copy,
{
    Key {
        time,
        value,
        tangents: [still; 2],
        mode: KeyMode {
            out: crate::Segment::Cubic,
            tangents: Tangents::Auto,
            ..KeyMode::default()
        },
    }
}

/// The keys of both tracks at the times of either; where one has no key, its value and slope.
fn together(one: &Track<Vec3>, other: &Track<Vec3>) -> Vec<(Key<Vec3>, Key<Vec3>)> {
    let mut times: Vec<f32> = one.times().iter().chain(other.times()).copied().collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let (one_keys, other_keys) = (one.keys(), other.keys());
    let at = |track: &Track<Vec3>, keys: &[Key<Vec3>], time: f32| {
        let after = keys.partition_point(|key| key.time <= time);
        let before = after.checked_sub(1).and_then(|place| keys.get(place));
        let own = before.filter(|key| key.time.to_bits() == time.to_bits());
        let mode = before
            .or(keys.first())
            .map_or(KeyMode::default(), |key| key.mode);
        let mut key = own.copied().unwrap_or(Key {
            time,
            value: track.sample(time),
            tangents: [track.slope(time); 2],
            mode,
        });
        // Computed among the keys of both tracks it would be another tangent.
        if key.mode.tangents == Tangents::Auto {
            key.mode.tangents = Tangents::Free;
        }
        key
    };
    let pair = |&time: &f32| (at(one, &one_keys, time), at(other, &other_keys, time));
    times.iter().map(pair).collect()
}

impl MirrorTransform {
    fn new(skeleton: &Skeleton, [joint, partner]: [JointIndex; 2], normal: Vec3) -> Self {
        let even = |of: JointIndex| f64::from(skeleton.rest_stretch(of).x_axis.x);
        let parents = [partner, joint].map(|of| skeleton.parent(of).map_or(1.0, even));
        let [own_i, own_j] = [partner, joint].map(even);
        Self {
            turn: turn_between(skeleton, [joint, partner], normal)
                .as_dquat()
                .normalize(),
            rests: [partner, joint].map(|of| skeleton.keyed_rest(of)),
            parents,
            stretch: parents[0] / own_i * (own_j / parents[1]),
        }
    }

    fn turns(&self) -> [DQuat; 2] {
        self.rests.map(|rest| rest.rotation.as_dquat().normalize())
    }

    fn place(&self, at: Vec3) -> Vec3 {
        let [from, to] = self.rests.map(|rest| rest.translation.as_dvec3());
        let [turn_i, turn_j] = self.turns();
        let user = turn_i.conjugate() * (at.as_dvec3() * self.parents[0] - from);
        // Adding zero turns the negative zeros of a mirror into zeros.
        ((to - turn_j * (self.turn * user)) / self.parents[1]).as_vec3() + Vec3::ZERO
    }

    /// The linear part of `place`, for tangents.
    fn way(&self, by: Vec3) -> Vec3 {
        let [turn_i, turn_j] = self.turns();
        let user = turn_i.conjugate() * (by.as_dvec3() * self.parents[0]);
        (-(turn_j * (self.turn * user)) / self.parents[1]).as_vec3() + Vec3::ZERO
    }

    fn rotation(&self, turned: Quat) -> Quat {
        let [turn_i, turn_j] = self.turns();
        let turned = turn_j * self.turn * turn_i.conjugate() * turned.as_dquat();
        (turned * self.turn.conjugate()).as_quat()
    }

    /// `P_j` as a matrix, of zeros and ones where axes go to axes.
    fn axes(&self) -> DMat3 {
        let axes = DMat3::from_quat(self.turn);
        if self.keeps_axes() {
            DMat3::from_cols_array(&axes.to_cols_array().map(f64::round))
        } else {
            axes
        }
    }

    fn keeps_axes(&self) -> bool {
        let axes = DMat3::from_quat(self.turn).to_cols_array();
        axes.iter()
            // Rests in f32 miss exact turns by some 1e-7.
            .all(|number| (number - number.round()).abs() < 1e-6)
    }

    fn stretch(&self, stretch: Stretch) -> Stretch {
        let axes = self.axes();
        let seen = axes * stretch.to_mat3().as_dmat3() * axes.transpose() * self.stretch;
        let seen = Stretch::from_symmetric(seen.as_mat3());
        Stretch {
            scale: seen.scale + Vec3::ZERO,
            shear: seen.shear + Vec3::ZERO,
        }
    }
}
