//! The outline of a bone in a picture: the convex hull of its corners, a little larger and rounded.

use std::f32::consts::TAU;

use eframe::egui::{Pos2, Vec2};

/// How far the outline of a bone stands off it, in points.
const MARGIN: f32 = 1.5;
/// Largest angle between two sides of a rounded corner, in radians.
const STEP: f32 = 0.5;

/// The outline of a bone with these corners; fewer than three points where they are all in one place.
pub(super) fn bone_outline(corners: Vec<Pos2>) -> Vec<Pos2> {
    round_corners(&hull(corners), MARGIN)
}

/// Corners of the convex hull in order (monotone chain, Andrew 1979).
fn hull(mut points: Vec<Pos2>) -> Vec<Pos2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    // `<=` also drops points on a side: they would be corners without a turn.
    let half = |points: &mut dyn Iterator<Item = Pos2>| {
        let mut chain: Vec<Pos2> = Vec::new();
        for point in points {
            while let [.., before, last] = chain.as_slice()
                && turn(*before, *last, point) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut outline = half(&mut points.iter().copied());
    outline.extend(half(&mut points.iter().rev().copied()));
    outline
}

/// The outline around a convex one, at this distance, with rounded corners: a line around the tip of a thin bone would run far beyond
/// it where its two sides meet.
fn round_corners(hull: &[Pos2], distance: f32) -> Vec<Pos2> {
    let n = hull.len();
    let corner = |index: usize| hull.get(index % n.max(1)).copied().unwrap_or_default();
    let outwards = |index: usize| {
        let along = corner(index + 1) - corner(index);
        Vec2::new(along.y, -along.x).angle()
    };
    let mut outline = Vec::new();
    for index in 0..if n > 1 { n } else { 0 } {
        let (from, to) = (outwards(index + n - 1), outwards(index));
        // The outline is convex and in order, so that it turns one way alone, by 0 to a whole turn.
        let turn = (to - from).rem_euclid(TAU);
        let mut passed = 0.0;
        while passed < turn {
            outline.push(corner(index) + distance * Vec2::angled(from + passed));
            passed += STEP;
        }
        outline.push(corner(index) + distance * Vec2::angled(to));
    }
    outline
}

fn turn(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    let (along, on) = (b - a, c - a);
    along.x * on.y - along.y * on.x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the angles of a bone in the picture, its outline stays at its bone and has no sharp corner, which a line of some width
    /// would draw as a spike.
    #[test]
    fn outlines_of_thin_bones_have_no_spikes() {
        for width in [0.0_f32, 0.02, 0.5, 4.0, 40.0] {
            for turned in 0..12_u8 {
                let turned = Vec2::angled(f32::from(turned) * 0.55);
                let at = |along: f32, across: f32| {
                    Pos2::new(200.0, 150.0) + along * turned + across * turned.rot90()
                };
                let corners = vec![
                    at(0.0, 0.0),
                    at(20.0, width),
                    at(20.0, -width),
                    at(120.0, 0.0),
                ];
                let bone = hull(corners.clone());
                let outline = bone_outline(corners);
                assert!(outline.len() > 6, "{width}");
                let nearest = |point: &Pos2| {
                    let sides = bone.iter().zip(bone.iter().cycle().skip(1));
                    let distances = sides.map(|(a, b)| distance(*point, *a, *b));
                    distances.fold(f32::INFINITY, f32::min)
                };
                assert!(outline.iter().all(|point| nearest(point) < MARGIN + 0.01));
                for triple in 0..outline.len() {
                    let of = |step: usize| outline[(triple + step) % outline.len()];
                    let (one, other) = (of(1) - of(0), of(2) - of(1));
                    if one.length() > 1e-3 && other.length() > 1e-3 {
                        let turn = (other.angle() - one.angle() + TAU).rem_euclid(TAU);
                        assert!(turn.min(TAU - turn) < STEP + 0.01, "{width}: {turn}");
                    }
                }
            }
        }
        assert!(bone_outline(vec![Pos2::ZERO; 3]).len() < 3);
    }

    /// From a point to a side.
    fn distance(point: Pos2, a: Pos2, b: Pos2) -> f32 {
        let (along, to) = (b - a, point - a);
        let share = (to.dot(along) / along.length_sq().max(1e-12)).clamp(0.0, 1.0);
        (to - share * along).length()
    }
}
