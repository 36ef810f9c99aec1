//! The solids of the head: skull and face, eyes, hair and its tail. All but the tail are given for a larger head.

use glam::{DMat3, DVec3, dvec3};

use super::super::implicit::{Solid, ball, cone, ellipsoid, turned_ellipsoid};
use super::super::person;
use super::TAIL;

/// Height of the line between the lips, before the head is scaled.
pub(super) const MOUTH: f64 = 1.5745;
/// Center of the left eye, before the head is scaled.
pub(super) const EYE: DVec3 = dvec3(0.0330, 1.6360, 0.0690);
pub(super) const EYE_RADIUS: f64 = 0.0190;
/// Direction in which the left eye looks.
pub(super) const GAZE: DVec3 = dvec3(0.02, 0.0, 1.0);
/// A fixed point of the head's scaling, its factor, and the way down that follows.
const SCALED_FROM: DVec3 = dvec3(0.0, 1.535, -0.010);
const SCALE: f64 = 0.98;
const DOWN: DVec3 = dvec3(0.0, -0.074, 0.0);
/// Places of the joints of the tail of hair, and its end.
pub(super) const TAIL_POINTS: [DVec3; 4] = [
    dvec3(0.0, 1.592, -0.128),
    dvec3(0.0, 1.520, -0.168),
    dvec3(0.0, 1.410, -0.176),
    dvec3(0.0, 1.300, -0.166),
];

/// A point of the half x ≥ 0, mapped to the head before scaling.
pub(super) fn large(point: DVec3) -> DVec3 {
    let folded = DVec3::new(point.x.abs(), point.y, point.z);
    SCALED_FROM + (folded - DOWN - SCALED_FROM) / SCALE
}

fn scaled(solids: Vec<Solid>) -> Vec<Solid> {
    let place = |solid: Solid| {
        let solid = solid.zone(person::HEAD).grown(SCALED_FROM, SCALE);
        solid.moved(DOWN)
    };
    solids.into_iter().map(place).collect()
}

#[rustfmt::skip]
pub(super) fn head() -> Vec<Solid> {
    let solids = vec![
        // skull, face, jaw
        ellipsoid(dvec3(0.0, 1.672, -0.014), dvec3(0.080, 0.088, 0.098)).edge(0.018),
        ellipsoid(dvec3(0.0, 1.616, 0.026), dvec3(0.063, 0.078, 0.064)).blend(0.03).edge(0.012),
        cone(dvec3(0.040, 1.594, 0.006), 0.024, dvec3(0.012, 1.551, 0.064), 0.018).blend(0.035).edge(0.013),
        ball(dvec3(0.0, 1.548, 0.073), 0.0165).blend(0.022).edge(0.011),
        ellipsoid(dvec3(0.036, 1.604, 0.056), dvec3(0.026, 0.024, 0.023)).blend(0.03).edge(0.012),
        ellipsoid(dvec3(0.028, 1.580, 0.050), dvec3(0.026, 0.028, 0.026)).blend(0.03).edge(0.012),
        // hollows of the eyes, between brow and cheek
        ellipsoid(dvec3(0.034, 1.638, 0.100), dvec3(0.026, 0.016, 0.019)).blend(0.02).into_cut().edge(0.009),
        cone(dvec3(0.0, 1.668, 0.074), 0.012, dvec3(0.042, 1.669, 0.060), 0.011).blend(0.025).edge(0.011),
        // nose
        cone(dvec3(0.0, 1.644, 0.0855), 0.0062, dvec3(0.0, 1.611, 0.1000), 0.0082).blend(0.014).edge(0.0085),
        ball(dvec3(0.0078, 1.606, 0.093), 0.0068).blend(0.007).edge(0.0080),
        // lips
        cone(dvec3(0.0, 1.5795, 0.0855), 0.0078, dvec3(0.015, 1.5765, 0.0800), 0.0058).blend(0.016).edge(0.0080),
        cone(dvec3(0.0, 1.5685, 0.0855), 0.0088, dvec3(0.0125, 1.5720, 0.0800), 0.0060).blend(0.014).edge(0.0080),
        ear(),
    ];
    scaled(solids)
}

/// A shell that stands off the back of the head.
fn ear() -> Solid {
    let flat = dvec3(0.92, 0.0, 0.39).normalize();
    let up = dvec3(0.0, 0.97, -0.22)
        .reject_from_normalized(flat)
        .normalize();
    let axes = DMat3::from_cols(flat, up, flat.cross(up));
    turned_ellipsoid(
        dvec3(0.0800, 1.626, -0.008),
        dvec3(0.0105, 0.0290, 0.0190),
        axes,
    )
    .blend(0.010)
    .edge(0.0095)
}

pub(super) fn eyes() -> Vec<Solid> {
    scaled(vec![ball(EYE, EYE_RADIUS).edge(0.0052)])
}

#[rustfmt::skip]
pub(super) fn hair() -> Vec<Solid> {
    let solids = vec![
        ellipsoid(dvec3(0.0, 1.686, -0.024), dvec3(0.0915, 0.0960, 0.1090)),
        // the nape
        ellipsoid(dvec3(0.0, 1.630, -0.054), dvec3(0.068, 0.056, 0.054)).blend(0.03),
        // the face stays free
        ellipsoid(dvec3(0.016, 1.606, 0.112), dvec3(0.062, 0.106, 0.088)).blend(0.020).into_cut(),
        // and the ears
        ball(dvec3(0.108, 1.604, 0.014), 0.040).blend(0.012).into_cut(),
    ];
    scaled(solids.into_iter().map(|solid| solid.edge(0.021)).collect())
}

/// A tail of hair, free of the back.
#[rustfmt::skip]
pub(super) fn tail() -> Vec<Solid> {
    let [root, upper, lower, end] = TAIL_POINTS;
    let solids = vec![
        // the knot
        ball(root + dvec3(0.0, 0.006, 0.004), 0.0250).blend(0.01).edge(0.017),
        cone(root, 0.020, upper, 0.030).blend(0.012).edge(0.019),
        cone(upper, 0.030, lower, 0.024).blend(0.012).edge(0.022),
        cone(lower, 0.026, end, 0.011).blend(0.012).edge(0.015),
    ];
    solids.into_iter().map(|solid| solid.zone(TAIL)).collect()
}

/// Solids that only ask for short edges, where brows and lips are painted.
pub(super) fn finer() -> Vec<Solid> {
    let thin = |a, b, edge| cone(a, 0.004, b, 0.004).edge(edge);
    scaled(vec![
        thin(
            dvec3(0.0165, 1.668, 0.084),
            dvec3(0.036, 1.671, 0.078),
            0.0038,
        ),
        thin(
            dvec3(0.036, 1.671, 0.078),
            dvec3(0.052, 1.665, 0.060),
            0.0038,
        ),
        thin(dvec3(0.0, MOUTH, 0.090), dvec3(0.021, MOUTH, 0.082), 0.0050),
    ])
}
