//! The grid on the ground, and the shade on it.

use glam::Vec3;
use render::Ground;
use scene::view::bounds::Bounds;

#[test]
fn ground_lines_are_a_power_of_ten_apart() {
    let of_radius = |radius: f32| {
        Ground::under(&Bounds {
            min: Vec3::splat(-radius),
            max: Vec3::splat(radius),
        })
    };
    for (radius, spacing) in [
        (0.1, 0.01),
        (1.0, 0.1),
        (5.0, 1.0),
        (60.0, 10.0),
        (100.0, 10.0),
    ] {
        let found = of_radius(radius).spacing;
        assert!(
            (found / spacing - 1.0).abs() < 1e-4,
            "radius {radius}: {found}"
        );
    }
    assert!(Ground::under(&Bounds::EMPTY).spacing > 0.0);
}

#[test]
fn the_shade_lies_where_the_subject_stands() {
    let bounds = Bounds {
        min: Vec3::new(-3.0, 0.0, -1.0),
        max: Vec3::new(1.0, 4.0, 1.0),
    };
    let ground = Ground::under(&bounds);
    let foot = [Vec3::new(0.5, 0.0, 0.0), Vec3::new(1.0, 0.1, 0.5)];
    let hand = Vec3::new(-3.0, 4.0, 0.0);
    let shaded = ground.with_shade(&bounds, foot.into_iter().chain([hand]));
    assert_eq!(shaded.shade[..2], [0.75, 0.25]);
    assert!(shaded.shade[2] > 0.0 && shaded.shade[2] < 1.0);
    assert_eq!(
        ground.with_shade(&bounds, [hand]).shade[2],
        0.0,
        "in the air"
    );
}
