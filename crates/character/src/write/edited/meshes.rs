//! Meshes: shapes, weights and what is painted over them.

use super::Writing;
use super::skins::StillJoint;
use super::targets::write_target_names;
use crate::fault::extensions::DRACO;
use crate::json::tree::draft::{Draft, NewMembers, View};
use crate::meshes::vertex_maps::{attribute_of, kept_map};
use crate::model::character::{Attribute, Mesh, MorphTarget, Primitive};
use crate::write::json::{SETS, influence_set};
use crate::write::options::in_steps;
use crate::write::packer::{Packer, VERTICES};
use glam::{Vec3, Vec4};
use rig::{InfluenceRow, Influences, MapKind};

impl<'a> Writing<'a, '_> {
    /// Returns which skins need a joint for vertices that no joint moves.
    pub(super) fn write_meshes(&mut self) -> StillJoint {
        let (character, read) = (self.character, self.read);
        let mut still = StillJoint::default();
        let mut meshes = self.take("meshes");
        for number in 0..character.meshes.len() {
            let origin = self.mesh_sources.origin(number);
            let Some(before) = read.meshes.get(origin) else {
                continue;
            };
            if number >= meshes.len() {
                let copy = self.original.items("meshes").get(origin);
                meshes.push(copy.map_or(Draft::Null, View::to_draft));
            }
            let Some(json) = meshes.get_mut(number) else {
                continue;
            };
            if !self.is_mesh_same(number, before) {
                self.write_mesh(json, number, before, &mut still);
            }
            if let Some(mesh) = character.meshes.get(number) {
                write_target_names(json, mesh, before);
            }
        }
        self.put("meshes", meshes);
        self.write_target_weights();
        still
    }

    /// Whether no primitive of a mesh is written anew.
    pub(super) fn is_mesh_same(&self, number: usize, before: &Mesh) -> bool {
        let mesh = self.character.meshes.get(number);
        let primitives = mesh.into_iter().flat_map(|mesh| &mesh.primitives);
        let mut pairs = primitives.zip(&before.primitives);
        pairs.all(|(now, before)| !self.is_other(now, before))
    }

    fn is_other(&self, now: &Primitive, before: &Primitive) -> bool {
        let rewrites = self.options.rewrites_rows() && now.influences.is_some();
        rewrites || !is_same(now, before)
    }

    fn write_mesh(
        &mut self,
        json: &mut Draft<'a>,
        number: usize,
        before: &Mesh,
        still: &mut StillJoint,
    ) {
        let Some(mesh) = self.character.meshes.get(number) else {
            return;
        };
        let place = self.still_place(number);
        let mut primitives = json.take("primitives");
        let pairs = mesh.primitives.iter().zip(&before.primitives);
        for (now, before) in pairs {
            if self.is_other(now, before)
                && let Some(json) = primitives.get_mut(now.file_primitive)
            {
                let n_unbound = self.write_primitive(json, before, now, place);
                self.note_unbound(number, n_unbound, still);
            }
        }
        json.put("primitives", primitives);
    }

    /// The place in the lists of the mesh's skins that none of their joints has.
    fn still_place(&self, mesh: usize) -> usize {
        let skins = self.mesh_sources.skins(mesh).iter();
        let lengths = skins.filter_map(|&skin| self.character.rig.binds.get(skin));
        // A row names one place for all skins of the mesh: behind the longest list. Shorter ones are filled up to it.
        lengths.map(rig::BindPose::len).max().unwrap_or(0)
    }

    fn note_unbound(&mut self, mesh: usize, count: usize, still: &mut StillJoint) {
        if count == 0 {
            return;
        }
        let length = self.still_place(mesh) + 1;
        for &skin in self.mesh_sources.skins(mesh) {
            let known = still.lengths.entry(skin).or_default();
            *known = length.max(*known);
        }
        self.report.unbound.get_or_insert_default().count += count;
    }

    /// Writes what is other than it was. Returns how many vertices follow the joint at `still`.
    fn write_primitive(
        &mut self,
        json: &mut Draft<'a>,
        before: &Primitive,
        now: &Primitive,
        still: usize,
    ) -> usize {
        let came = json.clone();
        let mut attributes = json.member("attributes").unwrap_or(Draft::Null);
        let nothing = Primitive::default();
        // Compared with nothing, all that there is counts as changed.
        let before = if self.has_others(&attributes, before) {
            renew_attributes(&mut attributes, now, &mut self.packer);
            json.remove("targets");
            &nothing
        } else {
            before
        };
        write_shape(&mut attributes, before, now, &mut self.packer);
        if *now.triangles != *before.triangles {
            let indices = self.packer.indices(now.triangles.as_flattened());
            json.set("indices", indices);
            // Without it the indices are a list of triangles, which ours are, whatever strips or fans they came as.
            json.remove("mode");
        }
        write_targets(json, before, now, &mut self.packer);
        let n_unbound = self.write_influences(&mut attributes, before, now, still);
        for kind in MapKind::ALL {
            self.write_map(&mut attributes, before, now, kind);
        }
        json.set("attributes", attributes);
        // A copy in a compressed form still holds where nothing has changed.
        if json.view() != came.view() {
            drop_compression(json);
        }
        n_unbound
    }

    /// Whether the file has vertices of a primitive that were left out of it: then all that it keeps is written as its own.
    fn has_others(&self, attributes: &Draft<'_>, before: &Primitive) -> bool {
        let position = attributes.index("POSITION");
        let accessors = self.original.items("accessors");
        let accessor = position.and_then(|number| accessors.get(number));
        let count = accessor.and_then(|accessor| accessor.index("count"));
        count.is_some_and(|count| before.positions.len() < count)
    }

    fn write_influences(
        &mut self,
        attributes: &mut Draft<'a>,
        before: &Primitive,
        now: &Primitive,
        still: usize,
    ) -> usize {
        let Some(influences) = &now.influences else {
            if before.influences.is_some() {
                remove_rows(attributes);
            }
            return 0;
        };
        let came = before.influences.as_ref();
        let is_same = came.is_some_and(|before| same_rows(before, influences));
        if is_same && !self.options.rewrites_rows() {
            return 0;
        }
        remove_rows(attributes);
        let still = u16::try_from(still).unwrap_or(u16::MAX);
        let parts = self.parts_of(influences);
        let n_sets = influences.max_per_vertex().div_ceil(4).max(1);
        for (number, (of_joints, of_weights)) in SETS.into_iter().enumerate().take(n_sets) {
            let (mut joints, mut weights) = influence_set(influences, number);
            if number == 0 {
                follow_still(influences, still, &mut joints, &mut weights);
                keep_zeros(influences, &mut weights);
            }
            let weights = match &parts {
                None => self.packer.floats(&weights, VERTICES),
                Some((rows, steps)) => {
                    let parts = parts_of_set(rows, number, &mut joints, *steps);
                    self.packer.parts(&parts, *steps)
                }
            };
            let joints = self.packer.joints(&joints, self.options.joints);
            attributes.set(of_joints, joints);
            attributes.set(of_weights, weights);
        }
        let over = influences
            .rows()
            .filter(|InfluenceRow { joints, .. }| 4 < joints.len());
        self.report.over_four += over.count();
        influences.unbound_count() - influences.zero_rows().len()
    }

    /// Weights as integers, where those are asked for, and what they are parts of. Notes the largest rounding.
    fn parts_of(&mut self, influences: &Influences) -> Option<(Vec<Vec<u32>>, u32)> {
        let steps = self.options.weights.steps()?;
        let mut largest = 0.0_f64;
        let mut zeros = influences.zero_rows().iter().copied().peekable();
        let parts = (0_u32..).zip(influences.rows());
        let parts = parts.map(|(vertex, InfluenceRow { weights, .. })| {
            if zeros.next_if_eq(&vertex).is_some() {
                return vec![0];
            }
            let parts = in_steps(weights, steps);
            for (part, weight) in parts.iter().zip(weights) {
                let rounded = f64::from(*part) / f64::from(steps);
                // In f64, where a 16-bit part of one is not rounded once more.
                largest = largest.max((rounded - f64::from(*weight)).abs());
            }
            parts
        });
        let parts = parts.collect();
        let known = self.report.rounded.unwrap_or(0.0);
        self.report.rounded = Some(known.max(largest));
        Some((parts, steps))
    }

    fn write_map(
        &mut self,
        attributes: &mut Draft<'a>,
        before: &Primitive,
        now: &Primitive,
        kind: MapKind,
    ) {
        let name = attribute_of(kind);
        let came = before.maps[kind].clone();
        // A part that was unbound in the file has no maps, but may have their attributes.
        let came = came.or_else(|| kept_map(&before.attributes, kind));
        if now.influences.is_none() || came == now.maps[kind] {
            return;
        }
        match &now.maps[kind] {
            Some(map) => {
                self.report.replaced_maps +=
                    usize::from(came.is_none() && attributes.get(name).is_some());
                let values: Vec<[f32; 1]> = map.values().map(|value| [value]).collect();
                let accessor = self.packer.floats(&values, VERTICES);
                attributes.set(name, accessor);
            }
            None => attributes.remove(name),
        }
    }
}

/// One set of four of each row; joints without weight become the first, as glTF asks. A row without weights follows its one joint.
fn parts_of_set(
    rows: &[Vec<u32>],
    set: usize,
    joints: &mut [[u16; 4]],
    steps: u32,
) -> Vec<[u32; 4]> {
    let of_set = rows.iter().zip(joints).map(|(row, joints)| {
        let part = |slot: usize| row.get(4 * set + slot).copied().unwrap_or(0);
        let mut parts = [0, 1, 2, 3].map(part);
        if row.is_empty() && set == 0 {
            parts[0] = steps;
        }
        // A row of zeros keeps the joint that it follows.
        let kept = usize::from(row[..] == [0] && set == 0);
        for (joint, part) in joints.iter_mut().zip(parts).skip(kept) {
            if part == 0 {
                *joint = 0;
            }
        }
        parts
    });
    of_set.collect()
}

/// Positions, tangents, and normals where the file has them.
fn write_shape(
    attributes: &mut Draft<'_>,
    before: &Primitive,
    now: &Primitive,
    packer: &mut Packer<'_>,
) {
    if now.positions != before.positions {
        let positions = vectors(&now.positions);
        let positions = packer.floats_with_bounds(&positions, VERTICES);
        attributes.set("POSITION", positions);
    }
    if now.normals != before.normals && now.normals_given {
        let normals = packer.floats(&vectors(&now.normals), VERTICES);
        attributes.set("NORMAL", normals);
    }
    if now.tangents != before.tangents {
        let tangents: Vec<[f32; 4]> = now.tangents.iter().map(Vec4::to_array).collect();
        let tangents = packer.floats(&tangents, VERTICES);
        attributes.set("TANGENT", tangents);
    }
}

fn write_targets(
    json: &mut Draft<'_>,
    before: &Primitive,
    now: &Primitive,
    packer: &mut Packer<'_>,
) {
    if now.morph_targets == before.morph_targets {
        return;
    }
    let mut targets = json.take("targets");
    let count = now.morph_targets.len();
    if count < before.morph_targets.len() {
        // Those behind one that went are others at their places: all are written anew.
        targets.split_off(0);
    }
    targets.split_off(count);
    let n_known = targets.len();
    let n_new = count.saturating_sub(n_known);
    targets.extend((0..n_new).map(|_| Draft::from(NewMembers::new())));
    for (number, target) in now.morph_targets.iter().enumerate() {
        let came = before.morph_targets.get(number);
        if number < n_known && came == Some(target) {
            continue;
        }
        let Some(json) = targets.get_mut(number) else {
            continue;
        };
        let MorphTarget {
            positions,
            normals,
            tangents,
        } = target;
        match positions.is_empty() {
            true => json.remove("POSITION"),
            false => {
                let positions = packer.floats_with_bounds(&vectors(positions), VERTICES);
                json.set("POSITION", positions);
            }
        }
        for (name, list) in [("NORMAL", normals), ("TANGENT", tangents)] {
            match list.is_empty() {
                true => json.remove(name),
                false => json.set(name, packer.floats(&vectors(list), VERTICES)),
            }
        }
    }
    json.put("targets", targets);
}

/// A copy of the primitive in another coding would say something else.
fn drop_compression(json: &mut Draft<'_>) {
    let Some(extensions) = json.member_mut("extensions") else {
        return;
    };
    if let Some(extensions) = extensions.members_mut() {
        extensions.retain(|(name, _)| *name != DRACO);
    }
    if extensions.view().is_empty_object() {
        json.remove("extensions");
    }
}

/// Whether all that is written is as it was. Numbers of attributes without a field of their own may be none, and equal nothing.
pub(super) fn is_same(now: &Primitive, before: &Primitive) -> bool {
    let rows = match (&now.influences, &before.influences) {
        (Some(now), Some(before)) => same_rows(now, before),
        (now, before) => now == before,
    };
    rows && now.file_primitive == before.file_primitive
        && now.maps == before.maps
        && now.positions == before.positions
        && now.normals == before.normals
        && now.tangents == before.tangents
        && now.triangles == before.triangles
        && now.morph_targets == before.morph_targets
}

/// By value; how many joints there are does not matter.
fn same_rows(one: &Influences, other: &Influences) -> bool {
    one == other || (one.zero_rows() == other.zero_rows() && one.rows().eq(other.rows()))
}

/// Attributes without a field of their own as numbers of these vertices; rows and maps, which come after, are taken out.
fn renew_attributes(attributes: &mut Draft<'_>, now: &Primitive, packer: &mut Packer<'_>) {
    remove_rows(attributes);
    let Some(members) = attributes.members_mut() else {
        return;
    };
    let is_map = |attribute: &Attribute| {
        let mut names = MapKind::ALL.into_iter().map(attribute_of);
        now.influences.is_some() && attribute.width == 1 && names.any(|name| name == attribute.name)
    };
    members.retain_mut(|(name, value)| {
        if matches!(*name, "POSITION" | "NORMAL" | "TANGENT") {
            return true;
        }
        let found = now.attributes.iter().find(|of| of.name == *name);
        let found = found.filter(|attribute| !is_map(attribute));
        let written = found.and_then(|attribute| write_numbers(attribute, packer));
        if let Some(accessor) = written {
            *value = Draft::from(accessor);
        }
        written.is_some()
    });
}

/// None where an element is a matrix.
fn write_numbers(attribute: &Attribute, packer: &mut Packer<'_>) -> Option<usize> {
    let values = &attribute.values;
    Some(match attribute.width {
        1 => packer.floats(values.as_chunks::<1>().0, VERTICES),
        2 => packer.floats(values.as_chunks::<2>().0, VERTICES),
        3 => packer.floats(values.as_chunks::<3>().0, VERTICES),
        4 => packer.floats(values.as_chunks::<4>().0, VERTICES),
        _ => return None,
    })
}

/// Takes joints and weights out of attributes.
fn remove_rows(attributes: &mut Draft<'_>) {
    if let Some(members) = attributes.members_mut() {
        let is_row = |name: &str| name.starts_with("JOINTS_") || name.starts_with("WEIGHTS_");
        members.retain(|(name, _)| !is_row(name));
    }
}

/// Rows that were zeros in the file are so again, with the joint that they follow first in the list.
fn keep_zeros(influences: &Influences, weights: &mut [[f32; 4]]) {
    for &vertex in influences.zero_rows() {
        if let Some(weights) = weights.get_mut(vertex as usize) {
            *weights = [0.0; 4];
        }
    }
}

/// Gives vertices without influences to the joint at a place.
fn follow_still(
    influences: &Influences,
    still: u16,
    joints: &mut [[u16; 4]],
    weights: &mut [[f32; 4]],
) {
    let rows = influences.rows().zip(joints.iter_mut().zip(weights));
    for (InfluenceRow { joints: row, .. }, (joints, weights)) in rows {
        if row.is_empty() {
            (joints[0], weights[0]) = (still, 1.0);
        }
    }
}

fn vectors(list: &[Vec3]) -> Vec<[f32; 3]> {
    list.iter().map(Vec3::to_array).collect()
}
