//! Joints of a template, from places of its markers.

use glam::{DMat3, DQuat, DVec3, Quat, Vec3};
use thiserror::Error;

use super::{Bend, HandAxes, SkeletonTemplate};
use crate::Rigid;

/// The shortest bone, as a share of the largest distance of a marker from the middle of all.
const SHORTEST: f64 = 1e-4;
/// Sine of the least bend of a limb that says which way it bends.
const LEAST_BEND: f64 = 0.05;
/// Cosine of the largest angle between the bend of a limb and that of a body.
const LEAST_AGREEMENT: f64 = 0.5;
/// The least part of a hint across the bone.
const LEAST_HINT: f64 = 0.2;

/// A joint that was fitted to markers.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedJoint {
    /// Its name, with `.L` or `.R` at the end on the sides.
    pub name: String,
    /// The index of its parent, which comes before it; none for the root.
    pub parent: Option<usize>,
    /// Where it rests in the model: Y along its bone, X the axis it bends about.
    pub model_from_joint: Rigid,
    /// The end of its bone.
    pub tail: Vec3,
}

/// Why markers make no skeleton: a clause with a remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FitError {
    /// Not one place for each marker.
    #[error("there are {found} places for {expected} markers; give one for each")]
    Count {
        /// Number of markers of the template.
        expected: usize,
        /// Number of places that were given.
        found: usize,
    },
    /// A place that is none.
    #[error("the marker {marker} is nowhere; put it onto the mesh")]
    NotFinite {
        /// The label of the marker, as `Left wrist`.
        marker: String,
    },
    /// A bone without length.
    #[error("{joint} has no length; drag its markers apart")]
    NoLength {
        /// The name of the joint whose bone it is.
        joint: String,
    },
    /// Markers on one line.
    #[error("the markers are all on one line; drag left and right apart")]
    OneLine,
}

/// Directions of a body, of unit length.
struct Body {
    up: DVec3,
    front: DVec3,
}

/// Directions of a hand, of unit length.
struct Hand {
    palm: DVec3,
    across: DVec3,
}

impl SkeletonTemplate {
    /// The joints, with the markers at these places in the model, parents first.
    ///
    /// They move, turn, scale and mirror with the markers.
    ///
    /// # Errors
    ///
    /// Places that are not finite or not as many as markers, a bone without length, markers on one line.
    pub fn fit(&self, places: &[Vec3]) -> Result<Vec<FittedJoint>, FitError> {
        self.check(places)?;
        let used = || self.markers.iter().zip(places).filter(|(it, _)| it.is_used);
        // Near the middle of the markers, far places keep their digits.
        let sum: DVec3 = used().map(|(_, place)| place.as_dvec3()).sum();
        let middle = sum / f64::from(u32::try_from(used().count().max(1)).unwrap_or(1));
        let markers: Vec<DVec3> = places.iter().map(|p| p.as_dvec3() - middle).collect();
        let distances = used().map(|(_, place)| place.as_dvec3().distance(middle));
        let size = distances.fold(0.0, f64::max);
        let body = self.body(&markers, size)?;
        let hands: Vec<Hand> = self
            .hands
            .iter()
            .map(|hand| hand.at(&markers, &body))
            .collect();
        let bones: Vec<[DVec3; 2]> = self
            .joints
            .iter()
            .map(|joint| {
                let [head, tail] = [&joint.head, &joint.tail].map(|end| end.at(&markers));
                match joint.bend {
                    Bend::Gaze => [head, head + body.front * head.distance(tail)],
                    _ => [head, tail],
                }
            })
            .collect();
        let mut fitted = Vec::new();
        for (joint, [head, tail]) in self.joints.iter().zip(&bones) {
            let along = *tail - *head;
            if along.length() <= SHORTEST * size {
                let joint = joint.name.clone();
                return Err(FitError::NoLength { joint });
            }
            let y = along.normalize();
            let hint = match joint.bend {
                Bend::Front => body.front,
                Bend::Up | Bend::Gaze => body.up,
                Bend::Limb(limb) | Bend::Twist(limb) => self.limb_hint(limb, &bones, &body, y),
                Bend::Palm(hand) => hands.get(hand).map_or(body.front, |it| it.palm),
                Bend::Thumb(hand) => hands.get(hand).map_or(body.front, |it| it.palm - it.across),
            };
            let rotation = frame(y, across(y, hint, &body));
            let head = (*head + middle).as_vec3();
            let parent = joint.parent.as_deref();
            let parent = parent.and_then(|name| fitted.iter().position(|it| is_named(it, name)));
            fitted.push(FittedJoint {
                name: joint.name.clone(),
                parent,
                model_from_joint: Rigid::new(rotation, head),
                tail: (*tail + middle).as_vec3(),
            });
        }
        Ok(fitted)
    }

    fn check(&self, places: &[Vec3]) -> Result<(), FitError> {
        if places.len() != self.markers.len() {
            return Err(FitError::Count {
                expected: self.markers.len(),
                found: places.len(),
            });
        }
        let mut markers = self.markers.iter().zip(places);
        let lost = markers.find(|(marker, place)| marker.is_used && !place.is_finite());
        lost.map_or(Ok(()), |(marker, _)| {
            let marker = marker.label();
            Err(FitError::NotFinite { marker })
        })
    }

    fn body(&self, markers: &[DVec3], size: f64) -> Result<Body, FitError> {
        let way = |(from, to): &(super::MarkerWeights, super::MarkerWeights)| {
            to.at(markers) - from.at(markers)
        };
        let (left, other) = (way(&self.body.left), way(&self.body.other));
        let least = SHORTEST * size;
        let third = if self.body.is_up {
            left.cross(other)
        } else {
            other.cross(left)
        };
        // A cross product is an area, the square of a length.
        if size <= 0.0 || third.length() <= least * least {
            return Err(FitError::OneLine);
        }
        let (other, third) = (other.normalize(), third.normalize());
        Ok(if self.body.is_up {
            Body {
                up: other,
                front: third,
            }
        } else {
            Body {
                up: third,
                front: other,
            }
        })
    }

    /// The direction of Z for a joint of a chain whose bone points along `y`.
    fn limb_hint(&self, limb: usize, bones: &[[DVec3; 2]], body: &Body, y: DVec3) -> DVec3 {
        let joints = self.joints.iter().zip(bones);
        let chain: Vec<[DVec3; 2]> = joints
            .filter(|(joint, _)| joint.bend == Bend::Limb(limb))
            .map(|(_, bone)| *bone)
            .collect();
        let (Some([root, _]), Some([_, end])) = (chain.first(), chain.last()) else {
            return body.front;
        };
        let whole = (*end - *root).normalize_or(y);
        let usual = whole.cross(across(whole, body.front, body));
        let ways = chain
            .iter()
            .map(|[head, tail]| (*tail - *head).normalize_or_zero());
        let ways: Vec<DVec3> = ways.collect();
        let turns = ways
            .iter()
            .zip(ways.iter().skip(1))
            .map(|(one, next)| one.cross(*next));
        // A leg of three parts bends forth and back.
        let sum: DVec3 = turns
            .map(|turn| turn * if turn.dot(usual) < 0.0 { -1.0 } else { 1.0 })
            .sum();
        // Clearly bent, and the way that such limbs bend: else a marker a little off would turn the frames round.
        let is_clear = sum.length() > LEAST_BEND && sum.dot(usual) > LEAST_AGREEMENT * sum.length();
        if is_clear {
            sum.normalize().cross(y)
        } else {
            body.front
        }
    }
}

impl HandAxes {
    fn at(&self, markers: &[DVec3], body: &Body) -> Hand {
        let wrist = self.wrist.at(markers);
        let along = (self.along.at(markers) - wrist).normalize_or(body.up);
        let shown = self
            .across
            .as_ref()
            .map_or(body.front, |(from, to)| to.at(markers) - from.at(markers));
        let across = across(along, shown.normalize_or(body.front), body);
        let palm = along.cross(across) * if self.left { 1.0 } else { -1.0 };
        Hand { palm, across }
    }
}

fn is_named(joint: &FittedJoint, name: &str) -> bool {
    joint.name == name
}

/// The rotation to axes X = Y × Z, Y and Z.
fn frame(y: DVec3, z: DVec3) -> Quat {
    let rotation = DQuat::from_mat3(&DMat3::from_cols(y.cross(z), y, z));
    rotation.normalize().as_quat().normalize()
}

/// The part of a hint across a bone, of unit length; where the hint is along the bone, another direction of the body.
fn across(y: DVec3, hint: DVec3, body: &Body) -> DVec3 {
    // Up and front are at right angles, so that they cannot both lie along the bone.
    let hints = [hint, body.up, body.front];
    let parts = hints.map(|hint| hint.normalize_or_zero().reject_from_normalized(y));
    let part = parts.into_iter().find(|part| part.length() > LEAST_HINT);
    part.map_or_else(|| y.any_orthonormal_vector(), DVec3::normalize)
}
