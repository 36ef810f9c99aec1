//! The oracle against the golden files: two independent derivations of the same numbers.

use glam::{DMat4, Vec3};
use testkit::json::Json;
use testkit::{golden, oracle};

#[test]
fn golden_sclerp_dlb_by_the_oracle() {
    golden::run("sclerp_dlb", &["sclerp", "dlb"], |case| {
        let input = case.input();
        let [a, b] = ["a", "b"].map(|key| input.get(key).rigid());
        let p = input.get("p").vec3();
        let screw = |t: &Json<'_>| oracle::screw(oracle::motion(a), oracle::motion(b), t.f64());
        let linear = |t: &Json<'_>| oracle::dual_quat_linear(&[a, b], &[1.0 - t.f32(), t.f32()]);
        case.check("sclerp_point", &moved(&input.get("t").list(screw), p));
        case.check("dlb_point", &moved(&input.get("t").list(linear), p));
    });
}

#[test]
fn golden_blend_n_by_the_oracle() {
    let skipped = [
        "signs_first",
        "pivot_largest",
        "signs_largest",
        "dlb",
        "dlb_largest",
        "dib",
        "dlb_point",
        "spherical_average",
    ];
    golden::run("blend_n", &skipped, |case| {
        let rigids = case.input().get("transforms").list(Json::rigid);
        let weights = case.input().get("weights").f32s();
        let p = case.input().get("p").vec3();
        case.check("dlb_mat4", &oracle::dual_quat_linear(&rigids, &weights));
        let motions: Vec<_> = rigids.into_iter().map(oracle::motion).collect();
        case.check(
            "dib_point",
            &moved(&[oracle::exact_mean(&motions, &weights)], p)[0],
        );
    });
}

#[test]
fn golden_log_matrix_by_the_oracle() {
    golden::run("log_matrix", &["logs"], |case| {
        let weights = case.input().get("weights").f32s();
        let logs = case
            .input()
            .get("transforms")
            .list(|rigid| oracle::log(oracle::motion(rigid.rigid())));
        let blended = oracle::exp(oracle::linear(&logs, &weights));
        case.check("blended_mat4", &blended);
        let points = case
            .input()
            .get("points")
            .list(|p| blended.transform_point3(p.dvec3()));
        case.check("points", &points);
    });
}

fn moved(motions: &[DMat4], p: Vec3) -> Vec<glam::DVec3> {
    motions
        .iter()
        .map(|motion| motion.transform_point3(p.as_dvec3()))
        .collect()
}
