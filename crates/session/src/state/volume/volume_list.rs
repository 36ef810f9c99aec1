//! Where test poses lose volume or balloon: the list in the session. It is made by `features/volume/worker.rs`.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use character::Character;
use glam::Vec3;
use rig::{DrivenSet, GoOn, JointIndex, Pose, ScaleInheritance, forward};
use scene::combined_surface::{CombinedSurface, join_positions};
use scene::deform::deform;
use scene::helper_rows::with_helper_rows;
use scene::joint_volume::{JointZone, joint_zones};
use scene::names::joint_name;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;

use crate::document::driven::drive;
use crate::state::presets::PresetFile;

/// Smaller changes of volume are no news: bends of real bodies have them too.
const LEAST_CHANGE: f32 = 0.12;
/// The largest number of places in the list.
const MOST_PLACES: usize = 40;

/// A place where a test pose changes the volume around a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct VolumePlace {
    /// Index in the skeleton of the joint around which the volume changes.
    pub joint: JointIndex,
    /// The index of the test pose in the strip.
    pub pose: usize,
    /// The change of volume: −0.3 where a third is lost, 0.2 where it balloons.
    pub change: f32,
    /// The vertices around, and how much each is in the midst, 0 to 1.
    pub vertices: Arc<[(VertexPlace, f32)]>,
}

/// The input of the check.
#[derive(Clone, Debug)]
pub struct VolumeTest {
    /// The character that is posed.
    pub of: Arc<Character>,
    /// Its placed primitives as one surface.
    pub surface: Arc<CombinedSurface>,
    /// The test poses of the strip.
    pub poses: Arc<[PresetFile]>,
    /// The method that skins it, with its signs.
    pub look: Look,
    /// The scale inheritance of each joint.
    pub scale_inheritance: Arc<[ScaleInheritance]>,
    /// What follows the angles of joints in test poses.
    pub driven: Arc<DrivenSet>,
}

/// The places found, worst first.
#[derive(Clone, Debug)]
pub struct VolumeList {
    /// The character that was posed.
    pub of: Arc<Character>,
    /// The test poses that were taken.
    pub poses: Arc<[PresetFile]>,
    /// The method that skinned it.
    pub look: Look,
    /// The places: for each joint at most the worst loss and the worst gain.
    pub places: Vec<VolumePlace>,
    /// The number of poses that were measured: those that only turn joints.
    pub measured: usize,
}

impl VolumeList {
    /// A place in words: "forearm.L", "Elbow bend" and "−32 %".
    #[must_use]
    pub fn words(&self, place: &VolumePlace) -> (String, String, String) {
        let joint = joint_name(&self.of.rig.skeleton, place.joint);
        let pose = self.poses.get(place.pose).map(|pose| pose.name.clone());
        (joint, pose.unwrap_or_default(), percent(place.change))
    }

    /// Whether the list is of this character, these poses and this method.
    #[must_use]
    pub fn is_of(&self, of: &Arc<Character>, poses: &Arc<[PresetFile]>, look: Look) -> bool {
        Arc::ptr_eq(&self.of, of) && Arc::ptr_eq(&self.poses, poses) && self.look == look
    }
}

/// A method that pane A got with a step: undo takes it back, redo brings it again.
#[derive(Clone, Debug)]
pub struct MethodStep {
    /// The character before the step and after it.
    pub characters: [Weak<Character>; 2],
    /// What the pane showed before and after it.
    pub looks: [Look; 2],
}

impl MethodStep {
    /// From what the pane showed to what it shows once more, where the character was changed from one to the other by undoing or redoing the
    /// step itself.
    #[must_use]
    pub fn looks_between(&self, from: &Arc<Character>, to: &Arc<Character>) -> Option<[Look; 2]> {
        let is =
            |of: &Weak<Character>, it: &Arc<Character>| std::ptr::eq(of.as_ptr(), Arc::as_ptr(it));
        let ([before, after], [shown, shows]) = (&self.characters, self.looks);
        if is(after, from) && is(before, to) {
            Some([shows, shown])
        } else if is(before, from) && is(after, to) {
            Some([shown, shows])
        } else {
            None
        }
    }

    /// Whether no step leads to either of its characters any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.characters.iter().any(|of| of.strong_count() == 0)
    }
}

/// The change of volume of each zone, pose by pose: the index of the pose and the changes in the order of the zones, 0 where a zone cannot be
/// measured.
pub type VolumeChanges = Vec<(usize, Vec<f32>)>;

/// A user's request about a place.
#[derive(Clone, Debug)]
pub enum VolumeIntent {
    /// Shows the place with this index: its pose, its vertices, its joint.
    Visit(Arc<VolumeList>, usize),
    /// Shows it, and tries smoother weights there.
    Smooth(Arc<VolumeList>, usize),
    /// Shows it, and tries other numbers of the blend map there.
    Blend(Arc<VolumeList>, usize),
}

/// What comes of the background work.
#[derive(Clone, Debug)]
pub enum VolumeOutcome {
    /// A list was made.
    Found(Arc<VolumeList>),
}

impl VolumeTest {
    /// Takes the poses one after another and measures the volume around each joint; none if canceled. `go_on` gets the share
    /// that is done.
    #[must_use]
    pub fn run(&self, go_on: &GoOn<'_>) -> Option<VolumeList> {
        let zones = joint_zones(&self.of, &self.surface);
        let changes = self.changes(&zones, go_on)?;
        let mut worst = Worst::new();
        for (pose, changes) in &changes {
            let measured = zones
                .iter()
                .map(|zone| zone.joint)
                .zip(changes.iter().copied());
            keep_worst(&mut worst, measured, *pose);
        }
        Some(self.build_list(worst.into_values(), &zones, changes.len()))
    }

    /// How the volume of each zone changes in each pose that only turns joints; none if canceled.
    #[must_use]
    pub fn changes(&self, zones: &[JointZone], go_on: &GoOn<'_>) -> Option<VolumeChanges> {
        let turning = self.poses.iter().enumerate();
        let turning = turning.filter(|(_, pose)| only_turns(pose));
        let turning = turning.filter_map(|(place, _)| Some((place, self.test_pose(place)?)));
        self.changes_in(zones, &turning.collect::<Vec<_>>(), go_on)
    }

    /// The same in any poses, each with a number of its own.
    pub(crate) fn changes_in(
        &self,
        zones: &[JointZone],
        poses: &[(usize, Pose)],
        go_on: &GoOn<'_>,
    ) -> Option<VolumeChanges> {
        let volumes = self.rest_volumes(zones);
        let mut changes = VolumeChanges::new();
        for (done, (number, pose)) in poses.iter().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "a share to be shown")]
            let share = done as f32 / poses.len() as f32;
            if go_on(share).is_break() {
                return None;
            }
            let Some(posed) = self.posed_vertices(pose) else {
                continue;
            };
            let measured = zones.iter().zip(&volumes).map(|(zone, volume)| {
                let change = volume.and_then(|volume| volume_change(zone, volume, &posed));
                change.unwrap_or(0.0)
            });
            changes.push((*number, measured.collect()));
        }
        Some(changes)
    }

    /// How the volume of one zone changes in one pose; none where it cannot be measured.
    pub(crate) fn change(&self, zone: &JointZone, pose: usize) -> Option<f32> {
        let volume = *self.rest_volumes(std::slice::from_ref(zone)).first()?;
        let posed = self.posed_vertices(&self.test_pose(pose)?)?;
        volume_change(zone, volume?, &posed)
    }

    /// The volumes of zones at rest, in the cubes of scene units; none of those that cannot be measured.
    pub(crate) fn rest_volumes(&self, zones: &[JointZone]) -> Vec<Option<f64>> {
        let at_rest = self.posed_vertices(&self.of.file_pose());
        let volume = |zone: &JointZone| {
            let (positions, centers) = at_rest.as_ref()?;
            zone.rest_volume(positions, *centers.get(zone.joint.index())?)
        };
        zones.iter().map(volume).collect()
    }

    fn test_pose(&self, pose: usize) -> Option<Pose> {
        let preset = &self.poses.get(pose)?.preset;
        let rest = self.of.file_pose();
        let mut pose = preset.apply_to(&self.of.rig.skeleton, &rest, 1.0, None);
        drive(&self.driven, &mut pose);
        Some(pose)
    }

    fn build_list(
        &self,
        found: impl Iterator<Item = (f32, usize, usize)>,
        zones: &[JointZone],
        measured: usize,
    ) -> VolumeList {
        let place = |(change, pose, zone): (f32, usize, usize)| {
            let zone = zones.get(zone)?;
            Some(VolumePlace {
                joint: zone.joint,
                pose,
                change,
                vertices: zone.vertices.clone().into(),
            })
        };
        let mut places: Vec<VolumePlace> = found.filter_map(place).collect();
        places.sort_by(|a, b| b.change.abs().total_cmp(&a.change.abs()));
        places.truncate(MOST_PLACES);
        VolumeList {
            of: Arc::clone(&self.of),
            poses: Arc::clone(&self.poses),
            look: self.look,
            places,
            measured,
        }
    }

    /// All vertices and the places of all joints in a pose; none if the pose does not fit.
    fn posed_vertices(&self, pose: &Pose) -> Option<(Vec<Vec3>, Vec<Vec3>)> {
        let skeleton = &self.of.rig.skeleton;
        let deformed = deform(&self.of, pose, &self.scale_inheritance, self.look).ok()?;
        let pose = with_helper_rows(&self.of, pose, &self.scale_inheritance).ok()?;
        let posed = forward(skeleton, pose.user_transforms(), &self.scale_inheritance).ok()?;
        let center = |joint| Vec3::from(posed.model_from_posed_joint(joint).translation);
        Some((
            join_positions(&deformed),
            skeleton.joints().map(center).collect(),
        ))
    }
}

/// `−32 %` of a change of volume.
pub(crate) fn percent(change: f32) -> String {
    let sign = if change < 0.0 { '−' } else { '+' };
    format!("{sign}{:.0} %", 100.0 * change.abs())
}

/// By joint, and whether volume is lost: the change, the index of the pose and that of the zone.
type Worst = BTreeMap<(JointIndex, bool), (f32, usize, usize)>;

/// Takes the changes in a pose, zone by zone, where they are worse than those known.
fn keep_worst(worst: &mut Worst, measured: impl Iterator<Item = (JointIndex, f32)>, pose: usize) {
    for (zone, (joint, change)) in measured.enumerate() {
        if change.abs() < LEAST_CHANGE {
            continue;
        }
        let slot = worst.entry((joint, change < 0.0)).or_default();
        if change.abs() > slot.0.abs() {
            *slot = (change, pose, zone);
        }
    }
}

/// Whether a test pose only turns joints: scale and shear are meant to change volumes.
pub(crate) fn only_turns(pose: &PresetFile) -> bool {
    let mut joints = pose.preset.joints.iter();
    joints.all(|joint| joint.scale.is_none() && joint.shear.is_none())
}

fn volume_change(zone: &JointZone, volume: f64, posed: &(Vec<Vec3>, Vec<Vec3>)) -> Option<f32> {
    let center = posed.1.get(zone.joint.index())?;
    // Divided in f64: rounded before, a small change of a large volume would be lost.
    let change = zone.volume(&posed.0, *center) / volume - 1.0;
    #[expect(clippy::cast_possible_truncation, reason = "a share to be shown")]
    let change = change as f32;
    change.is_finite().then_some(change)
}
