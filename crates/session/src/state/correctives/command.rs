//! What is asked about correctives beside the actions.

use rig::PoseKernel;

/// A change of correctives. Each names one by the place of its weight in poses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorrectiveIntent {
    /// It is the one that actions mean.
    Choose(usize),
    /// Its name as it is being typed; none where the old one stays.
    Type(Option<String>),
    /// It gets a name.
    Rename(usize, String),
    /// It follows the pose of its joints, by this kernel.
    FollowPose(usize, PoseKernel),
    /// It follows the angle by which its joint is turned most.
    FollowAngle(usize),
}
