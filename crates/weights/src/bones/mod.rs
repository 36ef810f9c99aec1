//! The joints of a skin: their bones, what their names say, and which of them automatic weights are for.

mod bone_axes;
mod crossing;
mod joint_words;
mod leaf_tips;
pub(crate) mod movers;
pub(crate) mod skin;
mod within;
