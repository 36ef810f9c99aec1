//! Bands, worst spots and volumes, on results that are known.

use std::f32::consts::PI;
use std::sync::Arc;

use character::Character;
use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::Method;
use scene::combined_surface::CombinedSurface;
use scene::compare::{BANDS, Bands, Difference, Hull, worst_spots, worst_values};
use scene::deform::{DeformedPrimitive, base_pose, deform};
use scene::posed_character::Look;

use crate::figures::built_in;

fn hull(character: &Character, at_rest: &[DeformedPrimitive]) -> Hull {
    Hull::new(Arc::new(CombinedSurface::of(character)), at_rest)
}

fn along(values: &[f32]) -> Difference {
    Difference {
        along_normal: vec![values.to_vec()],
        ..Difference::default()
    }
}

#[test]
fn bands_are_counted_from_the_middle() {
    // Seven bands of 2/7 each: borders at 1/7, 3/7, 5/7.
    let bands = Bands::of(
        &along(&[0.0, 0.1, -0.1, 0.2, -0.5, 0.9, 1.0, -1.0, 1.1, -2.0]),
        1.0,
    );
    let tenths = |share: f32| (share * 10.0).round();
    assert_eq!(
        bands.within.map(tenths),
        [1.0, 1.0, 0.0, 3.0, 1.0, 0.0, 2.0]
    );
    assert_eq!([bands.below, bands.above].map(tenths), [1.0, 1.0]);
}

#[test]
fn bands_of_nothing_and_of_no_range() {
    assert_eq!(Bands::of(&Difference::default(), 1.0), Bands::default());
    for range in [0.0, -1.0, f32::NAN] {
        let bands = Bands::of(&along(&[0.0, 1.0, -1.0, 0.0]), range);
        assert_eq!((bands.below, bands.above), (0.25, 0.25), "{range}");
        assert_eq!(bands.within[BANDS / 2], 0.5);
    }
}

proptest! {
    #[test]
    fn bands_are_all_vertices_and_mirror(values in proptest::collection::vec(-2.0_f32..2.0, 1..60), range in 0.1_f32..2.0) {
        let bands = Bands::of(&along(&values), range);
        let sum = bands.below + bands.above + bands.within.iter().sum::<f32>();
        prop_assert!((sum - 1.0).abs() < 1e-5);
        let turned: Vec<f32> = values.iter().map(|value| -value).collect();
        let mut mirrored = Bands::of(&along(&turned), range);
        mirrored.within.reverse();
        prop_assert_eq!((mirrored.above, mirrored.within, mirrored.below), (bands.below, bands.within, bands.above));
    }
}

fn row(offsets: &[f32]) -> [Vec<DeformedPrimitive>; 2] {
    let at = |x: usize, y: f32| Vec3::new(x as f32, y, 0.0);
    let primitive = |positions: Vec<Vec3>| DeformedPrimitive {
        positions,
        ..DeformedPrimitive::default()
    };
    let flat = (0..offsets.len()).map(|x| at(x, 0.0)).collect();
    let moved = offsets.iter().enumerate().map(|(x, &y)| at(x, y)).collect();
    [vec![primitive(flat)], vec![primitive(moved)]]
}

#[test]
fn spots_come_worst_first_and_apart() {
    let offsets = [0.0, 0.5, 2.0, 1.9, 0.0, 0.0, -3.0, 2.9, 0.0, 0.01, f32::NAN];
    let [flat, moved] = row(&offsets);
    let spots = worst_spots(&flat, &moved, 1.5);
    let vertices: Vec<usize> = spots.iter().map(|spot| spot.vertex).collect();
    // 3 is too near to a worse one, 9 too small; 7 is a step away from 6, but lies on the other side.
    assert_eq!(vertices, [6, 7, 2, 1]);
    assert_eq!(spots[0].amount, 3.0);
    assert_eq!(spots[0].position, Vec3::new(6.0, -3.0, 0.0));
    let [flat, _] = row(&offsets);
    assert!(worst_spots(&flat, &flat, 1.5).is_empty());
    assert!(worst_spots(&[], &[], 1.5).is_empty());
}

#[test]
fn of_a_vertex_and_its_mirror_image_one_is_worst() {
    let at = |x: f32| Vec3::new(x, 0.0, 0.0);
    let [rest, posed] = [0.0, 7.0].map(|y| DeformedPrimitive {
        positions: [-2.0, -1.0, 1.0, 2.0, 4.0]
            .map(|x| at(x) + Vec3::Y * y)
            .to_vec(),
        ..DeformedPrimitive::default()
    });
    let values = [vec![0.5, 0.2, 0.3, 0.4, 0.1]];
    let of = (&[rest][..], &[posed][..]);
    let spots = worst_values(&values, of, (0.2, 0.5));
    let found: Vec<_> = spots
        .iter()
        .map(|spot| (spot.vertex, spot.amount))
        .collect();
    assert_eq!(found, [(0, 0.5), (2, 0.3)]);
    assert_eq!(spots[0].position, Vec3::new(-2.0, 7.0, 0.0));
    assert!(worst_values(&values, of, (0.6, 0.5)).is_empty());
}

/// What is left of a tube's volume where linear blending twists it by `angle`, if weights go linearly over the whole of it:
/// a ring is scaled by `|1 − w + w e^{iφ}|` to all sides, so its area by `1 − 2 w (1 − w) (1 − cos φ)`; ∫₀¹ of that is
/// `1 − (1 − cos φ) / 3`.
fn left_by_linear_blending(angle: f32) -> f64 {
    1.0 - (1.0 - f64::from(angle).cos()) / 3.0
}

#[test]
fn a_twist_takes_the_volume_that_it_is_known_to_take() {
    let tube = twisted_tube::character();
    let at_rest = deform(
        &tube,
        &base_pose(&tube),
        &tube.rig.scale_inheritance,
        Look::default(),
    )
    .unwrap();
    let whole = hull(&tube, &at_rest);
    let rest = whole.volume(&at_rest).unwrap();
    for degrees in [30.0_f32, 90.0, 120.0, 180.0] {
        let angle = degrees.to_radians();
        let mut pose = base_pose(&tube);
        let top = tube.rig.skeleton.find("top").unwrap();
        pose.rigid[top.index()].rotation = Quat::from_rotation_y(angle.min(PI - 1e-4));
        let ratio = |method| {
            let twisted =
                deform(&tube, &pose, &tube.rig.scale_inheritance, Look::new(method)).unwrap();
            whole.volume(&twisted).unwrap() / rest
        };
        let linear = ratio(Method::Linear);
        // The rings between which the tube is straight see the integral as a sum.
        let expected = left_by_linear_blending(angle);
        assert!(
            (linear - expected).abs() < 4e-3,
            "{degrees}: {linear}, not {expected}"
        );
        for method in [Method::DualQuaternion, Method::TWO_PHASE, Method::Affine] {
            // Slices stay whole; only the chords between neighboring rings cut in.
            assert!((ratio(method) - 1.0).abs() < 4e-3, "{degrees}: {method}");
        }
    }
}

#[test]
fn an_open_surface_has_no_volume() {
    let mut tube = twisted_tube::character();
    let at_rest = deform(
        &tube,
        &base_pose(&tube),
        &tube.rig.scale_inheritance,
        Look::default(),
    )
    .unwrap();
    let triangles = &mut tube.meshes[0].primitives[0].triangles;
    *triangles = triangles[1..].into();
    assert_eq!(hull(&tube, &at_rest).volume(&at_rest), None);
    tube.meshes[0].primitives[0].triangles = [].into();
    assert_eq!(hull(&tube, &at_rest).volume(&at_rest), None);
}

#[test]
fn the_built_in_characters_are_closed() {
    for character in built_in() {
        let pose = base_pose(&character);
        let at_rest = deform(
            &character,
            &pose,
            &character.rig.scale_inheritance,
            Look::default(),
        )
        .unwrap();
        let volume = hull(&character, &at_rest).volume(&at_rest);
        assert!(
            volume.is_some_and(|volume| volume > 0.0),
            "{}",
            character.name
        );
    }
}

/// A closed tube of two joints whose weights go linearly from one end to the other.
mod twisted_tube {
    use std::f32::consts::TAU;

    use character::{Authored, AuthoredJoint, AuthoredPrimitive, Character, open_bytes, write_glb};
    use glam::Vec3;
    use rig::{InfluencesBuilder, Trs};

    const RINGS: u32 = 101;
    const AROUND: u32 = 96;

    pub(super) fn character() -> Character {
        let joint = |name: &str, parent| AuthoredJoint {
            name: name.to_owned(),
            parent,
            local: Trs::IDENTITY,
        };
        let authored = Authored {
            name: "tube".to_owned(),
            joints: vec![joint("bottom", None), joint("top", Some(0))],
            primitives: vec![primitive()],
            materials: Vec::new(),
            clips: Vec::new(),
        };
        open_bytes("tube", &write_glb(&authored).unwrap()).unwrap()
    }

    fn primitive() -> AuthoredPrimitive {
        let mut primitive = AuthoredPrimitive::default();
        let mut influences = InfluencesBuilder::new(2);
        let mut add = |position: Vec3, share: f32| {
            primitive.positions.push(position);
            primitive.normals.push(Vec3::Y);
            influences.vertex([(0, 1.0 - share), (1, share)]).unwrap();
        };
        for ring in 0..RINGS {
            let share = ring as f32 / (RINGS - 1) as f32;
            for step in 0..AROUND {
                let angle = TAU * step as f32 / AROUND as f32;
                add(Vec3::new(angle.sin(), 4.0 * share, angle.cos()), share);
            }
        }
        add(Vec3::ZERO, 0.0);
        add(Vec3::Y * 4.0, 1.0);
        let (foot, head) = (RINGS * AROUND, RINGS * AROUND + 1);
        let last = (RINGS - 1) * AROUND;
        for step in 0..AROUND {
            let next = (step + 1) % AROUND;
            for ring in 0..RINGS - 1 {
                let at = |ring: u32, step: u32| ring * AROUND + step;
                let (a, b) = (at(ring, step), at(ring, next));
                let (c, d) = (at(ring + 1, next), at(ring + 1, step));
                primitive.triangles.extend([[a, b, c], [a, c, d]]);
            }
            primitive.triangles.push([foot, next, step]);
            primitive.triangles.push([head, last + step, last + next]);
        }
        primitive.influences = influences.build();
        primitive
    }
}
