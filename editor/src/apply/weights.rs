//! Locks of joints, and what is shown of weights alone.

use rig::JointIndex;

use super::Bench;
use crate::command::Action;

impl Bench<'_> {
    /// The actions of working at weights; others go on.
    pub(super) fn run_weights(&mut self, action: Action) {
        match action {
            Action::LockJoints => self.toggle_locks(),
            Action::LockOthers => self.lock_others(),
            Action::UnlockAll => self.session.weights.locked.clear(),
            Action::ToggleIsolated => self.session.weights.isolated ^= true,
            _ => {}
        }
    }

    pub(super) fn set_locked(&mut self, joints: &[JointIndex], locked: bool) {
        let skeleton = &self.document.character.rig.skeleton;
        let there = joints.iter().filter(|joint| joint.index() < skeleton.len());
        for &joint in there {
            self.session.weights.set_locked(skeleton, joint, locked);
        }
    }

    /// Locks the selected joints, or lets them go if all are locked.
    fn toggle_locks(&mut self) {
        let skeleton = &self.document.character.rig.skeleton;
        let joints = self.session.selection.joints().to_vec();
        let work = &self.session.weights;
        let all = joints.iter().all(|&joint| work.is_locked(skeleton, joint));
        self.set_locked(&joints, !all);
    }

    /// Locks all joints of skins but the selected ones, which are let go; again, all are let go.
    fn lock_others(&mut self) {
        let skeleton = &self.document.character.rig.skeleton;
        let session = &*self.session;
        let in_skin = |joint: &JointIndex| session.facts.joint(*joint).in_skin;
        let (kept, others): (Vec<JointIndex>, Vec<JointIndex>) = skeleton
            .joints()
            .filter(in_skin)
            .partition(|&joint| session.selection.contains(joint));
        let is_locked = |joint: &JointIndex| session.weights.is_locked(skeleton, *joint);
        let is_so = others.iter().all(is_locked) && !kept.iter().any(is_locked);
        self.set_locked(&others, !is_so);
        self.set_locked(&kept, false);
    }
}
