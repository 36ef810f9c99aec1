//! Two bones that reach for a place: an arm or a leg whose end is dragged.

use crate::{
    ForwardError, JointIndex, Pose, PosedSkeleton, Rigid, ScaleInheritance, Skeleton, forward,
    polar,
};
use glam::{Affine3A, DAffine3, DQuat, DVec3, Mat3, Vec3};
use std::f64::consts::PI;

/// Below this sine of the bend a limb counts as straight.
const STRAIGHT: f64 = 1e-3;
/// Steps in which the bend is searched; between two of them it is halved to the end of f64.
const STEPS: u32 = 96;
/// Halvings of a step: they use up the digits of f64.
const HALVINGS: u32 = 60;

/// Three joints, each under the one before: hip, knee and foot, or shoulder, elbow and hand. Others may lie between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limb {
    /// The joint that the whole limb hangs on: hip or shoulder.
    pub root: JointIndex,
    /// The joint that bends: knee or elbow.
    pub middle: JointIndex,
    /// The joint that is to reach the target: foot or hand.
    pub end: JointIndex,
}

/// What a limb is to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimbGoal {
    /// Where the end is to be, in the model.
    pub target: Vec3,
    /// A place in the model towards which the middle is to turn about the line from root to target; none leaves it.
    pub pole: Option<Vec3>,
    /// The axis about which a limb bends that is straight in the pose and at rest, in the middle's rest frame. None leaves the
    /// choice to this module.
    pub hinge: Option<Vec3>,
    /// Whether the end keeps its orientation in the model; else it goes along with the limb.
    pub keeps_orientation: bool,
}

impl Limb {
    /// The limb that ends with a joint: its parent and that one's, without those between whose names say that they only
    /// twist or roll. None for joints too near to a root.
    #[must_use]
    pub fn ending_with(skeleton: &Skeleton, end: JointIndex) -> Option<Self> {
        let above = |joint| skeleton.parent(joint);
        let bends = |joint: &JointIndex| {
            let name = skeleton.name(*joint).to_lowercase();
            !name.contains("twist") && !name.contains("roll")
        };
        let mut ancestors = std::iter::successors(above(end), |&joint| above(joint)).filter(bends);
        let (middle, root) = (ancestors.next()?, ancestors.next()?);
        Some(Self { root, middle, end })
    }
}

/// The pose in which a limb reaches for a place as well as it can.
///
/// Only rotations change: those of root and middle, and of the end where it is to keep its orientation. So all lengths stay.
/// With `E` the frame of the root after its own rotation, everything is seen in the space of `E`, where turning the root is
/// turning about the origin:
///
/// 1. The middle turns about its natural axis, until the end is as far from the root as the target is. The axis is that of the
///    present bend; where the limb is straight, that of the bend at rest; where it is straight there too, the hinge that was
///    given, or else any at right angles. The bend goes from straight to folded to its one side and never through.
/// 2. The root turns by the least angle that takes the end towards the target.
/// 3. With a pole, the root turns about the line to the target until the middle is on the pole's side.
/// 4. The end turns back to the orientation that it had in the model.
///
/// Out of reach, the limb is straight and points at the target, or folded and points at it where the target is too near.
///
/// Scale and shear: those of joints above the root bend the space in which it turns; there lengths are those of the root's own
/// space, and the target is met all the same. Those of root and middle may change how far the end is for a bend, which
/// therefore is searched and not computed; of several bends that fit the one nearest to the present one is taken. The
/// orientation kept is that of the polar decomposition.
///
/// Degenerate: a bone without length does not bend, and the root alone aims; a target in the root is met by bending alone; with a
/// target that is not finite, with joints that are no limb, or under a scale that flattens the root's space the pose stays as it
/// is.
///
/// # Errors
///
/// A pose or flags that do not fit the skeleton.
///
/// # References
///
/// None: the law of cosines, and a search in its place where stretch takes the law away.
pub fn solve_two_bone_ik(
    skeleton: &Skeleton,
    pose: &Pose,
    scale_inheritance: &[ScaleInheritance],
    limb: Limb,
    goal: &LimbGoal,
) -> Result<Pose, ForwardError> {
    let posed = forward(skeleton, pose.user_transforms(), scale_inheritance)?;
    let Some(turned) =
        PosedLimb::new(&posed, pose, limb).and_then(|seen| seen.solve(skeleton, goal))
    else {
        return Ok(pose.clone());
    };
    let mut after = pose.clone();
    // The middle turns in its space before its own rotation, hence on the left; the root after its own, hence on the right.
    turn(&mut after, limb.middle, |rotation| turned.middle * rotation);
    turn(&mut after, limb.root, |rotation| rotation * turned.root);
    if goal.keeps_orientation {
        let now = forward(skeleton, after.user_transforms(), scale_inheritance)?;
        let [before, now] = [&posed, &now].map(|posed| orientation(posed, limb.end));
        // E = F R: what F turns more than before, R turns back.
        turn(&mut after, limb.end, |rotation| {
            rotation * (now.conjugate() * before)
        });
    }
    let is_finite = after.rigid.iter().all(|rigid| rigid.rotation.is_finite());
    Ok(if is_finite { after } else { pose.clone() })
}

/// What to turn by.
struct LimbRotations {
    /// In the space of the middle before its own rotation.
    middle: DQuat,
    /// In the space of the root after its own rotation.
    root: DQuat,
}

fn turn(pose: &mut Pose, joint: JointIndex, by: impl Fn(DQuat) -> DQuat) {
    if let Some(rigid) = pose.rigid.get_mut(joint.index()) {
        let turned = by(rigid.rotation.as_dquat()).normalize().as_quat();
        // So that nothing that blends signs jumps.
        *rigid = Rigid::new(turned, rigid.translation).with_sign_near(rigid.rotation);
    }
}

fn orientation(posed: &PosedSkeleton<'_>, joint: JointIndex) -> DQuat {
    let frame = posed.model_from_posed_frame(joint);
    polar(Mat3::from(frame.matrix3)).rotation.as_dquat()
}

/// A limb in the two spaces in which its joints turn.
struct PosedLimb {
    limb: Limb,
    root_from_model: DAffine3,
    /// From the middle's space before its own rotation.
    root_from_middle: DAffine3,
    /// In the middle's space: where the root is, the middle, and the end.
    root: DVec3,
    middle: DVec3,
    end: DVec3,
}

impl PosedLimb {
    /// Nothing where a space is flat, or the joints are no limb.
    fn new(posed: &PosedSkeleton<'_>, pose: &Pose, limb: Limb) -> Option<Self> {
        let skeleton = posed.skeleton();
        let is_under = |joint: JointIndex, above: JointIndex| {
            let parent = |&joint: &JointIndex| skeleton.parent(joint);
            std::iter::successors(skeleton.parent(joint), parent).any(|other| other == above)
        };
        let is_there = [limb.root, limb.middle, limb.end]
            .iter()
            .all(|joint| joint.index() < skeleton.len());
        if !is_there || !is_under(limb.end, limb.middle) || !is_under(limb.middle, limb.root) {
            return None;
        }
        let frame = |joint| wide(posed.model_from_posed_frame(joint));
        let root_from_model = inverse(frame(limb.root))?;
        let own = pose.rigid.get(limb.middle.index())?.inverse().to_affine64();
        let model_from_middle = frame(limb.middle) * own;
        let middle_from_model = inverse(model_from_middle)?;
        let place = |joint| middle_from_model.transform_point3(frame(joint).translation);
        let seen = Self {
            limb,
            root_from_model,
            root_from_middle: root_from_model * model_from_middle,
            root: place(limb.root),
            middle: place(limb.middle),
            end: place(limb.end),
        };
        let places = [seen.root, seen.middle, seen.end];
        places.iter().all(|place| place.is_finite()).then_some(seen)
    }

    fn solve(&self, skeleton: &Skeleton, goal: &LimbGoal) -> Option<LimbRotations> {
        let to_root = |place: Vec3| {
            let seen = self.root_from_model.transform_point3(place.as_dvec3());
            seen.is_finite().then_some(seen)
        };
        let target = to_root(goal.target)?;
        let middle = self.bend_rotation(skeleton, goal.hinge, target.length());
        let lower = middle * (self.end - self.middle);
        let end = self.root_from_middle.transform_point3(self.middle + lower);
        let knee = self.root_from_middle.transform_point3(self.middle);
        let root = aim_rotation(end, target, knee);
        let swivel = goal.pole.and_then(to_root).map_or(DQuat::IDENTITY, |pole| {
            swivel_rotation(root * knee, pole, target)
        });
        Some(LimbRotations {
            middle,
            root: swivel * root,
        })
    }

    /// The turn of the middle that takes the end as far from the root as is wanted.
    fn bend_rotation(&self, skeleton: &Skeleton, hinge: Option<Vec3>, wanted: f64) -> DQuat {
        let (upper, lower) = (self.middle - self.root, self.end - self.middle);
        let (Some(along), Some(now)) = (upper.try_normalize(), lower.try_normalize()) else {
            return DQuat::IDENTITY;
        };
        let axis = self.axis(skeleton, hinge, (along, now));
        let sideways = axis.cross(along);
        // Into the plane of the bend first: of a limb that is nearly straight a hair's breadth.
        let level = now.reject_from_normalized(axis).normalize_or(along);
        let angle = sideways.dot(level).atan2(along.dot(level));
        let far = |bend: f64| {
            let lower = (along * bend.cos() + sideways * bend.sin()) * lower.length();
            let end = self.root_from_middle.transform_point3(self.middle + lower);
            end.length() - wanted
        };
        // To the one side of the axis, whichever way the limb bends now.
        let bend = root_near(far, angle.abs());
        let into_plane = DQuat::from_rotation_arc(now, level);
        DQuat::from_axis_angle(axis, bend - angle) * into_plane
    }

    /// The natural axis, at right angles to the upper bone.
    fn axis(
        &self,
        skeleton: &Skeleton,
        hinge: Option<Vec3>,
        (along, now): (DVec3, DVec3),
    ) -> DVec3 {
        let present = along.cross(now);
        let rest = || {
            let place = |joint| skeleton.rest_model_from_joint(joint).to_affine64();
            let middle = place(self.limb.middle);
            let seen = |joint| middle.inverse().transform_point3(place(joint).translation);
            let upper = (-seen(self.limb.root)).normalize_or_zero();
            upper.cross(seen(self.limb.end).normalize_or_zero())
        };
        let given = || hinge.unwrap_or(Vec3::ZERO).as_dvec3().normalize_or_zero();
        let across = |axis: DVec3| {
            let across = axis.reject_from_normalized(along);
            (across.length() > STRAIGHT).then(|| across.normalize())
        };
        across(present)
            .or_else(|| across(rest()))
            .or_else(|| across(given()))
            .unwrap_or_else(|| along.any_orthonormal_vector())
    }
}

/// Where a function of the bend is zero: of several places the one nearest to `now`; where it is nowhere, the place where it is
/// nearest to zero. From straight, 0, to folded, π.
fn root_near(far: impl Fn(f64) -> f64, now: f64) -> f64 {
    let bend = |step: u32| PI * f64::from(step) / f64::from(STEPS);
    let mut nearest: Option<f64> = None;
    let mut least = (f64::INFINITY, 0.0);
    for step in 0..=STEPS {
        let here = far(bend(step));
        if here.abs() < least.0 {
            least = (here.abs(), bend(step));
        }
        // A zero on a step counts as below, and so once.
        let crosses = step < STEPS && (here <= 0.0) != (far(bend(step + 1)) <= 0.0);
        if crosses {
            let zero = bisect(&far, bend(step), bend(step + 1));
            if nearest.is_none_or(|other| (zero - now).abs() < (other - now).abs()) {
                nearest = Some(zero);
            }
        }
    }
    nearest.unwrap_or(least.1)
}

fn bisect(far: &impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let is_below = far(low) <= 0.0;
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if (far(middle) <= 0.0) == is_below {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// The least turn from one direction to another. Where they are opposite, in the plane of the limb.
fn aim_rotation(from: DVec3, to: DVec3, knee: DVec3) -> DQuat {
    let (Some(from), Some(to)) = (from.try_normalize(), to.try_normalize()) else {
        return DQuat::IDENTITY;
    };
    // Opposite directions leave the axis open; the one across the plane of the limb does not twist it.
    if from.dot(to) < -1.0 + 1e-12 {
        let axis = from.cross(knee).try_normalize();
        let axis = axis.unwrap_or_else(|| from.any_orthonormal_vector());
        return DQuat::from_axis_angle(axis, PI);
    }
    DQuat::from_rotation_arc(from, to)
}

/// The turn about the line to the target that takes the knee to the side of the pole; none where either lies on the line.
fn swivel_rotation(knee: DVec3, pole: DVec3, target: DVec3) -> DQuat {
    let Some(axis) = target.try_normalize() else {
        return DQuat::IDENTITY;
    };
    let across = |place: DVec3| {
        let across = place.reject_from_normalized(axis);
        (across.length() > 1e-9 * place.length()).then(|| across.normalize())
    };
    match (across(knee), across(pole)) {
        (Some(knee), Some(pole)) => {
            let angle = axis.dot(knee.cross(pole)).atan2(knee.dot(pole));
            DQuat::from_axis_angle(axis, angle)
        }
        _ => DQuat::IDENTITY,
    }
}

fn wide(frame: Affine3A) -> DAffine3 {
    DAffine3 {
        matrix3: Mat3::from(frame.matrix3).as_dmat3(),
        translation: Vec3::from(frame.translation).as_dvec3(),
    }
}

/// Nothing where the space is flat, to what f32 can tell.
fn inverse(frame: DAffine3) -> Option<DAffine3> {
    let size = frame.matrix3.x_axis.length()
        * frame.matrix3.y_axis.length()
        * frame.matrix3.z_axis.length();
    let inverse = frame.inverse();
    // The volume as a share of that of a box with edges as long.
    let is_flat = frame.matrix3.determinant().abs() <= 1e-6 * size;
    (!is_flat && inverse.is_finite()).then_some(inverse)
}
