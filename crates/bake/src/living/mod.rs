//! Helper joints that follow every pose, and not the clips alone that they have keys for.
//!
//! A helper is a row of weights over joints, and its matrix is what the method makes of that row in the pose that there is; or it is a
//! chain of nodes that comes near to that (`chains/`). The same greedy fit as for keys chooses them, over random poses within the limits of
//! joints and over clips. They are measured in other poses.
//! Never over clips alone: where a clip does not move a joint, weights would slide onto it, and poses that do move it would be worse than
//! linear blending.

mod bench;
mod built;
mod chains;
mod chosen;
mod finish;
mod job;
mod kind;
mod measure;
mod poses;
mod probe;
mod report;

pub use job::{LivingJob, USUAL_POSES, USUAL_UNSEEN};
pub use kind::{CHAINS_TOLERANCE, LIVING_TOLERANCE, LivingKind};
pub use poses::random_poses;
pub use report::{LivingClip, LivingErrors, LivingReport, WorstRow};
