//! A project for a file in which joints are called otherwise.

use std::collections::BTreeMap;

use super::keyed::Keyed;
use super::shape::{Project, Sight};

/// New addresses of joints by the old ones.
pub(super) type Renamed = BTreeMap<String, String>;

impl Project {
    /// All that names joints by their addresses after the edits, with other addresses. Edits, weights and clips name joints by keys and
    /// stay.
    pub(super) fn with_renamed_joints(&self, renamed: &Renamed) -> Self {
        let mut project = self.clone();
        rename_keys(&mut project.pose, renamed);
        rename_keys(&mut project.morphs, renamed);
        rename_keys(&mut project.scale_inheritance, renamed);
        rename_keys(&mut project.axis_locks, renamed);
        rename_keys(&mut project.joint_limits, renamed);
        let pending = project.pending.iter_mut();
        for pending in pending.chain(&mut project.pending_unplaced) {
            rename_keys(&mut pending.pose, renamed);
            rename_keys(&mut pending.morphs, renamed);
        }
        for pin in &mut project.pins {
            rename(&mut pin.joint, renamed);
            pin.to.iter_mut().for_each(|to| rename(to, renamed));
        }
        for prop in &mut project.props {
            let aimed = prop.aim.iter_mut().filter_map(|aim| aim.joint.as_mut());
            let joints = prop.joint.iter_mut().chain(aimed);
            joints.for_each(|joint| rename(joint, renamed));
            for switch in &mut prop.switches {
                let aimed = switch.aim.iter_mut();
                let aimed = aimed.filter_map(|aim| aim.joint.as_mut());
                let joints = switch.joint.iter_mut().chain(aimed);
                joints.for_each(|joint| rename(joint, renamed));
            }
        }
        for own in project.driven.iter_mut().flatten() {
            rename(&mut own.driver, renamed);
            rename(&mut own.joint, renamed);
        }
        for own in project.interpolators.iter_mut().flatten() {
            rename_all(&mut own.joints, renamed);
            own.poses
                .iter_mut()
                .for_each(|pose| rename(&mut pose.joint, renamed));
        }
        rename_sight(&mut project.sight, renamed);
        project
    }
}

fn rename_sight(sight: &mut Sight, renamed: &Renamed) {
    for names in [&mut sight.hidden, &mut sight.locked, &mut sight.selected] {
        rename_all(names, renamed);
    }
    for set in &mut sight.sets {
        rename_all(&mut set.joints, renamed);
    }
    let ends = std::mem::take(&mut sight.limb_ends).into_iter();
    sight.limb_ends = ends
        .map(|(name, keeps)| (renamed.get(&name).cloned().unwrap_or(name), keeps))
        .collect();
}

fn rename_all(names: &mut [String], renamed: &Renamed) {
    for name in names {
        rename(name, renamed);
    }
}

fn rename_keys<T>(keyed: &mut Keyed<T>, renamed: &Renamed) {
    for (name, _) in keyed {
        rename(name, renamed);
    }
}

fn rename(name: &mut String, renamed: &Renamed) {
    if let Some(now) = renamed.get(name) {
        name.clone_from(now);
    }
}
