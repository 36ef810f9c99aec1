//! Skins that move what they move alike.

use std::collections::HashMap;

use rig::{BindPose, JointIndex};

/// The skins from this one on, those of the same joints with the same binds together, each group in rising order.
pub(crate) fn alike(binds: &[BindPose], first: usize) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut of_joints: HashMap<&[JointIndex], Vec<usize>> = HashMap::new();
    // By their joints first: comparing all binds with all others would take long for scenes of many skins.
    for (skin, bind) in binds.iter().enumerate().skip(first) {
        let known = of_joints.entry(bind.joints()).or_default();
        let is_alike = |group: &usize| {
            let first = groups.get(*group).and_then(|skins| skins.first());
            first.and_then(|&first| binds.get(first)) == Some(bind)
        };
        match known.iter().copied().find(is_alike) {
            Some(group) => {
                if let Some(skins) = groups.get_mut(group) {
                    skins.push(skin);
                }
            }
            None => {
                known.push(groups.len());
                groups.push(vec![skin]);
            }
        }
    }
    groups
}
