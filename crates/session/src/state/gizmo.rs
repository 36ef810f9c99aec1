//! The gizmo's mathematics: the shapes of a tool's handles in a picture, the handle under the pointer, the change that
//! a drag asks for, and its effect on a pose. No window, no state.
//!
//! Pixels are the units of the picture that the caller passes; the window passes points.
//!
//! ```text
//! pose ── JointPlace::of ──► places ──┬─ handles ──► lines in pixels ── hit() ──► part
//!                                     ├─ Drag::asks ──► GizmoChange
//!                                     └─ GizmoChange::apply ──► another pose
//! ```

mod change;
mod drag;
mod ends;
mod hit;
mod limit_arcs;
pub mod operation;
mod place;
mod readout;
mod shapes;
mod snap;
pub mod tool;

pub use change::{ChangeKind, GizmoChange};
pub use drag::{CameraView, Drag, Hold};
pub use hit::{REACH, hit};
pub use limit_arcs::{LimitArcs, limit_arcs};
pub use place::{JointPlace, places};
pub use readout::{readout, readout_of_all};
pub use shapes::{Handle, Layout, SIZE, layout};
pub use snap::{SnapSteps, length_step};
