//! Where a file has split a seam, vertices at one place have different weights: none loses its own for those of another.

use std::ops::ControlFlow;

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex};
use proptest::prelude::*;
use rig::{JointSlot, JointWeight};
use weights::{
    AutomaticOptions, Bone, Checks, CopiedRows, Direction, Edit, Effect, MirrorMap,
    NeighborWeights, Operation, Plane, PointValue, PoseSet, Problem, ProblemKind, Row, Rows as _,
    Rules, Side, Stroke, Symmetry, Welded, automatic_weights, limit_influences, mirror_weights,
    mirrored_row, problems, prune, refit, repair, set_weights,
};

use crate::support::raw::{Raw, slots, strip};

const COLUMNS: u16 = 5;
/// Points of the strip; vertices are twice as many.
const POINTS: u32 = 15;
const JOINTS: u16 = 4;
const PARTNERS: [Option<JointSlot>; 4] = [
    Some(JointSlot(1)),
    Some(JointSlot(0)),
    Some(JointSlot(2)),
    Some(JointSlot(3)),
];

/// A strip that is symmetric in x, every place of which has two vertices: p and p + 15.
fn surface() -> Adjacency {
    let once = strip(COLUMNS);
    let places: Vec<Vec3> = once.positions().repeat(2);
    let triangles = once.triangles().iter().zip([0, POINTS].into_iter().cycle());
    let triangles: Vec<[u32; 3]> = triangles
        .map(|(corners, shift)| corners.map(|corner| corner + shift))
        .collect();
    let surface = Adjacency::new(&places, &triangles);
    assert_eq!(surface.point_count(), POINTS as usize);
    surface
}

fn bones() -> Vec<Bone> {
    let bone = |joint: u16| Bone {
        joint: JointSlot(joint),
        head: vec3(f32::from(joint) - 2.0, 1.0, -0.5),
        tail: vec3(f32::from(joint) - 1.0, 1.0, -0.5),
    };
    (0..JOINTS).map(bone).collect()
}

fn row() -> impl Strategy<Value = Row> {
    let weight = prop_oneof![Just(0.005_f32), Just(1.0), Just(0.5), 0.0_f32..1.0];
    let pairs = prop::collection::vec((0..JOINTS, weight), 0..5);
    pairs.prop_map(|pairs| {
        let pairs = pairs.into_iter();
        Row::from_weights(pairs.map(|(joint, weight)| (joint, f64::from(weight))))
    })
}

/// Rows of all vertices: at most places both have the same, at others not.
fn seams() -> impl Strategy<Value = Raw> {
    let place = prop_oneof![
        2 => row().prop_map(|row| [row.clone(), row]),
        1 => [row(), row()],
    ];
    prop::collection::vec(place, POINTS as usize).prop_map(|places| {
        let side = |copy: usize| places.iter().map(move |place| place[copy].as_slice());
        let rows: Vec<&[JointWeight]> = side(0).chain(side(1)).collect();
        Raw::new(usize::from(JOINTS), &rows)
    })
}

fn locks() -> impl Strategy<Value = Vec<bool>> {
    prop_oneof![
        2 => Just(vec![false; usize::from(JOINTS)]),
        1 => prop::collection::vec(prop::bool::weighted(0.3), usize::from(JOINTS)),
    ]
}

/// The vertices with an edit written.
fn written(surface: &Adjacency, rows: &Raw, edit: &Edit) -> Raw {
    let mut all = rows.clone();
    for (vertex, row) in edit.vertex_rows(surface) {
        let vertex = vertex as usize;
        (all.joints[vertex], all.weights[vertex]) = row.pairs().unzip();
    }
    all
}

fn all_rows(rows: &Raw) -> Vec<Row> {
    (0..2 * POINTS)
        .map(|vertex| rows.row(PointIndex(vertex)))
        .collect()
}

/// Edits are in order, and keep whole and split points separate; locked weights have kept their bits.
fn check(before: &Raw, after: &Raw, edit: &Edit, locks: &[bool]) {
    assert!(edit.rows.is_sorted_by(|one, other| one.0 < other.0));
    assert!(edit.split.is_sorted_by(|one, other| one.0 < other.0));
    for (point, rows) in &edit.split {
        assert!(rows.len() == 2 && rows[0] != rows[1]);
        assert!(edit.has(*point) && edit.rows.iter().all(|(whole, _)| whole != point));
    }
    assert_eq!(edit.report.changed, edit.points().count());
    for vertex in 0..2 * POINTS {
        let locked = (0..JOINTS).filter(|&joint| locks.get(usize::from(joint)) == Some(&true));
        for joint in locked {
            let [was, is] =
                [before, after].map(|rows| rows.row(PointIndex(vertex)).weight(JointSlot(joint)));
            assert_eq!(
                was.to_bits(),
                is.to_bits(),
                "vertex {vertex}, joint {joint}"
            );
        }
    }
}

fn points() -> Vec<PointIndex> {
    (0..POINTS).map(PointIndex).collect()
}

/// The second vertex of a point.
fn other_side(point: PointIndex) -> PointIndex {
    PointIndex(point.0 + POINTS)
}

fn vertices() -> Vec<PointIndex> {
    (0..2 * POINTS).map(PointIndex).collect()
}

#[test]
fn lips_that_touch_stay_two_when_small_weights_go() {
    let surface = surface();
    let mut rows = Raw::same(4, 2 * POINTS as usize, &[(0, 1.0)]);
    (rows.joints[4], rows.weights[4]) = (slots([1, 2]), vec![0.995, 0.005]);
    (rows.joints[4 + 15], rows.weights[4 + 15]) = (slots([3, 2]), vec![0.5, 0.5]);
    let welded = Welded::new(&surface, &rows);
    let edit = prune(&welded, &points(), 0.01, &Rules::default());
    assert_eq!(edit.report.to_string(), "1 vertex changed");
    let after = written(&surface, &rows, &edit);
    assert_eq!(
        after.row(PointIndex(4)).as_slice(),
        [(1, 1.0)].map(JointWeight::from)
    );
    assert_eq!(
        after.row(PointIndex(4 + 15)).as_slice(),
        [(3, 0.5), (2, 0.5)].map(JointWeight::from)
    );
    // The side of which nobody reads first is looked at too.
    let one = Rules {
        limit: Some(1),
        ..Rules::default()
    };
    let edit = limit_influences(&welded, &[PointIndex(4)], &one);
    let after = written(&surface, &rows, &edit);
    assert_eq!(
        after.row(PointIndex(4 + 15)).as_slice(),
        [(3, 1.0)].map(JointWeight::from)
    );
}

#[test]
fn a_split_seam_is_mirrored_as_it_is_or_said_to_be_averaged() {
    let surface = surface();
    let symmetry = Symmetry::by_position(&surface, &Plane::X, 1e-4);
    let across = MirrorMap {
        symmetry: &symmetry,
        partners: &PARTNERS,
        direction: Direction::LeftToRight,
    };
    // Left is where x is above zero: point 13 is the image of point 1.
    let mut rows = Raw::same(4, 2 * POINTS as usize, &[(2, 1.0)]);
    (rows.joints[13], rows.weights[13]) = (slots([0]), vec![1.0]);
    let edit = mirror_weights(
        &Welded::new(&surface, &rows),
        &points(),
        &across,
        &Rules::default(),
    );
    assert_eq!(
        edit.rows[0].1.as_slice(),
        [(1, 0.5), (2, 0.5)].map(JointWeight::from)
    );
    assert_eq!(
        edit.report.to_string(),
        "1 vertex changed; 1 vertex took the mean of both sides of an open seam"
    );
    // Where the other side is split too, each takes what it is like.
    (rows.joints[1], rows.weights[1]) = (slots([2]), vec![1.0]);
    (rows.joints[16], rows.weights[16]) = (slots([1, 3]), vec![0.75, 0.25]);
    let edit = mirror_weights(
        &Welded::new(&surface, &rows),
        &points(),
        &across,
        &Rules::default(),
    );
    assert_eq!(edit.report.to_string(), "1 vertex changed");
    let after = written(&surface, &rows, &edit);
    assert_eq!(after.row(PointIndex(1)), Row::rigid(JointSlot(2)));
    assert_eq!(after.row(PointIndex(16)), Row::rigid(JointSlot(1)));
}

/// Four joints on one side and four others on the other, with room for four: each side would keep its own for ever.
#[test]
fn smoothing_brings_the_sides_of_a_seam_together_whatever_the_limit_and_strength() {
    let surface = surface();
    let neighbors = NeighborWeights::uniform(&surface);
    let smooth = Operation::Smooth(weights::Smoothing::default());
    for (strength, limit) in [(1.0, Some(4)), (0.3, Some(4)), (0.05, Some(1)), (0.3, None)] {
        let mut rows = Raw::same(8, 2 * POINTS as usize, &[(0, 1.0)]);
        for vertex in 0..2 * POINTS as usize {
            let first = if vertex < POINTS as usize { 0 } else { 4 };
            rows.joints[vertex] = slots([first, first + 1, first + 2, first + 3]);
            rows.weights[vertex] = vec![0.4, 0.3, 0.2, 0.1];
        }
        let welded = Welded::new(&surface, &rows);
        let rules = Rules {
            limit,
            ..Rules::default()
        };
        let mut stroke = Stroke::new(Effect::new(smooth, strength), JointSlot(0), &rules, &welded);
        let touched = points()
            .into_iter()
            .map(|point| PointValue::new(point, 1.0));
        let touched: Vec<PointValue> = touched.collect();
        let edit = stroke.step(&welded, &neighbors, &touched, &[]);
        assert!(edit.split.is_empty(), "{strength} {limit:?}");
        assert_eq!(edit.rows.len(), POINTS as usize);
        assert_eq!(edit.report.averaged, POINTS as usize);
        let after = written(&surface, &rows, &edit);
        let is_one = |point: PointIndex| after.row(point) == after.row(other_side(point));
        assert!(points().into_iter().all(is_one), "{strength} {limit:?}");
        let most = limit.unwrap_or(8);
        let joints = points()
            .into_iter()
            .map(|point| after.row(point).as_slice().len());
        assert!(joints.max().unwrap() <= most);
    }
}

/// What is locked stays on both sides, so that a seam across it cannot close; nor does one where the brush does nothing.
#[test]
fn smoothing_leaves_a_seam_that_locks_or_the_brush_hold_open() {
    let surface = surface();
    let neighbors = NeighborWeights::uniform(&surface);
    let smooth = Operation::Smooth(weights::Smoothing::default());
    let mut rows = Raw::same(4, 2 * POINTS as usize, &[(0, 1.0)]);
    (rows.joints[4], rows.weights[4]) = (slots([1]), vec![1.0]);
    let welded = Welded::new(&surface, &rows);
    for (locks, falloff) in [(vec![false, true, false, false], 1.0), (Vec::new(), 0.0)] {
        let rules = Rules {
            locks: &locks,
            ..Rules::default()
        };
        let mut stroke = Stroke::new(Effect::new(smooth, 1.0), JointSlot(0), &rules, &welded);
        let touched = [PointValue::new(PointIndex(4), falloff)];
        let edit = stroke.step(&welded, &neighbors, &touched, &[]);
        let after = written(&surface, &rows, &edit);
        check(&rows, &after, &edit, &locks);
        assert!(after.row(PointIndex(4)) != after.row(other_side(PointIndex(4))));
        assert_eq!(edit.report.averaged, 0);
    }
}

#[test]
fn of_edits_in_turn_the_last_counts() {
    let [first, second] = [0, 1].map(JointSlot).map(Row::rigid);
    let seam_split = |point| Edit {
        split: vec![(point, vec![first.clone(), second.clone()])],
        ..Edit::default()
    };
    let whole = |point| Edit::new(vec![(point, second.clone())]);
    let all = Edit::in_turn([
        whole(PointIndex(3)),
        seam_split(PointIndex(3)),
        seam_split(PointIndex(1)),
        whole(PointIndex(1)),
        seam_split(PointIndex(0)),
    ]);
    assert_eq!(all.rows, [(PointIndex(1), second.clone())]);
    assert_eq!(
        all.split.iter().map(|it| it.0).collect::<Vec<_>>(),
        [0, 3].map(PointIndex)
    );
    assert_eq!(all.report.changed, 3);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Limiting, pruning and fitting do to each vertex what they would do if it were alone at its place.
    #[test]
    fn each_vertex_is_limited_and_pruned_by_itself(rows in seams(), limit in 0_usize..5, threshold in prop_oneof![Just(0.01_f32), 0.0_f32..1.0], locks in locks()) {
        let surface = surface();
        let welded = Welded::new(&surface, &rows);
        let rules = Rules { limit: Some(limit), locks: &locks, ..Rules::default() };
        let none = PoseSet::default();
        let pairs = [
            (limit_influences(&welded, &points(), &rules), limit_influences(&rows, &vertices(), &rules)),
            (prune(&welded, &points(), threshold, &rules), prune(&rows, &vertices(), threshold, &rules)),
            (refit(&welded, &points(), &none, 0, &rules).edit, refit(&rows, &vertices(), &none, 0, &rules).edit),
        ];
        for (edit, alone) in pairs {
            let after = written(&surface, &rows, &edit);
            check(&rows, &after, &edit, &locks);
            prop_assert_eq!(all_rows(&after), all_rows(&rows.with(&alone)));
        }
    }

    /// A brush, and weights that are given, do to each vertex what they would do to its own weights.
    #[test]
    fn each_vertex_is_painted_by_itself(rows in seams(), joint in 0..JOINTS, weight in 0.0_f32..1.0, locks in locks()) {
        let surface = surface();
        let welded = Welded::new(&surface, &rows);
        let neighbor_weights = NeighborWeights::uniform(&surface);
        let rules = Rules { locks: &locks, ..Rules::default() };
        let mut stroke = Stroke::new(Effect::new(Operation::Replace(weight), 1.0), JointSlot(joint), &rules, &welded);
        let touched: Vec<PointValue> = points().into_iter().map(|point| PointValue::new(point, 1.0)).collect();
        let wanted: Vec<PointValue> = points().into_iter().map(|point| PointValue::new(point, weight)).collect();
        let painted = stroke.step(&welded, &neighbor_weights, &touched, &[]);
        let given = set_weights(&welded, &neighbor_weights, &rules, JointSlot(joint), &wanted);
        for edit in [&painted, &given] {
            let after = written(&surface, &rows, edit);
            check(&rows, &after, edit, &locks);
            for vertex in vertices() {
                // What nobody at the vertex can have goes to whom the neighbors have.
                if let Ok(alone) = rows.row(vertex).with(JointSlot(joint), weight, &rules) {
                    prop_assert_eq!(after.row(vertex), alone.row);
                }
            }
        }
        let undone = written(&surface, &written(&surface, &rows, &painted), &stroke.undo_edit());
        prop_assert_eq!(all_rows(&undone), all_rows(&rows));
    }

    /// Smoothing with all strength closes every seam, since both sides go to the same mean; nothing is split that was not.
    #[test]
    fn smoothing_closes_what_it_smooths(rows in seams(), locks in locks()) {
        let surface = surface();
        let welded = Welded::new(&surface, &rows);
        let rules = Rules { locks: &locks, ..Rules::default() };
        let smooth = Operation::Smooth(weights::Smoothing::default());
        let mut stroke = Stroke::new(Effect::new(smooth, 1.0), JointSlot(0), &rules, &welded);
        let touched: Vec<PointValue> = points().into_iter().map(|point| PointValue::new(point, 1.0)).collect();
        let edit = stroke.step(&welded, &NeighborWeights::uniform(&surface), &touched, &[]);
        let after = written(&surface, &rows, &edit);
        check(&rows, &after, &edit, &locks);
        for (point, _) in &edit.split {
            prop_assert!(rows.row(*point) != rows.row(other_side(*point)));
        }
    }

    /// Copied rows that are put back where they come from change nothing.
    #[test]
    fn what_is_pasted_where_it_comes_from_stays(rows in seams()) {
        let surface = surface();
        let welded = Welded::new(&surface, &rows);
        let copied = CopiedRows::of(&welded, &points());
        let edit = copied.paste(&welded, &points(), &Rules::default());
        prop_assert_eq!(edit.points().count(), 0);
    }

    /// The side that is read stays; what is written is what is read, or where it says so the mean of it; what is bound never becomes
    /// unbound; and doing it again changes nothing.
    #[test]
    fn seams_are_mirrored(rows in seams(), locks in locks(), is_left in any::<bool>()) {
        let surface = surface();
        let symmetry = Symmetry::by_position(&surface, &Plane::X, 1e-4);
        let direction = if is_left { Direction::LeftToRight } else { Direction::RightToLeft };
        let across = MirrorMap { symmetry: &symmetry, partners: &PARTNERS, direction };
        let rules = Rules { locks: &locks, ..Rules::default() };
        let welded = Welded::new(&surface, &rows);
        let edit = mirror_weights(&welded, &points(), &across, &rules);
        let after = written(&surface, &rows, &edit);
        check(&rows, &after, &edit, &locks);
        let is_free = !locks.contains(&true);
        let mut averaged = 0;
        for point in points().into_iter().filter(|&point| symmetry.side(point) != Side::Middle) {
            let both = [point, other_side(point)];
            if symmetry.side(point) == direction.from() {
                prop_assert!(both.iter().all(|&vertex| after.row(vertex) == rows.row(vertex)));
                continue;
            }
            let partner = symmetry.partner(point).unwrap();
            let read = [partner, other_side(partner)].map(|vertex| mirrored_row(&rows.row(vertex), &PARTNERS).unwrap());
            let is_averaged = read[0] != read[1] && rows.row(point) == rows.row(other_side(point));
            averaged += usize::from(is_averaged);
            for vertex in both.into_iter().filter(|_| is_free) {
                let now = after.row(vertex);
                let is_bound = !rows.row(vertex).is_unbound();
                let stays_bound = is_bound && read.iter().any(Row::is_unbound);
                let is_right = if stays_bound { !now.is_unbound() } else { read.contains(&now) };
                prop_assert!(is_right || is_averaged);
                prop_assert!(!is_bound || !now.is_unbound());
            }
        }
        // Locked points keep what they have, and are counted as that.
        prop_assert!(edit.report.averaged <= averaged);
        prop_assert!(!is_free || edit.report.averaged == averaged);
        let again = Welded::new(&surface, &after);
        prop_assert!(!is_free || mirror_weights(&again, &points(), &across, &rules).points().count() == 0);
    }

    /// Automatic weights leave locked weights of every vertex as they are, and every bound one where only unbound ones are asked for.
    #[test]
    fn automatic_weights_know_every_vertex(rows in seams(), locks in locks(), only_unbound in any::<bool>()) {
        let surface = surface();
        let mut bones = bones();
        bones.retain(|bone| !locks[usize::from(bone.joint)]);
        let options = AutomaticOptions::default();
        let made = automatic_weights(&surface, &bones, &options, &|_, _| ControlFlow::Continue(())).unwrap();
        let rules = Rules { locks: &locks, ..Rules::default() };
        let welded = Welded::new(&surface, &rows);
        let made = match only_unbound {
            true => made.fill(&welded, &surface, &|_| true, &rules),
            false => made.over(&welded, &rules),
        };
        let edit = made.edit;
        let after = written(&surface, &rows, &edit);
        check(&rows, &after, &edit, &locks);
        for vertex in vertices() {
            let was = rows.row(vertex);
            prop_assert!(!only_unbound || was.is_unbound() || after.row(vertex) == was);
            if !only_unbound && !bones.is_empty() && !locks.contains(&true) {
                prop_assert_eq!(after.row(vertex), after.row(PointIndex(vertex.0 % POINTS)));
            }
        }
    }

    /// Vertices that nothing is left for are filled, and locked weights stay; no vertex stays unbound that has a free joint.
    #[test]
    fn what_is_filled_keeps_locked_weights(rows in seams(), locks in locks(), joint in 0..JOINTS) {
        let surface = surface();
        let welded = Welded::new(&surface, &rows);
        let bones = bones();
        let rules = Rules { locks: &locks, ..Rules::default() };
        let checks = Checks { rules, bones: &bones, ..Checks::default() };
        let mut all = problems(&welded, &surface, &checks);
        all.retain(|problem| problem.kind == ProblemKind::Unbound);
        let stray = points().into_iter().filter(|&point| welded.row(point).weight(JointSlot(joint)) > 0.0);
        all.push(Problem { kind: ProblemKind::Stray, joint: Some(JointSlot(joint)), points: stray.collect(), size: 1.0 });
        let edit = repair(&all, &welded, &surface, &checks);
        let after = written(&surface, &rows, &edit);
        check(&rows, &after, &edit, &locks);
        let free: Vec<PointIndex> = points().into_iter().filter(|&point| welded.row(point).is_unbound()).collect();
        prop_assert!(locks.contains(&true) || free.iter().all(|&point| !after.row(point).is_unbound()));
    }
}
