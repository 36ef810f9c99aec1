//! Two walks over one surface at once, each the mirror image of the other.

use glam::Vec3;
use mesh::{Adjacency, PointIndex};

use super::faces::{Face, Faces};
use crate::Plane;

/// Two sides of two faces that are to be each other's image, end by end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seed {
    pub(super) faces: [u32; 2],
    pub(super) sides: [[PointIndex; 2]; 2],
}

/// What a walk has paired.
#[derive(Clone, Debug, Default)]
pub(super) struct WalkResult {
    /// Two points each that are each other's image; one twice in the middle.
    pub(super) points: Vec<[PointIndex; 2]>,
    /// How often the two walks did not see the same.
    pub(super) conflicts: usize,
    /// The mean distance of points of images from where the mirror shows them.
    pub(super) residual: f64,
}

/// Walks from seeds; keeps its memory from walk to walk.
pub(super) struct Walker<'a> {
    surface: &'a Adjacency,
    pub(super) plane: &'a Plane,
    pub(super) faces: &'a Faces,
    /// How many faces meet at each point.
    degrees: Vec<u32>,
    partners: Vec<PointIndex>,
    images: Vec<u32>,
    seen: Vec<u32>,
}

/// Stands for no face in `images`.
const NONE: u32 = u32::MAX;

impl<'a> Walker<'a> {
    pub(super) fn new(surface: &'a Adjacency, plane: &'a Plane, faces: &'a Faces) -> Self {
        let mut degrees = vec![0; surface.point_count()];
        for &corner in faces.faces.iter().flat_map(Face::corners) {
            degrees[corner.index()] += 1;
        }
        Self {
            surface,
            plane,
            faces,
            degrees,
            partners: vec![PointIndex::NONE; surface.point_count()],
            images: vec![NONE; faces.faces.len()],
            seen: Vec::new(),
        }
    }

    /// Walks as far as the surface hangs together, up to so many conflicts: nothing when they are exceeded. Without any allowed,
    /// points are images only if as many faces meet there. And how many faces were visited.
    pub(super) fn walk(&mut self, seed: Seed, allowed: usize) -> (Option<WalkResult>, usize) {
        let mut paired = WalkResult::default();
        let mut conflicts = 0;
        let mut open = vec![seed];
        self.see(seed.faces);
        while let Some(seed) = open.pop() {
            let fits = self.pair(seed, allowed == 0, &mut paired);
            conflicts += usize::from(!fits);
            // From where they differ nothing is to be learned.
            conflicts += if fits {
                self.beside(seed, &mut open)
            } else {
                0
            };
            if conflicts > allowed {
                break;
            }
        }
        paired.conflicts = conflicts;
        paired.residual = self.residual(&paired.points);
        // Cleared by what was touched, so that a walk costs what it visits.
        for &[one, other] in &paired.points {
            self.partners[one.index()] = PointIndex::NONE;
            self.partners[other.index()] = PointIndex::NONE;
        }
        let visited = self.seen.len();
        for face in self.seen.drain(..) {
            self.images[face as usize] = NONE;
        }
        ((conflicts <= allowed).then_some(paired), visited)
    }

    /// Where a point is.
    pub(super) fn place(&self, point: PointIndex) -> Vec3 {
        self.surface.positions()[point.index()]
    }

    fn see(&mut self, [here, there]: [u32; 2]) {
        self.images[here as usize] = there;
        self.seen.push(here);
    }

    /// Pairs the corners of two faces; whether that fits all that is paired.
    fn pair(&mut self, seed: Seed, is_strict: bool, paired: &mut WalkResult) -> bool {
        let [one, other] = seed.faces.map(|face| self.faces.faces[face as usize]);
        let around = (one.around(seed.sides[0]), other.around(seed.sides[1]));
        let (Some(mine), Some(its)) = around else {
            return false;
        };
        if one.corners().len() != other.corners().len() {
            return false;
        }
        let mut fits = true;
        for (here, there) in mine.zip(its) {
            let [one, other] = [here, there].map(PointIndex::index);
            if [self.partners[one], self.partners[other]] == [PointIndex::NONE; 2] {
                fits &= !is_strict || self.degrees[one] == self.degrees[other];
                self.partners[one] = there;
                self.partners[other] = here;
                paired.points.push([here, there]);
            } else {
                fits &= self.partners[one] == there && self.partners[other] == here;
            }
        }
        fits
    }

    /// Adds what lies beside two faces; how often only one of them has something there.
    fn beside(&mut self, seed: Seed, open: &mut Vec<Seed>) -> usize {
        let [one, other] = seed.faces;
        let mut conflicts = 0;
        let sides: Vec<[PointIndex; 2]> = self.faces.faces[one as usize].sides().collect();
        for side in sides {
            let image = side.map(|point| self.partners[point.index()]);
            if image.contains(&PointIndex::NONE) {
                continue;
            }
            match (
                self.faces.across(one, side),
                self.faces.across(other, image),
            ) {
                (None, None) => {}
                (Some(here), Some(there)) if self.images[here as usize] == NONE => {
                    self.see([here, there]);
                    open.push(Seed {
                        faces: [here, there],
                        sides: [side, image],
                    });
                }
                (Some(here), Some(there)) => {
                    conflicts += usize::from(self.images[here as usize] != there);
                }
                _ => conflicts += 1,
            }
        }
        conflicts
    }

    fn residual(&self, points: &[[PointIndex; 2]]) -> f64 {
        let distances = points.iter().map(|&[one, other]| {
            f64::from(
                self.plane
                    .mirror(self.place(one))
                    .distance(self.place(other)),
            )
        });
        let count = u32::try_from(points.len()).map_or(f64::MAX, f64::from);
        distances.sum::<f64>() / count.max(1.0)
    }
}
