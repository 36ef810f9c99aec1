//! Edits of skeletons, and partners chosen by hand.

mod edits;
mod morphs;
mod partners;
