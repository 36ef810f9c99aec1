//! All items, in the order of the page.
//!
//! A new one is a constant in the folder of its paper, in a file of its subject, and a line here. `DUALSKIN_PICTURES=FOLDER cargo test -p
//! dualskin-figures` writes all diagrams to a folder, to be looked at.

use crate::item::Item;
use crate::posed::{
    close, elbow, exact, models, phases, scaled_hand, shoulder, signs, torn, twists,
};
use crate::{k05, k08, lecture, open};

/// Every item that this crate can measure, paper after paper, by id in each.
pub const ALL: &[Item] = &[
    k08::averages::POINTS,
    k08::averages::DIRECTIONS,
    k08::elbow::ITEM,
    k08::nearest::NEIGHBORS,
    k08::nearest::THIRD,
    k08::planar::CENTERS,
    k08::planar::ARC,
    k08::planar::SUMS,
    k08::screws::POWERS,
    k08::screws::TWO_WAYS,
    k08::bounds::ITEM,
    k08::steps::ITEM,
    k08::signs::ITEM,
    k08::lemmas::ITEM,
    k05::arcs::SEGMENT,
    k05::arcs::CENTER,
    k05::qlerp::ITEM,
    lecture::manifold::ITEM,
    lecture::weights::ITEM,
    open::bound::ITEM,
    open::dilation::ITEM,
    open::linear_again::ITEM,
    open::moments::ITEM,
    open::phase_order::ITEM,
];

/// Every item that is measured on characters in poses, in the same order.
pub const ON_CHARACTERS: &[Item] = &[
    torn::WAIST,
    twists::WRAPPER,
    torn::ORIGIN,
    phases::PHASES,
    phases::SCALED,
    phases::COLLAPSE,
    torn::CRACKS,
    twists::LONG_WAY,
    torn::CLUSTERS,
    twists::FLIP,
    close::CLOSE,
    signs::VALID_SIGNS,
    shoulder::SHOULDER,
    models::MODELS,
    shoulder::POSES,
    models::CENTERS,
    scaled_hand::SCALED_JOINT,
    elbow::BULGE,
    elbow::VOLUME,
    exact::ARTIFACTS,
    exact::DISTANCE,
];

/// The item of an id, as `k08-02`.
#[must_use]
pub fn find(id: &str) -> Option<&'static Item> {
    let mut all = ALL.iter().chain(ON_CHARACTERS);
    all.find(|item| item.id == id)
}
