//! Poses by hand: gizmo, limbs, locks, the strip of test poses, the library of poses.

mod angles;
mod axis_locks;
mod constraints;
mod correctives;
mod driven;
mod gizmo;
mod helper_rows;
mod joint_limits;
mod limb;
mod mirrored;
mod pins;
mod pose_library;
mod presets;
mod strip;
mod turned;
