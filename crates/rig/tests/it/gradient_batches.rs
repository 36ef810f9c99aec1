//! Slopes of weights by batches: those of the rows, whatever was asked for or edited before.

use std::sync::Arc;

use glam::Vec3;
use proptest::prelude::*;
use rig::{
    BATCH_PAGE, InfluenceBatches, Influences, InfluencesBuilder, JointSlot, PackedInfluences,
    StencilSum, WeightGradients, WeightedTerm,
};

use crate::support::{built_of, cases};

const JOINTS: u16 = 12;

type Row = Vec<(u16, f32)>;

/// Up to ten joints, each once, with weights above zero; or none. Mostly few.
fn row() -> impl Strategy<Value = Row> {
    let most = prop_oneof![5 => 0_usize..4, 1 => 4_usize..=10];
    most.prop_flat_map(|count| {
        let joints = prop::sample::subsequence((0..JOINTS).collect::<Vec<_>>(), count);
        (
            joints.prop_shuffle(),
            prop::collection::vec(0.1_f32..2.0, count),
        )
            .prop_map(|(joints, weights)| joints.into_iter().zip(weights).collect())
    })
}

/// Counts about the ends of pages, and edits one after another.
fn story() -> impl Strategy<Value = (Vec<Row>, Vec<Vec<(u32, Row)>>)> {
    let count = prop_oneof![Just(1_usize), Just(127), Just(129), 1_usize..400];
    count.prop_flat_map(|count| {
        let rows = prop::collection::vec(row(), count);
        let edit = prop::collection::vec((0..u32::try_from(count).unwrap(), row()), 0..4);
        (rows, prop::collection::vec(edit, 1..5))
    })
}

/// Differences to the vertices before and after.
fn chain(influences: &Influences, vertex: u32) -> StencilSum {
    let last = u32::try_from(influences.vertex_count() - 1).unwrap();
    let term = |(vertex, factor)| WeightedTerm {
        weighting: Some(influences.into()),
        vertex,
        factor,
    };
    let ends = [
        (vertex.saturating_sub(1), Vec3::new(-0.5, 0.25, -2.0)),
        ((vertex + 1).min(last), Vec3::new(0.5, -0.75, 1.0)),
    ];
    StencilSum::new(ends.map(term))
}

fn gradients(influences: &Influences) -> WeightGradients {
    WeightGradients::new(influences.into(), |vertex| chain(influences, vertex))
}

/// Of each vertex the joints that ascend with their slopes, as batches have them.
fn unbatched(batches: &InfluenceBatches, vertices: usize) -> Vec<Vec<(JointSlot, Vec3)>> {
    let lanes = batches.lanes();
    let mut rows = vec![Vec::new(); vertices];
    for (number, page) in batches.pages().enumerate() {
        let of_page = number * BATCH_PAGE / lanes..;
        for (batch, ends) in of_page.zip(page.starts().windows(2)) {
            let (first, end) = (ends[0] as usize, ends[1] as usize);
            let joints = &page.joints()[first..end];
            assert!(joints.is_sorted_by(|one, other| one < other));
            let slopes = &page.weights()[3 * first * lanes..3 * end * lanes];
            let lane_rows = rows[batch * lanes..].iter_mut().take(lanes).enumerate();
            lane_rows.for_each(|(lane, row)| *row = lane_row(joints, slopes, lane));
        }
    }
    rows
}

fn lane_row(joints: &[u16], slopes: &[f32], lane: usize) -> Vec<(JointSlot, Vec3)> {
    let count = joints.len();
    let lanes = slopes.len() / (3 * count.max(1));
    let slope = |place: usize| {
        let along = [0, 1, 2].map(|axis| slopes[(axis * count + place) * lanes + lane]);
        Vec3::from_array(along)
    };
    let all = joints.iter().enumerate();
    let all = all.map(|(place, &joint)| (JointSlot(joint), slope(place)));
    all.filter(|(_, slope)| *slope != Vec3::ZERO).collect()
}

/// Of each page the pairs, as joints.
fn pairs(batches: &InfluenceBatches) -> Vec<Vec<[u16; 2]>> {
    let of_page = batches.pages().map(|page| {
        let pairs = page.pairs().iter();
        let mut pairs: Vec<[u16; 2]> = pairs.map(|&pair| batches.pairs()[pair as usize]).collect();
        pairs.sort_unstable();
        pairs
    });
    of_page.collect()
}

/// What joints that only have a slope at a vertex have to agree with there: up to eight that move it, else the first and the strongest.
fn expected_pairs(influences: &Influences, gradients: &WeightGradients) -> Vec<Vec<[u16; 2]>> {
    let count = influences.vertex_count();
    let of_page = (0..count).step_by(BATCH_PAGE).map(|first| {
        let mut pairs = Vec::new();
        for vertex in first..count.min(first + BATCH_PAGE) {
            let own = influences.row(vertex);
            let largest = own.weights.iter().copied().fold(0.0, f32::max);
            let strongest = own.weights.iter().position(|&weight| weight == largest);
            let beside = gradients.row(vertex).joints.iter();
            for beside in beside.filter(|joint| !own.joints.contains(joint)) {
                let is_asked =
                    |place| own.joints.len() <= 8 || place == 0 || Some(place) == strongest;
                let own = own.joints.iter().enumerate();
                let own = own.filter(|&(place, _)| is_asked(place));
                pairs.extend(own.map(|(_, joint)| [joint.0.min(beside.0), joint.0.max(beside.0)]));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    });
    of_page.collect()
}

fn check(influences: &Influences, gradients: &WeightGradients) -> Result<(), TestCaseError> {
    let count = influences.vertex_count();
    let packed = influences.to_packed().unwrap();
    let rows: Vec<Vec<(JointSlot, Vec3)>> = (0..count)
        .map(|vertex| {
            let row = gradients.row(vertex);
            row.joints
                .iter()
                .copied()
                .zip(row.gradients.iter().copied())
                .collect()
        })
        .collect();
    for lanes in InfluenceBatches::LANES {
        let batches = gradients.batches(&packed, lanes).unwrap();
        prop_assert_eq!((batches.lanes(), batches.columns()), (lanes, 3));
        prop_assert_eq!(&unbatched(&batches, count), &rows, "{} lanes", lanes);
        prop_assert_eq!(pairs(&batches), expected_pairs(influences, gradients));
        // Kept.
        let again = gradients.batches(&packed, lanes).unwrap();
        prop_assert!(Arc::ptr_eq(&batches, &again));
    }
    let pairs: usize = rows.iter().map(Vec::len).sum();
    prop_assert_eq!(gradients.pair_count(0..count), pairs);
    let end = count / 2;
    let before: usize = rows[..end].iter().map(Vec::len).sum();
    prop_assert_eq!(gradients.pair_count(0..end), before);
    prop_assert_eq!(gradients.pair_count(end..count + 3), pairs - before);
    Ok(())
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn batches_of_slopes_are_the_rows((rows, edits) in story(), are_skipped: [bool; 5]) {
        let mut influences = built_of(JOINTS, &rows);
        let mut known = gradients(&influences);
        let mut snapshots = Vec::new();
        for (edit, is_skipped) in edits.iter().zip(are_skipped) {
            if !is_skipped {
                check(&influences, &known)?;
            }
            let edit = edit.iter().map(|(vertex, row)| (*vertex, &row[..]));
            let edited = influences.with_rows(edit).unwrap();
            let changed = edited.changed_since(&influences);
            let is_stale = |vertex: u32| changed.iter().any(|&of| of.abs_diff(vertex) <= 1);
            let now = known.recompute((&edited).into(), is_stale, |vertex| chain(&edited, vertex));
            prop_assert_eq!(&now, &gradients(&edited));
            snapshots.push((influences, known));
            (influences, known) = (edited, now);
        }
        snapshots.push((influences, known));
        for (influences, known) in snapshots.iter().rev() {
            check(influences, known)?;
        }
    }

    /// Gradients are not bound to influences: whose are asked for, theirs are the unbound vertices and the pairs.
    #[test]
    fn other_influences_have_batches_of_their_own((rows, _) in story(), others in prop::collection::vec(row(), 400)) {
        let (one, other) = (built_of(JOINTS, &rows), built_of(JOINTS, &others[..rows.len()]));
        let slopes = gradients(&one);
        for influences in [&one, &other, &one] {
            let packed = influences.to_packed().unwrap();
            let batches = slopes.batches(&packed, 8).unwrap();
            let found = unbatched(&batches, rows.len());
            for (vertex, row) in found.iter().enumerate() {
                let is_unbound = influences.row(vertex).joints.is_empty();
                prop_assert!(is_unbound || row.len() == slopes.row(vertex).joints.len());
                prop_assert!(!is_unbound || row.is_empty());
            }
            let fresh = gradients(&one).batches(&packed, 8).unwrap();
            prop_assert_eq!(pairs(&batches), pairs(&fresh));
        }
    }
}

fn packed(joints: usize, vertices: usize) -> Arc<PackedInfluences> {
    let mut builder = InfluencesBuilder::new(joints);
    for _ in 0..vertices {
        builder.vertex([(0, 1.0)]).unwrap();
    }
    builder.build().to_packed().unwrap()
}

#[test]
fn what_does_not_fit_has_no_batches() {
    let row = [(2_u16, Vec3::X), (0, Vec3::Y), (2, Vec3::Z)];
    let slopes = WeightGradients::from_rows(2, [row, row]);
    assert!(slopes.batches(&packed(3, 1), 4).is_none(), "vertices");
    assert!(slopes.batches(&packed(2, 2), 4).is_none(), "joints");
    assert!(slopes.batches(&packed(3, 2), 5).is_none(), "lanes");
    let none = WeightGradients::default();
    assert!(none.batches(&packed(3, 0), 4).is_none());
    // Rows ascend, and a joint that comes twice counts twice.
    assert_eq!(slopes.row(1).joints, [0, 2, 2].map(JointSlot));
    let batches = slopes.batches(&packed(3, 2), 4).unwrap();
    let expected = vec![(JointSlot(0), Vec3::Y), (JointSlot(2), Vec3::X + Vec3::Z)];
    assert_eq!(unbatched(&batches, 2), [expected.clone(), expected]);
}
