//! What an iteration came to.

/// The most steps that [`dib`](crate::dib) and [`spherical_average`](crate::quaternion::spherical_average) take.
///
/// Few are needed unless motions lie half a turn apart; a `precision` below the rounding of the input is never met, and must not
/// keep a program busy.
pub const AVERAGE_MAX_STEPS: usize = 20;

/// An average that was found step by step, and how that went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iterated<T> {
    /// The average, as far as it was found: always a valid rotation or motion.
    pub mean: T,
    /// The steps taken, at most [`AVERAGE_MAX_STEPS`]; 0 where there was nothing to average, or no average.
    pub steps: usize,
    /// Whether the last step was shorter than the precision asked for. `true` as well where no weight differs from zero.
    pub converged: bool,
}

impl<T> Iterated<T> {
    /// Nothing was to be done.
    pub(crate) const fn at_once(mean: T) -> Self {
        Self {
            mean,
            steps: 0,
            converged: true,
        }
    }

    /// There is no average; something stands for it.
    pub(crate) const fn nowhere(mean: T) -> Self {
        Self {
            mean,
            steps: 0,
            converged: false,
        }
    }

    /// Not found in all the steps there are.
    pub(crate) const fn not_converged(mean: T) -> Self {
        Self {
            mean,
            steps: AVERAGE_MAX_STEPS,
            converged: false,
        }
    }

    /// Found in so many steps.
    pub(crate) const fn after(steps: usize, mean: T) -> Self {
        Self {
            mean,
            steps,
            converged: true,
        }
    }
}
