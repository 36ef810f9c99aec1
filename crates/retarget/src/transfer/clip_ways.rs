//! Translations, scale and shear of clips of one skeleton on another.

use super::clip::{ClipTransfer, KEYS_AT_ONCE, RetargetError, SAME, STILL};
use super::links::Link;
use super::retargeter::{Hips, turned_stretch};
use super::source_tracks::{JointTracks, Times};
use glam::{DAffine3, DMat3, DVec3, Quat, Vec3};
use rig::{
    Channel, Interpolation, JointIndex, JointTrack, LocalKeys, Pose, Rigid, Stretch, Track,
    TrackError, UserTransform,
};

impl ClipTransfer<'_, '_> {
    // ---- scale and shear --------------------------------------------------------------------------------------------

    /// Tracks of scale and shear that a joint takes from its twin.
    pub(super) fn stretch(
        &self,
        joint: usize,
        index: JointIndex,
    ) -> Result<Vec<Channel>, RetargetError> {
        let Some(twin) = self.retargeter.twins.get(joint).copied().flatten() else {
            return Ok(Vec::new());
        };
        let JointTracks {
            scale,
            shear,
            rotation,
            ..
        } = self.tracks.of(twin);
        // Where a rest is scaled unevenly, a turn stretches.
        let is_rigid = rotation.is_none() || self.tracks.is_even(twin);
        if scale.is_none() && shear.is_none() && is_rigid {
            return Ok(Vec::new());
        }
        let axes = self.retargeter.axes(twin, joint);
        let target = self.retargeter.target.skeleton;
        if axes.xyz().length() < SAME && self.is_one_scale(twin, index) {
            let scale = scale.map(|keys| Channel::Scale(keys.clone()));
            let shear = shear.map(|keys| Channel::Shear(keys.clone()));
            return Ok(scale.into_iter().chain(shear).collect());
        }
        let mut times = Times::default();
        self.tracks.of(twin).add_times(&mut times, false);
        let interpolation = times.interpolation();
        let times = times.into_list();
        let keys = times.iter().map(|&time| {
            let user = self.tracks.user(twin, time);
            let stretch = turned_stretch(Stretch::from_symmetric(user.linear), axes);
            let user = UserTransform {
                linear: stretch.to_mat3(),
                ..UserTransform::IDENTITY
            };
            target.local_keys_of_user(index, &user).stretch
        });
        let keys: Vec<Stretch> = keys.collect();
        stretch_channels(&times, &keys, interpolation).map_err(self.fault(index))
    }

    /// Whether scales of both joints mean the same: their rests are as large.
    fn is_one_scale(&self, twin: usize, index: JointIndex) -> bool {
        let twin = u16::try_from(twin).ok().map(JointIndex);
        let source = self.retargeter.source.skeleton;
        let own = twin.map(|twin| source.local_keys(twin).stretch);
        let theirs = self.retargeter.target.skeleton.local_keys(index).stretch;
        let is_even = twin.is_some_and(|twin| source.has_even_rest(twin));
        is_even && own == Some(theirs)
    }

    // ---- translation ------------------------------------------------------------------------------------------------

    pub(super) fn translation(
        &self,
        joint: usize,
        index: JointIndex,
    ) -> Result<Option<Track<Vec3>>, RetargetError> {
        let retargeter = self.retargeter;
        let twin = retargeter.twins.get(joint).copied().flatten();
        let carries = retargeter.carries.get(joint) == Some(&true);
        let hips = retargeter.hips.filter(|hips| hips.target == joint);
        let is_plain = retargeter.options.travel.is_whole();
        if let (Some(hips), false) = (hips, carries && is_plain) {
            return self.hips_translation(hips, index);
        }
        let moved = twin.filter(|_| carries);
        let Some((twin, track)) =
            moved.and_then(|twin| Some((twin, self.tracks.of(twin).translation?)))
        else {
            return Ok(None);
        };
        let key_of = |key: Vec3| {
            let mut pose = Pose::rest(retargeter.source.skeleton);
            if let Some(rigid) = pose.rigid.get_mut(twin) {
                rigid.translation = self.source_translation(twin, key);
            }
            self.target_translation(index, retargeter.carried(joint, &pose))
        };
        Affine::through(key_of)
            .carry(track)
            .map(Some)
            .map_err(self.fault(index))
    }

    /// The translation relative to rest that a key of the source means.
    fn source_translation(&self, joint: usize, key: Vec3) -> Vec3 {
        let skeleton = self.retargeter.source.skeleton;
        let index = u16::try_from(joint).ok().map(JointIndex);
        let user = index.map(|index| {
            let local = LocalKeys {
                translation: key,
                ..skeleton.local_keys(index)
            };
            skeleton.user_of_local_keys(index, &local)
        });
        user.map_or(Vec3::ZERO, |user| user.rigid.translation)
    }

    /// The key of a translation relative to rest.
    fn target_translation(&self, index: JointIndex, translation: Vec3) -> Vec3 {
        let user = UserTransform {
            rigid: Rigid::new(Quat::IDENTITY, translation),
            ..UserTransform::IDENTITY
        };
        self.retargeter
            .target
            .skeleton
            .local_keys_of_user(index, &user)
            .translation
    }

    /// The way of the hips in the model, seen from what they hang on.
    fn hips_translation(
        &self,
        hips: Hips,
        index: JointIndex,
    ) -> Result<Option<Track<Vec3>>, RetargetError> {
        let retargeter = self.retargeter;
        let mut times = Times::default();
        let own = self.tracks.of(hips.source);
        for joint in retargeter.source.frames.upwards(hips.source).skip(1) {
            self.tracks.of(joint).add_times(&mut times, true);
        }
        let above = retargeter.target.frames.upwards(hips.target).skip(1);
        for above in above.filter(|&above| retargeter.links.get(above) != Some(&Link::Rest)) {
            for joint in self.dependencies(above) {
                self.tracks.of(joint).add_times(&mut times, true);
            }
        }
        let key_at = |pose: &Pose| {
            let moved = retargeter.pose(pose);
            let own = moved
                .rigid
                .get(hips.target)
                .map_or(Vec3::ZERO, |rigid| rigid.translation);
            self.target_translation(index, own)
        };
        if times.is_empty() {
            let Some(track) = own.translation else {
                return Ok(None);
            };
            let still = self.tracks.pose(0.0);
            let key_of = |key: Vec3| {
                let mut pose = still.clone();
                let place = self.source_translation(hips.source, key);
                let own = pose.rigid.iter_mut().skip(hips.source).take(1);
                own.for_each(|rigid| rigid.translation = place);
                key_at(&pose)
            };
            return Affine::through(key_of)
                .carry(track)
                .map(Some)
                .map_err(self.fault(index));
        }
        own.add_times(&mut times, true);
        let interpolation = times.interpolation();
        let times = times.into_list();
        let mut keys = Vec::with_capacity(times.len());
        for (count, &time) in times.iter().enumerate() {
            if count % KEYS_AT_ONCE == 0 {
                self.go_on(hips.target)?;
            }
            keys.push(key_at(&self.tracks.pose(time)));
        }
        let track = (!times.is_empty()).then(|| Track::new(times, keys, interpolation));
        track.transpose().map_err(self.fault(index))
    }

    // ---- rests that are scaled unevenly -----------------------------------------------------------------------------

    /// All channels of a joint whose channels hang together, at the times of all that moves it.
    pub(super) fn take_uneven(
        &mut self,
        joint: usize,
        index: JointIndex,
    ) -> Result<(), RetargetError> {
        let mut times = Times::default();
        for dependency in self.dependencies(joint) {
            self.tracks.of(dependency).add_times(&mut times, true);
        }
        if let Some(twin) = self.retargeter.twins.get(joint).copied().flatten() {
            self.tracks.of(twin).add_times(&mut times, true);
        }
        if let Some(hips) = self.retargeter.hips.filter(|hips| hips.target == joint) {
            for joint in self.retargeter.source.frames.upwards(hips.source) {
                self.tracks.of(joint).add_times(&mut times, true);
            }
        }
        let interpolation = times.interpolation();
        let times = times.into_list();
        let mut keys = Vec::with_capacity(times.len());
        for (count, &time) in times.iter().enumerate() {
            if count % KEYS_AT_ONCE == 0 {
                self.go_on(joint)?;
            }
            let pose = self.retargeter.pose(&self.tracks.pose(time));
            let own = pose.rigid.get(joint).zip(pose.stretch.get(joint));
            let user = own.map_or(UserTransform::IDENTITY, |(rigid, stretch)| UserTransform {
                rigid: *rigid,
                linear: stretch.to_mat3(),
            });
            keys.push(
                self.retargeter
                    .target
                    .skeleton
                    .local_keys_of_user(index, &user),
            );
        }
        if times.is_empty() {
            return Ok(());
        }
        let channels = all_channels(&times, &keys, interpolation).map_err(self.fault(index))?;
        let tracks = channels.into_iter().map(|channel| JointTrack {
            joint: index,
            channel,
        });
        self.found.extend(tracks);
        Ok(())
    }
}

/// All channels of keys, whose rotations run on from one to the next.
fn all_channels(
    times: &[f32],
    keys: &[LocalKeys],
    interpolation: Interpolation,
) -> Result<Vec<Channel>, TrackError> {
    let mut before = keys.first().map_or(Quat::IDENTITY, |key| key.rotation);
    let turns = keys.iter().map(|key| {
        let turn = key.rotation;
        before = if turn.dot(before) < 0.0 { -turn } else { turn };
        before
    });
    let turns: Vec<Quat> = turns.collect();
    let ways = keys.iter().map(|key| key.translation).collect();
    let stretches: Vec<Stretch> = keys.iter().map(|key| key.stretch).collect();
    let mut channels = stretch_channels(times, &stretches, interpolation)?;
    channels.push(Channel::Translation(Track::new(
        times,
        ways,
        interpolation,
    )?));
    channels.push(Channel::Rotation(Track::new(times, turns, interpolation)?));
    Ok(channels)
}

fn stretch_channels(
    times: &[f32],
    keys: &[Stretch],
    interpolation: Interpolation,
) -> Result<Vec<Channel>, TrackError> {
    let scales = keys.iter().map(|key| key.scale).collect();
    let mut channels = vec![Channel::Scale(Track::new(times, scales, interpolation)?)];
    let is_sheared = |key: &Stretch| !key.shear.abs_diff_eq(Vec3::ZERO, STILL);
    if keys.iter().any(is_sheared) {
        let shears = keys.iter().map(|key| key.shear).collect();
        channels.push(Channel::Shear(Track::new(times, shears, interpolation)?));
    }
    Ok(channels)
}

/// A map of keys that is known to be affine, by where it takes four of them.
struct Affine(DAffine3);

impl Affine {
    fn through(map: impl Fn(Vec3) -> Vec3) -> Self {
        let at = |key: Vec3| map(key).as_dvec3();
        let zero = at(Vec3::ZERO);
        let axes = Vec3::AXES.map(|axis| at(axis) - zero);
        let matrix3 = DMat3::from_cols(axes[0], axes[1], axes[2]);
        Self(DAffine3 {
            matrix3,
            translation: zero,
        })
    }

    /// The same track where the map changes nothing.
    fn carry(&self, track: &Track<Vec3>) -> Result<Track<Vec3>, TrackError> {
        let size = track
            .values()
            .iter()
            .fold(0.0_f32, |most, value| most.max(value.abs().max_element()));
        let is_one = self.0.matrix3.abs_diff_eq(DMat3::IDENTITY, 2.0 * SAME)
            && self
                .0
                .translation
                .abs_diff_eq(DVec3::ZERO, SAME * f64::from(size));
        if is_one {
            return Ok(track.clone());
        }
        track.map(
            |key| self.0.transform_point3(key.as_dvec3()).as_vec3(),
            |tangent| (self.0.matrix3 * tangent.as_dvec3()).as_vec3(),
        )
    }
}
