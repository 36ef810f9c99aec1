//! The clothes of the dressed figure, over the biped as it is: a shirt with wide sleeves, trousers, a belt with its buckle, buttons.
//!
//! Every vertex has the weights of the nearest vertex of the body, as clothes have them before somebody binds them better: under the arms
//! of the shirt, neighbors follow arm and trunk. All numbers come from rounded places of the body, so that no platform chooses
//! another neighbor.

mod belt;
mod shirt;
mod trousers;

use std::collections::HashMap;

use glam::DVec3;

use super::export::{normals, rounded};
use super::shape::Paint;
use super::surface::{Point, Surface};

/// A mesh of its own over the body.
#[derive(Clone, Debug)]
pub(super) struct Garment {
    /// Name of its mesh, of its node and of its material.
    pub(super) name: &'static str,
    pub(super) surface: Surface,
    /// Linear: red, green, blue, alpha.
    pub(super) paint: Paint,
}

/// Places and triangles of a garment.
#[derive(Clone, Debug, Default)]
struct Cut {
    places: Vec<DVec3>,
    triangles: Vec<[usize; 3]>,
}

impl Cut {
    /// Puts another piece beside these.
    fn add(&mut self, other: Self) {
        let first = self.places.len();
        self.places.extend(other.places);
        let moved = other.triangles.into_iter();
        self.triangles
            .extend(moved.map(|corners| corners.map(|corner| first + corner)));
    }
}

/// The surface of the body with rounded places and normals.
struct DressedBody<'a> {
    surface: &'a Surface,
    places: Vec<DVec3>,
    normals: Vec<DVec3>,
}

/// All clothes of a body: the biped's surface, by the names of its paints.
pub(super) fn garments(surface: &Surface, paints: &[Paint]) -> Vec<Garment> {
    let points = surface.points.iter();
    let body = DressedBody {
        surface,
        places: points.map(|point| rounded(point.position)).collect(),
        normals: normals(surface).into_iter().map(rounded).collect(),
    };
    let paint = |name, base_color| Paint { name, base_color };
    let cuts = [
        (paint("shirt", [0.62, 0.56, 0.42, 1.0]), shirt::shirt()),
        (
            paint("trousers", [0.06, 0.09, 0.20, 1.0]),
            trousers::trousers(&body, paints),
        ),
        (paint("belt", [0.16, 0.07, 0.03, 1.0]), belt::belt()),
        (paint("buttons", [0.85, 0.82, 0.75, 1.0]), belt::buttons()),
    ];
    let sewn = cuts.into_iter().map(|(paint, cut)| Garment {
        name: paint.name,
        surface: body.weighted(cut),
        paint,
    });
    sewn.collect()
}

impl DressedBody<'_> {
    /// A garment with the weights of the nearest vertices of the body.
    fn weighted(&self, cut: Cut) -> Surface {
        let points = cut.places.iter().map(|&place| {
            let place = rounded(place);
            Point {
                position: place,
                weights: self.surface.points[self.nearest(place)].weights.clone(),
            }
        });
        Surface {
            points: points.collect(),
            triangle_paints: vec![0; cut.triangles.len()],
            triangles: cut.triangles,
            ..Surface::default()
        }
    }

    fn nearest(&self, place: DVec3) -> usize {
        let key = |vertex: usize| {
            let at = self.places[vertex];
            // In the middle of a garment both sides are as near: the left one, on every platform.
            [at.distance_squared(place), -at.x, at.y, at.z]
        };
        let before = |one: &[f64; 4], other: &[f64; 4]| {
            let pairs = one.iter().zip(other);
            let unequal = pairs.map(|(a, b)| a.total_cmp(b)).find(|of| of.is_ne());
            unequal.is_some_and(std::cmp::Ordering::is_lt)
        };
        let mut best = (0, key(0));
        for vertex in 1..self.places.len() {
            let other = key(vertex);
            if before(&other, &best.1) {
                best = (vertex, other);
            }
        }
        best.0
    }
}

/// Vertices by their keys, each made where it is first asked for.
struct Grown<K> {
    known: HashMap<K, usize>,
    cut: Cut,
}

impl<K: Eq + std::hash::Hash> Grown<K> {
    fn new() -> Self {
        Self {
            known: HashMap::new(),
            cut: Cut::default(),
        }
    }

    fn vertex(&mut self, key: K, place: impl FnOnce() -> DVec3) -> usize {
        let places = &mut self.cut.places;
        *self.known.entry(key).or_insert_with(|| {
            places.push(place());
            places.len() - 1
        })
    }
}
