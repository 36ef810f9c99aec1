//! Poses that are baked as clips.

use bake::with_pose_clips;
use glam::{Mat3, Quat, Vec3};
use rig::{Method, Pose, Rigid, Stretch};
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;

use crate::support::{builtin, children, distances};

/// A clip begins at rest and ends in its pose, with turns, places and stretches.
#[test]
fn a_clip_goes_from_rest_to_its_pose() {
    for name in ["arm", "hand"] {
        let character = builtin(name);
        let skeleton = &character.rig.skeleton;
        let mut poses = Vec::new();
        for (number, joint) in skeleton.joints().enumerate().take(4) {
            let mut pose = Pose::rest(skeleton);
            let turn = Quat::from_rotation_x(0.4 + 0.3 * f32::from(u8::try_from(number).unwrap()));
            pose.rigid[joint.index()] = Rigid::new(turn, Vec3::new(0.05, -0.1, 0.02));
            let stretched = Mat3::from_diagonal(Vec3::new(1.2, 0.8, 1.0));
            pose.stretch[joint.index()] = Stretch::from_symmetric(stretched);
            poses.push((format!("pose {number}"), pose));
        }
        let count = character.clips.len();
        let (with, places) = with_pose_clips(&character, &poses).unwrap();
        assert_eq!(places, (count..count + poses.len()).collect::<Vec<_>>());
        assert_eq!(with.clips.len(), count + poses.len());
        let mut ids: Vec<u32> = with.clips.iter().map(|clip| clip.id().0).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), with.clips.len(), "each has a number of its own");
        let base = base_pose(&character);
        let flags = children(&character);
        for ((name, pose), place) in poses.iter().zip(places) {
            let clip = &with.clips[place];
            assert_eq!(clip.name(), Some(name.as_str()));
            let shown =
                |pose: &Pose| deform(&character, pose, &flags, Look::new(Method::Linear)).unwrap();
            for (time, expected) in [(0.0, &base), (clip.duration(), pose)] {
                let found = shown(&clip.sample(skeleton, &base, time));
                let most = distances(&found, &shown(expected)).fold(0.0, f32::max);
                assert!(most < 1e-4, "{name} at {time}: {most}");
            }
        }
    }
}

#[test]
fn a_pose_that_is_no_number_is_refused_and_one_at_rest_has_no_keys() {
    let character = builtin("cylinder");
    let skeleton = &character.rig.skeleton;
    let (with, places) =
        with_pose_clips(&character, &[("rest".to_owned(), Pose::rest(skeleton))]).unwrap();
    assert!(with.clips[places[0]].tracks().is_empty());
    let mut pose = Pose::rest(skeleton);
    pose.rigid[0] = Rigid::new(Quat::IDENTITY, Vec3::new(f32::NAN, 0.0, 0.0));
    assert!(with_pose_clips(&character, &[("nowhere".to_owned(), pose)]).is_err());
    // Of another character: joints that there are not have no keys.
    let (with, places) =
        with_pose_clips(&character, &[("none".to_owned(), Pose::default())]).unwrap();
    assert!(with.clips[places[0]].tracks().is_empty());
}
