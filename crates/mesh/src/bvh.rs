//! A bounding-volume hierarchy over triangles: which one a ray hits first, and which one is nearest to a point.

use std::fmt;
use std::ops::Range;

use glam::Vec3;

mod closest;
mod cube;
mod tree;
mod watertight;

use closest::closest_on_triangle;
use cube::Cube;
use tree::{DEEPEST, Node, build};
use watertight::Ray;

/// Boxes are looked into that are farther than asked for by this share: what counts is the distance as it is rounded to single precision.
const ROUNDING: f64 = 1e-6;

/// Where a ray hits a mesh first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The triangle, as the list that the tree was built from counts.
    pub triangle: usize,
    /// Weights of its three corners: none negative, sum 1.
    pub barycentric: Vec3,
    /// From the ray's origin, in units of the positions.
    pub distance: f32,
}

/// The place of a mesh that is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The triangle, as the list that the tree was built from counts.
    pub triangle: usize,
    /// Weights of its three corners: none negative, sum 1.
    pub barycentric: Vec3,
    /// Where it is, in the space and units of the positions.
    pub point: Vec3,
    /// From the point asked for, in units of the positions.
    pub distance: f32,
}

/// A tree of boxes over the triangles of a mesh, for [`ray`](Self::ray) and [`nearest`](Self::nearest).
///
/// Every box is halved at the median of its triangles' middles along its longest side, down to four triangles. The tree
/// is balanced, whatever the mesh: its depth is about log₂ of a quarter of the number of triangles, and no mesh makes
/// building or asking recurse. A mesh that moves keeps its tree: [`refit`](Self::refit) makes the boxes anew and leaves
/// the halving, which is what to do with a character in another pose.
///
/// A triangle that names a vertex out of range is not in the tree. One with a corner that is not finite is never found,
/// until a refit makes it finite. One without area is met by no ray, but its points can be nearest.
/// Answers do not depend on the shape of the tree: of triangles at the same distance the first in the list is found.
///
/// The tree keeps the corners, 36 bytes for a triangle, and about as much again for itself; nothing is borrowed.
///
/// # Examples
///
/// ```
/// use glam::{Vec3, vec3};
/// use mesh::Bvh;
///
/// let positions = [Vec3::ZERO, Vec3::X, Vec3::Y];
/// let tree = Bvh::new(&positions, &[[0, 1, 2]]);
/// let hit = tree.ray(vec3(0.25, 0.25, 3.0), -Vec3::Z).unwrap();
/// assert_eq!((hit.triangle, hit.distance), (0, 3.0));
/// assert_eq!(hit.barycentric, vec3(0.5, 0.25, 0.25));
/// assert_eq!(tree.nearest(vec3(-2.0, 0.0, 0.0)).unwrap().point, Vec3::ZERO);
/// ```
///
/// Reference: C. Ericson, "Real-Time Collision Detection", 2005, chapter 6.
#[derive(Clone)]
pub struct Bvh {
    /// Parents before children, so that going backwards visits children first.
    nodes: Vec<Node>,
    /// The triangles in the order of the leaves: each its place in the list, its vertices and its corners.
    places: Vec<u32>,
    vertices: Vec<[u32; 3]>,
    corners: Vec<[Vec3; 3]>,
}

impl fmt::Debug for Bvh {
    /// How large it is; all boxes would be a wall of numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bvh")
            .field("triangles", &self.places.len())
            .field("nodes", &self.nodes.len())
            .finish()
    }
}

impl Bvh {
    /// Builds the tree, in a time of n log n. An empty mesh gives a tree in which nothing is found.
    ///
    /// Triangles from the 2³²nd on are left out.
    #[must_use]
    pub fn new(positions: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let in_range = |triangle: &[u32; 3]| {
            let corners = triangle.iter();
            corners
                .max()
                .is_some_and(|&most| (most as usize) < positions.len())
        };
        let mut places: Vec<u32> = (0..=u32::MAX)
            .zip(triangles)
            .filter(|(_, triangle)| in_range(triangle))
            .map(|(place, _)| place)
            .collect();
        let corners_of = |place: u32| corners(positions, triangles[place as usize]);
        let nodes = build(&mut places, triangles.len(), corners_of);
        let vertices: Vec<[u32; 3]> = places
            .iter()
            .map(|&place| triangles[place as usize])
            .collect();
        let mut tree = Self {
            nodes,
            places,
            corners: Vec::with_capacity(vertices.len()),
            vertices,
        };
        tree.refit(positions);
        tree
    }

    /// Puts the vertices elsewhere: the same triangles, in a time linear in their number.
    ///
    /// Answers are as those of a tree built anew. They take longer the less the new shape has of the old one: bending
    /// limbs costs little, shuffled vertices cost all that the tree is good for.
    /// Triangles whose vertices are not among `positions` are not found until a refit names them again.
    pub fn refit(&mut self, positions: &[Vec3]) {
        self.corners.clear();
        let triangles = self.vertices.iter();
        self.corners
            .extend(triangles.map(|&triangle| corners(positions, triangle)));
        for index in (0..self.nodes.len()).rev() {
            let node = self.nodes[index];
            let cube = match node.leaf() {
                Some(leaf) => self.corners[leaf]
                    .iter()
                    .map(Cube::around)
                    .fold(Cube::NOTHING, Cube::union),
                None => {
                    let [left, right] = node.children();
                    self.nodes[left].cube.union(self.nodes[right].cube)
                }
            };
            self.nodes[index].cube = cube;
        }
    }

    /// How many triangles the tree holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is nothing to be found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Where the ray `origin + s · direction`, 0 ≤ s, hits the mesh first, from whichever side.
    ///
    /// The direction may have any length but zero. Computed in f64. No ray slips through an edge or a vertex between
    /// triangles that share its positions; a ray within the plane of a triangle does not hit it.
    /// An origin or a direction that is not finite hits nothing, nor does a direction of zero.
    ///
    /// Reference: S. Woop, C. Benthin, I. Wald, "Watertight Ray/Triangle Intersection", JCGT 2013.
    #[must_use]
    pub fn ray(&self, origin: Vec3, direction: Vec3) -> Option<Hit> {
        self.ray_within(origin, direction, f32::INFINITY)
    }

    /// As [`ray`](Self::ray), but nothing farther away than `most`, in units of the positions: the less that is, the less
    /// is looked into. Nothing for a `most` that is no number.
    #[must_use]
    pub fn ray_within(&self, origin: Vec3, direction: Vec3, most: f32) -> Option<Hit> {
        // The largest coordinate bounds the rounding of the box tests.
        let reach = self.nodes.first()?.cube.reach();
        let ray = Ray::new(origin, direction, reach)?;
        let most = f64::from(most);
        let near = |distance: &f64| *distance <= most;
        let found = self.search(
            |cube| Some(ray.enter(cube)).filter(near).unwrap_or(f64::INFINITY),
            |_, corners| {
                ray.intersect(corners)
                    .filter(|(distance, _)| near(distance))
            },
        )?;
        Some(Hit {
            triangle: found.triangle as usize,
            barycentric: found.place.as_vec3(),
            distance: to_f32(found.distance),
        })
    }

    /// The place of the mesh that is nearest to a point; nothing for a point that is not finite.
    ///
    /// Computed in f64. Triangles without area count as the segment or the point that is left of them.
    #[must_use]
    pub fn nearest(&self, point: Vec3) -> Option<Nearest> {
        self.nearest_of(point, |_| true)
    }

    /// The same among some of the triangles, `accept` says which. It is asked about few: boxes farther than what was found are not looked into.
    #[must_use]
    pub fn nearest_of(&self, point: Vec3, accept: impl Fn(usize) -> bool) -> Option<Nearest> {
        self.nearest_of_within(point, f32::INFINITY, accept)
    }

    /// As [`nearest_of`](Self::nearest_of), but nothing farther away than `most`, in units of the positions: boxes beyond it are never
    /// looked into, even where no triangle is accepted. Nothing for a `most` that is no number or below zero.
    #[must_use]
    pub fn nearest_of_within(
        &self,
        point: Vec3,
        most: f32,
        accept: impl Fn(usize) -> bool,
    ) -> Option<Nearest> {
        if !point.is_finite() || most.is_nan() || most < 0.0 {
            return None;
        }
        let from = point.as_dvec3();
        let beyond = (f64::from(most) * (1.0 + ROUNDING)).powi(2);
        let near = |squared: &f64| *squared <= beyond;
        let enter = |cube: &Cube| {
            let squared = Some(cube.distance_squared(from));
            squared.filter(near).unwrap_or(f64::INFINITY)
        };
        let ask = |triangle: u32, corners: &[Vec3; 3]| {
            // Asked first, since it costs less than the nearest point.
            accept(triangle as usize).then_some(())?;
            let (point, weights) = closest_on_triangle(from, corners)?;
            Some((from.distance_squared(point), (point, weights)))
        };
        let found = self.search(enter, ask)?;
        let (point, weights) = found.place;
        let nearest = Nearest {
            triangle: found.triangle as usize,
            barycentric: weights.as_vec3(),
            point: point.as_vec3(),
            distance: to_f32(found.distance.sqrt()),
        };
        // Boxes were let in with a margin, the answer is not.
        (nearest.distance <= most).then_some(nearest)
    }

    /// Whether the ray `origin + s · direction` hits anything no farther away than `most`, in units of the positions: as
    /// [`ray_within`](Self::ray_within), but done at the first triangle that it comes upon, whichever that is.
    ///
    /// Takes the boxes that it looks into away from `left`. One ray looks to its end; of many, it is up to the caller to cast no more when
    /// none are left: rays along sheets that lie close together come by nearly all of them.
    #[must_use]
    pub fn is_hit(&self, origin: Vec3, direction: Vec3, most: f32, left: &mut usize) -> bool {
        let Some(root) = self.nodes.first() else {
            return false;
        };
        let Some(ray) = Ray::new(origin, direction, root.cube.reach()) else {
            return false;
        };
        let most = f64::from(most);
        let enter = |cube: &Cube| {
            let entered = Some(ray.enter(cube));
            entered
                .filter(|distance| *distance <= most)
                .unwrap_or(f64::INFINITY)
        };
        let mut open = Open::new();
        open.push(0, enter(&root.cube));
        while let Some((index, _)) = open.pop() {
            *left = left.saturating_sub(1);
            let node = self.nodes[index];
            let Some(leaf) = node.leaf() else {
                let children = node.children();
                open.push_nearer_last(
                    children.map(|child| (child, enter(&self.nodes[child].cube))),
                );
                continue;
            };
            let mut hits = self.corners[leaf]
                .iter()
                .filter_map(|corners| ray.intersect(corners));
            if hits.any(|(distance, _)| distance <= most) {
                return true;
            }
        }
        false
    }

    /// Calls `visit` once for every two triangles whose leaves' boxes touch, as the list that the tree was built from counts.
    pub(crate) fn each_near_pair(&self, mut visit: impl FnMut(usize, usize)) {
        let mut open = if self.nodes.is_empty() {
            Vec::new()
        } else {
            vec![[0, 0]]
        };
        while let Some([a, b]) = open.pop() {
            let (one, other) = (self.nodes[a], self.nodes[b]);
            if !one.cube.touches(&other.cube) {
                continue;
            }
            match (one.leaf(), other.leaf()) {
                (Some(mine), Some(its)) => self.each_pair_of(mine, its, &mut visit),
                (None, _) if a == b => {
                    // A node with itself is cut into three pairs, so that no pair of leaves comes twice.
                    let [left, right] = one.children();
                    open.extend([[left, left], [right, right], [left, right]]);
                }
                (None, _) => open.extend(one.children().map(|child| [child, b])),
                (Some(_), None) => open.extend(other.children().map(|child| [a, child])),
            }
        }
    }

    /// Two leaves, or one with itself.
    fn each_pair_of(
        &self,
        mine: Range<usize>,
        its: Range<usize>,
        visit: &mut impl FnMut(usize, usize),
    ) {
        let is_one = mine == its;
        for a in mine {
            let later = if is_one { a + 1..its.end } else { its.clone() };
            for b in later {
                visit(self.places[a] as usize, self.places[b] as usize);
            }
        }
    }

    /// The triangle at the least distance, of several the first. `enter`: a distance that no triangle in a box is below;
    /// `ask`: a triangle's own, and what is to be known of the place.
    fn search<T>(
        &self,
        enter: impl Fn(&Cube) -> f64,
        ask: impl Fn(u32, &[Vec3; 3]) -> Option<(f64, T)>,
    ) -> Option<SearchHit<T>> {
        let mut best: Option<SearchHit<T>> = None;
        let mut open = Open::new();
        open.push(0, enter(&self.nodes.first()?.cube));
        while let Some((index, entered)) = open.pop() {
            // Not `<=`: a box as far away may hold a triangle at the same distance that comes earlier in the list.
            if best.as_ref().is_some_and(|best| best.distance < entered) {
                continue;
            }
            let node = self.nodes[index];
            let Some(leaf) = node.leaf() else {
                let children = node.children();
                // The nearer child first: what it holds may leave out the farther one.
                open.push_nearer_last(
                    children.map(|child| (child, enter(&self.nodes[child].cube))),
                );
                continue;
            };
            let triangles = self.corners[leaf.clone()].iter().zip(&self.places[leaf]);
            let asked = triangles.filter_map(|(corners, &triangle)| {
                let (distance, place) = ask(triangle, corners)?;
                Some(SearchHit {
                    triangle,
                    distance,
                    place,
                })
            });
            best = asked.chain(best.take()).reduce(SearchHit::or);
        }
        best
    }
}

/// What a search has come upon.
struct SearchHit<T> {
    distance: f64,
    triangle: u32,
    place: T,
}

impl<T> SearchHit<T> {
    fn or(self, other: Self) -> Self {
        let is_first = (self.distance, self.triangle) <= (other.distance, other.triangle);
        if is_first { self } else { other }
    }
}

/// The corners; NaN for vertices that are not there.
fn corners(positions: &[Vec3], triangle: [u32; 3]) -> [Vec3; 3] {
    triangle.map(|vertex| positions.get(vertex as usize).copied().unwrap_or(Vec3::NAN))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "distances go out in the precision of the positions; too large a one becomes infinite"
)]
const fn to_f32(distance: f64) -> f32 {
    distance as f32
}

/// Boxes that are still to be looked into, the nearest on top. Two go in for one that comes out, so it never holds more
/// than the tree is deep.
struct Open {
    nodes: [(usize, f64); DEEPEST],
    len: usize,
}

impl Open {
    const fn new() -> Self {
        Self {
            nodes: [(0, 0.0); DEEPEST],
            len: 0,
        }
    }

    /// A box at no distance (infinite) cannot hold anything.
    fn push(&mut self, node: usize, distance: f64) {
        if distance < f64::INFINITY {
            self.nodes[self.len] = (node, distance);
            self.len += 1;
        }
    }

    fn push_nearer_last(&mut self, [left, right]: [(usize, f64); 2]) {
        let (far, near) = if left.1 < right.1 {
            (right, left)
        } else {
            (left, right)
        };
        self.push(far.0, far.1);
        self.push(near.0, near.1);
    }

    fn pop(&mut self) -> Option<(usize, f64)> {
        self.len = self.len.checked_sub(1)?;
        Some(self.nodes[self.len])
    }
}
