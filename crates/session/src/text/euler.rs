//! Rotations as three angles in degrees, as the inspector, presets and projects have them.
//!
//! There is one convention, `R = R_z R_y R_x`: rotation about X first, then Y, then Z, all three axes fixed. It is here
//! in two precisions: the window and projects use that of poses and read exactly what they wrote; presets use f64,
//! because they are read and written many times and must not drift.

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

            /// The two triples in −180° … 180° that give a rotation.
            #[must_use]
            pub fn triples(rotation: $Quat) -> [$Vec3; 2] {
                let (z, y, x) = rotation.to_euler(EulerRot::ZYX);
                let first = $Vec3::new(x, y, z).map($real::to_degrees);
                let second = $Vec3::new(opposite(first.x), opposite(-first.y), opposite(first.z));
                [first, second]
            }

            /// The triple with the smaller sum: a rotation of 105° about Y is (0, 105, 0) and not (180, 75, 180).
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
