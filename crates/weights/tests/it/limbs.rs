//! The part of a surface that a line is drawn along.

use glam::Vec3;
use mesh::{Adjacency, PointIndex};
use weights::{LimbFinder, PointValue};

/// A tube of rings along x with a box grown to its start: an arm that leaves a wide, flat body.
///
/// The arm has the radius 0.1 and goes from x = 0 to x = 1; the body reaches from y = −2 to 1 and from x = −0.5 to the arm.
struct Body {
    places: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

/// Points around the arm.
const AROUND: u32 = 24;
const ARM: f32 = 0.1;

fn number(count: u32) -> f32 {
    f32::from(u16::try_from(count).unwrap())
}

impl Body {
    /// Rings whose radius at a place along x is given, one joined to the next.
    fn tube(rings: &[(f32, f32)]) -> Self {
        let mut body = Self {
            places: Vec::new(),
            triangles: Vec::new(),
        };
        for &(x, radius) in rings {
            for step in 0..AROUND {
                let turn = std::f32::consts::TAU * number(step) / number(AROUND);
                body.places
                    .push(Vec3::new(x, radius * turn.cos(), radius * turn.sin()));
            }
        }
        let rows = u32::try_from(rings.len()).unwrap();
        for row in 1..rows {
            for step in 0..AROUND {
                let next = (step + 1) % AROUND;
                let corner = |row: u32, step: u32| row * AROUND + step;
                let [a, b] = [corner(row - 1, step), corner(row - 1, next)];
                let [c, d] = [corner(row, step), corner(row, next)];
                body.triangles.extend([[a, c, b], [b, c, d]]);
            }
        }
        body
    }

    /// An arm of even radius that widens to a body ten times as wide over the first fifth of its length.
    fn arm() -> Self {
        let rings = (0..=50).map(|ring| {
            let x = number(ring) / 50.0;
            (x, if x < 0.2 { 1.0 } else { ARM })
        });
        Self::tube(&rings.collect::<Vec<_>>())
    }

    fn surface(&self) -> Adjacency {
        Adjacency::new(&self.places, &self.triangles)
    }
}

fn all(surface: &Adjacency) -> Vec<PointIndex> {
    surface.all_points().collect()
}

fn found(surface: &Adjacency, line: [Vec3; 2]) -> Vec<PointValue> {
    let region = all(surface);
    let mut finder = LimbFinder::new();
    let first = finder
        .find(surface, surface.positions(), line, &region)
        .to_vec();
    // The memory of one line does nothing to the next.
    let again = finder.find(surface, surface.positions(), line, &region);
    assert_eq!(first, again);
    assert!(first.iter().all(|of| 0.0 < of.value && of.value <= 1.0));
    assert!(first.is_sorted_by_key(|of| of.point));
    first
}

fn share_of(found: &[PointValue], point: PointIndex) -> f32 {
    let at = found.iter().find(|of| of.point == point);
    at.map_or(0.0, |of| of.value)
}

#[test]
fn an_arm_is_found_all_around_and_its_body_is_not() {
    let surface = Body::arm().surface();
    // On the front of the arm, as one draws it, from within the body to the end.
    let line = [Vec3::new(0.05, 0.0, ARM), Vec3::new(0.95, 0.0, ARM)];
    let limb = found(&surface, line);
    let at = surface.positions();
    for point in all(&surface) {
        let place = at[point.index()];
        let is_between = (0.05..=0.95).contains(&place.x);
        let is_arm = place.x >= 0.2 - 1e-6;
        let share = share_of(&limb, point);
        let wanted = if is_between && is_arm { 1.0 } else { 0.0 };
        assert_eq!(share, wanted, "{place}");
    }
}

#[test]
fn a_tail_is_a_limb_down_to_its_tip_and_up_to_its_root() {
    for thin in [0.0, 0.02] {
        let rings = (0..=40).map(|ring| {
            let t = number(ring) / 40.0;
            (t, 0.2 + (thin - 0.2) * t)
        });
        let surface = Body::tube(&rings.collect::<Vec<_>>()).surface();
        let line = [Vec3::new(0.0, 0.0, 0.2), Vec3::new(1.0, 0.0, thin)];
        // Across the line, which slants, the rings of the ends lie on both sides of the planes.
        let limb = found(&surface, line);
        let by = line[1] - line[0];
        for point in all(&surface) {
            let t = (surface.positions()[point.index()] - line[0]).dot(by) / by.length_squared();
            if (0.0..=1.0).contains(&t) {
                assert!(share_of(&limb, point) > 0.6, "{t}");
            }
        }
    }
}

#[test]
fn two_limbs_side_by_side_are_distinguished() {
    let one = Body::tube(&[(0.0, 0.1), (0.3, 0.1), (0.7, 0.1), (1.0, 0.1)]);
    let mut both = Body {
        places: one.places.clone(),
        triangles: one.triangles.clone(),
    };
    let count = u32::try_from(one.places.len()).unwrap();
    both.places
        .extend(one.places.iter().map(|place| *place + 0.21 * Vec3::Y));
    let other = one.triangles.iter();
    both.triangles
        .extend(other.map(|corners| corners.map(|corner| corner + count)));
    // They hang together at one end, as fingers do.
    both.triangles.push([0, 1, count + AROUND / 2]);
    let surface = both.surface();
    let line = [Vec3::new(0.01, 0.0, 0.1), Vec3::new(0.99, 0.0, 0.1)];
    let limb = found(&surface, line);
    let expected: Vec<PointValue> = (AROUND..3 * AROUND)
        .map(|point| PointValue::new(PointIndex(point), 1.0))
        .collect();
    assert_eq!(limb, expected);
    // What lies around the limb, whether or not it hangs together with it.
    let mut finder = LimbFinder::new();
    let region = all(&surface);
    let _ = finder.find(&surface, surface.positions(), line, &region);
    for (place, wanted) in [
        (Vec3::new(0.5, 0.11, 0.0), 1.0),
        (Vec3::new(0.5, 0.3, 0.0), 0.0),
        (Vec3::new(1.5, 0.0, 0.0), 0.0),
        (Vec3::NAN, 0.0),
    ] {
        assert_eq!(finder.share_at(place), wanted, "{place}");
    }
}

/// Large enough for several threads: the same arm as a short one, with more rings.
#[test]
fn a_long_arm_is_found_as_a_short_one_is() {
    let rings = (0..1000).map(|ring| (number(ring) / 999.0, ARM));
    let body = Body::tube(&rings.collect::<Vec<_>>());
    let surface = body.surface();
    assert!(surface.point_count() > 20_000);
    let line = [0.25, 0.75].map(|x| Vec3::new(x, ARM, 0.0));
    let all: Vec<PointIndex> = surface.all_points().collect();
    let mut finder = LimbFinder::new();
    let found = finder.find(&surface, &body.places, line, &all).to_vec();
    let is_between = |point: &&PointIndex| (0.25..=0.75).contains(&body.places[point.index()].x);
    let between = all.iter().filter(is_between);
    let expected: Vec<PointValue> = between.map(|&point| PointValue::new(point, 1.0)).collect();
    assert_eq!(found, expected);
    // Its memory is used again for another line.
    let again = finder.find(&surface, &body.places, line, &all);
    assert_eq!(again, expected);
}

#[test]
fn what_is_no_line_or_no_surface_finds_nothing() {
    let surface = Body::arm().surface();
    let (at, region) = (surface.positions().to_vec(), all(&surface));
    let line = [Vec3::ZERO, Vec3::X];
    let mut finder = LimbFinder::new();
    for broken in [
        [Vec3::ONE; 2],
        [Vec3::NAN, Vec3::X],
        [Vec3::ZERO, Vec3::splat(f32::INFINITY)],
        [Vec3::splat(-3e38), Vec3::splat(3e38)],
        [Vec3::ZERO, Vec3::splat(1e-30)],
    ] {
        assert!(finder.find(&surface, &at, broken, &region).is_empty());
        assert_eq!(finder.share_at(Vec3::ZERO), 0.0, "{broken:?}");
    }
    assert!(finder.find(&surface, &at, line, &[]).is_empty());
    assert!(finder.find(&surface, &[], line, &region).is_empty());
    // Numbers out of range, fewer places than points, and places that are none.
    let few = finder.find(
        &surface,
        &at[..30],
        line,
        &[
            PointIndex(0),
            PointIndex(3),
            PointIndex(3),
            PointIndex(u32::MAX),
            PointIndex(9_999_999),
        ],
    );
    assert!(
        few.iter()
            .all(|&PointValue { point, .. }| point == PointIndex(0) || point == PointIndex(3))
    );
    let mut broken = at;
    for place in broken.iter_mut().step_by(7) {
        *place = Vec3::NAN;
    }
    let limb = finder.find(&surface, &broken, line, &region);
    assert!(
        limb.iter()
            .all(|&PointValue { point, .. }| broken[point.index()].is_finite())
    );
    let none = Adjacency::new(&[], &[]);
    assert!(finder.find(&none, &[], line, &region).is_empty());
}
