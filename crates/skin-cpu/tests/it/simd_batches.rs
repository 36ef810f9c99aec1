//! Batches beside rows: seams between pages that go either way, and influences that were edited after their batches were made.

use dq_math::SignRule;
use glam::Vec3;
use proptest::prelude::{ProptestConfig, prop, proptest};
use proptest::{prop_assert, prop_assert_eq};
use skin_cpu::{NormalTransform, SimdPath, Skinner};

use crate::arbitrary::config;
use crate::simd::{all, fault, joint, mesh, name, palettes, row, shortened, turning};
use crate::support::{self, influences, paths};

/// Vertices of one page that goes by batches, and the same on a page of so many joints that it goes row by row, named in another order.
fn seam(row: &[(u16, f32)]) -> support::Mesh {
    const PAGE: u16 = 128;
    let own = (0..PAGE).map(|_| row.to_vec());
    let other = (0..PAGE).map(|vertex| match vertex % 2 {
        0 => row.iter().rev().copied().collect(),
        // Four joints of many, so that neighbors share none.
        _ => (0..4)
            .map(|place| (6 + 4 * (vertex % 8) + place, 0.25))
            .collect(),
    });
    let count = 2 * usize::from(PAGE);
    support::Mesh {
        positions: vec![Vec3::new(0.3, -1.2, 0.7); count],
        normals: vec![Vec3::new(0.6, 0.0, 0.8); count],
        influences: influences(40, own.chain(other)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..config() })]

    /// Seams stay closed: whatever is beside a vertex, and in whatever order its influences are named.
    #[test]
    fn vertices_that_lie_together_stay_together(joints in prop::collection::vec(joint(), 40), parts in prop::array::uniform3(1_u8..40)) {
        // Of whole numbers of 128, so that their sum is one in any order.
        let last = 128 - parts.iter().sum::<u8>();
        let parts = parts.into_iter().chain([last]);
        let row: Vec<(u16, f32)> = (0..4).zip(parts).map(|(joint, part)| (3 - joint, f32::from(part) / 128.0)).collect();
        let mesh = seam(&row);
        // The first influence decides signs: only rules of the pose do not depend on the order. The reference, which sums in the order of
        // files, takes what is nearly nothing: that is why only matrices are any.
        let linear = palettes(&joints, SignRule::Followed).into_iter().take(1);
        let gently = palettes(&turning(40), SignRule::Followed);
        let kernels: Vec<_> = paths().into_iter().filter(|&path| path != SimdPath::Scalar).collect();
        for palette in linear.chain(gently) {
            for &path in &kernels {
                let found = all(&mut Skinner::new(path), &mesh, &palette, NormalTransform::Usual);
                for vertex in (128..256).step_by(2) {
                    prop_assert_eq!(found.positions[vertex], found.positions[0], "{}: {}", path, name(&palette));
                }
            }
        }
    }

    /// Batches and lists that were made before an edit serve what comes of it.
    #[test]
    fn edited_influences_are_skinned_as_the_reference_does(mesh in mesh(), joints in prop::collection::vec(joint(), 6), edits in prop::collection::vec((0_u32..150, row()), 1..8), rule in 0_usize..5) {
        let count = mesh.positions.len();
        let edits: Vec<_> = edits.into_iter().filter(|(vertex, _)| (*vertex as usize) < count).collect();
        let rows: Vec<(u32, Vec<(u16, f32)>)> = edits.iter().map(|(vertex, row)| (*vertex, shortened(row, 4))).collect();
        for path in paths() {
            for palette in palettes(&joints, SignRule::ALL[rule]) {
                // What is kept beside the influences is made here.
                all(&mut Skinner::new(path), &mesh, &palette, NormalTransform::Usual);
            }
        }
        let rows = rows.iter().map(|(vertex, row)| (*vertex, &row[..]));
        let edited = support::Mesh { influences: mesh.influences.with_rows(rows).unwrap(), positions: mesh.positions.clone(), normals: mesh.normals.clone() };
        let mut reference = Skinner::new(SimdPath::Scalar);
        for palette in palettes(&joints, SignRule::ALL[rule]) {
            let expected = all(&mut reference, &edited, &palette, NormalTransform::Usual);
            for path in paths() {
                let found = all(&mut Skinner::new(path), &edited, &palette, NormalTransform::Usual);
                for vertex in 0..count {
                    let at = (&edited, vertex, &palette, NormalTransform::Usual);
                    let fault = fault(at, &expected, &found);
                    prop_assert!(fault.is_none(), "{path}: {vertex} of {}: {}", name(&palette), fault.unwrap());
                }
            }
        }
    }
}
