//! Garments: parts that lie close over a larger one, as a shirt over a body. Where that is asked for they take the weights of the surface
//! below them, so that both bend alike.
//!
//! A part is a garment of another one, which is at least as large, if three quarters of its points lie outside of that, nearer than 4 % of
//! its size, and its surface runs along the other's there. What lies over a garment of a body is a garment of that body, too: layers are
//! found and dressed from the inside outwards, and each point takes from the nearest layer below.

use glam::{DVec3, Vec3};
use mesh::{Adjacency, Bvh, Nearest, PointIndex, vertex_normals};

use crate::Row;

use super::finish::row_between;
use super::outcome::WeightSource;
use super::parts::Parts;
use super::rigid::Rigidity as Kept;
use super::sparse::narrow;
use super::walls::{LARGE, PARALLEL, PartMeasures, samples};
use super::{AutomaticInput, AutomaticMethod, Clothes};

/// A garment has at least this share of the area of the body.
const LEAST: f64 = 0.01;

/// Of the size of the body: garments are no farther from what is below them.
const NEAR: f64 = 0.04;

/// At least this share of the points that are looked at lie near and outside.
const OUTSIDE: f64 = 0.75;

/// Of a garment of one layer at least this share runs along what is below, facing as it does.
const ALONG: f64 = 0.7;

/// Of one with an inner side at least the first share runs along facing as what is below does, and at least the second whichever way it
/// faces.
const THICK: [f64; 2] = [0.3, 0.85];

/// A part with at most this share of the area of the body has to go around it, and so has one with an inner side: plates, badges, eyebrows
/// and limbs beside each other are no garments.
const SMALL: f64 = 0.1;

/// A part goes around a body if the mean of unit normals below it is no longer than this.
const ONE_SIDE: f64 = 0.8;

/// So many times what lies over what was found is looked for.
const LAYERS: usize = 4;

/// Of the size of the body: points that are no deeper below a triangle than this take from it as if they were outside.
const DEPTH: f64 = 0.005;

/// A garment over a body.
#[derive(Clone, Copy)]
struct Garment {
    part: usize,
    /// Whether it has an inner side, which faces the body.
    is_thick: bool,
}

/// A part that others lie over.
#[derive(Clone, Copy)]
struct Body {
    part: usize,
    area: f64,
    size: f64,
    /// 1 where triangles face outwards, −1 where they face inwards.
    outwards: f32,
}

/// A body with the garments over it, from the inside outwards.
struct CoveredBody<'a> {
    body: Body,
    /// Never empty: bodies without garments are not listed.
    garments: Vec<Garment>,
    /// The body, then the garments.
    layers: Vec<Layer<'a>>,
}

/// What lies below a garment.
struct Below<'a> {
    body: Body,
    layers: &'a [Layer<'a>],
}

/// One part of that.
struct Layer<'a> {
    triangles: &'a [[u32; 3]],
    /// Of each triangle, outwards and of length one; zero where it has no area.
    normals: Vec<Vec3>,
    tree: Bvh,
}

/// A place of what lies below a point.
struct PlaceBelow {
    corners: [PointIndex; 3],
    shares: Vec3,
    normal: Vec3,
    /// From the point to this place, in the units of the surface.
    distance: f32,
    /// Of the point: above zero outside.
    height: f32,
}

/// What garments are looked for among.
struct GarmentSearch<'a> {
    surface: &'a Adjacency,
    parts: &'a Parts,
    /// Vertex normals, one per point of the surface, as its triangles face.
    normals: Vec<Vec3>,
}

/// Finds garments. They take the weights of what is below them if that is asked for, and are no walls then; else it is noted that they
/// could. Gives where points took their weights from.
pub(super) fn settle(
    given: &AutomaticInput<'_>,
    parts: &mut Parts,
    kept: &[Kept],
    walls: &mut [Option<usize>],
    rows: &mut [(PointIndex, Row)],
) -> Vec<WeightSource> {
    let is_asked = given.options.clothes == Clothes::Body;
    let is_quick = given.options.method == AutomaticMethod::Nearest;
    if parts.len() < 2 || (is_quick && !is_asked) {
        return Vec::new();
    }
    let surface = given.surface;
    let search = GarmentSearch {
        surface,
        parts: &*parts,
        normals: vertex_normals(surface.positions(), surface.triangles()),
    };
    let all = search.covered_bodies(kept, walls);
    let limit = given.options.most_joints();
    let taken = match is_asked {
        true => search.dress(&all, limit, rows),
        false => Vec::new(),
    };
    let worn = all.into_iter().flat_map(|covered| {
        let body = covered.body.part;
        let garments = covered.garments.into_iter();
        garments.map(move |garment| (garment.part, body))
    });
    let worn: Vec<(usize, usize)> = worn.collect();
    for (garment, body) in worn {
        let wall = &mut walls[garment];
        if is_asked {
            *wall = None;
            parts.assign_garment(garment, body);
        } else if wall.is_none() {
            parts.note_garment(garment);
        }
    }
    taken
}

/// Gives points the weights of the places that were found for them, at most `limit` joints each.
fn take(places: &[WeightSource], limit: usize, rows: &mut [(PointIndex, Row)]) {
    for taken in places {
        let pairs_of = |corner: PointIndex| rows[corner.index()].1.pairs();
        let row = row_between(taken.corners, taken.shares, limit, pairs_of);
        rows[taken.point.index()].1 = row;
    }
}

impl<'a> GarmentSearch<'a> {
    /// All bodies that have garments.
    fn covered_bodies(&self, kept: &[Kept], walls: &[Option<usize>]) -> Vec<CoveredBody<'a>> {
        let shapes: Vec<PartMeasures> = (0..self.parts.len())
            .map(|part| PartMeasures::of(self.surface, self.parts.triangles(part)))
            .collect();
        let total: f64 = shapes.iter().map(|shape| shape.area).sum();
        let mut by_size: Vec<usize> = (0..self.parts.len())
            // A garment has LEAST of the area of its body, which has LARGE of all: what is smaller can be neither.
            .filter(|&part| shapes[part].area >= LARGE * LEAST * total && total > 0.0)
            .collect();
        // The largest first: no garment has a larger box than its body, so its garments are among those that follow.
        by_size.sort_by(|&one, &other| shapes[other].size().total_cmp(&shapes[one].size()));
        let mut is_garment = vec![false; self.parts.len()];
        let mut all = Vec::new();
        for (place, &part) in by_size.iter().enumerate() {
            let shape = &shapes[part];
            if is_garment[part] || walls[part].is_some() || shape.area < LARGE * total {
                continue;
            }
            let body = Body::of(part, shape);
            let mut open = by_size[place + 1..].to_vec();
            open.retain(|&part| {
                let is_free = !is_garment[part] && kept[part].follows.is_none();
                is_free && shapes[part].area >= LEAST * body.area
            });
            let covered = self.find_garments(body, &shapes, open);
            for garment in covered.iter().flat_map(|covered| &covered.garments) {
                is_garment[garment.part] = true;
            }
            all.extend(covered);
        }
        all
    }

    /// A body with those of some parts that are garments of it; none where none is.
    fn find_garments(
        &self,
        body: Body,
        shapes: &[PartMeasures],
        mut open: Vec<usize>,
    ) -> Option<CoveredBody<'a>> {
        if open.is_empty() {
            return None;
        }
        let mut garments = Vec::new();
        let mut layers = vec![self.layer(body, body.part)];
        for _layer in 0..LAYERS {
            let below = Below {
                body,
                layers: &layers,
            };
            let lying = |&part: &usize| self.lying(&below, part, shapes[part].area);
            let mut found: Vec<(f64, Garment)> = open.iter().filter_map(lying).collect();
            if found.is_empty() {
                break;
            }
            // The innermost first, for outer ones take from them too.
            found.sort_by(|one, other| one.0.total_cmp(&other.0));
            open.retain(|&part| found.iter().all(|(_, garment)| garment.part != part));
            for (_, garment) in found {
                layers.push(self.layer(body, garment.part));
                garments.push(garment);
            }
        }
        (!garments.is_empty()).then_some(CoveredBody {
            body,
            garments,
            layers,
        })
    }

    /// A part, if it is a garment over what is below, and how far from that it is in the mean.
    fn lying(&self, below: &Below<'_>, part: usize, area: f64) -> Option<(f64, Garment)> {
        let samples = samples(self.parts.points(part));
        #[expect(clippy::cast_precision_loss, reason = "so many samples")]
        let number = |count: usize| count as f64;
        let (mut elsewhere, mut along, mut against) = (0, 0, 0);
        let (mut normals, mut distances) = (DVec3::ZERO, 0.0);
        for &point in &samples {
            let place = self.outside(below, point);
            elsewhere += usize::from(place.is_none());
            if number(elsewhere) > (1.0 - OUTSIDE) * number(samples.len()) {
                return None;
            }
            let Some(place) = place else {
                continue;
            };
            let cosine = place.normal.dot(self.normal(below.body, point));
            along += usize::from(cosine >= PARALLEL);
            against += usize::from(cosine <= -PARALLEL);
            normals += place.normal.as_dvec3();
            distances += f64::from(place.distance);
        }
        let outside = number((samples.len() - elsewhere).max(1));
        let share = |count: usize| number(count) / outside;
        let [outer, either] = THICK;
        let is_thin = share(along) >= ALONG;
        let is_thick = !is_thin && share(along) >= outer && share(along + against) >= either;
        let has_to_go_around = is_thick || area <= SMALL * below.body.area;
        // Unit normals below a plate add up, those around a limb cancel.
        let is_beside = has_to_go_around && normals.length() > ONE_SIDE * outside;
        let garment = Garment { part, is_thick };
        ((is_thin || is_thick) && !is_beside).then_some((distances / outside, garment))
    }

    /// The nearest place below a point, if the point is outside and near.
    fn outside(&self, below: &Below<'_>, point: PointIndex) -> Option<PlaceBelow> {
        let from = self.surface.positions()[point.index()];
        let most = narrow(NEAR * below.body.size);
        let place = below.nearest(from, most, |_, _| true);
        place.filter(|place| place.height >= 0.0)
    }

    /// Gives all garments the weights of what is below them, and says where each point took them from.
    fn dress(
        &self,
        all: &[CoveredBody<'_>],
        limit: usize,
        rows: &mut [(PointIndex, Row)],
    ) -> Vec<WeightSource> {
        let mut taken = Vec::new();
        for covered in all {
            for (number, &garment) in covered.garments.iter().enumerate() {
                let below = Below {
                    body: covered.body,
                    layers: &covered.layers[..=number],
                };
                let places = self.places(&below, garment);
                take(&places, limit, rows);
                taken.extend(places);
            }
        }
        taken
    }

    /// Where the points of a garment take from.
    fn places(&self, below: &Below<'_>, garment: Garment) -> Vec<WeightSource> {
        let points = self.parts.points(garment.part).iter();
        let taken = points.filter_map(|&point| {
            let PlaceBelow {
                corners, shares, ..
            } = self.place(below, point, garment.is_thick)?;
            Some(WeightSource {
                point,
                corners,
                shares,
            })
        });
        taken.collect()
    }

    /// The nearest place below a point that the point is outside of and that faces as the surface does there, or against it where a garment
    /// has an inner side; the nearest of all where there is none.
    fn place(&self, below: &Below<'_>, point: PointIndex, is_thick: bool) -> Option<PlaceBelow> {
        let from = self.surface.positions()[point.index()];
        let own = self.normal(below.body, point);
        let deepest = narrow(-DEPTH * below.body.size);
        let fits = |normal: Vec3, height: f32| {
            let cosine = normal.dot(own);
            let is_along = cosine >= PARALLEL || (is_thick && cosine <= -PARALLEL);
            is_along && height >= deepest
        };
        // The search without a test comes first, for its distance bounds how far the one with a test has to look.
        let nearest = below.nearest(from, f32::INFINITY, |_, _| true)?;
        if fits(nearest.normal, nearest.height) {
            return Some(nearest);
        }
        let most = nearest.distance + narrow(NEAR * below.body.size);
        let fitting = below.nearest(from, most, |layer, triangle| {
            let corner = self.surface.positions()[layer.triangles[triangle][0] as usize];
            let normal = layer.normals[triangle];
            fits(normal, normal.dot(from - corner))
        });
        fitting.or(Some(nearest))
    }

    /// The normal of a point, outwards if triangles face as those of the body do.
    fn normal(&self, body: Body, point: PointIndex) -> Vec3 {
        self.normals[point.index()] * body.outwards
    }

    fn layer(&self, body: Body, part: usize) -> Layer<'a> {
        let triangles = self.parts.triangles(part);
        let positions = self.surface.positions();
        let normal = |corners: &[u32; 3]| {
            let [a, b, c] = corners.map(|point| positions[point as usize].as_dvec3());
            let normal = (b - a).cross(c - a).normalize_or_zero();
            normal.as_vec3() * body.outwards
        };
        Layer {
            triangles,
            normals: triangles.iter().map(normal).collect(),
            tree: Bvh::new(positions, triangles),
        }
    }
}

impl Body {
    fn of(part: usize, shape: &PartMeasures) -> Self {
        Self {
            part,
            area: shape.area,
            size: shape.size(),
            // The signed volume is above zero where triangles face outwards.
            outwards: narrow(shape.volume.signum()),
        }
    }
}

impl Below<'_> {
    /// The nearest place on the triangles that `accept` says, no farther away than `most`.
    fn nearest(
        &self,
        from: Vec3,
        most: f32,
        accept: impl Fn(&Layer<'_>, usize) -> bool,
    ) -> Option<PlaceBelow> {
        let mut found: Option<(&Layer<'_>, Nearest)> = None;
        let mut most = most;
        for layer in self.layers {
            let is_meant = |triangle: usize| accept(layer, triangle);
            if let Some(nearest) = layer.tree.nearest_of_within(from, most, is_meant) {
                // Layers after it count only where they are nearer still.
                most = nearest.distance;
                found = Some((layer, nearest));
            }
        }
        let (layer, nearest) = found?;
        let normal = layer.normals[nearest.triangle];
        Some(PlaceBelow {
            corners: layer.triangles[nearest.triangle].map(PointIndex),
            shares: nearest.barycentric,
            normal,
            distance: nearest.distance,
            height: normal.dot(from - nearest.point),
        })
    }
}
