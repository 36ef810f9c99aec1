//! Notes on triangles: without area, and wound against their normals.

use character::{Character, Mesh, Primitive};
use glam::{DVec3, Vec3};

use super::problem::{Problem, Severity, pluralize};

/// A triangle that is no higher than this part of its longest side has no normal but rounding.
const FLAT: f64 = 1e-6;

/// How many triangles are faulty, of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    all: usize,
    flat: usize,
    against: usize,
}

/// The notes on all triangles of the file's meshes, each mesh once; `name` names one by its index.
pub(super) fn triangles(
    character: &Character,
    name: impl Fn(usize) -> String,
) -> impl Iterator<Item = Problem> {
    let counts: Vec<Counts> = character.meshes.iter().map(counts).collect();
    let all: usize = counts.iter().map(|of| of.all).sum();
    let of = |count: fn(&Counts) -> usize| {
        let meshes = counts.iter().enumerate().filter(|(_, of)| count(of) > 0);
        let names: Vec<String> = meshes.map(|(mesh, _)| name(mesh)).collect();
        (counts.iter().map(count).sum::<usize>(), names)
    };
    let share = |count: usize| 100.0 * count as f64 / all.max(1) as f64;
    let note = |code, count: usize, what: &str, meaning: &'static str| {
        let triangles = pluralize(count, "triangle");
        let what = format!("{triangles} {what} ({:.1} % of all)", share(count));
        Problem::new(code, Severity::Note, count, what, meaning)
    };
    let (flat, flat_in) = of(|of| of.flat);
    let (against, against_in) = of(|of| of.against);
    let flat = (flat > 0).then(|| {
        let meaning = "They are not seen and have no normal: merge or remove their vertices.";
        note("zero-area-triangles", flat, "without area", meaning).with(flat_in)
    });
    let against = (against > 0).then(|| {
        let meaning =
            "Dark patches where both sides are shown, holes where one is: turn them over.";
        note(
            "wound-against-normals",
            against,
            "wound against their normals",
            meaning,
        )
        .with(against_in)
    });
    [against, flat].into_iter().flatten()
}

fn counts(mesh: &Mesh) -> Counts {
    let mut counts = Counts::default();
    for primitive in &mesh.primitives {
        for &triangle in primitive.triangles.iter() {
            counts.all += 1;
            match normal(&primitive.positions, triangle) {
                None => counts.flat += 1,
                Some(normal) => {
                    counts.against += usize::from(is_against(primitive, triangle, normal));
                }
            }
        }
    }
    counts
}

/// Whether the file's normals of all three corners point away from the side from which the triangle is counter-clockwise. Normals that
/// were computed from the triangles cannot.
fn is_against(primitive: &Primitive, triangle: [u32; 3], normal: DVec3) -> bool {
    let points_away = |vertex: u32| {
        let own = primitive.normals.get(vertex as usize);
        own.is_some_and(|own| own.as_dvec3().dot(normal) < 0.0)
    };
    primitive.normals_given && triangle.into_iter().all(points_away)
}

/// Twice the area of a triangle along its normal; none where it has no area.
fn normal(positions: &[Vec3], triangle: [u32; 3]) -> Option<DVec3> {
    let [a, b, c] = triangle.map(|vertex| positions.get(vertex as usize));
    let [a, b, c] = [a?, b?, c?].map(|place| place.as_dvec3());
    let (ab, ac, bc) = (b - a, c - a, c - b);
    let longest = ab
        .length_squared()
        .max(ac.length_squared())
        .max(bc.length_squared());
    // Twice the area is the longest side times the height on it.
    let normal = ab.cross(ac);
    (normal.length() > FLAT * longest).then_some(normal)
}
