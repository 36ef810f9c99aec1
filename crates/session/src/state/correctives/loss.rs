//! What a corrective changes in poses other than its own.

use std::sync::Arc;

use character::Character;
use glam::Vec3;
use rig::{DrivenSet, GoOn, Pose, ScaleInheritance};
use scene::deform::deform;
use scene::posed_character::Look;

use crate::document::driven::drive;
use crate::state::presets::PresetFile;
use crate::state::weight_fit::{FitPoses, poses_of};

/// Changes below are none, as a share of the corrective's own.
const NOTHING: f32 = 1e-4;

/// What a corrective does in one pose.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseChange {
    /// The pose.
    pub pose: String,
    /// How much of the corrective is there, 0 to 1.
    pub share: f32,
    /// How far the farthest vertex is from where it would be without, in scene units.
    pub most: f32,
    /// The root mean square over the vertices that the corrective displaces at all.
    pub rms: f32,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct LossTest {
    /// The character.
    pub of: Arc<Character>,
    /// What drives its morph targets.
    pub driven: Arc<DrivenSet>,
    /// Whom scale reaches.
    pub scale_inheritance: Arc<[ScaleInheritance]>,
    /// The method.
    pub look: Look,
    /// The test poses.
    pub poses: Arc<[PresetFile]>,
    /// The place of the weight of the corrective.
    pub weight: usize,
}

impl LossTest {
    /// The test poses in which the corrective changes anything, those that it changes most first; none if `go_on` breaks off.
    #[must_use]
    pub fn run(&self, go_on: &GoOn<'_>) -> Option<Vec<PoseChange>> {
        let poses = poses_of(&self.of, FitPoses::Tests, &self.poses).unwrap_or_default();
        let mut changes = Vec::new();
        let mut largest = 0.0_f32;
        let count = u16::try_from(poses.len()).unwrap_or(u16::MAX);
        for (place, mut named) in (0_u16..).zip(poses) {
            go_on(f32::from(place) / f32::from(count.max(1))).continue_value()?;
            drive(&self.driven, &mut named.pose);
            let own = named.pose.morph_weights.get(self.weight).copied();
            let share = own.unwrap_or(0.0);
            if share == 0.0 {
                continue;
            }
            let with = self.places(&named.pose);
            if let Some(own) = named.pose.morph_weights.get_mut(self.weight) {
                *own = 0.0;
            }
            let without = self.places(&named.pose);
            let change = measured(named.name, share, &with, &without);
            largest = largest.max(change.most);
            changes.push(change);
        }
        changes.retain(|change| change.most > NOTHING * largest);
        changes.sort_by(|one, other| other.most.total_cmp(&one.most));
        Some(changes)
    }

    /// All vertices; none of a pose that does not fit.
    fn places(&self, pose: &Pose) -> Vec<Vec3> {
        let deformed = deform(&self.of, pose, &self.scale_inheritance, self.look);
        let deformed = deformed.unwrap_or_default();
        deformed.into_iter().flat_map(|of| of.positions).collect()
    }
}

fn measured(pose: String, share: f32, with: &[Vec3], without: &[Vec3]) -> PoseChange {
    let (mut most, mut sum, mut count) = (0.0_f32, 0.0_f64, 0_u32);
    for (one, other) in with.iter().zip(without) {
        let apart = one.distance(*other);
        if apart > 0.0 {
            most = most.max(apart);
            sum += f64::from(apart).powi(2);
            count += 1;
        }
    }
    let mean = sum / f64::from(count.max(1));
    PoseChange {
        pose,
        share,
        most,
        rms: narrow(mean.sqrt()),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a mean of lengths that were f32"
)]
const fn narrow(number: f64) -> f32 {
    number as f32
}
