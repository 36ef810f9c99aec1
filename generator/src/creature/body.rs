//! The dragon's solids.

use glam::{DMat3, DVec3, dvec3};

use super::super::implicit::{
    Body, Group, Join, Solid, ball, cone, ellipsoid, plate, turned_ellipsoid,
};
use super::{
    BACK, EAR, EAR_LINE, FORE, FORELEG, HEAD, HIND, HINDLEG, JAW, TAIL, TAIL_LINE, TRUNK, WING,
};
use super::{WING_ARM, WING_FINGERS};

/// Indices of the groups that paints refer to.
pub(super) const SKULL: usize = 1;
pub(super) const EYES: usize = 3;
pub(super) const HORNS: usize = 4;
pub(super) const SPIKES: usize = 5;
pub(super) const WING_BONES: usize = 6;
pub(super) const MEMBRANE: usize = 7;
pub(super) const LEGS: [usize; 2] = [8, 9];
pub(super) const CLAWS: usize = 10;

pub(super) const EYE: DVec3 = dvec3(0.0440, 0.5210, 0.2330);
pub(super) const EYE_RADIUS: f64 = 0.0270;

pub(super) fn body() -> Body {
    let group = |join, solids| Group { join, solids };
    let groups = vec![
        group(Join::Melt(0.0), trunk()),
        group(Join::Melt(0.012), head()),
        group(Join::Melt(0.003), jaw()),
        group(
            Join::Melt(0.0015),
            vec![ball(EYE, EYE_RADIUS).zone(HEAD).edge(0.0085)],
        ),
        group(Join::Melt(0.004), horns()),
        group(Join::Melt(0.004), spikes()),
        group(Join::Melt(0.014), wing_bones()),
        group(Join::Melt(0.003), membrane()),
        group(
            Join::Fan(0.024),
            leg(&FORELEG[1..], [0.0400, 0.0270, 0.0225, 0.0250], FORE),
        ),
        group(
            Join::Fan(0.034),
            leg(&HINDLEG, [0.0560, 0.0325, 0.0230, 0.0260], HIND),
        ),
        group(Join::Melt(0.003), claws()),
        group(
            Join::Carve(0.006),
            vec![ball(dvec3(0.0, -50.0, 0.0), 50.0).edge(0.02)],
        ),
    ];
    Body::new(
        groups,
        true,
        [dvec3(-0.02, -0.02, -0.72), dvec3(0.44, 0.68, 0.37)],
    )
}

#[rustfmt::skip]
fn trunk() -> Vec<Solid> {
    let mut solids = vec![
        ellipsoid(dvec3(0.0, 0.232, -0.030), dvec3(0.090, 0.090, 0.150)),
        ellipsoid(dvec3(0.0, 0.245, 0.070), dvec3(0.086, 0.090, 0.080)).blend(0.03),
        ellipsoid(dvec3(0.0, 0.232, -0.140), dvec3(0.084, 0.080, 0.075)).blend(0.03),
        cone(dvec3(0.0, 0.280, 0.100), 0.064, BACK[5], 0.050).blend(0.04),
        cone(BACK[5], 0.050, dvec3(0.0, 0.468, 0.176), 0.047).blend(0.02),
    ];
    solids.iter_mut().for_each(|solid| *solid = solid.zone(TRUNK).edge(0.0215));
    for (k, pair) in TAIL_LINE.windows(2).enumerate() {
        let radius = |k: usize| TAIL_RADII[k];
        let solid = cone(pair[0], radius(k), pair[1], radius(k + 1));
        solids.push(solid.blend(0.02).zone(TAIL).edge(if k < 4 { 0.0170 } else { 0.0115 }));
    }
    solids
}

const TAIL_RADII: [f64; 10] = [
    0.0600, 0.0500, 0.0415, 0.0345, 0.0285, 0.0235, 0.0190, 0.0155, 0.0120, 0.0080,
];

#[rustfmt::skip]
fn head() -> Vec<Solid> {
    let solids = vec![
        ellipsoid(dvec3(0.0, 0.512, 0.186), dvec3(0.076, 0.068, 0.078)).edge(0.0130),
        cone(dvec3(0.0, 0.490, 0.225), 0.047, dvec3(0.0, 0.482, 0.292), 0.0370).flat(DVec3::Y, 1.18).blend(0.025).edge(0.0105),
        ellipsoid(dvec3(0.044, 0.484, 0.200), dvec3(0.038, 0.032, 0.040)).blend(0.025).edge(0.0120),
        // brow, nostrils
        cone(dvec3(0.020, 0.552, 0.235), 0.0120, dvec3(0.062, 0.548, 0.215), 0.0130).blend(0.018).edge(0.0100),
        ball(dvec3(0.0165, 0.500, 0.312), 0.0115).blend(0.012).edge(0.0090),
        ball(dvec3(0.0185, 0.504, 0.326), 0.0050).blend(0.006).into_cut().edge(0.0065),
    ];
    let mut solids: Vec<Solid> = solids.into_iter().map(|solid| solid.zone(HEAD)).collect();
    // ears: leaves
    let [root, tip] = EAR_LINE;
    let y = (tip - root).normalize();
    let z = dvec3(0.35, -0.55, 0.75).reject_from_normalized(y).normalize();
    let axes = DMat3::from_cols(y.cross(z), y, z);
    let middle = root.lerp(tip, 0.46);
    solids.push(turned_ellipsoid(middle, dvec3(0.0220, 0.0430, 0.0115), axes).blend(0.010).zone(EAR).edge(0.0088));
    solids
}

/// The lower jaw; its seam with the head is the mouth.
#[rustfmt::skip]
fn jaw() -> Vec<Solid> {
    let solids = vec![
        cone(dvec3(0.0, 0.449, 0.222), 0.0330, dvec3(0.0, 0.4455, 0.2860), 0.0270).flat(DVec3::Y, 1.30),
        cone(dvec3(0.030, 0.462, 0.205), 0.0200, dvec3(0.012, 0.4520, 0.2800), 0.0190).blend(0.012),
    ];
    solids.into_iter().map(|solid| solid.zone(JAW).edge(0.0105)).collect()
}

#[rustfmt::skip]
fn horns() -> Vec<Solid> {
    let line = [dvec3(0.034, 0.560, 0.168), dvec3(0.046, 0.602, 0.130), dvec3(0.050, 0.622, 0.082), dvec3(0.046, 0.626, 0.044)];
    chain(&line, &[0.0150, 0.0115, 0.0075, 0.0030]).into_iter().map(|solid| solid.blend(0.006).zone(HEAD).edge(0.0085)).collect()
}

/// Rounded plates along the middle of back and tail.
fn spikes() -> Vec<Solid> {
    let spike = |at: DVec3, up: DVec3, size: f64, zone: usize| {
        let y = (up - 0.55 * DVec3::Z).normalize();
        let axes = DMat3::from_cols(DVec3::X, y, DVec3::X.cross(y));
        turned_ellipsoid(at, size * dvec3(0.0085, 0.0270, 0.0150), axes)
            .zone(zone)
            .edge(0.0088)
    };
    let mut solids = vec![
        spike(dvec3(0.0, 0.452, 0.126), dvec3(0.0, 0.5, -0.6), 0.95, TRUNK),
        spike(dvec3(0.0, 0.398, 0.100), dvec3(0.0, 0.5, -0.6), 1.00, TRUNK),
        spike(dvec3(0.0, 0.352, 0.062), dvec3(0.0, 0.8, -0.5), 1.05, TRUNK),
        spike(dvec3(0.0, 0.330, 0.010), DVec3::Y, 1.10, TRUNK),
        spike(dvec3(0.0, 0.322, -0.045), DVec3::Y, 1.10, TRUNK),
        spike(dvec3(0.0, 0.314, -0.100), DVec3::Y, 1.05, TRUNK),
        spike(dvec3(0.0, 0.300, -0.155), DVec3::Y, 1.00, TRUNK),
    ];
    for k in [1, 2, 3, 4, 5] {
        let along = (TAIL_LINE[k + 1] - TAIL_LINE[k - 1]).normalize();
        let up = DVec3::Y.reject_from_normalized(along).normalize();
        let size = [1.00, 0.95, 0.88, 0.80, 0.74][k - 1];
        solids.push(spike(TAIL_LINE[k] + TAIL_RADII[k] * up, up, size, TAIL));
    }
    // the spade at the tip
    let along = (TAIL_LINE[9] - TAIL_LINE[8]).normalize();
    let axes = DMat3::from_cols(DVec3::X, along, DVec3::X.cross(along));
    let spade = turned_ellipsoid(
        TAIL_LINE[9] + 0.010 * along,
        dvec3(0.0330, 0.0400, 0.0105),
        axes,
    );
    solids.push(spade.blend(0.004).zone(TAIL).edge(0.0095));
    solids
}

fn chain(points: &[DVec3], radii: &[f64]) -> Vec<Solid> {
    let pairs = points.windows(2).zip(radii.windows(2));
    pairs.map(|(p, r)| cone(p[0], r[0], p[1], r[1])).collect()
}

fn wing_bones() -> Vec<Solid> {
    let mut solids = chain(&WING_ARM, &[0.0230, 0.0185, 0.0165]);
    for [bend, tip] in WING_FINGERS {
        solids.extend(chain(&[WING_ARM[2], bend, tip], &[0.0155, 0.0140, 0.0120]));
    }
    solids
        .into_iter()
        .map(|solid| solid.blend(0.008).zone(WING).edge(0.0108))
        .collect()
}

/// The membrane between fingers, arm and body, cut out in arcs at its rim.
fn membrane() -> Vec<Solid> {
    let [shoulder, elbow, wrist] = WING_ARM;
    let [[bend_1, tip_1], [bend_2, tip_2], [bend_3, tip_3]] = WING_FINGERS;
    // The tips are those of the bones alone.
    let [tip_1, tip_2, tip_3] =
        [(bend_1, tip_1), (bend_2, tip_2), (bend_3, tip_3)].map(|(bend, tip)| bend.lerp(tip, 0.88));
    let flank = dvec3(0.066, 0.282, -0.115);
    let scallop =
        |a: DVec3, b: DVec3, towards: DVec3, part: f64| a.lerp(b, 0.5).lerp(towards, part);
    let arc_1 = scallop(tip_1, tip_2, wrist, 0.26);
    let arc_2 = scallop(tip_2, tip_3, wrist, 0.26);
    let arc_3 = scallop(tip_3, flank, elbow, 0.26);
    let triangles = [
        [wrist, bend_1, arc_1],
        [bend_1, tip_1, arc_1],
        [wrist, bend_2, arc_1],
        [bend_2, tip_2, arc_1],
        [wrist, bend_2, arc_2],
        [bend_2, tip_2, arc_2],
        [wrist, bend_3, arc_2],
        [bend_3, tip_3, arc_2],
        [elbow, wrist, bend_3],
        [elbow, bend_3, arc_3],
        [bend_3, tip_3, arc_3],
        [elbow, arc_3, flank],
        [shoulder, elbow, flank],
    ];
    let plates = triangles.into_iter().map(|corners| plate(corners, 0.0080));
    plates
        .map(|solid| solid.blend(0.006).zone(WING).edge(0.0110))
        .collect()
}

/// A leg from its first point to the knuckles, and three toes.
fn leg(points: &[DVec3], radii: [f64; 4], zone: usize) -> Vec<Solid> {
    let mut solids = chain(&points[..4], &radii);
    let count = solids.len();
    solids.extend(toes(points).map(|[root, tip]| cone(root, 0.0165, tip, 0.0135)));
    let edge = |k: usize| if k < count - 1 { 0.0185 } else { 0.0110 };
    let indexed = solids.into_iter().enumerate();
    indexed
        .map(|(k, solid)| {
            solid
                .blend(if k < count { 0.018 } else { 0.005 })
                .zone(zone)
                .edge(edge(k))
        })
        .collect()
}

fn toes(points: &[DVec3]) -> [[DVec3; 2]; 3] {
    let knuckle = points[points.len() - 2];
    [-1.0, 0.0, 1.0].map(|side: f64| {
        let root = dvec3(knuckle.x + 0.015 * side, 0.0165, knuckle.z + 0.006);
        [
            root,
            root + dvec3(0.011 * side, -0.003, 0.026 - 0.005 * side.abs()),
        ]
    })
}

fn claws() -> Vec<Solid> {
    let feet = [(&FORELEG[..], FORE), (&HINDLEG[..], HIND)];
    let claws = feet.into_iter().flat_map(|(points, zone)| {
        toes(points).map(|[root, tip]| {
            let ahead = (tip - root).normalize();
            cone(
                tip + 0.007 * ahead,
                0.0082,
                tip + 0.021 * ahead - dvec3(0.0, 0.005, 0.0),
                0.0030,
            )
            .zone(zone)
            .edge(0.0068)
        })
    });
    claws.collect()
}
