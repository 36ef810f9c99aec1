//! Influences as kernels read them.

use rig::{InfluenceRow, Influences, Method};

use crate::support::influences;

/// Rows come back as they were packed, in the order of their joints.
#[test]
fn packed_rows_are_the_rows() {
    let rows: Vec<Vec<(u16, f32)>> = (0_u16..44)
        .map(|row| {
            (0..row % 11)
                .map(|joint| (joint * 2 % 11, 1.0 + f32::from(joint)))
                .collect()
        })
        .collect();
    let rows: Influences = influences(12, rows);
    let packed = rows.to_packed().unwrap();
    assert_eq!((packed.width(), packed.unbound_joint()), (8, 12));
    for (vertex, InfluenceRow { joints, weights }) in rows.rows().enumerate() {
        let first = packed.first_quads()[vertex] as usize;
        let joint = |place: usize| packed.quads()[first + place / 4] >> (16 * (place % 4)) & 0xffff;
        let own = &packed.weights()[8 * vertex..8 * vertex + 8];
        let more = packed
            .more()
            .iter()
            .filter(|more| more.vertex as usize == vertex);
        let more: Vec<f32> = more.flat_map(|more| more.weights).collect();
        let all: Vec<f32> = own.iter().chain(&more).copied().collect();
        if joints.is_empty() {
            assert_eq!((joint(0), all[0]), (12, 1.0));
            continue;
        }
        let mut pairs: Vec<_> = joints.iter().zip(weights).collect();
        pairs.sort_by_key(|(joint, _)| **joint);
        let (joints, weights): (Vec<&rig::JointSlot>, Vec<f32>) = pairs.into_iter().unzip();
        for (place, &weight) in all.iter().enumerate() {
            let expected = weights.get(place).copied().unwrap_or(0.0);
            assert_eq!(weight.to_bits(), expected.to_bits());
            let expected = joints.get(place).unwrap_or(&joints[0]);
            assert_eq!(joint(place), u64::from(expected.0));
        }
    }
    assert_eq!(
        Method::ALL.len(),
        12,
        "a new method may want a kernel, or a word that it has none"
    );
}
