//! The solids of the trunk, and the groups of solids of the whole figure.

use glam::{DVec3, dvec3};

use super::super::implicit::{Body, Group, Join, Solid, ball, cone, ellipsoid};
use super::super::person::{TORSO, limbs};
use super::{PLACES, foot, head, paints};

/// Indices of the groups that paints refer to.
pub(super) const HAIR: usize = 3;
pub(super) const EYES: usize = 2;

pub(super) fn body() -> Body {
    let mut groups = vec![
        Group {
            join: Join::Melt(0.0),
            solids: trunk(),
        },
        Group {
            join: Join::Melt(0.012),
            solids: head::head(),
        },
        Group {
            join: Join::Melt(0.0015),
            solids: head::eyes(),
        },
        Group {
            join: Join::Melt(0.006),
            solids: head::hair(),
        },
        Group {
            join: Join::Melt(0.030),
            solids: limbs::arm(&PLACES, 1.0),
        },
    ];
    groups.extend(PLACES.hand().groups(0.020));
    groups.push(Group {
        join: Join::Fan(0.035),
        solids: limbs::leg(&PLACES, 1.0),
    });
    groups.push(Group {
        join: Join::Melt(0.012),
        solids: foot::foot(),
    });
    groups.push(Group {
        join: Join::Carve(0.008),
        solids: vec![ground()],
    });
    let mut body = Body::new(
        groups,
        true,
        [dvec3(-0.03, -0.03, -0.20), dvec3(0.74, 1.86, 0.26)],
    );
    body.dressing = paints::dressing;
    body.finer = head::finer();
    body
}

/// A large ball, nearly flat under both feet and a few millimeters high: the soles thicken by as much.
fn ground() -> Solid {
    ball(dvec3(0.0, -49.993, 0.0), 50.0).edge(0.03)
}

#[rustfmt::skip]
fn trunk() -> Vec<Solid> {
    let side = DVec3::Z;
    let solids = vec![
        // hips, belly, ribs
        ellipsoid(dvec3(0.0, 0.960, -0.008), dvec3(0.134, 0.110, 0.100)).edge(0.030),
        cone(dvec3(0.0, 0.980, 0.002), 0.134, dvec3(0.0, 1.120, 0.002), 0.127).flat(side, 1.32).blend(0.06).edge(0.030),
        ellipsoid(dvec3(0.0, 1.265, -0.012), dvec3(0.150, 0.160, 0.106)).blend(0.05).edge(0.030),
        // seat
        ellipsoid(dvec3(0.072, 0.910, -0.058), dvec3(0.080, 0.088, 0.068)).blend(0.035).edge(0.030),
        // shoulder girdle, breast, back
        cone(dvec3(0.0, 1.385, -0.026), 0.066, dvec3(0.125, 1.392, -0.026), 0.056).blend(0.05).edge(0.030),
        ellipsoid(dvec3(0.066, 1.300, 0.056), dvec3(0.078, 0.058, 0.040)).blend(0.035).edge(0.030),
        cone(dvec3(0.112, 1.330, -0.048), 0.052, dvec3(0.080, 1.130, -0.030), 0.052).blend(0.04).edge(0.030),
        ellipsoid(dvec3(0.070, 1.345, -0.085), dvec3(0.060, 0.075, 0.030)).blend(0.04).edge(0.030),
        // neck and the slope to the shoulder
        cone(dvec3(0.0, 1.420, -0.030), 0.058, dvec3(0.0, 1.560, -0.006), 0.0470).blend(0.035).edge(0.024),
        cone(dvec3(0.028, 1.482, -0.036), 0.032, dvec3(0.120, 1.428, -0.030), 0.036).blend(0.04).edge(0.024),
    ];
    solids.into_iter().map(|solid| solid.zone(TORSO)).collect()
}
