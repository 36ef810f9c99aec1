//! Solves the bulge map over poses: how far what stands out has to be drawn back.
//!
//! A vertex at the distance ℓ from its bones, r̄ of which it had at rest, comes to `ℓ − β (ℓ − r̄)`. So the smallest β that brings it
//! within a tolerance τ of r̄ is `(ℓ − (1 + τ) r̄) / (ℓ − r̄)`, and 0 where it is within it already. A vertex takes the largest of what
//! poses ask for. The map that comes of it is kept only if it is better than the present one: see `bulge_solver/trial.rs`.

mod trial;

use std::sync::Arc;

use character::{Character, WeightEdit};
use glam::Vec3;
use mesh::{Adjacency, PointIndex};
use rig::{ByMap, GoOn, MapKind, Pose, ScaleInheritance, VertexMap};
use scene::bulges::{Bulge, StandingOut, standing_out};
use scene::combined_surface::CombinedSurface;
use scene::placed::placed_primitives;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use weights::Report;

use crate::state::painting::WholeDone;
use crate::state::weight_operations::weight_changes::{Counted, OperationNotes};
use crate::state::weight_table::weights_work::VertexSelection;

pub use trial::{MapHarm, MapTrial};

/// Rounds in which strengths grow over what is around.
const ROUNDS: usize = 2;
/// Strengths are whole multiples of this, so that maps have few numbers.
const STEP: f32 = 1.0 / 256.0;
/// The share of all work that solving takes in the bar; the rest is measuring.
const OF_SOLVING: f32 = 0.4;

/// What the map is solved from.
#[derive(Clone, Debug)]
pub struct BulgeSolver {
    /// The character whose map is solved.
    pub of: Arc<Character>,
    /// Its placed primitives as one surface.
    pub surface: Arc<CombinedSurface>,
    /// The poses, with their names.
    pub poses: Vec<(String, Pose)>,
    /// Further poses, with their names, in which volumes around joints are not to get worse.
    pub watched: Vec<(String, Pose)>,
    /// The method, which looks at maps.
    pub look: Look,
    /// The scale inheritance of each joint.
    pub scale_inheritance: Arc<[ScaleInheritance]>,
    /// τ: how much farther from its bones than at rest a vertex may stay, as a share.
    pub tolerance: f32,
    /// The vertices that may change; all, if none is selected.
    pub selection: VertexSelection,
}

/// The worst that poses do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worst {
    /// The volume between the surface and where all that stands out would be drawn back to, and the index of the pose.
    pub volume: (f64, usize),
    /// How much farther from its bones than at rest a vertex is, in the mean of all that stand out, weighted by that.
    pub beyond: f64,
}

/// Numbers by placed primitive and vertex.
type Numbers = Vec<Vec<f32>>;

impl BulgeSolver {
    /// Solves the map, and measures whether it is better than the present one; refused, with the figures of both, where it is not. None if
    /// canceled. `go_on` gets the share that is done.
    #[must_use]
    pub fn run(&self, go_on: &GoOn<'_>) -> Option<WholeDone> {
        let placed = placed_primitives(&self.of);
        let lengths = placed.map(|placed| placed.primitive.positions.len());
        let mut strengths: Numbers = lengths.map(|count| vec![0.0; count]).collect();
        let mut seen = Vec::new();
        for (place, (_, pose)) in self.poses.iter().enumerate() {
            if go_on(OF_SOLVING * share(place, self.poses.len())).is_break() {
                return None;
            }
            let found = standing_out(&self.of, pose, &self.scale_inheritance, self.look);
            let found = found.unwrap_or_default();
            self.take_pose(&mut strengths, &found);
            seen.push(found);
        }
        // After all poses: grown pose by pose, strengths would spread farther with each.
        self.grow(&mut strengths);
        let edits = self.edits(&strengths);
        let solved = self.of.with_weights(&edits);
        let solved = solved.map_or_else(|_| Arc::clone(&self.of), Arc::new);
        let trial = MapTrial::new(self, &seen, &solved, &|done| {
            go_on(OF_SOLVING + (1.0 - OF_SOLVING) * done)
        })?;
        if let Some(why) = trial.why_not().filter(|_| !edits.is_empty()) {
            return Some(WholeDone {
                refused: Some(why),
                ..WholeDone::default()
            });
        }
        let only = self.selection.mask_words();
        let only = only.map_or_else(String::new, |only| format!("; {only}"));
        let numbers = edits.iter().map(|edit| edit.maps.bulge.len());
        Some(WholeDone {
            report: Report::of_changed(numbers.sum()),
            told: OperationNotes {
                counted: Counted::Numbers(MapKind::Bulge),
                why_nothing: "the map is so already".to_owned(),
                ..OperationNotes::default()
            },
            remark: Some(trial.words() + &only),
            edits,
            ..WholeDone::default()
        })
    }

    /// Raises strengths to what a pose asks for.
    fn take_pose(&self, strengths: &mut Numbers, found: &[StandingOut]) {
        for (strengths, found) in strengths.iter_mut().zip(found) {
            for (strength, bulge) in strengths.iter_mut().zip(&found.bulges) {
                let asked = bulge.as_ref().map_or(0.0, |bulge| self.strength(bulge));
                *strength = strength.max(asked);
            }
        }
    }

    /// The smallest that brings a vertex within the tolerance.
    fn strength(&self, bulge: &Bulge) -> f32 {
        let allowed = (1.0 + self.tolerance.max(0.0)) * bulge.radius;
        let out = bulge.distance - bulge.radius;
        let asked = (bulge.distance - allowed) / out;
        // Where it is no farther out than at rest the quotient says nothing, and nothing is asked.
        if asked.is_finite() {
            asked.clamp(0.0, 1.0)
        } else {
            0.0
        }
    }

    /// Gives each point the mean of those around where that is more, so that the map has no rim, and all vertices of a point one number.
    fn grow(&self, strengths: &mut Numbers) {
        let placed = placed_primitives(&self.of);
        let positions: Vec<Vec3> = placed
            .flat_map(|placed| placed.primitive.positions.iter().copied())
            .collect();
        let around = Adjacency::new(&positions, self.surface.triangles());
        let of_vertices: Vec<f32> = strengths.iter().flatten().copied().collect();
        let points = around.all_points();
        let of_point = |point: PointIndex| {
            let vertices = around.vertices_of(point).iter();
            let numbers = vertices.filter_map(|&vertex| of_vertices.get(vertex as usize));
            numbers.copied().fold(0.0, f32::max)
        };
        let mut now: Vec<f32> = points.clone().map(of_point).collect();
        for _ in 0..ROUNDS {
            let grown = points.clone().zip(&now);
            let grown = grown.map(|(point, &own)| own.max(mean(&now, around.neighbors(point))));
            now = grown.collect();
        }
        for (slot, vertex) in strengths.iter_mut().flatten().zip(0_u32..) {
            let number = now.get(around.point_of(vertex).index());
            let number = number.copied().unwrap_or(0.0);
            // Rounded up: a little less would leave the vertex beyond the tolerance.
            *slot = ((number / STEP).ceil() * STEP).min(1.0);
        }
    }

    /// The numbers that change: of a mesh that is shown more than once, the largest.
    fn edits(&self, strengths: &Numbers) -> Vec<WeightEdit> {
        let mut found: Vec<((usize, usize), Vec<f32>)> = Vec::new();
        for (index, (placed, wanted)) in placed_primitives(&self.of).zip(strengths).enumerate() {
            let Some(influences) = &placed.primitive.influences else {
                continue;
            };
            let map = placed.primitive.maps.bulge.clone();
            let map = map.unwrap_or_else(|| VertexMap::default_for(influences, MapKind::Bulge));
            let number = |(vertex, wanted): (usize, &f32)| match self.may_change(index, vertex) {
                true => *wanted,
                false => map.value(vertex),
            };
            let own: Vec<f32> = wanted.iter().enumerate().map(number).collect();
            let key = (placed.instance.mesh, placed.primitive_index);
            match found.iter_mut().find(|(known, _)| *known == key) {
                Some((_, known)) => {
                    let pairs = known.iter_mut().zip(own);
                    pairs.for_each(|(known, own)| *known = known.max(own));
                }
                None => found.push((key, own)),
            }
        }
        let edit = |((mesh, primitive), wanted): ((usize, usize), Vec<f32>)| {
            let of = self.of.meshes.get(mesh);
            let map = of.and_then(|of| of.primitives.get(primitive)?.maps.bulge.as_ref());
            let before = |vertex: u32| map.map_or(0.0, |map| map.value(vertex as usize));
            let numbers = (0_u32..).zip(wanted);
            let changed = numbers.filter(|&(vertex, number)| number != before(vertex));
            WeightEdit {
                mesh,
                primitive,
                maps: ByMap::only(MapKind::Bulge, changed.collect()),
                ..WeightEdit::default()
            }
        };
        let edits = found.into_iter().map(edit);
        edits.filter(|edit| !edit.has_no_numbers()).collect()
    }

    fn may_change(&self, primitive: usize, vertex: usize) -> bool {
        let place = VertexPlace { primitive, vertex };
        !self.selection.is_mask() || self.selection.all().contains(&place)
    }

    /// What is left by the map of a character; without one, what there is before anything is drawn back.
    fn worst(&self, seen: &[Vec<StandingOut>], of: Option<&Character>) -> Worst {
        let mut worst = Worst::default();
        for (pose, found) in seen.iter().enumerate() {
            let (volume, beyond) = self.measure_bulge(found, of, 0.0);
            if volume > worst.volume.0 {
                worst.volume = (volume, pose);
            }
            worst.beyond = worst.beyond.max(beyond);
        }
        worst
    }

    /// Volume that stands out by more than a share of the distance at rest, and by how much: thin prisms on the triangles of the surface.
    fn measure_bulge(
        &self,
        found: &[StandingOut],
        of: Option<&Character>,
        more_than: f32,
    ) -> (f64, f64) {
        let of_primitives = of.map(|of| placed_primitives(of).collect::<Vec<_>>());
        let strength = |primitive: usize, vertex: usize| {
            let placed = of_primitives.as_ref().and_then(|of| of.get(primitive));
            let map = placed.and_then(|placed| placed.primitive.maps.bulge.as_ref());
            map.map_or(0.0, |map| map.value(vertex))
        };
        // By vertex of the combined surface: how far out, and that as a share of the distance at rest.
        let mut out: Vec<(Vec3, f64, f64)> = Vec::new();
        for (primitive, found) in found.iter().enumerate() {
            let vertices = found.positions.iter().zip(&found.bulges).enumerate();
            out.extend(vertices.map(|(vertex, (at, bulge))| {
                let left = remaining_bulge(bulge.as_ref(), strength(primitive, vertex), more_than);
                (*at, left.0, left.1)
            }));
        }
        let (mut volume, mut beyond) = (0.0, 0.0);
        for triangle in self.surface.triangles() {
            let corners = triangle.map(|vertex| out.get(vertex as usize).copied());
            let [Some(a), Some(b), Some(c)] = corners else {
                continue;
            };
            let area = f64::from(0.5 * (b.0 - a.0).cross(c.0 - a.0).length());
            for corner in [a, b, c] {
                // The volume over a triangle is its area times the mean height of its corners.
                let prism = area * corner.1 / 3.0;
                volume += prism;
                beyond += prism * corner.2;
            }
        }
        let mean = if volume > 0.0 { beyond / volume } else { 0.0 };
        (volume, mean)
    }
}

/// How far a vertex stands out beyond a share of its distance at rest when it is drawn back so much, and that as such a share, 1 at most.
fn remaining_bulge(bulge: Option<&Bulge>, strength: f32, more_than: f32) -> (f64, f64) {
    let Some(bulge) = bulge else {
        return (0.0, 0.0);
    };
    let far = (bulge.distance - bulge.radius) * (1.0 - strength) - more_than * bulge.radius;
    let far = far.max(0.0);
    let share = (far / bulge.radius.max(f32::MIN_POSITIVE)).min(1.0);
    (f64::from(far), f64::from(share))
}

/// Of some points; 0 of none.
fn mean(numbers: &[f32], points: &[PointIndex]) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0_f32);
    for &point in points {
        sum += numbers.get(point.index()).copied().unwrap_or(0.0);
        count += 1.0;
    }
    sum / count.max(1.0)
}

#[expect(clippy::cast_precision_loss, reason = "a share to be shown")]
fn share(done: usize, all: usize) -> f32 {
    done as f32 / all.max(1) as f32
}
