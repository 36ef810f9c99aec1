//! Angles as text, and rotations as three angles.

use glam::{Quat, Vec3};
use proptest::prelude::*;
use session::text::angle_text::angle_text;
use session::text::euler::{double, single};

#[test]
fn turns_are_counted_beyond_the_first() {
    for (degrees, text) in [
        (0.0, "0.0°"),
        (300.0, "300.0°"),
        (-359.9, "−359.9°"),
        (719.98, "720.0° (2 turns + 0.0°)"),
        (360.0, "360.0° (1 turn + 0.0°)"),
        (400.0, "400.0° (1 turn + 40.0°)"),
        (-800.0, "−800.0° (−2 turns − 80.0°)"),
        (f32::NAN, "NaN°"),
    ] {
        assert_eq!(angle_text(degrees), text);
    }
}

proptest! {
    /// Whatever the rotation and its sign, the angles give both back.
    #[test]
    fn angles_tell_rotation_and_sign(x in -720.0_f32..720.0, y in -720.0_f32..720.0, z in -720.0_f32..720.0) {
        let wanted = single::rotation(Vec3::new(x, y, z));
        for sign in [1.0, -1.0] {
            for angles in single::triples(wanted * sign).into_iter().chain([single::degrees(wanted * sign)]) {
                prop_assert!(single::rotation(angles).dot(wanted * sign) > 1.0 - 1e-5, "{angles}");
                prop_assert!(angles.abs().max_element() <= 360.0, "{angles}");
            }
        }
    }

    /// About one axis the angle is that which was turned, the long way round too.
    #[test]
    fn one_angle_comes_back(axis in 0_usize..3, angle in -359.0_f32..359.0) {
        let mut angles = [0.0; 3];
        angles[axis] = angle;
        let wanted = Vec3::from_array(angles);
        let found = single::degrees(single::rotation(wanted));
        prop_assert!(found.abs_diff_eq(wanted, 0.05), "{found}");
        let found = double::degrees(double::rotation(wanted.as_dvec3()));
        prop_assert!(found.abs_diff_eq(wanted.as_dvec3(), 1e-5), "{found}");
    }
}

#[test]
fn a_whole_turn_about_nothing_is_one_about_x() {
    assert_eq!(single::degrees(-Quat::IDENTITY), Vec3::new(360.0, 0.0, 0.0));
    assert_eq!(single::degrees(Quat::IDENTITY), Vec3::ZERO);
}
