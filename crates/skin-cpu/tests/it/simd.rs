//! Kernels against the reference, on every path of this machine: by the largest difference, over meshes of any size and rows of any
//! length, in parts and on threads, and with what no kernel can compute with.

use std::cmp::Reverse;
use std::num::NonZero;
use std::ops::Range;

use dq_math::SignRule;
use glam::{Affine3A, Mat3, Quat, Vec3, Vec3Swizzles as _, Vec4};
use proptest::prelude::{Just, ProptestConfig, Strategy, prop, prop_oneof, proptest};
use proptest::{prop_assert, prop_assert_eq};
use rig::{
    AffineDualQuatPalette, DualQuatPalette, InfluenceRow, MatrixPalette, PackedInfluences, Palette,
    RigidBlend, TwoPhasePalette, WeightGradients, Weighting,
};
use skin_cpu::{NormalTransform, SimdPath, SkinError, SkinOutput, Skinner, Slice, Vertices};

use crate::arbitrary::{config, rigid, rotation, vec3};
use crate::properties::{ROUNDING, size};
use crate::support::{self, Moved, decided, influences, paths};

/// The rules of normals that kernels have.
pub(crate) const RULES: [NormalTransform<'static>; 3] = [
    NormalTransform::Usual,
    NormalTransform::Forward,
    NormalTransform::ForwardUnscaled,
];

/// Tangents that have nothing to do with the normals, some of no length, of either hand.
pub(crate) fn tangents(mesh: &support::Mesh) -> Vec<Vec4> {
    let places = mesh.positions.iter().enumerate();
    let tangents = places.map(|(vertex, position)| {
        let hand = if vertex.is_multiple_of(3) { -1.0 } else { 1.0 };
        match vertex % 17 {
            5 => Vec3::ZERO.extend(hand),
            _ => position.zxy().extend(hand),
        }
    });
    tangents.collect()
}

pub(crate) fn skin_part(
    skinner: &mut Skinner,
    mesh: &support::Mesh,
    palette: &Palette,
    by: NormalTransform<'_>,
    range: Range<usize>,
) -> Result<Moved, SkinError> {
    let weighting = (&mesh.influences).into();
    skin_weighted(skinner, (mesh, weighting), palette, by, range)
}

/// The same with maps.
pub(crate) fn skin_weighted(
    skinner: &mut Skinner,
    (mesh, weighting): (&support::Mesh, Weighting<'_>),
    palette: &Palette,
    by: NormalTransform<'_>,
    range: Range<usize>,
) -> Result<Moved, SkinError> {
    let tangents = tangents(mesh);
    let vertices = Vertices {
        positions: &mesh.positions,
        normals: &mesh.normals,
        tangents: &tangents,
    };
    let n_normals = if mesh.normals.is_empty() {
        0
    } else {
        range.len()
    };
    let n_tangents = if tangents.is_empty() { 0 } else { range.len() };
    let mut moved = Moved {
        positions: vec![Vec3::MAX; range.len()],
        normals: vec![Vec3::MAX; n_normals],
        tangents: vec![Vec4::MAX; n_tangents],
    };
    let out = SkinOutput {
        positions: &mut moved.positions,
        normals: &mut moved.normals,
        tangents: &mut moved.tangents,
    };
    let part = skin_cpu::Mesh::new(vertices, weighting).only(range);
    skinner.skin(&part, palette, by, out)?;
    Ok(moved)
}

pub(crate) fn all(
    skinner: &mut Skinner,
    mesh: &support::Mesh,
    palette: &Palette,
    by: NormalTransform<'_>,
) -> Moved {
    skin_part(skinner, mesh, palette, by, 0..mesh.positions.len()).unwrap()
}

pub(crate) fn bits(vectors: &[Vec3]) -> Vec<[u32; 3]> {
    let vectors = vectors.iter();
    vectors.map(|v| v.to_array().map(f32::to_bits)).collect()
}

pub(crate) fn bits4(vectors: &[Vec4]) -> Vec<[u32; 4]> {
    let vectors = vectors.iter();
    vectors.map(|v| v.to_array().map(f32::to_bits)).collect()
}

/// Influences of a vertex, of six joints: none, few, many.
pub(crate) fn row() -> impl Strategy<Value = Vec<(u16, f32)>> {
    let weight = prop_oneof![1 => Just(1.0_f32), 1 => Just(-0.25_f32), 6 => 0.05_f32..1.0];
    prop::collection::vec((0_u16..6, weight), 0..=6)
}

/// A row of at most so many, none where they nearly cancel.
pub(crate) fn shortened(row: &[(u16, f32)], longest: usize) -> Vec<(u16, f32)> {
    let row: Vec<_> = row.iter().copied().take(longest).collect();
    let sum: f32 = row.iter().map(|(_, weight)| weight).sum();
    if sum.abs() < 0.2 { Vec::new() } else { row }
}

/// Kernels take neighbors by their joints together, and others one by one.
#[derive(Clone, Copy, Debug)]
enum Order {
    AsTheyCome,
    ByJoints,
    ByJointsBackwards,
}

fn order() -> impl Strategy<Value = Order> {
    prop_oneof![
        Just(Order::AsTheyCome),
        Just(Order::ByJoints),
        Just(Order::ByJointsBackwards)
    ]
}

fn joints_of(row: &[(u16, f32)]) -> Vec<u16> {
    row.iter().map(|(joint, _)| *joint).collect()
}

pub(crate) fn mesh() -> impl Strategy<Value = support::Mesh> {
    let count = prop_oneof![0_usize..4, 14_usize..19, 60_usize..70, 120_usize..150];
    let longest = prop_oneof![Just(1_usize), Just(2), Just(4), Just(6)];
    let vertices = (count, longest, order()).prop_flat_map(|(count, longest, order)| {
        let vertex = (vec3(2.0), vec3(1.0), row());
        let vertices = prop::collection::vec(vertex, count);
        (Just(longest), Just(order), vertices)
    });
    vertices.prop_map(|(longest, order, mut vertices)| {
        match order {
            Order::AsTheyCome => {}
            Order::ByJoints => vertices.sort_by_key(|(_, _, row)| joints_of(row)),
            Order::ByJointsBackwards => {
                vertices.sort_by_key(|(_, _, row)| Reverse(joints_of(row)));
            }
        }
        let rows = vertices.iter().map(|(_, _, row)| shortened(row, longest));
        support::Mesh {
            positions: vertices.iter().map(|vertex| vertex.0).collect(),
            normals: vertices.iter().map(|vertex| vertex.1).collect(),
            influences: influences(6, rows),
        }
    })
}

pub(crate) type Joint = (Affine3A, rig::Rigid, Quat);

/// A joint's matrix, motion and rotation, which need not have to do with one another.
pub(crate) fn joint() -> impl Strategy<Value = Joint> {
    let scale = prop_oneof![
        4 => vec3(0.5).prop_map(|by| Vec3::ONE + by),
        1 => Just(Vec3::new(1.0, 0.0, 1.0)),
        1 => Just(Vec3::new(-1.0, 1.2, 1.0)),
        1 => Just(Vec3::ZERO),
        1 => Just(Vec3::splat(1e-6)),
    ];
    (rigid(), scale, rigid(), rotation()).prop_map(|(frame, scale, motion, rotation)| {
        let frame = support::rigid(frame).to_affine();
        (
            frame * Affine3A::from_scale(scale),
            support::rigid(motion),
            rotation,
        )
    })
}

pub(crate) fn palettes(joints: &[Joint], signs: SignRule) -> Vec<Palette> {
    let matrices: Vec<Affine3A> = joints.iter().map(|joint| joint.0).collect();
    let motions: Vec<_> = joints.iter().map(|joint| joint.1.to_dual_quat()).collect();
    let dual_quats = |rest_from_bind| {
        Palette::DualQuaternion(DualQuatPalette {
            posed_from_bind: motions.clone(),
            rest_from_bind,
            signs,
        })
    };
    let mut palettes = vec![
        Palette::Linear(MatrixPalette {
            posed_from_bind: matrices.clone(),
        }),
        dual_quats(Mat3::IDENTITY),
        dual_quats(Mat3::from_diagonal(Vec3::new(0.1, 0.2, 0.1))),
        Palette::Affine(AffineDualQuatPalette {
            posed_from_bind: matrices.clone(),
            rotation: joints.iter().map(|joint| joint.2).collect(),
            signs,
        }),
    ];
    palettes.extend(two_phase_palettes(joints, &matrices, signs));
    palettes
}

/// Every rigid blend: one after another behind matrices and behind none, and in another pose the other way round.
fn two_phase_palettes(
    joints: &[Joint],
    matrices: &[Affine3A],
    signs: SignRule,
) -> impl Iterator<Item = Palette> {
    let motions: Vec<_> = joints.iter().map(|joint| joint.1.to_dual_quat()).collect();
    let heads: Vec<Vec3> = joints.iter().map(|joint| joint.1.translation).collect();
    let matrices = matrices.to_vec();
    let other = usize::from(joints[0].1.translation.x > 0.0);
    RigidBlend::ALL
        .into_iter()
        .enumerate()
        .map(move |(place, blend)| {
            let stretched_from_bind = if (place + other).is_multiple_of(2) {
                matrices.clone()
            } else {
                vec![Affine3A::IDENTITY; matrices.len()]
            };
            let (motions, heads) = (motions.clone(), heads.clone());
            let palette = TwoPhasePalette::of_motions(stretched_from_bind, motions, heads, blend);
            Palette::TwoPhase(palette.with_signs(signs))
        })
}

pub(crate) fn name(palette: &Palette) -> String {
    match palette {
        Palette::Linear(_) => "linear".to_owned(),
        Palette::DualQuaternion(_) => "dual quaternion".to_owned(),
        Palette::TwoPhase(palette) => format!("{:?}", palette.blend),
        Palette::Affine(_) => "affine".to_owned(),
    }
}

/// How far a normal may be off at a vertex; none where it hangs on rounding, since the map is nearly flat or the normal nearly nothing.
fn normal_tolerance(reference: Vec3, at_rest: Vec3, by: NormalTransform<'_>) -> Option<f32> {
    let scaled = by == NormalTransform::ForwardUnscaled;
    let clear = at_rest.length() > 1e-2 && (scaled || reference.length() > 0.5);
    clear.then_some(if scaled { 1e-3 } else { 2e-3 })
}

/// Whether the blend of a palette's matrices at a vertex turns normals by more than rounding.
fn is_clear(mesh: &support::Mesh, vertex: usize, palette: &Palette) -> bool {
    let InfluenceRow { joints, weights } = mesh.influences.row(vertex);
    let matrices: &[Affine3A] = match palette {
        Palette::Linear(palette) => &palette.posed_from_bind,
        Palette::TwoPhase(palette) => &palette.stretched_from_bind,
        Palette::Affine(palette) => &palette.posed_from_bind,
        Palette::DualQuaternion(_) => return true,
    };
    let mut sum = Mat3::ZERO;
    for (&joint, &weight) in joints.iter().zip(weights) {
        sum += Mat3::from(matrices[usize::from(joint)].matrix3) * weight;
    }
    let largest = sum
        .to_cols_array()
        .into_iter()
        .fold(0.0, |a: f32, b| a.max(b.abs()));
    joints.is_empty() || sum.determinant().abs() > 0.05 * largest.powi(3)
}

/// What a kernel has made of a vertex that the reference has not, if anything.
pub(crate) fn fault(
    (mesh, vertex, palette, by): (&support::Mesh, usize, &Palette, NormalTransform<'_>),
    expected: &Moved,
    found: &Moved,
) -> Option<String> {
    let (point, normal) = (found.positions[vertex], found.normals[vertex]);
    if !(point.is_finite() && normal.is_finite()) {
        return Some(format!("not finite: {point}, {normal}"));
    }
    if !decided(mesh, vertex, palette) {
        return None;
    }
    let off = point.distance(expected.positions[vertex]);
    if off > ROUNDING * size(mesh, palette) {
        return Some(format!("the position is off by {off}"));
    }
    let turned = expected.normals[vertex];
    let most = normal_tolerance(turned, mesh.normals[vertex], by)?;
    let off = normal.distance(turned);
    if !is_clear(mesh, vertex, palette) {
        return None;
    }
    if off > most {
        return Some(format!("the normal is off by {off}"));
    }
    tangent_fault((expected, found), vertex, by)
}

/// The same of its tangent, where the normal is clear.
fn tangent_fault(
    (expected, found): (&Moved, &Moved),
    vertex: usize,
    by: NormalTransform<'_>,
) -> Option<String> {
    let (other, tangent) = (expected.tangents[vertex], found.tangents[vertex]);
    let normal = found.normals[vertex].normalize_or_zero();
    let (length, along) = (tangent.truncate().length(), tangent.truncate().dot(normal));
    if length != 0.0 && ((length - 1.0).abs() > 1e-5 || along.abs() > 1e-3) {
        return Some(format!(
            "the tangent {tangent} is none of the normal {normal}"
        ));
    }
    if by == NormalTransform::ForwardUnscaled && expected.normals[vertex].length() < 0.05 {
        return None;
    }
    // Nearly along the normal, rounding turns it.
    let off = other.distance(tangent);
    (off > 2e-2).then(|| format!("the tangent is off by {off}: {tangent}, not {other}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..config() })]

    #[test]
    fn kernels_do_as_the_reference(mesh in mesh(), joints in prop::collection::vec(joint(), 6), rule in 0_usize..5, by in 0_usize..3) {
        let mut reference = Skinner::new(SimdPath::Scalar);
        for palette in palettes(&joints, SignRule::ALL[rule]) {
            let expected = all(&mut reference, &mesh, &palette, RULES[by]);
            for path in paths() {
                let found = all(&mut Skinner::new(path), &mesh, &palette, RULES[by]);
                for vertex in 0..mesh.positions.len() {
                    let at = (&mesh, vertex, &palette, RULES[by]);
                    let fault = fault(at, &expected, &found);
                    prop_assert!(fault.is_none(), "{path}: {vertex} of {} by {:?}: {}", name(&palette), RULES[by], fault.unwrap());
                }
            }
        }
    }

    /// A vertex comes out the same, bit for bit, wherever a range begins, without normals too, and with other threads beside.
    #[test]
    fn parts_are_the_whole(mesh in mesh(), joints in prop::collection::vec(joint(), 6), cut in 0.0_f32..1.0, rule in 0_usize..5) {
        let count = mesh.positions.len();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a few vertices")]
        let cut = (cut * count as f32) as usize;
        let bare = support::Mesh { normals: Vec::new(), positions: mesh.positions.clone(), influences: mesh.influences.clone() };
        for palette in palettes(&joints, SignRule::ALL[rule]) {
            for path in paths() {
                let mut skinner = Skinner::new(path);
                let whole = all(&mut skinner, &mesh, &palette, NormalTransform::Usual);
                let mut parts = Moved::default();
                for range in [0..cut, cut..cut, cut..count] {
                    let part = skin_part(&mut skinner, &mesh, &palette, NormalTransform::Usual, range).unwrap();
                    parts.positions.extend(part.positions);
                    parts.normals.extend(part.normals);
                    parts.tangents.extend(part.tangents);
                }
                let prepared = prepared_parts(&mut skinner, &mesh, &palette, cut);
                prop_assert_eq!(bits(&prepared.positions), bits(&whole.positions), "{}", path);
                prop_assert_eq!(bits(&prepared.normals), bits(&whole.normals), "{}", path);
                prop_assert_eq!(bits4(&prepared.tangents), bits4(&whole.tangents), "{}", path);
                prop_assert_eq!(bits(&parts.positions), bits(&whole.positions), "{}", path);
                prop_assert_eq!(bits(&parts.normals), bits(&whole.normals), "{}", path);
                prop_assert_eq!(bits4(&parts.tangents), bits4(&whole.tangents), "{}", path);
                let alone = all(&mut skinner, &bare, &palette, NormalTransform::Usual);
                for vertex in 0..count {
                    // Where a normal asks for the reference, the position is the reference's too.
                    let off = alone.positions[vertex].distance(whole.positions[vertex]);
                    prop_assert!(off <= ROUNDING * size(&mesh, &palette), "{path}");
                    // Without a normal to be at right angles to, a tangent goes where the map carries it.
                    let (free, tangent) = (alone.tangents[vertex], whole.tangents[vertex]);
                    prop_assert!(free.is_finite() && (free.w == tangent.w || !is_clear(&mesh, vertex, &palette)), "{path}");
                }
            }
        }
    }
}

/// What comes of a pose that is prepared once, on either side of a cut, the last side first and by another thread.
fn prepared_parts(
    skinner: &mut Skinner,
    mesh: &support::Mesh,
    palette: &Palette,
    cut: usize,
) -> Moved {
    let tangents = tangents(mesh);
    let vertices = Vertices {
        positions: &mesh.positions,
        normals: &mesh.normals,
        tangents: &tangents,
    };
    let by = NormalTransform::Usual;
    let prepared = skinner.prepare(vertices, &mesh.influences, palette, by);
    let prepared = prepared.unwrap();
    let part = |range: Range<usize>| {
        let mut moved = Moved {
            positions: vec![Vec3::MAX; range.len()],
            normals: vec![Vec3::MAX; range.len()],
            tangents: vec![Vec4::MAX; range.len()],
        };
        let out = SkinOutput {
            positions: &mut moved.positions,
            normals: &mut moved.normals,
            tangents: &mut moved.tangents,
        };
        prepared.skin(range, out).unwrap();
        moved
    };
    let count = mesh.positions.len();
    std::thread::scope(|scope| {
        let last = scope.spawn(|| part(cut..count)).join().unwrap();
        let mut all = part(0..cut);
        all.positions.extend(last.positions);
        all.normals.extend(last.normals);
        all.tangents.extend(last.tangents);
        all
    })
}

/// A long row of vertices, of two joints of many.
pub(crate) fn long(count: usize, joint_count: usize) -> support::Mesh {
    let rows = (0..count).map(|vertex| {
        let joint = |place: usize| u16::try_from((vertex + place) % joint_count).unwrap();
        vec![(joint(0), 0.75), (joint(1), 0.25)]
    });
    support::Mesh {
        positions: vec![Vec3::X; count],
        normals: vec![Vec3::Y; count],
        influences: influences(joint_count, rows),
    }
}

pub(crate) fn turning(joint_count: usize) -> Vec<Joint> {
    let joint = |joint: usize| {
        let angle = f32::from(u16::try_from(joint % 100).unwrap()) * 0.1;
        let turn = Quat::from_rotation_z(angle);
        let rigid = rig::Rigid::new(turn, Vec3::Z);
        (rigid.to_affine(), rigid, turn)
    };
    (0..joint_count).map(joint).collect()
}

#[test]
fn threads_change_nothing() {
    let mesh = long(80_000, 7);
    for palette in palettes(&turning(7), SignRule::First) {
        for path in paths() {
            let one = all(
                &mut Skinner::new(path),
                &mesh,
                &palette,
                NormalTransform::Usual,
            );
            let threads = NonZero::new(3).unwrap();
            let mut several = Skinner::new(path).with_threads(threads);
            let many = all(&mut several, &mesh, &palette, NormalTransform::Usual);
            assert!(bits(&one.positions) == bits(&many.positions), "{path}");
            assert!(bits(&one.normals) == bits(&many.normals), "{path}");
            assert!(bits4(&one.tangents) == bits4(&many.tangents), "{path}");
        }
    }
}

#[test]
fn as_many_joints_as_there_can_be_are_skinned() {
    for joint_count in [
        PackedInfluences::MOST_JOINTS,
        PackedInfluences::MOST_JOINTS + 1,
        65_536,
    ] {
        let mesh = long(joint_count, joint_count);
        for palette in palettes(&turning(joint_count), SignRule::Largest) {
            let by = NormalTransform::Usual;
            let expected = all(&mut Skinner::new(SimdPath::Scalar), &mesh, &palette, by);
            for path in paths() {
                let found = all(&mut Skinner::new(path), &mesh, &palette, by);
                let pairs = found.positions.iter().zip(&expected.positions);
                let worst = pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
                assert!(worst < 1e-5, "{path}, {joint_count} joints: {worst}");
            }
        }
    }
}

/// What is not a number stays with the vertices that follow it, and nothing panics.
#[test]
fn palettes_that_hold_no_numbers_spoil_their_own_vertices_alone() {
    for bad in [f32::NAN, f32::INFINITY] {
        let mesh = long(70, 7);
        let mut joints = turning(7);
        joints[3].0.translation.x = bad;
        joints[3].0.matrix3.y_axis.y = bad;
        joints[3].1.translation.x = bad;
        joints[3].2.x = bad;
        for palette in palettes(&joints, SignRule::First) {
            is_spoilt_alike(&mesh, &palette);
        }
    }
}

fn is_spoilt_alike(mesh: &support::Mesh, palette: &Palette) {
    let by = NormalTransform::Usual;
    let expected = all(&mut Skinner::new(SimdPath::Scalar), mesh, palette, by);
    for path in paths() {
        let found = all(&mut Skinner::new(path), mesh, palette, by);
        for vertex in 0..mesh.positions.len() {
            let (point, other) = (found.positions[vertex], expected.positions[vertex]);
            assert_eq!(point.is_finite(), other.is_finite(), "{path}: {vertex}");
            let off = found.normals[vertex].distance(expected.normals[vertex]);
            assert!(off < 1e-4, "{path}: {vertex}");
        }
    }
}

#[test]
fn ranges_beyond_the_vertices_are_refused_and_empty_ones_are_nothing() {
    let mesh = long(20, 2);
    let palette = palettes(&turning(2), SignRule::First).remove(0);
    for path in paths() {
        let mut skinner = Skinner::new(path);
        let by = NormalTransform::Usual;
        let error = skin_part(&mut skinner, &mesh, &palette, by, 10..21).map(|_| ());
        let error = error.unwrap_err();
        assert_eq!(error.slice, Slice::Range);
        assert_eq!(
            error.to_string(),
            "21 is the end of the range, but 20 vertex positions"
        );
        #[expect(clippy::reversed_empty_ranges, reason = "that is what is tried")]
        for range in [0..0, 20..20, 30..30, 9..5] {
            let nothing = skin_part(&mut skinner, &mesh, &palette, by, range).unwrap();
            assert_eq!(nothing.positions, []);
        }
    }
}

/// The one place that decides sends to a kernel what it can do, and nothing else.
#[test]
fn what_no_kernel_does_goes_to_the_reference() {
    let mesh = long(4, 2);
    let joints = turning(2);
    let tangents = [Vec4::X; 4];
    for path in paths() {
        let skinner = Skinner::new(path);
        let kernels = path != SimdPath::Scalar;
        let plain = Vertices {
            positions: &mesh.positions,
            ..Vertices::default()
        };
        let job = |vertices| skin_cpu::Mesh::new(vertices, &mesh.influences);
        for palette in palettes(&joints, SignRule::First) {
            let by = NormalTransform::Usual;
            assert_eq!(skinner.has_kernel(&job(plain), &palette, by), kernels);
            let tangents = Vertices {
                tangents: &tangents,
                ..plain
            };
            assert_eq!(skinner.has_kernel(&job(tangents), &palette, by), kernels);
        }
        let running = palettes(&joints, SignRule::Running).remove(1);
        let by = NormalTransform::Usual;
        assert_eq!(skinner.has_kernel(&job(plain), &running, by), kernels);
        // Exact normals, and those with joints that only neighbors have.
        let none = WeightGradients::from_rows(0, vec![[(0, Vec3::ZERO); 0]; 4]);
        let by = NormalTransform::Exact(&none);
        assert_eq!(skinner.has_kernel(&job(plain), &running, by), kernels);
        let foreign = WeightGradients::from_rows(3, vec![[(0, Vec3::ZERO); 0]; 4]);
        let foreign = NormalTransform::Exact(&foreign);
        for palette in palettes(&joints, SignRule::First) {
            let has = skinner.has_kernel(&job(plain), &palette, by);
            assert_eq!(has, kernels, "{}", name(&palette));
            assert!(!skinner.has_kernel(&job(plain), &palette, foreign));
        }
    }
}
