//! The solids of the left foot, in a flat shoe.

use glam::{DVec3, dvec3};

use super::super::implicit::{Solid, cone};
use super::super::person::FOOT;
use super::PLACES;

#[rustfmt::skip]
pub(super) fn foot() -> Vec<Solid> {
    let ankle = PLACES.ankle;
    let up = DVec3::Y;
    let solids = vec![
        // ankle, heel, instep
        cone(ankle + dvec3(0.0, 0.004, -0.004), 0.0330, ankle + dvec3(0.0, -0.040, -0.012), 0.0370),
        cone(dvec3(0.090, 0.030, -0.040), 0.0330, dvec3(0.092, 0.031, 0.026), 0.0340).blend(0.02),
        cone(ankle + dvec3(0.002, -0.020, 0.016), 0.0310, dvec3(0.096, 0.029, 0.098), 0.0290).blend(0.035),
        // ball and toes: wider than high
        cone(dvec3(0.098, 0.023, 0.076), 0.0390, dvec3(0.099, 0.021, 0.128), 0.0330).flat(up, 1.35).blend(0.03),
        cone(dvec3(0.088, 0.021, 0.100), 0.0260, dvec3(0.092, 0.020, 0.144), 0.0220).flat(up, 1.05).blend(0.02),
    ];
    solids.into_iter().map(|solid| solid.zone(FOOT).edge(0.020)).collect()
}
