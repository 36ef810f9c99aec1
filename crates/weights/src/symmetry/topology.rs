//! Mirror images by how triangles hang together.

use std::collections::HashMap;

use glam::Vec3;
use mesh::{Adjacency, Bvh, PointIndex, bounds};

use super::faces::Faces;
use super::surface::parts_beside;
use super::walk::{Seed, WalkResult, Walker};
use crate::Plane;

/// A walk that ends this near to where the mirror shows it, as a share of the part's size, needs no better.
const NEAR: f64 = 0.05;
/// Walks that end well, but elsewhere, before the best of them is taken.
const ENOUGH: usize = 8;
/// Seeds that are tried with errors allowed.
const TOLERANT: usize = 24;
/// How often all of a part may be walked over in search of a seed.
const EFFORT: usize = 200;
/// Faces that are walked over for it at most, unless that would be fewer walks than the next number.
const MOST_FACES: usize = 1_000_000;
const FEWEST: usize = 40;
/// Faces for all parts together, or this many walks over the whole mesh where that is more; after that each part is walked over once.
const MOST_FACES_OF_ALL: usize = 5_000_000;
const FEWEST_OF_ALL: usize = 160;

/// A part of the surface with what is known of it.
struct SurfacePart {
    faces: Vec<u32>,
    sides: Vec<([PointIndex; 2], [u32; 2])>,
    center: Vec3,
    size: f64,
    /// Points, faces and inner sides: parts that are images of each other have the same.
    counts: [usize; 3],
}

/// What a walk has to be like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MatchLevel {
    /// The same on both sides, and near the mirror image.
    Near,
    /// The same on both sides.
    Exact,
    /// The same on most of both sides.
    Mostly,
}

/// The image of every point: triangles first, and quads where no triangles fit; then both with less asked.
pub(super) fn partners(surface: &Adjacency, plane: &Plane) -> Vec<Option<PointIndex>> {
    let kinds = [Faces::triangles(surface), Faces::quads(surface)];
    let faces = surface.triangles().len();
    let mut search = PartnerSearch {
        partners: vec![None; surface.point_count()],
        is_done: vec![false; surface.part_count()],
        is_beside: parts_beside(surface, plane),
        left: MOST_FACES_OF_ALL.max(FEWEST_OF_ALL.saturating_mul(faces)),
    };
    // The strictest first, over all parts, so that no looser match takes what fits another part better.
    for fit in [MatchLevel::Near, MatchLevel::Exact, MatchLevel::Mostly] {
        for faces in &kinds {
            let parts = parts(surface, plane, faces);
            let mut walker = Walker::new(surface, plane, faces);
            search.search(&mut walker, &parts, fit);
        }
    }
    search.partners
}

struct PartnerSearch {
    partners: Vec<Option<PointIndex>>,
    is_done: Vec<bool>,
    /// Of each part whether it is on one side of the plane as a whole: then it is not its own image.
    is_beside: Vec<bool>,
    /// Faces that may still be walked over in search of seeds.
    left: usize,
}

impl PartnerSearch {
    /// Looks for the images of all parts that have none yet.
    fn search(&mut self, walker: &mut Walker<'_>, parts: &[SurfacePart], fit: MatchLevel) {
        let mut alike = PartsByCounts::new(parts, &self.is_done);
        for (place, part) in parts.iter().enumerate() {
            if self.is_done[place] || part.faces.is_empty() {
                continue;
            }
            let may_pair = match fit {
                MatchLevel::Near => true,
                MatchLevel::Exact => alike.tells_which(part),
                MatchLevel::Mostly => false,
            };
            let opposite = || alike.opposite(part, place, walker.plane, &self.is_done);
            let other = may_pair.then(opposite).flatten();
            let pair = other.and_then(|other| {
                let found = across(walker, [part, &parts[other]], fit, &mut self.left)?;
                Some((found, other))
            });
            let is_own = !self.is_beside[place];
            let found = pair.or_else(|| {
                let walk = || within(walker, part, fit, &mut self.left);
                Some((is_own.then(walk)??, place))
            });
            if let Some((paired, other)) = found {
                self.is_done[place] = true;
                self.is_done[other] = true;
                alike.close(part, 1 + usize::from(other != place));
                self.take(&paired);
            }
        }
    }

    fn take(&mut self, paired: &WalkResult) {
        for &[one, other] in &paired.points {
            self.partners[one.index()] = Some(other);
            self.partners[other.index()] = Some(one);
        }
    }
}

fn parts(surface: &Adjacency, plane: &Plane, faces: &Faces) -> Vec<SurfacePart> {
    let mut places: Vec<Vec<Vec3>> = vec![Vec::new(); surface.part_count()];
    for (&part, &place) in surface.parts().iter().zip(surface.positions()) {
        places[part as usize].push(place);
    }
    let mut parts: Vec<SurfacePart> = places
        .iter()
        .map(|places| {
            let bounds = bounds(places);
            SurfacePart {
                faces: Vec::new(),
                sides: Vec::new(),
                center: bounds.map_or(Vec3::ZERO, |bounds| bounds.center()),
                size: bounds.map_or(0.0, |bounds| f64::from(bounds.diagonal())),
                counts: [places.len(), 0, 0],
            }
        })
        .collect();
    let part_of = |point: PointIndex| surface.parts()[point.index()] as usize;
    for (place, face) in (0..).zip(&faces.faces) {
        parts[part_of(face.corners()[0])].faces.push(place);
    }
    for (side, faces) in faces.inner_sides() {
        parts[part_of(side[0])].sides.push((side, faces));
    }
    let offside = |point: PointIndex| plane.height(surface.positions()[point.index()]).abs();
    for part in &mut parts {
        part.counts = [part.counts[0], part.faces.len(), part.sides.len()];
        part.sides.sort_by(|(one, _), (other, _)| {
            let far = |side: &[PointIndex; 2]| offside(side[0]).max(offside(side[1]));
            far(one).total_cmp(&far(other)).then(one.cmp(other))
        });
    }
    parts
}

/// The parts of the same counts, by where their middles are.
struct PartsByCounts {
    of_counts: HashMap<[usize; 3], (Vec<usize>, Bvh)>,
    /// How many of them are not done.
    open: HashMap<[usize; 3], usize>,
}

impl PartsByCounts {
    fn new(parts: &[SurfacePart], is_done: &[bool]) -> Self {
        let mut members: HashMap<[usize; 3], Vec<usize>> = HashMap::new();
        let mut open: HashMap<[usize; 3], usize> = HashMap::new();
        for (place, part) in parts.iter().enumerate() {
            members.entry(part.counts).or_default().push(place);
            *open.entry(part.counts).or_default() += usize::from(!is_done[place]);
        }
        let trees = members.into_iter().map(|(counts, members)| {
            let centers: Vec<Vec3> = members.iter().map(|&place| parts[place].center).collect();
            let dots: Vec<[u32; 3]> = (0..).take(members.len()).map(|dot| [dot; 3]).collect();
            (counts, (members, Bvh::new(&centers, &dots)))
        });
        Self {
            of_counts: trees.collect(),
            open,
        }
    }

    /// So many parts like this one are done now, that were not.
    fn close(&mut self, part: &SurfacePart, count: usize) {
        if let Some(open) = self.open.get_mut(&part.counts) {
            *open = open.saturating_sub(count);
        }
    }

    /// Whether no more than two parts that are not done are like this one. Which of more, as of triangles strewn about, is its image cannot
    /// be told by how they hang together: they have to lie near it.
    fn tells_which(&self, part: &SurfacePart) -> bool {
        self.open.get(&part.counts).is_none_or(|&open| open < 3)
    }

    /// The part that is nearest to a part's image, if it is another.
    fn opposite(
        &self,
        part: &SurfacePart,
        place: usize,
        plane: &Plane,
        is_done: &[bool],
    ) -> Option<usize> {
        let (members, tree) = self.of_counts.get(&part.counts)?;
        let image = plane.mirror(part.center);
        let found = tree.nearest_of(image, |dot| !is_done[members[dot]])?;
        Some(members[found.triangle]).filter(|&other| other != place)
    }
}

/// The best walk over a part that begins at two sides of an edge of the middle.
fn within(
    walker: &mut Walker<'_>,
    part: &SurfacePart,
    fit: MatchLevel,
    left: &mut usize,
) -> Option<WalkResult> {
    let seeds = part.sides.iter().map(|&(side, faces)| Seed {
        faces,
        sides: [side; 2],
    });
    if fit != MatchLevel::Mostly {
        return best(walker, seeds, part, fit, left);
    }
    // What is not alike on both sides finds no partner.
    let allowed = part.faces.len() / 2;
    let walks = seeds
        .take(TOLERANT)
        .filter_map(|seed| walker.walk(seed, allowed).0);
    let gain = |walk: &WalkResult| walk.points.len().saturating_sub(walk.conflicts);
    walks
        .filter(|walk| is_most(walk, part) && 4 * walk.conflicts <= walk.points.len())
        .max_by(|one, other| {
            let order = gain(one).cmp(&gain(other));
            order.then(other.residual.total_cmp(&one.residual))
        })
}

/// The best walk over two parts, from some side of the first and every side of the second.
fn across(
    walker: &mut Walker<'_>,
    [one, other]: [&SurfacePart; 2],
    fit: MatchLevel,
    left: &mut usize,
) -> Option<WalkResult> {
    let &first = one.faces.first()?;
    let face = walker.faces.faces[first as usize];
    let side = face.sides().next()?;
    let image = side.map(|point| walker.plane.mirror(walker.place(point)));
    let mut seeds: Vec<(f32, Seed)> = Vec::new();
    for &face in &other.faces {
        for [a, b] in walker.faces.faces[face as usize].sides() {
            // A mirrored face runs the other way around, one that was copied without being turned over does not.
            for there in [[b, a], [a, b]] {
                let far = there.map(|point| walker.place(point));
                let far = far[0].distance(image[0]) + far[1].distance(image[1]);
                let seed = Seed {
                    faces: [first, face],
                    sides: [side, there],
                };
                seeds.push((far, seed));
            }
        }
    }
    seeds.sort_by(|one, other| one.0.total_cmp(&other.0));
    let seeds = seeds.into_iter().map(|(_, seed)| seed);
    best(walker, seeds, one, fit, left)
}

/// Whether most of a part's points were paired.
fn is_most(walk: &WalkResult, part: &SurfacePart) -> bool {
    // Two points a pair, but for those in the middle.
    4 * walk.points.len() > part.counts[0]
}

/// Of walks over a whole part without a conflict the first that ends near the mirror image, else the nearest.
fn best(
    walker: &mut Walker<'_>,
    seeds: impl Iterator<Item = Seed>,
    part: &SurfacePart,
    fit: MatchLevel,
    left: &mut usize,
) -> Option<WalkResult> {
    let faces = part.faces.len();
    let most = MOST_FACES.max(FEWEST.saturating_mul(faces)).min(*left);
    let mut effort = EFFORT.saturating_mul(faces).min(most);
    let mut found: Vec<WalkResult> = Vec::new();
    for seed in seeds {
        let (walk, faces) = walker.walk(seed, 0);
        // One more than the faces, so that walks which end at once count too.
        effort = effort.saturating_sub(faces + 1);
        *left = left.saturating_sub(faces + 1);
        if let Some(walk) = walk.filter(|walk| is_most(walk, part)) {
            let is_near = walk.residual <= NEAR * part.size;
            found.push(walk);
            if is_near || found.len() >= ENOUGH {
                break;
            }
        }
        if effort == 0 {
            break;
        }
    }
    found
        .into_iter()
        .filter(|walk| fit != MatchLevel::Near || walk.residual <= NEAR * part.size)
        .min_by(|one, other| one.residual.total_cmp(&other.residual))
}
