//! How long work tells how far it is, and is told to stop.

use std::ops::ControlFlow;

/// What long work calls now and then with the share of it that is done, 0 to 1: [`ControlFlow::Break`] stops it.
///
/// A share that is no number tells nothing and only asks whether to go on. The one form of progress and cancellation of these crates, wherever a share says all. May be called by several threads.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
/// use std::time::{Duration, Instant};
///
/// let begun = Instant::now();
/// let within_a_second: &rig::GoOn<'_> = &|_share| match begun.elapsed() < Duration::from_secs(1) {
///     true => ControlFlow::Continue(()),
///     false => ControlFlow::Break(()),
/// };
/// assert!(within_a_second(0.5).is_continue());
/// ```
pub type GoOn<'a> = dyn Fn(f32) -> ControlFlow<()> + Sync + 'a;
