//! The extensions `EXT_skin_method` and `EXT_node_scale_inheritance`, beside what [`keeping`](super::keeping) writes: see
//! [`skin_words`](crate::model::skin_words).

use std::collections::{BTreeMap, BTreeSet};

use rig::{MapKind, Method, ScaleInheritance};

use super::Writing;
use super::keeping::number_at_last;
use crate::fault::extensions::{SCALE_INHERITANCE, SKIN_METHOD};
use crate::json::tree::draft::{Draft, List, NewMembers, View};
use crate::meshes::vertex_maps::attribute_of;
use crate::model::character::{MeshSkinning, Primitive};
use crate::model::kept::{KeptRow, SavedState, rows};
use crate::model::skin_words::{
    INHERIT, OF_METHOD, ROW, child_words, inherit_word, inheritance_of, map_member, words,
};

impl<'a> Writing<'a, '_> {
    /// Writes what the extensions say, and names them in the file. Methods of skins and rows of helpers stay as they came where nothing
    /// is to be kept.
    pub(super) fn write_extensions(&mut self, kept: Option<&SavedState>) {
        if self.write_inherit_words() {
            let is_said = |node: View<'_>| said(node, SCALE_INHERITANCE).is_some();
            let is_used = self.json.items("nodes").iter().any(is_said);
            self.name_extension(SCALE_INHERITANCE, is_used);
        }
        let mut is_other = self.write_words_of_meshes();
        if let Some(kept) = kept {
            is_other |= self.write_words_of_skins(kept);
            is_other |= self.write_rows(kept);
        }
        if is_other {
            let is_used = self.is_method_said();
            self.name_extension(SKIN_METHOD, is_used);
        }
    }

    fn is_method_said(&self) -> bool {
        let is_said = |object: View<'_>| said(object, SKIN_METHOD).is_some();
        let in_mesh = |mesh: View<'_>| mesh.items("primitives").iter().any(is_said);
        self.json.items("nodes").iter().any(is_said)
            || self.json.items("skins").iter().any(is_said)
            || self.json.items("meshes").iter().any(in_mesh)
    }

    /// The choice of a scaled joint, at its children. Whether anything changed.
    ///
    /// Children of a joint that is two nodes say nothing: the lower node, on which they hang, has none of the scale.
    fn write_inherit_words(&mut self) -> bool {
        let (rig, mixed) = (&self.character.rig, self.mixed_parents());
        let mut nodes = self.take("nodes");
        let mut is_other = false;
        for joint in rig.skeleton.joints() {
            let above = self.nodes.above.get(&joint).copied();
            let number = above.unwrap_or_else(|| self.nodes.of(joint));
            let parent = rig.skeleton.parent(joint);
            if parent.is_some_and(|parent| mixed.contains(&rig.skeleton.key(parent))) {
                continue;
            }
            let parent = parent.filter(|parent| !self.nodes.above.contains_key(parent));
            let choice = parent.and_then(|parent| rig.scale_inheritance.get(parent.index()));
            let choice = choice.copied().unwrap_or_default();
            let came = nodes
                .get(number)
                .and_then(|node| said(node, SCALE_INHERITANCE)?.get(INHERIT)?.as_str());
            if came.map_or(Some(ScaleInheritance::Children), inheritance_of) == Some(choice) {
                continue;
            }
            let word = match choice {
                ScaleInheritance::Children => Vec::new(),
                ScaleInheritance::Joint
                | ScaleInheritance::Segment
                | ScaleInheritance::Unscaled
                | ScaleInheritance::Average
                | ScaleInheritance::Aligned => vec![(INHERIT, inherit_word(choice).into())],
            };
            let own = OwnMembers {
                extension: SCALE_INHERITANCE,
                names: &[INHERIT],
            };
            is_other |= own.set_in(&mut nodes, number, word);
        }
        self.put("nodes", nodes);
        is_other
    }

    /// Keys of joints whose children said several things, and whose choice is as it was read: all of that stays.
    fn mixed_parents(&self) -> BTreeSet<u32> {
        let (now, read) = (&self.character.rig, &self.read.rig);
        let root = self.character.source.tree.root();
        let said = child_words(root, &read.skeleton, &self.read.above);
        let mixed = said.into_iter().filter(|(_, said)| said.n_others > 0);
        let mixed = mixed.filter_map(|(joint, said)| {
            let key = read.skeleton.key(joint);
            let joint = self.nodes.by_key.get(&key)?;
            let choice = now.scale_inheritance.get(joint.index());
            (choice == Some(&said.choice)).then_some(key)
        });
        mixed.collect()
    }

    /// Methods of meshes, and the accessors of their maps. Whether anything changed.
    fn write_words_of_meshes(&mut self) -> bool {
        let (character, read) = (self.character, self.read);
        let mut meshes = self.take("meshes");
        let mut is_other = false;
        for (number, mesh) in character.meshes.iter().enumerate() {
            let Some(before) = read.meshes.get(self.mesh_sources.origin(number)) else {
                continue;
            };
            let said = mesh.skinning.map(words).unwrap_or_default();
            for (now, before) in mesh.primitives.iter().zip(&before.primitives) {
                let place = MeshPlace {
                    mesh: number,
                    primitive: now.file_primitive,
                };
                let own = OwnMembers {
                    extension: SKIN_METHOD,
                    names: &OF_METHOD,
                };
                is_other |= place.set(&mut meshes, &own, said.clone());
                is_other |= place.name_maps(&mut meshes, [now, before]);
            }
        }
        self.put("meshes", meshes);
        is_other
    }

    /// How the skin was shown, at each skin; nothing where that is linear, as without the extension. Whether anything changed.
    fn write_words_of_skins(&mut self, kept: &SavedState) -> bool {
        let root = self.character.source.tree.root();
        let came = &self.character.source.kept;
        let mut skins = self.take("skins");
        let is_said = |skin: View<'_>| said(skin, SKIN_METHOD).is_some();
        // Skins may say several things, of which the first was read.
        let is_as_said =
            kept.skinning == came.skinning && View::from(root).items("skins").iter().any(is_said);
        let shown = kept.skinning.filter(|of| of.method != Method::Linear);
        let own = OwnMembers {
            extension: SKIN_METHOD,
            names: &OF_METHOD,
        };
        let mut is_other = false;
        for number in (0..skins.len()).filter(|_| !is_as_said) {
            let said = shown.map(|of| {
                words(MeshSkinning {
                    method: of.method,
                    signs: Some(of.signs),
                })
            });
            is_other |= own.set_in(&mut skins, number, said.unwrap_or_default());
        }
        self.put("skins", skins);
        is_other
    }

    /// Rows of helpers, at their nodes. Whether anything changed.
    fn write_rows(&mut self, kept: &SavedState) -> bool {
        let numbers = self.numbers_at_last();
        let mut nodes = self.take("nodes");
        let node_of = |key: u32| {
            let joint = self.nodes.by_key.get(&key)?;
            number_at_last(numbers.as_ref(), self.nodes.of(*joint))
        };
        let own = OwnMembers {
            extension: SKIN_METHOD,
            names: &[ROW],
        };
        let rows = kept.rows.iter().map(|row| (row.helper, row));
        let by_helper: BTreeMap<u32, &KeptRow> = rows.collect();
        let mut is_other = false;
        for (key, joint) in &self.nodes.by_key {
            let row = by_helper
                .get(key)
                .and_then(|row| Some((ROW, rows::said(row, node_of)?)));
            is_other |= own.set_in(&mut nodes, self.nodes.of(*joint), row.into_iter().collect());
        }
        self.put("nodes", nodes);
        is_other
    }
}

/// A primitive of the file.
#[derive(Clone, Copy)]
struct MeshPlace {
    mesh: usize,
    primitive: usize,
}

impl MeshPlace {
    /// Names the accessors of all kinds of maps. Whether anything changed.
    fn name_maps(self, meshes: &mut List<'_>, [now, before]: [&Primitive; 2]) -> bool {
        let mut is_other = false;
        for kind in MapKind::ALL {
            is_other |= self.name_map(meshes, kind, now, before);
        }
        is_other
    }

    /// Names the accessor of a map's attribute. What the extension names stays where the map is as it was read.
    fn name_map(
        self,
        meshes: &mut List<'_>,
        kind: MapKind,
        now: &Primitive,
        before: &Primitive,
    ) -> bool {
        let Some(json) = self.of(meshes) else {
            return false;
        };
        let member = map_member(kind);
        let is_named = said(json, SKIN_METHOD).is_some_and(|own| own.get(member).is_some());
        let is_same = now.maps[kind] == before.maps[kind];
        // Of a part that no joint moves the maps are not looked at.
        if now.influences.is_none() || is_named && is_same {
            return false;
        }
        let attributes = json.get("attributes");
        let number = attributes.and_then(|attributes| attributes.index(attribute_of(kind)));
        let number = number.filter(|_| now.maps[kind].is_some());
        let own = OwnMembers {
            extension: SKIN_METHOD,
            names: &[member],
        };
        let members = number.map(|number| (member, number.into()));
        self.set(meshes, &own, members.into_iter().collect())
    }

    fn of<'s>(self, meshes: &'s List<'_>) -> Option<View<'s>> {
        meshes
            .get(self.mesh)?
            .items("primitives")
            .get(self.primitive)
    }

    fn set<'a>(self, meshes: &mut List<'a>, own: &OwnMembers<'_>, members: NewMembers<'a>) -> bool {
        let json = self.of(meshes);
        if json.is_none_or(|json| own.are(json, &members)) {
            return false;
        }
        let Some(mesh) = meshes.get_mut(self.mesh) else {
            return false;
        };
        let mut primitives = mesh.take("primitives");
        let is_other = own.set_in(&mut primitives, self.primitive, members);
        mesh.put("primitives", primitives);
        is_other
    }
}

/// Members of an extension that are written; all others of it stay.
struct OwnMembers<'n> {
    extension: &'static str,
    names: &'n [&'static str],
}

impl OwnMembers<'_> {
    /// Whether an object has these members and no others of the names.
    fn are(&self, object: View<'_>, members: &NewMembers<'_>) -> bool {
        let own = said(object, self.extension);
        self.names.iter().all(|name| {
            let now = members.iter().find(|(of, _)| of == name);
            own.and_then(|own| own.get(name)) == now.map(|(_, value)| value.view())
        })
    }

    /// Sets them in an object of a list. False where they are those that it has.
    fn set_in<'a>(&self, list: &mut List<'a>, number: usize, members: NewMembers<'a>) -> bool {
        let object = list.get(number);
        if object.is_none_or(|object| self.are(object, &members)) {
            return false;
        }
        if let Some(object) = list.get_mut(number) {
            self.set(object, members);
        }
        true
    }

    fn set<'a>(&self, object: &mut Draft<'a>, members: NewMembers<'a>) {
        let none = || Draft::from(NewMembers::new());
        let came = object.member("extensions").filter(Draft::is_object);
        let mut extensions = came.unwrap_or_else(none);
        let came = extensions.member(self.extension).filter(Draft::is_object);
        let mut own = came.unwrap_or_else(none);
        for name in self.names {
            own.remove(name);
        }
        for (name, value) in members {
            own.set(name, value);
        }
        match own.view().is_empty_object() {
            true => extensions.remove(self.extension),
            false => extensions.set(self.extension, own),
        }
        match extensions.view().is_empty_object() {
            true => object.remove("extensions"),
            false => object.set("extensions", extensions),
        }
    }
}

/// What an object says by an extension.
fn said<'s>(object: View<'s>, extension: &str) -> Option<View<'s>> {
    object.get("extensions")?.get(extension)
}
