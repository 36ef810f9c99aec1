//! The solids of the left foot, in its shoe.

use glam::{DVec3, dvec3};

use super::super::implicit::{Solid, cone};
use super::super::person::FOOT;
use super::PLACES;

#[rustfmt::skip]
pub(super) fn foot() -> Vec<Solid> {
    let ankle = PLACES.ankle;
    let up = DVec3::Y;
    let solids = vec![
        // collar, heel, instep
        cone(ankle + dvec3(0.0, -0.005, -0.004), 0.0420, ankle + dvec3(0.002, -0.040, -0.012), 0.0460),
        cone(dvec3(0.110, 0.034, -0.044), 0.0400, dvec3(0.112, 0.036, 0.030), 0.0420).blend(0.02),
        cone(ankle + dvec3(0.002, -0.018, 0.018), 0.0380, dvec3(0.116, 0.034, 0.110), 0.0360).blend(0.035),
        // ball and toes: wider than high
        cone(dvec3(0.118, 0.028, 0.085), 0.0470, dvec3(0.122, 0.026, 0.142), 0.0420).flat(up, 1.30).blend(0.03),
        cone(dvec3(0.106, 0.026, 0.120), 0.0300, dvec3(0.108, 0.026, 0.160), 0.0290).flat(up, 1.05).blend(0.02),
    ];
    solids.into_iter().map(|solid| solid.zone(FOOT).edge(0.018)).collect()
}
