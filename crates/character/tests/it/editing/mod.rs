//! Edits of skeletons, and partners chosen by hand.

mod edits;
mod partners;
