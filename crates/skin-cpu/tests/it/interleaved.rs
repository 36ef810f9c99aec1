//! Vertices in one buffer against the same in lists, bit for bit.

use std::num::NonZero;
use std::ops::Range;

use dq_math::SignRule;
use glam::Vec3;
use proptest::prelude::{ProptestConfig, prop, proptest};
use proptest::prop_assert;
use rig::{JointSlot, Palette, WeightGradients};
use skin_cpu::{
    InterleavedMesh, InterleavedOut, NormalTransform, SkinError, Skinner, Slice, VertexLayout,
};

use crate::arbitrary::config;
use crate::simd::{self, RULES, joint, long, palettes, skin_part, tangents, turning};
use crate::support::{self, Moved, paths};

const FROM: VertexLayout = VertexLayout {
    stride: 13,
    position: 1,
    normal: Some(9),
    tangent: Some(4),
};
const TO: VertexLayout = VertexLayout {
    stride: 12,
    position: 9,
    normal: Some(1),
    tangent: Some(4),
};
/// What nobody may touch.
const BESIDE: f32 = 7.25;

/// A mesh in one buffer, without what nothing has to stand behind: the end of the last vertex.
fn buffer(mesh: &support::Mesh, layout: VertexLayout) -> Vec<f32> {
    let tangents = tangents(mesh);
    let mut numbers = vec![BESIDE; layout.stride * tangents.len()];
    for (vertex, numbers) in numbers.chunks_mut(layout.stride).enumerate() {
        let mut put = |at: Option<usize>, from: &[f32]| {
            if let Some(at) = at {
                numbers[at..at + from.len()].copy_from_slice(from);
            }
        };
        put(Some(layout.position), &mesh.positions[vertex].to_array());
        put(layout.normal, &mesh.normals[vertex].to_array());
        put(layout.tangent, &tangents[vertex].to_array());
    }
    numbers.truncate(layout.least_length(tangents.len()));
    numbers
}

fn skinned(
    skinner: &mut Skinner,
    (mesh, range): (&support::Mesh, Range<usize>),
    palette: &Palette,
    by: NormalTransform<'_>,
    to: VertexLayout,
) -> Result<Vec<f32>, SkinError> {
    let numbers = buffer(mesh, FROM);
    let mut out = vec![BESIDE; to.least_length(range.len())];
    let mesh = InterleavedMesh::new(&numbers, FROM, &mesh.influences).only(range);
    let into = InterleavedOut {
        numbers: &mut out,
        layout: to,
    };
    skinner.skin_interleaved(&mesh, palette, by, into)?;
    Ok(out)
}

/// What a layout makes of lists.
fn expected(moved: &Moved, to: VertexLayout) -> Vec<f32> {
    let mut numbers = vec![BESIDE; to.stride * moved.positions.len()];
    for (vertex, numbers) in numbers.chunks_mut(to.stride).enumerate() {
        numbers[to.position..to.position + 3].copy_from_slice(&moved.positions[vertex].to_array());
        if let Some(at) = to.normal {
            numbers[at..at + 3].copy_from_slice(&moved.normals[vertex].to_array());
        }
        if let Some(at) = to.tangent {
            numbers[at..at + 4].copy_from_slice(&moved.tangents[vertex].to_array());
        }
    }
    numbers.truncate(to.least_length(moved.positions.len()));
    numbers
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..config() })]

    #[test]
    fn one_buffer_has_what_lists_have(mesh in simd::mesh(), joints in prop::collection::vec(joint(), 6), rule in 0_usize..5, by in 0_usize..3, cut in 0_usize..40) {
        let cut = cut.min(mesh.positions.len());
        let range = cut..mesh.positions.len();
        for palette in palettes(&joints, SignRule::ALL[rule]) {
            for path in paths() {
                let mut skinner = Skinner::new(path);
                let lists = skin_part(&mut skinner, &mesh, &palette, RULES[by], range.clone()).unwrap();
                let found = skinned(&mut skinner, (&mesh, range.clone()), &palette, RULES[by], TO).unwrap();
                prop_assert!(bits(&found) == bits(&expected(&lists, TO)), "{path}");
            }
        }
    }
}

/// Several chunks, several threads, a rule that no kernel has, and attributes that nobody wants.
#[test]
fn large_buffers_and_parts_of_layouts_are_written_as_lists_are() {
    let (mesh, joints) = (long(40_000, 7), turning(7));
    let palette = palettes(&joints, SignRule::Running).remove(1);
    let bare = VertexLayout {
        normal: None,
        tangent: None,
        ..TO
    };
    let rows = vec![[(0, Vec3::ZERO); 0]; mesh.positions.len()];
    let none = WeightGradients::from_rows(0, rows);
    for path in paths() {
        let mut skinner = Skinner::new(path).with_threads(NonZero::new(3).unwrap());
        let range = 3..mesh.positions.len();
        for by in [NormalTransform::Usual, NormalTransform::Exact(&none)] {
            let lists = skin_part(&mut skinner, &mesh, &palette, by, range.clone()).unwrap();
            for to in [TO, bare] {
                let part = (&mesh, range.clone());
                let found = skinned(&mut skinner, part, &palette, by, to).unwrap();
                assert!(bits(&found) == bits(&expected(&lists, to)), "{path}");
            }
        }
    }
}

#[test]
fn buffers_that_do_not_fit_are_refused_and_nothing_is_written() {
    let (mesh, joints) = (long(5, 2), turning(2));
    let palette = palettes(&joints, SignRule::First).remove(1);
    let by = NormalTransform::Usual;
    let numbers = buffer(&mesh, FROM);
    for path in paths() {
        let refused = |from: (&[f32], VertexLayout), to: VertexLayout, length: usize| {
            let mut out = vec![BESIDE; length];
            let mesh = InterleavedMesh::new(from.0, from.1, &mesh.influences);
            let into = InterleavedOut {
                numbers: &mut out,
                layout: to,
            };
            let result = Skinner::new(path).skin_interleaved(&mesh, &palette, by, into);
            assert!(bits(&out) == bits(&vec![BESIDE; length]));
            result.unwrap_err()
        };
        let error = refused((&numbers[1..], FROM), TO, 60);
        assert_eq!(error.slice, Slice::Interleaved);
        let error = refused((&numbers, FROM), TO, 59);
        assert_eq!(error.slice, Slice::SkinnedInterleaved);
        let narrow = VertexLayout { stride: 11, ..TO };
        let error = refused((&numbers, FROM), narrow, 60);
        assert_eq!(
            error.to_string(),
            "12 is the end of a vertex's attributes, but 11 the stride"
        );
        let bare = VertexLayout {
            normal: None,
            ..FROM
        };
        let error = refused((&numbers, bare), TO, 60);
        assert_eq!((error.slice, error.found), (Slice::SkinnedNormals, 5));
    }
}

/// No vertices, and no influences of those that there are.
#[test]
fn nothing_is_skinned_of_nothing() {
    let palette = palettes(&turning(2), SignRule::First).remove(1);
    let mesh = long(0, 2);
    let unbound = support::Mesh {
        positions: vec![Vec3::X],
        normals: vec![Vec3::Z],
        influences: support::influences(2, [Vec::<(JointSlot, f32)>::new()]),
    };
    for path in paths() {
        let by = NormalTransform::Usual;
        let mut skinner = Skinner::new(path);
        let found = skinned(&mut skinner, (&mesh, 0..0), &palette, by, TO).unwrap();
        assert!(found.is_empty());
        let found = skinned(&mut skinner, (&unbound, 0..1), &palette, by, TO).unwrap();
        assert_eq!(found[9..12], [1.0, 0.0, 0.0], "{path}");
        // Roots are estimated, on each processor in its own way.
        let expected = [0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0];
        let off = found[1..8].iter().zip(expected).map(|(a, b)| (a - b).abs());
        assert!(off.fold(0.0, f32::max) < 3e-7, "{path}");
    }
}
