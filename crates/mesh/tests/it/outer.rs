//! Which side of a triangle is seen from outside.

use glam::Vec3;
use mesh::{VisibleSide, visible_sides};
use proptest::prelude::{ProptestConfig, prop, proptest};
use proptest::prop_assert_eq;

type Solid = (Vec<Vec3>, Vec<[u32; 3]>);

/// A tetrahedron with another within, which may be turned inside out.
fn shell(inner: f32, is_turned: bool) -> Solid {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let within = corners.map(|at| inner * at + Vec3::splat(0.25 * (1.0 - inner)));
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let second = faces.map(|[a, b, c]| match is_turned {
        true => [a + 4, c + 4, b + 4],
        false => [a + 4, b + 4, c + 4],
    });
    let positions = corners.into_iter().chain(within).collect();
    (positions, faces.into_iter().chain(second).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_lies_there_several_times_is_seen_as_once(
        inner in 0.1_f32..0.6, is_turned in prop::bool::ANY, copies in 2_u32..5,
    ) {
        let (positions, triangles) = shell(inner, is_turned);
        let once = visible_sides(&positions, &triangles, |_| true);
        prop_assert_eq!(&once[..4], [VisibleSide::Front; 4]);
        prop_assert_eq!(&once[4..], [VisibleSide::Hidden; 4]);
        let count = u32::try_from(positions.len()).unwrap();
        let all: Vec<Vec3> = (0..copies).flat_map(|_| positions.clone()).collect();
        let copied = (0..copies).flat_map(|copy| {
            let moved = triangles.iter().map(move |corners| corners.map(|at| at + copy * count));
            moved.collect::<Vec<_>>()
        });
        let copied: Vec<[u32; 3]> = copied.collect();
        let seen = visible_sides(&all, &copied, |_| true);
        for copy in seen.chunks(once.len()) {
            prop_assert_eq!(copy, &once[..]);
        }
    }
}
