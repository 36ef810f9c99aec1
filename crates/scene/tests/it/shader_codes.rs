//! Numbers that the shaders know by name, and what is drawn at all.

use glam::{Mat3, Quat, Vec3};
use scene::view::ellipsoid::Ellipsoid;
use scene::view::surface_mode::{Matcap, NormalSpace, SurfaceMode};
use scene::view::weight_ramps::WeightRamp;

#[test]
fn codes_are_those_of_the_shader() {
    let modes = [
        ("SURFACE_MATERIAL", SurfaceMode::Material),
        ("SURFACE_CLAY", SurfaceMode::Clay),
        ("SURFACE_DIFFERENCE", SurfaceMode::Difference { range: 1.0 }),
        ("SURFACE_WEIGHTS", SurfaceMode::Weights),
        ("SURFACE_WAX", SurfaceMode::Matcap(Matcap::Wax)),
        ("SURFACE_CHROME", SurfaceMode::Matcap(Matcap::Chrome)),
        ("SURFACE_ZEBRA", SurfaceMode::Matcap(Matcap::Zebra)),
        (
            "SURFACE_NORMALS_OF_VIEW",
            SurfaceMode::Normals(NormalSpace::View),
        ),
        (
            "SURFACE_NORMALS_OF_WORLD",
            SurfaceMode::Normals(NormalSpace::World),
        ),
        ("SURFACE_VERTEX_COLORS", SurfaceMode::VertexColors),
    ];
    let text = shaders::MESH.text;
    for (name, mode) in modes {
        let line = format!("const {name} = {}u;", mode.code());
        assert!(text.contains(&line), "{line}");
    }
    assert_eq!(text.matches("const SURFACE_").count(), modes.len());
    assert!(shaders::DOTS.text.contains("const SURFACE_WEIGHTS = 3u;"));
}

#[test]
fn codes_of_ramps_are_those_of_the_shader() {
    let text = shaders::Sources::built_in();
    let text = text.text("include/weight_ramps.wgsl").unwrap();
    let names = ["RAMP_CLASSIC", "RAMP_PERCEPTUAL", "RAMP_GRAY", "RAMP_SAFE"];
    for (name, ramp) in names.into_iter().zip(WeightRamp::ALL) {
        let line = format!("const {name} = {}u;", ramp.code());
        assert!(text.contains(&line), "{line}");
    }
}

#[test]
fn what_is_rigid_or_broken_is_not_drawn() {
    let ball = Ellipsoid {
        center: Vec3::ONE,
        radius: 0.5,
        rotation: Quat::from_rotation_x(1.0),
        stretch: Mat3::IDENTITY,
    };
    let stretched = |xx: f32| Ellipsoid {
        stretch: Mat3::from_diagonal(Vec3::new(xx, 1.0, 1.0)),
        ..ball
    };
    assert!(!ball.is_drawn());
    assert!(!stretched(1.000_05).is_drawn());
    assert!(stretched(1.001).is_drawn());
    assert!(stretched(-1.0).is_drawn(), "a reflection");
    assert!(!stretched(f32::NAN).is_drawn());
    let point = Ellipsoid {
        radius: 0.0,
        ..stretched(2.0)
    };
    assert!(!point.is_drawn());
}
