//! Golden vectors, from skeletons or palettes to vertices.

use dq_math::SignRule::{self, First, Hierarchical, Largest};
use dq_math::{DualQuat, signs};
use glam::{Affine3A, Mat3, Mat3A};
use rig::{
    DualQuatPalette, MatrixPalette, Method, Palette, PosedSkin, ScaleReach, Split, TwoPhasePalette,
};
use testkit::golden::{self, Case};
use testkit::json::{Json, SkeletonInput};

use crate::common::{Mesh, Moved, rigid, with_posed_skin};

/// Methods that are not built yet.
const NOT_BUILT: [&str; 6] = [
    "sbs_positions",
    "sbs_normals",
    "hejl_positions",
    "hejl_normals",
    "log_matrix_positions",
    "log_matrix_normals",
];

#[test]
fn golden_lbs() {
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
    golden::run("two_phase_global", &[], |case| {
        let input = case.input().get("skeleton").skeleton();
        posed(
            &input,
            &input.scale,
            |_| true,
            |skin| {
                case.check("C", &skin.posed_from_bind());
                let palette = TwoPhasePalette::new(skin, Split::Origin, First);
                check_global_split(case, ["S", "rigid"], &palette);
                check(
                    case,
                    "",
                    "",
                    &mesh(case, input.parents.len()).skinned(&Palette::TwoPhase(palette)),
                );
            },
        );
    });
}

#[test]
fn golden_two_phase_local() {
    golden::run("two_phase_local", &[], |case| {
        let input = case.input().get("skeleton").skeleton();
        posed(
            &input,
            &input.scale,
            |_| false,
            |skin| {
                let palette = TwoPhasePalette::new(skin, Split::ElongatedRest, First);
                check_split(case, ["C1", "C2"], &palette);
                check(
                    case,
                    "",
                    "",
                    &mesh(case, input.parents.len()).skinned(&Palette::TwoPhase(palette)),
                );
            },
        );
    });
}

#[test]
fn golden_two_phase_mixed() {
    golden::run("two_phase_mixed", &[], |case| {
        let input = case.input().get("skeleton").skeleton();
        posed(
            &input,
            &input.scale,
            |joint| input.propagate[joint],
            |skin| {
                case.check("single_influence", &skin.posed_from_bind());
                let palette = TwoPhasePalette::new(skin, Split::ElongatedRest, First);
                check_split(case, ["C1", "C2"], &palette);
                check(
                    case,
                    "",
                    "",
                    &mesh(case, input.parents.len()).skinned(&Palette::TwoPhase(palette)),
                );
            },
        );
    });
}

#[test]
fn golden_random_skeleton_54() {
    golden::run("random_skeleton_54", &NOT_BUILT, check_every_method);
}

#[test]
fn golden_deep_chain_60() {
    golden::run("deep_chain_60", &NOT_BUILT, check_every_method);
}

/// Every method on one skeleton; the rigid methods see the pose without its stretch.
fn check_every_method(case: &Case<'_>) {
    let input = case.input().get("skeleton").skeleton();
    let mesh = mesh(case, input.parents.len());
    let unscaled = vec![Mat3::IDENTITY; input.parents.len()];
    posed(
        &input,
        &unscaled,
        |_| true,
        |skin| check_rigid_methods(case, &mesh, skin),
    );
    posed(
        &input,
        &input.scale,
        |_| true,
        |skin| {
            case.check("C", &skin.posed_from_bind());
            check(
                case,
                "lbs_",
                "",
                &mesh.skinned(&Palette::new(Method::Linear, First, skin)),
            );
            let palette = TwoPhasePalette::new(skin, Split::Origin, First);
            check_global_split(case, ["global_S", "global_rigid"], &palette);
            check(
                case,
                "two_phase_global_",
                "",
                &mesh.skinned(&Palette::TwoPhase(palette)),
            );
        },
    );
    let elongated = |name: &str, skin: &PosedSkin<'_>| {
        let palette = TwoPhasePalette::new(skin, Split::ElongatedRest, First);
        check_split(
            case,
            [&format!("{name}_C1"), &format!("{name}_C2")],
            &palette,
        );
        check(
            case,
            &format!("two_phase_{name}_"),
            "",
            &mesh.skinned(&Palette::TwoPhase(palette)),
        );
    };
    posed(
        &input,
        &input.scale,
        |_| false,
        |skin| elongated("local", skin),
    );
    posed(
        &input,
        &input.scale,
        |joint| input.propagate[joint],
        |skin| elongated("mixed", skin),
    );
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
    for (prefix, rule) in [
        ("dqs_", First),
        ("dqs_pivot_largest_", Largest),
        ("dqs_hierarchical_", Hierarchical),
    ] {
        // Where all joints are rigid these are all one method.
        for method in Method::ALL
            .into_iter()
            .filter(|&method| method != Method::Linear)
        {
            check(
                case,
                prefix,
                "",
                &mesh.skinned(&Palette::new(method, rule, skin)),
            );
        }
    }
}

fn posed(
    input: &SkeletonInput,
    linear: &[Mat3],
    reaches_children: impl Fn(usize) -> bool,
    then: impl FnOnce(&PosedSkin<'_>),
) {
    let reach = |joint| match reaches_children(joint) {
        true => ScaleReach::Children,
        false => ScaleReach::Joint,
    };
    with_posed_skin(input, linear, reach, then);
}

fn mesh(case: &Case<'_>, joint_count: usize) -> Mesh {
    Mesh::new(&case.input().get("vertices").vertices(), joint_count)
}

fn check(case: &Case<'_>, prefix: &str, suffix: &str, moved: &Moved) {
    case.check(&format!("{prefix}positions{suffix}"), &moved.positions);
    case.check(&format!("{prefix}normals{suffix}"), &moved.normals);
}

fn check_split(case: &Case<'_>, [stretch, motion]: [&str; 2], palette: &TwoPhasePalette) {
    case.check(stretch, &palette.stretched_from_bind);
    let motions: Vec<Affine3A> = palette
        .posed_from_stretched
        .iter()
        .map(|motion| motion.to_affine3a())
        .collect();
    case.check(motion, &motions);
}

fn check_global_split(case: &Case<'_>, [stretch, motion]: [&str; 2], palette: &TwoPhasePalette) {
    let stretches: Vec<Mat3A> = palette
        .stretched_from_bind
        .iter()
        .map(|matrix| matrix.matrix3)
        .collect();
    case.check(stretch, &stretches);
    let motions: Vec<Affine3A> = palette
        .posed_from_stretched
        .iter()
        .map(|motion| motion.to_affine3a())
        .collect();
    case.check(motion, &motions);
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
