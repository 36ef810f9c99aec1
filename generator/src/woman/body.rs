//! The solids of trunk and skirt, and the groups of solids of the whole figure.

use glam::{DVec3, dvec3};

use super::super::implicit::{Body, Group, Join, NO_ZONE, Solid, ball, cone, ellipsoid};
use super::super::person::{TORSO, limbs};
use super::{PLACES, SKIRT, foot, head, paints};

/// Indices of the groups that paints refer to.
pub(super) const HEAD: usize = 3;
pub(super) const EYES: usize = 4;
pub(super) const HAIR: usize = 5;
/// Height of the skirt's hem.
pub(super) const HEM: f64 = 0.560;
/// Thickness of arms and legs, beside those of a strong young person.
const ARMS: f64 = 0.74;
const LEGS: f64 = 0.90;

pub(super) fn body() -> Body {
    let melt = |reach, solids| Group {
        join: Join::Melt(reach),
        solids,
    };
    let carve = |reach, height| Group {
        join: Join::Carve(reach),
        solids: vec![below(height)],
    };
    let mut groups = vec![
        melt(0.0, trunk()),
        melt(0.050, skirt()),
        carve(0.012, HEM),
        melt(0.012, head::head()),
        melt(0.0015, head::eyes()),
        melt(0.006, head::hair()),
        melt(0.008, head::tail()),
        melt(0.026, limbs::arm(&PLACES, ARMS)),
    ];
    groups.extend(PLACES.hand().groups(0.018));
    groups.push(Group {
        join: Join::Fan(0.014),
        solids: limbs::leg(&PLACES, LEGS),
    });
    groups.push(melt(0.012, foot::foot()));
    groups.push(carve(0.008, 0.007));
    let bounds = [dvec3(-0.03, -0.03, -0.26), dvec3(0.68, 1.76, 0.26)];
    let mut body = Body::new(groups, true, bounds);
    body.dressing = paints::dressing;
    body.finer = head::finer();
    body
}

/// A ball so large that it is nearly flat: what is below this height.
fn below(height: f64) -> Solid {
    ball(dvec3(0.0, height - 50.0, 0.0), 50.0)
        .edge(0.03)
        .zone(NO_ZONE)
}

#[rustfmt::skip]
fn trunk() -> Vec<Solid> {
    let side = DVec3::Z;
    let solids = vec![
        // hips, waist, ribs
        ellipsoid(dvec3(0.0, 0.915, -0.010), dvec3(0.146, 0.110, 0.102)).edge(0.030),
        cone(dvec3(0.0, 0.950, 0.0), 0.122, dvec3(0.0, 1.075, 0.0), 0.104).flat(side, 1.26).blend(0.06).edge(0.026),
        ellipsoid(dvec3(0.0, 1.210, -0.012), dvec3(0.124, 0.140, 0.094)).blend(0.05).edge(0.028),
        // seat
        ellipsoid(dvec3(0.066, 0.880, -0.056), dvec3(0.080, 0.085, 0.066)).blend(0.035).edge(0.030),
        // shoulder girdle, breast, back
        cone(dvec3(0.0, 1.318, -0.024), 0.058, dvec3(0.106, 1.330, -0.024), 0.046).blend(0.05).edge(0.028),
        ellipsoid(dvec3(0.060, 1.222, 0.062), dvec3(0.054, 0.054, 0.046)).blend(0.035).edge(0.024),
        cone(dvec3(0.094, 1.275, -0.042), 0.044, dvec3(0.068, 1.085, -0.026), 0.042).blend(0.04).edge(0.028),
        ellipsoid(dvec3(0.058, 1.285, -0.076), dvec3(0.050, 0.066, 0.026)).blend(0.04).edge(0.028),
        // neck and the slope to the shoulder
        cone(dvec3(0.0, 1.350, -0.030), 0.049, dvec3(0.0, 1.490, -0.010), 0.0395).blend(0.035).edge(0.022),
        cone(dvec3(0.022, 1.402, -0.034), 0.025, dvec3(0.104, 1.360, -0.028), 0.030).blend(0.04).edge(0.024),
    ];
    solids.into_iter().map(|solid| solid.zone(TORSO)).collect()
}

/// From the hips to below the knee, where it is carved at the hem.
#[rustfmt::skip]
fn skirt() -> Vec<Solid> {
    let solids = vec![
        cone(dvec3(0.0, 0.900, -0.008), 0.152, dvec3(0.0, 0.500, 0.0), 0.206).flat(DVec3::Z, 1.22).edge(0.036),
        // the rim
        cone(dvec3(0.0, HEM + 0.02, 0.0), 0.1, dvec3(0.05, HEM + 0.02, 0.0), 0.1).edge(0.030),
    ];
    solids.into_iter().map(|solid| solid.zone(SKIRT)).collect()
}
