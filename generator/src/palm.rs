//! The left hand that the biped and the hand share: palm, four fingers and a thumb as solids, in any placement.
//!
//! In its own space the wrist is the origin, Y runs to the fingers, −X to the thumb and +Z out of the palm; its unit is
//! a meter for a large hand.

use glam::{DMat3, DVec3, dvec3};

use super::implicit::{Group, Join, Solid, cone, turned_ellipsoid};

/// Placement, edge lengths and zones of a hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) wrist: DVec3,
    /// Turns the hand's axes into those of the model: columns x, y, z.
    pub(super) axes: DMat3,
    pub(super) scale: f64,
    /// Length of edges on the palm, on a finger, and at its tip.
    pub(super) edges: [f64; 3],
    /// Zone of the palm; those of the digits follow, from the thumb.
    pub(super) zone: usize,
}

/// A finger or the thumb: places of its joints and of its tip, and its radius at each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digit {
    pub(super) name: &'static str,
    pub(super) points: [DVec3; 4],
    radii: [f64; 4],
    /// Direction of the flesh of the last two phalanges.
    pub(super) flesh: DVec3,
}

/// From the thumb to the little finger, slightly bent as at rest.
#[rustfmt::skip]
pub(super) const DIGITS: [Digit; 5] = [
    Digit {
        name: "thumb", flesh: dvec3(0.62, 0.28, 0.73), radii: [0.0160, 0.0128, 0.0116, 0.0084],
        points: [dvec3(-0.0225, 0.0200, 0.0110), dvec3(-0.0500, 0.0560, 0.0250), dvec3(-0.0690, 0.0880, 0.0320), dvec3(-0.0790, 0.1150, 0.0370)],
    },
    Digit {
        name: "index", flesh: dvec3(0.05, -0.17, 0.98), radii: [0.0112, 0.0100, 0.0090, 0.0072],
        points: [dvec3(-0.0335, 0.1000, -0.0010), dvec3(-0.0425, 0.1460, 0.0030), dvec3(-0.0462, 0.1730, 0.0085), dvec3(-0.0480, 0.1930, 0.0150)],
    },
    Digit {
        name: "middle", flesh: dvec3(0.0, -0.17, 0.98), radii: [0.0114, 0.0102, 0.0092, 0.0074],
        points: [dvec3(-0.0110, 0.1040, -0.0020), dvec3(-0.0138, 0.1555, 0.0025), dvec3(-0.0145, 0.1860, 0.0090), dvec3(-0.0146, 0.2085, 0.0165)],
    },
    Digit {
        name: "ring", flesh: dvec3(-0.05, -0.17, 0.98), radii: [0.0110, 0.0098, 0.0088, 0.0071],
        points: [dvec3(0.0114, 0.1000, -0.0010), dvec3(0.0158, 0.1475, 0.0045), dvec3(0.0178, 0.1760, 0.0120), dvec3(0.0188, 0.1975, 0.0205)],
    },
    Digit {
        name: "little", flesh: dvec3(-0.12, -0.17, 0.97), radii: [0.0100, 0.0087, 0.0079, 0.0063],
        points: [dvec3(0.0322, 0.0905, 0.0015), dvec3(0.0425, 0.1290, 0.0075), dvec3(0.0466, 0.1500, 0.0135), dvec3(0.0490, 0.1670, 0.0200)],
    },
];

impl Placement {
    /// Transforms a point of the hand to model space.
    pub(super) fn point(&self, p: DVec3) -> DVec3 {
        self.wrist + self.axes * (self.scale * p)
    }

    /// Transforms a direction of the hand to model space.
    pub(super) fn direction(&self, d: DVec3) -> DVec3 {
        self.axes * d
    }

    /// Place where a digit's metacarpal begins; digits are counted from the thumb.
    pub(super) fn carpal(digit: usize) -> DVec3 {
        dvec3(0.55 * DIGITS[digit].points[0].x, 0.022, -0.001)
    }

    fn cone(&self, a: DVec3, ra: f64, b: DVec3, rb: f64) -> Solid {
        let [ra, rb] = [ra, rb].map(|radius| self.scale * radius);
        let [edge, ..] = self.edges;
        cone(self.point(a), ra, self.point(b), rb)
            .edge(edge)
            .zone(self.zone)
    }

    fn pad(&self, center: DVec3, radii: DVec3, along: DVec3) -> Solid {
        let y = along.normalize();
        let x = DVec3::Z.cross(y).normalize();
        let axes = DMat3::from_cols(x, y, x.cross(y));
        let [edge, ..] = self.edges;
        turned_ellipsoid(self.point(center), self.scale * radii, self.axes * axes)
            .edge(edge)
            .zone(self.zone)
    }

    /// Palm and back, then the digits one by one; the palm blends into the forearm within `reach` of the seam.
    pub(super) fn groups(&self, reach: f64) -> Vec<Group> {
        let mut groups = vec![Group {
            join: Join::Melt(reach),
            solids: self.palm(),
        }];
        groups.extend((0..DIGITS.len()).map(|digit| Group {
            join: Join::Fan(self.scale * if digit == 0 { 0.022 } else { 0.012 }),
            solids: self.digit(digit),
        }));
        groups
    }

    fn palm(&self) -> Vec<Solid> {
        let soft = 0.014 * self.scale;
        let mut solids = vec![
            // the wrist: wide and flat
            self.cone(
                dvec3(-0.010, -0.012, -0.001),
                0.0195,
                dvec3(-0.011, 0.020, 0.0),
                0.0185,
            ),
            self.cone(
                dvec3(0.010, -0.012, -0.001),
                0.0190,
                dvec3(0.012, 0.020, 0.0),
                0.0180,
            ),
        ];
        for (index, digit) in DIGITS.iter().enumerate().skip(1) {
            let knuckle = digit.points[0];
            solids.push(self.cone(
                Self::carpal(index),
                0.0165,
                knuckle + dvec3(0.0, -0.004, 0.0005),
                0.0122,
            ));
        }
        // the balls of thumb and little finger, and the pads under the knuckles
        solids.push(self.pad(
            dvec3(-0.0270, 0.0420, 0.0140),
            dvec3(0.0165, 0.0330, 0.0150),
            dvec3(-0.45, 1.0, 0.2),
        ));
        solids.push(self.pad(
            dvec3(0.0250, 0.0400, 0.0105),
            dvec3(0.0150, 0.0340, 0.0135),
            dvec3(0.15, 1.0, 0.0),
        ));
        solids.push(self.cone(
            dvec3(-0.030, 0.092, 0.0080),
            0.0085,
            dvec3(0.028, 0.084, 0.0085),
            0.0085,
        ));
        // the webs between the fingers
        for pair in DIGITS[1..].windows(2) {
            let [a, b] = [0, 1].map(|k| pair[k].points[0].lerp(pair[k].points[1], 0.33));
            solids.push(self.cone(a, 0.0072, b, 0.0072));
        }
        solids.into_iter().map(|solid| solid.blend(soft)).collect()
    }

    fn digit(&self, index: usize) -> Vec<Solid> {
        let [_, edge, tip] = self.edges;
        let Digit {
            points,
            radii,
            flesh,
            ..
        } = DIGITS[index];
        let place = |solid: Solid, edge: f64| {
            solid
                .blend(0.004 * self.scale)
                .zone(self.zone + 1 + index)
                .edge(edge)
        };
        let mut solids = Vec::new();
        for k in 0..3 {
            // A phalanx is slimmer between its joints than at them.
            let (a, b) = (points[k], points[k + 1]);
            let middle = 0.5 * (a + b);
            let waist = 0.5 * (radii[k] + radii[k + 1]) * if k == 2 { 1.04 } else { 0.95 };
            let end = if k == 2 { tip } else { edge };
            solids.push(place(self.cone(a, radii[k], middle, waist), edge));
            solids.push(place(self.cone(middle, waist, b, radii[k + 1]), end));
        }
        // the pad of the last phalanx
        let pad = points[2].lerp(points[3], 0.62) + 0.16 * radii[3] * flesh;
        let along = points[3] - points[2];
        let radii = dvec3(1.06 * radii[3], 0.55 * along.length(), 1.0 * radii[3]);
        solids.push(place(self.pad(pad, radii, along), tip));
        solids
    }

    /// Signed distance to the nearest nail, negative inside: an oval on the back of each last phalanx.
    pub(super) fn nails(&self, point: DVec3) -> f64 {
        // The transpose undoes the turn, for the axes are orthonormal.
        let p = self.axes.transpose() * (point - self.wrist) / self.scale;
        let nail = |digit: &Digit| {
            let tip = digit.points[3] - digit.points[2];
            let y = tip.normalize();
            let z = digit.flesh.reject_from_normalized(y).normalize();
            let thick = digit.radii[3];
            let middle = digit.points[2] + 0.80 * tip - 0.85 * thick * z;
            let way = p - middle;
            let along = way.dot(y) / (1.10 * thick);
            let across = way.dot(y.cross(z)) / (0.80 * thick);
            let through = way.dot(z) / (0.95 * thick);
            // Squarer than an ellipse.
            let [along, across] = [along * along, across * across];
            0.7 * thick
                * ((along * along + across * across + through * through)
                    .sqrt()
                    .sqrt()
                    - 1.0)
        };
        self.scale * DIGITS.iter().map(nail).fold(f64::INFINITY, f64::min)
    }
}
