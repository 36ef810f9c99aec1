//! Seams that open: found, sewn by the mean, and bound where nothing moves one of their sides.

use glam::vec3;
use mesh::{Adjacency, PointIndex};
use rig::{JointSlot, JointWeight};
use weights::{Checks, Problem, ProblemKind, Rows as _, Rules, Welded, problems, repair};

use super::HALF;
use crate::support::raw::Raw;

/// A strip whose middle column is there twice, as where two materials meet: points, and rows of its vertices.
pub(crate) fn seam_split(left: &[(u16, f32)], right: &[(u16, f32)]) -> (Adjacency, Raw) {
    let places: Vec<_> = (0_u8..4)
        .map(|column| f32::from(column.min(1) + column.saturating_sub(2)))
        .flat_map(|x| [0.0, 1.0].map(|y| vec3(x - 1.0, y, 0.0)))
        .collect();
    let square = |a: u32| [[a, a + 2, a + 1], [a + 1, a + 2, a + 3]];
    let triangles: Vec<_> = [0, 4].into_iter().flat_map(square).collect();
    let rows: Vec<_> = [left; 4].into_iter().chain([right; 4]).collect();
    let rows = Raw::new(3, &rows);
    (Adjacency::new(&places, &triangles), rows)
}

/// What becomes of the vertices' rows.
pub(crate) fn written(surface: &Adjacency, rows: &Raw, edit: &weights::Edit) -> Raw {
    let mut all = rows.clone();
    for (vertex, row) in Welded::new(surface, rows).vertex_rows(edit) {
        let vertex = vertex as usize;
        (all.joints[vertex], all.weights[vertex]) = row.pairs().unzip();
    }
    all
}

#[test]
fn a_seam_that_opens_is_sewn_by_the_mean() {
    let (surface, rows) = seam_split(&[(0, 1.0)], &[(0, 0.5), (1, 0.5)]);
    let checks = Checks::default();
    let welded = Welded::new(&surface, &rows);
    let all = problems(&welded, &surface, &checks);
    assert_eq!(all.len(), 1, "{all:?}");
    let seam = &all[0];
    assert_eq!((seam.kind, seam.points.len()), (ProblemKind::Seam, 2));
    assert_eq!((seam.joint, seam.size), (Some(JointSlot(0)), 0.5));
    let edit = repair(&all, &welded, &surface, &checks);
    assert_eq!(edit.report.to_string(), "2 vertices changed");
    for (_, row) in &edit.rows {
        assert_eq!(
            row.as_slice(),
            [(0, 0.75), (1, 0.25)].map(JointWeight::from)
        );
    }
    let after = written(&surface, &rows, &edit);
    assert!(problems(&Welded::new(&surface, &after), &surface, &checks).is_empty());
    // A locked joint that would have to change keeps the seam as it is, and says so.
    let locks = [false, true];
    let rules = Rules {
        locks: &locks,
        ..Rules::default()
    };
    let locked = repair(&all, &welded, &surface, &Checks { rules, ..checks });
    let said = "0 vertices changed; 2 vertices skipped: the joint is locked";
    assert_eq!(locked.report.to_string(), said);
}

#[test]
fn a_seam_half_of_which_nothing_moves_is_bound() {
    for (left, right) in [(&[][..], &HALF[..]), (&HALF[..], &[][..])] {
        let (surface, rows) = seam_split(left, right);
        let welded = Welded::new(&surface, &rows);
        let checks = Checks::default();
        let all = problems(&welded, &surface, &checks);
        let kinds: Vec<_> = all.iter().map(|p| (p.kind, p.size)).collect();
        assert_eq!(
            kinds,
            [(ProblemKind::Unbound, 2.0), (ProblemKind::Seam, 1.0)]
        );
        let edit = repair(&all, &welded, &surface, &checks);
        let after = written(&surface, &rows, &edit);
        assert!(problems(&Welded::new(&surface, &after), &surface, &checks).is_empty());
    }
}

#[test]
fn what_is_repaired_at_a_seam_keeps_what_only_one_side_has() {
    let six: Vec<(u16, f32)> = (0..6).map(|joint| (joint, 1.0 / 6.0)).collect();
    let rules = Rules {
        limit: Some(4),
        ..Rules::default()
    };
    let checks = Checks {
        rules,
        ..Checks::default()
    };
    let whole: [(u16, f32); 1] = [(0, 1.0)];
    let off: [(u16, f32); 1] = [(1, 0.5)];
    for (kind, left, right, kept) in [
        (ProblemKind::OverLimit, &[][..], &six[..], 4),
        (ProblemKind::OverLimit, &whole[..], &six[..], 4),
        (ProblemKind::SumOff, &[][..], &off[..], 1),
        (ProblemKind::SumOff, &whole[..], &off[..], 2),
        (ProblemKind::SumOff, &off[..], &HALF[..], 2),
    ] {
        let (surface, mut rows) = seam_split(left, right);
        rows.joint_count = 6;
        let welded = Welded::new(&surface, &rows);
        let mut all = problems(&welded, &surface, &checks);
        all.retain(|problem| problem.kind == kind);
        let edit = repair(&all, &welded, &surface, &checks);
        let after = written(&surface, &rows, &edit);
        for vertex in 2..6 {
            assert_eq!(after.joints[vertex].len(), kept, "{left:?} {right:?}");
        }
        if left == whole {
            assert!((0.5..0.75).contains(&after.weight(PointIndex(2), JointSlot(0))));
        }
    }
}

#[test]
fn a_joint_that_goes_at_a_seam_takes_no_other_along() {
    let (surface, rows) = seam_split(&[(0, 0.875), (2, 0.125)], &[(1, 1.0)]);
    let welded = Welded::new(&surface, &rows);
    let stray = Problem {
        kind: ProblemKind::Stray,
        joint: Some(JointSlot(2)),
        points: vec![PointIndex(2)],
        size: 1.0,
    };
    let edit = repair(&[stray], &welded, &surface, &Checks::default());
    let row = &edit.rows[0].1;
    assert_eq!((row.len(), row.weight(JointSlot(2))), (2, 0.0));
    assert!(row.weight(JointSlot(1)) > row.weight(JointSlot(0)));
}

#[test]
fn no_locked_joint_is_given_to_what_nothing_moves() {
    let locks = [false, true];
    let rules = Rules {
        locks: &locks,
        ..Rules::default()
    };
    let checks = Checks {
        rules,
        ..Checks::default()
    };
    for (left, right) in [(&[][..], &HALF[..]), (&HALF[..], &[][..])] {
        let (surface, rows) = seam_split(left, right);
        let welded = Welded::new(&surface, &rows);
        let mut all = problems(&welded, &surface, &checks);
        all.retain(|problem| problem.kind == ProblemKind::Seam);
        let edit = repair(&all, &welded, &surface, &checks);
        let said = "0 vertices changed; 2 vertices skipped: the joint is locked";
        assert_eq!(edit.report.to_string(), said);
    }
}
