//! Figures of the papers, shown in place of the user's work.

pub mod figure_card;
