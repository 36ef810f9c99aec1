//! The solids of the head: skull and face, eyes, hair.

use glam::{DMat3, DVec3, dvec3};

use super::super::implicit::{Solid, ball, cone, ellipsoid, turned_ellipsoid};
use super::super::person::HEAD;

/// Height of the line between the lips, before the head is scaled.
pub(super) const MOUTH: f64 = 1.5735;
/// Center of the left eye, before the head is scaled.
pub(super) const EYE: DVec3 = dvec3(0.0335, 1.6380, 0.0725);
pub(super) const EYE_RADIUS: f64 = 0.0180;
/// Direction in which the left eye looks.
pub(super) const GAZE: DVec3 = dvec3(0.02, 0.0, 1.0);
/// Center of the head's scaling: the head is a little larger than life, as a child's.
const GROWS_FROM: DVec3 = dvec3(0.0, 1.535, -0.010);
const GROWS: f64 = 1.12;

/// A point of the half x ≥ 0, mapped to the head before scaling.
pub(super) fn small(point: DVec3) -> DVec3 {
    let folded = DVec3::new(point.x.abs(), point.y, point.z);
    GROWS_FROM + (folded - GROWS_FROM) / GROWS
}

fn grown(solids: Vec<Solid>) -> Vec<Solid> {
    solids
        .into_iter()
        .map(|solid| solid.zone(HEAD).grown(GROWS_FROM, GROWS))
        .collect()
}

#[rustfmt::skip]
pub(super) fn head() -> Vec<Solid> {
    let solids = vec![
        // skull, face, jaw
        ellipsoid(dvec3(0.0, 1.672, -0.014), dvec3(0.082, 0.090, 0.100)).edge(0.018),
        ellipsoid(dvec3(0.0, 1.614, 0.028), dvec3(0.066, 0.080, 0.064)).blend(0.03).edge(0.011),
        cone(dvec3(0.046, 1.592, 0.004), 0.025, dvec3(0.018, 1.548, 0.066), 0.021).blend(0.03).edge(0.013),
        ball(dvec3(0.0, 1.545, 0.076), 0.0195).blend(0.022).edge(0.011),
        ellipsoid(dvec3(0.040, 1.604, 0.060), dvec3(0.026, 0.024, 0.024)).blend(0.025).edge(0.010),
        // hollows of the eyes, between brow and cheek
        ellipsoid(dvec3(0.035, 1.640, 0.102), dvec3(0.027, 0.017, 0.020)).blend(0.018).into_cut().edge(0.009),
        cone(dvec3(0.0, 1.666, 0.078), 0.014, dvec3(0.044, 1.668, 0.062), 0.012).blend(0.02).edge(0.010),
        // nose
        cone(dvec3(0.0, 1.648, 0.088), 0.0080, dvec3(0.0, 1.607, 0.1085), 0.0110).blend(0.012).edge(0.0085),
        ball(dvec3(0.0100, 1.603, 0.099), 0.0082).blend(0.006).edge(0.0080),
        // lips
        cone(dvec3(0.0, 1.5785, 0.0885), 0.0080, dvec3(0.016, 1.5760, 0.0820), 0.0060).blend(0.016).edge(0.0080),
        cone(dvec3(0.0, 1.5680, 0.0880), 0.0085, dvec3(0.013, 1.5715, 0.0820), 0.0060).blend(0.014).edge(0.0080),
        ear(),
        ball(dvec3(0.0905, 1.632, -0.004), 0.010).blend(0.006).into_cut().edge(0.0085),
    ];
    grown(solids)
}

/// A shell that stands off the back of the head.
fn ear() -> Solid {
    let flat = dvec3(0.90, 0.0, 0.43).normalize();
    let up = dvec3(0.0, 0.97, -0.22)
        .reject_from_normalized(flat)
        .normalize();
    let axes = DMat3::from_cols(flat, up, flat.cross(up));
    turned_ellipsoid(
        dvec3(0.0830, 1.628, -0.010),
        dvec3(0.0100, 0.0330, 0.0210),
        axes,
    )
    .blend(0.008)
    .edge(0.0090)
}

pub(super) fn eyes() -> Vec<Solid> {
    grown(vec![ball(EYE, EYE_RADIUS).edge(0.0062)])
}

#[rustfmt::skip]
pub(super) fn hair() -> Vec<Solid> {
    let solids = vec![
        ellipsoid(dvec3(0.0, 1.683, -0.021), dvec3(0.0915, 0.0925, 0.1060)),
        // the nape
        ellipsoid(dvec3(0.0, 1.620, -0.058), dvec3(0.066, 0.060, 0.052)).blend(0.03),
        // a tuft over the brow
        ellipsoid(dvec3(0.0, 1.736, 0.036), dvec3(0.070, 0.034, 0.052)).blend(0.04),
        // the face stays free
        ellipsoid(dvec3(0.0, 1.630, 0.110), dvec3(0.074, 0.088, 0.084)).blend(0.024).into_cut(),
        // and the ears
        ball(dvec3(0.108, 1.612, 0.012), 0.050).blend(0.012).into_cut(),
    ];
    grown(solids.into_iter().map(|solid| solid.edge(0.018)).collect())
}

/// Solids that only ask for short edges, where brows and lips are painted.
pub(super) fn finer() -> Vec<Solid> {
    let thin = |a, b, edge| cone(a, 0.004, b, 0.004).edge(edge);
    grown(vec![
        thin(
            dvec3(0.0165, 1.669, 0.088),
            dvec3(0.036, 1.671, 0.080),
            0.0056,
        ),
        thin(
            dvec3(0.036, 1.671, 0.080),
            dvec3(0.053, 1.664, 0.062),
            0.0056,
        ),
        thin(dvec3(0.0, MOUTH, 0.092), dvec3(0.021, MOUTH, 0.084), 0.0062),
    ])
}
