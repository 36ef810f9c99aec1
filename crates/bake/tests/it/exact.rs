//! Scale that stays with its joint, written so that every viewer shows it.

use bake::exact_scale;
use character::{Character, open_as_others_do, to_glb};
use glam::Vec3;
use rig::{
    Channel, EulerCurves, EulerOrder, Interpolation, JointChannel, JointTrack, Keys, Method,
    ScaleInheritance, Target, Track,
};

use crate::support::{builtin, children, distances, skin};

/// The arm with stretches in its first clip: along the axes of one joint, with shear on another.
pub(crate) fn stretched(interpolation: Interpolation) -> (Character, Vec<ScaleInheritance>) {
    let arm = builtin("arm");
    let skeleton = &arm.rig.skeleton;
    let joint = |name: &str| skeleton.find(name).unwrap();
    let times = [0.0, 0.4, 1.1, 2.0];
    let vector = |values: [[f32; 3]; 4]| {
        let values: Vec<Vec3> = values.into_iter().map(Vec3::from_array).collect();
        let values = match interpolation {
            Interpolation::CubicSpline => values
                .iter()
                .flat_map(|it| [*it * 0.3, *it, -*it])
                .collect(),
            Interpolation::Step | Interpolation::Linear => values,
        };
        Track::new(times, values, interpolation).unwrap()
    };
    let one = [1.0; 3];
    let upper = vector([one, [1.4, 1.0, 0.8], [0.7, 1.3, 1.2], one]);
    let lower = vector([one, [1.0, 0.6, 1.0], [1.5, 1.5, 0.9], one]);
    let shear = vector([[0.0; 3], [0.3, 0.0, 0.1], [-0.2, 0.2, 0.0], [0.0; 3]]);
    let clip = &arm.clips[0];
    let mut tracks = clip.tracks().to_vec();
    let mut add = |joint, channel| tracks.push(JointTrack { joint, channel });
    add(joint("upper_arm"), Channel::Scale(upper));
    add(joint("forearm"), Channel::Scale(lower));
    add(joint("forearm"), Channel::Shear(shear));
    let clip = clip.clone().with_tracks(tracks, Vec::new());
    let flags = vec![ScaleInheritance::Joint; skeleton.len()];
    (arm.with_clips(vec![clip]), flags)
}

fn largest_difference(
    (character, flags): (&Character, &[ScaleInheritance]),
    plain: &Character,
) -> f32 {
    let duration = character.clips[0].duration();
    let mut most = 0.0_f32;
    for step in 0..40_u8 {
        let time = duration.min(2.2) * (f32::from(step) + 0.3) / 40.0;
        let reference = skin(character, flags, Method::Linear, (0, time));
        let now = skin(plain, &children(plain), Method::Linear, (0, time));
        most = distances(&reference, &now).fold(most, f32::max);
    }
    most
}

#[test]
fn what_a_joint_keeps_to_itself_is_seen_in_every_viewer() {
    for (interpolation, tolerance) in [
        (Interpolation::Linear, 2e-6),
        (Interpolation::Step, 2e-6),
        // Places of children are keyed sixty times a second there.
        (Interpolation::CubicSpline, 2e-4),
    ] {
        let (character, flags) = stretched(interpolation);
        let as_it_is = largest_difference((&character, &flags), &character);
        assert!(as_it_is > 0.02, "{as_it_is}");
        let exact = exact_scale(&character, &flags).unwrap();
        assert_eq!((exact.helpers, exact.sheared), (2, 1));
        let apart = largest_difference((&character, &flags), &exact.character);
        assert!(apart < tolerance, "{interpolation:?}: {apart}");
        let (bytes, _) = to_glb(&exact.character).unwrap();
        let again = open_as_others_do("again.glb", &bytes).unwrap();
        let apart = largest_difference((&character, &flags), &again);
        // Shear is keyed anew over two nodes.
        assert!(apart < 1e-3, "{interpolation:?}: {apart}");
        assert_eq!(again.rig.binds[0].len(), character.rig.binds[0].len());
    }
}

#[test]
fn without_such_scale_nothing_changes() {
    let arm = builtin("arm");
    let exact = exact_scale(&arm, &arm.rig.scale_inheritance).unwrap();
    assert_eq!((exact.helpers, &exact.character), (0, &arm));
}

/// What tangents say of a curve that stands still between equal keys is no scale; what lies between keys is.
#[test]
fn a_curve_is_split_for_what_it_scales_alone() {
    let arm = builtin("arm");
    let joint = arm.rig.skeleton.find("forearm").unwrap();
    let rest = arm.rig.skeleton.local_keys(joint).stretch.scale;
    let flags = vec![ScaleInheritance::Joint; arm.rig.skeleton.len()];
    for (slope, helpers) in [(0.0, 0), (2.0, 1)] {
        let slope = Vec3::splat(slope);
        let values = vec![slope, rest, slope, slope, rest, slope];
        let curve = Track::new([0.0, 1.0], values, Interpolation::CubicSpline).unwrap();
        let channel = Channel::Scale(curve);
        let tracks = vec![JointTrack { joint, channel }];
        let clip = arm.clips[0].clone().with_tracks(tracks, Vec::new());
        let keyed = arm.with_clips(vec![clip]);
        let exact = exact_scale(&keyed, &flags).unwrap();
        assert_eq!(exact.helpers, helpers, "{slope}");
        // Kinds that no nodes have are refused for what they hand on alone.
        for kind in [ScaleInheritance::Segment, ScaleInheritance::Average] {
            let mut others = flags.clone();
            others[joint.index()] = kind;
            assert_eq!(exact_scale(&keyed, &others).is_err(), helpers > 0);
        }
    }
}

/// Nodes of their own for scale give the joints behind them other numbers; Euler curves stay with their joints.
#[test]
fn euler_curves_go_along() {
    let (character, flags) = stretched(Interpolation::Linear);
    let skeleton = &character.rig.skeleton;
    let clip = &character.clips[0];
    let mut turning = skeleton.joints().filter_map(|joint| {
        match clip.keys(Target::Joint(joint, JointChannel::Rotation))? {
            Keys::Rotation(track) => Some((joint, track)),
            Keys::Vector(_) | Keys::Number(_) => None,
        }
    });
    let (joint, track) = turning.next_back().unwrap();
    let rest = skeleton.keyed_rest(joint).rotation;
    let converted = EulerCurves::from_rotation(track, EulerOrder::Yxz, rest).unwrap();
    let clip = clip
        .clone()
        .with_euler(joint, Some(converted.curves.clone()));
    let exact = exact_scale(&character.with_clips(vec![clip]), &flags).unwrap();
    let now = exact.character.rig.skeleton.find(skeleton.name(joint));
    let found = exact.character.clips[0].euler(now.unwrap());
    assert_eq!(found, Some(&converted.curves));
}
