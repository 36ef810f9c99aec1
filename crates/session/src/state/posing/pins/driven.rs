//! Pins on joints that follow others, driven or by constraints: what is solved is the pose as somebody makes it, what is held is what is seen.

use rig::{ForwardError, JointIndex, Pose};

use super::{NOTHING, PinSolver, WantedPin, size_of};
use crate::document::pins::{JointFrames, PinTarget};

/// So often a pose is solved again for what follows its joints.
const ROUNDS: usize = 5;

impl PinSolver<'_> {
    /// Solves for pins so that they hold in the pose as it is seen. `solve` gets them where they have to be in the pose that is made.
    ///
    /// What follows changes with the pose, so it is solved again with the difference that the one before had, as long as that comes
    /// nearer. Where no joint above a pin follows others, it is solved once.
    pub(super) fn as_seen<'p>(
        &self,
        pose: &Pose,
        wanted: &[WantedPin<'p>],
        mut solve: impl FnMut(&[WantedPin<'p>]) -> Result<Option<Pose>, ForwardError>,
    ) -> Result<Option<Pose>, ForwardError> {
        let mut joints = wanted.iter().map(|wanted| wanted.held.pin.joint);
        if !joints.any(|joint| self.follows(joint)) {
            return solve(wanted);
        }
        let nothing = NOTHING * size_of(self.skeleton);
        let mut near = pose.clone();
        let mut best: Option<(Pose, f32)> = None;
        for _ in 0..ROUNDS {
            let posed = self.as_posed(&near, wanted)?;
            let Some(solved) = solve(&posed)? else { break };
            let left = self.left(&solved, wanted)?;
            let is_nearer = best.as_ref().is_none_or(|(_, least)| left < *least);
            if !is_nearer {
                break;
            }
            near.clone_from(&solved);
            best = Some((solved, left));
            if left <= nothing {
                break;
            }
        }
        Ok(best.map(|(pose, _)| pose))
    }

    /// Whether a joint or one above it follows others.
    fn follows(&self, joint: JointIndex) -> bool {
        !self.followers.is_empty() && self.path(joint).any(|above| self.followers.has(above))
    }

    /// Where pins have to be in a pose as somebody makes it, by how far what is seen of it is from there.
    fn as_posed<'p>(
        &self,
        pose: &Pose,
        wanted: &[WantedPin<'p>],
    ) -> Result<Vec<WantedPin<'p>>, ForwardError> {
        let (posed, seen) = (self.posed_frames(pose)?, self.frames(pose)?);
        let moved = wanted.iter().map(|wanted| {
            let WantedPin { held, target } = *wanted;
            let point = |frames: &JointFrames| {
                let point = frames.point(held.pin.joint, held.pin.offset);
                point.zip(frames.rotation(held.pin.joint))
            };
            let target = match (point(&posed), point(&seen)) {
                (Some((own, turned)), Some((shown, shows))) => PinTarget {
                    place: target.place + (own - shown),
                    rotation: (target.rotation * shows.conjugate() * turned).normalize(),
                },
                _ => target,
            };
            WantedPin { held, target }
        });
        Ok(moved.collect())
    }

    /// How far pins are from where they are to be in a pose as it is seen, in all.
    fn left(&self, pose: &Pose, wanted: &[WantedPin<'_>]) -> Result<f32, ForwardError> {
        let seen = self.frames(pose)?;
        let left = wanted.iter().filter_map(|wanted| {
            let pin = wanted.held.pin;
            let place = seen.point(pin.joint, pin.offset)?;
            Some(place.distance(wanted.target.place))
        });
        Ok(left.sum())
    }
}
