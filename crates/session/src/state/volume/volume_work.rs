//! The check of volume in the session: its list, where it was left, and what was tried there.

use std::sync::Arc;

use rig::JointIndex;

use super::remedy::RefusedRemedies;
use super::volume_list::{MethodStep, VolumeList};

/// UI state of the check; neither saved nor undone.
#[derive(Clone, Debug, Default)]
pub struct VolumeWork {
    /// Whether the list is wanted, and follows the weights.
    pub wanted: bool,
    /// The newest list; none before the first check.
    pub list: Option<Arc<VolumeList>>,
    /// The joint and the pose of the place visited last.
    pub visited: Option<(JointIndex, usize)>,
    /// Methods of pane A that came with remedies, for undo.
    pub methods: Vec<MethodStep>,
    /// Remedies that did not help, so that they are not advised again.
    pub refused: RefusedRemedies,
}

impl VolumeWork {
    /// The index of the visited place in the list.
    #[must_use]
    pub fn current(&self) -> Option<usize> {
        let (joint, pose) = self.visited?;
        let mut places = self.list.as_ref()?.places.iter();
        places.position(|place| (place.joint, place.pose) == (joint, pose))
    }
}
