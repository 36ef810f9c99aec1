//! *What should I use?*: the search for the cheapest set-up of each mesh, and what is done with it.

mod apply;
mod bench;
mod blended;
mod findings;
mod fitted;
pub mod grid;
mod helpers;
mod linear;
mod methods;
pub mod search;
mod shapes;
pub mod steps;
pub mod worker;
