//! Two bones in closed form: where the middle goes when the end is put to a place, and how both bones turn.

use glam::{DMat3, DQuat, DVec3, Quat, Vec3};

/// A direction is parallel to another one if the part across it is no longer than this share of what it is measured by.
const PARALLEL: f64 = 1e-5;
/// Distances below this share of both bones' length are none.
const NOWHERE: f64 = 1e-6;

/// Two bones that are rigid, by where they are in the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBones {
    /// a, where the first bone begins: hip or shoulder.
    pub root: Vec3,
    /// b, where both meet: knee or elbow.
    pub middle: Vec3,
    /// c, where the second one ends: foot or hand.
    pub end: Vec3,
    /// The orientation of the first bone's joint in the model; a unit quaternion.
    pub root_rotation: Quat,
    /// That of the second bone's joint.
    pub middle_rotation: Quat,
}

/// Where the end of two bones is to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBoneGoal {
    /// t, where the end is to be in the model.
    pub target: Vec3,
    /// A place in the model to whose side the middle goes; none keeps it on its side.
    pub pole: Option<Vec3>,
    /// The direction in which the middle moves out of a straight limb, in the axes of the root's joint. Any length.
    pub preferred_bend: Vec3,
}

/// Two bones whose end was put to a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBoneReach {
    /// Where both bones meet now.
    pub middle: Vec3,
    /// Where the second one ends: the target, if that is in reach.
    pub end: Vec3,
    /// The new orientation of the first bone's joint in the model.
    pub root_rotation: Quat,
    /// That of the second bone's joint.
    pub middle_rotation: Quat,
    /// Whether the target was in reach: neither farther than both bones, nor nearer than one beside the other.
    pub is_reached: bool,
}

/// A limb as a plane: from root to end, and across, to the side of the middle; both of length one.
#[derive(Clone, Copy)]
struct Plane {
    along: DVec3,
    across: DVec3,
}

impl TwoBones {
    /// Puts the end to the target, or as near as it goes, both lengths kept.
    ///
    /// With l1 and l2 the bones' lengths, d = |t − a| clamped to \[|l1 − l2|, l1 + l2\] and n the direction to the target,
    ///
    /// ```text
    /// middle = a + x n + h m      x = (l1² + d² − l2²) / (2 d)      h = √(l1² − x²)      end = a + d n
    /// ```
    ///
    /// m is the part across n, made of length one, of the first of these that is not parallel to n: pole − a; the present bend, the
    /// part of b − a across c − a; the preferred bend; the axis least along n. Each joint turns by F' Fᵀ with F = (u, k × u, k), u along
    /// its bone and k = n × m the normal of the limb's plane, before and after: bones keep their roll in that plane.
    ///
    /// Too far, the limb is straight; too near, folded, its middle on the side of the longer bone. A target in the root (1e-6 of
    /// both lengths) leaves n as it is, and with bones of one length the middle stands straight out. In a straight limb the preferred
    /// bend stands for the present one. A bone without length turns with the plane. What is not finite leaves all as it is.
    ///
    /// Unlike [`solve_two_bone_ik`](crate::solve_two_bone_ik), which turns the limb by the least angle where no pole is given, the
    /// middle keeps to its side of the model here, however far the end goes.
    #[must_use]
    pub fn reach(&self, goal: &TwoBoneGoal) -> TwoBoneReach {
        let reached = self.reach64(goal).filter(TwoBoneReach::is_finite);
        reached.unwrap_or(TwoBoneReach {
            middle: self.middle,
            end: self.end,
            root_rotation: self.root_rotation,
            middle_rotation: self.middle_rotation,
            is_reached: false,
        })
    }

    fn reach64(&self, goal: &TwoBoneGoal) -> Option<TwoBoneReach> {
        let [a, b, c] = [self.root, self.middle, self.end].map(|place| place.as_dvec3());
        let [root, middle] =
            [self.root_rotation, self.middle_rotation].map(|it| it.as_dquat().normalize());
        let (first, second) = ((b - a).length(), (c - b).length());
        let both = first + second;
        let preferred = root * goal.preferred_bend.as_dvec3().normalize_or_zero();
        let along = far_direction(c - a, both).or_else(|| (b - a).try_normalize())?;
        let present = part_across(b - a, along, both);
        let before = Plane {
            along,
            across: present
                .or_else(|| part_across(preferred, along, 1.0))
                .unwrap_or_else(|| axis_across(along)),
        };
        let way = goal.target.as_dvec3() - a;
        let (least, far) = ((first - second).abs(), way.length());
        let direction = far_direction(way, both);
        let rounding = NOWHERE * both;
        let is_reached = far <= both + rounding && far >= least - rounding;
        let d = direction.map_or(0.0, |_| far).clamp(least, both);
        let along = direction.unwrap_or(before.along);
        let pole = goal.pole.map(|pole| pole.as_dvec3() - a);
        let after = Plane {
            along,
            across: pole
                .and_then(|pole| part_across(pole, along, both))
                .or_else(|| part_across(before.across, along, 1.0))
                .or_else(|| part_across(preferred, along, 1.0))
                .unwrap_or_else(|| axis_across(along)),
        };
        let x = match d > rounding {
            true => (first * first + d * d - second * second) / (2.0 * d),
            false => 0.0,
        };
        let h = (first * first - x * x).max(0.0).sqrt();
        let knee = a + x * after.along + h * after.across;
        let end = a + d * after.along;
        let turned = |from: DVec3, to: DVec3| {
            let turn = after.frame(to) * before.frame(from).transpose();
            DQuat::from_mat3(&turn)
        };
        Some(TwoBoneReach {
            middle: knee.as_vec3(),
            end: end.as_vec3(),
            root_rotation: (turned(b - a, knee - a) * root).normalize().as_quat(),
            middle_rotation: (turned(c - b, end - knee) * middle).normalize().as_quat(),
            is_reached,
        })
    }
}

impl TwoBoneReach {
    fn is_finite(&self) -> bool {
        self.middle.is_finite()
            && self.end.is_finite()
            && self.root_rotation.is_finite()
            && self.middle_rotation.is_finite()
    }
}

impl Plane {
    /// (u, k × u, k) with u along a bone that lies in the plane.
    fn frame(self, bone: DVec3) -> DMat3 {
        let normal = self.along.cross(self.across);
        let along = bone.try_normalize().unwrap_or(self.along);
        // Of a limb that is all but straight the bone is a hair's breadth off the plane.
        let normal = normal
            .reject_from_normalized(along)
            .normalize_or(along.any_orthonormal_vector());
        DMat3::from_cols(along, normal.cross(along), normal)
    }
}

/// The direction of a way that is longer than nothing.
fn far_direction(way: DVec3, both: f64) -> Option<DVec3> {
    let is_far = way.length() > NOWHERE * both;
    way.try_normalize().filter(|_| is_far)
}

/// The part of a direction across another one, made of length one; none if it is parallel, measured by `size`.
fn part_across(direction: DVec3, along: DVec3, size: f64) -> Option<DVec3> {
    let part = direction.reject_from_normalized(along);
    let is_there = part.length() > PARALLEL * size;
    part.try_normalize().filter(|_| is_there)
}

/// The part across a direction of the axis that is least along it.
fn axis_across(along: DVec3) -> DVec3 {
    let [x, y, z] = along.abs().to_array();
    let axis = if x <= y && x <= z {
        DVec3::X
    } else if y <= z {
        DVec3::Y
    } else {
        DVec3::Z
    };
    axis.reject_from_normalized(along).normalize()
}
