//! Automatic weights over weights that are there: locks, the limit, and only where nothing is bound.

use std::ops::ControlFlow;

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex};
use proptest::prelude::*;
use rig::{Influences, InfluencesBuilder, JointSlot, JointWeight};
use weights::{
    Automatic, AutomaticOptions, Bone, Filled, Rows, Rules, Skip, Welded, automatic_weights,
};

const JOINTS: u16 = 6;
/// Points along the strip; there are two of each.
const LENGTH: u16 = 12;

/// A strip along x, and bones below it.
fn strip() -> (Adjacency, Vec<Bone>) {
    let mut positions = Vec::new();
    for x in 0..LENGTH {
        positions.extend([0.0, 0.5].map(|y| vec3(f32::from(x), y, 0.0)));
    }
    let quads = (0..u32::from(LENGTH) - 1).map(|x| 2 * x);
    let triangles: Vec<[u32; 3]> = quads
        .flat_map(|a| [[a, a + 2, a + 1], [a + 1, a + 2, a + 3]])
        .collect();
    let step = f32::from(LENGTH) / f32::from(JOINTS);
    let place = |joint: u16| vec3(step * f32::from(joint), 0.2, -0.4);
    let bones = (0..JOINTS).map(|joint| Bone {
        joint: JointSlot(joint),
        head: place(joint),
        tail: place(joint + 1),
    });
    (Adjacency::new(&positions, &triangles), bones.collect())
}

fn made(bones: &[Bone], surface: &Adjacency) -> Automatic {
    let options = AutomaticOptions::default();
    automatic_weights(surface, bones, &options, &|_, _| ControlFlow::Continue(())).unwrap()
}

/// What is written over all, or at unbound points alone.
fn settled(
    made: Automatic,
    (rows, surface): (&dyn Rows, &Adjacency),
    only_unbound: bool,
    rules: &Rules<'_>,
) -> Automatic {
    match only_unbound {
        true => made.fill(rows, surface, &|_| true, rules),
        false => made.over(rows, rules),
    }
}

/// Rows of up to three joints, some of them unbound.
fn rows() -> impl Strategy<Value = Influences> {
    let row = prop::collection::vec((0..JOINTS, 0.01_f32..1.0), 0..4);
    prop::collection::vec(row, usize::from(2 * LENGTH)).prop_map(|rows| {
        let mut builder = InfluencesBuilder::new(usize::from(JOINTS));
        for row in rows {
            if row.is_empty() {
                builder.unbound();
            } else {
                builder.vertex(row).unwrap();
            }
        }
        builder.build()
    })
}

proptest! {
    #[test]
    fn locked_weights_keep_their_bits_and_all_sums_are_one(
        before in rows(),
        locks in prop::collection::vec(any::<bool>(), usize::from(JOINTS)),
        limit in prop::option::of(1_usize..5),
        only_unbound in any::<bool>(),
    ) {
        let (surface, mut bones) = strip();
        bones.retain(|bone| !locks[usize::from(bone.joint)]);
        let rules = Rules { locks: &locks, limit, ..Rules::default() };
        let made = settled(made(&bones, &surface), (&before, &surface), only_unbound, &rules);
        prop_assert_eq!(made.edit.report.changed, made.edit.rows.len());
        if bones.is_empty() {
            prop_assert!(made.edit.rows.is_empty());
            let skipped: Vec<_> = made.edit.report.skipped().collect();
            prop_assert_eq!(skipped, [(Skip::NoBones, usize::from(2 * LENGTH))]);
        }
        for (point, row) in &made.edit.rows {
            let was = before.slices(*point);
            prop_assert!(!only_unbound || was.joints.is_empty());
            let sum: f64 = row.pairs().map(|(_, weight)| f64::from(weight)).sum();
            prop_assert!((sum - 1.0).abs() < 1e-6);
            let most = limit.unwrap_or(usize::MAX);
            prop_assert!(row.len() <= most);
            for joint in (0..JOINTS).filter(|joint| locks[usize::from(*joint)]) {
                let kept = Rows::weight(&before, *point, JointSlot(joint));
                prop_assert_eq!(row.weight(JointSlot(joint)).to_bits(), kept.to_bits());
            }
        }
        let bound = made.edit.rows.iter().filter(|(point, _)| before.slices(*point).joints.is_empty());
        prop_assert_eq!(made.edit.report.bound, bound.count());
    }
}

proptest! {
    /// Others bind what is around the holes, and are not chosen, or locked, too.
    #[test]
    fn holes_are_filled_by_joints_that_may_get_weight_alone(
        before in rows(),
        may_get in prop::collection::vec(any::<bool>(), usize::from(JOINTS)),
        locks_others in any::<bool>(),
    ) {
        let (surface, mut bones) = strip();
        bones.retain(|bone| may_get[usize::from(bone.joint)]);
        prop_assume!(!bones.is_empty());
        let locks: Vec<bool> = may_get.iter().map(|may_get| locks_others && !may_get).collect();
        let rules = Rules { locks: &locks, ..Rules::default() };
        let filled = made(&bones, &surface).fill(&before, &surface, &|_| true, &rules);
        let is_open = |point: &PointIndex| before.slices(*point).joints.is_empty();
        let open: Vec<PointIndex> = surface.all_points().filter(is_open).collect();
        let written: Vec<PointIndex> = filled.edit.points().collect();
        prop_assert_eq!(written, open);
        for (point, row) in &filled.edit.rows {
            let is_allowed = row.pairs().all(|(joint, _)| may_get[usize::from(joint)]);
            prop_assert!(is_allowed, "{:?}: {:?}", point, row);
        }
    }
}

/// Two quads side by side that share two places but no vertex.
#[test]
fn a_vertex_beside_a_bound_one_takes_its_row() {
    let places = [0.0, 1.0, 1.0, 2.0].map(|x| [0.0, 0.5].map(|y| vec3(x, y, 0.0)));
    let triangles = [[0, 2, 1], [1, 2, 3], [4, 6, 5], [5, 6, 7]];
    let surface = Adjacency::new(&places.concat(), &triangles);
    let (_, bones) = strip();
    for bound in [0..4, 4..8, 0..0] {
        let mut builder = InfluencesBuilder::new(usize::from(JOINTS));
        for vertex in 0..8 {
            if bound.contains(&vertex) {
                builder.vertex([(5, 1.0)]).unwrap();
            } else {
                builder.unbound();
            }
        }
        let vertices = builder.build();
        let rows = Welded::new(&surface, &vertices);
        let made = made(&bones, &surface).fill(&rows, &surface, &|_| true, &Rules::default());
        let written = made.edit.points().collect::<Vec<_>>();
        let has_unbound = |point: &PointIndex| {
            let vertices = surface.vertices_of(*point);
            vertices.iter().any(|vertex| !bound.contains(vertex))
        };
        let is_bound = |point: &PointIndex| {
            let vertices = surface.vertices_of(*point);
            vertices.iter().any(|vertex| bound.contains(vertex))
        };
        let mut expected: Vec<_> = PointIndex::all().take(6).filter(has_unbound).collect();
        let without = expected.iter().filter(|point| !is_bound(point)).count();
        let mut sorted = written;
        sorted.sort_unstable();
        expected.sort_unstable();
        assert_eq!(sorted, expected);
        assert_eq!(made.edit.report.bound, without);
        // Where one vertex was bound, the other has become like it.
        for (point, row) in made.edit.rows.iter().filter(|(point, _)| is_bound(point)) {
            assert_eq!(
                row.as_slice(),
                [(5, 1.0)].map(JointWeight::from),
                "{point:?}"
            );
        }
    }
}

#[test]
fn without_locks_it_is_what_was_made() {
    let (surface, bones) = strip();
    let plain = made(&bones, &surface);
    let mut builder = InfluencesBuilder::new(usize::from(JOINTS));
    (0..2 * LENGTH).for_each(|_| builder.unbound());
    let over = plain.clone().over(&builder.build(), &Rules::default());
    assert_eq!(over.edit.rows, plain.edit.rows);
    assert_eq!(over.parts, plain.parts);
    assert_eq!(over.edit.report.bound, usize::from(2 * LENGTH));
    assert_eq!(plain.edit.rows[0].1.dominant(), Some(JointSlot(0)));
    let far = Vec3::new(f32::from(LENGTH), 0.2, -0.4);
    assert!(bones[5].distance(far) < 0.5);
}

#[test]
fn all_numbers_of_filled_and_left_points_are_told() {
    let said = |bordered, anew, left| {
        let filled = Filled {
            bordered,
            anew,
            left,
        };
        filled.to_string()
    };
    assert_eq!(said(0, 0, 0), "nothing was unbound");
    let all = said(12, 1, 30);
    for part in ["12 vertices filled", "1 vertex filled", "30 vertices left"] {
        assert!(all.contains(part), "{all}");
    }
    assert!(said(12, 0, 30).contains("unlock"));
    assert!(said(0, 0, 30).contains("unlock"));
    assert!(!said(12, 1, 0).contains("left"));
}
