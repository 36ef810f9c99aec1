//! Differences, volumes, factors and windings, against what is known of them in general.

use glam::{Affine3A, Mat3, Vec3};
use proptest::collection::vec;
use proptest::prelude::*;
use rig::{Method, Pose, Rigid, Stretch};
use scene::combined_surface::{CombinedSurface, join_positions};
use scene::compare::{Statistics, difference, worst_spots, worst_values};
use scene::deform::{DeformedPrimitive, deform, posed_character};
use scene::factors::Factors;
use scene::joint_volume::{joint_zones, zone_centers};
use scene::posed_character::Look;
use scene::report::Stretches;
use scene::winding::{Winding, Windings};
use testkit::arbitrary::{mild_stretch, point, rigid, rotation, stretch};

use crate::figures::{asset, size};

fn shown(positions: Vec<Vec3>) -> DeformedPrimitive {
    DeformedPrimitive {
        normals: vec![Vec3::Y; positions.len()],
        positions,
        ..DeformedPrimitive::default()
    }
}

/// A number of any kind: small, large, none.
fn any_number() -> impl Strategy<Value = f32> + Clone {
    prop_oneof![
        6 => -4.0..4.0_f32,
        1 => Just(0.0),
        1 => Just(1e30_f32),
        1 => Just(f32::INFINITY),
        1 => Just(f32::NAN),
    ]
}

proptest! {
    #[test]
    fn statistics_are_those_of_sorted_numbers(distances in vec(0.0..1e3_f32, 1..200)) {
        let found = Statistics::of(distances.clone());
        let mut sorted = distances.clone();
        sorted.sort_by(f32::total_cmp);
        prop_assert_eq!((found.count, Some(&found.max)), (sorted.len(), sorted.last()));
        let most = sorted.iter().filter(|one| **one <= found.p95).count();
        prop_assert!(100 * most >= 95 * sorted.len());
        let fewer = sorted.iter().filter(|one| **one < found.p95).count();
        prop_assert!(100 * fewer < 95 * sorted.len());
        prop_assert!(found.mean <= found.rms * 1.000_01 && found.rms <= found.max * 1.000_01);
    }

    /// Whatever is no number: no distance is lost, none is invented, and the range stays a number.
    #[test]
    fn differences_of_anything_are_counted(numbers in vec([any_number(), any_number(), any_number()], 1..20)) {
        let from = shown(vec![Vec3::ZERO; numbers.len()]);
        let to = shown(numbers.iter().copied().map(Vec3::from_array).collect());
        let found = difference(std::slice::from_ref(&from), std::slice::from_ref(&to));
        prop_assert_eq!(found.distance.count, numbers.len());
        prop_assert!(found.range.is_finite());
        prop_assert!(found.along_normal[0].iter().all(|along| along.is_finite()));
        let back = difference(std::slice::from_ref(&to), std::slice::from_ref(&from));
        prop_assert_eq!(found.distance.max.to_bits(), back.distance.max.to_bits());
        let spots = worst_spots(std::slice::from_ref(&from), std::slice::from_ref(&to), 0.5);
        prop_assert!(spots.iter().all(|spot| spot.position.is_finite() && spot.amount > 0.0));
        let largest = spots.iter().map(|spot| spot.amount);
        prop_assert!(largest.is_sorted_by(|one, other| one >= other));
        for (place, one) in spots.iter().enumerate() {
            prop_assert!(spots[..place].iter().all(|other| one.position.distance(other.position) > 0.5));
        }
    }

    /// Every vertex with a large value is a spot, or near one that is at least as bad, as far as there is room for spots.
    #[test]
    fn no_bad_place_is_forgotten(points in vec(point(), 1..30), values in vec(0.0..1.0_f32, 30)) {
        let rest = [shown(points.clone())];
        let values = [values[..points.len()].to_vec()];
        let spots = worst_values(&values, (&rest, &rest), (0.2, 0.7));
        prop_assume!(spots.len() < 12);
        let worst = values[0].iter().copied().filter(|value| *value >= 0.2).fold(0.0, f32::max);
        for (at, value) in points.iter().zip(&values[0]) {
            if *value < 0.2 || *value < 0.1 * worst {
                continue;
            }
            let side = |at: Vec3| Vec3::new(at.x.abs(), at.y, at.z);
            let near = spots.iter().any(|spot| side(spot.position).distance(side(*at)) <= 0.7 && spot.amount >= *value);
            prop_assert!(near, "{at}: {value}");
        }
    }

    /// `W B⁻¹ = R S`, whatever R and S are.
    #[test]
    fn factors_multiply_back(rest in rigid(), moved in rigid(), stretch in mild_stretch()) {
        let rest = Rigid::new(rest.rotation, rest.translation);
        let linear = Mat3::from_quat(moved.rotation) * stretch;
        let map = Affine3A::from_mat3_translation(linear, moved.translation);
        let factors = Factors::of(map * rest.to_affine(), rest);
        let product = Mat3::from_quat(factors.rotation) * factors.stretch;
        prop_assert!(product.abs_diff_eq(linear, 2e-4), "{product} is not {linear}");
        prop_assert!(factors.stretch.abs_diff_eq(factors.stretch.transpose(), 1e-4));
        let [a, b, c] = factors.principal;
        prop_assert!(a <= b && b <= c);
        prop_assert!((a * b * c - factors.volume).abs() < 1e-3 * (1.0 + factors.volume.abs()));
        let turned = factors.with_sign_near(-factors.rotation);
        prop_assert_eq!(turned.rotation, -factors.rotation);
        let degrees = factors.axis_angle().degrees + turned.axis_angle().degrees;
        prop_assert!(degrees < 0.1 || (degrees - 360.0).abs() < 0.1, "{degrees}");
    }

    /// A flat or mirroring joint has factors too, and no number is lost.
    #[test]
    fn factors_of_anything_are_numbers(moved in rotation(), stretch in stretch()) {
        let map = Affine3A::from_mat3(Mat3::from_quat(moved) * stretch);
        let factors = Factors::of(map, Rigid::IDENTITY);
        prop_assert!(factors.rotation.is_finite() && factors.stretch.is_finite());
        prop_assert!((factors.rotation.length() - 1.0).abs() < 1e-4);
        let found = Stretches::of_symmetric(stretch).0;
        let sum: f32 = found.iter().sum();
        let trace = stretch.x_axis.x + stretch.y_axis.y + stretch.z_axis.z;
        prop_assert!((sum - trace).abs() < 1e-4 * (1.0 + trace.abs()), "{sum} is not {trace}");
        // Of two that are equal, rounding decides which one comes first.
        let size = stretch.to_cols_array().into_iter().map(f32::abs).fold(1e-6, f32::max);
        prop_assert!(found.is_sorted_by(|one, other| one - other <= 1e-6 * size), "{found:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Volumes around joints grow with the cube of a scale, change sign in a mirror, and stay where the whole is moved.
    #[test]
    fn volumes_around_joints_follow_motions(motion in rigid(), scale in 0.2..3.0_f32) {
        let character = asset("cylinder");
        let surface = CombinedSurface::of(&character);
        let pose = character.file_pose();
        let flags = &character.rig.scale_inheritance;
        let look = Look::default();
        let at_rest = join_positions(&deform(&character, &pose, flags, look).unwrap());
        let zones = joint_zones(&character, &surface);
        prop_assert!(!zones.is_empty());
        let posed = posed_character(&character, &pose, flags, look).unwrap();
        let map = Affine3A::from_scale_rotation_translation(Vec3::splat(scale), motion.rotation, motion.translation);
        for (zone, center) in zones.iter().zip(zone_centers(&zones, &posed)) {
            let center = center.unwrap();
            let whole = zone.rest_volume(&at_rest, center);
            let own = zone.volume(&at_rest, center);
            prop_assert!(whole.is_none_or(|whole| (whole - own).abs() < 1e-9 * own.abs().max(1.0)));
            let moved: Vec<Vec3> = at_rest.iter().map(|at| map.transform_point3(*at)).collect();
            let found = zone.volume(&moved, map.transform_point3(center));
            let expected = own * f64::from(scale).powi(3);
            let rounding = 1e-5 * f64::from(size(moved.iter().copied())).powi(3);
            prop_assert!((found - expected).abs() < 1e-3 * expected.abs() + rounding, "{found} is not {expected}");
            let mirrored: Vec<Vec3> = at_rest.iter().map(|at| Vec3::new(-at.x, at.y, at.z)).collect();
            let found = zone.volume(&mirrored, Vec3::new(-center.x, center.y, center.z));
            prop_assert!((found + own).abs() < 1e-6 * own.abs().max(1.0));
        }
    }
}

/// Zones of a tube are where its joints meet, their vertices within it, and every share is one.
#[test]
fn zones_lie_where_joints_meet() {
    for name in ["arm", "cylinder", "biped"] {
        let character = asset(name);
        let zones = joint_zones(&character, &CombinedSurface::of(&character));
        assert!(zones.windows(2).all(|pair| pair[0].joint < pair[1].joint));
        for zone in &zones {
            assert!(!zone.vertices.is_empty(), "{name}");
            let shares = zone.vertices.iter().map(|(_, midst)| *midst);
            assert!(shares.into_iter().all(|midst| midst > 0.0 && midst <= 1.0));
        }
    }
}

/// A bone turned inside out reverses the triangles of its skin by the methods that keep a mirror, and twice is as it was.
#[test]
fn mirrored_roots_reverse_what_they_move() {
    let character = asset("cylinder");
    let windings = Windings::new(&character);
    let flags = &character.rig.scale_inheritance;
    let with = |scale: Vec3, method| {
        let mut pose = Pose::rest(&character.rig.skeleton);
        for stretch in &mut pose.stretch {
            *stretch = Stretch::from_symmetric(Mat3::from_diagonal(scale));
        }
        let posed = posed_character(&character, &pose, flags, Look::new(method)).unwrap();
        windings.of(&character, &posed).collect::<Vec<Winding>>()
    };
    for method in Method::ALL {
        for plain in [Vec3::ONE, Vec3::splat(2.0), Vec3::new(0.5, 3.0, 1.0)] {
            let found = with(plain, method);
            assert!(found.iter().all(|one| *one == Winding::AsGiven), "{method}");
        }
    }
    for winding in [Winding::AsGiven, Winding::Reversed] {
        assert_eq!(winding.against(winding), Winding::AsGiven);
        assert_eq!(winding.against(Winding::AsGiven), winding);
    }
}
