//! Work in the background: the only place that starts threads whose end nobody waits for. It knows neither window nor device.
//!
//! **The rule.** Work that somebody asks for once (open this file, save, flood) is pushed once: as a [`Task`], or into a
//! [`Queue`] where one has to come after the other. Work that follows from what is shown (problems of these weights, numbers of
//! this pose) is polled: in every frame its owner names the key of what is wanted now to a [`Latest`], which starts, keeps or
//! cancels. Whatever was started is polled once a frame, by its owner; a worker never calls into the window, it only wakes it
//! through the [`Waker`].
//!
//! **Ends.** A thread that cannot be started and a worker that panics are the same to who polls: a [`JobError`]. It is told to the
//! user once, with what to do about it, and the same work can be started again. Nothing is started again by itself, for what has
//! failed in this frame fails in the next one too.
//!
//! **Cancelling.** Dropping a task cancels it. Its worker asks its [`Handle`] whether to go on, and what it still sends comes
//! nowhere.

pub mod checker;
pub mod contact;
pub mod export_jobs;
pub mod file_jobs;
pub mod loading;
pub mod saving;
pub mod shown;
pub mod surface;
pub mod transfer_preview;
pub mod watch;
pub mod weight_file_jobs;
pub mod weight_jobs;

mod fault;
mod latest;
mod queue;
mod spawner;
mod task;
mod waker;

pub use fault::Fault;
pub use latest::{ByPointer, Latest};
pub use queue::{Ended, Queue};
pub use spawner::{Body, Spawner, Threads};
pub use task::{Cancel, Handle, JobError, Task};
pub use waker::Waker;
