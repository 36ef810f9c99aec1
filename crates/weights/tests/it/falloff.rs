//! What a falloff touches: against closed forms on a plane, and on anything.

use std::time::Instant;

use glam::{Mat4, Vec2, Vec3, Vec4, vec2, vec3};
use mesh::{Adjacency, Bvh, PointIndex, vertex_normals};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_oneof, proptest};
use proptest::{prop_assert, prop_assert_eq};
use testkit::say;
use weights::{
    Curve, Dab, Falloff, Footprint, Measure, PointValue, Shape, StrokePath, SurfacePlace,
    SurfacePose, View,
};

fn number(n: u32) -> f32 {
    f32::from(u16::try_from(n).unwrap())
}

/// A square of `side` × `side` points, placed by their coordinates from −1 to 1.
fn grid(side: u32, place: impl Fn(f32, f32) -> Vec3) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let across = |i: u32| 2.0 * number(i) / number(side - 1) - 1.0;
    let all = (0..side).flat_map(|j| (0..side).map(move |i| (i, j)));
    let positions = all.map(|(i, j)| place(across(i), across(j))).collect();
    let mut triangles = Vec::new();
    for j in 0..side - 1 {
        for i in 0..side - 1 {
            let [a, b] = [j * side + i, (j + 1) * side + i];
            triangles.extend([[a, a + 1, b + 1], [a, b + 1, b]]);
        }
    }
    (positions, triangles)
}

/// From above, from (0, 0, 5), onto 400 × 300 pixels.
fn from_above() -> View {
    let eye = vec3(0.0, 0.0, 5.0);
    // An angle of 90° upwards; depth from 1 at 0.1 towards 0 far away.
    let lens = Mat4::from_cols(0.75 * Vec4::X, Vec4::Y, -Vec4::W, 0.1 * Vec4::Z);
    View {
        clip_from_model: lens * Mat4::from_translation(-eye),
        size: vec2(400.0, 300.0),
        eye: eye.extend(1.0),
    }
}

fn falloff(measure: Measure, radius: f32, shape: Shape) -> Falloff {
    Falloff {
        measure,
        radius,
        shape,
        front_only: false,
    }
}

/// A surface with what is asked of it.
struct Scene {
    surface: Adjacency,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    tree: Bvh,
}

impl Scene {
    fn new((positions, triangles): (Vec<Vec3>, Vec<[u32; 3]>)) -> Self {
        Self {
            surface: Adjacency::new(&positions, &triangles),
            normals: vertex_normals(&positions, &triangles),
            tree: Bvh::new(&positions, &triangles),
            positions,
            triangles,
        }
    }

    fn posed(&self) -> SurfacePose<'_> {
        SurfacePose {
            surface: &self.surface,
            positions: &self.positions,
            normals: &self.normals,
        }
    }

    /// The place nearest to a place, which is seen wherever the view shows it.
    fn dab(&self, near: Vec3) -> Dab {
        let nearest = self.tree.nearest(near).unwrap();
        Dab {
            pixel: from_above().pixel(nearest.point).unwrap_or_default(),
            place: Some(SurfacePlace {
                corners: self.triangles[nearest.triangle].map(PointIndex),
                barycentric: nearest.barycentric,
            }),
            offset: Vec3::ZERO,
        }
    }
}

impl Scene {
    /// What is under a pixel of the view from above.
    fn dab_under(&self, pixel: Vec2) -> Dab {
        let across = vec2(pixel.x / 200.0 - 1.0, 1.0 - pixel.y / 150.0) * vec2(4.0 / 3.0, 1.0);
        let hit = self.tree.ray(vec3(0.0, 0.0, 5.0), across.extend(-1.0));
        let place = hit.map(|hit| {
            let corners = self.triangles[hit.triangle];
            SurfacePlace::on(&self.surface, corners, hit.barycentric)
        });
        Dab {
            pixel,
            place,
            offset: Vec3::ZERO,
        }
    }
}

/// The strength of every point, 0 for those that are not touched.
fn spread(touched: &[PointValue], scene: &Scene) -> Vec<f32> {
    let mut strengths = vec![0.0; scene.positions.len()];
    for &PointValue {
        point,
        value: strength,
    } in touched
    {
        strengths[point.index()] = strength;
    }
    strengths
}

// ---- closed forms on a plane ----------------------------------------------------------------------------------------

#[test]
fn on_a_plane_surface_and_volume_are_the_same_disc() {
    for shape in Shape::PRESETS {
        for measure in [Measure::Surface, Measure::Volume] {
            for middle in [vec3(0.013, 0.024, 0.0), vec3(-0.97, 0.4, 0.0)] {
                is_a_disc(&falloff(measure, 0.311, shape.clone()), middle);
            }
        }
    }
}

fn is_a_disc(falloff: &Falloff, middle: Vec3) {
    let scene = Scene::new(grid(61, |x, y| vec3(x, y, 0.0)));
    let mut footprint = Footprint::new();
    let touched = footprint.of(falloff, scene.posed(), &from_above(), &[scene.dab(middle)]);
    assert!(50 < touched.len());
    for (found, place) in spread(touched, &scene).into_iter().zip(&scene.positions) {
        let distance = place.distance(middle);
        let want = falloff.shape.at(distance / falloff.radius);
        // Some shapes are steep at the rim.
        let is_rim = (distance - falloff.radius).abs() < 1e-4;
        assert!(
            is_rim || (found - want).abs() < 2e-3,
            "{falloff:?}: {found} for {want}"
        );
    }
}

#[test]
fn on_the_screen_it_is_a_disc_of_pixels_through_everything() {
    // Two sheets, one behind the other, and one behind the eye.
    let (mut positions, mut triangles) = grid(41, |x, y| vec3(x, y, 0.0));
    let front = positions.len();
    for depth in [-3.0, 20.0] {
        let first = u32::try_from(positions.len()).unwrap();
        let (more, corners) = grid(41, |x, y| vec3(x, y, depth));
        positions.extend(more);
        triangles.extend(
            corners
                .iter()
                .map(|triangle| triangle.map(|point| point + first)),
        );
    }
    let scene = Scene::new((positions, triangles));
    let view = from_above();
    let mut footprint = Footprint::new();
    let dab = [Dab {
        pixel: vec2(180.0, 170.0),
        place: None,
        offset: Vec3::ZERO,
    }];
    let falloff = falloff(Measure::Screen, 40.0, Shape::Linear);
    let touched = footprint.of(&falloff, scene.posed(), &view, &dab).to_vec();
    for (found, &place) in spread(&touched, &scene).into_iter().zip(&scene.positions) {
        let want = view.pixel(place).map_or(0.0, |pixel| {
            Shape::Linear.at(pixel.distance(dab[0].pixel) / 40.0)
        });
        assert!((found - want).abs() < 1e-3);
    }
    let [before, behind] = [0..front, front..2 * front].map(|sheet| {
        touched
            .iter()
            .filter(|of| sheet.contains(&of.point.index()))
            .count()
    });
    assert!(50 < before && before < behind && touched.len() == before + behind);
    // Beside the mesh there is nothing on the surface to begin at.
    for measure in [Measure::Surface, Measure::Volume] {
        let falloff = self::falloff(measure, 1.0, Shape::Linear);
        assert!(
            footprint
                .of(&falloff, scene.posed(), &view, &dab)
                .is_empty()
        );
    }
}

#[test]
fn along_the_surface_what_is_near_in_space_only_is_not_touched() {
    // A folded sheet: the lower half comes back 0.05 under the upper one.
    let scene = Scene::new(grid(81, |x, y| {
        if x < 0.0 {
            vec3(-x, y, -0.05)
        } else {
            vec3(x, y, 0.0)
        }
    }));
    let view = from_above();
    let dab = [scene.dab(vec3(0.7, 0.0, 0.0))];
    let mut footprint = Footprint::new();
    let below = |touched: &[PointValue]| {
        touched
            .iter()
            .filter(|PointValue { point, .. }| scene.positions[point.index()].z < 0.0)
            .count()
    };
    let along = falloff(Measure::Surface, 0.3, Shape::Smooth);
    assert_eq!(below(footprint.of(&along, scene.posed(), &view, &dab)), 0);
    let ball = falloff(Measure::Volume, 0.3, Shape::Smooth);
    assert!(100 < below(footprint.of(&ball, scene.posed(), &view, &dab)));
    // The lower half looks away from the eye.
    for measure in [Measure::Volume, Measure::Screen] {
        let front = Falloff {
            front_only: true,
            ..falloff(measure, 0.3, Shape::Smooth)
        };
        assert_eq!(below(footprint.of(&front, scene.posed(), &view, &dab)), 0);
    }
}

#[test]
fn the_posed_shape_counts_not_that_at_rest() {
    let mut scene = Scene::new(grid(41, |x, y| vec3(x, y, 0.0)));
    let rest = scene.positions.clone();
    for position in &mut scene.positions {
        position.x *= 3.0;
    }
    let middle = scene.surface.triangles()[1600];
    let dab = [Dab {
        pixel: Vec2::ZERO,
        place: Some(SurfacePlace {
            corners: middle.map(PointIndex),
            barycentric: Vec3::X,
        }),
        offset: Vec3::ZERO,
    }];
    let mut footprint = Footprint::new();
    for measure in [Measure::Surface, Measure::Volume] {
        let falloff = falloff(measure, 0.4, Shape::Constant);
        let touched = footprint.of(&falloff, scene.posed(), &from_above(), &dab);
        let from = rest[middle[0] as usize];
        let width = touched
            .iter()
            .map(|PointValue { point, .. }| (rest[point.index()] - from).x.abs())
            .fold(0.0, f32::max);
        assert!(0.05 < width && width < 0.4 / 3.0, "{width}");
    }
}

#[test]
fn front_faces_fade_before_they_turn_away() {
    // A half cylinder, seen from above: at 80° from the line of sight it begins to fade.
    let scene = Scene::new(grid(181, |x, y| {
        let angle = x * std::f32::consts::PI;
        vec3(angle.sin(), y, angle.cos())
    }));
    let mut view = from_above();
    view.eye = Vec4::Z;
    let front = Falloff {
        front_only: true,
        ..falloff(Measure::Volume, 9.0, Shape::Constant)
    };
    let mut footprint = Footprint::new();
    let dab = [scene.dab(Vec3::Z)];
    let touched = footprint.of(&front, scene.posed(), &view, &dab);
    for (found, place) in spread(touched, &scene).into_iter().zip(&scene.positions) {
        let want = (place.z / 80.0_f32.to_radians().cos()).clamp(0.0, 1.0);
        // Normals at the rim are those of half a corner.
        if place.y.abs() < 0.95 && place.x.abs() > 0.05 {
            assert!((found - want).abs() < 0.02, "{found} for {want} at {place}");
        }
    }
}

#[test]
fn pixels_per_unit_is_how_long_a_unit_is_seen() {
    let view = from_above();
    for place in [Vec3::ZERO, vec3(0.5, -1.0, 2.0), vec3(-1.0, 0.3, -30.0)] {
        let seen = view.pixel(place + 0.01 * Vec3::Y).unwrap() - view.pixel(place).unwrap();
        let want = seen.length() / 0.01;
        assert!((view.pixels_per_unit(place) / want - 1.0).abs() < 1e-3);
        assert!(
            seen.y < 0.0,
            "upwards in the model is upwards on the screen"
        );
    }
    assert_eq!(view.pixels_per_unit(vec3(0.0, 0.0, 6.0)), 0.0);
    assert_eq!(view.pixel(vec3(0.0, 0.0, 6.0)), None);
}

// ---- several dabs ---------------------------------------------------------------------------------------------------

#[test]
fn several_dabs_are_the_strongest_of_each() {
    let scene = Scene::new(grid(61, |x, y| {
        vec3(x, y, 0.2 * (3.0 * x).sin() * (2.0 * y).cos())
    }));
    let ring = Curve::new([vec2(0.0, 0.2), vec2(0.5, 1.0), vec2(1.0, 0.0)]).unwrap();
    let dabs: Vec<Dab> = (0..6)
        .map(|i| scene.dab(vec3(0.09 * number(i) - 0.3, 0.05 * number(i), 0.1)))
        .collect();
    for (measure, radius) in [
        (Measure::Surface, 0.4),
        (Measure::Volume, 0.4),
        (Measure::Screen, 12.0),
    ] {
        for shape in [Shape::Smooth, Shape::Linear, Shape::Curve(ring.clone())] {
            let falloff = falloff(measure, radius, shape);
            assert!(
                are_the_strongest_of_each(&falloff, &scene, &dabs),
                "{falloff:?}"
            );
        }
    }
}

/// Whether several dabs at once are the strongest of them one by one, bit for bit.
fn are_the_strongest_of_each(falloff: &Falloff, scene: &Scene, dabs: &[Dab]) -> bool {
    let mut footprint = Footprint::new();
    let mut of = |dabs| {
        spread(
            footprint.of(falloff, scene.posed(), &from_above(), dabs),
            scene,
        )
    };
    let mut strongest = vec![0.0_f32; scene.positions.len()];
    for dab in dabs.chunks(1) {
        for (most, strength) in strongest.iter_mut().zip(of(dab)) {
            *most = most.max(strength);
        }
    }
    of(dabs) == strongest
}

/// What a stroke through these pixels touches, and how many of its dabs find the surface.
fn stroke(scene: &Scene, falloff: &Falloff, pixels: &[Vec2]) -> (Vec<f32>, usize) {
    let view = from_above();
    let (mut path, mut footprint) = (StrokePath::default(), Footprint::new());
    let (mut strongest, mut on) = (vec![0.0_f32; scene.positions.len()], 0);
    let mut spacing = 1.0;
    for &pixel in pixels {
        path.go_to(pixel);
        let mut dabs = Vec::new();
        while let Some(pixel) = path.next_dab(spacing) {
            let dab = scene.dab_under(pixel);
            let position = dab.place.and_then(|place| place.position(&scene.positions));
            spacing = position.map_or(4.0, |place| 0.25 * falloff.pixels(&view, place));
            on += usize::from(position.is_some());
            dabs.push(dab);
        }
        let touched = footprint.of(falloff, scene.posed(), &view, &dabs);
        for &PointValue {
            point,
            value: strength,
        } in touched
        {
            strongest[point.index()] = strongest[point.index()].max(strength);
        }
    }
    (strongest, on)
}

#[test]
fn a_stroke_begins_beside_the_mesh_crosses_a_gap_and_does_not_depend_on_sampling() {
    // A gap over the whole height, from x = 0.1 to 0.5.
    let (positions, mut triangles) = grid(81, |x, y| vec3(x, y, 0.3 * (2.0 * x).sin()));
    triangles.retain(|triangle| {
        let is_out = |point: &u32| !(0.1..0.5).contains(&positions[*point as usize].x);
        triangle.iter().all(is_out)
    });
    let scene = Scene::new((positions, triangles));
    let (from, to) = (vec2(120.0, 150.0), vec2(300.0, 130.0));
    let through = |count: u32| -> Vec<Vec2> {
        (0..=count)
            .map(|step| from.lerp(to, number(step) / number(count)))
            .collect()
    };
    for measure in [Measure::Surface, Measure::Volume] {
        let falloff = falloff(measure, 0.15, Shape::Smooth);
        let (coarse, on) = stroke(&scene, &falloff, &through(1));
        let (fine, on_again) = stroke(&scene, &falloff, &through(331));
        assert!(20 < on && on.abs_diff(on_again) <= 1, "{on} {on_again}");
        for ((one, other), place) in coarse.iter().zip(&fine).zip(&scene.positions) {
            assert!(
                (one - other).abs() < 0.01,
                "{measure:?} at {place}: {one} and {other}"
            );
            // Nothing jumps over the gap: in its middle no point is touched.
            assert!(*one == 0.0 || !(0.27..0.33).contains(&place.x));
        }
        let touched = |from: f32, to: f32| {
            let both = coarse.iter().zip(&scene.positions);
            both.filter(|(strength, place)| 0.0 < **strength && from < place.x && place.x < to)
                .count()
        };
        assert!(50 < touched(-1.0, 0.1) && 50 < touched(0.5, 1.0));
    }
}

// ---- on anything ----------------------------------------------------------------------------------------------------

fn position() -> impl Strategy<Value = Vec3> {
    let coordinate = || prop_oneof![(-2_i8..=2).prop_map(f32::from), -2.0_f32..2.0];
    prop_oneof![
        30 => (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| vec3(x, y, z)),
        1 => Just(Vec3::NAN),
        1 => Just(Vec3::splat(1e38)),
    ]
}

fn measure() -> impl Strategy<Value = Measure> {
    prop_oneof![
        Just(Measure::Surface),
        Just(Measure::Volume),
        Just(Measure::Screen)
    ]
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        5 => (0..Shape::PRESETS.len()).prop_map(|place| Shape::PRESETS[place].clone()),
        2 => prop::collection::btree_set(0_u16..1000, 2..6).prop_map(|places| {
            let point = |place: &u16| vec2(f32::from(*place) / 999.0, f32::from(place.wrapping_mul(617) % 1000) / 999.0);
            Shape::Curve(Curve::new(places.iter().map(point).collect::<Vec<_>>()).unwrap())
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn on_any_triangles_strengths_are_above_0_up_to_1_of_points_in_order(
        positions in prop::collection::vec(position(), 0..30),
        triangles in prop::collection::vec(prop::array::uniform3(0_u32..30), 0..60),
        posed in prop::collection::vec(position(), 0..30),
        (measure, shape, front_only) in (measure(), shape(), any::<bool>()),
        radius in prop_oneof![0.0_f32..300.0, 0.0_f32..2.0, Just(f32::NAN), Just(-1.0), Just(f32::INFINITY)],
        dabs in prop::collection::vec((prop::array::uniform3(0_u32..32), prop::array::uniform2(-9.0_f32..400.0), any::<bool>()), 0..5),
    ) {
        let surface = Adjacency::new(&positions, &triangles);
        let falloff = Falloff { measure, radius, shape, front_only };
        let posed = SurfacePose { surface: &surface, positions: &posed, normals: &positions };
        let dabs: Vec<Dab> = dabs.into_iter().map(|(corners, pixel, is_on)| Dab {
            pixel: Vec2::from_array(pixel),
            place: is_on.then_some(SurfacePlace { corners: corners.map(PointIndex), barycentric: vec3(0.5, 0.25, 0.25) }),
            offset: Vec3::new(0.0, pixel[0], 0.0) * 1e-3,
        }).collect();
        let mut footprint = Footprint::new();
        let touched = footprint.of(&falloff, posed, &from_above(), &dabs).to_vec();
        prop_assert!(touched.is_sorted_by(|one, next| one.point < next.point));
        for &PointValue { point, value: strength } in &touched {
            prop_assert!(0.0 < strength && strength <= 1.0);
            prop_assert!((point.index()) < posed.positions.len());
            prop_assert!(posed.positions[point.index()].is_finite());
        }
        let again = footprint.of(&falloff, posed, &from_above(), &dabs);
        prop_assert_eq!(again, &touched[..]);
    }
}

#[test]
fn a_dab_on_300_000_points_is_a_small_part_of_a_frame() {
    let scene = Scene::new(grid(548, |x, y| vec3(x, y, 0.002 * (90.0 * x).sin())));
    let view = from_above();
    let dabs: Vec<Dab> = (0..8)
        .map(|i| scene.dab(vec3(0.03 * number(i) - 0.3, 0.1, 0.0)))
        .collect();
    let mut footprint = Footprint::new();
    for (measure, radius) in [
        (Measure::Surface, 0.146),
        (Measure::Volume, 0.146),
        (Measure::Screen, 4.38),
    ] {
        let falloff = falloff(measure, radius, Shape::Smooth);
        let one = footprint
            .of(&falloff, scene.posed(), &view, &dabs[..1])
            .len();
        let started = Instant::now();
        for _ in 0..5 {
            footprint.of(&falloff, scene.posed(), &view, &dabs[..1]);
        }
        let single = started.elapsed() / 5;
        let eight = footprint.of(&falloff, scene.posed(), &view, &dabs).len();
        let all = started.elapsed() - 5 * single;
        assert!(
            4_000 < one && one < eight && eight < 20_000,
            "{one} {eight}"
        );
        say(&format!(
            "{measure:?}: {one} points of a dab in {single:?}, {eight} of eight dabs in {all:?}"
        ));
    }
}

/// A brush beside a sheet: distances count from its middle, not from the place of the sheet that is next to it.
#[test]
fn beside_the_surface_distances_count_from_the_middle() {
    let scene = Scene::new(grid(41, |x, y| vec3(x, y, 0.0)));
    let offset = vec3(0.2, 0.0, 0.0);
    let dab = Dab {
        offset,
        ..scene.dab(vec3(1.0, 0.0, 0.0))
    };
    let mut footprint = Footprint::new();
    for measure in [Measure::Surface, Measure::Volume] {
        let falloff = falloff(measure, 0.5, Shape::Linear);
        let touched = footprint.of(&falloff, scene.posed(), &from_above(), &[dab]);
        let strengths = spread(touched, &scene);
        let largest = strengths.iter().copied().fold(0.0, f32::max);
        assert!((largest - 0.6).abs() < 0.02, "{measure:?}: {largest}");
        for (found, place) in strengths.into_iter().zip(&scene.positions) {
            let straight = Shape::Linear.at(place.distance(vec3(1.2, 0.0, 0.0)) / 0.5);
            // Along the surface the way leads over the place at the rim, and may be longer.
            let is_right = match measure {
                Measure::Surface => found < straight + 0.02,
                _ => (found - straight).abs() < 0.02,
            };
            assert!(
                is_right,
                "{measure:?} at {place}: {found}, straight {straight}"
            );
        }
    }
}
