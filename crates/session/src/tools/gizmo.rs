//! The gizmo as mathematics: what the handles of a tool look like in a picture, which of them a pointer means, what a drag
//! of it asks for, and what that makes of a pose. No window, no state.
//!
//! ```text
//! pose ── Place::of ──► places ──┬─ handles() ──► lines in pixels ── hit() ──► part
//!                                ├─ Drag::asks ──► Change
//!                                └─ Change::applied ──► another pose
//! ```

mod change;
mod drag;
mod ends;
mod hit;
mod place;
mod readout;
mod shapes;
mod snap;

pub use change::{Change, What};
pub use drag::{Drag, Hold, Sight};
pub use hit::{REACH, hit};
pub use place::{JointPlace, places};
pub use readout::{readout, readout_of_all};
pub use shapes::{Handle, Layout, SIZE, layout};
pub use snap::{Steps, length_step};
