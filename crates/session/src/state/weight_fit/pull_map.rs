//! Vertices pulled elsewhere by the numbers of a map.

use std::collections::BTreeMap;

use character::WeightEdit;
use glam::Vec3;
use mesh::PointIndex;
use rig::{GoOn, MapKind};
use scene::placed::{PlacedPrimitive, placed_primitives};
use weights::{Numbers as _, PointValue, Report};

use super::pull::{Prepared, Pull, placed_positions};
use super::run::share;
use crate::document::Document;
use crate::state::painting::{Mask, PaintMesh, VisitedPrimitives};

/// Directions shorter than this, as a share of the distance from the origin, are rounding.
const ROUNDING: f64 = 1e-6;

/// What a number does to a vertex over all poses.
#[derive(Clone, Copy, Debug, Default)]
struct Slope {
    /// `Σ α d · (t − v₀)`.
    towards: f64,
    /// `Σ α d²`, which the sum above is divided by.
    squared: f64,
    /// The largest square of a place, for what is rounding beside it.
    farthest: f64,
}

/// The numbers of a map with which vertices come nearest to where they are pulled; none if `go_on` breaks off.
///
/// A vertex follows both maps in a straight line, from its place `v₀` at the number 0 to `v₁` at 1: the blend map by its definition, the
/// bulge map since it draws a vertex back along the line from its bones. So with `d = v₁ − v₀`, targets t and shares α of the poses s the
/// number is `Σ α d · (t − v₀) / Σ α d²`, between 0 and 1. All vertices of a point get one; where the number says nothing in any pose it stays.
///
/// # Errors
///
/// One sentence: a pose does not fit, or the method does not look at maps.
pub(super) fn pull_by_map(
    document: &Document,
    pull: &Pull<'_>,
    kind: MapKind,
    prepared: &Prepared,
    go_on: &GoOn<'_>,
) -> Option<Result<(Vec<WeightEdit>, Report), String>> {
    let placed_all: Vec<PlacedPrimitive<'_>> = placed_primitives(&document.character).collect();
    let meshes = prepared.affected.iter().filter_map(|of| {
        let placed = placed_all.get(of.place.primitive)?;
        document.character.meshes.get(placed.instance.mesh)
    });
    if !pull.look.follows_maps(meshes) {
        return Some(Err(format!(
            "linear blending does not look at the {}; choose another method in the active pane, or change the weights.",
            kind.name()
        )));
    }
    let points = points(document, prepared);
    let ends = match [0.0, 1.0].map(|number| fill_map(document, &points, kind, number)) {
        [Ok(none), Ok(all)] => [none, all],
        [Err(why), _] | [_, Err(why)] => return Some(Err(why)),
    };
    let mut slopes = vec![Slope::default(); prepared.affected.len()];
    for (place, of) in prepared.poses.iter().enumerate() {
        go_on(share(place, prepared.poses.len())).continue_value()?;
        let pose = |document| placed_positions(document, &of.pose, pull.look);
        let (from, to) = match (pose(&ends[0]), pose(&ends[1])) {
            (Ok(from), Ok(to)) => (from, to),
            (Err(why), _) | (_, Err(why)) => return Some(Err(why)),
        };
        let now = match &of.places {
            Some(places) => places.clone(),
            None => match pose(document) {
                Ok(now) => now,
                Err(why) => return Some(Err(why)),
            },
        };
        for (slope, vertex) in slopes.iter_mut().zip(&prepared.affected) {
            let at = |list: &[Vec3]| list.get(vertex.listed).copied();
            if let (Some(from), Some(to), Some(now)) = (at(&from), at(&to), at(&now)) {
                slope.add([from, to, now], of.share);
            }
        }
    }
    Some(Ok(number_edits(document, &points, kind, prepared, &slopes)))
}

impl Slope {
    fn add(&mut self, [from, to, target]: [Vec3; 3], share: f64) {
        let (along, left) = ((to - from).as_dvec3(), (target - from).as_dvec3());
        if along.is_finite() && left.is_finite() {
            self.towards += share * along.dot(left);
            self.squared += share * along.length_squared();
            self.farthest = self
                .farthest
                .max(share * target.as_dvec3().length_squared());
        }
    }

    /// Of both, for vertices of one point, which get one number.
    fn with(self, other: &Self) -> Self {
        Self {
            towards: self.towards + other.towards,
            squared: self.squared + other.squared,
            farthest: self.farthest.max(other.farthest),
        }
    }

    /// The best number; none where every number does the same.
    fn number(&self) -> Option<f32> {
        // Squares on both sides, hence the square of the share.
        let is_something = self.squared > ROUNDING * ROUNDING * self.farthest;
        let number = self.towards / self.squared;
        (is_something && number.is_finite()).then(|| narrow(number.clamp(0.0, 1.0)))
    }
}

/// The surfaces, each with its points that go along.
fn points(document: &Document, prepared: &Prepared) -> Vec<(PaintMesh, Vec<PointIndex>)> {
    let vertices = prepared.vertices();
    let mut visited = VisitedPrimitives::default();
    let of_mesh = |mesh: PaintMesh| {
        let before = visited.visit(&mesh)?;
        let mask = Mask::of(&mesh, &vertices);
        let all = mesh.all_points();
        let points = all.filter(|&point| mask.has(point) && !before.has(&mesh, point));
        let points = points.collect();
        Some((mesh, points))
    };
    let meshes = PaintMesh::all(&document.character);
    meshes.into_iter().filter_map(of_mesh).collect()
}

/// The document with one number at all points.
fn fill_map(
    document: &Document,
    meshes: &[(PaintMesh, Vec<PointIndex>)],
    kind: MapKind,
    number: f32,
) -> Result<Document, String> {
    let edits = meshes.iter().flat_map(|(mesh, points)| {
        let numbers: Vec<PointValue> = points
            .iter()
            .map(|&point| PointValue::new(point, number))
            .collect();
        mesh.number_pieces_of(&numbers, kind)
    });
    let edits: Vec<WeightEdit> = edits.collect();
    let filled = document.with_weights(&edits);
    filled.map_err(|error| format!("the map cannot be changed: {error}."))
}

/// The numbers that change.
fn number_edits(
    document: &Document,
    meshes: &[(PaintMesh, Vec<PointIndex>)],
    kind: MapKind,
    prepared: &Prepared,
    slopes: &[Slope],
) -> (Vec<WeightEdit>, Report) {
    let of_vertices = prepared.affected.iter().zip(slopes);
    let of_vertices: BTreeMap<(usize, usize), &Slope> = of_vertices
        .map(|(of, slope)| ((of.place.primitive, of.place.vertex), slope))
        .collect();
    let (mut edits, mut changed) = (Vec::new(), 0);
    for (mesh, points) in meshes {
        let map = mesh.numbers(&document.character, kind);
        let number = |&point: &PointIndex| {
            let places = mesh.placements_of(point);
            let slopes = places.filter_map(|(primitive, vertex)| {
                of_vertices.get(&(primitive, vertex as usize)).copied()
            });
            let number = slopes.fold(Slope::default(), Slope::with).number()?;
            (number != map.number(point)).then_some(PointValue::new(point, number))
        };
        let numbers: Vec<PointValue> = points.iter().filter_map(number).collect();
        changed += numbers.len();
        edits.extend(mesh.number_pieces_of(&numbers, kind));
    }
    (edits, Report::of_changed(changed))
}

#[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
const fn narrow(number: f64) -> f32 {
    number as f32
}
