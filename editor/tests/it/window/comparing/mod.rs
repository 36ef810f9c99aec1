//! Panes: how they lie, what they show, how looks are chosen.

pub(crate) mod compare;
mod graphics;
mod looks;
mod tiles;
mod versions;
