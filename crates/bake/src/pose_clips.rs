//! Poses as clips: files drive nothing else.

use character::Character;
use glam::{Quat, Vec3};
use rig::{
    Channel, Clip, ClipId, Interpolation, JointIndex, JointTrack, LocalKeys, Pose, Rigid, Stretch,
    Track, TrackError,
};

/// Seconds from rest to the pose.
const LENGTH: f32 = 1.0;

/// The character with one clip more for each of these poses: from rest to the pose in a second. Returns their places too.
///
/// Channels of files are keyed: turns go along the shorter arc, places and stretches straight. Morph weights are left out.
///
/// # Errors
///
/// A pose that is not finite.
pub fn with_pose_clips(
    character: &Character,
    poses: &[(String, Pose)],
) -> Result<(Character, Vec<usize>), TrackError> {
    let ids = character.clips.iter().map(|clip| clip.id().0);
    // Above all ids there are: clips are told apart by them.
    let mut next = ids.max().map_or(0, |id| id.saturating_add(1));
    let mut clips = character.clips.to_vec();
    let mut places = Vec::new();
    for (name, pose) in poses {
        let mut tracks = Vec::new();
        for joint in character.rig.skeleton.joints() {
            tracks.extend(tracks_of(character, joint, pose)?);
        }
        let clip = Clip::new(ClipId(next), Some(name.clone()), LENGTH);
        places.push(clips.len());
        clips.push(clip.with_tracks(tracks, Vec::new()));
        next = next.saturating_add(1);
    }
    Ok((character.with_clips(clips), places))
}

fn tracks_of(
    character: &Character,
    joint: JointIndex,
    pose: &Pose,
) -> Result<Vec<JointTrack>, TrackError> {
    let place = joint.index();
    let (Some(&rigid), Some(&stretch)) = (pose.rigid.get(place), pose.stretch.get(place)) else {
        return Ok(Vec::new());
    };
    if rigid == Rigid::IDENTITY && stretch == Stretch::IDENTITY {
        return Ok(Vec::new());
    }
    let skeleton = &character.rig.skeleton;
    let user = rig::UserTransform {
        rigid,
        linear: stretch.to_mat3(),
    };
    let (from, to) = (
        skeleton.local_keys(joint),
        skeleton.local_keys_of_user(joint, &user),
    );
    let times = [0.0, LENGTH];
    let linear = Interpolation::Linear;
    let vector = |get: fn(&LocalKeys) -> Vec3| -> Result<_, TrackError> {
        let ends = vec![get(&from), get(&to)];
        let moves = ends[0] != ends[1];
        Ok(moves.then_some(Track::new(times, ends, linear)?))
    };
    let turns: Vec<Quat> = vec![from.rotation, to.rotation];
    let channels = [
        vector(|it| it.translation)?.map(Channel::Translation),
        Some(Channel::Rotation(Track::new(times, turns, linear)?)),
        vector(|it| it.stretch.scale)?.map(Channel::Scale),
        vector(|it| it.stretch.shear)?.map(Channel::Shear),
    ];
    let tracks = channels.into_iter().flatten();
    Ok(tracks
        .map(|channel| JointTrack { joint, channel })
        .collect())
}
