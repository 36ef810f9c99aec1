//! Places of a character that are held while joints turn: damped least squares with limits.

mod damped;
mod differential;

use crate::{ForwardError, JointIndex, JointLimits, Pose, ScaleInheritance, Skeleton, forward};
use damped::{damped_step, length};
use differential::{columns, head, place_of, residual, ways};
use glam::{DQuat, DVec3, Vec3};

/// The most steps of a solution.
const STEPS: usize = 40;
/// A joint turns by no more than this in a step, radians: the differential says nothing of larger turns.
const LONGEST: f64 = 0.7;
/// A residual below this share of the reach is none.
const REACHED: f64 = 1e-7;
/// Damping that stays where the residual goes to 0, as a share of the reach.
const LEAST_DAMPING: f64 = 1e-5;
/// Tries of a step, each with four times the damping, until it comes nearer.
const TRIES: usize = 6;

/// A place of a joint that is held at a place of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pin {
    /// The joint that it goes with.
    pub joint: JointIndex,
    /// Where it is in the joint, `o` in `x = W_j o`; zero is the joint's head.
    pub offset: Vec3,
    /// Where it is to be, in the model.
    pub target: Vec3,
}

/// What is held, and what may turn for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PinGoal<'a> {
    /// The pins; several of one joint hold its orientation too.
    pub pins: &'a [Pin],
    /// The joints that may turn. Translations, scale and shear stay.
    pub free: &'a [JointIndex],
    /// Limits of joints by their numbers; joints beyond it, and none, have no limits.
    pub limits: &'a [Option<JointLimits>],
}

/// A pose that holds pins as well as it can.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldPose {
    /// The pose.
    pub pose: Pose,
    /// How far each pin is from its target, in the units of the model; infinite for a pin whose joint or target is nowhere.
    pub residuals: Vec<f32>,
    /// Steps that were taken.
    pub steps: usize,
}

/// The differential of pins by small turns of joints: rows x, y, z of each pin, columns x, y, z of each free joint.
///
/// Turns are to the right and in the joint's own frame, `T ← T (exp d, 0)`, so that with `E` as [`forward`] gives it
///
/// ```text
/// ∂x/∂dₖ = lin E (eₖ × E⁻¹ x)      for pins of the joint or below it; else 0
/// ```
///
/// whatever inheritance of scale there is: only `E exp(d) E⁻¹` stands to the left of all that is below. A frame that is flat has no
/// inverse; its columns are 0.
///
/// # Errors
///
/// Lengths that do not fit the skeleton.
pub fn pin_jacobian(
    skeleton: &Skeleton,
    pose: &Pose,
    scale_inheritance: &[ScaleInheritance],
    goal: &PinGoal<'_>,
) -> Result<Vec<Vec<f64>>, ForwardError> {
    let posed = forward(skeleton, pose.user_transforms(), scale_inheritance)?;
    let columns = columns(&posed, goal, goal.free);
    let rows = 0..3 * goal.pins.len();
    Ok(rows
        .map(|row| columns.iter().map(|column| column[row]).collect())
        .collect())
}

/// One damped step: `Δθ = Jᵀ (J Jᵀ + μ² 1)⁻¹ e`, e the way from each pin to its target; three numbers for each free joint, radians.
///
/// `μ` has the unit of the model. With `μ = 0` and pins that contradict each other the system is singular, and there is no step.
///
/// # Errors
///
/// Lengths that do not fit the skeleton.
pub fn pin_step(
    skeleton: &Skeleton,
    pose: &Pose,
    scale_inheritance: &[ScaleInheritance],
    goal: &PinGoal<'_>,
    damping: f32,
) -> Result<Vec<f64>, ForwardError> {
    let posed = forward(skeleton, pose.user_transforms(), scale_inheritance)?;
    let columns = columns(&posed, goal, goal.free);
    Ok(damped_step(
        &columns,
        &ways(&posed, goal),
        f64::from(damping),
    ))
}

/// Turns the free joints until the pins are held, or as near as they come.
///
/// Damped least squares, a step after another: the damping goes down with the residual, so that the last steps are those of Newton, and up
/// where a step comes no nearer. Joints with limits are an active set: those that a step would turn beyond stay at their limits, and the
/// others make up for it. A joint that is out of its limits before goes no further out ([`JointLimits::clamp_from`]).
///
/// What cannot be reached is approached, and the residual says how far it is away. A chain that is straight, and pulled along itself, gets
/// no step: bend it a little first.
///
/// # Errors
///
/// Lengths that do not fit the skeleton.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use rig::{
///     JointIndex, LocalTransform, Pin, PinGoal, Pose, ScaleInheritance, SkeletonBuilder, Trs, solve_pins,
/// };
///
/// let along = |y: f32| LocalTransform::Trs(Trs { translation: y * Vec3::Y, ..Trs::IDENTITY });
/// let skeleton = SkeletonBuilder::new()
///     .joint(0, None, "hip", along(2.0))
///     .joint(1, Some(0), "knee", LocalTransform::Trs(Trs { translation: Vec3::new(0.0, -1.0, 0.1), ..Trs::IDENTITY }))
///     .joint(2, Some(1), "foot", along(-1.0))
///     .build()?;
/// let target = Vec3::new(0.3, 0.4, 0.2);
/// let pins = [Pin { joint: JointIndex(2), offset: Vec3::ZERO, target }];
/// let goal = PinGoal { pins: &pins, free: &[JointIndex(0), JointIndex(1)], limits: &[] };
/// let flags = [ScaleInheritance::Children; 3];
/// let held = solve_pins(&skeleton, &Pose::rest(&skeleton), &flags, &goal)?;
/// assert!(held.residuals[0] < 1e-5, "{held:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: C. W. Wampler 1986, "Manipulator Inverse Kinematic Solutions Based on Vector Formulations and Damped Least-Squares Methods".
pub fn solve_pins(
    skeleton: &Skeleton,
    pose: &Pose,
    scale_inheritance: &[ScaleInheritance],
    goal: &PinGoal<'_>,
) -> Result<HeldPose, ForwardError> {
    let start = with_twists_within(pose, goal);
    let solver = Solver {
        skeleton,
        scale_inheritance,
        goal,
        start: &start,
        given: pose,
    };
    solver.solve()
}

struct Solver<'a> {
    skeleton: &'a Skeleton,
    scale_inheritance: &'a [ScaleInheritance],
    goal: &'a PinGoal<'a>,
    /// The pose before, whose joints may be out of their limits, with signs by which their twists are nearest to these.
    start: &'a Pose,
    /// The same with the signs that were given.
    given: &'a Pose,
}

/// The pose with those signs of free joints by which their twist is nearest to its limits: a quaternion and its negative are one rotation, but
/// twists a whole turn apart.
fn with_twists_within(pose: &Pose, goal: &PinGoal<'_>) -> Pose {
    let mut pose = pose.clone();
    for joint in goal.free {
        let limits = goal.limits.get(joint.index()).copied().flatten();
        let (Some(own), Some(limits)) = (pose.rigid.get_mut(joint.index()), limits) else {
            continue;
        };
        let excess = |rotation| {
            let twist = limits.axes.part(rotation, 0.0).twist;
            (limits.twist[0] - twist).max(twist - limits.twist[1])
        };
        if excess(-own.rotation) < excess(own.rotation) {
            own.rotation = -own.rotation;
        }
    }
    pose
}

impl Solver<'_> {
    fn solve(&self) -> Result<HeldPose, ForwardError> {
        let mut pose = self.start.clone();
        let mut ways = self.ways(&pose)?;
        let reach = self.reach(&pose)?;
        let (mut steps, mut factor) = (0, 1.0);
        while steps < STEPS && length(&ways) > REACHED * reach {
            let before = length(&ways);
            let Some((next, next_ways, next_factor)) = self.nearer(&pose, before, reach, factor)?
            else {
                break;
            };
            (pose, ways, factor) = (next, next_ways, next_factor);
            steps += 1;
        }
        // Signs as they were: they say which way round.
        for (own, before) in pose.rigid.iter_mut().zip(&self.given.rigid) {
            *own = own.with_sign_near(before.rotation);
        }
        let posed = forward(
            self.skeleton,
            pose.user_transforms(),
            self.scale_inheritance,
        )?;
        let residuals = self.goal.pins.iter().map(|pin| residual(&posed, pin));
        Ok(HeldPose {
            residuals: residuals.collect(),
            pose,
            steps,
        })
    }

    /// The pose after a step that comes nearer, its ways, and the factor of the damping; none where no try does.
    fn nearer(
        &self,
        pose: &Pose,
        before: f64,
        reach: f64,
        factor: f64,
    ) -> Result<Option<(Pose, Vec<f64>, f64)>, ForwardError> {
        let mut factor = factor;
        for _ in 0..TRIES {
            let damping = (0.3 * before).min(0.3 * reach) * factor + LEAST_DAMPING * reach;
            let next = self.step(pose, damping)?;
            let ways = self.ways(&next)?;
            let is_finite = next.rigid.iter().all(|own| own.rotation.is_finite());
            if is_finite && length(&ways) < before {
                return Ok(Some((next, ways, (factor * 0.5).max(1e-3))));
            }
            factor *= 4.0;
        }
        Ok(None)
    }

    /// One step, in which joints that come to their limits stay there and the others make up for it.
    fn step(&self, pose: &Pose, damping: f64) -> Result<Pose, ForwardError> {
        let mut free: Vec<JointIndex> = self.goal.free.to_vec();
        let mut pose = pose.clone();
        while !free.is_empty() {
            let posed = forward(
                self.skeleton,
                pose.user_transforms(),
                self.scale_inheritance,
            )?;
            let columns = columns(&posed, self.goal, &free);
            let turns = damped_step(&columns, &ways(&posed, self.goal), damping);
            let (next, stopped) = self.turn_all(&pose, &free, &turns);
            let Some(stopped) = stopped else {
                return Ok(next);
            };
            // It is at its limit now; what the others do is found anew.
            pose.rigid[stopped.index()].rotation = next.rigid[stopped.index()].rotation;
            free.retain(|joint| *joint != stopped);
        }
        Ok(pose)
    }

    /// The pose with joints turned, and the first of them that its limits stopped.
    fn turn_all(
        &self,
        pose: &Pose,
        free: &[JointIndex],
        turns: &[f64],
    ) -> (Pose, Option<JointIndex>) {
        let mut next = pose.clone();
        let mut stopped = None;
        for (&joint, turn) in free.iter().zip(turns.chunks(3)) {
            let turn = DVec3::from_slice(turn).clamp_length_max(LONGEST);
            if self.turn(&mut next, joint, turn) {
                stopped = stopped.or(Some(joint));
            }
        }
        (next, stopped)
    }

    /// Turns a joint; gives whether its limits let it go less far.
    fn turn(&self, pose: &mut Pose, joint: JointIndex, turn: DVec3) -> bool {
        let Some(own) = pose.rigid.get_mut(joint.index()) else {
            return false;
        };
        let turned = own.rotation.as_dquat() * DQuat::from_scaled_axis(turn);
        let wanted = turned.normalize().as_quat();
        let limits = self.goal.limits.get(joint.index()).copied().flatten();
        let Some(limits) = limits else {
            own.rotation = wanted;
            return false;
        };
        let from = self
            .start
            .rigid
            .get(joint.index())
            .map_or(own.rotation, |own| own.rotation);
        own.rotation = limits.clamp_from(wanted, from, 0.0);
        own.rotation != wanted
    }

    fn ways(&self, pose: &Pose) -> Result<Vec<f64>, ForwardError> {
        let posed = forward(
            self.skeleton,
            pose.user_transforms(),
            self.scale_inheritance,
        )?;
        Ok(ways(&posed, self.goal))
    }

    /// How far pins are from the free joints that turn them: the measure of what is near.
    fn reach(&self, pose: &Pose) -> Result<f64, ForwardError> {
        let posed = forward(
            self.skeleton,
            pose.user_transforms(),
            self.scale_inheritance,
        )?;
        let free = self.goal.free.iter().copied();
        let heads: Vec<DVec3> = free.filter_map(|joint| head(&posed, joint)).collect();
        let pins = self.goal.pins.iter().map(|pin| place_of(&posed, pin));
        let arms = pins.flat_map(|place| heads.iter().map(move |head| head.distance(place)));
        let longest = arms.fold(0.0, f64::max);
        Ok(if longest.is_finite() && longest > 0.0 {
            longest
        } else {
            1.0
        })
    }
}
