//! What a file holds, in the forms that the other crates take.

pub(crate) mod camera;
pub(crate) mod character;
pub(crate) mod constraint;
pub(crate) mod expression;
pub(crate) mod helper_rows;
pub(crate) mod humanoid;
pub(crate) mod image;
pub(crate) mod kept;
pub(crate) mod material;
pub(crate) mod sides;
pub(crate) mod skin_words;
pub(crate) mod source;
