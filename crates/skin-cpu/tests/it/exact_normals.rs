//! Exact normals: against golden vectors, and against finite differences of what is skinned.

use std::cell::Cell;

use dq_math::SignRule::First;
use dq_math::signs::pivot_largest;
use glam::{Affine3A, DMat3, Mat3, Mat3A, Vec3, Vec4};
use proptest::prelude::Strategy as _;
use proptest::test_runner::{TestCaseError, TestRunner};
use rig::{
    DualQuatPalette, InfluenceRow, JointSlot, MapKind, MatrixPalette, Method, Palette, RigidBlend,
    TwoPhasePalette, WeightGradients,
};
use skin_cpu::{
    ITERATIVE_STEPS, NormalTransform, SimdPath, SurfaceVertex, dual_quat_jacobian_vertex,
    iterative_blend_vertex, linear_jacobian_vertex, two_phase_blend_vertex,
    two_phase_jacobian_vertex,
};
use testkit::golden::{self, Case};
use testkit::json::Json;
use testkit::say;

use crate::arbitrary::{Figure, config, figure, vec3};
use crate::field::{Field, Mapped, STEP, Turned, mean, part, skinned};
use crate::properties::{for_each_palette, size};
use crate::support::{Mesh, decided, influences, on_every_path, on_path, paths, rigid};

#[test]
fn golden_exact_normals() {
    on_every_path(check_golden);
}

fn check_golden() {
    golden::run("exact_normals", &[], |case| {
        let input = case.input();
        let motions = input.get("transforms").list(Json::rigid);
        let rigid_matrices = motions.iter().map(|&m| rigid(m).to_affine()).collect();
        let motions: Vec<_> = motions.iter().map(|&m| rigid(m).to_dual_quat()).collect();
        let matrices = input.get("matrices").list(Json::affine);
        let row = GoldenRow::new(case);
        let own = row.influences.row(0);
        let vertex = SurfaceVertex {
            position: row.position,
            row: own,
            gradients: row.gradients.row(0),
        };

        for (prefix, matrices) in [("lbs_affine", &matrices), ("lbs_rigid", &rigid_matrices)] {
            let palette = MatrixPalette {
                posed_from_bind: matrices.clone(),
            };
            let jacobian = linear_jacobian_vertex(vertex, &palette);
            row.check(case, prefix, jacobian, &Palette::Linear(palette));
        }
        let palette = DualQuatPalette {
            posed_from_bind: motions.clone(),
            rest_from_bind: Mat3::IDENTITY,
            signs: First,
        };
        let jacobian = dual_quat_jacobian_vertex(vertex, &palette);
        row.check(case, "dqs", jacobian, &Palette::DualQuaternion(palette));
        let dual = RigidBlend::DualQuaternion;
        let palette = TwoPhasePalette::of_motions(matrices, motions, Vec::new(), dual);
        let map = two_phase_blend_vertex(own.joints, own.weights, &palette);
        let jacobian = two_phase_jacobian_vertex(vertex, &palette, &map, Vec3::ZERO);
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
        let joints: Vec<JointSlot> = joints
            .iter()
            .map(|&j| JointSlot::try_from(j).unwrap())
            .collect();
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
                _ if !has_arrived(&at.mesh, at.vertex, &palette) => &[],
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

/// Whether iterative blending comes to an end. Where rotations are far apart it stops before, at something whose slopes are not those of the
/// average that it is on the way to.
fn has_arrived(mesh: &Mesh, vertex: usize, palette: &Palette) -> bool {
    match palette {
        Palette::TwoPhase(palette) if palette.blend == RigidBlend::Iterative => {
            let InfluenceRow { joints, weights } = mesh.influences.row(vertex);
            iterative_blend_vertex(joints, weights, palette).steps < ITERATIVE_STEPS
        }
        _ => true,
    }
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
fn a_joint_that_only_neighbors_have_counts_as_it_comes_in() {
    let count = Count::default();
    on_fields(|at, field| {
        let Some(field) = field.with_neighbor() else {
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
    matches!(method, Method::TwoPhase(_, blend) if blend.has_centers() || blend == RigidBlend::DirectQuaternion)
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
            let by = |by| skinned(all, weighting, &palette, by);
            let exact = on_path(SimdPath::Scalar, || by(NormalTransform::Exact(&none)));
            let usual = on_path(SimdPath::Scalar, || by(NormalTransform::Usual));
            let forward = on_path(SimdPath::Scalar, || by(NormalTransform::Forward));
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
            for path in paths() {
                check_tangents(&on_path(path, || by(NormalTransform::Usual)), method);
                check_tangents(&on_path(path, || by(NormalTransform::Forward)), method);
                check_tangents(&on_path(path, || by(NormalTransform::Exact(&none))), method);
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
