//! Rotations as three angles in degrees, as the inspector, presets and projects have them.
//!
//! There is one convention, `R = R_z R_y R_x`: rotation about X first, then Y, then Z, all three axes fixed. It is here
//! in two precisions: the window and projects use that of poses and read exactly what they wrote; presets use f64,
//! because they are read and written many times and must not drift.
//!
//! The sign of a quaternion says the way round, and so do the angles: 300° about X is not −60°. Together angles and
//! quaternion come back after two turns, so a triple tells up to a whole turn either way.

/// The conversions in one precision.
macro_rules! in_precision {
    ($(#[$doc:meta])* $name:ident, $Quat:ident, $Vec3:ident, $real:ident) => {
        $(#[$doc])*
        pub mod $name {
            use glam::{EulerRot, $Quat, $Vec3};

            /// The rotation of three angles in degrees.
            #[must_use]
            pub fn rotation(degrees: $Vec3) -> $Quat {
                let angles = degrees.map($real::to_radians);
                $Quat::from_euler(EulerRot::ZYX, angles.z, angles.y, angles.x).normalize()
            }

            /// The two triples that give a rotation with its sign: in −180° … 180°, but for the largest angle, which goes the other
            /// way round where the sign says so.
            #[must_use]
            pub fn triples(rotation: $Quat) -> [$Vec3; 2] {
                let (z, y, x) = rotation.to_euler(EulerRot::ZYX);
                let first = $Vec3::new(x, y, z).map($real::to_degrees);
                let second = $Vec3::new(opposite(first.x), opposite(-first.y), opposite(first.z));
                [first, second].map(|angles| signed(angles, rotation))
            }

            /// The triple with the smaller sum: a rotation of 105° about Y is (0, 105, 0) and not (180, 75, 180), one of 300° about X is
            /// (300, 0, 0).
            #[must_use]
            pub fn degrees(rotation: $Quat) -> $Vec3 {
                let [first, second] = triples(rotation);
                let size = |angles: $Vec3| angles.abs().element_sum();
                let nearest = if size(second) < size(first) - 1e-3 {
                    second
                } else {
                    first
                };
                // Adding zero turns −0 into 0.
                nearest + 0.0
            }

            /// Angles rounded to multiples of 1 / `scale` degrees.
            #[must_use]
            pub fn rounded(degrees: $Vec3, scale: $real) -> $Vec3 {
                degrees.map(|angle| (angle * scale).round() / scale) + 0.0
            }

            /// The angles, the largest of them the other way round if they give the rotation with the other sign.
            fn signed(degrees: $Vec3, wanted: $Quat) -> $Vec3 {
                if self::rotation(degrees).dot(wanted) >= 0.0 {
                    return degrees;
                }
                let other_way = |angle: $real| if angle > 0.0 { angle - 360.0 } else { angle + 360.0 };
                let size = degrees.abs();
                if size.x >= size.y && size.x >= size.z {
                    $Vec3::new(other_way(degrees.x), degrees.y, degrees.z)
                } else if size.y >= size.z {
                    $Vec3::new(degrees.x, other_way(degrees.y), degrees.z)
                } else {
                    $Vec3::new(degrees.x, degrees.y, other_way(degrees.z))
                }
            }

            /// The angle plus half a turn, in −180° … 180°.
            fn opposite(degrees: $real) -> $real {
                if degrees > 0.0 {
                    degrees - 180.0
                } else {
                    degrees + 180.0
                }
            }
        }
    };
}

in_precision!(
    /// The conversions in the precision of poses.
    single, Quat, Vec3, f32
);
in_precision!(
    /// The conversions in double precision.
    double, DQuat, DVec3, f64
);

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};
    use proptest::prelude::*;

    use super::{double, single};

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
}
