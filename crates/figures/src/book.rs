//! All items, in the order of the page.

use crate::item::Item;
use crate::k08;

/// Every item that this crate can measure, paper after paper, by id in each.
pub const ALL: &[Item] = &[
    k08::averages::POINTS,
    k08::averages::DIRECTIONS,
    k08::planar::CENTERS,
    k08::planar::ARC,
    k08::planar::SUMS,
];

/// The item of an id, as `k08-02`.
#[must_use]
pub fn find(id: &str) -> Option<&'static Item> {
    ALL.iter().find(|item| item.id == id)
}
