//! `dualskin unbind`: meshes lose their skin and stay where they are at rest.

use std::collections::BTreeMap;

use character::SkeletonEdit;
use scene::names::joint_name;
use scene::report::pluralize;
use session::document::Document;
use session::state::weight_operations::weight_changes::{self, bound_words};
use session::state::weight_operations::weight_request::WeightResult;
use weights::Report as Changes;

use crate::terminal::printable::{list_names, short};
use crate::{Failure, FailureKind};

/// Takes the skin off meshes: of the node that is asked for by index or name, or of all.
pub(super) fn unbind_meshes(
    source: &str,
    document: &Document,
    asked: Option<&str>,
) -> Result<WeightResult, Failure> {
    let skeleton = &document.character.rig.skeleton;
    let skinned = document.character.instances.iter();
    let skinned = skinned.filter(|instance| instance.skin.is_some());
    let all: BTreeMap<u32, String> = skinned
        .map(|instance| {
            (
                skeleton.key(instance.node),
                joint_name(skeleton, instance.node),
            )
        })
        .collect();
    if all.is_empty() {
        return Err(Failure::Known(
            FailureKind::NotSkinned,
            format!(
                "{source}: no mesh of it has a skin, so that there is nothing to take off; choose a character with a skin."
            ),
        ));
    }
    let index: Option<u32> = asked.and_then(|asked| asked.parse().ok());
    let is_meant = |(key, name): &(&u32, &String)| {
        asked.is_none_or(|asked| Some(**key) == index || *name == asked)
    };
    let nodes: Vec<u32> = all.iter().filter(is_meant).map(|(key, _)| *key).collect();
    if nodes.is_empty() || (asked.is_some() && nodes.len() > 1) {
        let labels = all.iter().map(|(key, name)| format!("{key} ({name})"));
        let what = if nodes.is_empty() {
            "no mesh"
        } else {
            "more than one mesh"
        };
        return Err(Failure::Usage(format!(
            "{source}: {what} with a skin is called {}; choose one by the index of its node: {}.",
            asked.map_or_else(String::new, short),
            list_names(labels)
        )));
    }
    let count = pluralize(nodes.len(), "mesh");
    let edited = document.with_skeleton_edit(&SkeletonEdit::Unbind { nodes });
    let (after, _) = edited.map_err(|error| Failure::Data(format!("{source}: {error}.")))?;
    let both = [&*document.character, &*after.character];
    let bound = bound_words(both);
    let mut report = Changes::default();
    report.changed = weight_changes::Changes::of_weights(both).differing;
    Ok(WeightResult {
        name: "Unbind".to_owned(),
        after,
        report,
        said: format!("Unbind: {count} without skin and weights; {bound}."),
        is_fresh: false,
        is_compared: false,
        shows: None,
    })
}
