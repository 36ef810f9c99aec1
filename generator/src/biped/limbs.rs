//! The solids of the left arm, leg and foot.

use glam::{DMat3, DVec3, dvec3};

use super::super::implicit::{Solid, ball, cone, turned_ellipsoid};
use super::{ANKLE, ARM, ELBOW, FOOT, HIP, KNEE, LEG, SHOULDER, WRIST, hand};

/// A muscle: an ellipsoid along a line, shifted outwards from a point on it.
fn muscle(from: DVec3, to: DVec3, out: DVec3, radii: [f64; 2]) -> Solid {
    let y = (to - from).normalize();
    let z = out.reject_from_normalized(y).normalize();
    let axes = DMat3::from_cols(y.cross(z), y, z);
    let half = 0.5 * (to - from).length();
    turned_ellipsoid(0.5 * (from + to), dvec3(radii[0], half, radii[1]), axes)
}

#[rustfmt::skip]
pub(super) fn arm() -> Vec<Solid> {
    let upper = (ELBOW - SHOULDER).normalize();
    let lower = (WRIST - ELBOW).normalize();
    // Up and out across the arm, to the side of the triceps when the thumb points to the front.
    let outer = dvec3(0.70, 0.70, 0.0);
    let palm = hand().direction(DVec3::Z);
    let on_upper = |t: f64, z: f64, out: f64| SHOULDER + t * (ELBOW - SHOULDER) + DVec3::Z * z + outer * out;
    let on_lower = |t: f64, z: f64, out: f64| ELBOW + t * (WRIST - ELBOW) + DVec3::Z * z + outer * out;
    let solids = vec![
        cone(SHOULDER + 0.02 * upper, 0.052, ELBOW - 0.02 * upper, 0.0395).edge(0.026),
        // shoulder muscle, biceps, triceps
        muscle(on_upper(-0.20, 0.0, 0.008), on_upper(0.58, 0.0, 0.010), outer, [0.058, 0.052]).blend(0.03).edge(0.024),
        muscle(on_upper(0.20, 0.014, -0.004), on_upper(0.95, 0.012, 0.0), DVec3::Z, [0.040, 0.038]).blend(0.03).edge(0.026),
        muscle(on_upper(0.15, -0.014, 0.0), on_upper(0.90, -0.010, 0.0), DVec3::NEG_Z, [0.040, 0.036]).blend(0.03).edge(0.026),
        // elbow, forearm, wrist
        ball(ELBOW + dvec3(0.0, 0.0, -0.006), 0.0380).blend(0.02).edge(0.018),
        cone(ELBOW, 0.0385, WRIST - 0.02 * lower, 0.0262).flat(palm, 1.12).blend(0.02).edge(0.022),
        muscle(on_lower(-0.12, 0.008, 0.010), on_lower(0.62, 0.004, 0.002), outer, [0.040, 0.036]).blend(0.025).edge(0.022),
        muscle(on_lower(0.02, 0.004, -0.010), on_lower(0.66, 0.0, -0.004), outer, [0.037, 0.034]).blend(0.025).edge(0.022),
    ];
    solids.into_iter().map(|solid| solid.zone(ARM)).collect()
}

#[rustfmt::skip]
pub(super) fn leg() -> Vec<Solid> {
    let on_thigh = |t: f64, x: f64, z: f64| HIP + t * (KNEE - HIP) + dvec3(x, 0.0, z);
    let on_shin = |t: f64, x: f64, z: f64| KNEE + t * (ANKLE - KNEE) + dvec3(x, 0.0, z);
    let solids = vec![
        cone(on_thigh(0.02, 0.0, -0.002), 0.087, on_thigh(0.96, 0.0, -0.002), 0.056).edge(0.032),
        // front and back of the thigh, inner side
        muscle(on_thigh(0.08, 0.006, 0.020), on_thigh(0.98, 0.002, 0.022), DVec3::Z, [0.064, 0.052]).blend(0.04).edge(0.032),
        muscle(on_thigh(0.05, 0.004, -0.032), on_thigh(0.98, 0.0, -0.020), DVec3::NEG_Z, [0.066, 0.050]).blend(0.04).edge(0.032),
        // knee, shin, calf
        ball(KNEE + dvec3(0.0, 0.012, 0.016), 0.0440).blend(0.03).edge(0.022),
        cone(KNEE + dvec3(0.0, -0.01, 0.0), 0.0500, ANKLE + dvec3(0.0, 0.03, 0.0), 0.0345).blend(0.03).edge(0.026),
        muscle(on_shin(0.04, 0.014, -0.022), on_shin(0.62, 0.006, -0.018), DVec3::NEG_Z, [0.044, 0.044]).blend(0.025).edge(0.026),
        muscle(on_shin(0.06, -0.014, -0.026), on_shin(0.58, -0.006, -0.020), DVec3::NEG_Z, [0.043, 0.044]).blend(0.025).edge(0.026),
        muscle(on_shin(0.0, 0.004, 0.014), on_shin(0.85, 0.0, 0.008), DVec3::Z, [0.034, 0.030]).blend(0.03).edge(0.026),
        // heel tendon
        cone(on_shin(0.70, 0.0, -0.022), 0.020, on_shin(1.0, 0.0, -0.026), 0.018).blend(0.02).edge(0.022),
    ];
    solids.into_iter().map(|solid| solid.zone(LEG)).collect()
}

#[rustfmt::skip]
pub(super) fn foot() -> Vec<Solid> {
    let up = DVec3::Y;
    let solids = vec![
        // collar, heel, instep
        cone(ANKLE + dvec3(0.0, -0.005, -0.004), 0.0420, ANKLE + dvec3(0.002, -0.040, -0.012), 0.0460),
        cone(dvec3(0.110, 0.034, -0.044), 0.0400, dvec3(0.112, 0.036, 0.030), 0.0420).blend(0.02),
        cone(ANKLE + dvec3(0.002, -0.018, 0.018), 0.0380, dvec3(0.116, 0.034, 0.110), 0.0360).blend(0.035),
        // ball and toes: wider than high
        cone(dvec3(0.118, 0.028, 0.085), 0.0470, dvec3(0.122, 0.026, 0.142), 0.0420).flat(up, 1.30).blend(0.03),
        cone(dvec3(0.106, 0.026, 0.120), 0.0300, dvec3(0.108, 0.026, 0.160), 0.0290).flat(up, 1.05).blend(0.02),
    ];
    solids.into_iter().map(|solid| solid.zone(FOOT).edge(0.018)).collect()
}
