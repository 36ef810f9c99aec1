//! Axes for joints, found from where the joints stand: one along the bone, one that the limb bends about.

use crate::{Axis, JointIndex, JointPairs, Skeleton};
use glam::{DMat3, DQuat, DVec3, Quat, Vec3};

/// Bones shorter than this share of the skeleton's size have no direction.
const SHORT: f64 = 1e-6;
/// Sine of the angle between two bones from which they span a plane: a little more than a degree.
const BENT: f64 = 0.02;
/// Bones are of like length when the shorter one is at least this share of the longer.
const ALIKE: f64 = 0.5;
/// What is left of a unit vector across the bone, below which it gives no bend axis.
const ACROSS: f64 = 0.1;
/// Rotations that differ by less are the same.
const SAME: f64 = 1e-6;

/// Where the bend axis of a joint points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BendAxis {
    /// Along the normal of the plane that the limb bends in: a positive angle bends it further. Where the limb is straight, as
    /// near as possible to this direction of the model; across it, to the model's Y.
    OfLimb {
        /// A direction of the model, of any length: the axis of a straight limb points there as nearly as it can.
        straight: Vec3,
    },
    /// As near as possible to this direction of the model.
    Towards(Vec3),
}

/// How the axes of joints are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orientation {
    /// The axis that points along the bone.
    pub along: Axis,
    /// The axis that the joint bends about; the one after `along` if it is the same.
    pub bend: Axis,
    /// Where the bend axis points.
    pub towards: BendAxis,
    /// Whether partners of the two sides get axes that are each other's mirror images.
    pub mirrored: bool,
}

/// Rotations of rest frames in the model with which the joints' axes point as `how` says; joints that have such axes already are
/// left out. Joints stay where they are.
///
/// **Along the bone**: to the child. Of several children those count that have no partner among them (spine, not thighs), of these
/// those that have children (hand, not a twist joint), and of several still their middle (the fingers of a hand). A joint without
/// children takes the frame of its parent. A joint whose children all stand where it stands keeps its frame.
///
/// **Bend axis**, where found from the limb: a limb is a row of joints each of which is the one child that counts of the one before.
/// A bone's plane is that of the bend at its far end, if the bones there are of like length (the elbow for the upper arm, the knee
/// for the thigh), else of that at its near end, else that of the nearest bone of the limb that has one; bends below a degree span
/// none. Signs are continuous along the limb, beginning with the normal `in × out` of its first bend.
///
/// **Mirrored**: partners get `B_j = M B_i diag(s)` with M the mirror of [`JointPairs::plane_of`] a joint. The axis along the bone is the mirror image of the
/// partner's. The bend axis of a limb is the image turned round, so that equal angles bend both; twist and spread then have
/// opposite signs. Of a bend axis towards a direction both point there. The side above the plane leads; each joint's axis goes
/// along its own bone, even where the places are no exact images.
#[must_use]
pub fn orient_joints(
    skeleton: &Skeleton,
    joints: &[JointIndex],
    how: &Orientation,
    pairs: &JointPairs,
) -> Vec<(JointIndex, Quat)> {
    let shape = BoneLayout::new(skeleton, pairs);
    let bends = shape.bend_axes(how, pairs);
    let mut is_meant = vec![false; skeleton.len()];
    for joint in joints {
        if let Some(slot) = is_meant.get_mut(joint.index()) {
            *slot = true;
        }
    }
    let rest = |joint: JointIndex| skeleton.rest_model_from_joint(joint).rotation.as_dquat();
    let mut rotations: Vec<DQuat> = skeleton.joints().map(rest).collect();
    let mut turned = Vec::new();
    for joint in skeleton.joints().filter(|joint| is_meant[joint.index()]) {
        let place = joint.index();
        let old = rotations[place];
        let own = shape.directions[place].zip(bends[place]);
        let parent = skeleton
            .parent(joint)
            .filter(|_| shape.children[place].is_empty());
        let new = match (own, parent) {
            (Some((along, across)), _) => Some(frame(how, along, across)),
            (None, parent) => parent.map(|parent| rotations[parent.index()]),
        };
        let Some(new) = new else { continue };
        // Of the nearer sign, so that the difference of the quaternions is that of the rotations.
        let new = if new.dot(old) < 0.0 { -new } else { new };
        if (new - old).length() > SAME {
            rotations[place] = new;
            turned.push((joint, new.as_quat().normalize()));
        }
    }
    turned
}

/// What the places of the joints say.
struct BoneLayout<'a> {
    skeleton: &'a Skeleton,
    places: Vec<DVec3>,
    children: Vec<Vec<JointIndex>>,
    /// The one child that goes on, if there is one.
    next: Vec<Option<JointIndex>>,
    /// Unit vectors along the bones.
    directions: Vec<Option<DVec3>>,
    lengths: Vec<f64>,
}

impl<'a> BoneLayout<'a> {
    fn new(skeleton: &'a Skeleton, pairs: &JointPairs) -> Self {
        let place = |joint| skeleton.rest_model_from_joint(joint).translation.as_dvec3();
        let mut shape = Self {
            skeleton,
            places: skeleton.joints().map(place).collect(),
            children: vec![Vec::new(); skeleton.len()],
            next: vec![None; skeleton.len()],
            directions: vec![None; skeleton.len()],
            lengths: vec![0.0; skeleton.len()],
        };
        for joint in skeleton.joints() {
            if let Some(parent) = skeleton.parent(joint) {
                shape.children[parent.index()].push(joint);
            }
        }
        let low = shape
            .places
            .iter()
            .copied()
            .reduce(DVec3::min)
            .unwrap_or_default();
        let high = shape
            .places
            .iter()
            .copied()
            .reduce(DVec3::max)
            .unwrap_or_default();
        let short = (high - low).max_element() * SHORT;
        for joint in skeleton.joints() {
            shape.find_direction(joint, short, pairs);
        }
        shape
    }

    fn find_direction(&mut self, joint: JointIndex, short: f64, pairs: &JointPairs) {
        let own = self.places[joint.index()];
        let mut counted = self.children[joint.index()].clone();
        counted.retain(|child| self.places[child.index()].distance(own) > short);
        let siblings = counted.clone();
        let is_paired = |child: &JointIndex| {
            let partner = pairs.partner(*child).filter(|partner| partner != child);
            partner.is_some_and(|partner| siblings.contains(&partner))
        };
        keep_some(&mut counted, |child| !is_paired(child));
        keep_some(&mut counted, |child| {
            !self.children[child.index()].is_empty()
        });
        let count = u16::try_from(counted.len()).unwrap_or(u16::MAX).max(1);
        let places = counted.iter().map(|child| self.places[child.index()]);
        let bone = places.sum::<DVec3>() / f64::from(count) - own;
        if !counted.is_empty() && bone.length() > short {
            self.directions[joint.index()] = Some(bone.normalize());
            self.lengths[joint.index()] = bone.length();
            self.next[joint.index()] = match counted.as_slice() {
                [one] => Some(*one),
                _ => None,
            };
        }
    }

    /// The bend at a joint of a limb, if there is one, and whether the bones there are of like length.
    fn bend_at(&self, joint: JointIndex) -> Option<(DVec3, bool)> {
        let above = self.skeleton.parent(joint)?;
        if self.next[above.index()] != Some(joint) {
            return None;
        }
        // Of unit vectors: its length is the sine of the bend.
        let normal = self.directions[above.index()]?.cross(self.directions[joint.index()]?);
        let (one, other) = (self.lengths[above.index()], self.lengths[joint.index()]);
        let is_alike = one.min(other) >= ALIKE * one.max(other);
        (normal.length() > BENT).then(|| (normal.normalize(), is_alike))
    }

    /// The plane of a joint's bone by itself.
    fn plane(&self, joint: JointIndex) -> Option<DVec3> {
        let far = self.next[joint.index()].and_then(|next| self.bend_at(next));
        let far = far.filter(|(_, is_alike)| *is_alike);
        far.or_else(|| self.bend_at(joint))
            .map(|(normal, _)| normal)
    }

    /// Bend axes of all bones: unit vectors across them.
    fn bend_axes(&self, how: &Orientation, pairs: &JointPairs) -> Vec<Option<DVec3>> {
        let is_of_limb = matches!(how.towards, BendAxis::OfLimb { .. });
        let planes = if is_of_limb {
            self.planes()
        } else {
            vec![None; self.skeleton.len()]
        };
        let of = |joint: JointIndex, plane: Option<DVec3>| {
            let along = self.directions[joint.index()]?;
            Some(across(along, plane, how))
        };
        let joints = self.skeleton.joints();
        let own: Vec<Option<DVec3>> = joints
            .zip(planes)
            .map(|(joint, plane)| of(joint, plane))
            .collect();
        if !(is_of_limb && how.mirrored) {
            return own;
        }
        let seen = self.skeleton.joints().map(|joint| {
            let normal = pairs.plane_of(joint).normal.as_dvec3();
            let leader = pairs
                .partner(joint)
                .filter(|&other| self.leads(other, joint, normal));
            let leaders = leader.and_then(|leader| own[leader.index()]);
            // The image turned round: of `in × out` this is `M in × M out`.
            let image = leaders.map(|axis| normal * (2.0 * normal.dot(axis)) - axis);
            image.map_or(own[joint.index()], |image| of(joint, Some(image)))
        });
        seen.collect()
    }

    /// Normals of the planes that bones bend in; none in straight limbs.
    fn planes(&self) -> Vec<Option<DVec3>> {
        let mut planes = vec![None; self.skeleton.len()];
        for joint in self.skeleton.joints() {
            let above = self.skeleton.parent(joint);
            if above.is_none_or(|above| self.next[above.index()] != Some(joint)) {
                self.follow_limb(joint, &mut planes);
            }
        }
        planes
    }

    fn leads(&self, one: JointIndex, other: JointIndex, normal: DVec3) -> bool {
        if one.index() >= self.places.len() {
            return false;
        }
        let height = |joint: JointIndex| normal.dot(self.places[joint.index()]);
        let [height, others] = [one, other].map(height);
        height > others || (height >= others && one < other)
    }

    /// Planes of the bones of one limb, from its first joint on.
    fn follow_limb(&self, first: JointIndex, planes: &mut [Option<DVec3>]) {
        let limb = std::iter::successors(Some(first), |joint| self.next[joint.index()]);
        let limb: Vec<JointIndex> = limb.collect();
        let own: Vec<Option<DVec3>> = limb.iter().map(|&joint| self.plane(joint)).collect();
        let known: Vec<(usize, DVec3)> = own
            .iter()
            .enumerate()
            .filter_map(|(place, normal)| Some((place, (*normal)?)))
            .collect();
        let mut before: Option<DVec3> = None;
        for (place, joint) in limb.iter().enumerate() {
            // Both lists are in order: of two as near the later one counts, which is below.
            let nearest = known
                .iter()
                .rev()
                .min_by_key(|(other, _)| other.abs_diff(place));
            let Some(&(_, normal)) = nearest else { return };
            // Planes about a right angle apart agree with neither sign: the normal stays.
            let is_against = before.is_some_and(|before| before.dot(normal) < -ACROSS);
            let normal = if is_against { -normal } else { normal };
            planes[joint.index()] = Some(normal);
            before = Some(normal);
        }
    }
}

/// The bend axis of a bone: a unit vector across it.
fn across(along: DVec3, plane: Option<DVec3>, how: &Orientation) -> DVec3 {
    let (BendAxis::OfLimb { straight: wanted } | BendAxis::Towards(wanted)) = how.towards;
    let wanted = wanted.as_dvec3().normalize_or_zero();
    let offers = [plane, Some(wanted), Some(DVec3::Y), Some(DVec3::X)];
    let mut found = offers
        .into_iter()
        .flatten()
        .map(|offer| offer - along * offer.dot(along));
    found
        // What is nearly along the bone leaves little but rounding across it.
        .find(|across| across.length() > ACROSS)
        .map_or_else(|| along.any_orthonormal_vector(), DVec3::normalize)
}

fn keep_some(joints: &mut Vec<JointIndex>, keep: impl Fn(&JointIndex) -> bool) {
    if joints.iter().any(&keep) {
        joints.retain(keep);
    }
}

fn bend_axis(how: &Orientation) -> Axis {
    if how.bend == how.along {
        how.along.next()
    } else {
        how.bend
    }
}

/// Two unit vectors, one across the other, as two of the axes; the third makes the frame right-handed.
fn frame(how: &Orientation, along: DVec3, across: DVec3) -> DQuat {
    let bend = bend_axis(how);
    let third = if how.along.next() == bend {
        along.cross(across)
    } else {
        across.cross(along)
    };
    let mut axes = [third; 3];
    axes[how.along.index()] = along;
    axes[bend.index()] = across;
    DQuat::from_mat3(&DMat3::from_cols(axes[0], axes[1], axes[2])).normalize()
}
