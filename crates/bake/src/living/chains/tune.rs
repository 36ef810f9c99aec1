//! Weights of a chain by Gauss–Newton, so that it comes nearest to the method at a vertex and around it.
//!
//! Sought is the least `Σ |(M − M_v)(x̂ | ℓ e₁ | ℓ e₂ | ℓ e₃)|²` over the poses fitted to, with weights from 0 to 1.

use super::chain::Chain;
use super::poses::{ChainPoses, ChainTarget};

/// Steps at most: the row's own weights are near already.
const STEPS: usize = 4;

/// A step that gains less, as a part of the cost, is the last.
const GAIN: f64 = 1e-4;

/// The chain with the weights that bring it nearest to the target; with its own where nothing is nearer.
pub(super) fn tuned(poses: &ChainPoses<'_>, chain: &Chain, target: &ChainTarget<'_>) -> Chain {
    let mut weights = chain.weights();
    let mut now = poses.normal(chain, &weights, target);
    for _ in 0..STEPS {
        let Some(step) = now.step() else {
            break;
        };
        let moved = weights.iter().zip(step);
        let next: Vec<f64> = moved.map(|(own, by)| (own + by).clamp(0.0, 1.0)).collect();
        let then = poses.normal(chain, &next, target);
        // No number is no gain either.
        let gains = then.cost < now.cost * (1.0 - GAIN);
        if !gains {
            break;
        }
        (weights, now) = (next, then);
    }
    chain.with_weights(&weights)
}
