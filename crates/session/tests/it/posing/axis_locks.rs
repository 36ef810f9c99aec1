//! Locked axes of joints: which numbers posing by hand leaves as they were.

use glam::{Quat, Vec3};
use rig::{Rigid, Stretch};
use session::document::axis_locks::AxisLocks;
use session::document::channel::Channel;
use session::text::euler::single::{degrees, rotation};

fn turned(rotation: Quat) -> (Rigid, Stretch) {
    (Rigid::new(rotation, Vec3::ZERO), Stretch::IDENTITY)
}

#[test]
fn a_hinge_turns_about_its_axis_alone_as_far_as_it_is_turned() {
    for axis in 0..3 {
        let others = (0..3).filter(|other| *other != axis);
        let locks = others.fold(AxisLocks::NONE, |locks, other| {
            locks.with(Channel::Rotation, Some(other), true)
        });
        let before = rotation(Vec3::new(20.0, -30.0, 40.0));
        for angle in [-170.0, -95.0, 3.0, 120.0, 179.0] {
            let mut wanted = Vec3::new(20.0, -30.0, 40.0).to_array();
            wanted[axis] = angle;
            let wanted = rotation(wanted.into());
            let held = locks.hold(turned(before), turned(wanted)).0.rotation;
            assert!(held.dot(wanted).abs() > 1.0 - 1e-5, "{axis} {angle}");
            let elsewhere =
                (wanted * Quat::from_rotation_x(0.4) * Quat::from_rotation_z(0.3)).normalize();
            let held = locks.hold(turned(before), turned(elsewhere)).0.rotation;
            let again = locks.hold(turned(before), turned(held)).0.rotation;
            assert!(
                held.dot(again).abs() > 1.0 - 1e-5,
                "held twice is held once"
            );
        }
    }
}

#[test]
fn one_locked_angle_stays_and_numbers_stay_to_the_bit() {
    let locks = AxisLocks::NONE
        .with(Channel::Rotation, Some(1), true)
        .with(Channel::Translation, Some(2), true)
        .with(Channel::Scale, Some(0), true)
        .with(Channel::Shear, Some(1), true);
    let one = |angles, by: f32| {
        let rigid = Rigid::new(rotation(angles), Vec3::new(by, 2.0 * by, 3.0 * by));
        let stretch = Stretch {
            scale: Vec3::new(1.0 + by, 1.0, 1.0 - by),
            shear: Vec3::splat(by),
        };
        (rigid, stretch)
    };
    let before = one(Vec3::new(10.0, 20.0, 30.0), 0.1);
    let after = one(Vec3::new(50.0, 60.0, -70.0), 0.2);
    let held = locks.hold(before, after);
    assert!(degrees(held.0.rotation).abs_diff_eq(Vec3::new(50.0, 20.0, -70.0), 1e-3));
    assert_eq!(
        held.0.translation,
        Vec3::new(0.2, 0.4, before.0.translation.z)
    );
    assert_eq!(held.1.scale.x, before.1.scale.x);
    assert_eq!(held.1.shear.y, before.1.shear.y);
    assert_eq!(held.1.shear.z, after.1.shear.z);
    assert_eq!(AxisLocks::NONE.hold(before, after), after);
    let all = Channel::ALL
        .into_iter()
        .fold(AxisLocks::NONE, |locks, channel| {
            locks.with(channel, None, true)
        });
    assert_eq!(all.hold(before, after), before);
}

#[test]
fn names_are_read_again() {
    let locks = AxisLocks::NONE
        .with(Channel::Rotation, None, true)
        .with(Channel::Shear, Some(2), true)
        .with(Channel::Translation, Some(0), true);
    let names = locks.names();
    assert_eq!(names.len(), 3);
    let read = names
        .iter()
        .try_fold(AxisLocks::NONE, |locks, name| locks.with_name(name));
    assert_eq!(read, Some(locks));
    assert_eq!(AxisLocks::NONE.with_name("rotation q"), None);
    assert_eq!(AxisLocks::NONE.with_name("colour"), None);
}
