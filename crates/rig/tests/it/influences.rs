//! Influences: every way to be wrong, normalization, order, duplicates, and weights at the ends of f32.

use proptest::prelude::*;
use rig::{
    InfluenceError, InfluenceLayout, InfluenceRow, Influences, InfluencesBuilder, JointFormat,
    JointSlot, WeightFormat,
};

fn build(vertices: &[&[(u16, f32)]]) -> Influences {
    let mut builder = InfluencesBuilder::new(4);
    for vertex in vertices {
        assert!(builder.vertex(vertex.iter().copied()).is_ok());
    }
    builder.build()
}

/// The vertex is refused, nothing is kept of it, and the builder goes on.
fn check(vertex: &[(u16, f32)], expected: &InfluenceError) {
    let mut builder = InfluencesBuilder::new(4);
    assert_eq!(builder.vertex([(3, 1.0)]), Ok(1.0));
    let found = builder.vertex(vertex.iter().copied());
    // NaN is not equal to itself, its text is.
    assert_eq!(
        format!("{found:?}"),
        format!("{:?}", Err::<f32, _>(expected)),
        "{vertex:?}"
    );
    assert_eq!(builder.vertex([(2, 0.5)]), Ok(0.5));
    let built = builder.build();
    assert_eq!(
        (built.vertex_count(), built.row(1)),
        (
            2,
            InfluenceRow {
                joints: &[2].map(JointSlot),
                weights: &[1.0]
            }
        )
    );
}

#[test]
fn every_way_to_be_invalid() {
    let zero = InfluenceError::ZeroSum { vertex: 1 };
    check(&[], &zero);
    check(&[(0, 0.0), (1, -0.0)], &zero);
    check(&[(0, 1.0), (1, -1.0)], &zero);
    check(&[(0, 0.1), (1, 0.2), (2, -0.3)], &zero);
    check(&[(0, 1e-40), (1, -1e-40)], &zero);
    let joint = InfluenceError::JointOutOfRange {
        vertex: 1,
        joint: JointSlot(4),
        joint_count: 4,
    };
    check(&[(0, 1.0), (4, 0.5)], &joint);
    check(&[(4, f32::NAN)], &joint);
    for weight in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        check(
            &[(0, 1.0), (1, weight)],
            &InfluenceError::NotFinite {
                vertex: 1,
                joint: JointSlot(1),
                weight,
            },
        );
    }
}

/// What is given, and the joints and weights it becomes.
type Row = (&'static [(u16, f32)], &'static [u16], &'static [f32]);

#[test]
fn rows_are_normalized_in_order_without_zeros() {
    let rows: [Row; 9] = [
        (&[(2, 1.0), (0, 3.0)], &[2, 0], &[0.25, 0.75]),
        (&[(0, 0.0), (1, 2.0), (3, 0.0)], &[1], &[1.0]),
        (&[(9, 0.0), (1, 2.0)], &[1], &[1.0]),
        (&[(1, 1.0), (2, 2.0), (1, 1.0)], &[1, 2], &[0.5, 0.5]),
        (&[(1, 1.0), (1, -1.0), (2, 1.0)], &[2], &[1.0]),
        (&[(1, -1.0), (2, 3.0)], &[1, 2], &[-0.5, 1.5]),
        (&[(1, -1.0), (2, -1.0)], &[1, 2], &[0.5, 0.5]),
        (&[(1, 1e-45), (2, 1e-45)], &[1, 2], &[0.5, 0.5]),
        (
            &[(1, f32::MAX), (2, f32::MAX), (1, f32::MAX), (2, f32::MAX)],
            &[1, 2],
            &[0.5, 0.5],
        ),
    ];
    let built = build(&rows.map(|(given, _, _)| given));
    for (vertex, (given, joints, weights)) in rows.into_iter().enumerate() {
        let joints: Vec<JointSlot> = joints.iter().copied().map(JointSlot).collect();
        assert_eq!(
            built.row(vertex),
            InfluenceRow {
                joints: &joints[..],
                weights
            },
            "{given:?}"
        );
    }
    assert_eq!(built.max_per_vertex(), 2);
    assert_eq!(built.rows().len(), 9);
}

#[test]
fn weights_that_vanish_beside_others_are_dropped() {
    assert_eq!(
        build(&[&[(0, 1e-30), (1, 1e30)]]).row(0),
        InfluenceRow {
            joints: &[1].map(JointSlot)[..],
            weights: &[1.0][..]
        }
    );
}

#[test]
fn the_sum_is_reported() {
    let mut builder = InfluencesBuilder::new(2);
    assert_eq!(builder.vertex([(0, 0.25), (1, 0.5)]), Ok(0.75));
    assert_eq!(
        builder.vertex([(0, f32::MAX), (1, f32::MAX)]),
        Ok(f32::INFINITY)
    );
}

#[test]
fn unbound_vertices_have_empty_rows() {
    let mut builder = InfluencesBuilder::new(1);
    builder.unbound();
    assert!(builder.vertex([(0, 1.0)]).is_ok());
    builder.unbound();
    let built = builder.build();
    assert_eq!(
        (
            built.vertex_count(),
            built.unbound_count(),
            built.joint_count()
        ),
        (3, 2, 1)
    );
    assert_eq!(built.row(2), InfluenceRow::default());
    assert!(built.bound_vertices().eq([1]));
    let moved = built.with_slots([2, 0, 1].into());
    assert!(moved.bound_vertices().eq([1]));
    let both = moved.with_rows([(0, &[(0, 1.0)][..])]).unwrap();
    assert!(
        both.bound_vertices().eq([1, 0]),
        "as they lie: 1 at slot 0, 0 at slot 2"
    );
    assert_eq!(InfluencesBuilder::new(7).build().vertex_count(), 0);
    assert_eq!(Influences::default().rows().len(), 0);
}

proptest! {
    #[test]
    fn sums_are_one(vertices in prop::collection::vec(prop::collection::vec((0_u16..4, 0.0_f32..5.0), 1..12), 1..20)) {
        let mut builder = InfluencesBuilder::new(4);
        for vertex in vertices {
            if builder.vertex(vertex).is_err() {
                builder.unbound();
            }
        }
        for InfluenceRow { joints, weights } in builder.build().rows() {
            let sum: f64 = weights.iter().copied().map(f64::from).sum();
            prop_assert!(joints.is_empty() || (sum - 1.0).abs() < 4e-7, "{weights:?}");
            prop_assert!(weights.iter().all(|&weight| weight != 0.0));
            prop_assert!((1..joints.len()).all(|i| !joints[..i].contains(&joints[i])));
        }
    }
}

/// Of every pair of formats, aligned or not: what lies in the buffer is what a builder takes.
#[test]
fn rows_are_read_from_a_vertex_buffer_where_they_lie() {
    for joint_format in [JointFormat::U8, JointFormat::U16] {
        for weight_format in [
            WeightFormat::F32,
            WeightFormat::Unorm8,
            WeightFormat::Unorm16,
        ] {
            check_layout(&InfluenceLayout {
                stride: 23,
                count: 3,
                joints: 1,
                joint_format,
                weights: 9,
                weight_format,
            });
        }
    }
}

fn check_layout(layout: &InfluenceLayout) {
    let rows: [[(u16, f32); 3]; 3] = [
        [(4, 0.5), (0, 0.25), (2, 0.25)],
        [(1, 1.0), (0, 0.0), (0, 0.0)],
        [(3, 0.0), (0, 0.0), (0, 0.0)],
    ];
    let mut buffer = vec![0xee; 2 * 23 + 21];
    for (row, vertex) in rows.iter().zip(buffer.chunks_mut(23)) {
        for (place, &pair) in row.iter().enumerate() {
            write_pair(vertex, layout, place, pair);
        }
    }
    let read = Influences::from_interleaved(&buffer, 3, layout, 5).unwrap();
    assert_eq!(read.row(0).joints, [4, 0, 2].map(JointSlot));
    for (weight, expected) in read.row(0).weights.iter().zip([0.5, 0.25, 0.25]) {
        // 255 and 65,535 are odd.
        assert!((weight - expected).abs() < 3e-3, "{layout:?}: {weight}");
    }
    assert_eq!(read.row(1).joints, [JointSlot(1)]);
    assert_eq!(
        (read.row(1).weights, read.zero_rows()),
        (&[1.0][..], &[2][..])
    );
    assert_eq!(read.row(2).joints, [JointSlot(3)]);
    let refused = |vertices, joints, layout| {
        Influences::from_interleaved(&buffer, vertices, layout, joints).unwrap_err()
    };
    let short = refused(4, 5, layout);
    assert!(
        matches!(short, InfluenceError::BufferTooShort { found: 67, .. }),
        "{short}"
    );
    let joint = refused(3, 4, layout);
    assert!(
        matches!(joint, InfluenceError::JointOutOfRange { vertex: 0, .. }),
        "{joint}"
    );
    let endless = InfluenceLayout {
        stride: usize::MAX,
        ..*layout
    };
    refused(3, 5, &endless);
    let bare = InfluenceLayout {
        count: 0,
        ..*layout
    };
    let bare = Influences::from_interleaved(&buffer, 3, &bare, 5).unwrap();
    assert_eq!(bare.unbound_count(), 3);
}

fn write_pair(
    vertex: &mut [u8],
    layout: &InfluenceLayout,
    place: usize,
    (joint, weight): (u16, f32),
) {
    match layout.joint_format {
        JointFormat::U8 => vertex[layout.joints + place] = u8::try_from(joint).unwrap(),
        JointFormat::U16 => {
            vertex[layout.joints + 2 * place..][..2].copy_from_slice(&joint.to_le_bytes());
        }
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 … 1"
    )]
    match layout.weight_format {
        WeightFormat::F32 => {
            vertex[layout.weights + 4 * place..][..4].copy_from_slice(&weight.to_le_bytes());
        }
        WeightFormat::Unorm8 => vertex[layout.weights + place] = (weight * 255.0).round() as u8,
        WeightFormat::Unorm16 => {
            let number = (weight * 65_535.0).round() as u16;
            vertex[layout.weights + 2 * place..][..2].copy_from_slice(&number.to_le_bytes());
        }
    }
}
