//! The plane in which a mesh is symmetric.

use glam::Vec3;
use mesh::{Adjacency, Bvh, bounds};

use super::Symmetry;
use crate::Plane;

/// Points that are looked at, at most.
const SAMPLES: usize = 2_000;

/// The usual plane stays where this share of the points has mirror images in it.
const ENOUGH: f32 = 0.9;

/// Another one takes its place if it has so much more.
const BETTER: f32 = 0.05;

/// No plane is one of symmetry where fewer have.
const LEAST: f32 = 0.5;

/// How near to the surface an image has to be, in tolerances, where none has a point.
const ON_SURFACE: f32 = 5.0;

/// Another plane takes the place of the usual one if so much more of the images are near the surface.
const BETTER_ON_SURFACE: f32 = 0.25;

impl Plane {
    /// The plane in which most points of a surface have mirror images: the usual one, if nearly all have; else the best of those
    /// across the axes x, y and z through the middle of the surface's box, through `centre` (of the skeleton), and through the origin.
    ///
    /// A point counts if its mirror image has a point within the [usual tolerance](Symmetry::usual_tolerance); points on a plane do not.
    /// Planes in which most points lie are none of symmetry. Where no plane has images for half of the points, as in a sculpt or a scan,
    /// images count that are within five tolerances of the surface; and where another plane has not a quarter more of them, the usual
    /// one stays. It does not matter which side is to be read. Of a large surface some 2,000 points are looked at.
    #[must_use]
    pub fn of_symmetry(surface: &Adjacency, usual: Self, centre: Option<Vec3>) -> Self {
        let places = surface.positions();
        let dots: Vec<[u32; 3]> = (0..).take(places.len()).map(|point| [point; 3]).collect();
        let tolerance = Symmetry::usual_tolerance(surface);
        let at_points = Found {
            places,
            tree: Bvh::new(places, &dots),
            tolerance,
            near: tolerance,
        };
        let of_usual = at_points.share(&usual);
        if of_usual >= ENOUGH {
            return usual;
        }
        let middle = bounds(places).map(|bounds| (bounds.min + bounds.max) * 0.5);
        let through = [middle, centre, Some(Vec3::ZERO)];
        let planes = through
            .into_iter()
            .flatten()
            .flat_map(|through| Vec3::AXES.map(|axis| Self::across(axis, through, &usual)));
        let planes: Vec<Self> = planes.collect();
        let least = of_usual.max(LEAST - BETTER) + BETTER;
        if let Some(plane) = at_points.best(&planes, least) {
            return plane;
        }
        if of_usual >= LEAST {
            return usual;
        }
        let on_surface = Found {
            tree: Bvh::new(places, surface.triangles()),
            near: ON_SURFACE * tolerance,
            ..at_points
        };
        let least = on_surface.share(&usual).max(LEAST) + BETTER_ON_SURFACE;
        on_surface.best(&planes, least).unwrap_or(usual)
    }

    /// Across an axis, with the left where the usual plane has it, if that says something.
    fn across(axis: Vec3, through: Vec3, usual: &Self) -> Self {
        let normal = match axis.dot(usual.normal) < -0.5 {
            true => -axis,
            false => axis,
        };
        // Added to zero, so that there is no −0.
        let offset = 0.0 + normal.dot(through);
        Self { normal, offset }
    }

    /// The plane as an equation, as `x = 0.12`.
    #[must_use]
    pub fn words(&self) -> String {
        let axis = Vec3::AXES
            .iter()
            .position(|axis| *axis == self.normal.abs());
        let rounded = |number: f32| (number * 1e3).round() / 1e3 + 0.0;
        let offset = |sign: f32| rounded(self.offset * sign);
        match axis {
            Some(axis) => {
                let name = ["x", "y", "z"].get(axis).unwrap_or(&"x");
                format!("{name} = {}", offset(self.normal[axis]))
            }
            None => {
                let [x, y, z] = self.normal.to_array().map(rounded);
                format!("{x} x + {y} y + {z} z = {}", offset(1.0))
            }
        }
    }
}

struct Found<'a> {
    places: &'a [Vec3],
    tree: Bvh,
    tolerance: f32,
    /// How far from what is in the tree an image may be.
    near: f32,
}

impl Found<'_> {
    /// The plane of which more than this share of the points have an image, the most of all; the first of equals.
    fn best(&self, planes: &[Plane], least: f32) -> Option<Plane> {
        let mut best = (None, least);
        for &plane in planes {
            let share = self.share(&plane);
            if share > best.1 {
                best = (Some(plane), share);
            }
        }
        best.0
    }

    /// How many of the points off the plane have a mirror image, 0 to 1; 0 where most lie on it.
    fn share(&self, plane: &Plane) -> f32 {
        let step = self.places.len().div_ceil(SAMPLES).max(1);
        let looked = self.places.iter().step_by(step);
        let (mut on, mut off, mut matched) = (0_u16, 0_u16, 0_u16);
        for &place in looked.filter(|place| place.is_finite()) {
            if plane.height(place).abs() <= self.tolerance {
                on += 1;
                continue;
            }
            off += 1;
            let image = plane.mirrored(place);
            let nearest = self.tree.nearest_of_within(image, self.near, |_| true);
            matched += u16::from(nearest.is_some());
        }
        if off <= on {
            return 0.0;
        }
        f32::from(matched) / f32::from(off)
    }
}
