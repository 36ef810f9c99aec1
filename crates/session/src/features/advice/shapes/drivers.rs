//! The angles that shapes follow: of a joint the axes that poses turn it about, and what lies between them.

use glam::{DMat3, DVec3, Quat, Vec3};
use rig::{DrivenCurve, DrivenKey, DriverAngle, DriverMeasure, JointIndex, Pose};

/// Turns about an axis whose mean is less than this have no shape, and neither has a side that no pose turns farther to; radians.
const LEAST_TURN: f64 = 0.1;
const LEAST_SIDE: f32 = 0.15;

/// How much farther shapes grow than the poses go that they are fitted to, and the angle at which all of them end, radians.
const BEYOND: f32 = 1.15;
const FARTHEST: f32 = 2.7;

/// Keys to each side.
const KEYS: u8 = 6;

/// An angle of a joint with the curve from it to the share of a shape.
///
/// What linear blending lacks halfway between two joints grows as `sec(θ/2) − 1` with the angle θ between them.
#[derive(Clone, Debug)]
pub(super) struct ShapeDriver {
    pub(super) driver: DriverAngle,
    pub(super) curve: DrivenCurve,
    /// By pose how much of the shape is there.
    pub(super) shares: Vec<f32>,
}

/// To which sides of an axis a shape grows.
const PLUS: &[f32] = &[1.0];
const MINUS: &[f32] = &[-1.0];
const BOTH: &[f32] = &[-1.0, 1.0];

/// The angles of a joint that shapes follow: one of a hinge that bends one way, five of a joint that swings, nine of one that also twists.
/// With these what is lacking may be any quadratic function of small turns, and another one to each side of an axis.
pub(super) fn drivers_of(joint: JointIndex, poses: &[Pose]) -> Vec<ShapeDriver> {
    let turn = |pose: &Pose| {
        let own = pose.rigid.get(joint.index());
        own.map_or(Quat::IDENTITY, |own| own.rotation)
    };
    let turns: Vec<Quat> = poses.iter().map(turn).collect();
    let axes = axes_of(&turns);
    let mut asked: Vec<(Vec3, &[f32])> = Vec::new();
    for (place, axis) in axes.iter().enumerate() {
        asked.extend([(*axis, PLUS), (*axis, MINUS)]);
        for other in axes.iter().skip(place + 1) {
            asked.push(((*axis + *other).normalize_or(*axis), BOTH));
        }
    }
    let drivers = asked.into_iter();
    drivers
        .filter_map(|(axis, sides)| ShapeDriver::new(joint, axis, sides, &turns))
        .collect()
}

impl ShapeDriver {
    /// None where the joint hardly turns to these sides.
    fn new(joint: JointIndex, axis: Vec3, sides: &[f32], turns: &[Quat]) -> Option<Self> {
        let measure = DriverMeasure::Twist { axis };
        let angles: Vec<f32> = turns.iter().map(|turn| measure.angle(*turn, 0.0)).collect();
        let turned = angles
            .iter()
            .flat_map(|angle| sides.iter().map(move |side| side * angle));
        let most = turned.fold(0.0, f32::max);
        if most < LEAST_SIDE {
            return None;
        }
        let full = (most * BEYOND).min(FARTHEST);
        let grown = |angle: f32| 1.0 / (0.5 * angle).cos() - 1.0;
        let mut keys = vec![DrivenKey {
            angle: 0.0,
            value: 0.0,
        }];
        for number in 1..=KEYS {
            let angle = full * f32::from(number) / f32::from(KEYS);
            keys.extend(sides.iter().map(|side| DrivenKey {
                angle: side * angle,
                value: grown(angle) / grown(full),
            }));
        }
        let curve = DrivenCurve::new(keys).ok()?;
        let shares = angles.iter().map(|angle| curve.value(*angle)).collect();
        Some(Self {
            driver: DriverAngle { joint, measure },
            curve,
            shares,
        })
    }
}

/// The axes that a joint is turned about, the most first, at right angles to each other.
fn axes_of(turns: &[Quat]) -> Vec<Vec3> {
    let mut left = DMat3::ZERO;
    for turn in turns {
        let turn = if turn.w < 0.0 { -*turn } else { *turn };
        let by = turn.to_scaled_axis().as_dvec3();
        if by.is_finite() {
            left += outer(by);
        }
    }
    let count = u32::try_from(turns.len().max(1)).unwrap_or(u32::MAX);
    left *= 1.0 / f64::from(count);
    let mut axes = Vec::new();
    for _ in 0..3 {
        let Some((axis, square)) = principal(&left) else {
            break;
        };
        if square < LEAST_TURN * LEAST_TURN {
            break;
        }
        axes.push(axis.as_vec3());
        left -= outer(axis) * square;
    }
    axes
}

fn outer(of: DVec3) -> DMat3 {
    DMat3::from_cols(of * of.x, of * of.y, of * of.z)
}

/// The axis of a symmetric matrix that it stretches most, with the factor; none of zero.
fn principal(of: &DMat3) -> Option<(DVec3, f64)> {
    let mut power = *of;
    for _ in 0..12 {
        let entries = power.to_cols_array();
        let size = entries.iter().map(|entry| entry.abs()).fold(0.0, f64::max);
        if size <= 0.0 || !size.is_finite() {
            return None;
        }
        power *= 1.0 / size;
        power *= power;
    }
    let columns = [power.x_axis, power.y_axis, power.z_axis].into_iter();
    let longest = columns.max_by(|one, other| one.length().total_cmp(&other.length()))?;
    let axis = longest.try_normalize()?;
    Some((axis, axis.dot(*of * axis)))
}
