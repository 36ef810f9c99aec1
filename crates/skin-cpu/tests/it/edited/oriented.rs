//! Joints that get other axes.

use character::SkeletonEdit;
use glam::{Quat, Vec3};
use rig::{Axis, BendAxis, JointIndex, JointPairs, NamePatterns, Orientation, Rigid, Stretch};
use testkit::say;

use super::support::{
    TOLERANCE, assert_same, assert_sound, characters, moments, seen, steady_methods,
};

/// How many built-in characters there are.
const FIGURES: usize = 7;

const WAYS: [Orientation; 2] = [
    Orientation {
        along: Axis::Y,
        bend: Axis::X,
        towards: BendAxis::OfLimb { straight: Vec3::X },
        mirrored: true,
    },
    Orientation {
        along: Axis::X,
        bend: Axis::Z,
        towards: BendAxis::Towards(Vec3::Z),
        mirrored: false,
    },
];

#[test]
fn nothing_that_is_seen_changes_where_joints_get_other_axes() {
    let (mut turned, mut clips) = (0, 0);
    // In long chains of stretches rounding grows beyond what is compared here: the built-in figures come first.
    for character in characters().into_iter().take(FIGURES) {
        let skeleton = &character.rig.skeleton;
        let pairs = JointPairs::new(skeleton, &NamePatterns::default());
        let joints: Vec<JointIndex> = skeleton.joints().collect();
        for how in WAYS {
            let edit = SkeletonEdit::orient(&character, &joints, &how, &pairs);
            let Ok(edited) = character.apply_edit(&edit) else {
                continue;
            };
            assert_sound(&edited.character);
            assert_eq!(edited.report.passed_over, [], "{}", character.name);
            turned += edited.moved.len();
            let (mut before, mut after) = (moments(&character), moments(&edited.character));
            if !edited.report.approximated.is_empty() {
                before.truncate(1);
                after.truncate(1);
            }
            clips += before.len() - 1;
            // And a pose of the user's, with stretches.
            let mut pose = character.file_pose();
            for &joint in &joints {
                let (place, angle) = (joint.index(), 0.15 * f32::from(joint.0 % 5));
                pose.rigid[place] = Rigid::new(
                    Quat::from_rotation_x(angle) * Quat::from_rotation_z(-0.5 * angle),
                    Vec3::new(0.0, 0.01, 0.02) * angle,
                );
                if joint.0 % 3 == 1 {
                    pose.stretch[place] = Stretch {
                        scale: Vec3::new(1.0 + angle, 1.0, 1.1),
                        shear: Vec3::new(0.1 * angle, 0.0, 0.0),
                    };
                }
            }
            after.push(edited.pose(&pose));
            before.push(pose);
            let inherited = edited.scale_inheritance(&character.rig.scale_inheritance);
            for method in steady_methods() {
                for (number, (a, b)) in before.iter().zip(&after).enumerate() {
                    let what = format!("{how:?}, {method}, moment {number}");
                    let a = seen(&character, a, &character.rig.scale_inheritance, method);
                    let b = seen(&edited.character, b, &inherited, method);
                    assert_same(&character.name, &what, &a, &b, 10.0 * TOLERANCE);
                }
            }
        }
    }
    say(&format!("{turned} joints turned, {clips} moments of clips"));
    assert!(turned > 100);
}
