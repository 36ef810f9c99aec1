//! A solved bulge map on trial: what still stands out with it, and what volumes around joints get worse.

use std::sync::Arc;

use character::Character;
use rig::{GoOn, Pose};
use scene::bulges::StandingOut;
use scene::names::joint_name;
use scene::placed::placed_primitives;

use super::{BulgeSolver, Worst};
use crate::state::volume::harm::{WatchedZones, WorstHarm};
use crate::state::volume::volume_list::{VolumeTest, percent};

/// Less than this share of the volume that stands out without a map is rounding.
const ROUNDING: f64 = 1e-6;

/// The figures of the present map and of a solved one, by which the solved one is kept or refused.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapTrial {
    /// How many poses the map is solved over.
    pub poses: usize,
    /// The name of the pose in which most stands out without a map.
    pub worst_pose: String,
    /// What stands out in the worst pose: without a map, with the present one, with the solved one.
    pub worst: [Worst; 3],
    /// The volume that stands out beyond the tolerance, over all poses, in the cubes of scene units: with the present map and with the
    /// solved one.
    pub beyond: [f64; 2],
    /// The sum of the numbers of either map.
    pub numbers: [f64; 2],
    /// The volume around a joint that gets worse most; none if none does.
    pub harm: Option<MapHarm>,
}

/// A volume around a joint that a solved map makes worse.
#[derive(Clone, Debug, PartialEq)]
pub struct MapHarm {
    /// The name of the joint.
    pub joint: String,
    /// The name of the pose.
    pub pose: String,
    /// The change of volume, as a share of that at rest: with the present map and with the solved one.
    pub changes: [f32; 2],
    /// Whether it gets worse by more than the solved map draws back in the pose where that is most.
    pub outweighs: bool,
}

impl MapTrial {
    /// None if `go_on` breaks off.
    ///
    /// A volume may get worse by as much as is drawn back in the pose where that is most.
    pub(super) fn new(
        solver: &BulgeSolver,
        seen: &[Vec<StandingOut>],
        solved: &Arc<Character>,
        go_on: &GoOn<'_>,
    ) -> Option<Self> {
        let of: [&Character; 2] = [&solver.of, solved];
        let standing = |of: &Character, beyond: f32| -> Vec<f64> {
            let volumes = seen.iter();
            let volumes = volumes.map(|found| solver.measure_bulge(found, Some(of), beyond).0);
            volumes.collect()
        };
        let [before, after] = of.map(|of| standing(of, 0.0));
        let drawn_back = before.iter().zip(&after).map(|(was, is)| was - is);
        let most = drawn_back.fold(0.0, f64::max);
        let worst = [None, Some(of[0]), Some(of[1])].map(|of| solver.worst(seen, of));
        Some(Self {
            poses: solver.poses.len(),
            worst_pose: solver.pose_name(worst[0].volume.1).to_owned(),
            worst,
            beyond: of.map(|of| standing(of, solver.tolerance).iter().sum()),
            numbers: of.map(numbers),
            harm: solver.harm(solved, most, go_on)?,
        })
    }

    /// Why the solved map is not to be kept, with a remedy; none if it is better.
    ///
    /// It is better if less stands out beyond the tolerance and no volume gets worse by more than may be; or if no more does, and it draws
    /// back less.
    #[must_use]
    pub fn why_not(&self) -> Option<String> {
        let [before, after] = self.beyond;
        let least = ROUNDING * self.worst[0].volume.0;
        if before - after > least {
            let harm = self.harm.as_ref().filter(|harm| harm.outweighs)?;
            return Some(format!(
                "nothing was changed: {}; {}, which is more than would be drawn back. Choose a larger tolerance or other poses, or select the vertices that may change.",
                self.figures("would be"),
                harm.words("would get worse"),
            ));
        }
        let is_weaker = self.numbers[1] < self.numbers[0] && after - before <= least;
        (!is_weaker).then(|| {
            format!(
                "nothing was changed: the present map leaves no more beyond the tolerance, and draws back no more; {}. Choose a smaller tolerance or other poses.",
                self.figures("would be")
            )
        })
    }

    /// The message about it: the figures of both maps, and what gets worse.
    #[must_use]
    pub fn words(&self) -> String {
        let harm = match &self.harm {
            Some(harm) => harm.words("gets worse"),
            None => "no volume around a joint gets worse".to_owned(),
        };
        format!("{}; {harm}", self.figures("is"))
    }

    fn figures(&self, verb: &str) -> String {
        let [none, now, solved] = &self.worst;
        if none.volume.0 <= 0.0 {
            return format!("nothing stands out in any of {} poses", self.poses);
        }
        let pose = &self.worst_pose;
        let [before, after] = [now, solved].map(|worst| 100.0 * worst.volume.0 / none.volume.0);
        let [farther, still] = [now, solved].map(|worst| 100.0 * worst.beyond);
        format!(
            "volume that stands out, most in “{pose}”: {before:.0} % of what there is without a map stood out before, {after:.0} % {verb} left; in the mean {farther:.1} % farther from the bones than at rest before, {still:.1} % after"
        )
    }
}

impl MapHarm {
    fn words(&self, verb: &str) -> String {
        let (joint, pose) = (&self.joint, &self.pose);
        let [before, after] = self.changes.map(percent);
        format!("the volume at {joint} in “{pose}” {verb}, from {before} to {after}")
    }
}

impl BulgeSolver {
    /// The volume that a solved map harms most in all poses, beside the `most` that it draws back; none if `go_on` breaks off.
    fn harm(
        &self,
        solved: &Arc<Character>,
        most: f64,
        go_on: &GoOn<'_>,
    ) -> Option<Option<MapHarm>> {
        let poses = self.poses.iter().chain(&self.watched);
        let poses: Vec<(usize, Pose)> = poses.map(|(_, pose)| pose.clone()).enumerate().collect();
        let [test, solved_test] = [&self.of, solved].map(|of| self.volumes(of));
        let zones = WatchedZones::new(&test, &|_| true);
        let was = zones.changes(&test, &poses, &|done| go_on(0.5 * done))?;
        let is = zones.changes(&solved_test, &poses, &|done| go_on(0.5 + 0.5 * done))?;
        let worst = zones.worst(&was, &is, &|_| most);
        Some(worst.map(|WorstHarm { harm, outweighs }| {
            let joint = zones.joint(harm.zone);
            let joint = joint.map(|joint| joint_name(&self.of.rig.skeleton, joint));
            MapHarm {
                joint: joint.unwrap_or_default(),
                pose: self.pose_name(harm.pose).to_owned(),
                changes: [harm.before, harm.after],
                outweighs,
            }
        }))
    }

    fn pose_name(&self, pose: usize) -> &str {
        let mut poses = self.poses.iter().chain(&self.watched);
        poses.nth(pose).map_or("", |(name, _)| name)
    }

    fn volumes(&self, of: &Arc<Character>) -> VolumeTest {
        VolumeTest {
            of: Arc::clone(of),
            surface: Arc::clone(&self.surface),
            poses: Arc::default(),
            look: self.look,
            scale_inheritance: Arc::clone(&self.scale_inheritance),
            driven: Arc::default(),
        }
    }
}

/// The sum of the numbers of a character's bulge maps.
fn numbers(of: &Character) -> f64 {
    let maps = placed_primitives(of).filter_map(|placed| placed.primitive.maps.bulge.as_ref());
    maps.flat_map(|map| map.values()).map(f64::from).sum()
}
