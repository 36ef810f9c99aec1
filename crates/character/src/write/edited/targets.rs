//! What meshes and nodes say of morph targets beside their displacements: names and weights.

use super::Writing;
use crate::json::tree::draft::{Draft, List, NewMembers};
use crate::model::character::{Mesh, MeshInstance};

/// The names in `extras` of the mesh, where most programs look for them, if they are others than they were.
pub(super) fn write_target_names<'a>(json: &mut Draft<'a>, mesh: &Mesh, before: &Mesh) {
    if mesh.target_names == before.target_names || !json.is_object() {
        return;
    }
    let came = json.member("extras").filter(Draft::is_object);
    let mut extras = came.unwrap_or_else(|| Draft::from(NewMembers::new()));
    let names = mesh.target_names.iter();
    let names: Draft<'a> = names.map(|name| Draft::from(name.clone())).collect();
    extras.set("targetNames", names);
    json.set("extras", extras);
}

impl Writing<'_, '_> {
    /// Weights of meshes that have other targets than they had, and of all nodes that show them: lists must be as long.
    pub(super) fn write_target_weights(&mut self) {
        let (character, read) = (self.character, self.read);
        let mut meshes = self.take("meshes");
        let mut nodes = self.take("nodes");
        for (number, mesh) in character.meshes.iter().enumerate() {
            let before = read.meshes.get(self.mesh_sources.origin(number));
            let count = mesh.target_count();
            let pairs = character.instances.iter().zip(&read.instances);
            let mut pairs = pairs.filter(|(now, _)| now.mesh == number);
            let has_same = before.is_none_or(|before| before.target_count() == count)
                && pairs.all(|(now, before)| now.morph_weights == before.morph_weights);
            if has_same {
                continue;
            }
            if let Some(json) = meshes.get_mut(number) {
                set_length(json, count);
            }
            set_lengths(&mut nodes, number, count);
            let of_mesh = meshes
                .get(number)
                .is_some_and(|json| json.get("weights").is_some());
            let instances = character.instances.iter();
            let shown = instances.filter(|own| own.mesh == number);
            shown.for_each(|instance| set_weights(&mut nodes, instance, of_mesh));
        }
        self.put("meshes", meshes);
        self.put("nodes", nodes);
    }
}

/// Lists of weights of all nodes that show a mesh, as long as they have to be.
fn set_lengths(nodes: &mut List<'_>, mesh: usize, count: usize) {
    for place in 0..nodes.len() {
        let of_node = nodes.get(place).and_then(|node| node.index("mesh"));
        if of_node == Some(mesh)
            && let Some(json) = nodes.get_mut(place)
        {
            set_length(json, count);
        }
    }
}

/// The weights of a mesh at its node, where one is not zero, or where the node would have others: its own, or those of the mesh.
fn set_weights(nodes: &mut List<'_>, instance: &MeshInstance, of_mesh: bool) {
    let Some(json) = nodes.get_mut(instance.file_node) else {
        return;
    };
    let is_set = instance.morph_weights.iter().any(|weight| *weight != 0.0);
    if !instance.morph_weights.is_empty() && (is_set || of_mesh || json.get("weights").is_some()) {
        let weights = instance.morph_weights.iter();
        let weights: Draft<'_> = weights.map(|weight| Draft::from(*weight)).collect();
        json.set("weights", weights);
    }
}

/// A list of weights as long as it has to be, if there is one; none where there are no targets.
fn set_length(json: &mut Draft<'_>, count: usize) {
    if json.get("weights").is_none() {
        return;
    }
    if count == 0 {
        json.remove("weights");
        return;
    }
    let mut weights = json.take("weights");
    weights.split_off(count);
    let missing = count.saturating_sub(weights.len());
    weights.extend((0..missing).map(|_| Draft::from(0.0_f32)));
    json.put("weights", weights);
}
