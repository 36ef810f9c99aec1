//! Counts and flaws of a character's meshes.

use character::Character;
use mesh::ManifoldReport;
use rig::{BindPose, InfluenceRow, JointSlot};

use crate::pose::deform::DeformedPrimitive;
use crate::pose::placed::placed_primitives;
use crate::report::{CharacterReport, Problem};
use crate::surface::combined_surface::{CombinedSurface, join_positions};
use crate::surface::vertex_facts::VertexPlace;

/// Counts about the placed meshes, and their flaws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshFacts {
    /// Vertices of all placed primitives.
    pub vertices: usize,
    /// Triangles of all placed primitives.
    pub triangles: usize,
    /// Placed primitives: one that is shown twice counts twice.
    pub primitives: usize,
    /// Skins in the file.
    pub skins: usize,
    /// Joints with weight on a vertex.
    pub joints_used: usize,
    /// Entry k: the number of vertices with k influences; only of primitives with a skin.
    pub influences: Vec<usize>,
    /// Vertices of meshes that follow a node instead of joints.
    pub unskinned: usize,
    /// Whether the triangles enclose a volume; triangles without area are ignored.
    pub is_closed: bool,
    /// Flaws of the surface, each kind once.
    pub flaws: Vec<Flaw>,
    /// Problems of the file, worst first.
    pub problems: Vec<Problem>,
}

/// A kind of flaw of the surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The flaw with its count.
    pub what: String,
    /// The consequence and the remedy.
    pub remedy: &'static str,
    /// The first vertex concerned.
    pub first: Option<VertexPlace>,
}

impl MeshFacts {
    /// Computes the counts; `at_rest` are the vertices of the surface at rest, primitive by primitive.
    #[must_use]
    pub fn of(
        character: &Character,
        surface: &CombinedSurface,
        at_rest: &[DeformedPrimitive],
    ) -> Self {
        let mut facts = Self {
            skins: character.rig.binds.len(),
            ..Self::default()
        };
        let mut is_used = vec![false; character.rig.skeleton.len()];
        for placed in placed_primitives(character) {
            let primitive = placed.primitive;
            facts.primitives += 1;
            facts.vertices += primitive.positions.len();
            facts.triangles += primitive.triangles.len();
            let bind = placed
                .instance
                .skin
                .and_then(|skin| character.rig.binds.get(skin));
            let (Some(bind), Some(influences)) = (bind, &primitive.influences) else {
                facts.unskinned += primitive.positions.len();
                continue;
            };
            for InfluenceRow { joints: places, .. } in influences.bound_rows() {
                facts.count_row(places.len());
                mark_used(&mut is_used, bind, places);
            }
        }
        facts.joints_used = is_used.iter().filter(|&&is_used| is_used).count();
        let report = mesh::check_closed_manifold(&join_positions(at_rest), surface.triangles());
        // Triangles without area neither close a surface nor leave it open.
        let has_holes = !(report.open_edges.is_empty()
            && report.crowded_edges.is_empty()
            && report.flipped_edges.is_empty());
        facts.is_closed = facts.triangles > 0 && !has_holes;
        facts.flaws = flaws(&report, surface);
        facts.problems = CharacterReport::of(&character.name, character).problems;
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

/// Marks the joints that a vertex follows, which are given by their places in the skin.
fn mark_used(is_used: &mut [bool], bind: &BindPose, places: &[JointSlot]) {
    let joints = bind.joints();
    let followed = places
        .iter()
        .filter_map(|&place| joints.get(usize::from(place)));
    for joint in followed {
        if let Some(is_used) = is_used.get_mut(joint.index()) {
            *is_used = true;
        }
    }
}

fn flaws(report: &ManifoldReport, surface: &CombinedSurface) -> Vec<Flaw> {
    let at = |vertex: Option<u32>| vertex.and_then(|vertex| place_of(surface, vertex));
    let edge = |edges: &[[u32; 2]]| at(edges.first().map(|edge| edge[0]));
    let sliver = report.degenerate_triangles.first();
    let sliver = sliver
        .and_then(|&triangle| surface.triangles().get(triangle))
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
            crate::text::names::count(count),
            if count == 1 { one } else { many }
        ),
        remedy,
        first,
    })
    .collect()
}

fn place_of(surface: &CombinedSurface, vertex: u32) -> Option<VertexPlace> {
    let (primitive, vertex) = surface.ranges().place(vertex)?;
    let vertex = vertex as usize;
    Some(VertexPlace { primitive, vertex })
}
