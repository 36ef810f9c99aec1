//! Kernels of meshes with maps, and of exact normals, against the reference: on every path, in parts and on threads, with maps that are all or
//! nothing, bones that are points or go through vertices, and gradients of joints that a vertex does not have.

use std::cell::Cell;
use std::num::NonZero;
use std::ops::Range;

use dq_math::SignRule;
use glam::{Mat3A, Quat, Vec3, Vec3A, Vec4};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_oneof, proptest};
use proptest::test_runner::TestRunner;
use proptest::{prop_assert, prop_assert_eq};
use rig::{
    BoneSegment, ByMap, InfluenceRow, InfluencesBuilder, MapKind, Palette, VertexMap,
    WeightGradients, Weighting,
};
use skin_cpu::{NormalTransform, SimdPath, Skinner};
use testkit::say;

use crate::arbitrary::{config, vec3};
use crate::bulge::center_and_radius;
use crate::properties::{ROUNDING, size};
use crate::simd::{
    Joint, RULES, bits, bits4, joint, long, mesh, name, palettes, skin_weighted, turning,
};
use crate::support::{self, Moved, decided, paths};

const JOINTS: usize = 6;

/// What a mesh has beside weights.
#[derive(Clone, Debug)]
struct Beside {
    maps: ByMap<Option<VertexMap>>,
    bones: Vec<BoneSegment>,
    gradients: WeightGradients,
}

impl Beside {
    fn weighting<'a>(&'a self, mesh: &'a support::Mesh) -> Weighting<'a> {
        let maps = ByMap::new(|kind| self.maps[kind].as_ref());
        let weighting = Weighting {
            bones: &self.bones,
            ..(&mesh.influences).into()
        };
        weighting.with_maps(maps)
    }

    /// A rule by its number, the last the exact one.
    fn rule(&self, by: usize) -> NormalTransform<'_> {
        let exact = NormalTransform::Exact(&self.gradients);
        RULES.get(by).copied().unwrap_or(exact)
    }
}

/// Mostly all or nothing.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        2 => Just(0.0_f32),
        2 => Just(1.0_f32),
        1 => Just(1e-7_f32),
        1 => Just(1.0 - 1e-7_f32),
        4 => 0.0_f32..1.0,
    ]
}

/// Of no joint, of some, with a sum of nothing or of something.
fn gradients() -> impl Strategy<Value = (Vec<(u16, Vec3)>, bool)> {
    let slope = prop_oneof![1 => Just(Vec3::ZERO), 1 => vec3(30.0), 6 => vec3(0.6)];
    let row = prop::collection::vec(slope, 0..=JOINTS);
    let joints = Just((0_u16..6).collect::<Vec<u16>>()).prop_shuffle();
    (row, joints, 0_u8..8).prop_map(|(slopes, joints, kind)| {
        let row = joints.into_iter().zip(slopes).collect();
        (row, kind != 0)
    })
}

fn balanced((mut row, is_balanced): (Vec<(u16, Vec3)>, bool)) -> Vec<(u16, Vec3)> {
    let rest: Vec3 = row.iter().skip(1).map(|(_, slope)| *slope).sum();
    if let Some((_, first)) = row.first_mut().filter(|_| is_balanced) {
        *first = -rest;
    }
    row
}

fn bone() -> impl Strategy<Value = BoneSegment> {
    let along = prop_oneof![1 => Just(Vec3::ZERO), 4 => vec3(1.0)];
    (vec3(1.0), along).prop_map(|(head, along)| BoneSegment {
        head,
        tail: head + along,
    })
}

/// One vertex's numbers of maps, gradients of weights and of maps.
type OfVertex = ([f32; 2], (Vec<(u16, Vec3)>, bool), [Vec3; 2]);

fn of_vertex() -> impl Strategy<Value = OfVertex> {
    let numbers = [number(), number()];
    let of_maps = [vec3(0.5), vec3(0.5)];
    (numbers, gradients(), of_maps)
}

fn mapped_mesh() -> impl Strategy<Value = (support::Mesh, Beside)> {
    mesh().prop_flat_map(|mesh| {
        let of_vertices = prop::collection::vec(of_vertex(), mesh.positions.len());
        let bones = prop::collection::vec((bone(), any::<bool>()), JOINTS);
        let kinds = any::<[bool; 2]>();
        (Just(mesh), of_vertices, bones, kinds).prop_map(|(mesh, of_vertices, bones, kinds)| {
            let beside = beside(&mesh, &of_vertices, bones, kinds);
            (mesh, beside)
        })
    })
}

fn beside(
    mesh: &support::Mesh,
    of_vertices: &[OfVertex],
    bones: Vec<(BoneSegment, bool)>,
    [has_blend, has_bulge]: [bool; 2],
) -> Beside {
    let map = |kind: usize| VertexMap::new(of_vertices.iter().map(|of| of.0[kind]));
    let rows = of_vertices.iter().map(|of| balanced(of.1.clone()));
    let of_map = |kind: usize| of_vertices.iter().map(move |of| of.2[kind]);
    let gradients = WeightGradients::from_rows(JOINTS, rows)
        .with_map(MapKind::Blend, of_map(0))
        .with_map(MapKind::Bulge, of_map(1));
    // Some through a vertex, which then has no distance to keep.
    let vertex = |place: usize| mesh.positions.get(place).copied();
    let places = bones.into_iter().enumerate();
    let bones = places.map(|(place, (bone, is_at_vertex))| {
        let head = vertex(place).filter(|_| is_at_vertex);
        BoneSegment {
            head: head.unwrap_or(bone.head),
            ..bone
        }
    });
    Beside {
        maps: ByMap {
            blend: has_blend.then(|| map(0)),
            bulge: has_bulge.then(|| map(1)),
        },
        bones: bones.collect(),
        gradients,
    }
}

fn skin(
    path: SimdPath,
    (mesh, beside): (&support::Mesh, &Beside),
    palette: &Palette,
    by: usize,
) -> Moved {
    let whole = 0..mesh.positions.len();
    part(&mut Skinner::new(path), (mesh, beside), palette, by, whole)
}

fn part(
    skinner: &mut Skinner,
    (mesh, beside): (&support::Mesh, &Beside),
    palette: &Palette,
    by: usize,
    range: Range<usize>,
) -> Moved {
    let weighted = (mesh, beside.weighting(mesh));
    skin_weighted(skinner, weighted, palette, beside.rule(by), range).unwrap()
}

/// Of its size, by which places and weights are moved to see what rounding may do.
const NUDGE: f32 = 4e-6;

/// The mesh with every number a little off, another way for each number given.
fn nudged(mesh: &support::Mesh, way: u32) -> support::Mesh {
    let sign = |place: usize| {
        let place = u32::try_from(place).unwrap() * 4 + way;
        let mixed = place.wrapping_mul(2_654_435_761) >> 16;
        if mixed & 1 == 0 { NUDGE } else { -NUDGE }
    };
    let mut builder = InfluencesBuilder::new(JOINTS);
    for (vertex, InfluenceRow { joints, weights }) in mesh.influences.rows().enumerate() {
        let weights = weights.iter().enumerate();
        let weights = weights.map(|(place, weight)| weight * (1.0 + sign(vertex * 7 + place)));
        if joints.is_empty() {
            builder.unbound();
        } else {
            builder.vertex(joints.iter().copied().zip(weights)).unwrap();
        }
    }
    let positions = mesh.positions.iter().enumerate();
    let positions = positions.map(|(vertex, position)| {
        let places = [0, 1, 2].map(|axis| sign(vertex * 3 + axis + 1));
        position + Vec3::from_array(places)
    });
    support::Mesh {
        positions: positions.collect(),
        normals: mesh.normals.clone(),
        influences: builder.build(),
    }
}

/// The same of joints.
fn nudged_joints(joints: &[Joint], way: u32) -> Vec<Joint> {
    let off = |place: usize| {
        let place = u32::try_from(place).unwrap() * 4 + way;
        let mixed = place.wrapping_mul(2_246_822_519);
        let bit = |at: u32| if mixed >> at & 1 == 0 { NUDGE } else { -NUDGE };
        Vec3::new(bit(20), bit(21), bit(22))
    };
    let nudge = |(place, &(mut matrix, mut motion, mut rotation)): (usize, &Joint)| {
        matrix.translation += Vec3A::from(off(3 * place));
        motion.translation += off(3 * place + 1);
        let turn = Quat::from_scaled_axis(off(3 * place + 2));
        motion.rotation = (motion.rotation * turn).normalize();
        rotation = (rotation * turn).normalize();
        (matrix, motion, rotation)
    };
    joints.iter().enumerate().map(nudge).collect()
}

/// How far apart normals and tangents are.
fn apart(one: &Moved, other: &Moved, vertex: usize) -> (f32, f32) {
    let normal = one.normals[vertex].distance(other.normals[vertex]);
    (
        normal,
        one.tangents[vertex].distance(other.tangents[vertex]),
    )
}

/// What the reference makes of a mesh, and of it with every number a little off.
struct Expected {
    exact: Moved,
    nudged: Vec<Moved>,
    /// How far each vertex is from beginning to stand out.
    margins: Vec<f64>,
    /// The largest number of the linear blend at each vertex.
    sizes: Vec<f32>,
}

impl Expected {
    fn new(
        of: (&support::Mesh, &Beside),
        nudges: &[(support::Mesh, Vec<Palette>)],
        (palette, place): (&Palette, usize),
        by: usize,
    ) -> Self {
        let skin = |mesh, palette| skin(SimdPath::Scalar, (mesh, of.1), palette, by);
        let nudged = nudges.iter();
        Self {
            exact: skin(of.0, palette),
            nudged: nudged
                .map(|(mesh, palettes)| skin(mesh, &palettes[place]))
                .collect(),
            margins: margins(of, palette),
            sizes: sizes(of.0, palette),
        }
    }

    /// By how much the reference's own normal and tangent change; much where maps are flat, or have a kink.
    fn spread(&self, vertex: usize) -> (f32, f32) {
        let spreads = self
            .nudged
            .iter()
            .map(|other| apart(&self.exact, other, vertex));
        spreads.fold((0.0, 0.0), |a, b| (f32::max(a.0, b.0), f32::max(a.1, b.1)))
    }
}

/// How far vertices are from where the bulge map begins to draw them back. Those of one influence are just there, and so is the surface of a
/// model at rest: which of two slopes counts rounding decides.
fn margins((mesh, beside): (&support::Mesh, &Beside), palette: &Palette) -> Vec<f64> {
    let maps = palette.joint_maps();
    let without = Beside {
        maps: ByMap {
            bulge: None,
            ..beside.maps.clone()
        },
        ..beside.clone()
    };
    let before = skin(SimdPath::Scalar, (mesh, &without), palette, 0).positions;
    let margin = |(vertex, &posed): (usize, &Vec3)| {
        let is_drawn = beside
            .maps
            .bulge
            .as_ref()
            .is_some_and(|map| map.value(vertex) > 0.0);
        if !is_drawn || mesh.influences.row(vertex).joints.is_empty() {
            return f64::INFINITY;
        }
        let (center, radius) = center_and_radius(mesh, vertex, (&beside.bones, &maps), posed);
        (posed.as_dvec3().distance(center) - radius).abs()
    };
    before.iter().enumerate().map(margin).collect()
}

/// How large each vertex's linear map is. By one that nearly shrinks all to a point, differences of points that λ and weights are multiplied with
/// are rounding, as against the map itself.
fn sizes(mesh: &support::Mesh, palette: &Palette) -> Vec<f32> {
    let maps = palette.joint_maps();
    let size = |InfluenceRow { joints, weights }: InfluenceRow<'_>| {
        let pairs = joints.iter().zip(weights);
        let blended = pairs.map(|(&joint, &weight)| maps[usize::from(joint)].matrix3 * weight);
        let sum = blended.fold(Mat3A::ZERO, |sum, matrix| sum + matrix);
        let size = sum
            .to_cols_array()
            .into_iter()
            .map(f32::abs)
            .fold(0.0, f32::max);
        if joints.is_empty() { 1.0 } else { size }
    };
    mesh.influences.rows().map(size).collect()
}

/// Vertices whose normals were compared, and others.
#[derive(Default)]
struct Count {
    compared: Cell<u32>,
    left_out: Cell<u32>,
}

/// What a kernel has made of a vertex that the reference has not, if anything.
fn fault(
    (mesh, vertex, palette): (&support::Mesh, usize, &Palette),
    expected: &Expected,
    found: &Moved,
    count: &Count,
) -> Option<String> {
    let (point, normal) = (found.positions[vertex], found.normals[vertex]);
    if !(point.is_finite() && normal.is_finite() && found.tangents[vertex].is_finite()) {
        return Some(format!("not finite: {point}, {normal}"));
    }
    if !decided(mesh, vertex, palette) {
        return None;
    }
    let off = point.distance(expected.exact.positions[vertex]);
    if off > ROUNDING * size(mesh, palette) {
        return Some(format!("the position is off by {off}"));
    }
    let (spread, spread_of_tangent) = expected.spread(vertex);
    let margin = f64::from(2e-5 * size(mesh, palette));
    let is_clear = expected.margins[vertex] > margin
        && expected.sizes[vertex] > 1e-3
        && spread < 0.01
        && spread_of_tangent < 0.01
        && mesh.normals[vertex].length() > 1e-2;
    let cell = if is_clear {
        &count.compared
    } else {
        &count.left_out
    };
    cell.set(cell.get() + 1);
    if !is_clear {
        return None;
    }
    let (off, tangent_off) = apart(&expected.exact, found, vertex);
    if off > 1e-3 + 4.0 * spread {
        let expected = expected.exact.normals[vertex];
        return Some(format!(
            "the normal is off by {off}, ± {spread}: {normal}, not {expected}"
        ));
    }
    let tangent = found.tangents[vertex];
    (tangent_off > 1e-2 + 4.0 * (spread + spread_of_tangent)).then(|| {
        let expected = expected.exact.tangents[vertex];
        format!("the tangent is off by {tangent_off}: {tangent}, not {expected}")
    })
}

#[test]
fn kernels_with_maps_and_exact_normals_do_as_the_reference() {
    let count = Count::default();
    let joints = prop::collection::vec(joint(), JOINTS);
    let drawn = (mapped_mesh(), joints, 0_usize..5, 0_usize..6);
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 64,
        ..config()
    });
    let result = runner.run(&drawn, |((mesh, beside), joints, rule, by)| {
        let rule = SignRule::ALL[rule];
        let nudges = [0, 1, 2, 3].map(|way| {
            let palettes = palettes(&nudged_joints(&joints, way), rule);
            (nudged(&mesh, way), palettes)
        });
        for (place, palette) in palettes(&joints, rule).into_iter().enumerate() {
            let of_palette = (&palette, place);
            let expected = Expected::new((&mesh, &beside), &nudges, of_palette, by);
            for path in paths() {
                let found = skin(path, (&mesh, &beside), &palette, by);
                let told = |vertex| fault((&mesh, vertex, &palette), &expected, &found, &count);
                let fault = (0..mesh.positions.len()).find_map(told);
                let name = name(&palette);
                prop_assert!(
                    fault.is_none(),
                    "{path}: {name} by {by}: {}",
                    fault.unwrap()
                );
            }
        }
        Ok(())
    });
    result.unwrap();
    let (compared, left_out) = (count.compared.get(), count.left_out.get());
    say(&format!("{compared} normals compared, {left_out} left out"));
    assert!(compared > left_out, "{compared} to {left_out}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..config() })]

    /// A vertex comes out the same, bit for bit, wherever a range begins.
    #[test]
    fn parts_with_maps_are_the_whole((mesh, beside) in mapped_mesh(), joints in prop::collection::vec(joint(), JOINTS), by in 0_usize..5, cut in 0_usize..140) {
        let count = mesh.positions.len();
        let cut = cut.min(count);
        for palette in palettes(&joints, SignRule::First) {
            for path in paths() {
                let mut skinner = Skinner::new(path);
                let whole = part(&mut skinner, (&mesh, &beside), &palette, by, 0..count);
                let mut parts = Moved::default();
                for range in [0..cut, cut..cut, cut..count] {
                    let part = part(&mut skinner, (&mesh, &beside), &palette, by, range);
                    parts.positions.extend(part.positions);
                    parts.normals.extend(part.normals);
                    parts.tangents.extend(part.tangents);
                }
                prop_assert_eq!(bits(&parts.positions), bits(&whole.positions), "{}", path);
                prop_assert_eq!(bits(&parts.normals), bits(&whole.normals), "{}", path);
                prop_assert_eq!(bits4(&parts.tangents), bits4(&whole.tangents), "{}", path);
            }
        }
    }

    /// A vertex that no map changes comes out as without maps, bit for bit, whatever is beside it.
    #[test]
    fn where_maps_say_nothing_nothing_changes((mesh, beside) in mapped_mesh(), joints in prop::collection::vec(joint(), JOINTS), rule in 0_usize..5, by in 0_usize..3) {
        let whole = 0..mesh.positions.len();
        for palette in palettes(&joints, SignRule::ALL[rule]) {
            for path in paths() {
                let mut skinner = Skinner::new(path);
                let bare = (&mesh, (&mesh.influences).into());
                let plain = skin_weighted(&mut skinner, bare, &palette, RULES[by], whole.clone()).unwrap();
                let found = part(&mut skinner, (&mesh, &beside), &palette, by, whole.clone());
                for vertex in whole.clone() {
                    let is_linear = matches!(palette, Palette::Linear(_));
                    let number = |kind: MapKind| beside.maps[kind].as_ref().map_or(kind.default_value(), |map| map.value(vertex));
                    if is_linear || (number(MapKind::Blend) == 1.0 && number(MapKind::Bulge) == 0.0) {
                        let one = |moved: &Moved| (bits(&[moved.positions[vertex], moved.normals[vertex]]), bits4(&[moved.tangents[vertex]]));
                        prop_assert_eq!(one(&found), one(&plain), "{}: {} of {}", path, vertex, name(&palette));
                    }
                }
            }
        }
    }
}

/// A long mesh with both maps and gradients.
fn long_mapped(count: usize) -> (support::Mesh, Beside) {
    let mesh = long(count, JOINTS);
    let share = |vertex: usize| f32::from(u16::try_from(vertex % 11).unwrap()) / 10.0;
    let map = || VertexMap::new((0..count).map(share));
    let row = |vertex: usize| {
        let joint = |place: usize| u16::try_from((vertex + place) % JOINTS).unwrap();
        [
            (joint(0), Vec3::X * 0.3),
            (joint(1), Vec3::Y * 0.2),
            (joint(2), Vec3::NEG_X * 0.3 + Vec3::NEG_Y * 0.2),
        ]
    };
    let bone = |joint: usize| BoneSegment {
        head: Vec3::Y * f32::from(u16::try_from(joint).unwrap()) * 0.1,
        tail: Vec3::X * 0.5,
    };
    let beside = Beside {
        maps: ByMap {
            blend: Some(map()),
            bulge: Some(map()),
        },
        bones: (0..JOINTS).map(bone).collect(),
        gradients: WeightGradients::from_rows(JOINTS, (0..count).map(row)),
    };
    (mesh, beside)
}

#[test]
fn threads_change_nothing_of_maps_either() {
    let (mesh, beside) = long_mapped(40_000);
    let whole = 0..mesh.positions.len();
    for palette in palettes(&turning(JOINTS), SignRule::First) {
        for path in paths() {
            for by in [0, 3] {
                let one = skin(path, (&mesh, &beside), &palette, by);
                let threads = NonZero::new(3).unwrap();
                let mut several = Skinner::new(path).with_threads(threads);
                let many = part(&mut several, (&mesh, &beside), &palette, by, whole.clone());
                assert!(bits(&one.positions) == bits(&many.positions), "{path}");
                assert!(bits(&one.normals) == bits(&many.normals), "{path}");
                assert!(bits4(&one.tangents) == bits4(&many.tangents), "{path}");
            }
        }
    }
}

/// Which points and tangents are numbers.
fn finite(moved: &Moved) -> (Vec<bool>, Vec<bool>) {
    let points = moved.positions.iter().map(|point| point.is_finite());
    let tangents = moved.tangents.iter().map(|tangent| tangent.is_finite());
    (points.collect(), tangents.collect())
}

/// What is not a number stays with the vertices that follow it, with maps as without.
#[test]
fn palettes_that_hold_no_numbers_spoil_their_own_mapped_vertices_alone() {
    for bad in [f32::NAN, f32::INFINITY] {
        let (mesh, beside) = long_mapped(70);
        let mut joints = turning(JOINTS);
        joints[3].0.translation.x = bad;
        joints[3].0.matrix3.y_axis.y = bad;
        joints[3].1.translation.x = bad;
        joints[3].2.x = bad;
        for palette in palettes(&joints, SignRule::First) {
            for by in 0..4 {
                let expected = skin(SimdPath::Scalar, (&mesh, &beside), &palette, by);
                let name = name(&palette);
                let all = paths()
                    .into_iter()
                    .map(|path| skin(path, (&mesh, &beside), &palette, by));
                all.for_each(|found| assert_eq!(finite(&found), finite(&expected), "{name}"));
            }
        }
    }
}

/// Tangents alone go by the Jacobian, too.
#[test]
fn exact_tangents_need_no_normals() {
    let (mut mesh, beside) = long_mapped(40);
    mesh.normals.clear();
    for palette in palettes(&turning(JOINTS), SignRule::First) {
        let expected = skin(SimdPath::Scalar, (&mesh, &beside), &palette, 3);
        for path in paths() {
            let found = skin(path, (&mesh, &beside), &palette, 3);
            let pairs = found.tangents.iter().zip(&expected.tangents);
            let worst = pairs
                .map(|(a, b): (&Vec4, &Vec4)| a.distance(*b))
                .fold(0.0, f32::max);
            assert!(worst < 2e-3, "{path}, {}: {worst}", name(&palette));
        }
    }
}
