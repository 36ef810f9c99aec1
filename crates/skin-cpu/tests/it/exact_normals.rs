//! Exact normals: against golden vectors, and against finite differences of what is skinned.

use std::cell::Cell;

use dq_math::SignRule::First;
use dq_math::signs::pivot_largest;
use glam::{Affine3A, DMat3, DVec3, Mat3, Mat3A, Vec3, Vec4};
use proptest::prelude::Strategy as _;
use proptest::test_runner::{TestCaseError, TestRunner};
use rig::{
    BoneSegment, ByMap, DualQuatPalette, MapKind, MatrixPalette, Method, Palette, RigidBlend,
    TwoPhasePalette, VertexMap, WeightGradients, Weighting,
};
use skin_cpu::{
    NormalTransform, Skinned, Vertices, dual_quat_jacobian_vertex, linear_jacobian_vertex,
    skin_by_normals, two_phase_blend_vertex, two_phase_jacobian_vertex,
};
use testkit::golden::{self, Case};
use testkit::json::Json;
use testkit::say;

use crate::arbitrary::{Figure, config, figure, vec3};
use crate::properties::{for_each_palette, size};
use crate::support::{Mesh, decided, influences, rigid};

#[test]
fn golden_exact_normals() {
    golden::run("exact_normals", &[], |case| {
        let input = case.input();
        let motions = input.get("transforms").list(Json::rigid);
        let rigid_matrices = motions.iter().map(|&m| rigid(m).to_affine()).collect();
        let motions: Vec<_> = motions.iter().map(|&m| rigid(m).to_dual_quat()).collect();
        let matrices = input.get("matrices").list(Json::affine);
        let row = GoldenRow::new(case);
        let (joints, weights) = row.influences.row(0);
        let (own, gradients) = ((joints, weights), row.gradients.row(0));

        for (prefix, matrices) in [("lbs_affine", &matrices), ("lbs_rigid", &rigid_matrices)] {
            let palette = MatrixPalette {
                posed_from_bind: matrices.clone(),
            };
            let jacobian = linear_jacobian_vertex(own, gradients, &palette, row.position);
            row.check(case, prefix, jacobian, &Palette::Linear(palette));
        }
        let palette = DualQuatPalette {
            posed_from_bind: motions.clone(),
            rest_from_bind: Mat3::IDENTITY,
            signs: First,
        };
        let jacobian = dual_quat_jacobian_vertex(own, gradients, &palette, row.position);
        row.check(case, "dqs", jacobian, &Palette::DualQuaternion(palette));
        let dual = RigidBlend::DualQuaternion;
        let palette = TwoPhasePalette::of_motions(matrices, motions, Vec::new(), dual);
        let map = two_phase_blend_vertex(joints, weights, &palette);
        let at = (&map, row.position);
        let jacobian = two_phase_jacobian_vertex(own, gradients, &palette, at, Vec3::ZERO);
        row.check(case, "two_phase", jacobian, &Palette::TwoPhase(palette));
    });
}

struct GoldenRow {
    position: Vec3,
    normal: Vec3,
    influences: rig::Influences,
    gradients: WeightGradients,
}

impl GoldenRow {
    fn new(case: &Case<'_>) -> Self {
        let input = case.input();
        let joints = input.get("joints").usizes();
        let joints: Vec<u16> = joints.iter().map(|&j| u16::try_from(j).unwrap()).collect();
        let weights = input.get("weights").f32s();
        let gradients = input.get("weight_gradients").list(Json::vec3);
        let count = input.get("transforms").elements().len();
        let row = joints.iter().copied().zip(weights).collect();
        Self {
            position: input.get("p").vec3(),
            normal: input.get("n").vec3(),
            influences: influences(count, [row]),
            gradients: WeightGradients::from_rows(count, [joints.into_iter().zip(gradients)]),
        }
    }

    fn check(&self, case: &Case<'_>, prefix: &str, jacobian: Mat3A, palette: &Palette) {
        case.check(&format!("{prefix}_jacobian"), &jacobian);
        let mesh = (&[self.position][..], &[self.normal][..], &[][..]);
        let weighting = (&self.influences).into();
        let [exact, usual] = [
            NormalTransform::Exact(&self.gradients),
            NormalTransform::Usual,
        ]
        .map(|by| skinned(mesh, weighting, palette, by));
        case.check(&format!("{prefix}_exact_normal"), &exact.normals[0]);
        case.check(&format!("{prefix}_usual_normal"), &usual.normals[0]);
        let position = format!("{prefix}_position");
        if case.expected(&position).is_some() {
            case.check(&position, &exact.positions[0]);
        }
    }
}

struct Turned {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    tangents: Vec<Vec4>,
}

fn skinned(
    (positions, normals, tangents): (&[Vec3], &[Vec3], &[Vec4]),
    weighting: Weighting<'_>,
    palette: &Palette,
    by: NormalTransform<'_>,
) -> Turned {
    let mut out = Turned {
        positions: vec![Vec3::NAN; positions.len()],
        normals: vec![Vec3::NAN; normals.len()],
        tangents: vec![Vec4::NAN; tangents.len()],
    };
    let vertices = Vertices {
        positions,
        normals,
        tangents,
    };
    let to = Skinned {
        positions: &mut out.positions,
        normals: &mut out.normals,
        tangents: &mut out.tangents,
    };
    skin_by_normals(vertices, weighting, palette, by, to).unwrap();
    out
}

/// Half the width of a difference, in metres.
const STEP: f32 = 1.0 / 64.0;

/// A vertex whose weights and numbers of maps are linear functions of the place around it.
struct Field {
    position: Vec3,
    joints: Vec<u16>,
    weights: Vec<f32>,
    /// Σ = 0.
    gradients: Vec<Vec3>,
    /// Number and gradient of each map.
    maps: ByMap<(f32, Vec3)>,
    bones: Vec<BoneSegment>,
    n_joints: usize,
}

/// Which maps there are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mapped {
    Not,
    By(MapKind),
    ByBoth,
}

impl Mapped {
    fn has(self, kind: MapKind) -> bool {
        self == Self::ByBoth || self == Self::By(kind)
    }
}

/// By its numbers; one map for all vertices.
fn weighting_of<'a>(
    influences: &'a rig::Influences,
    (maps, mapped): (&'a ByMap<VertexMap>, Mapped),
    bones: &'a [BoneSegment],
) -> Weighting<'a> {
    let weighting = Weighting {
        bones,
        ..influences.into()
    };
    weighting.with_maps(ByMap::new(|kind| mapped.has(kind).then_some(&maps[kind])))
}

impl Field {
    /// None for a vertex whose weights would change sign within reach.
    fn new(figure: &Figure, vertex: usize, slopes: &[Vec3]) -> Option<Self> {
        let mesh = Mesh::new(&figure.vertices, figure.skeleton.parents.len());
        let (joints, weights) = mesh.influences.row(vertex);
        let mean = mean(slopes.iter().take(joints.len()));
        let gradients: Vec<Vec3> = slopes
            .iter()
            .take(joints.len())
            .map(|&slope| slope - mean)
            .collect();
        let reach =
            |(weight, gradient): (&f32, &Vec3)| weight.abs() > 3.0 * STEP * gradient.length();
        let is_smooth = weights.iter().zip(&gradients).all(reach);
        (is_smooth && 1 < joints.len() && gradients.len() == joints.len()).then(|| Self {
            position: mesh.positions[vertex],
            joints: joints.to_vec(),
            weights: weights.to_vec(),
            gradients,
            maps: ByMap {
                blend: (0.5 + 0.3 * slopes[0].x, slopes[0] + slopes[1]),
                bulge: (0.5 + 0.3 * slopes[0].y, slopes[1] - slopes[0]),
            },
            bones: bones_of(&mesh, slopes),
            n_joints: mesh.influences.joint_count(),
        })
    }

    /// With a joint that the vertex does not have, which comes in along the first gradient; none if it has all.
    fn with_neighbour(mut self) -> Option<Self> {
        let all = 0..u16::try_from(self.n_joints).ok()?;
        let new = all.into_iter().find(|joint| !self.joints.contains(joint))?;
        let rising = self.gradients[0];
        self.gradients[0] = Vec3::ZERO;
        // The others keep their sum of zero: what the first gave up goes to the new one.
        self.joints.push(new);
        self.weights.push(0.0);
        self.gradients.push(rising);
        Some(self)
    }

    fn row_at(&self, offset: Vec3) -> Vec<(u16, f32)> {
        let weights = self.weights.iter().zip(&self.gradients);
        let weights = weights.map(|(weight, gradient)| weight + gradient.dot(offset));
        self.joints.iter().copied().zip(weights).collect()
    }

    fn positions_at(&self, palette: &Palette, offsets: &[Vec3], mapped: Mapped) -> Vec<DVec3> {
        let rows = offsets.iter().map(|&offset| self.row_at(offset));
        let influences = influences(self.n_joints, rows);
        let at: Vec<Vec3> = offsets
            .iter()
            .map(|&offset| self.position + offset)
            .collect();
        let maps = ByMap::new(|kind| {
            let (value, slope) = self.maps[kind];
            VertexMap::new(offsets.iter().map(|&offset| value + slope.dot(offset)))
        });
        let weighting = weighting_of(&influences, (&maps, mapped), &self.bones);
        let by = NormalTransform::Usual;
        let moved = skinned((&at, &[], &[]), weighting, palette, by).positions;
        moved.into_iter().map(Vec3::as_dvec3).collect()
    }

    /// The derivative along a direction by central differences, and how far two of them are apart.
    fn difference(&self, palette: &Palette, along: Vec3, mapped: Mapped) -> (DVec3, f64) {
        let offsets = [STEP, -STEP, STEP / 2.0, -STEP / 2.0].map(|step| along * step);
        let at = self.positions_at(palette, &offsets, mapped);
        let wide = (at[0] - at[1]) / f64::from(2.0 * STEP);
        let narrow = (at[2] - at[3]) / f64::from(STEP);
        (narrow + (narrow - wide) / 3.0, wide.distance(narrow))
    }

    /// The same to one side, for weights that begin at zero.
    fn difference_ahead(&self, palette: &Palette, along: Vec3) -> (DVec3, f64) {
        let offsets = [0.0, 0.5, 1.0, 2.0].map(|steps| along * (steps * STEP));
        let at = self.positions_at(palette, &offsets, Mapped::Not);
        let of =
            |near: DVec3, far: DVec3, step: f64| (near * 4.0 - far - at[0] * 3.0) / (2.0 * step);
        let step = f64::from(STEP);
        let (narrow, wide) = (of(at[1], at[2], step / 2.0), of(at[2], at[3], step));
        (narrow, wide.distance(narrow))
    }

    fn gradients(&self) -> WeightGradients {
        let row = self
            .joints
            .iter()
            .copied()
            .zip(self.gradients.iter().copied());
        let gradients = WeightGradients::from_rows(self.n_joints, [row]);
        MapKind::ALL.into_iter().fold(gradients, |gradients, kind| {
            gradients.with_map(kind, [self.maps[kind].1])
        })
    }

    /// Normal and tangent of the exact rule.
    fn exact(
        &self,
        palette: &Palette,
        (normal, tangent): (Vec3, Vec4),
        mapped: Mapped,
    ) -> (Vec3, Vec4) {
        let influences = influences(self.n_joints, [self.row_at(Vec3::ZERO)]);
        let maps = ByMap::new(|kind| VertexMap::new([self.maps[kind].0]));
        let weighting = weighting_of(&influences, (&maps, mapped), &self.bones);
        let gradients = self.gradients();
        let mesh = (&[self.position][..], &[normal][..], &[tangent][..]);
        let out = skinned(mesh, weighting, palette, NormalTransform::Exact(&gradients));
        (out.normals[0], out.tangents[0])
    }
}

/// A bone for each joint beside the vertices, so short that many of them stand out; every third is a point.
fn bones_of(mesh: &Mesh, slopes: &[Vec3]) -> Vec<BoneSegment> {
    let joints = 0..mesh.influences.joint_count();
    let bone = |joint: usize| {
        let head = mesh.positions[joint % mesh.positions.len()] * 0.5 + slopes[joint % 4];
        let along = slopes[(joint + 1) % 4] * 5.0;
        let tail = if joint % 3 == 2 { head } else { head + along };
        BoneSegment { head, tail }
    };
    joints.map(bone).collect()
}

/// How many vertices were compared, and how many were left out since nothing is smooth there.
#[derive(Default)]
struct Count {
    compared: Cell<u32>,
    left_out: Cell<u32>,
}

impl Count {
    fn add(&self, is_compared: bool) {
        let cell = if is_compared {
            &self.compared
        } else {
            &self.left_out
        };
        cell.set(cell.get() + 1);
    }

    fn check(&self, what: &str) {
        let (compared, left_out) = (self.compared.get(), self.left_out.get());
        say(&format!("{what}: {compared} compared, {left_out} left out"));
        assert!(
            compared > 2 * left_out && compared > 100,
            "{what}: {compared} to {left_out}"
        );
    }
}

/// Left out where differences of two widths disagree by more than this part of the size of things: a kink, or a pole nearby.
const SMOOTH: f64 = 0.01;

/// Runs `check` on figures with slopes for weights.
fn on_figures(check: impl Fn(&Figure, &[Vec3]) -> Result<(), TestCaseError>) {
    let slopes = proptest::collection::vec(vec3(0.3), 4);
    let figures = (figure(), slopes)
        .prop_filter("one joint", |(figure, _)| figure.skeleton.parents.len() > 1);
    let mut runner = TestRunner::new(config());
    runner
        .run(&figures, |(figure, slopes)| check(&figure, &slopes))
        .unwrap();
}

#[test]
fn exact_normals_and_tangents_are_those_of_finite_differences() {
    let count = Count::default();
    on_fields(|at, field| {
        for_each_palette(at.figure, |method, palette| {
            let maps: &[Mapped] = match method {
                _ if !decided(&at.mesh, at.vertex, &palette) => &[],
                Method::Linear => &[Mapped::Not],
                Method::Affine => &[
                    Mapped::Not,
                    Mapped::By(MapKind::Blend),
                    Mapped::By(MapKind::Bulge),
                ],
                _ => &[Mapped::Not, Mapped::ByBoth],
            };
            for &mapped in maps {
                let what = format!("{method}, {mapped:?}");
                count.add(compare(&field, &palette, (at, mapped), &what)?);
            }
            Ok(())
        })
    });
    count.check("central differences");
}

/// A vertex of a figure.
struct At<'a> {
    figure: &'a Figure,
    mesh: Mesh,
    vertex: usize,
}

/// Runs `check` on all vertices of figures that are smooth with the slopes drawn for them.
fn on_fields(check: impl Fn(&At<'_>, Field) -> Result<(), TestCaseError>) {
    on_figures(|figure, slopes| {
        for vertex in 0..figure.vertices.len() {
            if let Some(field) = Field::new(figure, vertex, slopes) {
                let mesh = Mesh::new(&figure.vertices, figure.skeleton.parents.len());
                check(
                    &At {
                        figure,
                        mesh,
                        vertex,
                    },
                    field,
                )?;
            }
        }
        Ok(())
    });
}

/// Holds normal and tangent against three differences; false where these are no measure.
fn compare(
    field: &Field,
    palette: &Palette,
    (at, mapped): (&At<'_>, Mapped),
    what: &str,
) -> Result<bool, TestCaseError> {
    let size = size(&at.mesh, palette);
    let normal = at.figure.vertices[at.vertex].normal;
    let columns = Vec3::AXES.map(|axis| field.difference(palette, axis, mapped));
    let error = columns.iter().map(|column| column.1).fold(0.0, f64::max);
    let [x, y, z] = columns.map(|column| column.0);
    let jacobian = DMat3::from_cols(x, y, z);
    let length = x.length().max(y.length()).max(z.length());
    if error > SMOOTH * f64::from(size) || length == 0.0 {
        return Ok(false);
    }
    let cofactor = DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
    let across = cofactor * normal.as_dvec3();
    let determinant = jacobian.determinant();
    // Relative to what the numbers are made of: a Jacobian that is nearly flat turns its normal by nothing.
    let error = error + 1.5e-3 * f64::from(size);
    if across.length() < 40.0 * error * length || determinant.abs() < 10.0 * error * length * length
    {
        return Ok(true);
    }
    let sign = determinant.signum();
    let expected = across.normalize() * sign;
    let tangent = normal.any_orthonormal_vector();
    let (exact, turned) = field.exact(palette, (normal, tangent.extend(1.0)), mapped);
    let tolerance = 4.0 * error * length / across.length();
    let off = exact.as_dvec3().distance(expected);
    if off > tolerance {
        return Err(TestCaseError::fail(format!(
            "{what}: normal {exact}, not {expected} ± {tolerance}"
        )));
    }
    let along = jacobian * tangent.as_dvec3();
    let across = along - expected * expected.dot(along);
    if across.length() < 40.0 * error {
        return Ok(true);
    }
    let tolerance = 8.0 * error / across.length() + tolerance * along.length() / across.length();
    let off = turned.truncate().as_dvec3().distance(across.normalize());
    let is_right = off <= tolerance && f64::from(turned.w) == sign;
    if is_right {
        Ok(true)
    } else {
        Err(TestCaseError::fail(format!(
            "{what}: tangent {turned}, not {} ± {tolerance}",
            across.normalize()
        )))
    }
}

#[test]
fn a_joint_that_only_neighbours_have_counts_as_it_comes_in() {
    let count = Count::default();
    on_fields(|at, field| {
        let Some(field) = field.with_neighbour() else {
            return Ok(());
        };
        for_each_palette(at.figure, |method, palette| {
            if decided(&at.mesh, at.vertex, &palette) && !turns_about_own_joints(method) {
                count.add(compare_ahead(
                    &field,
                    &palette,
                    method,
                    size(&at.mesh, &palette),
                )?);
            }
            Ok(())
        })
    });
    count.check("differences ahead");
}

/// The point that these turn about is another one as soon as a joint comes in; it is held constant.
fn turns_about_own_joints(method: Method) -> bool {
    matches!(method, Method::TwoPhase(_, blend) if blend.has_centres() || blend == RigidBlend::DirectQuaternion)
}

/// Along the direction in which the new weight rises, the tangent that is not made orthogonal to a normal.
fn compare_ahead(
    field: &Field,
    palette: &Palette,
    method: Method,
    size: f32,
) -> Result<bool, TestCaseError> {
    let Some(along) = field
        .gradients
        .last()
        .and_then(|gradient| gradient.try_normalize())
    else {
        return Ok(false);
    };
    // Weights sum to one only if what comes in is taken from others.
    let field = Field {
        gradients: balanced(&field.gradients),
        weights: field.weights.clone(),
        joints: field.joints.clone(),
        bones: field.bones.clone(),
        ..*field
    };
    // The sign of what comes in must not be a toss-up either.
    let coming = Mesh {
        positions: vec![field.position],
        normals: vec![Vec3::ZERO],
        influences: influences(field.n_joints, [field.row_at(along * STEP)]),
    };
    let largest_at = |steps: f32| {
        let row = field.row_at(along * (steps * STEP));
        pivot_largest(&row.iter().map(|&(_, weight)| weight).collect::<Vec<_>>())
    };
    if !decided(&coming, 0, palette) || largest_at(0.0) != largest_at(2.0) {
        return Ok(true);
    }
    let (expected, error) = field.difference_ahead(palette, along);
    let error = error + 5e-3 * f64::from(size);
    if error > SMOOTH * f64::from(size) {
        return Ok(false);
    }
    if expected.length() < 40.0 * error {
        return Ok(true);
    }
    // Without a normal a tangent is the image of its direction.
    let (_, turned) = field.exact(palette, (Vec3::ZERO, along.extend(1.0)), Mapped::Not);
    let off = turned.truncate().as_dvec3().distance(expected.normalize());
    let tolerance = 4.0 * error / expected.length();
    if off <= tolerance {
        Ok(true)
    } else {
        Err(TestCaseError::fail(format!(
            "{method}: {turned}, not {} ± {tolerance}",
            expected.normalize()
        )))
    }
}

/// The last gradient as it is, the others less what sums to zero.
fn balanced(gradients: &[Vec3]) -> Vec<Vec3> {
    let others = gradients.len() - 1;
    let excess = mean(&gradients[..others]) + gradients[others] * part(others);
    let shift = |(place, &gradient): (usize, &Vec3)| {
        if place < others {
            gradient - excess
        } else {
            gradient
        }
    };
    gradients.iter().enumerate().map(shift).collect()
}

#[test]
fn without_gradients_exact_normals_are_usual_ones() {
    on_figures(|figure, _| {
        let mesh = Mesh::new(&figure.vertices, figure.skeleton.parents.len());
        let none = WeightGradients::from_rows(0, vec![[(0, Vec3::ZERO); 0]; mesh.positions.len()]);
        for_each_palette(figure, |method, palette| {
            let tangents = vec![Vec4::new(0.6, 0.0, 0.8, -1.0); mesh.positions.len()];
            let all = (&mesh.positions[..], &mesh.normals[..], &tangents[..]);
            let weighting = (&mesh.influences).into();
            let exact = skinned(all, weighting, &palette, NormalTransform::Exact(&none));
            let usual = skinned(all, weighting, &palette, NormalTransform::Usual);
            let forward = skinned(all, weighting, &palette, NormalTransform::Forward);
            assert_eq!(exact.positions, usual.positions, "{method}");
            assert_eq!(forward.positions, usual.positions, "{method}");
            for (one, other) in exact.normals.iter().zip(&usual.normals) {
                // Flat maps leave a sign to rounding, and two flat factors none at all.
                let is_flat = other.length() < 0.5 || one.length() < 0.5;
                assert!(
                    is_flat || one.cross(*other).length() < 2e-2,
                    "{method}: {one}, {other}"
                );
            }
            for turned in [&exact, &usual, &forward] {
                check_tangents(turned, method);
            }
            Ok(())
        })
    });
}

/// Unit or zero, at right angles to normals, with a handedness.
fn check_tangents(turned: &Turned, method: Method) {
    for (tangent, normal) in turned.tangents.iter().zip(&turned.normals) {
        let direction = tangent.truncate();
        assert!(direction == Vec3::ZERO || (direction.length() - 1.0).abs() < 1e-5);
        assert!(
            direction.dot(*normal).abs() < 1e-4,
            "{method}: {tangent}, {normal}"
        );
        assert!(tangent.w.abs() == 1.0);
    }
}

#[test]
fn a_mirroring_map_turns_the_handedness_of_tangents() {
    let row = influences(1, [vec![(0, 1.0)]]);
    let mirror = Affine3A::from_scale(Vec3::new(-2.0, 1.0, 1.0));
    let palette = Palette::Linear(MatrixPalette {
        posed_from_bind: vec![mirror],
    });
    let mesh = (
        &[Vec3::X][..],
        &[Vec3::Z][..],
        &[Vec4::new(1.0, 1.0, 0.0, 1.0)][..],
    );
    let turned = skinned(mesh, (&row).into(), &palette, NormalTransform::Usual);
    let expected = Vec3::new(-2.0, 1.0, 0.0).normalize();
    assert!(turned.tangents[0].abs_diff_eq(expected.extend(-1.0), 1e-6));
    assert!(turned.normals[0].abs_diff_eq(Vec3::Z, 1e-6));
}

#[test]
fn forward_normals_go_with_the_map() {
    let row = influences(1, [vec![(0, 1.0)]]);
    let palette = Palette::Linear(MatrixPalette {
        posed_from_bind: vec![Affine3A::from_scale(Vec3::new(2.0, 1.0, 1.0))],
    });
    let slope = Vec3::new(1.0, 1.0, 0.0);
    let mesh = (&[Vec3::X][..], &[slope][..], &[][..]);
    let weighting = (&row).into();
    let [forward, usual] = [NormalTransform::Forward, NormalTransform::Usual]
        .map(|by| skinned(mesh, weighting, &palette, by).normals[0]);
    assert!(forward.abs_diff_eq(Vec3::new(2.0, 1.0, 0.0).normalize(), 1e-6));
    assert!(usual.abs_diff_eq(Vec3::new(1.0, 2.0, 0.0).normalize(), 1e-6));
}

fn mean<'a>(vectors: impl IntoIterator<Item = &'a Vec3>) -> Vec3 {
    let vectors: Vec<Vec3> = vectors.into_iter().copied().collect();
    vectors.iter().sum::<Vec3>() * part(vectors.len())
}

fn part(count: usize) -> f32 {
    f32::from(u16::try_from(count).unwrap()).recip()
}
