//! The solids of the left arm and leg.

use glam::{DMat3, DVec3, dvec3};

use super::super::implicit::{Solid, ball, cone, turned_ellipsoid};
use super::{ARM, LEG, Places};

/// A muscle: an ellipsoid along a line, shifted outwards from a point on it.
fn muscle(from: DVec3, to: DVec3, out: DVec3, radii: [f64; 2]) -> Solid {
    let y = (to - from).normalize();
    let z = out.reject_from_normalized(y).normalize();
    let axes = DMat3::from_cols(y.cross(z), y, z);
    let half = 0.5 * (to - from).length();
    turned_ellipsoid(0.5 * (from + to), dvec3(radii[0], half, radii[1]), axes)
}

/// The arm, `girth` times as thick as a strong young person's.
#[rustfmt::skip]
pub(crate) fn arm(places: &Places, girth: f64) -> Vec<Solid> {
    let Places { shoulder, elbow, wrist, .. } = *places;
    let thick = |length: f64| girth * length;
    let upper = (elbow - shoulder).normalize();
    let lower = (wrist - elbow).normalize();
    // Up and out across the arm, to the side of the triceps when the thumb points to the front.
    let outer = dvec3(0.70, 0.70, 0.0);
    let palm = places.hand().direction(DVec3::Z);
    let on_upper = |t: f64, z: f64, out: f64| shoulder + t * (elbow - shoulder) + thick(z) * DVec3::Z + thick(out) * outer;
    let on_lower = |t: f64, z: f64, out: f64| elbow + t * (wrist - elbow) + thick(z) * DVec3::Z + thick(out) * outer;
    let solids = vec![
        cone(shoulder + 0.02 * upper, thick(0.052), elbow - 0.02 * upper, thick(0.0395)).edge(0.026),
        // shoulder muscle, biceps, triceps
        muscle(on_upper(-0.20, 0.0, 0.008), on_upper(0.58, 0.0, 0.010), outer, [0.058, 0.052].map(thick)).blend(0.03).edge(0.024),
        muscle(on_upper(0.20, 0.014, -0.004), on_upper(0.95, 0.012, 0.0), DVec3::Z, [0.040, 0.038].map(thick)).blend(0.03).edge(0.026),
        muscle(on_upper(0.15, -0.014, 0.0), on_upper(0.90, -0.010, 0.0), DVec3::NEG_Z, [0.040, 0.036].map(thick)).blend(0.03).edge(0.026),
        // elbow, forearm, wrist
        ball(elbow + dvec3(0.0, 0.0, -0.006), thick(0.0380)).blend(0.02).edge(0.018),
        cone(elbow, thick(0.0385), wrist - 0.02 * lower, thick(0.0262)).flat(palm, 1.12).blend(0.02).edge(0.022),
        muscle(on_lower(-0.12, 0.008, 0.010), on_lower(0.62, 0.004, 0.002), outer, [0.040, 0.036].map(thick)).blend(0.025).edge(0.022),
        muscle(on_lower(0.02, 0.004, -0.010), on_lower(0.66, 0.0, -0.004), outer, [0.037, 0.034].map(thick)).blend(0.025).edge(0.022),
    ];
    solids.into_iter().map(|solid| solid.zone(ARM)).collect()
}

/// The leg without its foot, `girth` times as thick as a strong young person's.
#[rustfmt::skip]
pub(crate) fn leg(places: &Places, girth: f64) -> Vec<Solid> {
    let Places { hip, knee, ankle, .. } = *places;
    let thick = |length: f64| girth * length;
    let on_thigh = |t: f64, x: f64, z: f64| hip + t * (knee - hip) + dvec3(thick(x), 0.0, thick(z));
    let on_shin = |t: f64, x: f64, z: f64| knee + t * (ankle - knee) + dvec3(thick(x), 0.0, thick(z));
    let solids = vec![
        cone(on_thigh(0.02, 0.0, -0.002), thick(0.087), on_thigh(0.96, 0.0, -0.002), thick(0.056)).edge(0.032),
        // front and back of the thigh, inner side
        muscle(on_thigh(0.08, 0.006, 0.020), on_thigh(0.98, 0.002, 0.022), DVec3::Z, [0.064, 0.052].map(thick)).blend(0.04).edge(0.032),
        muscle(on_thigh(0.05, 0.004, -0.032), on_thigh(0.98, 0.0, -0.020), DVec3::NEG_Z, [0.066, 0.050].map(thick)).blend(0.04).edge(0.032),
        // knee, shin, calf
        ball(knee + dvec3(0.0, 0.012, 0.016), thick(0.0440)).blend(0.03).edge(0.022),
        cone(knee + dvec3(0.0, -0.01, 0.0), thick(0.0500), ankle + dvec3(0.0, 0.03, 0.0), thick(0.0345)).blend(0.03).edge(0.026),
        muscle(on_shin(0.04, 0.014, -0.022), on_shin(0.62, 0.006, -0.018), DVec3::NEG_Z, [0.044, 0.044].map(thick)).blend(0.025).edge(0.026),
        muscle(on_shin(0.06, -0.014, -0.026), on_shin(0.58, -0.006, -0.020), DVec3::NEG_Z, [0.043, 0.044].map(thick)).blend(0.025).edge(0.026),
        muscle(on_shin(0.0, 0.004, 0.014), on_shin(0.85, 0.0, 0.008), DVec3::Z, [0.034, 0.030].map(thick)).blend(0.03).edge(0.026),
        // heel tendon
        cone(on_shin(0.70, 0.0, -0.022), thick(0.020), on_shin(1.0, 0.0, -0.026), thick(0.018)).blend(0.02).edge(0.022),
    ];
    solids.into_iter().map(|solid| solid.zone(LEG)).collect()
}
