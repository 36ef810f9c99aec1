//! How a figure stands at rest: where it is up, where it looks, and where its left is, in any orientation.

use glam::Vec3;

use super::roles::Role;
use crate::{JointIndex, JointPairs, PairPlane, Skeleton};

/// From this cosine on hips stand in the direction across the plane of the pairs.
const ACROSS: f32 = 0.95;
/// From this cosine on legs stand along the usual axis.
const UPRIGHT: f32 = 0.5;
/// From this cosine on they stand along another axis of the model.
const ALONG_AXIS: f32 = 0.8;
/// Feet tell where the front is if so much of a foot at least points there.
const POINTS: f32 = 0.2;
/// Joints no farther from the middle than this share of the skeleton's size are in it.
const MIDDLE: f32 = 1e-4;

/// Three directions at right angles, of length one, with `left = up × forward`, and where the middle is.
pub(super) struct Stance {
    pub(super) up: Vec3,
    pub(super) forward: Vec3,
    pub(super) left: Vec3,
    /// The middle is where `left · x` is this.
    middle: f32,
    tolerance: f32,
    /// Whether front limbs reach down as hind ones do, from a trunk that lies rather than stands.
    pub(super) is_four_legged: bool,
}

impl Stance {
    /// How all joints together stand, about the [plane](JointPairs::plane) of the largest figure.
    ///
    /// Across is the normal of the pairs' plane, or the direction between hips that are partners where that is another one; up is from the feet to
    /// the hips, y without legs; forward is across both, to where the feet point, else with the left where names have it, else with
    /// the left on the side of the normal.
    pub(super) fn new(
        skeleton: &Skeleton,
        roles: &[Role],
        children: &[Vec<JointIndex>],
        pairs: &JointPairs,
    ) -> Self {
        let figure = Figure {
            skeleton,
            roles,
            children,
            joints: skeleton.joints().collect(),
        };
        Self::of(&figure, pairs, pairs.plane())
    }

    /// How each figure of a scene with several stands, by its own joints and plane: as [`JointPairs::figure_of`] counts them.
    pub(super) fn of_figures(
        skeleton: &Skeleton,
        roles: &[Role],
        children: &[Vec<JointIndex>],
        pairs: &JointPairs,
    ) -> Vec<Self> {
        let planes = pairs.planes_of_figures();
        let mut joints: Vec<Vec<JointIndex>> = vec![Vec::new(); planes.len()];
        for joint in skeleton.joints() {
            let figure = pairs.figure_of(joint);
            if let Some(own) = figure.and_then(|figure| joints.get_mut(figure)) {
                own.push(joint);
            }
        }
        let figures = joints.into_iter().zip(planes);
        figures
            .map(|(joints, &plane)| {
                let figure = Figure {
                    skeleton,
                    roles,
                    children,
                    joints,
                };
                Self::of(&figure, pairs, plane)
            })
            .collect()
    }

    fn of(figure: &Figure<'_>, pairs: &JointPairs, plane: PairPlane) -> Self {
        let (across, middle) = figure.across(pairs, plane);
        let up = figure.up(across);
        let ahead = across.cross(up);
        let feet = figure.feet();
        let (front, side) = (feet.dot(ahead), feet.dot(across));
        // Feet that point sideways do not tell the front.
        let by_feet = front.abs() > POINTS && front.abs() > side.abs();
        let sign = match (by_feet, plane.left) {
            (true, _) => front.signum(),
            (false, Some(left)) if left.dot(across) < 0.0 => -1.0,
            (false, _) => 1.0,
        };
        Self {
            up,
            forward: sign * ahead,
            left: sign * across,
            middle: sign * middle,
            tolerance: MIDDLE * figure.size(),
            is_four_legged: figure.stands_on_four(up),
        }
    }

    /// How far a place is from the middle, above zero on the left.
    pub(super) fn height(&self, place: Vec3) -> f32 {
        self.left.dot(place) - self.middle
    }

    /// The direction away from the middle; to the left for what is in it.
    pub(super) fn out(&self, place: Vec3) -> Vec3 {
        match self.height(place) < -self.tolerance {
            true => -self.left,
            false => self.left,
        }
    }
}

struct Figure<'a> {
    skeleton: &'a Skeleton,
    roles: &'a [Role],
    children: &'a [Vec<JointIndex>],
    /// Its own, in the order of the skeleton.
    joints: Vec<JointIndex>,
}

impl Figure<'_> {
    fn of_role(&self, role: Role) -> impl Iterator<Item = JointIndex> {
        let joints = self.joints.iter().copied();
        joints.filter(move |joint| self.roles.get(joint.index()) == Some(&role))
    }

    fn place(&self, joint: JointIndex) -> Vec3 {
        self.skeleton.rest_model_from_joint(joint).translation
    }

    /// A direction across the figure, on the side of the normal, and where the middle is along it.
    fn across(&self, pairs: &JointPairs, plane: PairPlane) -> (Vec3, f32) {
        let normal = plane.normal;
        let usual = (normal, plane.offset);
        let (mut between, mut length) = (Vec3::ZERO, 0.0);
        let (mut middle, mut count) = (Vec3::ZERO, 0.0_f32);
        for hip in self.of_role(Role::Hip) {
            let partner = pairs.partner(hip);
            // A hip that was paired with an arm by hand does not say where the other hip is.
            let is_hip = |other: &JointIndex| self.roles.get(other.index()) == Some(&Role::Hip);
            let partner = partner.filter(|other| hip < *other && is_hip(other));
            let Some(partner) = partner else { continue };
            let [one, other] = [hip, partner].map(|joint| self.place(joint));
            let way = one - other;
            between += if way.dot(normal) < 0.0 { -way } else { way };
            length += way.length();
            middle += 0.5 * (one + other);
            count += 1.0;
        }
        let Some(way) = between.try_normalize() else {
            return usual;
        };
        // Hips of several bodies, or beside each other along the plane, say nothing.
        let agree = between.length() > 0.5 * length;
        match agree && way.dot(normal) < ACROSS {
            true => (way, way.dot(middle / count)),
            false => usual,
        }
    }

    fn up(&self, across: Vec3) -> Vec3 {
        let usual = match across.y.abs() > ALONG_AXIS {
            true => Vec3::Z,
            false => Vec3::Y,
        };
        let leg = |foot: JointIndex| {
            let mut above = std::iter::successors(Some(foot), |&joint| self.skeleton.parent(joint));
            let hip = above.find(|joint| self.roles[joint.index()] == Role::Hip)?;
            (self.place(hip) - self.place(foot)).try_normalize()
        };
        let legs: Vec3 = self.of_role(Role::Ankle).filter_map(leg).sum();
        let up = legs.try_normalize().unwrap_or(usual);
        let mut axes = Vec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
        let up = match up.dot(usual) >= UPRIGHT {
            true => usual,
            false => axes.find(|axis| axis.dot(up) >= ALONG_AXIS).unwrap_or(up),
        };
        let up = (up - across * across.dot(up)).try_normalize();
        up.unwrap_or_else(|| across.any_orthonormal_vector())
    }

    /// Where feet point, of length one at most: the mean of the directions from the ankles to what is below them.
    fn feet(&self) -> Vec3 {
        let toes = |foot: JointIndex| {
            let below = self.children.get(foot.index())?.iter();
            let below = below.filter(|child| self.roles[child.index()] != Role::Twist);
            let ways = below.map(|&child| self.place(child) - self.place(foot));
            ways.sum::<Vec3>().try_normalize()
        };
        let feet: Vec<Vec3> = self.of_role(Role::Ankle).filter_map(toes).collect();
        #[expect(clippy::cast_precision_loss, reason = "at most 65,536")]
        let count = feet.len().max(1) as f32;
        feet.iter().sum::<Vec3>() / count
    }

    fn stands_on_four(&self, up: Vec3) -> bool {
        let mean = |role: Role| {
            let places: Vec<Vec3> = self.of_role(role).map(|joint| self.place(joint)).collect();
            #[expect(clippy::cast_precision_loss, reason = "at most 65,536")]
            let count = places.len() as f32;
            (!places.is_empty()).then(|| places.iter().sum::<Vec3>() / count)
        };
        let (Some(shoulders), Some(hips)) = (mean(Role::Shoulder), mean(Role::Hip)) else {
            return false;
        };
        let trunk = shoulders - hips;
        let rise = trunk.dot(up);
        // Farther along the ground than it rises.
        let lies = (trunk - up * rise).length() > rise.abs();
        let floor = mean(Role::Ankle).unwrap_or(hips).dot(up);
        let front = mean(Role::Wrist).or_else(|| mean(Role::Elbow));
        // Hands below half of the height of the shoulders stand on the ground.
        lies && front.is_some_and(|front| front.dot(up) < 0.5 * (shoulders.dot(up) + floor))
    }

    /// The longest edge of the box around its joints.
    fn size(&self) -> f32 {
        let places = || self.joints.iter().map(|&joint| self.place(joint));
        let low = places().reduce(Vec3::min).unwrap_or_default();
        let high = places().reduce(Vec3::max).unwrap_or_default();
        (high - low).max_element()
    }
}
