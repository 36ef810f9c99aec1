//! Solves the bulge map over poses: how far bulges have to be drawn back so that volume is kept.
//!
//! The correction is linear in its strength, so that a pose needs to be skinned twice only, without it and with all of it; what is
//! between lies on straight lines. Around each joint whose volume is above that at rest the smallest strength is found that brings it back;
//! it goes to the vertices there that the correction moves in that pose. A vertex takes the largest of what poses ask for.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{Character, WeightEdit};
use glam::Vec3;
use mesh::Adjacency;
use rig::{ByMap, JointIndex, MapKind, Pose, ScaleInheritance, VertexMap, forward};
use scene::combined_surface::{CombinedSurface, joined};
use scene::deform::deform;
use scene::joint_volume::{JointZone, joint_zones};
use scene::names::joint_name;
use scene::placed::placed_primitives;
use scene::posed_character::Look;
use weights::Report;

use crate::painting::WholeDone;
use crate::weighting::weights_work::VertexSelection;

/// A volume within this of that at rest is kept.
const KEPT: f64 = 0.005;
/// Vertices that the correction moves by less than this share of the model's size do not stand out.
const LEAST_MOVED: f32 = 1e-4;
/// Halvings of a strength.
const HALVINGS: u32 = 10;
/// Rounds in which strengths grow over what is around.
const ROUNDS: usize = 2;
/// Strengths are whole multiples of this, so that maps have few numbers.
const STEP: f32 = 1.0 / 256.0;

/// What the map is solved from.
#[derive(Clone, Debug)]
pub struct BulgeSolver {
    /// The character.
    pub of: Arc<Character>,
    /// Its placed primitives as one surface.
    pub surface: Arc<CombinedSurface>,
    /// The poses, with their names.
    pub poses: Vec<(String, Pose)>,
    /// The method, which looks at maps.
    pub look: Look,
    /// The scale inheritance of each joint.
    pub scale_inheritance: Arc<[ScaleInheritance]>,
    /// The vertices that may change; all, if none is selected.
    pub selection: VertexSelection,
}

/// The worst that poses do to the volume around a joint: above that at rest, as a share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorstVolume {
    /// 0.2 for a fifth more.
    pub above: f64,
    /// The joint.
    pub joint: Option<JointIndex>,
    /// The index of the pose.
    pub pose: usize,
}

/// One pose, skinned by one map.
struct Posed {
    /// Of the combined surface.
    positions: Vec<Vec3>,
    /// Of all joints.
    centers: Vec<Vec3>,
}

/// The volume around a joint at rest.
struct Measured<'a> {
    zone: &'a JointZone,
    at_rest: f64,
}

impl Measured<'_> {
    /// How much the volume is above that at rest, as a share.
    fn above(&self, positions: &[Vec3], centers: &[Vec3]) -> f64 {
        let center = centers.get(self.zone.joint.index());
        let volume = center.map(|center| self.zone.volume(positions, *center));
        let above = volume.map_or(0.0, |volume| volume / self.at_rest - 1.0);
        if above.is_finite() { above } else { 0.0 }
    }

    /// The smallest strength with which the volume is kept; 1 where none does.
    fn strength(&self, [without, with]: [&Posed; 2]) -> f32 {
        let above = |strength: f32| {
            let pairs = without.positions.iter().zip(&with.positions);
            let positions: Vec<Vec3> = pairs
                .map(|(one, other)| one.lerp(*other, strength))
                .collect();
            self.above(&positions, &without.centers)
        };
        if above(0.0) <= KEPT {
            return 0.0;
        }
        if above(1.0) > KEPT {
            return 1.0;
        }
        let (mut less, mut enough) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (less + enough);
            if above(middle) <= KEPT {
                enough = middle;
            } else {
                less = middle;
            }
        }
        enough
    }
}

impl BulgeSolver {
    /// Solves the map; none if cancelled. `go_on` gets the share that is done.
    #[must_use]
    pub fn run(&self, go_on: &dyn Fn(f32) -> ControlFlow<()>) -> Option<WholeDone> {
        let [without, with] = [0.0, 1.0].map(|strength| self.filled(strength));
        let (Ok(without), Ok(with)) = (without, with) else {
            return Some(WholeDone::default());
        };
        let zones = joint_zones(&self.of, &self.surface);
        let measured = self.measured(&without, &zones);
        let mut strengths = self.no_strengths();
        let (mut before, count) = (WorstVolume::default(), self.poses.len().max(1));
        for (place, (_, pose)) in self.poses.iter().enumerate() {
            if go_on(share(place, 2 * count)).is_break() {
                return None;
            }
            let both = [&without, &with].map(|of| self.posed(of, pose));
            if let [Some(none), Some(all)] = both {
                before.take(&measured, &none, place);
                self.take_pose(&mut strengths, &measured, [&none, &all]);
            }
        }
        self.grow(&mut strengths);
        let edits = self.edits(&strengths);
        let after = self.of.with_weights(&edits).unwrap_or(without);
        let mut left = WorstVolume::default();
        for (place, (_, pose)) in self.poses.iter().enumerate() {
            if go_on(share(count + place, 2 * count)).is_break() {
                return None;
            }
            if let Some(posed) = self.posed(&after, pose) {
                left.take(&measured, &posed, place);
            }
        }
        let numbers = edits.iter().map(|edit| edit.maps.bulge.len());
        Some(WholeDone {
            report: Report::of_changed(numbers.sum()),
            remark: Some(self.words(&before, &left)),
            edits,
            ..WholeDone::default()
        })
    }

    /// The character with one strength everywhere.
    fn filled(&self, strength: f32) -> Result<Character, character::WeightError> {
        let mut edits: Vec<WeightEdit> = Vec::new();
        for placed in placed_primitives(&self.of) {
            let (mesh, primitive) = (placed.instance.mesh, placed.primitive_index);
            let is_known = |edit: &WeightEdit| (edit.mesh, edit.primitive) == (mesh, primitive);
            if placed.primitive.influences.is_none() || edits.iter().any(is_known) {
                continue;
            }
            let vertices = (0_u32..).take(placed.primitive.positions.len());
            let numbers = vertices.map(|vertex| (vertex, strength)).collect();
            edits.push(WeightEdit {
                mesh,
                primitive,
                maps: ByMap::only(MapKind::Bulge, numbers),
                ..WeightEdit::default()
            });
        }
        self.of.with_weights(&edits)
    }

    fn posed(&self, of: &Character, pose: &Pose) -> Option<Posed> {
        let skeleton = &of.rig.skeleton;
        let deformed = deform(of, pose, &self.scale_inheritance, self.look).ok()?;
        let posed = forward(skeleton, pose.user_transforms(), &self.scale_inheritance).ok()?;
        let center = |joint| Vec3::from(posed.model_from_posed_joint(joint).translation);
        Some(Posed {
            positions: joined(&deformed),
            centers: skeleton.joints().map(center).collect(),
        })
    }

    /// The zones with a volume to speak of.
    fn measured<'a>(&self, without: &Character, zones: &'a [JointZone]) -> Vec<Measured<'a>> {
        let Some(rest) = self.posed(without, &self.of.file_pose()) else {
            return Vec::new();
        };
        let of = |zone: &'a JointZone| {
            let center = *rest.centers.get(zone.joint.index())?;
            let at_rest = zone.rest_volume(&rest.positions, center)?;
            Some(Measured { zone, at_rest })
        };
        zones.iter().filter_map(of).collect()
    }

    /// By placed primitive.
    fn no_strengths(&self) -> Vec<Vec<f32>> {
        let placed = placed_primitives(&self.of);
        placed
            .map(|placed| vec![0.0; placed.primitive.positions.len()])
            .collect()
    }

    /// Raises strengths to what a pose asks for.
    fn take_pose(
        &self,
        strengths: &mut [Vec<f32>],
        measured: &[Measured<'_>],
        [without, with]: [&Posed; 2],
    ) {
        let least = LEAST_MOVED * mesh::bounds(&without.positions).map_or(0.0, |of| of.diagonal());
        let ranges = self.surface.ranges();
        for one in measured {
            let strength = one.strength([without, with]);
            if strength <= 0.0 {
                continue;
            }
            for (place, _) in &one.zone.vertices {
                let vertex = u32::try_from(place.vertex).ok();
                let at = vertex.and_then(|vertex| ranges.vertex(place.primitive, vertex));
                let of = |posed: &Posed| posed.positions.get(at? as usize).copied();
                let stands_out =
                    (of(without).zip(of(with))).is_some_and(|(a, b)| a.distance(b) > least);
                let slot = strengths
                    .get_mut(place.primitive)
                    .and_then(|of| of.get_mut(place.vertex));
                if let Some(slot) = slot.filter(|_| stands_out) {
                    *slot = slot.max(strength);
                }
            }
        }
    }

    /// Gives each point the mean of those around where that is more, so that the map has no rim, and all vertices of a point one number.
    fn grow(&self, strengths: &mut [Vec<f32>]) {
        let placed = placed_primitives(&self.of);
        let positions: Vec<Vec3> = placed
            .flat_map(|placed| placed.primitive.positions.iter().copied())
            .collect();
        let around = Adjacency::new(&positions, self.surface.triangles());
        let of_vertices: Vec<f32> = strengths.iter().flatten().copied().collect();
        let points = (0_u32..).take(around.point_count());
        let of_point = |point: u32| {
            let vertices = around.vertices_of(point).iter();
            let numbers = vertices.filter_map(|&vertex| of_vertices.get(vertex as usize));
            numbers.copied().fold(0.0, f32::max)
        };
        let mut now: Vec<f32> = points.clone().map(of_point).collect();
        for _ in 0..ROUNDS {
            let grown = points.clone().zip(&now).map(|(point, &own)| {
                let (mut sum, mut count) = (0.0, 0.0_f32);
                for &other in around.neighbours(point) {
                    sum += now.get(other as usize).copied().unwrap_or(0.0);
                    count += 1.0;
                }
                own.max(sum / count.max(1.0))
            });
            now = grown.collect();
        }
        let mut vertices = 0_u32..;
        for slot in strengths.iter_mut().flatten() {
            let vertex = vertices.next().unwrap_or_default();
            let number = now.get(around.point_of(vertex) as usize);
            let number = number.copied().unwrap_or(0.0);
            *slot = ((number / STEP).ceil() * STEP).min(1.0);
        }
    }

    /// The numbers that change: of a mesh that is shown more than once, the largest.
    fn edits(&self, strengths: &[Vec<f32>]) -> Vec<WeightEdit> {
        let mut found: Vec<((usize, usize), Vec<f32>)> = Vec::new();
        let placed = || placed_primitives(&self.of);
        for (index, (placed, wanted)) in placed().zip(strengths).enumerate() {
            let Some(influences) = &placed.primitive.influences else {
                continue;
            };
            let map = placed.primitive.maps.bulge.clone();
            let map = map.unwrap_or_else(|| VertexMap::unpainted(influences, MapKind::Bulge));
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
        let mut edits = Vec::new();
        for ((mesh, primitive), wanted) in found {
            let of = self
                .of
                .meshes
                .get(mesh)
                .and_then(|of| of.primitives.get(primitive));
            let map = of.and_then(|of| of.maps.bulge.as_ref());
            let before = |vertex: u32| map.map_or(0.0, |map| map.value(vertex as usize));
            let numbers = (0_u32..).zip(wanted);
            let changed = numbers.filter(|&(vertex, number)| number != before(vertex));
            edits.push(WeightEdit {
                mesh,
                primitive,
                maps: ByMap::only(MapKind::Bulge, changed.collect()),
                ..WeightEdit::default()
            });
        }
        edits.retain(|edit| !edit.has_no_numbers());
        edits
    }

    fn may_change(&self, primitive: usize, vertex: usize) -> bool {
        let place = scene::vertex_facts::VertexPlace { primitive, vertex };
        !self.selection.is_mask() || self.selection.all().contains(&place)
    }

    /// "volume at the worst +18 % (forearm in Elbow bend) before, +0 % after".
    fn words(&self, before: &WorstVolume, after: &WorstVolume) -> String {
        let percent = |worst: &WorstVolume| format!("{:+.1} %", 100.0 * worst.above);
        let Some(joint) = before.joint else {
            let poses = self.poses.len();
            return format!(
                "around no joint volume is above that at rest, in none of {poses} poses"
            );
        };
        let name = joint_name(&self.of.rig.skeleton, joint);
        let pose = self.poses.get(before.pose).map_or("", |(name, _)| name);
        let what = format!(
            "volume at the worst {} before, around {name} in “{pose}”, and {} after",
            percent(before),
            percent(after)
        );
        match &self.selection.mask_words() {
            Some(only) => format!("{what}; {only}"),
            None => what,
        }
    }
}

impl WorstVolume {
    fn take(&mut self, measured: &[Measured<'_>], posed: &Posed, pose: usize) {
        for one in measured {
            let above = one.above(&posed.positions, &posed.centers);
            if above > self.above.max(KEPT) {
                *self = Self {
                    above,
                    joint: Some(one.zone.joint),
                    pose,
                };
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share to be shown")]
fn share(done: usize, all: usize) -> f32 {
    done as f32 / all as f32
}
