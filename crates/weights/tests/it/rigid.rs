//! Connected parts given to one joint.

use glam::vec3;
use mesh::{Adjacency, PointIndex};
use rig::JointSlot;
use weights::{Row, Rules, Skip, make_rigid};

use crate::support::raw::Raw;

/// Two triangles apart.
fn two_parts() -> Adjacency {
    let corners = |x: f32| {
        [
            vec3(x, 0.0, 0.0),
            vec3(x + 1.0, 0.0, 0.0),
            vec3(x, 1.0, 0.0),
        ]
    };
    let positions = [corners(0.0), corners(5.0)].concat();
    Adjacency::new(&positions, &[[0, 1, 2], [3, 4, 5]])
}

#[test]
fn a_part_follows_the_joint_with_most_of_its_weights() {
    let surface = two_parts();
    let most: [(u16, f32); 2] = [(0, 0.9), (1, 0.1)];
    let rows = Raw::new(
        3,
        &[
            &most[..],
            &[(1, 1.0)],
            &[(1, 0.6), (2, 0.4)],
            &most,
            &[],
            &[],
        ],
    );
    let rules = Rules::default();
    // Joint 1 has 1.7 of the part's three.
    let edit = make_rigid(&surface, &rows, &[PointIndex(2)], None, &rules);
    let rigid = Row::rigid(JointSlot(1));
    let expected = [(PointIndex(0), rigid.clone()), (PointIndex(2), rigid)];
    assert_eq!(
        edit.rows, expected,
        "what follows it already is not changed"
    );
    let named = make_rigid(
        &surface,
        &rows,
        &[PointIndex(4)],
        Some(JointSlot(2)),
        &rules,
    );
    assert_eq!(named.rows.len(), 3);
    assert!(
        named
            .rows
            .iter()
            .all(|(_, row)| *row == Row::rigid(JointSlot(2)))
    );
}

#[test]
fn a_part_without_weights_needs_a_joint() {
    let surface = two_parts();
    let rows = Raw::unbound(2, 6);
    let edit = make_rigid(&surface, &rows, &[PointIndex(0)], None, &Rules::default());
    assert!(edit.rows.is_empty());
    assert_eq!(edit.report.skipped().next(), Some((Skip::NothingToTake, 3)));
}
