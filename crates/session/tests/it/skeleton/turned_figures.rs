//! Ready skeletons on figures that are turned about the vertical axis, and on those that are symmetric in no upright plane.

use glam::{Quat, Vec2, Vec3, vec3};
use rig::TemplateKind;
use scene::placed::placed_primitives;
use session::state::fitting::{Cloud, Doubt, Fitting, Sureness};

/// All meshes of a built-in character.
struct Mesh {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Mesh {
    fn of(file: &str) -> Self {
        let character = session::state::opening::load::load(file).unwrap();
        let mut mesh = Self {
            vertices: Vec::new(),
            triangles: Vec::new(),
        };
        for placed in placed_primitives(&character) {
            let first = u32::try_from(mesh.vertices.len()).unwrap();
            let primitive = placed.primitive;
            mesh.vertices.extend(primitive.positions.iter());
            let triangles = primitive.triangles.iter();
            mesh.triangles
                .extend(triangles.map(|t| t.map(|v| v + first)));
        }
        mesh
    }

    /// Fitted to it with all places moved.
    fn fitting(&self, kind: TemplateKind, to: impl Fn(Vec3) -> Vec3) -> Fitting {
        let vertices = self.vertices.iter().map(|place| to(*place)).collect();
        let cloud = Cloud::of_mesh(kind, vertices, self.triangles.clone()).unwrap();
        Fitting::new(kind, &cloud)
    }
}

fn place(fitting: &Fitting, label: &str) -> Vec3 {
    fitting.place(fitting.marker(label).unwrap()).unwrap()
}

#[test]
fn a_turned_figure_has_its_markers_where_it_had_them() {
    let figure = Mesh::of("builtin:biped_mesh");
    let plain = figure.fitting(TemplateKind::Biped, |place| place);
    assert_eq!(plain.doubt(), None);
    for (degrees, beside) in [
        (5.0, Vec3::ZERO),
        (30.0, vec3(0.4, 0.0, -0.3)),
        (90.0, Vec3::ZERO),
        (137.0, Vec3::ZERO),
    ] {
        let turn = Quat::from_rotation_y(f32::to_radians(degrees));
        let to = |place: Vec3| turn * place + beside;
        let mut fitting = figure.fitting(TemplateKind::Biped, to);
        let found = (fitting.doubt(), fitting.options);
        assert_eq!(found, (None, plain.options), "{degrees}");
        for (marker, known, at) in plain.markers() {
            let label = known.label();
            let off = fitting.place(marker).unwrap().distance(to(at));
            assert!(off < 5e-3, "{label} at {degrees}: {off}");
            let sure = fitting.sureness(marker);
            assert_eq!(sure, plain.sureness(marker), "{label} at {degrees}");
        }
        // The other side follows in the plane of the figure, and what is in the middle stays there.
        let knee = place(&plain, "Left knee") + vec3(0.02, 0.01, 0.03);
        fitting.put(fitting.marker("Left knee").unwrap(), to(knee));
        let image = to(knee * vec3(-1.0, 1.0, 1.0));
        let off = place(&fitting, "Right knee").distance(image);
        assert!(off < 1e-3, "{degrees}: {off}");
        let chin = place(&plain, "Chin");
        let beside = to(chin + 0.05 * Vec3::X);
        fitting.put(fitting.marker("Chin").unwrap(), beside);
        let off = place(&fitting, "Chin").distance(to(chin));
        assert!(off < 1e-3, "{degrees}: {off}");
    }
}

/// One arm raised and one leg out to the side: left and right are not found, and nobody says that they were.
#[test]
fn on_a_mesh_that_is_not_symmetric_all_are_guesses() {
    let figure = Mesh::of("builtin:biped_mesh");
    let up = Vec2::from_angle(2.0);
    let shoulder = Vec2::new(0.17, 1.41);
    let mut fitting = figure.fitting(TemplateKind::Biped, |place| {
        if place.x < -0.22 && place.y > 0.85 {
            let arm = Vec2::new(-place.x, place.y) - shoulder;
            let at = shoulder + up.rotate(arm);
            vec3(-at.x, at.y, place.z)
        } else if place.x < 0.0 && place.y < 0.85 {
            place - Vec3::X * (0.85 - place.y)
        } else {
            place
        }
    });
    assert_eq!(fitting.doubt(), Some(Doubt::Sides));
    let markers: Vec<usize> = fitting.markers().map(|(marker, ..)| marker).collect();
    for &marker in &markers {
        assert_eq!(fitting.sureness(marker), Some(Sureness::Guess));
    }
    for &marker in &markers {
        fitting.put(marker, Vec3::Y);
    }
    assert!(fitting.guesses().is_empty());
}

/// Of one on four legs that looks along x the plane is found; which end is the head is a guess.
#[test]
fn nothing_shows_the_front_of_a_turned_quadruped() {
    let creature = Mesh::of("builtin:creature");
    let fitting = creature.fitting(TemplateKind::Quadruped, |place| {
        vec3(place.z, place.y, -place.x)
    });
    assert_eq!(fitting.doubt(), Some(Doubt::Front));
    for (marker, ..) in fitting.markers() {
        assert_eq!(fitting.sureness(marker), Some(Sureness::Guess));
    }
    for label in ["Nose", "Withers", "Pelvis"] {
        let at = place(&fitting, label);
        assert!(at.z.abs() < 0.01, "{label} at {at}");
    }
    let reach = place(&fitting, "Nose").distance(place(&fitting, "Pelvis"));
    assert!(reach > 0.2, "{reach}");
}
