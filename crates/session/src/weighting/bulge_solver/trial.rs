//! A solved bulge map on trial: what still stands out with it, and what volumes around joints get worse.

use std::sync::Arc;

use character::Character;
use rig::{GoOn, Pose};
use scene::bulges::StandingOut;
use scene::names::joint_name;
use scene::placed::placed_primitives;

use super::{BulgeSolver, Worst};
use crate::weighting::harm::{WatchedZones, WorstHarm};
use crate::weighting::volume_list::VolumeTest;

/// Less than this share of the volume that stands out without a map is rounding.
const ROUNDING: f64 = 1e-6;

/// What is measured of the present map and of the solved one.
pub(super) struct Trial<'a> {
    solver: &'a BulgeSolver,
    /// What stands out in the worst pose: without a map, with the present one, with the solved one.
    worst: [Worst; 3],
    /// The volume beyond the tolerance, over all poses: with the present map and with the solved one.
    beyond: [f64; 2],
    /// The sum of the numbers of either map.
    numbers: [f64; 2],
    harm: Option<WorstHarm>,
    /// The name of the joint that is harmed; empty without harm.
    joint: String,
}

impl<'a> Trial<'a> {
    /// None if `go_on` breaks off.
    ///
    /// A volume may get worse by as much as is drawn back in the pose where that is most.
    pub(super) fn new(
        solver: &'a BulgeSolver,
        (seen, solved): (&[Vec<StandingOut>], &Arc<Character>),
        go_on: &GoOn<'_>,
    ) -> Option<Self> {
        let of: [&Character; 2] = [&solver.of, solved];
        let standing = |of: &Character, beyond: f32| -> Vec<f64> {
            let volumes = seen.iter();
            let volumes = volumes.map(|found| solver.measured(found, Some(of), beyond).0);
            volumes.collect()
        };
        let [before, after] = of.map(|of| standing(of, 0.0));
        let drawn_back = before.iter().zip(&after).map(|(was, is)| was - is);
        let most = drawn_back.fold(0.0, f64::max);
        let poses = solver.poses.iter().chain(&solver.watched);
        let poses: Vec<(usize, Pose)> = poses.map(|(_, pose)| pose.clone()).enumerate().collect();
        let [test, solved_test] = [&solver.of, solved].map(|of| solver.volumes(of));
        let zones = WatchedZones::new(&test, &|_| true);
        let was = zones.changes(&test, &poses, &|done| go_on(0.5 * done))?;
        let is = zones.changes(&solved_test, &poses, &|done| go_on(0.5 + 0.5 * done))?;
        let harm = zones.worst(&was, &is, &|_| most);
        let joint = harm.and_then(|worst| zones.joint(worst.harm.zone));
        let joint = joint.map(|joint| joint_name(&solver.of.rig.skeleton, joint));
        Some(Self {
            solver,
            worst: [None, Some(of[0]), Some(of[1])].map(|of| solver.worst(seen, of)),
            beyond: of.map(|of| standing(of, solver.tolerance).iter().sum()),
            numbers: of.map(numbers),
            harm,
            joint: joint.unwrap_or_default(),
        })
    }

    /// Why the solved map is not to be kept, with a remedy; none if it is better.
    ///
    /// It is better if less stands out beyond the tolerance and no volume gets worse by more than may be; or if no more does, and it draws
    /// back less.
    pub(super) fn why_not(&self) -> Option<String> {
        let [before, after] = self.beyond;
        let least = ROUNDING * self.worst[0].volume.0;
        if before - after > least {
            let harm = self.harm.filter(|worst| worst.outweighs)?;
            return Some(format!(
                "nothing was changed: {}; {}, which is more than would be drawn back. Choose a larger tolerance or other poses, or select the vertices that may change.",
                self.figures("would be"),
                self.harm_words(&harm, "would get worse"),
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
    pub(super) fn words(&self) -> String {
        let harm = match &self.harm {
            Some(harm) => self.harm_words(harm, "gets worse"),
            None => "no volume around a joint gets worse".to_owned(),
        };
        format!("{}; {harm}", self.figures("is"))
    }

    fn figures(&self, verb: &str) -> String {
        let [none, now, solved] = &self.worst;
        let poses = self.solver.poses.len();
        if none.volume.0 <= 0.0 {
            return format!("nothing stands out in any of {poses} poses");
        }
        let pose = self.pose_name(none.volume.1);
        let [before, after] = [now, solved].map(|worst| 100.0 * worst.volume.0 / none.volume.0);
        let [farther, still] = [now, solved].map(|worst| 100.0 * worst.beyond);
        format!(
            "volume that stands out, most in “{pose}”: {before:.0} % of what there is without a map stood out before, {after:.0} % {verb} left; in the mean {farther:.1} % farther from the bones than at rest before, {still:.1} % after"
        )
    }

    fn harm_words(&self, worst: &WorstHarm, verb: &str) -> String {
        let pose = self.pose_name(worst.harm.pose);
        let figures = worst.harm.figures();
        format!("the volume at {} in “{pose}” {verb}, {figures}", self.joint)
    }

    fn pose_name(&self, pose: usize) -> &str {
        let mut poses = self.solver.poses.iter().chain(&self.solver.watched);
        poses.nth(pose).map_or("", |(name, _)| name)
    }
}

impl BulgeSolver {
    fn volumes(&self, of: &Arc<Character>) -> VolumeTest {
        VolumeTest {
            of: Arc::clone(of),
            surface: Arc::clone(&self.surface),
            poses: Arc::default(),
            look: self.look,
            scale_inheritance: Arc::clone(&self.scale_inheritance),
        }
    }
}

/// The sum of the numbers of a character's bulge maps.
fn numbers(of: &Character) -> f64 {
    let maps = placed_primitives(of).filter_map(|placed| placed.primitive.maps.bulge.as_ref());
    maps.flat_map(|map| map.values()).map(f64::from).sum()
}

#[cfg(test)]
mod tests {
    use rig::Method;
    use scene::combined_surface::CombinedSurface;
    use scene::posed_character::Look;

    use super::*;
    use crate::weighting::harm::Harm;
    use crate::weighting::weights_work::VertexSelection;

    fn solver() -> BulgeSolver {
        let character = crate::files::load::load("builtin:cylinder").unwrap();
        BulgeSolver {
            surface: Arc::new(CombinedSurface::of(&character)),
            scale_inheritance: Arc::from(character.rig.scale_inheritance.as_slice()),
            of: Arc::new(character),
            poses: Vec::new(),
            watched: vec![("Squat".to_owned(), Pose::default())],
            look: Look::new(Method::DualQuaternion),
            tolerance: 0.02,
            selection: VertexSelection::default(),
        }
    }

    /// Less that stands out is better, as long as no volume gets worse by more; as little by a weaker map is, too.
    #[test]
    fn a_map_is_kept_where_it_is_better() {
        let solver = solver();
        let harm = |outweighs: bool| {
            Some(WorstHarm {
                harm: Harm {
                    zone: 0,
                    pose: 0,
                    before: -0.3,
                    after: -0.5,
                },
                outweighs,
            })
        };
        let standing = |volume: f64| Worst {
            volume: (volume, 0),
            beyond: volume,
        };
        for (beyond, numbers, harm, refused) in [
            ([0.2, 0.0], [0.0, 5.0], None, None),
            ([0.2, 0.0], [0.0, 5.0], harm(false), None),
            (
                [0.2, 0.0],
                [0.0, 5.0],
                harm(true),
                Some("from −30 % to −50 %"),
            ),
            ([0.0, 0.0], [5.0, 3.0], harm(true), None),
            ([0.0, 0.0], [3.0, 5.0], None, Some("draws back no more")),
            ([0.0, 0.2], [5.0, 3.0], None, Some("leaves no more")),
        ] {
            let trial = Trial {
                solver: &solver,
                worst: [1.0, 0.6, 0.1].map(standing),
                beyond,
                numbers,
                harm,
                joint: "knee".to_owned(),
            };
            let why = trial.why_not();
            let told = why.as_deref().unwrap_or_default();
            assert_eq!(why.is_some(), refused.is_some(), "{beyond:?}: {told}");
            assert!(told.contains(refused.unwrap_or_default()), "{told}");
            assert!(trial.words().contains("60 % of what there is"));
            if harm.is_some() {
                assert!(trial.words().contains("at knee in “Squat”"));
            }
        }
    }
}
