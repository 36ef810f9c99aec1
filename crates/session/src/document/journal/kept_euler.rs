//! Euler curves of joints without the character that they were made for.

use std::collections::BTreeSet;

use glam::Quat;
use rig::{Clip, EulerCurves, EulerError, EulerOrder, JointIndex, Track};

use super::kept_tracks::{NodeName, NodeNames};

/// What became of the Euler curves of a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptEuler {
    /// The joint.
    pub node: NodeName,
    /// The curves; none where its rotation has quaternion keys of its own.
    pub curves: Option<KeptCurves>,
}

/// Euler curves by their keys.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptCurves {
    /// In which order the joint turns about its axes.
    pub order: EulerOrder,
    /// The rotation at which all angles are 0.
    pub rest: Quat,
    /// The keys of X, Y and Z in degrees; none for an axis that stays at 0.
    pub axes: [Option<Track<f32>>; 3],
}

impl KeptEuler {
    /// The curves, with the quaternion keys that follow from them; none where there are none.
    ///
    /// # Errors
    ///
    /// Those of [`EulerCurves::new`].
    pub fn curves(&self) -> Result<Option<EulerCurves>, EulerError> {
        let curves = self.curves.as_ref();
        let curves = curves.map(|own| EulerCurves::new(own.order, own.rest, own.axes.clone()));
        curves.transpose()
    }
}

/// The joints of a clip whose Euler curves are others than before.
pub(super) fn changed_euler(
    before: Option<&Clip>,
    after: &Clip,
    nodes: &NodeNames<'_>,
) -> Vec<KeptEuler> {
    let clips = before.into_iter().chain([after]);
    let joints: BTreeSet<JointIndex> = clips
        .flat_map(|clip| clip.euler_curves().map(|(joint, _)| joint))
        .collect();
    let changed = joints.into_iter().filter_map(|joint| {
        let old = before.and_then(|before| before.euler(joint));
        let new = after.euler(joint);
        if old == new {
            return None;
        }
        Some(KeptEuler {
            node: nodes.name_of_joint(joint)?,
            curves: new.map(|own| KeptCurves {
                order: own.order(),
                rest: own.rest(),
                axes: own.axes().clone(),
            }),
        })
    });
    changed.collect()
}
