//! Automatic weights: what holds for any surface, and what an artist expects of a limb.

mod hostile;
mod models;
mod over;
mod parts;
mod rims;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex};
use rig::{JointSlot, JointWeight};
use weights::{
    AutomaticMethod, AutomaticOptions, AutomaticStage, Bone, Canceled, Refusal, Row,
    automatic_weights,
};

use crate::support::limbs::{
    METHODS, bone, chain, check_sound, go, mirrored_distance, row, tube, with,
};

#[test]
fn a_limb_is_carried_by_heat_and_falls_off_along_it() {
    let (positions, triangles) = tube(4.0, 0.4, 41, 12);
    let surface = Adjacency::new(&positions, &triangles);
    let bones = chain(4.0, 4);
    let made = go(&surface, &bones, &AutomaticOptions::default());
    check_sound(&surface, &bones, &made, 4);
    assert_eq!(made.parts[0].stage, AutomaticStage::Surface);
    assert_eq!(made.to_string(), "1 part by heat on the surface");
    // The weight of the second bone along one line of the tube: up to its middle, down after it.
    let line: Vec<f32> = (0..41)
        .map(|ring| row(&made, PointIndex(2 + ring * 12)).weight(JointSlot(1)))
        .collect();
    let middle = 15;
    assert!(line[middle] > 0.85, "{line:?}");
    assert!(line[..=middle].is_sorted(), "{line:?}");
    assert!(line[middle..].is_sorted_by(|a, b| a >= b), "{line:?}");
    // Half at both of its ends, and nothing at the far end.
    assert!(
        (line[10] - line[20]).abs() < 0.01 && (line[10] - 0.5).abs() < 0.02,
        "{line:?}"
    );
    assert_eq!(line[40], 0.0);
}

/// Two bones side by side in a tube share what is as near to both. Where one goes a hundredth farther away, the other gets some more.
#[test]
fn a_bone_hardly_nearer_takes_hardly_more() {
    let (positions, triangles) = tube(4.0, 0.4, 21, 12);
    let surface = Adjacency::new(&positions, &triangles);
    let beside = |joint, y: f32| bone(joint, vec3(0.0, y, 0.0), vec3(4.0, y, 0.0));
    // Between the bones, half way along the tube.
    let between = 2 + 10 * 12 + 3;
    let share = |other: f32| {
        let made = go(
            &surface,
            &[beside(0, -0.1), beside(1, other)],
            &AutomaticOptions::default(),
        );
        row(&made, PointIndex(between)).weight(JointSlot(0))
    };
    let even = share(0.1);
    assert!((even - 0.5).abs() < 0.01, "{even}");
    let more = share(0.12);
    assert!(more > even && more < 0.75, "{more}");
}

#[test]
fn small_weights_fade_and_the_smallest_go() {
    let (positions, triangles) = tube(4.0, 0.4, 21, 12);
    let surface = Adjacency::new(&positions, &triangles);
    let bones = chain(4.0, 4);
    let with = |prune| AutomaticOptions {
        prune,
        ..AutomaticOptions::default()
    };
    let (all, pruned) = (
        go(&surface, &bones, &with(0.0)),
        go(&surface, &bones, &with(0.1)),
    );
    let faded = |weight: f32| {
        if weight < 0.2 {
            2.0 * (weight - 0.1)
        } else {
            weight
        }
    };
    for point in surface.all_points() {
        let kept = row(&all, point)
            .pairs()
            .map(|(joint, weight)| (joint, faded(weight).max(0.0)));
        let sum: f32 = kept.clone().map(|(_, weight)| weight).sum();
        for (joint, weight) in kept {
            let found = row(&pruned, point).weight(joint);
            assert!((found - weight / sum).abs() < 1e-5, "point {point}");
        }
    }
}

#[test]
fn nothing_leads_through_the_air_between_two_limbs_of_one_surface() {
    // A hairpin: a tube bent by half a turn, so that its ends lie side by side.
    let (mut positions, triangles) = tube(4.0, 0.1, 81, 8);
    for place in &mut positions {
        let angle = std::f32::consts::PI * (place.x / 4.0);
        *place = vec3(
            angle.sin() * (0.16 + place.y) * 9.0,
            angle.cos() * (0.16 + place.y),
            place.z,
        );
    }
    let surface = Adjacency::new(&positions, &triangles);
    let center = |share: f32| {
        let angle = std::f32::consts::PI * share;
        vec3(angle.sin() * 0.16 * 9.0, angle.cos() * 0.16, 0.0)
    };
    let bones: Vec<Bone> = (0..8)
        .map(|joint| {
            let [head, tail] = [joint, joint + 1].map(|end| center(f32::from(end) / 8.0));
            bone(joint, head, tail)
        })
        .collect();
    let made = go(&surface, &bones, &AutomaticOptions::default());
    check_sound(&surface, &bones, &made, 4);
    for ring in 0..10 {
        for step in 0..8 {
            let row = row(&made, PointIndex(2 + ring * 8 + step));
            assert_eq!(
                row.weight(JointSlot(7)),
                0.0,
                "ring {ring}, step {step}: {row:?}"
            );
        }
    }
}

#[test]
fn a_mirrored_surface_has_mirrored_weights() {
    let (mut positions, triangles) = tube(4.0, 0.4, 41, 12);
    for place in &mut positions {
        place.x -= 2.0;
    }
    let surface = Adjacency::new(&positions, &triangles);
    let at = |x: f32| vec3(x, 0.0, 0.0);
    let bones = [
        bone(0, at(-0.3), at(0.3)),
        bone(1, at(0.3), at(1.2)),
        bone(2, at(1.2), at(2.0)),
        bone(3, at(-0.3), at(-1.2)),
        bone(4, at(-1.2), at(-2.0)),
    ];
    let partner = [0, 3, 4, 1, 2].map(JointSlot);
    for method in METHODS {
        let made = go(&surface, &bones, &with(method));
        for ring in 0..41 {
            for step in 0..12 {
                let (here, there) = (2 + ring * 12 + step, 2 + (40 - ring) * 12 + step);
                let [here, there] = [here, there].map(|point| row(&made, PointIndex(point)));
                let distance = mirrored_distance(here, there, partner);
                // A weight at the edge of pruning may be kept on one side.
                assert!(distance < 0.006, "{method:?}: {here:?} {there:?}");
            }
        }
    }
}

/// Bones that run through the middle plane, and a ball whose width is a whole number of cells: everything lies on borders.
#[test]
fn what_lies_on_borders_of_cells_is_mirrored_too() {
    let (rings, steps) = (24, 24);
    let places = (0..rings).flat_map(|ring| (0..steps).map(move |step| (ring, step)));
    let positions: Vec<Vec3> = places
        .map(|(ring, step)| {
            // Both halves from the same numbers, so that they are mirror images to the last bit.
            let (near, side) = if ring < rings / 2 {
                (ring, -1.0)
            } else {
                (rings - 1 - ring, 1.0)
            };
            let share = near as f32 / (rings - 1) as f32;
            let (radius, x) = (std::f32::consts::PI * (0.001 + 0.998 * share)).sin_cos();
            let (sin, cos) = (std::f32::consts::TAU * step as f32 / steps as f32).sin_cos();
            vec3(side * x, radius * cos, radius * sin)
        })
        .collect();
    let at = |ring: u32, step: u32| ring * steps + step % steps;
    let quads = (0..rings - 1).flat_map(|ring| (0..steps).map(move |step| (ring, step)));
    let triangles: Vec<[u32; 3]> = quads
        .flat_map(|(ring, step)| {
            let (a, b) = (at(ring, step), at(ring, step + 1));
            let (c, d) = (at(ring + 1, step), at(ring + 1, step + 1));
            [[a, b, c], [b, d, c]]
        })
        .collect();
    let surface = Adjacency::new(&positions, &triangles);
    let bones = [
        bone(0, vec3(0.0, -0.5, 0.0), vec3(0.0, 0.5, 0.0)),
        bone(1, vec3(0.1, 0.2, 0.0), vec3(0.7, 0.2, 0.1)),
        bone(2, vec3(-0.1, 0.2, 0.0), vec3(-0.7, 0.2, 0.1)),
        bone(3, vec3(0.2, -0.3, 0.2), vec3(0.5, -0.6, 0.0)),
        bone(4, vec3(-0.2, -0.3, 0.2), vec3(-0.5, -0.6, 0.0)),
    ];
    let options = AutomaticOptions {
        prune: 0.0,
        limit: None,
        ..with(AutomaticMethod::Volume)
    };
    let made = go(&surface, &bones, &options);
    assert_eq!(made.parts[0].stage, AutomaticStage::Volume);
    for ring in 0..rings / 2 {
        for step in 0..steps {
            let (here, there) = (at(ring, step), at(rings - 1 - ring, step));
            let [here, there] = [here, there].map(|point| row(&made, PointIndex(point)));
            let distance = mirrored_distance(here, there, [0, 2, 1, 4, 3].map(JointSlot));
            assert!(
                distance < 1e-4,
                "ring {ring}, step {step}: {here:?} {there:?}"
            );
        }
    }
}

#[test]
fn parts_do_not_see_each_other() {
    let (positions, triangles) = tube(4.0, 0.4, 21, 8);
    let bones = chain(4.0, 4);
    let alone = go(
        &Adjacency::new(&positions, &triangles),
        &bones,
        &AutomaticOptions::default(),
    );
    // The same tube again, wider and across the first one, so that the two run through each other.
    let count = u32::try_from(positions.len()).unwrap();
    let mut both = positions.clone();
    both.extend(
        positions
            .iter()
            .map(|place| vec3(place.x + 0.013, place.y * 1.1, place.z * 0.9)),
    );
    let mut all = triangles.clone();
    all.extend(
        triangles
            .iter()
            .map(|triangle| triangle.map(|vertex| vertex + count)),
    );
    let surface = Adjacency::new(&both, &all);
    let together = go(&surface, &bones, &AutomaticOptions::default());
    check_sound(&surface, &bones, &together, 4);
    assert_eq!(together.parts.len(), 2);
    for point in 0..count {
        for joint in 0..4 {
            let [one, other] = [&alone, &together]
                .map(|made| row(made, PointIndex(point)).weight(JointSlot(joint)));
            assert!((one - other).abs() < 1e-5);
        }
    }
}

#[test]
fn smoothing_smooths_and_the_limit_holds() {
    let (positions, triangles) = tube(4.0, 0.8, 41, 12);
    let surface = Adjacency::new(&positions, &triangles);
    let bones = chain(4.0, 8);
    let step_of = |smoothing| {
        let options = AutomaticOptions {
            smoothing,
            prune: 0.0,
            limit: None,
            ..AutomaticOptions::default()
        };
        let made = go(&surface, &bones, &options);
        check_sound(&surface, &bones, &made, 8);
        let jump = |ring: u32| {
            let [here, next] = [ring, ring + 1]
                .map(|ring| row(&made, PointIndex(2 + ring * 12)).weight(JointSlot(3)));
            (here - next).abs()
        };
        (0..40).map(jump).fold(0.0, f32::max)
    };
    assert!(step_of(10) < step_of(0));
    for limit in [0, 1, 2, 3] {
        let options = AutomaticOptions {
            limit: Some(limit),
            ..AutomaticOptions::default()
        };
        check_sound(
            &surface,
            &bones,
            &go(&surface, &bones, &options),
            limit.max(1),
        );
    }
}

#[test]
fn a_point_alone_goes_with_the_nearest_bone() {
    let surface = Adjacency::new(&[vec3(3.2, 1.0, 0.0)], &[]);
    let made = go(&surface, &chain(4.0, 4), &AutomaticOptions::default());
    assert_eq!(row(&made, PointIndex(0)), &Row::rigid(JointSlot(3)));
    assert_eq!(made.parts[0].stage, AutomaticStage::Nearest);
    assert_eq!(made.parts[0].not_surface, Some(Refusal::NoSurface));
    assert_eq!(
        made.to_string(),
        "1 part by the nearest bone (no triangles)"
    );
    // Halfway between two.
    let surface = Adjacency::new(&[vec3(2.0, 1.0, 0.0)], &[]);
    let made = go(&surface, &chain(4.0, 4), &AutomaticOptions::default());
    assert_eq!(
        row(&made, PointIndex(0)).as_slice(),
        [(1, 0.5), (2, 0.5)].map(JointWeight::from)
    );
}

#[test]
fn without_bones_nothing_changes_and_it_is_said() {
    let (positions, triangles) = tube(4.0, 0.4, 5, 5);
    let surface = Adjacency::new(&positions, &triangles);
    let nowhere = bone(0, Vec3::NAN, Vec3::ZERO);
    for bones in [&[][..], &[nowhere]] {
        let made = go(&surface, bones, &AutomaticOptions::default());
        assert!(made.edit.rows.is_empty() && made.parts.is_empty());
        let said = "0 vertices changed; 27 vertices skipped: no bone may move them";
        assert_eq!(made.to_string(), said);
    }
}

#[test]
fn it_tells_how_far_it_is_and_can_be_stopped_anywhere() {
    let (mut positions, mut triangles) = tube(4.0, 0.4, 101, 30);
    let count = u32::try_from(positions.len()).unwrap();
    let (more, others) = tube(3.9, 0.3, 31, 9);
    positions.extend(more);
    triangles.extend(
        others
            .iter()
            .map(|triangle| triangle.map(|vertex| vertex + count)),
    );
    let surface = Adjacency::new(&positions, &triangles);
    let bones = chain(4.0, 40);
    let options = AutomaticOptions {
        smoothing: 2,
        ..AutomaticOptions::default()
    };
    let progress = std::sync::Mutex::new(Vec::new());
    let watch = |phase, done: f32| {
        progress.lock().unwrap().push((phase, done));
        ControlFlow::Continue(())
    };
    automatic_weights(&surface, &bones, &options, &watch).unwrap();
    let progress = progress.into_inner().unwrap();
    assert!(progress.len() > 5);
    assert!(
        progress.is_sorted_by(|a, b| a.0 <= b.0 && a.1 <= b.1),
        "{progress:?}"
    );
    assert_eq!(progress.last().unwrap().1, 1.0);
    for stop in (0..progress.len() - 1).step_by(1 + progress.len() / 12) {
        let calls = AtomicUsize::new(0);
        let stopped = automatic_weights(&surface, &bones, &options, &|_, _| {
            if calls.fetch_add(1, Ordering::Relaxed) == stop {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(stopped, Err(Canceled), "at call {stop}");
    }
}
