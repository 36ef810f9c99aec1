//! An order of the vertices in which what is together on the surface is together in the list.

use glam::{DVec3, Vec3};

use super::Adjacency;
use super::rows::index;
use crate::PointIndex;

impl Adjacency {
    /// How many slots [`slots`](Self::slots) makes a patch of.
    pub const PAGE: usize = 128;
}

/// What turns round, as from one face of a sheet to the other, counts as twice this many widths of a patch apart: so much that
/// faces are parted while there are several patches left on each to be cut well.
const SHEET: f64 = 2.0;

/// A vertex on the way to its slot.
#[derive(Clone, Copy)]
struct SlotVertex {
    /// Place, then normal times [`SHEET`] widths of a patch.
    at: [f32; 6],
    vertex: u32,
}

/// The slot of each vertex.
pub(super) fn of(surface: &Adjacency) -> Vec<u32> {
    let mut laid: Vec<SlotVertex> = Vec::with_capacity(surface.vertex_count());
    let groups = groups(surface);
    let mut stretches = Vec::with_capacity(groups.len());
    let normals = normals(surface);
    for group in groups {
        let start = laid.len();
        let width = SHEET * patch_width(surface, &normals, &group);
        for point in group {
            let (place, normal) = (surface.positions[point.index()], normals[point.index()]);
            let at = coordinates(place, normal, width);
            let vertices = surface.vertices_of(point).iter();
            laid.extend(vertices.map(|&vertex| SlotVertex { at, vertex }));
        }
        stretches.push(start..laid.len());
    }
    for stretch in stretches {
        halve(&mut laid[stretch.clone()], stretch.start);
    }
    let mut slots = vec![0; laid.len()];
    for (slot, laid) in laid.into_iter().enumerate() {
        slots[laid.vertex as usize] = index(slot);
    }
    slots
}

/// The points of each part of at least a page of vertices, and those of all smaller parts together.
fn groups(surface: &Adjacency) -> Vec<Vec<PointIndex>> {
    let mut sizes = vec![0_usize; surface.part_count];
    for &point in &surface.points {
        sizes[surface.parts[point.index()] as usize] += 1;
    }
    let mut groups = vec![Vec::new()];
    let mut group_of = vec![0; sizes.len()];
    for (group, size) in group_of.iter_mut().zip(sizes) {
        if Adjacency::PAGE <= size {
            *group = groups.len();
            groups.push(Vec::new());
        }
    }
    for (point, &part) in PointIndex::all().zip(&surface.parts) {
        groups[group_of[part as usize]].push(point);
    }
    // The small parts last, so that the pages of the large ones begin where pages do.
    groups.rotate_left(1);
    groups
}

/// Sums of the crossed sides of the triangles at each point: six times its share of the area, along its normal.
fn normals(surface: &Adjacency) -> Vec<DVec3> {
    let mut sums = vec![DVec3::ZERO; surface.point_count()];
    for triangle in &surface.triangles {
        let [a, b, c] = triangle.map(|point| surface.positions[point as usize].as_dvec3());
        let crossed = (b - a).cross(c - a);
        for &point in triangle {
            sums[point as usize] += crossed;
        }
    }
    sums
}

/// The side of a square with a page's share of the area; 0 if that is no number.
fn patch_width(surface: &Adjacency, normals: &[DVec3], group: &[PointIndex]) -> f64 {
    let areas = group.iter().map(|&point| normals[point.index()].length());
    let area: f64 = areas.sum::<f64>() / 6.0;
    let vertices = group.iter().map(|&point| surface.vertices_of(point).len());
    // 128 is `PAGE`.
    let shares = f64::from(index(vertices.sum())) / 128.0;
    let width = (area / shares).sqrt();
    // NaN for a group without points: then places alone count.
    if width.is_finite() { width } else { 0.0 }
}

/// Where a vertex lies among the others: finite, whatever is given.
fn coordinates(place: Vec3, normal: DVec3, width: f64) -> [f32; 6] {
    let place = if place.is_finite() { place } else { Vec3::ZERO };
    let turned = (normal.normalize_or_zero() * width).as_vec3();
    let [x, y, z] = place.to_array();
    let [u, v, w] = if turned.is_finite() {
        turned.to_array()
    } else {
        [0.0; 3]
    };
    [x, y, z, u, v, w]
}

/// Orders a stretch of slots so that its pages are compact; `start` is its first slot.
fn halve(laid: &mut [SlotVertex], start: usize) {
    // No recursion, and in any order: stretches do not overlap.
    let mut open = vec![(0, laid.len())];
    while let Some((from, to)) = open.pop() {
        let Some(cut) = find_cut(start + from, start + to) else {
            continue;
        };
        let cut = cut - start;
        let stretch = &mut laid[from..to];
        let axis = widest(stretch);
        stretch.select_nth_unstable_by(cut - from, |a, b| {
            // Equal coordinates go by vertex, so that the two halves do not depend on the order before.
            let order = a.at[axis].total_cmp(&b.at[axis]);
            order.then(a.vertex.cmp(&b.vertex))
        });
        open.extend([(from, cut), (cut, to)]);
    }
}

/// The beginning of a page that is nearest to the middle of a stretch; nothing if none lies within.
fn find_cut(from: usize, to: usize) -> Option<usize> {
    let first = (from / Adjacency::PAGE + 1) * Adjacency::PAGE;
    let last = to.saturating_sub(1) / Adjacency::PAGE * Adjacency::PAGE;
    // The middle rounded to a multiple of a page, in whole numbers.
    let near = (from + to + Adjacency::PAGE) / (2 * Adjacency::PAGE) * Adjacency::PAGE;
    (first <= last).then(|| near.clamp(first, last))
}

/// The axis along which they spread most.
fn widest(laid: &[SlotVertex]) -> usize {
    let mut low = [f32::INFINITY; 6];
    let mut high = [f32::NEG_INFINITY; 6];
    for laid in laid {
        for (axis, &at) in laid.at.iter().enumerate() {
            low[axis] = low[axis].min(at);
            high[axis] = high[axis].max(at);
        }
    }
    // Halved, for the difference of the largest numbers is infinite.
    let spread = |axis: usize| high[axis] * 0.5 - low[axis] * 0.5;
    // Of equal spreads the first axis, so that the same mesh gives the same slots.
    (0..6)
        .max_by(|&one, &other| spread(one).total_cmp(&spread(other)).then(other.cmp(&one)))
        .unwrap_or(0)
}
