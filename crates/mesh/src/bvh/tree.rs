//! Halving the triangles into a tree.

use std::ops::Range;

use glam::Vec3;

use super::cube::Cube;

/// Triangles of a leaf, at most: below this, looking at all of them costs less than another level.
const LEAF: usize = 4;

/// More levels than a tree over 2³² triangles can have: every level halves.
pub(super) const DEEPEST: usize = 40;

/// A box with either two children or a few triangles in it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) cube: Cube,
    /// The first triangle of a leaf, or the left child; the right one follows.
    first: u32,
    /// Triangles of a leaf; none for a node with children.
    count: u32,
}

impl Node {
    /// The triangles, if it is a leaf.
    pub(super) const fn leaf(&self) -> Option<Range<usize>> {
        if self.count == 0 {
            return None;
        }
        let first = self.first as usize;
        Some(first..first + self.count as usize)
    }

    /// Its children, if it is none.
    pub(super) const fn children(&self) -> [usize; 2] {
        [self.first as usize, self.first as usize + 1]
    }
}

/// Orders the triangles so that every node has its own in one stretch, and says which. The boxes are still empty.
///
/// `places` are below `n_triangles`; `corners` gives those of a place. No triangles give no nodes.
pub(super) fn build(
    places: &mut [u32],
    n_triangles: usize,
    corners: impl Fn(u32) -> [Vec3; 3],
) -> Vec<Node> {
    if places.is_empty() {
        return Vec::new();
    }
    let mut middles = vec![Vec3::ZERO; n_triangles];
    for &place in &*places {
        middles[place as usize] = middle(corners(place));
    }
    let mut nodes = vec![node(0..places.len())];
    let mut next = 0;
    // Nodes are halved in the order in which they were made, so that children always come after their parent.
    while let Some(halved) = nodes.get(next) {
        let range = halved.first as usize..(halved.first + halved.count) as usize;
        if LEAF < range.len() {
            // At the median, not by surface area: the depth stays bounded, and a search needs no more than a stack of fixed size.
            let half = range.start + range.len() / 2;
            split(&mut places[range.clone()], &middles);
            let left = index(nodes.len());
            nodes.push(node(range.start..half));
            nodes.push(node(half..range.end));
            nodes[next].first = left;
            nodes[next].count = 0;
        }
        next += 1;
    }
    nodes
}

/// Puts the half with the smaller middles along the longest side first. Equal ones keep to the order of the list, so that
/// the same mesh gives the same tree.
fn split(places: &mut [u32], middles: &[Vec3]) {
    let of = |place: u32| middles[place as usize];
    let low = places
        .iter()
        .map(|&place| of(place))
        .fold(Vec3::INFINITY, Vec3::min);
    let high = places
        .iter()
        .map(|&place| of(place))
        .fold(Vec3::NEG_INFINITY, Vec3::max);
    // Halved, for the difference of the largest numbers is infinite.
    let axis = (high * 0.5 - low * 0.5).max_position();
    places.select_nth_unstable_by(places.len() / 2, |&a, &b| {
        of(a)[axis].total_cmp(&of(b)[axis]).then(a.cmp(&b))
    });
}

/// The middle of a triangle's box; the origin if it has a corner that is not finite, for it must be somewhere.
fn middle(corners: [Vec3; 3]) -> Vec3 {
    let cube = Cube::around(&corners);
    if cube.is_nothing() {
        return Vec3::ZERO;
    }
    cube.min * 0.5 + cube.max * 0.5
}

fn node(range: Range<usize>) -> Node {
    Node {
        cube: Cube::NOTHING,
        first: index(range.start),
        count: index(range.len()),
    }
}

/// There are fewer than 2³² triangles, and with four to a leaf fewer nodes than that.
fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
