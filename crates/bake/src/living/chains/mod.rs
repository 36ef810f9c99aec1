//! Helpers as chains: each turn between a base joint and the joints of a row, taken over in part.
//!
//! With b the joint above all of a row ω, and e the joints from there to those of the row, parents first,
//!
//! ```text
//! M = C_b Π_e ρ_e^{W_e}      W_e = Σ ω_j over the joints j at e or below it
//! ```
//!
//! `ρ_e` is what e does in its parent, as a map of the model at rest, and `ρ^w` a part of it, the short way. To first order that is what
//! dual quaternions make of the row. Each factor is a node that a rotation constraint turns, so that files need nothing else to say it.
//!
//! The vertex that made a chain is not exact by it, as by a row: a chain that brings it no nearer is taken back.

mod chain;
mod grow;
mod half_turns;
mod nodes;
mod normal;
mod partial_turn;
mod poses;
mod tune;

pub(super) use chain::Chain;
pub(super) use grow::{ChainGrowth, GrowingChains};
pub(super) use half_turns::followed_moments;
pub(super) use nodes::{ChainNodes, KeyedTurns};
pub(super) use poses::ChainPoses;
