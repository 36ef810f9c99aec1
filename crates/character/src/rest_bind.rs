//! Inverse bind matrices for joints that move nothing and have none that can be used: bound where they rest.

use glam::Affine3A;
use rig::{JointIndex, Skeleton};

/// Gives `idle` places of a skin's list the matrices with which their joints, at rest, would move vertices as the skin does there.
///
/// With `R_i = W_i P_i` the joint's rest frame and `X_j` the inverse bind of the place j that vertices follow and that is nearest
/// upwards in the skeleton, else of the first such place: `X_i = R_i⁻¹ R_j X_j`, so that `R_i X_i = R_j X_j`. Without any j it is
/// `R_i⁻¹`. Matrices of joints that rest without an inverse stay as they are.
pub(crate) fn bind_at_rest(
    (skeleton, listed): (&Skeleton, &[JointIndex]),
    idle: &[usize],
    (joint_from_model, is_used): (&mut [Affine3A], &[bool]),
) {
    let rest = |joint: JointIndex| {
        let stretch = Affine3A::from_mat3(skeleton.rest_stretch(joint));
        skeleton.rest_model_from_joint(joint).to_affine() * stretch
    };
    let used = listed.iter().zip(&*joint_from_model).zip(is_used);
    let used = used.filter(|(_, is_used)| **is_used);
    let mut moved: Vec<Option<Affine3A>> = vec![None; skeleton.len()];
    let mut first = None;
    for ((&joint, &matrix), _) in used {
        let of_joint = rest(joint) * matrix;
        first.get_or_insert(of_joint);
        if let Some(moved) = moved.get_mut(joint.index()) {
            moved.get_or_insert(of_joint);
        }
    }
    // Parents come before their children.
    for joint in skeleton.joints() {
        let above = skeleton.parent(joint);
        let above = above.and_then(|above| moved.get(above.index()).copied().flatten());
        if let (Some(own @ None), Some(above)) = (moved.get_mut(joint.index()), above) {
            *own = Some(above);
        }
    }
    for &place in idle {
        let (Some(&joint), Some(matrix)) = (listed.get(place), joint_from_model.get_mut(place))
        else {
            continue;
        };
        let as_moved = moved.get(joint.index()).copied().flatten().or(first);
        let inverse = rest(joint).inverse();
        if inverse.is_finite() {
            *matrix = inverse * as_moved.unwrap_or(Affine3A::IDENTITY);
        }
    }
}
