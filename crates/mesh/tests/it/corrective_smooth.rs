//! Corrective smooth: against golden vectors, and what holds of any triangles.

use glam::{Quat, Vec3, vec3};
use mesh::{Adjacency, PointIndex, SmoothPose, SmoothRule, Smoother};
use proptest::prelude::{ProptestConfig, prop, proptest};
use proptest::prop_assert;
use testkit::golden;
use testkit::json::Json;

const WHOLE: SmoothPose = SmoothPose {
    amount: 1.0,
    mirrors: false,
};

const RULE: SmoothRule = SmoothRule {
    iterations: 5,
    factor: 0.5,
    pins_border: false,
};

#[test]
fn golden_delta_mush() {
    golden::run("delta_mush", &[], |case| {
        let input = case.input();
        let [rest, posed] = ["rest", "posed"].map(|key| input.get(key).list(Json::vec3));
        let triangles = input.get("triangles").list(|triangle| {
            let corners = triangle.usizes();
            [0, 1, 2].map(|corner| u32::try_from(corners[corner]).unwrap())
        });
        let rule = SmoothRule {
            iterations: u32::try_from(input.get("iterations").usize()).unwrap(),
            factor: input.get("lambda").f64(),
            pins_border: input.get("pin_boundary").bool(),
        };
        let smoother = Smoother::new(Adjacency::new(&rest, &triangles), rule);
        case.check("smoothed_rest", &smoother.smooth(&rest));
        case.check("smoothed_posed", &smoother.smooth(&posed));
        let detail = smoother.detail(&rest);
        // No vertices are welded in the file, so that points have their numbers. One without neighbors has nothing to put back.
        let deltas: Vec<Vec3> = (smoother.surface().all_points())
            .map(|point| detail.offset(point).unwrap_or(Vec3::ZERO))
            .collect();
        case.check("deltas", &deltas);
        let pose = SmoothPose {
            amount: input.get("amount").f64(),
            ..WHOLE
        };
        case.check("positions", &smoother.correct(&detail, &posed, pose));
    });
}

/// A strip of squares, whose middle line the file has twice, as along a seam of textures.
fn seamed_strip() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let row = |y: f32| (0..4_u8).map(move |x| vec3(f32::from(x), y, 0.1 * f32::from(x % 2)));
    let positions = [0.0, 1.0, 1.0, 2.0].into_iter().flat_map(row).collect();
    let square = |corner: u32| {
        [
            [corner, corner + 1, corner + 5],
            [corner, corner + 5, corner + 4],
        ]
    };
    let triangles = [0, 1, 2, 8, 9, 10].into_iter().flat_map(square).collect();
    (positions, triangles)
}

#[test]
fn seams_stay_together_and_close_where_the_pose_opens_them() {
    let (rest, triangles) = seamed_strip();
    let smoother = Smoother::new(Adjacency::new(&rest, &triangles), RULE);
    let detail = smoother.detail(&rest);
    let bend = |place: &Vec3| Quat::from_rotation_y(0.5 * place.x) * *place;
    let mut posed: Vec<Vec3> = rest.iter().map(bend).collect();
    // The second copy of the seam's first vertex has come off, as other weights would have it.
    posed[8].y += 0.2;
    let result = smoother.correct(&detail, &posed, WHOLE);
    for seam in 4..8 {
        assert_eq!(result[seam], result[seam + 4], "vertex {seam}");
    }
    let nothing = SmoothPose {
        amount: 0.0,
        ..WHOLE
    };
    assert_eq!(smoother.correct(&detail, &posed, nothing), posed);
    // What is mirrored as a whole comes back mirrored.
    let mirrored: Vec<Vec3> = rest
        .iter()
        .map(|place| *place * vec3(-1.0, 1.0, 1.0))
        .collect();
    let pose = SmoothPose {
        mirrors: true,
        ..WHOLE
    };
    let back = smoother.correct(&detail, &mirrored, pose);
    let farthest = back
        .iter()
        .zip(&mirrored)
        .map(|(one, other)| one.distance(*other));
    assert!(farthest.fold(0.0, f32::max) < 1e-5);
}

#[test]
fn normals_follow_the_surface() {
    let (rest, triangles) = seamed_strip();
    let smoother = Smoother::new(Adjacency::new(&rest, &triangles), RULE);
    let turn = Quat::from_rotation_x(0.7);
    let turned: Vec<Vec3> = rest.iter().map(|place| turn * *place).collect();
    // The surface's mean normal is that of its plane but for ripples along x, which a turn about x carries along.
    for (vertex, own) in smoother.turns(&rest, &turned).into_iter().enumerate() {
        let point = smoother.surface().point_of(u32::try_from(vertex).unwrap());
        assert_ne!(point, PointIndex::NONE);
        assert!(own.angle_between(turn) < 0.1, "vertex {vertex}: {own}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn rigid_poses_come_back_and_nothing_breaks_on_any_triangles(
        places in prop::collection::vec(prop::array::uniform3(-2_i8..=2), 1..20),
        triangles in prop::collection::vec(prop::array::uniform3(0_u32..21), 0..30),
        iterations in 0_u32..6,
        pins_border: bool,
        axis in prop::array::uniform3(-1.0_f32..1.0),
    ) {
        let rest: Vec<Vec3> = places.iter().map(|place| Vec3::from_array(place.map(f32::from))).collect();
        let rule = SmoothRule { iterations, factor: 0.5, pins_border };
        let smoother = Smoother::new(Adjacency::new(&rest, &triangles), rule);
        let turn = Quat::from_scaled_axis(Vec3::from_array(axis));
        let posed: Vec<Vec3> = rest.iter().map(|place| turn * *place + Vec3::Y).collect();
        let detail = smoother.detail(&rest);
        let result = smoother.correct(&detail, &posed, WHOLE);
        for (one, other) in result.iter().zip(&posed) {
            // Near a frame that is hardly one, rounding of f32 places turns the detail.
            prop_assert!(one.distance(*other) < 1e-3, "{one} instead of {other}");
        }
        let flat: Vec<Vec3> = rest.iter().map(|place| vec3(place.x, place.y, 0.0)).collect();
        let result = smoother.correct(&detail, &flat, WHOLE);
        prop_assert!(result.iter().all(|place| place.is_finite()));
        prop_assert!(smoother.turns(&rest, &flat).iter().all(|turn| turn.is_finite()));
    }
}
