//! The mix pad: clips at the corners of a regular polygon, and a mix point between them that mixes them, to look at.

use character::Character;
use glam::Vec2;
use rig::{Clip, ClipId, ClipMix, LayeredClip, MixPace, MixedClip};

use crate::document::moment::Moment;

/// Fewest and most clips that are mixed.
pub const CORNERS: std::ops::RangeInclusive<usize> = 2..=8;
/// How far an arrow key moves the mix point, and how far with Shift; the corners lie on a circle of radius 1.
pub const POINT_STEPS: [f32; 2] = [0.1, 0.01];
/// Twice the area of a triangle that counts as none: the mix point is on that side.
const ON_SIDE: f32 = 1e-5;

/// The state of the pad. It belongs to the window: neither saved nor undone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MixPad {
    /// The clips that were chosen; those that are gone take no part, and come back with them.
    pub chosen: Vec<ClipId>,
    /// Where the mix point was put: right and up, the corners lie on a circle of radius 1 around 0.
    pub point: Vec2,
    /// Whether the clips go in step.
    pub pace: MixPace,
    /// What was set aside for the clip that was shown when the pad was opened over the user's own pose; none if a clip was shown then.
    pub own_pose: Option<SetAside>,
}

/// What to go back to from a clip that was shown for the pad alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SetAside {
    /// The clip that the pad has shown.
    pub shown: ClipId,
    /// The clip that had been left for the user's own pose, if any.
    pub left: Option<Moment>,
}

/// What is asked of the pad, beside the actions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MixIntent {
    /// Takes a clip in, or out.
    Choose(ClipId, bool),
    /// Moves the mix point: right and up; beyond the polygon it stays at its side.
    MovePoint(Vec2),
    /// Whether the clips go in step.
    Pace(MixPace),
}

/// A clip of a mix and its share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipShare {
    /// The clip.
    pub clip: ClipId,
    /// Its share of the whole, 0 to 1.
    pub share: f32,
}

/// The mix that panes show.
#[derive(Clone, Debug, PartialEq)]
pub struct MixShown {
    /// The share of each clip, in the order of the list of clips.
    pub shares: Vec<ClipShare>,
    /// Whether the clips go in step.
    pub pace: MixPace,
}

/// The clips that can be mixed, in the order of their list: a layer is seen with what lies below it, and is no corner of its own.
pub fn mixable(clips: &[Clip]) -> impl Iterator<Item = &Clip> {
    let stands_alone = |clip: &&Clip| LayeredClip::of(clip, clips).below().id() == clip.id();
    clips.iter().filter(stands_alone)
}

impl MixPad {
    /// The clips at the corners, in the order of the list of clips.
    #[must_use]
    pub fn corners(&self, clips: &[Clip]) -> Vec<ClipId> {
        let ids = mixable(clips).map(Clip::id);
        let chosen = ids.filter(|id| self.chosen.contains(id));
        chosen.take(*CORNERS.end()).collect()
    }

    /// Where the mix point is among the corners that there are now.
    #[must_use]
    pub fn point_within(&self, corners: usize) -> Vec2 {
        nearest_within(&corner_places(corners), self.point)
    }

    /// The shares of the clips; none if none of the chosen ones is there.
    #[must_use]
    pub fn shown(&self, clips: &[Clip]) -> Option<MixShown> {
        let corners = self.corners(clips);
        let shares = shares(&corner_places(corners.len()), self.point);
        let shares = corners.iter().zip(shares);
        let shares: Vec<ClipShare> = shares
            .map(|(&clip, share)| ClipShare { clip, share })
            .collect();
        (!shares.is_empty()).then_some(MixShown {
            shares,
            pace: self.pace,
        })
    }
}

impl MixShown {
    /// The mix over the length of a clip, of a layer that of the clip below it; none if there is no such clip.
    #[must_use]
    pub fn mix<'a>(&self, character: &'a Character, length_of: ClipId) -> Option<ClipMix<'a>> {
        let clips = &character.clips;
        let shown = LayeredClip::of(character.clip(length_of)?, clips);
        let duration = shown.below().duration();
        let mixed = self.shares.iter().filter_map(|of| {
            let clip = character.clip(of.clip)?;
            Some(MixedClip {
                clip: LayeredClip::of(clip, clips),
                weight: of.share,
            })
        });
        let mix = ClipMix::new(mixed, self.pace, duration);
        (!mix.is_empty()).then_some(mix)
    }
}

/// Where the corners lie: on a circle of radius 1, from the upper left one on clockwise, of an odd number from the uppermost one.
#[must_use]
pub fn corner_places(count: usize) -> Vec<Vec2> {
    if count < 2 {
        return vec![Vec2::ZERO; count];
    }
    #[expect(clippy::cast_precision_loss, reason = "a few corners")]
    let turn = |place: usize| std::f32::consts::TAU * place as f32 / count as f32;
    let first = if count.is_multiple_of(2) {
        -0.5 * turn(1)
    } else {
        0.0
    };
    let at = |place: usize| Vec2::from((first + turn(place)).sin_cos());
    (0..count).map(at).collect()
}

/// The share of each corner at a point: generalized barycentric coordinates of a regular polygon.
///
/// With `a_j` the area of the triangle of the point and the side from corner `j` to the next one
///
/// ```text
/// share_i = w_i / Σ w       w_i = Π a_j over all j but i − 1 and i
/// ```
///
/// At a corner it is 1 and all others exactly 0, along a side the two corners share linearly, in the middle all are equal. A point beyond
/// the polygon counts as the nearest one of it; of two corners it is the place on the line between them.
///
/// Reference: Wachspress 1975, as Meyer, Lee, Barr and Desbrun 2002 write it.
#[must_use]
pub fn shares(corners: &[Vec2], point: Vec2) -> Vec<f32> {
    let point = nearest_within(corners, point);
    let weights: Vec<f32> = match corners {
        [] => return Vec::new(),
        [_] => return vec![1.0],
        [one, other] => {
            let along = (point - *one).dot(*other - *one) / one.distance_squared(*other);
            vec![1.0 - along, along]
        }
        _ => {
            let areas: Vec<f32> = sides(corners).map(|side| area(side, point)).collect();
            let count = corners.len();
            let weight = |corner: usize| {
                let apart = areas.iter().enumerate();
                let apart =
                    apart.filter(|(side, _)| *side != corner && (side + 1) % count != corner);
                apart.map(|(_, area)| area).product()
            };
            (0..count).map(weight).collect()
        }
    };
    let sum: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// The sides of a polygon, from each corner to the next.
fn sides(corners: &[Vec2]) -> impl Iterator<Item = [Vec2; 2]> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(&from, &to)| [from, to])
}

/// Twice the area of the triangle of a side and a point, 0 at the side and beyond it.
fn area([from, to]: [Vec2; 2], point: Vec2) -> f32 {
    // Corners go round clockwise.
    let area = (point - from).perp_dot(to - from);
    if area > ON_SIDE { area } else { 0.0 }
}

/// The point of a polygon, or of the line between two corners, that is nearest to a point; the middle of no corners.
///
/// A point that is not finite is the middle.
#[must_use]
pub fn nearest_within(corners: &[Vec2], point: Vec2) -> Vec2 {
    let point = if point.is_finite() { point } else { Vec2::ZERO };
    let is_inside = |side: [Vec2; 2]| area(side, point) > 0.0;
    if corners.len() > 2 && sides(corners).all(is_inside) {
        return point;
    }
    let on_side = |[from, to]: [Vec2; 2]| {
        let length = from.distance_squared(to);
        if length == 0.0 {
            return from;
        }
        let along = ((point - from).dot(to - from) / length).clamp(0.0, 1.0);
        // Exactly the corner, which `lerp` misses by a rounding.
        if along < 1.0 {
            from.lerp(to, along)
        } else {
            to
        }
    };
    let nearest = sides(corners).map(on_side);
    let nearest =
        nearest.min_by(|one, other| one.distance(point).total_cmp(&other.distance(point)));
    nearest.unwrap_or(Vec2::ZERO)
}
