//! What is known of a character's meshes: counts, whether they are closed, what to beware of.

use character::Character;
use glam::Vec3;
use mesh::ManifoldReport;

use crate::deform::DeformedPrimitive;
use crate::placed::placed_primitives;
use crate::report::{Problem, Report};
use crate::vertex_facts::VertexPlace;

/// Counts of what the scene shows, and its faults.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshFacts {
    /// Vertices of all primitives.
    pub vertices: usize,
    /// Their triangles.
    pub triangles: usize,
    /// Primitives, as often as they are shown.
    pub primitives: usize,
    /// Skins of the file.
    pub skins: usize,
    /// Joints that move a vertex.
    pub joints_used: usize,
    /// How many vertices have no influence, one, two and so on; only of primitives with a skin.
    pub influences: Vec<usize>,
    /// Vertices of meshes that follow a node.
    pub unskinned: usize,
    /// Whether the triangles enclose a volume; triangles without area enclose nothing and open nothing.
    pub is_closed: bool,
    /// What is wrong with the surface.
    pub flaws: Vec<Flaw>,
    /// What to beware of, the worst first.
    pub problems: Vec<Problem>,
}

/// A kind of fault of the surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// What there is, with its count.
    pub what: String,
    /// What it means and what to do.
    pub remedy: &'static str,
    /// The first place.
    pub first: Option<VertexPlace>,
}

impl MeshFacts {
    /// Counts; `at_rest` are the vertices at rest, primitive by primitive.
    #[must_use]
    pub fn of(character: &Character, at_rest: &[DeformedPrimitive]) -> Self {
        let mut facts = Self {
            skins: character.rig.binds.len(),
            ..Self::default()
        };
        let mut is_used = vec![false; character.rig.skeleton.len()];
        let mut triangles = Vec::new();
        let mut first = 0_u32;
        for placed in placed_primitives(character) {
            let primitive = placed.primitive;
            facts.primitives += 1;
            facts.vertices += primitive.positions.len();
            facts.triangles += primitive.triangles.len();
            let shifted = |triangle: &[u32; 3]| triangle.map(|vertex| vertex.saturating_add(first));
            triangles.extend(primitive.triangles.iter().map(shifted));
            let n_vertices = u32::try_from(primitive.positions.len()).unwrap_or(u32::MAX);
            first = first.saturating_add(n_vertices);
            let bind = placed
                .instance
                .skin
                .and_then(|skin| character.rig.binds.get(skin));
            let (Some(bind), Some(influences)) = (bind, &primitive.influences) else {
                facts.unskinned += primitive.positions.len();
                continue;
            };
            for (places, _) in influences.rows() {
                facts.count_row(places.len());
                for joint in places
                    .iter()
                    .filter_map(|&place| bind.joints().get(usize::from(place)))
                {
                    if let Some(is_used) = is_used.get_mut(joint.index()) {
                        *is_used = true;
                    }
                }
            }
        }
        facts.joints_used = is_used.iter().filter(|&&is_used| is_used).count();
        let all = at_rest.iter().flat_map(|found| &found.positions);
        let positions: Vec<Vec3> = all.copied().collect();
        let report = mesh::closed_manifold(&positions, &triangles);
        let has_holes = !(report.open_edges.is_empty()
            && report.crowded_edges.is_empty()
            && report.flipped_edges.is_empty());
        facts.is_closed = facts.triangles > 0 && !has_holes;
        facts.flaws = flaws(&report, at_rest, &triangles);
        facts.problems = Report::of(&character.name, character).problems;
        facts
    }

    fn count_row(&mut self, n_influences: usize) {
        if self.influences.len() <= n_influences {
            self.influences.resize(n_influences + 1, 0);
        }
        if let Some(count) = self.influences.get_mut(n_influences) {
            *count += 1;
        }
    }
}

fn flaws(
    report: &ManifoldReport,
    at_rest: &[DeformedPrimitive],
    triangles: &[[u32; 3]],
) -> Vec<Flaw> {
    let at = |vertex: Option<u32>| vertex.and_then(|vertex| locate(at_rest, vertex));
    let edge = |edges: &[[u32; 2]]| at(edges.first().map(|edge| edge[0]));
    let sliver = report.degenerate_triangles.first();
    let sliver = sliver
        .and_then(|&triangle| triangles.get(triangle))
        .map(|triangle| triangle[0]);
    let found = [
        (
            report.open_edges.len(),
            ["open edge", "open edges"],
            "The rim of a hole: fill it if the volume is to be measured",
            edge(&report.open_edges),
        ),
        (
            report.crowded_edges.len(),
            [
                "edge of three or more triangles",
                "edges of three or more triangles",
            ],
            "Remove the triangles inside the surface",
            edge(&report.crowded_edges),
        ),
        (
            report.flipped_edges.len(),
            [
                "edge between flipped triangles",
                "edges between flipped triangles",
            ],
            "Turn the triangles of one side around: some face inwards",
            edge(&report.flipped_edges),
        ),
        (
            report.pinched_vertices.len(),
            ["pinched vertex", "pinched vertices"],
            "Parts touch in a point: split the vertex",
            at(report.pinched_vertices.first().copied()),
        ),
        (
            report.degenerate_triangles.len(),
            ["triangle without area", "triangles without area"],
            "Merge or remove its vertices: it has no normal",
            at(sliver),
        ),
    ];
    let some = found.into_iter().filter(|(count, ..)| *count > 0);
    some.map(|(count, [one, many], remedy, first)| Flaw {
        what: format!(
            "{} {}",
            crate::names::count(count),
            if count == 1 { one } else { many }
        ),
        remedy,
        first,
    })
    .collect()
}

/// The primitive and the vertex in it, of a vertex counted through all primitives.
fn locate(at_rest: &[DeformedPrimitive], vertex: u32) -> Option<VertexPlace> {
    let mut vertex = vertex as usize;
    for (primitive, found) in at_rest.iter().enumerate() {
        if vertex < found.positions.len() {
            return Some(VertexPlace { primitive, vertex });
        }
        vertex -= found.positions.len();
    }
    None
}
