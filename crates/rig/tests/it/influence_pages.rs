//! Influences that come of others: equal to a plain list rebuilt, sharing what they may, and leaving the others as they were.

use std::sync::Arc;

use proptest::prelude::*;
use rig::{
    BATCH_PAGE, InfluenceBatches, InfluenceError, InfluenceRow, Influences, JointSlot,
    PackedInfluences, VertexOrder,
};

use crate::support::built_of;

const JOINTS: u16 = 5;

type Row = Vec<(u16, f32)>;

/// Rows, an order of their slots, and some edits, each of some vertices.
type Story = (Vec<Row>, Vec<u32>, Vec<Vec<(u32, Row)>>);

fn rows_of(influences: &Influences) -> Vec<Row> {
    let row = |InfluenceRow { joints, weights }: InfluenceRow<'_>| {
        let pairs = joints
            .iter()
            .map(|joint| joint.0)
            .zip(weights.iter().copied());
        pairs.collect()
    };
    influences.rows().map(row).collect()
}

fn bits(rows: &[Row]) -> Vec<Vec<(u16, u32)>> {
    let row = |row: &Row| {
        row.iter()
            .map(|&(joint, weight)| (joint, weight.to_bits()))
            .collect()
    };
    rows.iter().map(row).collect()
}

/// One to five joints, each once, with weights above zero; or none.
fn row() -> impl Strategy<Value = Row> {
    let joints = prop::sample::subsequence((0..JOINTS).collect::<Vec<_>>(), 0..=5).prop_shuffle();
    joints.prop_flat_map(|joints| {
        let weights = prop::collection::vec(1e-3_f32..2.0, joints.len());
        weights.prop_map(move |weights| joints.iter().copied().zip(weights).collect())
    })
}

/// Counts about the ends of pages.
fn vertex_count() -> impl Strategy<Value = usize> {
    prop_oneof![
        Just(1),
        Just(127),
        Just(128),
        Just(129),
        Just(256),
        1_usize..600
    ]
}

fn story() -> impl Strategy<Value = Story> {
    vertex_count().prop_flat_map(|count| {
        let end = u32::try_from(count).unwrap();
        let rows = prop::collection::vec(row(), count);
        let slots = Just((0..end).collect::<Vec<u32>>()).prop_shuffle();
        let edit = prop::collection::vec((0..end, row()), 0..20);
        (rows, slots, prop::collection::vec(edit, 1..6))
    })
}

fn with_rows(influences: &Influences, edit: &[(u32, Row)]) -> Influences {
    let rows = edit.iter().map(|(vertex, row)| (*vertex, &row[..]));
    influences.with_rows(rows).unwrap()
}

/// Rows as they were packed; weights of zero fill up, and a joint beyond the last stands for none.
fn unpacked(packed: &PackedInfluences) -> Vec<Row> {
    let joint = |quad: u32, place: usize| {
        let four = packed.quads()[quad as usize + place / 4];
        u16::try_from(four >> (16 * (place % 4)) & 0xffff).unwrap()
    };
    let own = packed.weights().chunks(packed.width());
    let mut rows: Vec<Row> = packed
        .first_quads()
        .iter()
        .zip(own)
        .map(|(&quad, weights)| {
            (0..)
                .map(|place| joint(quad, place))
                .zip(weights.iter().copied())
                .collect()
        })
        .collect();
    let mut last = 0;
    for more in packed.more() {
        assert!(last <= more.vertex, "in the order of the vertices");
        last = more.vertex;
        let four = (0..4).map(|place| joint(more.quad, place));
        rows[more.vertex as usize].extend(four.zip(more.weights));
    }
    for row in &mut rows {
        row.retain(|&(joint, weight)| weight != 0.0 && usize::from(joint) < packed.unbound_joint());
    }
    rows
}

/// The joints of a list.
fn unpacked_list(packed: &PackedInfluences, quad: u32, count: usize) -> Vec<u16> {
    let joint = |place: usize| packed.quads()[quad as usize + place / 4] >> (16 * (place % 4));
    let joints = (0..count).map(|place| u16::try_from(joint(place) & 0xffff).unwrap());
    joints.collect()
}

/// Rows as batches have them: joints of a batch, and one weight a vertex for each.
fn unbatched(packed: &PackedInfluences, lanes: usize) -> Vec<Row> {
    let mut rows = vec![Row::new(); packed.vertex_count()];
    let batches = packed.batches(lanes).unwrap();
    let counts = batches.joint_counts().iter();
    for ((number, page), &count) in batches.pages().enumerate().zip(counts) {
        let ends = [page.starts()[0], page.starts()[page.starts().len() - 1]];
        assert_eq!(ends[1] - ends[0], count);
        let of_page = number * BATCH_PAGE / lanes..;
        for (batch, ends) in of_page.zip(page.starts().windows(2)) {
            let places = ends[0] as usize..ends[1] as usize;
            let columns = page.weights().chunks(lanes).zip(page.joints());
            let columns = columns.skip(places.start).take(places.len());
            // The joint of unbound vertices stands for none.
            let is_bound = |joint: u16| usize::from(joint) < packed.unbound_joint();
            for (column, &joint) in columns.filter(|(_, joint)| is_bound(**joint)) {
                push_column(&mut rows, batch * lanes, joint, column);
            }
        }
    }
    rows
}

/// Lanes behind the last vertex have what it has.
fn push_column(rows: &mut [Row], first: usize, joint: u16, column: &[f32]) {
    for (row, &weight) in rows[first..].iter_mut().zip(column) {
        if weight != 0.0 {
            row.push((joint, weight));
        }
    }
}

/// In the order of the joints.
fn by_joint(mut rows: Vec<Row>) -> Vec<Row> {
    for row in &mut rows {
        row.sort_by_key(|(joint, _)| *joint);
    }
    rows
}

proptest! {
    /// Whatever was packed before: of these influences, or of those that they were edited from.
    #[test]
    fn packed_rows_are_the_rows((rows, slots, edits) in story(), is_strewn: bool) {
        let built = built_of(JOINTS, &rows);
        let mut influences = if is_strewn { built.with_slots(slots.into()) } else { built };
        let mut snapshots = vec![influences.clone()];
        // Batches that are there already are made anew where rows differ, and nowhere else.
        let before = influences.to_packed().and_then(|packed| packed.batches(8).cloned());
        prop_assert!(before.is_some());
        for edit in &edits {
            influences = with_rows(&influences, edit);
            snapshots.push(influences.clone());
        }
        for snapshot in snapshots.iter().chain(snapshots.iter().rev()) {
            let packed = snapshot.to_packed().unwrap();
            // Joints ascend.
            let rows = by_joint(rows_of(snapshot));
            prop_assert_eq!(bits(&unpacked(&packed)), bits(&rows));
            for (row, &quad) in rows_of(snapshot).iter().zip(packed.first_quads()) {
                let own = &unpacked_list(&packed, quad, row.len());
                let order = packed.orders()[quad as usize];
                let named = (0..own.len().min(8)).map(|place| own[(order >> (4 * place) & 7) as usize]);
                let expected = row.iter().map(|(joint, _)| *joint);
                prop_assert!(row.len() > 8 || named.eq(expected), "{:x}", order);
            }
            for lanes in InfluenceBatches::LANES {
                let found = unbatched(&packed, lanes);
                prop_assert_eq!(bits(&found), bits(&rows), "{} lanes", lanes);
            }
            let fresh = built_of(JOINTS, &rows_of(snapshot)).to_packed().unwrap();
            prop_assert_eq!(packed.width(), fresh.width());
        }
    }

    #[test]
    fn edits_equal_a_plain_list((rows, slots, edits) in story(), is_strewn: bool) {
        let mut plain = rows_of(&built_of(JOINTS, &rows));
        let built = built_of(JOINTS, &rows);
        let mut influences = if is_strewn { built.with_slots(slots.into()) } else { built.clone() };
        prop_assert_eq!(&influences, &built);
        let mut snapshots = vec![(influences.clone(), plain.clone())];
        for edit in &edits {
            for (vertex, row) in edit {
                // Taken alone, as the builder takes it.
                plain[*vertex as usize] = rows_of(&built_of(JOINTS, std::slice::from_ref(row))).remove(0);
            }
            let before = influences.clone();
            influences = with_rows(&influences, edit);
            let changed = influences.changed_since(&before);
            for vertex in 0..influences.vertex_count() {
                let is_told = changed.contains(&u32::try_from(vertex).unwrap());
                prop_assert!(is_told || influences.row(vertex) == before.row(vertex));
            }
            snapshots.push((influences.clone(), plain.clone()));
        }
        for (snapshot, plain) in &snapshots {
            let found = rows_of(snapshot);
            for (vertex, (found, plain)) in found.iter().zip(plain).enumerate() {
                // A row whose sum is one keeps its bits, where the builder divides once more.
                let close = found.iter().zip(plain).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-6);
                prop_assert!(close && found.len() == plain.len(), "{vertex}: {found:?} {plain:?}");
            }
            let pairs: usize = found.iter().map(Vec::len).sum();
            prop_assert_eq!(snapshot.pair_count(), pairs);
        }
    }

    #[test]
    fn rows_that_were_read_go_back_bit_for_bit((rows, slots, edits) in story()) {
        let before = built_of(JOINTS, &rows).with_slots(slots.into());
        let mut after = before.clone();
        for edit in &edits {
            after = with_rows(&after, edit);
        }
        let read: Vec<(u32, Row)> = (0..).zip(rows_of(&before)).collect();
        let back = with_rows(&after, &read);
        prop_assert_eq!(bits(&rows_of(&back)), bits(&rows_of(&before)));
        let again: Vec<(u32, Row)> = (0..).zip(rows_of(&after)).collect();
        let again = with_rows(&before, &again);
        prop_assert_eq!(bits(&rows_of(&again)), bits(&rows_of(&after)));
    }

    #[test]
    fn only_pages_that_an_edit_touches_weigh((rows, slots, edits) in story()) {
        let before = built_of(JOINTS, &rows).with_slots(slots.clone().into());
        for edit in &edits {
            let after = with_rows(&before, edit);
            let mut touched: Vec<u32> = edit.iter().map(|(vertex, _)| slots[*vertex as usize] / 128).collect();
            touched.sort_unstable();
            touched.dedup();
            // A page of 128 rows of four influences at most, and the list of pages.
            let most = touched.len() * (128 * (4 * 6 + 4) + 128) + rows.len().div_ceil(128) * 8;
            prop_assert!(after.bytes_beside(&before) <= most);
            prop_assert_eq!(after.bytes_beside(&after.clone()), 0);
        }
    }

    #[test]
    fn joints_that_keep_their_places_keep_their_pages((rows, slots, _) in story()) {
        let before = built_of(JOINTS, &rows).with_slots(slots.into());
        let places: Vec<JointSlot> = (0..JOINTS).map(JointSlot).collect();
        let wider = before.remap_joints(&places, 9).unwrap();
        prop_assert_eq!(wider.joint_count(), 9);
        prop_assert!(wider.bytes_beside(&before) <= rows.len().div_ceil(128) * 8 );
        let turned: Vec<JointSlot> = (0..JOINTS).rev().map(JointSlot).collect();
        let there = before.remap_joints(&turned, 5).unwrap();
        let back = there.remap_joints(&turned, 5).unwrap();
        prop_assert_eq!(back, before);
    }
}

#[test]
fn what_is_put_back_as_it_is_shares_every_page() {
    let rows: Vec<Row> = (0..1000).map(|_| vec![(0, 1.0), (1, 2.0)]).collect();
    let before = built_of(JOINTS, &rows);
    let read: Vec<(u32, Row)> = (0..).zip(rows_of(&before)).collect();
    let after = with_rows(&before, &read);
    assert_eq!(after.changed_since(&before), Vec::<u32>::new());
    assert!(after.bytes_beside(&before) <= 8 * 8);
    assert_eq!(after, before);
}

#[test]
fn the_later_row_of_a_vertex_counts() {
    let before = built_of(JOINTS, &[vec![(0, 1.0)], vec![(1, 1.0)]]);
    let after = with_rows(
        &before,
        &[(1, vec![(2, 1.0)]), (0, vec![]), (1, vec![(3, 4.0)])],
    );
    assert_eq!(rows_of(&after), [vec![], vec![(3, 1.0)]]);
}

#[test]
fn a_wrong_row_changes_nothing() {
    let before = built_of(JOINTS, &[vec![(0, 1.0)], vec![(1, 1.0)]]);
    let check = |row: (u32, &[(u16, f32)]), expected: &str| {
        let found = before.with_rows([(0, &[(1, 1.0)][..]), row]).unwrap_err();
        assert_eq!(found.to_string(), expected);
    };
    check((2, &[]), "there is no vertex 2: the mesh has 2");
    check(
        (1, &[(5, 1.0)]),
        "vertex 1 is influenced by joint 5, but the skin has 5 joints",
    );
    check(
        (1, &[(0, f32::NAN)]),
        "the weight of joint 0 on vertex 1 is NaN, not a finite number",
    );
    check(
        (1, &[(0, 0.0)]),
        "the weights of vertex 1 sum to zero; give it a weight, or declare it unbound",
    );
    assert!(matches!(
        Influences::default().with_rows([(0, &[(0, 1.0)][..])]),
        Err(InfluenceError::VertexOutOfRange { .. })
    ));
}

#[test]
fn orders_that_are_none_are_passed_over() {
    let rows: Vec<Row> = (0..4).map(|joint| vec![(joint, 1.0)]).collect();
    let built = built_of(JOINTS, &rows);
    for slots in [
        &[][..],
        &[0, 1, 2],
        &[0, 1, 2, 2],
        &[0, 1, 2, 4],
        &[0, 1, 2, 3],
    ] {
        let found = built.with_slots(Arc::from(slots));
        assert!(!found.has_slots(), "{slots:?}");
        assert_eq!(found, built);
    }
    let turned = built.with_slots(Arc::from([3, 1, 2, 0]));
    assert!(turned.has_slots());
    assert_eq!((turned.row(3), turned.rows().len()), (built.row(3), 4));
    // And back.
    let back = turned.with_slots(Arc::from([0, 1, 2, 3]));
    assert!(!back.has_slots());
    assert_eq!(back, built);
}

proptest! {
    /// Every vertex has its row in its new place, and triangles follow their vertices.
    #[test]
    fn an_order_by_joints_moves_vertices_and_nothing_else((rows, ..) in story(), corners in prop::collection::vec([0_u32..700, 0_u32..700, 0_u32..700], 0..40)) {
        let influences = built_of(JOINTS, &rows);
        let order = VertexOrder::by_joints(&influences, &corners);
        let mut sorted = order.old_of_new().to_vec();
        sorted.sort_unstable();
        prop_assert!(sorted.iter().copied().eq(0..u32::try_from(rows.len()).unwrap()));
        let reordered = order.reorder_influences(&influences);
        let expected: Vec<Row> = order.reorder(&rows_of(&influences));
        prop_assert_eq!(bits(&rows_of(&reordered)), bits(&expected));
        let mut triangles = corners.clone();
        order.rewrite_triangles(&mut triangles);
        for (&new, &old) in triangles.as_flattened().iter().zip(corners.as_flattened()) {
            let place = order.new_of_old().get(old as usize);
            prop_assert_eq!(new, place.copied().unwrap_or(old));
        }
    }
}
