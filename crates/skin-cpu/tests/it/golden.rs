//! Golden vectors, from skeletons or palettes to vertices.

use dq_math::SignRule::{self, First, Hierarchical, Largest};
use dq_math::{DualQuat, signs};
use glam::{Affine3A, Mat3, Mat3A, Vec3};
use rig::{
    BoneSegment, DualQuatPalette, InfluenceRow, JointSlot, MatrixPalette, Method, Palette,
    PosedSkin, RigidBlend, ScaleInheritance, Split, TwoPhasePalette, rotation_center,
};
use skin_cpu::{PosedBone, bulge_vertex, log_matrix_blend_vertex, spherical_blend_vertex};
use testkit::golden::{self, Case};
use testkit::json::{Json, SkeletonInput};

use crate::support::{Mesh, Moved, influences, on_every_path, rigid, with_posed_skin};

#[test]
fn golden_lbs() {
    on_every_path(lbs);
}

fn lbs() {
    golden::run("lbs", &[], |case| {
        let matrices = case.input().get("matrices").list(Json::affine);
        let mesh = mesh(case, matrices.len());
        let palette = MatrixPalette {
            posed_from_bind: matrices,
        };
        check(case, "", "", &mesh.skinned(&Palette::Linear(palette)));
    });
}

#[test]
fn golden_dqs() {
    on_every_path(dqs);
}

fn dqs() {
    golden::run("dqs", &[], |case| {
        let motions = case
            .input()
            .get("transforms")
            .list(|motion| rigid(motion.rigid()).to_dual_quat());
        let mesh = mesh(case, motions.len());
        for (suffix, rule) in [("", First), ("_pivot_largest", Largest)] {
            check(
                case,
                "",
                suffix,
                &mesh.skinned(&dual_quats(motions.clone(), rule)),
            );
        }
        if let Some(parents) = case.input().find("parents") {
            let signs = hierarchical_signs(&motions, &parents.list(Json::parent));
            case.check(
                "signs_hierarchical",
                &signs
                    .iter()
                    .map(|&s| if s < 0.0 { -1 } else { 1 })
                    .collect::<Vec<i32>>(),
            );
            let aligned = motions
                .iter()
                .zip(signs)
                .map(|(&motion, sign)| motion * sign)
                .collect();
            check(
                case,
                "",
                "_hierarchical",
                &mesh.skinned(&dual_quats(aligned, Hierarchical)),
            );
        }
    });
}

#[test]
fn golden_two_phase_global() {
    on_every_path(two_phase_global);
}

fn two_phase_global() {
    golden::run("two_phase_global", &[], |case| {
        let whole = Whole::new(case);
        whole.posed(ScaleInheritance::Children, |skin| {
            case.check("C", &skin.posed_from_bind());
            whole.check_origin(skin, ["S", "rigid"], "");
        });
    });
}

#[test]
fn golden_two_phase_local() {
    on_every_path(two_phase_local);
}

fn two_phase_local() {
    golden::run("two_phase_local", &[], |case| {
        let whole = Whole::new(case);
        whole.posed(ScaleInheritance::Joint, |skin| {
            whole.check_elongated(skin, ["C1", "C2"], "");
        });
    });
}

#[test]
fn golden_two_phase_mixed() {
    on_every_path(two_phase_mixed);
}

fn two_phase_mixed() {
    golden::run("two_phase_mixed", &[], |case| {
        let whole = Whole::new(case);
        whole.posed_as_flagged(|skin| {
            case.check("single_influence", &skin.posed_from_bind());
            whole.check_elongated(skin, ["C1", "C2"], "");
        });
    });
}

#[test]
fn golden_sbs() {
    on_every_path(sbs);
}

fn sbs() {
    golden::run("sbs", &[], |case| {
        let whole = Whole::new(case);
        whole.rigidly_posed(|skin| {
            case.check("C", &skin.posed_from_bind());
            case.touch("set_kind");
            let palette = rigid_palette(skin, RigidBlend::Spherical);
            let centers: Vec<Option<Vec3>> = (0..whole.mesh.positions.len())
                .map(|vertex| center(&palette, whole.mesh.influences.row(vertex).joints))
                .collect();
            if case.expected("centers_pinv").is_some() {
                case.check("centers_pinv", &centers);
            }
            check(
                case,
                "",
                "",
                &whole.mesh.skinned(&Palette::TwoPhase(palette)),
            );
            let average = rigid_palette(skin, RigidBlend::SphericalAverage);
            let moved = whole.mesh.skinned(&Palette::TwoPhase(average));
            check(case, "", "_spherical_average", &moved);
        });
    });
}

/// By decomposition alone: heads that two joints share lie elsewhere on the axis.
fn center(palette: &TwoPhasePalette, joints: &[JointSlot]) -> Option<Vec3> {
    let motions = joints
        .iter()
        .map(|&joint| palette.posed_from_stretched[usize::from(joint)]);
    (joints.len() > 1).then(|| rotation_center(motions))
}

#[test]
fn golden_direct_quaternion_blending() {
    on_every_path(direct_quaternion_blending);
}

fn direct_quaternion_blending() {
    golden::run("direct_quaternion_blending", &[], |case| {
        let whole = Whole::new(case);
        whole.rigidly_posed(|skin| {
            case.check("C", &skin.posed_from_bind());
            case.touch("center_joint");
            let palette = rigid_palette(skin, RigidBlend::DirectQuaternion);
            check_nearest_of_all(case, &whole.mesh, &palette);
            check(
                case,
                "",
                "",
                &whole.mesh.skinned(&Palette::TwoPhase(palette)),
            );
        });
    });
}

/// The variant that turns about the nearest of all joints, the vertex's own or not, is no method here. It is spherical blending about
/// that joint's head.
fn check_nearest_of_all(case: &Case<'_>, mesh: &Mesh, palette: &TwoPhasePalette) {
    let mut moved = Moved::default();
    let mut nearest = Vec::new();
    for (vertex, &position) in mesh.positions.iter().enumerate() {
        let heads = palette.heads.iter().enumerate();
        let distance = |head: &Vec3| head.distance_squared(position);
        let (joint, &head) = heads
            .min_by(|one, other| distance(one.1).total_cmp(&distance(other.1)))
            .unwrap();
        nearest.push(joint);
        let InfluenceRow { joints, weights } = mesh.influences.row(vertex);
        let motion = spherical_blend_vertex(joints, weights, palette, head).posed_from_stretched;
        moved.positions.push(motion.transform_point3(position));
        let normal = motion.transform_vector3(mesh.normals[vertex]);
        moved.normals.push(normal.normalize());
    }
    case.check("center_joint_all", &nearest);
    check(case, "", "_nearest_of_all", &moved);
}

/// The file has the hard form: the bone of the largest weight alone, all the way. That is the smooth form of a row with that joint only.
#[test]
fn golden_bulge_correction() {
    on_every_path(bulge_correction);
}

fn bulge_correction() {
    golden::run("bulge_correction", &[], |case| {
        let motions = case.input().get("transforms").list(Json::rigid);
        let motions: Vec<_> = motions.into_iter().map(rigid).collect();
        let mesh = mesh(case, motions.len());
        let dual_quats = dual_quats(motions.iter().map(|m| m.to_dual_quat()).collect(), First);
        let moved = mesh.skinned(&dual_quats);
        case.check("dqs_positions", &moved.positions);
        let ends = case.input().get("bones").list(|bone| BoneSegment {
            head: bone.get("origin").vec3(),
            tail: bone.get("end").vec3(),
        });
        let bones: Vec<PosedBone> = ends
            .into_iter()
            .zip(dual_quats.joint_maps())
            .map(|(at_bind, posed_from_bind)| PosedBone {
                at_bind,
                posed_from_bind,
            })
            .collect();
        let (mut positions, mut corrected) = (Vec::new(), Vec::new());
        for (vertex, (&at_rest, &posed)) in mesh.positions.iter().zip(&moved.positions).enumerate()
        {
            let InfluenceRow { joints, weights } = mesh.influences.row(vertex);
            let pairs = joints.iter().zip(weights);
            let largest = pairs.max_by(|one, other| one.1.total_cmp(other.1));
            let joint = [*largest.unwrap().0];
            let found = bulge_vertex(
                InfluenceRow {
                    joints: &joint,
                    weights: &[1.0],
                },
                1.0,
                &bones,
                at_rest,
                posed,
            );
            // What rounding alone moves was at the distance already.
            corrected.push(found.distance(posed) > 1e-5);
            positions.push(found);
        }
        case.check("positions", &positions);
        case.check("corrected", &corrected);
    });
}

#[test]
fn golden_log_matrix() {
    on_every_path(log_matrix);
}

fn log_matrix() {
    golden::run("log_matrix", &[], |case| {
        let motions = case
            .input()
            .get("transforms")
            .list(|motion| rigid(motion.rigid()).to_dual_quat());
        let weights = case.input().get("weights").list(Json::f32);
        let points = case.input().get("points").list(Json::vec3);
        let palette = TwoPhasePalette::of_motions(
            vec![Affine3A::IDENTITY; motions.len()],
            motions,
            Vec::new(),
            RigidBlend::LogMatrix,
        );
        // Half an angle, half a translation: of matrices the whole.
        let logs: Vec<_> = palette
            .logs
            .iter()
            .map(|log| (log.real * 2.0, log.dual * 2.0))
            .collect();
        case.check("logs", &logs);
        let row: Vec<_> = (0..).zip(weights).collect();
        let mesh = Mesh {
            influences: influences(palette.logs.len(), vec![row; points.len()]),
            normals: vec![Vec3::X; points.len()],
            positions: points,
        };
        let InfluenceRow { joints, weights } = mesh.influences.row(0);
        let blended = log_matrix_blend_vertex(joints, weights, &palette).posed_from_stretched;
        case.check("blended_mat4", &blended.to_affine3a());
        case.check(
            "points",
            &mesh.skinned(&Palette::TwoPhase(palette)).positions,
        );
    });
}

fn rigid_palette(skin: &PosedSkin<'_>, blend: RigidBlend) -> TwoPhasePalette {
    TwoPhasePalette::new(skin, Split::ElongatedRest, blend, First)
}

#[test]
fn golden_whole_skeletons() {
    on_every_path(whole_skeletons);
}

fn whole_skeletons() {
    for topic in golden::WHOLE_SKELETONS {
        golden::run(topic, &[], check_every_method);
    }
}

/// Every method on one skeleton; the rigid methods see the pose without its stretch.
fn check_every_method(case: &Case<'_>) {
    let whole = Whole::new(case);
    whole.rigidly_posed(|skin| check_rigid_methods(case, &whole.mesh, skin));
    whole.posed(ScaleInheritance::Children, |skin| {
        case.check("C", &skin.posed_from_bind());
        let linear = Palette::new(Method::Linear, First, skin);
        check(case, "lbs_", "", &whole.mesh.skinned(&linear));
        whole.check_origin(skin, ["global_S", "global_rigid"], "two_phase_global_");
    });
    whole.posed(ScaleInheritance::Joint, |skin| {
        whole.check_elongated(skin, ["local_C1", "local_C2"], "two_phase_local_");
    });
    whole.posed_as_flagged(|skin| {
        whole.check_elongated(skin, ["mixed_C1", "mixed_C2"], "two_phase_mixed_");
    });
}

fn check_rigid_methods(case: &Case<'_>, mesh: &Mesh, skin: &PosedSkin<'_>) {
    let absolute: Vec<Affine3A> = skin
        .bind()
        .joints()
        .iter()
        .map(|&joint| skin.bind().model_from_joint(joint).to_affine())
        .collect();
    case.check("A", &absolute);
    case.check("C_rigid", &skin.posed_from_bind());
    let motions = DualQuatPalette::new(skin, First).posed_from_bind;
    let motions: Vec<_> = motions
        .iter()
        .map(|motion| (motion.real, motion.dual))
        .collect();
    case.check("C_rigid_dq", &motions);
    check(
        case,
        "lbs_rigid_",
        "",
        &mesh.skinned(&Palette::new(Method::Linear, First, skin)),
    );
    for (prefix, blend) in [
        ("sbs_", RigidBlend::Spherical),
        ("hejl_", RigidBlend::DirectQuaternion),
        ("log_matrix_", RigidBlend::LogMatrix),
    ] {
        let palette = rigid_palette(skin, blend);
        check(case, prefix, "", &mesh.skinned(&Palette::TwoPhase(palette)));
    }
    for (prefix, rule) in [
        ("dqs_", First),
        ("dqs_pivot_largest_", Largest),
        ("dqs_hierarchical_", Hierarchical),
    ] {
        // Where all joints are rigid these are all one method.
        for method in [
            Method::DualQuaternion,
            Method::TWO_PHASE,
            Method::TWO_PHASE_HEAD,
            Method::TWO_PHASE_ORIGIN,
            Method::Affine,
        ] {
            check(
                case,
                prefix,
                "",
                &mesh.skinned(&Palette::new(method, rule, skin)),
            );
        }
    }
}

/// A case with a skeleton, its pose and a mesh.
struct Whole<'a> {
    case: &'a Case<'a>,
    input: SkeletonInput,
    mesh: Mesh,
}

impl<'a> Whole<'a> {
    fn new(case: &'a Case<'a>) -> Self {
        let input = case.input().get("skeleton").skeleton();
        let mesh = mesh(case, input.parents.len());
        Self { case, input, mesh }
    }

    /// The pose without its stretch.
    fn rigidly_posed(&self, then: impl FnOnce(&PosedSkin<'_>)) {
        let unscaled = vec![Mat3::IDENTITY; self.input.parents.len()];
        with_posed_skin(&self.input, &unscaled, |_| ScaleInheritance::Children, then);
    }

    fn posed(&self, scale_inheritance: ScaleInheritance, then: impl FnOnce(&PosedSkin<'_>)) {
        with_posed_skin(&self.input, &self.input.scale, |_| scale_inheritance, then);
    }

    /// With the scale inheritance that the file gives each joint.
    fn posed_as_flagged(&self, then: impl FnOnce(&PosedSkin<'_>)) {
        let scale_inheritance = |joint: usize| match self.input.propagate[joint] {
            true => ScaleInheritance::Children,
            false => ScaleInheritance::Joint,
        };
        with_posed_skin(&self.input, &self.input.scale, scale_inheritance, then);
    }

    /// Two phases by way of the elongated rest: both factors, then the vertices.
    fn check_elongated(&self, skin: &PosedSkin<'_>, factors: [&str; 2], prefix: &str) {
        let palette = TwoPhasePalette::new(
            skin,
            Split::ElongatedRest,
            RigidBlend::DualQuaternion,
            First,
        );
        self.case.check(factors[0], &palette.stretched_from_bind);
        self.check_motions_and_vertices(palette, factors[1], prefix);
    }

    /// Two phases about the origin: of the first factor, the files give the linear part alone.
    fn check_origin(&self, skin: &PosedSkin<'_>, factors: [&str; 2], prefix: &str) {
        let palette = TwoPhasePalette::new(skin, Split::Origin, RigidBlend::DualQuaternion, First);
        let stretches: Vec<Mat3A> = palette
            .stretched_from_bind
            .iter()
            .map(|matrix| matrix.matrix3)
            .collect();
        self.case.check(factors[0], &stretches);
        self.check_motions_and_vertices(palette, factors[1], prefix);
    }

    fn check_motions_and_vertices(&self, palette: TwoPhasePalette, motion: &str, prefix: &str) {
        let motions: Vec<Affine3A> = palette
            .posed_from_stretched
            .iter()
            .map(|motion| motion.to_affine3a())
            .collect();
        self.case.check(motion, &motions);
        let moved = self.mesh.skinned(&Palette::TwoPhase(palette));
        check(self.case, prefix, "", &moved);
    }
}

fn mesh(case: &Case<'_>, joint_count: usize) -> Mesh {
    Mesh::new(&case.input().get("vertices").vertices(), joint_count)
}

fn check(case: &Case<'_>, prefix: &str, suffix: &str, moved: &Moved) {
    case.check(&format!("{prefix}positions{suffix}"), &moved.positions);
    case.check(&format!("{prefix}normals{suffix}"), &moved.normals);
}

fn dual_quats(posed_from_bind: Vec<DualQuat>, signs: SignRule) -> Palette {
    Palette::DualQuaternion(DualQuatPalette {
        rest_from_bind: Mat3::IDENTITY,
        posed_from_bind,
        signs,
    })
}

fn hierarchical_signs(motions: &[DualQuat], parents: &[Option<usize>]) -> Vec<f32> {
    let rotations: Vec<_> = motions.iter().map(|motion| motion.real).collect();
    let mut out = vec![0.0; motions.len()];
    signs::hierarchical(&rotations, |joint| parents[joint], &mut out);
    out
}
