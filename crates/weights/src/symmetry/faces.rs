//! Faces of three and four sides, and what lies across a side.

use mesh::{Adjacency, PointIndex};

/// The corners of a face in their order around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    corners: [PointIndex; 4],
    count: usize,
}

impl Face {
    pub(super) fn corners(&self) -> &[PointIndex] {
        &self.corners[..self.count]
    }

    /// The sides, each as its two ends in the order around the face.
    pub(super) fn sides(&self) -> impl Iterator<Item = [PointIndex; 2]> {
        let ends =
            move |place: usize| [self.corners[place], self.corners[(place + 1) % self.count]];
        (0..self.count).map(ends)
    }

    /// The corners from `side[0]` on in the direction in which `side[1]` comes next; nothing if that is no side.
    pub(super) fn around(&self, side: [PointIndex; 2]) -> Option<impl Iterator<Item = PointIndex>> {
        let count = self.count;
        let first = self
            .corners()
            .iter()
            .position(|&corner| corner == side[0])?;
        // Forwards, or backwards by one less than a whole turn.
        let is_next = |step: usize| self.corners[(first + step) % count] == side[1];
        let step = [1, count - 1].into_iter().find(|&step| is_next(step))?;
        let corners = self.corners;
        Some((0..count).map(move |place| corners[(first + place * step) % count]))
    }
}

/// The faces of a surface and their sides.
pub(super) struct Faces {
    pub(super) faces: Vec<Face>,
    /// Every side of every face, its lower end first, with the face: sorted.
    sides: Vec<([PointIndex; 2], u32)>,
}

impl Faces {
    /// The triangles as they are, each a face of three corners.
    pub(super) fn triangles(surface: &Adjacency) -> Self {
        let triangles = surface.triangles().iter();
        Self::new(triangles.map(|&[a, b, c]| Face {
            corners: [a, b, c, c].map(PointIndex),
            count: 3,
        }))
    }

    /// Two triangles become one face where the side between them is the longest of both: what was cut from quads is whole again,
    /// whichever way each was cut.
    pub(super) fn quads(surface: &Adjacency) -> Self {
        let triangles = Self::triangles(surface);
        let longest: Vec<[PointIndex; 2]> = triangles
            .faces
            .iter()
            .map(|face| longest(face, surface))
            .collect();
        let mate = |face: u32| {
            let side = *longest.get(face as usize)?;
            let other = triangles.across(face, side)?;
            (longest.get(other as usize) == Some(&side)).then_some((other, side))
        };
        Self::new(
            (0..)
                .zip(&triangles.faces)
                .filter_map(|(place, face)| match mate(place) {
                    // Of two that become one the first stands for both.
                    Some((other, _)) if other < place => None,
                    Some((other, side)) => {
                        join_triangles(*face, triangles.faces[other as usize], side)
                    }
                    None => Some(*face),
                }),
        )
    }

    fn new(faces: impl Iterator<Item = Face>) -> Self {
        let faces: Vec<Face> = faces.collect();
        let numbered = (0_u32..).zip(&faces);
        let sides = numbered
            .flat_map(|(place, face)| face.sides().map(move |side| (sort_pair(side), place)));
        let mut sides: Vec<([PointIndex; 2], u32)> = sides.collect();
        sides.sort_unstable();
        Self { faces, sides }
    }

    /// The face on the other side of a side; nothing at a rim, or where more than two meet.
    pub(super) fn across(&self, face: u32, side: [PointIndex; 2]) -> Option<u32> {
        match self.at(side) {
            [(_, one), (_, other)] if *one == face => Some(*other),
            [(_, one), (_, other)] if *other == face => Some(*one),
            _ => None,
        }
    }

    /// The faces at a side.
    fn at(&self, side: [PointIndex; 2]) -> &[([PointIndex; 2], u32)] {
        let side = sort_pair(side);
        let start = self.sides.partition_point(|(other, _)| *other < side);
        let end = self.sides.partition_point(|(other, _)| *other <= side);
        &self.sides[start..end]
    }

    /// The sides between two faces, with these.
    pub(super) fn inner_sides(&self) -> impl Iterator<Item = ([PointIndex; 2], [u32; 2])> {
        let groups = self.sides.chunk_by(|one, other| one.0 == other.0);
        groups.filter_map(|group| match group {
            [(side, one), (_, other)] => Some((*side, [*one, *other])),
            _ => None,
        })
    }
}

/// The longest side, of several the one of the lowest ends; its lower end first.
fn longest(face: &Face, surface: &Adjacency) -> [PointIndex; 2] {
    let length = |[a, b]: [PointIndex; 2]| {
        let [a, b] = [a, b].map(|point| surface.positions()[point.index()].as_dvec3());
        a.distance_squared(b)
    };
    let sides = face.sides().map(sort_pair);
    let most =
        sides.max_by(|&one, &other| length(one).total_cmp(&length(other)).then(other.cmp(&one)));
    most.unwrap_or_default()
}

/// The quad of two triangles on both sides of a side.
fn join_triangles(one: Face, other: Face, side: [PointIndex; 2]) -> Option<Face> {
    let apex = |face: Face| {
        face.corners()
            .iter()
            .copied()
            .find(|corner| !side.contains(corner))
    };
    let (here, there) = (apex(one)?, apex(other)?);
    Some(Face {
        corners: [here, side[0], there, side[1]],
        count: 4,
    })
}

pub(super) fn sort_pair([a, b]: [PointIndex; 2]) -> [PointIndex; 2] {
    [a.min(b), a.max(b)]
}
