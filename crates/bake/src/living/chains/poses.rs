//! What joints do in the poses fitted to, and what chains make of it.

use glam::{Affine3A, DAffine3, DMat3, DVec3, Mat3, Vec3};
use rig::{JointIndex, PosedSkeleton, Skeleton, UserTransform};

use super::chain::{Chain, Link};
use super::normal::Normal;
use super::partial_turn::{BESIDE, PartialTurn, Turn};
use crate::BakeError;
use crate::frames::wide;
use crate::moments::Moment;
use crate::motions::{Columns, MethodCharacter};
use crate::points::{Point, Points};

/// Poses that weights are tuned over at most, evenly among all: a chain has a few weights, and many poses say the same of them.
const TUNED: usize = 160;

/// Numbers of a residual.
const RESIDUALS: usize = 3 * BESIDE;

/// Rests scaled by more than this from an even scale, as a part of it, are no frames that a turn passes through.
const EVEN: f32 = 1e-5;

/// All joints in a pose.
#[derive(Clone, Debug)]
struct PoseTurns {
    /// `W B⁻¹` by joint: the model at rest to the pose.
    from_rest: Vec<DAffine3>,
    turns: Vec<Turn>,
}

/// What a chain is to come near to: a point, and what the method makes of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChainTarget<'a> {
    /// The point, by number.
    pub(super) point: u32,
    /// Its maps by the method, pose by pose.
    pub(super) maps: &'a [Columns],
}

/// The skeleton in all poses that are fitted to.
#[derive(Clone, Debug)]
pub(in crate::living) struct ChainPoses<'a> {
    skeleton: &'a Skeleton,
    points: &'a Points,
    poses: Vec<PoseTurns>,
    /// By joint, whether its rest is scaled evenly.
    is_even: Vec<bool>,
    /// By point, the map that the method has at rest.
    rests: Vec<DAffine3>,
}

impl<'a> ChainPoses<'a> {
    /// `plain` is posed; `method` tells what points are at rest.
    ///
    /// # Errors
    ///
    /// Scale inheritances of another skeleton.
    pub(in crate::living) fn new(
        plain: &MethodCharacter<'a>,
        method: &MethodCharacter<'_>,
        points: &'a Points,
        moments: &[Moment],
    ) -> Result<Self, BakeError> {
        let skeleton = &plain.character.rig.skeleton;
        let mut poses = Vec::with_capacity(moments.len());
        for moment in moments {
            let pose = plain.pose(*moment);
            poses.push(turns_of(skeleton, &plain.skeleton(&pose)?));
        }
        let is_even = skeleton
            .joints()
            .map(|joint| has_even_rest(skeleton, joint));
        let at_rest = method.pose(Moment::default());
        let posed = method.posed_character(&at_rest, method.look)?;
        let list: Vec<&Point> = points.list.iter().collect();
        let rests = method.maps(&posed, &list);
        Ok(Self {
            skeleton,
            points,
            poses,
            is_even: is_even.collect(),
            rests: rests.iter().map(wide).collect(),
        })
    }

    pub(super) const fn skeleton(&self) -> &'a Skeleton {
        self.skeleton
    }

    /// The joints of a point's row with their weights.
    pub(super) fn row(&self, point: u32) -> Vec<(JointIndex, f32)> {
        let row = self.points.list.get(point as usize);
        let pairs = row.into_iter().flat_map(|point| &point.row);
        let of = |&(entry, weight): &(u32, f32)| {
            let entry = self.points.entries.get(entry as usize)?;
            Some((entry.joint, weight))
        };
        pairs.filter_map(of).collect()
    }

    /// Whether nodes can stand where the chain's joints stand, as turned and evenly scaled frames.
    pub(super) fn has_frames(&self, chain: &Chain) -> bool {
        let joints = chain.links.iter().map(|link| link.joint);
        let mut all = joints.chain(chain.base);
        all.all(|joint| self.is_even.get(joint.index()) == Some(&true))
    }

    /// What the method makes of a point at rest.
    pub(in crate::living) fn rest(&self, point: u32) -> DAffine3 {
        let rest = self.rests.get(point as usize);
        rest.copied().unwrap_or(DAffine3::IDENTITY)
    }

    /// The chain's map in every pose, for the point that made it.
    pub(super) fn maps(&self, chain: &Chain, point: u32) -> Vec<Columns> {
        let rest = self.rest(point);
        let maps = self.poses.iter().map(|pose| {
            let turns = self.partial_turns(pose, &chain.links, &chain.weights());
            let below = turns.iter().map(PartialTurn::affine);
            let all = below.fold(pose.base(chain), |above, own| above * own);
            narrow(&(all * rest))
        });
        maps.collect()
    }

    /// The largest distance of the chain from what the method makes of the point.
    pub(super) fn largest_error(&self, chain: &Chain, target: &ChainTarget<'_>) -> f64 {
        let position = self.position(target.point);
        let placed = self.rest(target.point).transform_point3(position);
        let weights = chain.weights();
        let distances = self.poses.iter().zip(target.maps).map(|(pose, map)| {
            let turns = self.partial_turns(pose, &chain.links, &weights);
            let moved = turns.iter().rev().fold(placed, |at, turn| turn.point(at));
            let wanted = to_affine(map).transform_point3(position);
            pose.base(chain).transform_point3(moved).distance(wanted)
        });
        distances.fold(0.0, |most: f64, distance| match distance <= most {
            true => most,
            // NaN too: it is as far off as can be.
            false => distance,
        })
    }

    /// The residuals of a chain with these weights, and how they change with each, in some of the poses.
    pub(super) fn normal(
        &self,
        chain: &Chain,
        weights: &[f64],
        target: &ChainTarget<'_>,
    ) -> Normal {
        let mut normal = Normal::new(chain.links.len());
        let (position, edge) = (self.position(target.point), f64::from(self.points.edge));
        let rest = self.rest(target.point);
        let beside = |map: &DAffine3| {
            let axes = map.matrix3 * edge;
            [
                map.transform_point3(position),
                axes.x_axis,
                axes.y_axis,
                axes.z_axis,
            ]
        };
        let mut derivatives = vec![[DVec3::ZERO; BESIDE]; chain.links.len()];
        let step = self.poses.len().div_ceil(TUNED).max(1);
        for (pose, map) in self.poses.iter().zip(target.maps).step_by(step) {
            let turns = self.partial_turns(pose, &chain.links, weights);
            // From the last link up: what each makes of the links below it, and how that changes with its weight.
            let mut below = beside(&rest);
            for (turn, derivative) in turns.iter().zip(&mut derivatives).rev() {
                *derivative = turn.derivative(&below);
                below = turn.all(&below);
            }
            // And down again: the links above carry these changes along.
            let base = pose.base(chain);
            let mut above = base.matrix3;
            for (turn, derivative) in turns.iter().zip(&mut derivatives) {
                *derivative = derivative.map(|change| above * change);
                above *= turn.linear();
            }
            let [moved, vectors @ ..] = below;
            let moved = [base.transform_point3(moved)];
            let vectors = vectors.map(|vector| base.matrix3 * vector);
            let now = moved.into_iter().chain(vectors);
            let wanted = beside(&to_affine(map));
            add(&mut normal, now.zip(wanted), &derivatives);
        }
        normal
    }

    fn position(&self, point: u32) -> DVec3 {
        let point = self.points.list.get(point as usize);
        point.map_or(DVec3::ZERO, |point| point.position.as_dvec3())
    }

    fn partial_turns(&self, pose: &PoseTurns, links: &[Link], weights: &[f64]) -> Vec<PartialTurn> {
        let of = |(link, weight): (&Link, &f64)| {
            let turn = pose.turns.get(link.joint.index())?;
            let rest = self.skeleton.rest_model_from_joint(link.joint);
            Some(turn.part(rest.translation.as_dvec3(), *weight))
        };
        links.iter().zip(weights).filter_map(of).collect()
    }
}

/// Adds the residuals of a pose, number by number.
fn add(
    normal: &mut Normal,
    pairs: impl Iterator<Item = (DVec3, DVec3)>,
    derivatives: &[[DVec3; BESIDE]],
) {
    let mut apart = [0.0; RESIDUALS];
    let numbers = pairs.flat_map(|(now, wanted)| (now - wanted).to_array());
    for (apart, number) in apart.iter_mut().zip(numbers) {
        *apart = number;
    }
    let changes = derivatives.iter().map(|of| {
        let mut numbers = [0.0; RESIDUALS];
        let all = of.iter().flat_map(|change| change.to_array());
        for (to, from) in numbers.iter_mut().zip(all) {
            *to = from;
        }
        numbers
    });
    let changes: Vec<[f64; RESIDUALS]> = changes.collect();
    let mut own = vec![0.0; changes.len()];
    for (place, residual) in apart.iter().enumerate() {
        for (to, from) in own.iter_mut().zip(&changes) {
            *to = from.get(place).copied().unwrap_or(0.0);
        }
        normal.add(*residual, &own);
    }
}

impl PoseTurns {
    /// `W B⁻¹` of the chain's base; the model itself where it has none.
    fn base(&self, chain: &Chain) -> DAffine3 {
        let base = chain.base.and_then(|base| self.from_rest.get(base.index()));
        base.copied().unwrap_or(DAffine3::IDENTITY)
    }
}

fn turns_of(skeleton: &Skeleton, posed: &PosedSkeleton<'_>) -> PoseTurns {
    let from_rest = skeleton.joints().map(|joint| {
        let rest = skeleton.rest_model_from_joint(joint);
        wide(&posed.model_from_posed_joint(joint)) * wide(&rest.to_affine()).inverse()
    });
    let users = skeleton.joints().zip(posed.user_transforms());
    PoseTurns {
        from_rest: from_rest.collect(),
        turns: users
            .map(|(joint, user)| turn_of(skeleton, joint, user))
            .collect(),
    }
}

fn turn_of(skeleton: &Skeleton, joint: JointIndex, user: &UserTransform) -> Turn {
    let rest = skeleton.rest_model_from_joint(joint).rotation.as_dquat();
    let turn = user.rigid.rotation.as_dquat().normalize();
    // The short way, as constraints go.
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let is_stretched = user.linear != Mat3::IDENTITY;
    let axes = DMat3::from_quat(rest);
    Turn {
        axis: rest * turn.to_scaled_axis(),
        translation: rest * user.rigid.translation.as_dvec3(),
        stretch: is_stretched
            .then(|| axes * (user.linear.as_dmat3() - DMat3::IDENTITY) * axes.transpose()),
    }
}

/// Whether a joint's node at rest is turned and scaled evenly, and not mirrored or flat.
fn has_even_rest(skeleton: &Skeleton, joint: JointIndex) -> bool {
    let stretch = skeleton.rest_stretch(joint);
    let scale = stretch.x_axis.x;
    scale > 0.0 && stretch.abs_diff_eq(Mat3::from_diagonal(Vec3::splat(scale)), EVEN * scale)
}

fn to_affine(map: &Columns) -> DAffine3 {
    wide(&Affine3A::from_cols_array(map))
}

fn narrow(map: &DAffine3) -> Columns {
    let linear = map.matrix3.as_mat3();
    Affine3A::from_mat3_translation(linear, map.translation.as_vec3()).to_cols_array()
}
