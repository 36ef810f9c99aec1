//! Weight given to a helper joint, on hand-made rows.

use mesh::PointIndex;
use rig::JointSlot;
use weights::{HelperShare, Row, Rules, ShareFrom, Skip, give_to_helper};

use crate::support::raw::Raw;

const HELPER: JointSlot = JointSlot(3);

fn weights(row: &Row) -> [f32; 4] {
    [0, 1, 2, 3].map(|joint| row.weight(JointSlot(joint)))
}

#[test]
fn a_helper_takes_from_both_or_from_each_and_the_sum_stays() {
    let row: [(u16, f32); 3] = [(0, 0.5), (2, 0.25), (1, 0.25)];
    let rows = Raw::new(6, &[&row[..], &row, &[(0, 1.0)], &row]);
    let points: Vec<PointIndex> = PointIndex::all().take(4).collect();
    let given = |from, shares: &[f32], rules: &Rules<'_>| {
        let helper = HelperShare {
            from,
            to: HELPER,
            shares,
        };
        give_to_helper(&rows, &points, &helper, rules)
    };
    let both = ShareFrom::Between([JointSlot(0), JointSlot(1)]);
    // The third point is not moved by both, the fourth has no share.
    let edit = given(both, &[1.0, 0.5, 1.0], &Rules::default());
    let found: Vec<(usize, [f32; 4])> = edit
        .rows
        .iter()
        .map(|(point, row)| (point.index(), weights(row)))
        .collect();
    let expected = [(0, [0.25, 0.0, 0.25, 0.5]), (1, [0.375, 0.125, 0.25, 0.25])];
    assert_eq!(found, expected);

    let each = [JointSlot(0), JointSlot(2)];
    let edit = given(ShareFrom::Each(&each), &[0.5, 0.0, 1.0], &Rules::default());
    let found: Vec<[f32; 4]> = edit.rows.iter().map(|(_, row)| weights(row)).collect();
    assert_eq!(found, [[0.25, 0.25, 0.125, 0.375], [0.0, 0.0, 0.0, 1.0]]);

    // What is locked, or no number, is left and counted.
    let locks = [false, true];
    let rules = Rules {
        locks: &locks,
        ..Rules::default()
    };
    let edit = given(both, &[1.0, 0.5, 1.0], &rules);
    let skipped: Vec<(Skip, usize)> = edit.report.skipped().collect();
    assert!(edit.rows.is_empty() && skipped == [(Skip::JointLocked, 2)]);
    let edit = given(both, &[f32::NAN], &Rules::default());
    let skipped: Vec<(Skip, usize)> = edit.report.skipped().collect();
    assert_eq!(skipped, [(Skip::NotFinite, 1)]);
}

#[test]
fn at_the_limit_the_least_weight_goes() {
    let row: [(u16, f32); 4] = [(0, 0.5), (1, 0.25), (2, 0.125), (4, 0.125)];
    let more: [(u16, f32); 5] = [(0, 0.5), (1, 0.25), (2, 0.125), (4, 0.0625), (5, 0.0625)];
    let rows = Raw::new(6, &[&row[..], &more]);
    let points: Vec<PointIndex> = PointIndex::all().take(2).collect();
    let helper = HelperShare {
        from: ShareFrom::Between([JointSlot(0), JointSlot(1)]),
        to: HELPER,
        shares: &[0.5, 0.5],
    };
    let rules = Rules {
        limit: Some(4),
        ..Rules::default()
    };
    let edit = give_to_helper(&rows, &points, &helper, &rules);
    let lengths: Vec<usize> = edit.rows.iter().map(|(_, row)| row.len()).collect();
    assert_eq!(lengths, [4, 5], "as many as before");
    for (_, row) in &edit.rows {
        let sum: f32 = row.pairs().map(|(_, weight)| weight).sum();
        assert!(
            (sum - 1.0).abs() < 1e-6 && row.weight(HELPER) > 0.25,
            "{row:?}"
        );
    }
}
