//! Isotropic remeshing: edges that are too long split, edges that are too short collapse, edges flip towards six
//! triangles around every vertex, and vertices slide on the surface to the middle of their neighbors.
//!
//! Botsch and Kobbelt 2004, "A remeshing approach to multiresolution modeling", section 4, with a size that changes
//! from place to place. Rim and borders of paints stay in place: their vertices only slide along them.

use glam::DVec3;

use super::borders::PaintedBody;
use super::trimesh::TriMesh;

/// Rounds of splitting and collapsing; the first ones coarsen the first mesh.
const ROUNDS: usize = 9;
/// Further rounds that only slide and flip.
const SETTLING: usize = 6;
/// Edges longer or shorter than the wanted length by these factors are changed.
const TOO_LONG: f64 = 1.36;
const TOO_SHORT: f64 = 0.77;

/// Remeshes in place; edges are `scale` times as long as the body wants them.
pub(super) fn remesh(mesh: &mut TriMesh, painted: &PaintedBody<'_>, scale: f64) {
    for round in 0..ROUNDS + SETTLING {
        let mut targets: Vec<f64> = mesh
            .at
            .iter()
            .map(|&p| scale * painted.body.edge(p))
            .collect();
        if round < ROUNDS {
            split_long_edges(mesh, painted, &mut targets);
            collapse_short(mesh, painted, &mut targets);
        }
        flip_all(mesh);
        *mesh = mesh.compacted();
        let targets: Vec<f64> = mesh
            .at
            .iter()
            .map(|&p| scale * painted.body.edge(p))
            .collect();
        slide(mesh, painted, &targets);
    }
    flip_all(mesh);
}

fn target(targets: &[f64], a: usize, b: usize) -> f64 {
    0.5 * (targets[a] + targets[b])
}

/// What restricts a vertex: nothing, the rim or a border (with its neighbors along it), or a fixed place.
enum Bound {
    Free,
    Curve([usize; 2]),
    Fixed,
}

fn vertex_constraint(mesh: &TriMesh, vertex: usize) -> Bound {
    match mesh.feature_neighbors(vertex).as_slice() {
        [] => Bound::Free,
        &[a, b] => Bound::Curve([a, b]),
        _ => Bound::Fixed,
    }
}

/// The region whose border the edge is on, and whether the edge is on the rim.
fn border(mesh: &TriMesh, painted: &PaintedBody<'_>, a: usize, b: usize) -> (Option<usize>, bool) {
    match mesh.wings(a, b).as_slice() {
        &[t, u] => {
            let region = mesh.label(t).min(mesh.label(u));
            (
                Some(region).filter(|&region| region < painted.regions.len()),
                false,
            )
        }
        _ => (None, true),
    }
}

fn project_point(
    mesh: &TriMesh,
    painted: &PaintedBody<'_>,
    edge: Option<[usize; 2]>,
    point: DVec3,
) -> DVec3 {
    match edge {
        None => painted.body.project(point, 2),
        Some([a, b]) => {
            let (region, rim) = border(mesh, painted, a, b);
            painted.onto_border(region, rim, point)
        }
    }
}

fn split_long_edges(mesh: &mut TriMesh, painted: &PaintedBody<'_>, targets: &mut Vec<f64>) {
    for slot in 0..mesh.slots() {
        for k in 0..3 {
            let Some(corners) = mesh.corners(slot) else {
                break;
            };
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            let length = mesh.at[a].distance(mesh.at[b]);
            if length <= TOO_LONG * target(targets, a, b) {
                continue;
            }
            let middle = 0.5 * (mesh.at[a] + mesh.at[b]);
            let edge = mesh.is_feature(a, b).then_some([a, b]);
            let point = project_point(mesh, painted, edge, middle);
            targets.push(target(targets, a, b));
            mesh.split(a, b, point);
        }
    }
}

fn collapse_short(mesh: &mut TriMesh, painted: &PaintedBody<'_>, targets: &mut [f64]) {
    for slot in 0..mesh.slots() {
        for k in 0..3 {
            let Some(corners) = mesh.corners(slot) else {
                break;
            };
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            let target = target(targets, a, b);
            if mesh.at[a].distance(mesh.at[b]) >= TOO_SHORT * target {
                continue;
            }
            if let Some(([kept, gone], point)) = collapse_target(mesh, painted, a, b)
                && mesh.collapse([kept, gone], point, TOO_LONG * target)
            {
                targets[kept] = target;
            }
        }
    }
}

/// Which end of an edge stays when it collapses, and where; `None` if neither may go.
fn collapse_target(
    mesh: &TriMesh,
    painted: &PaintedBody<'_>,
    a: usize,
    b: usize,
) -> Option<([usize; 2], DVec3)> {
    let middle = 0.5 * (mesh.at[a] + mesh.at[b]);
    match (vertex_constraint(mesh, a), vertex_constraint(mesh, b)) {
        (Bound::Free, Bound::Free) => Some(([a, b], middle)),
        (_, Bound::Free) => Some(([a, b], mesh.at[a])),
        (Bound::Free, _) => Some(([b, a], mesh.at[b])),
        _ if !mesh.is_feature(a, b) => None,
        (Bound::Curve(_), Bound::Curve(_)) => {
            Some(([a, b], project_point(mesh, painted, Some([a, b]), middle)))
        }
        (Bound::Fixed, Bound::Curve(_)) => Some(([a, b], mesh.at[a])),
        (Bound::Curve(_), Bound::Fixed) => Some(([b, a], mesh.at[b])),
        (Bound::Fixed, Bound::Fixed) => None,
    }
}

fn flip_all(mesh: &mut TriMesh) {
    for slot in 0..mesh.slots() {
        for k in 0..3 {
            let Some(corners) = mesh.corners(slot) else {
                break;
            };
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            if a < b && !mesh.is_feature(a, b) && flip_helps(mesh, a, b) {
                mesh.flip(a, b);
            }
        }
    }
}

/// Whether a flip improves the valences or, where these stay equal, the angles; slivers always flip.
fn flip_helps(mesh: &TriMesh, a: usize, b: usize) -> bool {
    let Some([c, d]) = mesh.diagonal(a, b) else {
        return false;
    };
    let too_many = |vertex: usize, change: isize| {
        let ideal = if mesh.feature_neighbors(vertex).len() == 2 && on_rim(mesh, vertex) {
            3
        } else {
            6
        };
        let count = mesh.star(vertex).len().cast_signed() + change - ideal;
        count * count
    };
    let before = too_many(a, 0) + too_many(b, 0) + too_many(c, 0) + too_many(d, 0);
    let after = too_many(a, -1) + too_many(b, -1) + too_many(c, 1) + too_many(d, 1);
    let p = [a, b, c, d].map(|vertex| mesh.at[vertex]);
    let delaunay = cosine(p[2], p[0], p[1]) + cosine(p[3], p[0], p[1]);
    // The angles opposite the edge add up to more than half a turn where the sum of their cosines is negative.
    let sliver = delaunay < -0.45;
    sliver || after < before && delaunay < 0.6 || after == before && delaunay < -0.05
}

fn on_rim(mesh: &TriMesh, vertex: usize) -> bool {
    mesh.neighbors(vertex).len() != mesh.star(vertex).len()
}

fn cosine(apex: DVec3, a: DVec3, b: DVec3) -> f64 {
    (a - apex)
        .normalize_or_zero()
        .dot((b - apex).normalize_or_zero())
}

fn slide(mesh: &mut TriMesh, painted: &PaintedBody<'_>, targets: &[f64]) {
    for (vertex, &target) in targets.iter().enumerate() {
        let here = mesh.at[vertex];
        let point = match vertex_constraint(mesh, vertex) {
            Bound::Fixed => continue,
            Bound::Curve([a, b]) => {
                let target = 0.25 * (mesh.at[a] + mesh.at[b]) + 0.5 * here;
                project_point(mesh, painted, Some([vertex, a]), target)
            }
            Bound::Free => {
                let normal = painted.body.gradient(here).normalize_or_zero();
                let way = middle_of_star(mesh, vertex, targets) - here;
                let along = way - way.dot(normal) * normal;
                // Not all the way: neighbors move as well, and would overshoot.
                painted.body.project(here + 0.8 * along, 2)
            }
        };
        // A projection that leads to another sheet of the surface is left out.
        if point.distance(here) < 1.5 * target {
            mesh.shift(vertex, point);
        }
    }
}

/// Centroid of the triangles around a vertex, each with its area in squares of the wanted edge as weight.
fn middle_of_star(mesh: &TriMesh, vertex: usize, targets: &[f64]) -> DVec3 {
    let mut sum = DVec3::ZERO;
    let mut total = 0.0;
    for corners in mesh.star(vertex).iter().filter_map(|&t| mesh.corners(t)) {
        let target = corners.iter().map(|&v| targets[v]).sum::<f64>() / 3.0;
        let weight = mesh.area_vector(corners).length() / (target * target);
        sum += weight * corners.iter().map(|&v| mesh.at[v]).sum::<DVec3>() / 3.0;
        total += weight;
    }
    if total > 0.0 {
        sum / total
    } else {
        mesh.at[vertex]
    }
}
