//! The upright plane in which a surface is symmetric, whichever way it looks.

use std::f32::consts::{FRAC_PI_2, PI};

use glam::{DVec3, Vec3, vec3};
use mesh::{Adjacency, Bvh, bounds};

use crate::Plane;

/// Places of the surface that are looked at, each for an equal part of its area.
const SAMPLES: u16 = 1_200;

/// While planes are looked for, one of so many of these places.
const COARSE: usize = 3;

/// Triangles that are looked at, at most: the rest are passed over evenly.
const MOST_TRIANGLES: usize = 200_000;

/// Planes are tried in so many directions in half a turn.
const DIRECTIONS: u8 = 36;

/// So many of the best of them are placed exactly, in so many rounds.
const TRIED: usize = 3;
const ROUNDS: usize = 12;

/// How far a plane is moved aside in the first round, as a share of the surface's largest extent.
const ASIDE: f32 = 0.01;

/// Images farther from the surface than this share of its largest extent are equally wrong.
const FAR: f32 = 0.1;

/// How near to the surface an image has to be, as a share of its largest extent.
const NEAR: f32 = 0.01;

/// Sine of the largest angle of a plane from an upright one, for which that is taken.
const TILT: f32 = 0.05;

/// How well upright planes show a surface its own image, and in which of them it is symmetric.
///
/// Upright planes are those along the y axis. Shapes are compared, not nets: 1,200 places, spread evenly over the area, count as shown
/// where their mirror images are near the surface. Of more than 200,000 triangles some are passed over evenly.
#[derive(Clone, Debug)]
pub struct UprightSymmetry<'a> {
    positions: &'a [Vec3],
    triangles: Vec<[u32; 3]>,
    tree: Bvh,
    samples: Vec<Vec3>,
    /// The middle of the area, through which every plane of symmetry goes.
    center: Vec3,
    /// The largest extent of the places along an axis.
    size: f32,
}

impl<'a> UprightSymmetry<'a> {
    /// Of the surface that triangles make of positions; none where they have no area. Triangles that name a position out of range or one that
    /// is not finite are left out.
    #[must_use]
    pub fn new(positions: &'a [Vec3], triangles: &[[u32; 3]]) -> Option<Self> {
        let step = triangles.len().div_ceil(MOST_TRIANGLES).max(1);
        let triangles: Vec<[u32; 3]> = triangles.iter().copied().step_by(step).collect();
        let samples = samples(positions, &triangles);
        let around = bounds(&samples)?;
        let sum: DVec3 = samples.iter().map(|place| place.as_dvec3()).sum();
        let count = u16::try_from(samples.len()).unwrap_or(SAMPLES);
        Some(Self {
            positions,
            tree: Bvh::new(positions, &triangles),
            triangles,
            center: (sum / f64::from(count)).as_vec3(),
            size: around.size().max_element(),
            samples,
        })
    }

    /// The share of the surface off a plane whose mirror image is near the surface, 0 to 1: within a hundredth of its largest extent. What is
    /// as near to the plane lies on it; 0 where most does.
    #[must_use]
    pub fn share(&self, plane: &Plane) -> f32 {
        self.share_within(plane, NEAR)
    }

    /// The same with images that are within another share of its largest extent.
    #[must_use]
    pub fn share_within(&self, plane: &Plane, near: f32) -> f32 {
        let near = near * self.size;
        let (mut on, mut off, mut matched) = (0_u16, 0_u16, 0_u16);
        for &place in &self.samples {
            if plane.height(place).abs() <= near {
                on += 1;
                continue;
            }
            off += 1;
            let image = plane.mirror(place);
            let nearest = self.tree.nearest_of_within(image, near, |_| true);
            matched += u16::from(nearest.is_some());
        }
        if off <= on {
            return 0.0;
        }
        f32::from(matched) / f32::from(off)
    }

    /// The upright plane of those that may be in which the surface is most symmetric, and its [share](Self::share); none where none may be.
    ///
    /// Planes through the middle of the area are tried all around; the best three are turned and moved to where images are nearest to the
    /// surface, and then [refined](Plane::refined), so that the plane of a surface that is symmetric to the point is exact. A surface that
    /// is symmetric in no plane has a best one too: the share says so.
    #[must_use]
    pub fn best(&self, may_be: impl Fn(&Plane) -> bool) -> Option<(Plane, f32)> {
        let angles = (0..DIRECTIONS).map(|number| f32::from(number) * direction() - FRAC_PI_2);
        let tried: Vec<PlaneTrial> = angles.map(|angle| self.evaluate([angle, 0.0])).collect();
        // Half a turn is a ring: beside the last plane is the first.
        let before = tried.iter().cycle().skip(tried.len().saturating_sub(1));
        let after = tried.iter().cycle().skip(1);
        let beside = tried.iter().zip(before.zip(after));
        let least = beside.filter(|(own, (before, after))| {
            own.cost <= before.cost && own.cost <= after.cost && may_be(&self.plane(own.at))
        });
        let mut least: Vec<PlaneTrial> = least.map(|(own, _)| *own).collect();
        least.sort_by(|one, other| one.cost.total_cmp(&other.cost));
        least.truncate(TRIED);
        if least.is_empty() {
            return None;
        }
        let surface = Adjacency::new(self.positions, &self.triangles);
        let planes = least.into_iter();
        let planes = planes.map(|tried| self.refine(self.optimize(tried), &surface));
        let planes = planes.filter(&may_be);
        let shares = planes.map(|plane| (plane, self.share(&plane)));
        shares.reduce(|best, other| if other.1 > best.1 { other } else { best })
    }

    /// An upright plane by its angle about the y axis from x = 0, in radians, and how far it is beside the middle.
    fn plane(&self, [angle, aside]: [f32; 2]) -> Plane {
        let normal = vec3(angle.cos(), 0.0, -angle.sin());
        let offset = normal.dot(self.center) + aside;
        Plane { normal, offset }
    }

    /// With the mean distance of images from the surface. Places count the more the farther they are from the plane: those near it have
    /// images near the surface in every plane.
    fn evaluate(&self, at: [f32; 2]) -> PlaneTrial {
        let (plane, far) = (self.plane(at), FAR * self.size);
        let (mut sum, mut all) = (0.0_f32, 0.0_f32);
        for &place in self.samples.iter().step_by(COARSE) {
            let height = plane.height(place).abs();
            let image = plane.mirror(place);
            let nearest = self.tree.nearest_of_within(image, far, |_| true);
            sum += height * nearest.map_or(far, |nearest| nearest.distance);
            all += height;
        }
        let cost = if all > 0.0 { sum / all } else { far };
        PlaneTrial { cost, at }
    }

    /// Turned and moved in ever smaller steps, as long as images come nearer to the surface.
    fn optimize(&self, mut best: PlaneTrial) -> Plane {
        let mut step = [0.5 * direction(), ASIDE * self.size];
        for _ in 0..ROUNDS {
            // Four ways are tried, for the cost has no slope where the nearest triangle changes.
            let [turn, aside] = step;
            let ways = [[turn, 0.0], [-turn, 0.0], [0.0, aside], [0.0, -aside]];
            let [angle, from] = best.at;
            let near = ways.map(|[turn, aside]| self.evaluate([angle + turn, from + aside]));
            let nearest = near.into_iter();
            let nearest = nearest.min_by(|one, other| one.cost.total_cmp(&other.cost));
            match nearest.filter(|nearest| nearest.cost < best.cost) {
                Some(nearest) => best = nearest,
                None => step = step.map(|step| 0.5 * step),
            }
        }
        self.plane(best.at)
    }

    /// Moved to where the points are symmetric, if more of the surface is shown there.
    fn refine(&self, plane: Plane, surface: &Adjacency) -> Plane {
        let refined = plane.refined(surface, plane, Some(self.center));
        let level = refined.normal.with_y(0.0).try_normalize();
        let Some(normal) = level.filter(|_| refined.normal.y.abs() < TILT) else {
            return plane;
        };
        let upright = Plane {
            normal,
            offset: normal.dot(self.center) - refined.height(self.center),
        };
        match self.share(&upright) < self.share(&plane) {
            true => plane,
            false => upright,
        }
    }
}

/// A plane, see [`UprightSymmetry::plane`], and how far images in it are from the surface.
#[derive(Clone, Copy, Debug)]
struct PlaneTrial {
    cost: f32,
    at: [f32; 2],
}

/// The angle between the directions of planes that are tried, in radians.
fn direction() -> f32 {
    PI / f32::from(DIRECTIONS)
}

/// Places of a surface, each for an equal part of its area: as many as are looked at, or none where it has no area.
fn samples(positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let corners = |triangle: &[u32; 3]| {
        let place = |corner: u32| {
            let place = positions.get(corner as usize).copied();
            place.filter(|place| place.is_finite())
        };
        let [a, b, c] = triangle.map(place);
        Some([a?, b?, c?])
    };
    let total: f64 = triangles.iter().filter_map(corners).map(area).sum();
    let step = total / f64::from(SAMPLES);
    if !step.is_finite() || step <= 0.0 {
        return Vec::new();
    }
    let mut places = Vec::new();
    let (mut number, mut sum) = (0_u16, 0.0);
    for corners in triangles.iter().filter_map(corners) {
        sum += area(corners);
        // At the middle of each step of the area.
        while number < SAMPLES && (f64::from(number) + 0.5) * step < sum {
            places.push(place_in(corners, number));
            number += 1;
        }
    }
    places
}

/// ½ |(b − a) × (c − a)|.
fn area(corners: [Vec3; 3]) -> f64 {
    let [a, b, c] = corners.map(|corner| corner.as_dvec3());
    0.5 * (b - a).cross(c - a).length()
}

/// A place in a triangle, another one for each number, spread evenly: the sequence R₂ of M. Roberts, "The Unreasonable Effectiveness of
/// Quasirandom Sequences", 2018.
fn place_in(corners: [Vec3; 3], number: u16) -> Vec3 {
    let [a, b, c] = corners.map(|corner| corner.as_dvec3());
    let share = |by: f64| (0.5 + f64::from(number) * by).fract();
    let (mut to_b, mut to_c) = (share(0.754_877_666_246_693), share(0.569_840_290_998_053));
    // Beyond the diagonal of the parallelogram, so turned back into the triangle.
    if to_b + to_c > 1.0 {
        (to_b, to_c) = (1.0 - to_b, 1.0 - to_c);
    }
    (a + (b - a) * to_b + (c - a) * to_c).as_vec3()
}
