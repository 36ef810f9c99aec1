//! Which joints are selected, and which of them is the active one.

use rig::JointIndex;

/// Selected joints, each once, in the order in which they were chosen; the last one is the active one, of which inspector
/// and weights speak.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    joints: Vec<JointIndex>,
}

impl Selection {
    /// The active joint.
    #[must_use]
    pub fn active(&self) -> Option<JointIndex> {
        self.joints.last().copied()
    }

    /// All of them, the active one last.
    #[must_use]
    pub fn joints(&self) -> &[JointIndex] {
        &self.joints
    }

    /// Whether this joint is among them.
    #[must_use]
    pub fn contains(&self, joint: JointIndex) -> bool {
        self.joints.contains(&joint)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// One joint alone, or none.
    pub fn set(&mut self, joint: Option<JointIndex>) {
        self.joints = joint.into_iter().collect();
    }

    /// These joints and no others; one that is named twice counts where it was named last.
    pub fn set_all(&mut self, joints: impl IntoIterator<Item = JointIndex>) {
        self.joints.clear();
        for joint in joints {
            self.add(joint);
        }
    }

    /// One joint more, which becomes the active one.
    pub fn add(&mut self, joint: JointIndex) {
        self.remove(joint);
        self.joints.push(joint);
    }

    /// One joint fewer.
    pub fn remove(&mut self, joint: JointIndex) {
        self.joints.retain(|&other| other != joint);
    }

    /// The same joints of another skeleton, as far as it has them.
    pub fn follow(&mut self, twin: impl Fn(JointIndex) -> Option<JointIndex>) {
        self.joints = self.joints.iter().copied().filter_map(twin).collect();
    }
}
