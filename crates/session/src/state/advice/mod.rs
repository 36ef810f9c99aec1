//! *What should I use?*: for each mesh the cheapest set-up that holds its range of motion for a target, with the reasons.
//!
//! What is right for a mesh is its own method where it has one that does not blend linearly, else two-phase blending with signs that follow
//! the turns of joints. Set-ups are measured against that ([`MeasuredBy`]) in clips, a range of motion and random poses
//! ([`AdviceMotion`]). The search itself is in `features/advice`, for it inserts joints.

mod measured;
mod motion;
mod set_up;
mod target;
mod work;
mod zones;

pub use measured::{
    Measured, MeasuredBy, MeshErrors, NoAdvice, SkinnedDocument, is_skinned, size_of,
};
pub use motion::{AdviceMotion, MOST_POSES, PoseCarrier};
pub use set_up::SetUp;
pub use target::Target;
pub use work::{
    Advice, AdviceIntent, AdviceOutcome, AdvicePlan, AdviceStep, AdviceWork, BakePlan, MeshAdvice,
    Tried, USUAL_WITHIN, WITHIN,
};
pub use zones::{AdviceZones, ZoneLoss};
