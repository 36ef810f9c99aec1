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
                // Where both sums are equal but for rounding the first stays, so that numbers do not jump.
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
