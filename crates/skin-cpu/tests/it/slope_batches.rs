//! Exact normals by batches of slopes: as row by row, bit for bit, whichever way weights and slopes go, and as the reference's to rounding.

use std::ops::Range;

use dq_math::SignRule;
use glam::{Affine3A, Quat, Vec3};
use rig::{
    Influences, MapKind, Palette, StencilSum, VertexMap, WeightGradients, WeightedTerm, Weighting,
};
use skin_cpu::{NormalTransform, SimdPath, Skinner};

use crate::simd::{Joint, name, palettes, skin_weighted};
use crate::support::{self, Moved, decided, influences, paths};

const JOINTS: u16 = 40;
const PAGE: usize = 128;
/// Vertices of the strip that comes again on every page.
const STRIP: usize = 64;

/// Turned by up to so much about axes of their own, every other with the sign that goes against the rest.
fn joints(most: f32) -> Vec<Joint> {
    let joint = |joint: u16| {
        let place = f32::from(joint);
        let axis = Vec3::new(place.sin(), (2.0 * place).cos(), 0.3).normalize();
        let turn = Quat::from_axis_angle(axis, most * (0.3 + (0.7 * place).sin().abs()));
        let turn = if joint.is_multiple_of(2) { turn } else { -turn };
        let rigid = rig::Rigid::new(turn, axis * 0.4);
        let scale = Affine3A::from_scale(Vec3::new(1.1, 0.9, 1.0 + 0.02 * place));
        (rigid.to_affine() * scale, rigid, turn)
    };
    (0..JOINTS).map(joint).collect()
}

/// Weights and slopes of a vertex, by joint.
#[derive(Clone, Default)]
struct Vertex {
    row: Vec<(u16, f32)>,
    slopes: Vec<(u16, Vec3)>,
}

fn slope(joint: u16, place: usize) -> Vec3 {
    let at = f32::from(joint) + f32::from(u16::try_from(place % 9).unwrap());
    Vec3::new(at.cos(), (3.0 * at).sin(), 0.4 - 0.1 * at.sin()) * 0.2
}

/// Of one to four joints, which sixteen neighbors share, named in any order; of slopes some lack the first, all have those of one or two
/// more. Some are unbound, with slopes that count for nothing, and some slopes do not sum to nothing.
fn strip(place: usize) -> Vertex {
    let group = u16::try_from(place / 16).unwrap();
    let own: Vec<u16> = (group..=2 * group).collect();
    let weight = |joint: u16| 1.0 + f32::from((joint * 3 + u16::try_from(place).unwrap()) % 7);
    let mut row: Vec<(u16, f32)> = own.iter().map(|&joint| (joint, weight(joint))).collect();
    let count = row.len();
    row.rotate_left(place % count);
    let beside = (2 * group + 1..=2 * group + 1 + group % 2).chain(own);
    let lacking = place.is_multiple_of(5).then_some(group);
    let slopes = beside.filter(|&joint| Some(joint) != lacking);
    let mut slopes: Vec<(u16, Vec3)> = slopes.map(|joint| (joint, slope(joint, place))).collect();
    if !place.is_multiple_of(7) {
        let sum: Vec3 = slopes.iter().map(|(_, slope)| *slope).sum();
        slopes[0].1 -= sum;
    }
    if place % 13 == 6 {
        row.clear();
    }
    Vertex { row, slopes }
}

/// Four joints of many, so that neighbors share none.
fn strewn(place: usize) -> Vertex {
    let joint = |at: usize| u16::try_from(8 + 4 * (place % 8) + at).unwrap();
    Vertex {
        row: (0..4).map(|at| (joint(at), 0.25)).collect(),
        slopes: (0..4)
            .map(|at| (joint(at), slope(joint(at), place)))
            .collect(),
    }
}

/// The strip by batches; then with others between: all row by row, slopes alone, weights alone; and a part of a page.
fn vertices() -> Vec<Vertex> {
    let between = |page: usize, place: usize| {
        let (own, other) = (strip(place), strewn(place));
        match page {
            1 => other,
            2 => Vertex {
                row: own.row,
                ..other
            },
            _ => Vertex {
                row: other.row,
                ..own
            },
        }
    };
    let pages = (0..4 * PAGE).map(|vertex| match (vertex / PAGE, vertex % PAGE) {
        (0, place) => strip(place % STRIP),
        (_, place) if place.is_multiple_of(2) => strip(place / 2),
        (page, place) => between(page, place / 2),
    });
    pages.chain((0..37).map(strip)).collect()
}

/// The place in the strip of each vertex of it.
fn strip_place(vertex: usize) -> Option<usize> {
    match (vertex / PAGE, vertex % PAGE) {
        (0 | 4, place) => Some(place % STRIP),
        (_, place) => place.is_multiple_of(2).then_some(place / 2),
    }
}

fn mesh(vertices: &[Vertex]) -> (support::Mesh, WeightGradients, VertexMap) {
    let places = (0..vertices.len()).map(|vertex| strip_place(vertex).unwrap_or(vertex));
    let places: Vec<f32> = places
        .map(|place| f32::from(u16::try_from(place).unwrap()))
        .collect();
    let rows = vertices.iter().map(|vertex| vertex.row.clone());
    let mesh = support::Mesh {
        positions: places
            .iter()
            .map(|at| Vec3::new(at * 0.03, 1.0, (0.3 * at).sin()))
            .collect(),
        normals: places
            .iter()
            .map(|at| Vec3::new(at.sin(), 1.0, at.cos()).normalize())
            .collect(),
        influences: influences(usize::from(JOINTS), rows),
    };
    let rows = vertices.iter().map(|vertex| vertex.slopes.clone());
    let of_map = places.iter().map(|at| Vec3::new(0.1, 0.02 * at.cos(), 0.0));
    let gradients =
        WeightGradients::from_rows(usize::from(JOINTS), rows).with_map(MapKind::Blend, of_map);
    let map = VertexMap::new(places.iter().map(|at| 0.5 + 0.4 * at.sin()));
    (mesh, gradients, map)
}

/// Vertices whose tangents have no length go to the reference, with their normals.
const fn has_tangent(vertex: usize) -> bool {
    vertex % 17 != 5
}

/// A mesh with its weighting, in a pose.
#[derive(Clone, Copy)]
struct Posed<'a> {
    mesh: &'a support::Mesh,
    weighting: Weighting<'a>,
    gradients: &'a WeightGradients,
    palette: &'a Palette,
}

impl Posed<'_> {
    fn part(&self, path: SimdPath, range: Range<usize>) -> Moved {
        let of_mesh = (self.mesh, self.weighting);
        let exact = NormalTransform::Exact(self.gradients);
        skin_weighted(&mut Skinner::new(path), of_mesh, self.palette, exact, range).unwrap()
    }

    fn whole(&self, path: SimdPath) -> Moved {
        self.part(path, 0..self.mesh.positions.len())
    }

    /// Normals but for rounding.
    fn compare(&self, found: &Moved, expected: &Moved, place: &str) {
        let vertices = 0..self.mesh.positions.len();
        for vertex in vertices.filter(|&vertex| decided(self.mesh, vertex, self.palette)) {
            let off = found.normals[vertex].distance(expected.normals[vertex]);
            assert!(off < 1e-3, "{place}: {vertex} is off by {off}");
        }
    }

    /// Vertices that lie together come out alike, and ranges as the whole.
    fn check(&self) {
        let expected = self.whole(SimdPath::Scalar);
        let kernels = paths().into_iter().filter(|&path| path != SimdPath::Scalar);
        for path in kernels {
            let found = self.whole(path);
            let place = format!("{path}, {} {:?}", name(self.palette), self.palette.signs());
            let vertices = 0..self.mesh.positions.len();
            for vertex in vertices.filter(|&vertex| has_tangent(vertex)) {
                let first = strip_place(vertex).filter(|&first| has_tangent(first));
                // Tangents at rest are others there.
                let of = |at: usize| (found.positions[at], found.normals[at]);
                let first = first.unwrap_or(vertex);
                assert_eq!(of(vertex), of(first), "{place}: {vertex}, {first}");
            }
            self.compare(&found, &expected, &place);
            for range in [3..250, 131..140, 300..301, 500..549] {
                let part = self.part(path, range.clone());
                assert_same(&part, (&found, range), &place);
            }
        }
    }
}

/// But for the signs of zeros.
fn assert_same(part: &Moved, (whole, range): (&Moved, Range<usize>), place: &str) {
    let of = |moved: &Moved, at: usize| {
        let normal = moved.normals[at];
        (moved.positions[at], normal, moved.tangents[at])
    };
    for (at, vertex) in range.enumerate() {
        assert_eq!(of(part, at), of(whole, vertex), "{place}: {vertex}");
    }
}

#[test]
fn slopes_by_batches_are_those_of_rows_and_of_the_reference() {
    let (mesh, gradients, map) = mesh(&vertices());
    let bare = Weighting::from(&mesh.influences);
    let mapped = Weighting {
        blend: Some(&map),
        ..bare
    };
    for rule in SignRule::ALL {
        for palette in palettes(&joints(0.8), rule) {
            for weighting in [bare, mapped] {
                let (mesh, gradients, palette) = (&mesh, &gradients, &palette);
                Posed {
                    mesh,
                    weighting,
                    gradients,
                    palette,
                }
                .check();
            }
        }
    }
}

/// A joint that two others of a vertex agree with, but not by one sign: which it has depends on which of them is the pivot.
#[test]
fn joints_with_slopes_alone_take_the_signs_of_pivots() {
    // Quaternions at 0°, 85° and −50°.
    let turns = [0.0, 170.0, -100.0_f32].map(|turn| Quat::from_rotation_z(turn.to_radians()));
    let joints = turns.map(|turn| {
        let rigid = rig::Rigid::new(turn, Vec3::new(turn.z, 0.2, 0.0));
        (rigid.to_affine(), rigid, turn)
    });
    let vertex = |place: u16| Vertex {
        row: [(place % 2, 0.7), (1 - place % 2, 0.3)].to_vec(),
        slopes: [(2, Vec3::X * 0.3), (place % 2, Vec3::X * -0.3)].to_vec(),
    };
    let vertices: Vec<Vertex> = (0..150).map(vertex).collect();
    let (mesh, gradients, _) = mesh(&vertices);
    for rule in SignRule::ALL {
        // Behind the joints are some that nothing asks for.
        let joints: Vec<Joint> = joints.iter().copied().cycle().take(40).collect();
        for palette in palettes(&joints, rule) {
            let weighting = (&mesh.influences).into();
            let (mesh, gradients, palette) = (&mesh, &gradients, &palette);
            let posed = Posed {
                mesh,
                weighting,
                gradients,
                palette,
            };
            let expected = posed.whole(SimdPath::Scalar);
            for path in paths() {
                let place = format!("{path}, {} {rule:?}", name(palette));
                posed.compare(&posed.whole(path), &expected, &place);
            }
        }
    }
}

/// Differences to the vertices before and after.
fn chain(influences: &Influences, vertex: u32) -> StencilSum {
    let last = u32::try_from(influences.vertex_count() - 1).unwrap();
    let term = |(vertex, factor)| WeightedTerm {
        weighting: Some(influences.into()),
        vertex,
        factor,
    };
    let ends = [
        (vertex.saturating_sub(1), Vec3::new(-0.4, 0.1, 0.0)),
        ((vertex + 1).min(last), Vec3::new(0.4, -0.1, 0.0)),
    ];
    StencilSum::new(ends.map(term))
}

/// A vertex and its new row.
type EditedRow = (u32, &'static [(u16, f32)]);

/// Batches that were made before an edit serve what comes of it, and an edit that is taken back.
#[test]
fn edited_gradients_are_those_that_are_computed_anew() {
    let (mesh, ..) = mesh(&vertices());
    let compute = |influences: &Influences| {
        WeightGradients::new(influences.into(), |vertex| chain(influences, vertex))
    };
    let palettes: Vec<Palette> = palettes(&joints(0.8), SignRule::First)
        .into_iter()
        .take(4)
        .collect();
    let check = |influences: &Influences, gradients: &WeightGradients| {
        let mesh = &support::Mesh {
            influences: influences.clone(),
            ..mesh.clone()
        };
        let fresh = compute(influences);
        for palette in &palettes {
            let posed = |gradients| Posed {
                mesh,
                weighting: influences.into(),
                gradients,
                palette,
            };
            for path in paths() {
                let (found, expected) = (posed(gradients).whole(path), posed(&fresh).whole(path));
                assert_same(&found, (&expected, 0..influences.vertex_count()), "edited");
            }
        }
    };
    let mut versions = vec![(mesh.influences.clone(), compute(&mesh.influences))];
    let edits: [&[EditedRow]; 4] = [
        // Of weights alone, of joints, to none and from none.
        &[(20, &[(1, 0.9), (2, 0.1)])],
        &[(5, &[(9, 1.0)]), (200, &[(30, 0.5), (2, 0.5)])],
        &[(127, &[]), (548, &[])],
        &[(6, &[(0, 1.0)]), (127, &[(3, 0.5), (4, 0.5)])],
    ];
    for edit in edits {
        let (before, known) = &versions[versions.len() - 1];
        check(before, known);
        let rows = edit.iter().map(|&(vertex, row)| (vertex, row));
        let edited = before.with_rows(rows).unwrap();
        let changed = edited.changed_since(before);
        let is_stale = |vertex: u32| changed.iter().any(|&of| of.abs_diff(vertex) <= 1);
        let gradients =
            known.recompute((&edited).into(), is_stale, |vertex| chain(&edited, vertex));
        versions.push((edited, gradients));
    }
    versions
        .iter()
        .rev()
        .for_each(|(influences, gradients)| check(influences, gradients));
}
