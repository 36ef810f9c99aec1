//! Background work: the only module that starts threads without waiting for their end. It does not depend on the window
//! or the graphics device.
//!
//! **The rule.** Work that is requested once (open this file, save, flood) is pushed once: as a [`Task`], or into a
//! [`Queue`] where the order matters. Work that follows from what is shown (problems of these weights, numbers of this
//! pose) is polled: in every frame its owner names the key of what is wanted now to a [`Latest`], which starts, keeps
//! or cancels the work. The owner polls once per frame; a worker never calls into the window, it only wakes it through
//! the [`Waker`].
//!
//! **Failures.** A thread that cannot be started and a worker that panics both give a [`JobError`]. It is reported to
//! the user once, with a remedy, and the same work can be started again. Nothing restarts automatically, since what has
//! failed in this frame would fail in the next one too.
//!
//! **Canceling.** Dropping a task cancels it. Its worker asks its [`Handle`] whether to continue; results sent after
//! that are dropped.

mod fault;
mod latest;
mod queue;
mod spawner;
mod task;
mod waker;

pub use fault::Fault;
pub use latest::{ByPointer, Latest};
pub use queue::{FinishedJob, Queue};
pub use spawner::{Body, Spawner, Threads};
pub use task::{Cancel, Handle, JobError, Task};
pub use waker::Waker;
