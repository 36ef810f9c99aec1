//! The plane in which a mesh is symmetric.

use std::collections::HashMap;

use glam::Vec3;
use mesh::{Adjacency, Bvh, bounds};

use super::{Symmetry, USUAL};
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

/// Planes whose normals have this cosine or more are nearly parallel.
const PARALLEL: f32 = 0.9;

/// From this cosine on, within 5°, planes differ as those of uneven joints do from that of the mesh.
const ALMOST_PARALLEL: f32 = 0.996;

/// Points by which a plane is fitted to a mesh, at most, and how often.
const FIT_SAMPLES: usize = 500;
const FIT_ROUNDS: usize = 12;

/// Nearly parallel planes are one but for how exactly each was placed, if in the middle of the surface they are no farther apart than this
/// share of its extent across them. In what is on one side of a plane as a whole, one through its own middle is half of the extent away.
const NEAR: f32 = 0.1;

/// Images in one cell of a grid, at most: those of a mesh that is nearly all in one place say nothing.
const MOST_IN_CELL: usize = 64;

impl Plane {
    /// The plane in which most points of a surface have mirror images: the usual one, if nearly all have; else the best of those
    /// across the axes x, y and z through the middle of the surface's box, through `center` (of the skeleton), and through the origin.
    ///
    /// A point counts if its mirror image has a point within the [usual tolerance](Symmetry::usual_tolerance); points on a plane do not.
    /// Planes in which most points lie are none of symmetry. Where no plane has images for half of the points, as in a sculpt or a scan,
    /// images count that are within five tolerances of the surface; and where another plane has not a quarter more of them, the usual
    /// one stays. It does not matter which side is to be read. Of a large surface some 2,000 points are looked at.
    #[must_use]
    pub fn of_symmetry(surface: &Adjacency, usual: Self, center: Option<Vec3>) -> Self {
        Self::of_symmetry_where(surface, usual, center, |_| true)
    }

    /// The same, of those candidates alone that `may_be` accepts; the usual plane is not asked.
    #[must_use]
    pub fn of_symmetry_where(
        surface: &Adjacency,
        usual: Self,
        center: Option<Vec3>,
        may_be: impl FnMut(&Self) -> bool,
    ) -> Self {
        let mut planes = Self::candidates(surface.positions(), &usual, center);
        planes.retain(may_be);
        Self::choose(surface, usual, &planes)
    }

    /// This plane, which is known from elsewhere, as from joints, moved to where the surface is symmetric.
    ///
    /// Only planes that are nearly parallel to it and near come into question, by the shares of [`of_symmetry`](Self::of_symmetry): `usual`,
    /// those across the axes and along it through the middle of the surface's box, through `center` and through the origin, and one fitted to
    /// points and the points nearest to their images. Within 5° of it the plane counts in which most points have images, of equals `usual`,
    /// and this one last; farther off one in which clearly more have.
    ///
    /// The normals are within 26°, and at the middle of the box the planes are no farther apart than a tenth of the box across the plane.
    /// So a surface that is symmetric across it too, or one that is beside it as a whole, as a sleeve, does not turn it or move it away.
    #[must_use]
    pub fn refined(self, surface: &Adjacency, usual: Self, center: Option<Vec3>) -> Self {
        let Some(around) = bounds(surface.positions()) else {
            return self;
        };
        let middle = around.center();
        // The box's extent along the normal: a sum over the axes, as of every box.
        let across = self.normal.abs().dot(around.size());
        let is_near = |plane: &Self| {
            let apart = plane.height(middle) - self.height(middle);
            plane.normal.dot(self.normal) >= PARALLEL && apart.abs() <= NEAR * across
        };
        let mut planes = Self::candidates(surface.positions(), &self, center);
        if !Vec3::AXES.contains(&self.normal.abs()) {
            let through = [Some(middle), center, Some(Vec3::ZERO)];
            planes.extend(through.into_iter().flatten().map(|through| Self {
                // Added to zero, so that there is no −0.
                offset: 0.0 + self.normal.dot(through),
                ..self
            }));
        }
        planes.retain(is_near);
        let usual = Some(usual.towards(self.normal)).filter(is_near);
        let planes: Vec<Self> = usual.into_iter().chain(planes).collect();
        let found = ImageSearch::at_points(surface);
        let exact = found.refine_by_points(self, &planes, is_near);
        exact.unwrap_or_else(|| found.on(surface).refine_on_surface(self, usual, &planes))
    }

    /// The plane with its normal on the side of a direction.
    fn towards(self, direction: Vec3) -> Self {
        match self.normal.dot(direction) < 0.0 {
            true => Self {
                normal: -self.normal,
                offset: 0.0 - self.offset,
            },
            false => self,
        }
    }

    /// `usual`, if nearly all points have images in it; else `usual`, unless clearly more have in one of `planes`.
    fn choose(surface: &Adjacency, usual: Self, planes: &[Self]) -> Self {
        let at_points = ImageSearch::at_points(surface);
        // Where the usual plane fits, no other is tried.
        let of_usual = at_points.share(&usual);
        if of_usual >= ENOUGH {
            return usual;
        }
        // Clearly more than in the usual one, and than half of the points.
        let least = of_usual.max(LEAST - BETTER) + BETTER;
        if let Some(plane) = at_points.best(planes, least) {
            return plane;
        }
        if of_usual >= LEAST {
            return usual;
        }
        let on_surface = at_points.on(surface);
        let least = on_surface.share(&usual).max(LEAST) + BETTER_ON_SURFACE;
        on_surface.best(planes, least).unwrap_or(usual)
    }

    /// The same of points alone, so many that some are within five tolerances of every place of the surface.
    ///
    /// It builds neither a tree nor edges of all points: the images of some 2,000 of them in seven planes are put into a grid, and each
    /// point is compared with those in its cell, 64 at most, once or twice.
    #[must_use]
    pub fn of_points(points: &[Vec3], usual: Self) -> Self {
        let Some(around) = bounds(points) else {
            return usual;
        };
        let tolerance = around.size().max_element() * USUAL;
        let mut planes = vec![usual];
        planes.extend(Self::candidates(points, &usual, None));
        // As `of_symmetry` chooses.
        let exact = shares(points, &planes, [tolerance, tolerance]);
        let of_usual = exact.first().copied().unwrap_or(0.0);
        if of_usual >= ENOUGH {
            return usual;
        }
        let least = of_usual.max(LEAST - BETTER) + BETTER;
        if let Some(plane) = largest(&planes, &exact, least) {
            return plane;
        }
        if of_usual >= LEAST {
            return usual;
        }
        let near = shares(points, &planes, [tolerance, ON_SURFACE * tolerance]);
        let of_usual = near.first().copied().unwrap_or(0.0);
        let least = of_usual.max(LEAST) + BETTER_ON_SURFACE;
        largest(&planes, &near, least).unwrap_or(usual)
    }

    /// Across the axes, through the middle of the box, the center of the skeleton and the origin.
    fn candidates(places: &[Vec3], usual: &Self, center: Option<Vec3>) -> Vec<Self> {
        let middle = bounds(places).map(|bounds| (bounds.min + bounds.max) * 0.5);
        let through = [middle, center, Some(Vec3::ZERO)];
        let planes = through
            .into_iter()
            .flatten()
            .flat_map(|through| Vec3::AXES.map(|axis| Self::across(axis, through, usual)));
        planes.collect()
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

struct ImageSearch<'a> {
    places: &'a [Vec3],
    tree: Bvh,
    tolerance: f32,
    /// How far from what is in the tree an image may be.
    near: f32,
}

impl<'a> ImageSearch<'a> {
    /// Images that are points.
    fn at_points(surface: &'a Adjacency) -> Self {
        let places = surface.positions();
        let dots: Vec<[u32; 3]> = (0..).take(places.len()).map(|point| [point; 3]).collect();
        let tolerance = Symmetry::usual_tolerance(surface);
        Self {
            places,
            tree: Bvh::new(places, &dots),
            tolerance,
            near: tolerance,
        }
    }

    /// Images that are near the surface.
    fn on(self, surface: &Adjacency) -> Self {
        Self {
            tree: Bvh::new(self.places, surface.triangles()),
            near: ON_SURFACE * self.tolerance,
            ..self
        }
    }

    /// Of images that are points, the plane for one that is known, see [`Plane::refined`]; none where fewer than half have one.
    fn refine_by_points(
        &self,
        known: Plane,
        planes: &[Plane],
        is_near: impl Fn(&Plane) -> bool,
    ) -> Option<Plane> {
        let is_parallel = |plane: &Plane| plane.normal.dot(known.normal) >= ALMOST_PARALLEL;
        let (mut parallel, mut others): (Vec<Plane>, Vec<Plane>) =
            planes.iter().copied().partition(is_parallel);
        parallel.push(known);
        let mut plane = self.best(&parallel, -1.0).unwrap_or(known);
        let mut share = self.share(&plane);
        if share >= 1.0 {
            return Some(plane);
        }
        let fitted = self.fit_plane(plane).filter(is_near).into_iter();
        let (close, far): (Vec<Plane>, Vec<Plane>) = fitted.partition(is_parallel);
        others.extend(far);
        if let Some(close) = self.best(&close, share) {
            plane = close;
            share = self.share(&close);
        }
        let least = share.max(LEAST - BETTER) + BETTER;
        self.best(&others, least)
            .or_else(|| (share >= LEAST).then_some(plane))
    }

    /// The same of images near the surface: the usual plane, if as many have one there as in the known one; else that, unless clearly more
    /// have in another.
    fn refine_on_surface(&self, known: Plane, usual: Option<Plane>, planes: &[Plane]) -> Plane {
        let of_known = self.share(&known);
        let usual = usual.filter(|usual| {
            usual.normal.dot(known.normal) >= ALMOST_PARALLEL && self.share(usual) >= of_known
        });
        let known = usual.unwrap_or(known);
        let least = self.share(&known).max(LEAST) + BETTER_ON_SURFACE;
        self.best(planes, least).unwrap_or(known)
    }

    /// The plane between points and the points nearest to their images, the nearer half of them, and again with that plane. None where there
    /// are none.
    fn fit_plane(&self, mut plane: Plane) -> Option<Plane> {
        let step = self.places.len().min(SAMPLES).div_ceil(FIT_SAMPLES).max(1);
        for _ in 0..FIT_ROUNDS {
            let pair = |place: Vec3| {
                let nearest = self.tree.nearest(plane.mirror(place))?;
                let other = *self.places.get(nearest.triangle)?;
                Some((nearest.distance, [place, other]))
            };
            let looked = sample_places(self.places).step_by(step);
            let looked = looked.filter(|place| plane.height(*place).abs() > self.tolerance);
            let mut pairs: Vec<(f32, [Vec3; 2])> = looked.filter_map(pair).collect();
            pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
            // In the farther half may be pairs that are no images of each other.
            pairs.truncate(pairs.len().div_ceil(2));
            let next = between(&pairs, &plane)?;
            if next == plane {
                break;
            }
            plane = next;
        }
        Some(plane)
    }

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
        // 16 bits do: there are no more than SAMPLES.
        let (mut on, mut off, mut matched) = (0_u16, 0_u16, 0_u16);
        for place in sample_places(self.places) {
            if plane.height(place).abs() <= self.tolerance {
                on += 1;
                continue;
            }
            off += 1;
            let image = plane.mirror(place);
            let nearest = self.tree.nearest_of_within(image, self.near, |_| true);
            matched += u16::from(nearest.is_some());
        }
        if off <= on {
            return 0.0;
        }
        f32::from(matched) / f32::from(off)
    }
}

/// The plane halfway between the points of each pair: its normal is the mean of the ways between them, towards the points above `plane`, and
/// its offset the median of their middles. None where there are none.
fn between(pairs: &[(f32, [Vec3; 2])], plane: &Plane) -> Option<Plane> {
    let ways = pairs.iter().map(|&(_, [place, other])| {
        let way = place - other;
        if plane.height(place) > 0.0 { way } else { -way }
    });
    let normal = ways.sum::<Vec3>().try_normalize()?;
    let middles = pairs.iter();
    let middles = middles.map(|&(_, [place, other])| 0.5 * normal.dot(place + other));
    let mut middles: Vec<f32> = middles.collect();
    middles.sort_by(f32::total_cmp);
    let median = *middles.get(middles.len() / 2)?;
    // Added to zero, so that there is no −0.
    let offset = 0.0 + median;
    Some(Plane { normal, offset })
}

/// Some of the places that are finite, at most [`SAMPLES`]: one of each run of so many, which one as by chance, since meshes repeat
/// themselves: every twelfth vertex may be of one wall.
fn sample_places(places: &[Vec3]) -> impl Iterator<Item = Vec3> {
    let run = places.len().div_ceil(SAMPLES).max(1);
    let one = move |first: usize| {
        // A factor with the bits of the golden ratio scatters neighboring numbers.
        let off = (first.wrapping_mul(0x9E37_79B1) >> 16) % run;
        places.get(first + off).copied()
    };
    let all = (0..places.len()).step_by(run).filter_map(one);
    all.filter(|place| place.is_finite())
}

/// The plane with the largest share above this one; the first of equals.
fn largest(planes: &[Plane], shares: &[f32], least: f32) -> Option<Plane> {
    let mut best = (None, least);
    for (&plane, &share) in planes.iter().zip(shares) {
        if share > best.1 {
            best = (Some(plane), share);
        }
    }
    best.0
}

/// Of each plane how many of the sampled points off it have a point near their mirror image, 0 to 1; 0 where most lie on it.
fn shares(points: &[Vec3], planes: &[Plane], [tolerance, near]: [f32; 2]) -> Vec<f32> {
    let looked: Vec<Vec3> = sample_places(points).collect();
    let mut images = Images::new(near);
    let mut on = vec![0_u16; planes.len()];
    for ((number, plane), on) in planes.iter().enumerate().zip(&mut on) {
        for &place in &looked {
            match plane.height(place).abs() <= tolerance {
                true => *on += 1,
                false => images.add(plane.mirror(place), number),
            }
        }
    }
    for &point in points {
        images.meet(point);
    }
    let (mut off, mut matched) = (vec![0_u16; planes.len()], vec![0_u16; planes.len()]);
    for image in &images.all {
        off[image.plane] += 1;
        matched[image.plane] += u16::from(image.is_met);
    }
    let counts = on.into_iter().zip(off).zip(matched);
    let share = |((on, off), matched): ((u16, u16), u16)| match off <= on {
        true => 0.0,
        false => f32::from(matched) / f32::from(off),
    };
    counts.map(share).collect()
}

/// The mirror image of a sampled point.
struct Image {
    place: Vec3,
    /// Which plane shows it.
    plane: usize,
    /// Whether there is a point.
    is_met: bool,
}

/// Images by the cells of a grid that are within reach of them.
struct Images {
    all: Vec<Image>,
    near: f32,
    cells: HashMap<[i32; 3], Vec<usize>>,
}

impl Images {
    fn new(near: f32) -> Self {
        Self {
            all: Vec::new(),
            near: near.max(f32::MIN_POSITIVE),
            cells: HashMap::new(),
        }
    }

    /// The cell of a place; cells are as long as what is within reach to both sides.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "saturates: what is that far away shares a cell, and its distance is compared besides"
    )]
    fn cell(&self, place: Vec3) -> [i32; 3] {
        let cell = (place / (2.0 * self.near)).floor();
        cell.to_array().map(|coordinate| coordinate as i32)
    }

    /// Adds an image to the cells within reach, eight at most; one in a crowd is left out.
    fn add(&mut self, place: Vec3, plane: usize) {
        let [low, high] = [-self.near, self.near].map(|by| self.cell(place + by));
        let mut cells: Vec<[i32; 3]> = (0..8_u8)
            .map(|corner| {
                let of = |axis: usize| match (corner >> axis) & 1 {
                    0 => low[axis],
                    _ => high[axis],
                };
                [of(0), of(1), of(2)]
            })
            .collect();
        cells.sort_unstable();
        cells.dedup();
        let is_crowd = |cell: &[i32; 3]| {
            let there = self.cells.get(cell);
            there.is_some_and(|there| there.len() >= MOST_IN_CELL)
        };
        if cells.iter().any(is_crowd) {
            return;
        }
        let number = self.all.len();
        for cell in cells {
            self.cells.entry(cell).or_default().push(number);
        }
        self.all.push(Image {
            place,
            plane,
            is_met: false,
        });
    }

    /// Marks the images that a point is near to; nobody looks at them again.
    fn meet(&mut self, point: Vec3) {
        let cell = self.cell(point);
        let Some(there) = self.cells.get_mut(&cell) else {
            return;
        };
        let (all, near) = (&mut self.all, self.near);
        there.retain(|&number| {
            let image = &mut all[number];
            image.is_met |= image.place.distance(point) <= near;
            !image.is_met
        });
    }
}
