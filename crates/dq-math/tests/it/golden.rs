//! Golden vectors of dual numbers, quaternions, dual quaternions and blends.

use dq_math::{
    Dual, DualQuat, DualVec3, Screw, dib, dlb, dlb_with_signs, log_matrix_blend, quaternion,
    sclerp, signs,
};
use glam::{Quat, Vec3};
use testkit::golden::{self, Case};
use testkit::json::{Json, RigidInput};

/// Every topic that some test reads: a golden file of a new one must not lie unread. Those not tested here belong to other crates.
const TOPICS: &[&str] = &[
    "antipodality",
    "blend_n",
    "bounds",
    "bulge_correction",
    "corrective_inverse",
    "deep_chain_60",
    "delta_mush",
    "direct_quaternion_blending",
    "dqs",
    "driven_channels",
    "dual_numbers",
    "dual_quaternion_algebra",
    "dual_quaternion_exp",
    "dual_quaternion_log_screw",
    "dual_quaternion_rigid",
    "exact_normals",
    "layers",
    "lbs",
    "log_matrix",
    "loop_closing",
    "matrix_to_quaternion",
    "motion_additive",
    "motion_mix",
    "node_constraints",
    "optimized_cor",
    "pins",
    "planar_section_3_1",
    "polar",
    "quaternions",
    "random_skeleton_54",
    "retarget",
    "root_motion",
    "sbs",
    "scale_inheritance",
    "sclerp_dlb",
    "sdef_qdef",
    "skeleton_matrices",
    "swing_twist_limits",
    "two_bone_ik",
    "two_phase_global",
    "two_phase_local",
    "two_phase_mixed",
];

/// Topics of methods that are still to come. Whoever builds one moves it up and lays its file into `testdata/golden`.
const STILL_TO_COME: &[&str] = &[];

/// Finest precision of iterated averages that f32 can meet on the sizes of the golden file.
const AVERAGE_PRECISION: f32 = 1e-6;

/// What rounding leaves of the logarithms of motions by a few units.
const LOG_TOLERANCE: f32 = 1e-5;

#[test]
fn golden_files_are_known() {
    golden::assert_known_files(&[TOPICS, STILL_TO_COME].concat());
}

#[test]
fn golden_dual_numbers() {
    golden::run("dual_numbers", &[], |case| {
        let (a, b) = (dual(&case.input().get("a")), dual(&case.input().get("b")));
        case.check("add", &pair(a + b));
        case.check("sub", &pair(a - b));
        case.check("mul", &pair(a * b));
        case.check("conj_a", &pair(a.conjugate()));
        case.check("conj_of_product", &pair((a * b).conjugate()));
        case.check("inv_a", &pair(a.inverse()));
        case.check("div_a_b", &pair(a / b));
        case.check("sqrt_a", &pair(a.sqrt()));
        case.check("sin_a", &pair(a.sin()));
        case.check("cos_a", &pair(a.cos()));
    });
}

#[test]
fn golden_quaternions() {
    golden::run("quaternions", &[], |case| {
        let input = case.input();
        let [a, b, g] = ["a", "b", "g"].map(|key| input.get(key).quat());
        let t = input.get("t").f32();
        case.check("mul_ab", &(a * b));
        case.check("mul_ag", &(a * g));
        case.check("conj_a", &a.conjugate());
        case.check("dot_ab", &a.dot(b));
        case.check("norm_g", &g.length());
        case.check("inverse_g", &quaternion::inverse(g));
        case.check(
            "rotate_v",
            &(quaternion::to_mat3(a) * input.get("v").vec3()),
        );
        case.check("mat3_a", &quaternion::to_mat3(a));
        case.check("mat3_hom_g", &quaternion::to_mat3_homogeneous(g));
        case.check("log_a", &quaternion::log(a));
        case.check("exp_x", &quaternion::exp(input.get("x").vec3()));
        case.check("pow_a_t", &quaternion::powf(a, t));
        case.check("slerp", &quaternion::slerp(a, b, t));
        case.check("qlerp", &quaternion::qlerp(a, b, t));
        case.check("qlerp", &quaternion::weighted_qlerp(&[a, b], &[1.0 - t, t]));
    });
}

#[test]
fn golden_matrix_to_quaternion() {
    golden::run("matrix_to_quaternion", &[], |case| {
        case.check("q", &quaternion::from_mat3(case.input().get("mat3").mat3()));
    });
}

#[test]
fn golden_dual_quaternion_algebra() {
    golden::run("dual_quaternion_algebra", &[], |case| {
        let (a, b) = (
            dual_quat(&case.input().get("a")),
            dual_quat(&case.input().get("b")),
        );
        case.check("mul", &parts(a * b));
        case.check("conj_quat", &parts(a.conjugate_quaternion()));
        case.check("conj_dual", &parts(a.conjugate_dual()));
        case.check("conj_both", &parts(a.conjugate()));
        case.check("norm", &pair(a.norm()));
        case.check("norm_of_product", &pair((a * b).norm()));
        case.check("normalized", &parts(a.normalize()));
        case.check("inverse", &parts(a.inverse()));
        case.check("sum", &parts(a + b));
    });
}

#[test]
fn golden_dual_quaternion_rigid() {
    golden::run("dual_quaternion_rigid", &[], |case| {
        let input = case.input();
        let motion = input.get("rigid").rigid();
        let (dq, p) = (from_rigid(motion), input.get("p").vec3());
        case.check("dq", &parts(dq));
        case.check("mat4", &dq.to_mat4());
        case.check("mat4", &dq.to_affine3a());
        case.check("point", &dq.transform_point3(p));
        case.check("vector", &dq.transform_vector3(input.get("n").vec3()));
        case.check("inverse_dq", &parts(dq.inverse()));
        case.check("inverse_dq", &parts(dq.conjugate_quaternion()));
        case.check("inverse_point", &dq.inverse().transform_point3(p));
        case.check("conj_dual_point", &dq.conjugate_dual().transform_point3(p));
        case.check("conj_both_point", &dq.conjugate().transform_point3(p));
        case.check("translation", &dq.translation());
        case.check(
            "scaled_dq_point",
            &(dq * input.get("s").f32()).transform_point3(p),
        );
        if let Some(matrix) = case.expected("mat4") {
            case.check("dq_from_mat4", &parts(DualQuat::from_mat4(matrix.mat4())));
            case.check(
                "dq_from_mat4",
                &parts(DualQuat::from_affine3a(&matrix.affine())),
            );
        }
    });
}

#[test]
fn golden_dual_quaternion_log_screw() {
    golden::run("dual_quaternion_log_screw", &[], |case| {
        let dq = from_rigid(case.input().get("rigid").rigid());
        let powers = case
            .input()
            .get("powers")
            .list(|power| parts(dq.powf(power.f32())));
        let (log, screw) = (dq.log(), Screw::from_dual_quat(dq));
        case.check("dq", &parts(dq));
        case.check("dq", &parts(screw.to_dual_quat()));
        case.check("log_real", &log.real);
        case.check("log_dual", &log.dual);
        case.check("pow", &powers);
        case.check("theta0", &screw.angle);
        case.check("theta_e", &screw.translation);
        case.check("axis", &screw.axis);
        case.check("moment", &screw.moment);
        case.check("axis_point", &screw.axis_point());
    });
}

#[test]
fn golden_dual_quaternion_exp() {
    golden::run("dual_quaternion_exp", &[], |case| {
        let [real, dual] = ["real", "dual"].map(|key| case.input().get(key).vec3());
        case.check("exp", &parts(DualQuat::exp(DualVec3::new(real, dual))));
    });
}

#[test]
fn golden_sclerp_dlb() {
    golden::run("sclerp_dlb", &[], |case| {
        let input = case.input();
        let [a, b] = ["a", "b"].map(|key| from_rigid(input.get(key).rigid()));
        let (times, p) = (input.get("t").f32s(), input.get("p").vec3());
        let exact: Vec<_> = times.iter().map(|&t| sclerp(a, b, t)).collect();
        let linear: Vec<_> = times.iter().map(|&t| dlb_at(a, b, t)).collect();
        case.check("sclerp", &all_parts(&exact));
        case.check("dlb", &all_parts(&linear));
        case.check("sclerp_point", &moved(&exact, p));
        case.check("dlb_point", &moved(&linear, p));
    });
}

#[test]
fn golden_blend_n() {
    golden::run("blend_n", &[], |case| {
        let motions = case
            .input()
            .get("transforms")
            .list(|rigid| from_rigid(rigid.rigid()));
        let weights = case.input().get("weights").f32s();
        let rotations: Vec<_> = motions.iter().map(|motion| motion.real).collect();
        let p = case.input().get("p").vec3();

        let linear = dlb(&motions, &weights);
        case.check("dlb", &parts(linear));
        case.check("dlb_mat4", &linear.to_mat4());
        case.check("dlb_point", &linear.transform_point3(p));

        let largest = check_signs(case, &rotations, &weights);
        case.check(
            "dlb_largest",
            &parts(dlb_with_signs(&motions, &weights, &largest)),
        );

        let iterated = dib(&motions, &weights, AVERAGE_PRECISION).mean;
        case.check("dib", &parts(iterated));
        case.check("dib_point", &iterated.transform_point3(p));
        let average = quaternion::spherical_average(&rotations, &weights, AVERAGE_PRECISION);
        case.check("spherical_average", &average.mean);
        // Of rotations alone, the iterated blend is the same.
        let turns: Vec<_> = rotations
            .iter()
            .map(|&q| DualQuat::from_rotation_translation(q, Vec3::ZERO))
            .collect();
        case.check(
            "spherical_average",
            &dib(&turns, &weights, AVERAGE_PRECISION).mean.real,
        );
    });
}

#[test]
fn golden_log_matrix() {
    golden::run("log_matrix", &[], |case| {
        let motions = case
            .input()
            .get("transforms")
            .list(|rigid| from_rigid(rigid.rigid()));
        let blend = log_matrix_blend(&motions, &case.input().get("weights").f32s());
        case.check("blended_mat4", &blend.to_mat4());
        let points = case.input().get("points").list(Json::vec3);
        let moved: Vec<_> = points.iter().map(|&p| blend.transform_point3(p)).collect();
        case.check("points", &moved);

        // As the screw of a 4×4 matrix, {omega, m}: twice the dual quaternion's.
        case.touch("logs");
        let expected = case.expected("logs").map(|logs| {
            logs.list(|log| DualVec3::new(log.get("omega").vec3(), log.get("m").vec3()))
        });
        for (motion, expected) in motions.iter().zip(expected.into_iter().flatten()) {
            let log = motion.log_principal() * 2.0;
            // Not `length > tolerance`: what is not a number must fail.
            let fits = (log - expected).length() <= LOG_TOLERANCE * (1.0 + expected.length());
            if !fits {
                case.fail(&format!("log {log:?}, expected {expected:?}"));
            }
        }
    });
}

#[test]
fn golden_antipodality() {
    golden::run("antipodality", &[], |case| {
        let rotations = case.input().get("quats").list(Json::quat);
        let weights = case.input().get("weights").f32s();
        check_signs(case, &rotations, &weights);

        let mut first = vec![0.0; rotations.len()];
        signs::first(&rotations, &weights, &mut first);
        case.check("first_is_valid", &valid(&rotations, &first));
        case.check("valid_exists", &valid_signs_exist(&rotations));

        if let Some(parents) = case.input().find("parents") {
            let parents = parents.list(Json::parent);
            let mut hierarchical = vec![0.0; rotations.len()];
            signs::hierarchical(&rotations, |i| parents[i], &mut hierarchical);
            case.check("signs_hierarchical", &hierarchical);
        }
    });
}

#[test]
fn golden_bounds() {
    golden::run("bounds", &[], |case| {
        let target = Screw {
            axis: Vec3::Z,
            moment: Vec3::ZERO,
            angle: case.input().get("alpha0").f32(),
            translation: 1.0,
        };
        let target = target.to_dual_quat();
        let times = case.input().get("t").f32s();
        let at = |blend: fn(DualQuat, DualQuat, f32) -> DualQuat| -> Vec<DualQuat> {
            times
                .iter()
                .map(|&t| blend(DualQuat::IDENTITY, target, t))
                .collect()
        };
        let (linear, exact) = (at(dlb_at), at(sclerp));
        let angles = |motions: &[DualQuat]| -> Vec<f32> {
            motions
                .iter()
                .map(|&q| Screw::from_dual_quat(q).angle)
                .collect()
        };
        case.check("dlb_angle", &angles(&linear));
        case.check("sclerp_angle", &angles(&exact));
        // The screw shifts by 1 along z, so the shift is the fraction. Not the screw's own translation: at 180° the axis
        // may come out as −z, and the shift along it negative.
        let fractions: Vec<f32> = linear.iter().map(|motion| motion.translation().z).collect();
        case.check("dlb_translation_fraction", &fractions);
    });
}

#[test]
fn golden_planar_section_3_1() {
    golden::run("planar_section_3_1", &[], |case| {
        let [first, second] = ["alpha1", "alpha2"].map(|key| planar(case.input().get(key).f32()));
        let blends = case
            .input()
            .get("t")
            .list(|t| dlb_at(first, second, t.f32()));
        let screws: Vec<_> = blends
            .iter()
            .map(|&blend| Screw::from_dual_quat(blend))
            .collect();
        case.check("center1", &Screw::from_dual_quat(first).axis_point());
        case.check("center2", &Screw::from_dual_quat(second).axis_point());
        case.check(
            "centers_t",
            &screws
                .iter()
                .map(|screw| screw.axis_point())
                .collect::<Vec<_>>(),
        );
        case.check(
            "angle_t",
            &screws.iter().map(|screw| screw.angle).collect::<Vec<_>>(),
        );
        case.check("origin_image_t", &moved(&blends, Vec3::ZERO));
    });
}

/// The planar motion of K08 section 3.1: a turn by `angle` whose center lies on x = −1.
fn planar(angle: f32) -> DualQuat {
    let translation = 2.0 * Vec3::new(angle.cos(), angle.sin(), 0.0);
    DualQuat::from_rotation_translation(Quat::from_rotation_z(angle), translation)
}

/// Checks the signs of both pivot rules and returns those of the largest weight.
fn check_signs(case: &Case<'_>, rotations: &[Quat], weights: &[f32]) -> Vec<f32> {
    let (mut first, mut largest) = (vec![0.0; rotations.len()], vec![0.0; rotations.len()]);
    signs::first(rotations, weights, &mut first);
    signs::largest(rotations, weights, &mut largest);
    case.check("signs_first", &first);
    case.check("pivot_largest", &signs::pivot_largest(weights));
    case.check("signs_largest", &largest);
    largest
}

/// K08 equation 16: with these signs no two rotations lie in opposite half spaces.
fn valid(rotations: &[Quat], signs: &[f32]) -> bool {
    // Exact ties of the file survive the rounding of unit axes to f32, but not always with the same sign.
    let distance =
        |i: usize, j: usize| (rotations[i] * signs[i]).dot(rotations[j] * signs[j]) < -f32::EPSILON;
    !(0..rotations.len()).any(|i| (0..i).any(|j| distance(i, j)))
}

fn valid_signs_exist(rotations: &[Quat]) -> bool {
    let choice = |bits: u32| {
        (0..rotations.len())
            .map(|i| if bits >> i & 1 == 0 { 1.0 } else { -1.0 })
            .collect::<Vec<_>>()
    };
    (0..1 << rotations.len()).any(|bits| valid(rotations, &choice(bits)))
}

fn dlb_at(a: DualQuat, b: DualQuat, t: f32) -> DualQuat {
    dlb(&[a, b], &[1.0 - t, t])
}

fn moved(motions: &[DualQuat], p: Vec3) -> Vec<Vec3> {
    motions
        .iter()
        .map(|motion| motion.transform_point3(p))
        .collect()
}

fn from_rigid(motion: RigidInput) -> DualQuat {
    DualQuat::from_rotation_translation(motion.rotation, motion.translation)
}

fn dual(json: &Json<'_>) -> Dual {
    let [real, dual] = json.array();
    Dual::new(real, dual)
}

fn dual_quat(json: &Json<'_>) -> DualQuat {
    let (real, dual) = json.dual_quat();
    DualQuat::new(real, dual)
}

fn pair(a: Dual) -> [f32; 2] {
    [a.real, a.dual]
}

fn parts(q: DualQuat) -> (Quat, Quat) {
    (q.real, q.dual)
}

fn all_parts(motions: &[DualQuat]) -> Vec<(Quat, Quat)> {
    motions.iter().copied().map(parts).collect()
}
