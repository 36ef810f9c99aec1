//! Props: what other files show, written into a character's file as nodes below its joints or in its scene.
//!
//! The lists of the other file come behind the character's own, and all that names them by number is moved along. Its bytes come behind
//! those of the chunk, or in one more buffer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::{Mat3, Quat, Vec3};
use rig::{MAX_JOINTS, Trs, singular_values};

use super::edited::{FileParts, JointNode, OF_NODE};
use super::one_file::into_one;
use super::packer::Packer;
use super::save::SaveError;
use crate::bytes::uri::address;
use crate::clips::still_shear::SHEAR_KEYS;
use crate::json::tree::draft::{Draft, View, object};
use crate::model::character::Character;
use crate::model::kept::keep;
use crate::model::source::Source;

/// What another file shows, as it is written into the file of a character.
///
/// Nodes, meshes, skins, materials and pictures go along. Its clips, cameras, lights and variants do not.
#[derive(Clone, Debug, PartialEq)]
pub struct AttachedProp {
    /// The name of the node that all of it hangs on.
    pub name: String,
    /// The other file as it was opened.
    pub prop: Arc<Character>,
    /// The key of the joint under which that node hangs; none, or that of no joint, for the default scene itself.
    pub under: Option<u32>,
    /// Where that is without a clip: in the joint's frame `W`, which rests rigid, or in the scene. What the joint's node stretches at rest
    /// beside that is taken back by the node, or by one more where it is not the same along all axes.
    pub place: Trs,
    /// Where it is in clips; where there is none for a clip it stays.
    pub tracks: Vec<PropTrack>,
}

/// Where a prop is in one clip.
#[derive(Clone, Debug, PartialEq)]
pub struct PropTrack {
    /// The clip, by its place in [`Character::clips`].
    pub clip: usize,
    /// Seconds, rising.
    pub times: Vec<f32>,
    /// Where it is at each of them, straight in between.
    pub places: Vec<Trs>,
}

/// Extensions that go along, by how their names begin: they name no parts of a file but textures and pictures.
const TAKEN_ALONG: [&str; 5] = [
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "MSFT_texture_",
    "KHR_mesh_quantization",
];
/// A stretch whose axes differ by less is the same along all, relative to its size.
const EVEN: f32 = 1e-5;
/// What the variants of materials are called, whose list stands elsewhere in a file.
const VARIANTS: &str = "KHR_materials_variants";

/// Writes props into the parts of a file.
///
/// Fails where the file would have more nodes than are read again.
pub(super) fn attach_props<'a>(
    written: &mut FileParts<'a>,
    character: &'a Character,
    is_glb: bool,
    props: &'a [AttachedProp],
) -> Result<(), SaveError> {
    if props.is_empty() {
        return Ok(());
    }
    let source: &'a Source = &character.source;
    let json = written.json.get_or_insert_with(|| source.draft());
    let mut bytes = Bytes::of(json, written.binary.take(), is_glb || source.is_glb);
    let mut nodes = Vec::with_capacity(props.len());
    for prop in props {
        nodes.push(add_file(json, &mut bytes, prop));
    }
    for (prop, &node) in props.iter().zip(&nodes) {
        match prop.under.and_then(|key| written.nodes.get(&key)) {
            Some(joint) => attach_under(json, prop, joint, node),
            None => add_to_scene(json, node),
        }
    }
    write_tracks(json, &mut bytes, props, &nodes);
    written.binary = bytes.put_back(json);
    let found = json.items("nodes").len();
    if found > MAX_JOINTS {
        return Err(SaveError::TooMany {
            name: character.name.clone(),
            what: "nodes",
            found,
            limit: MAX_JOINTS,
        });
    }
    Ok(())
}

/// The buffer that grows.
struct Bytes {
    /// Its number.
    buffer: usize,
    /// All of it.
    bytes: Vec<u8>,
    /// The chunk beside it, where it is a buffer of its own.
    chunk: Option<Vec<u8>>,
    is_chunk: bool,
}

impl Bytes {
    fn of(json: &Draft<'_>, binary: Option<Vec<u8>>, may_be_chunk: bool) -> Self {
        let buffers = json.items("buffers");
        let first = buffers.get(0);
        if may_be_chunk && first.is_none_or(|buffer| buffer.get("uri").is_none()) {
            return Self {
                buffer: 0,
                bytes: binary.unwrap_or_default(),
                chunk: None,
                is_chunk: true,
            };
        }
        Self {
            buffer: buffers.len(),
            bytes: Vec::new(),
            chunk: binary,
            is_chunk: false,
        }
    }

    /// Where more begins: at a multiple of four.
    fn align(&mut self) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.bytes.len()
    }

    /// Puts the buffer into the JSON, and returns the chunk.
    fn put_back(self, json: &mut Draft<'_>) -> Option<Vec<u8>> {
        if self.bytes.is_empty() {
            return self.chunk;
        }
        let mut buffers = json.take("buffers");
        if !self.is_chunk {
            buffers.push(object([
                ("byteLength", self.bytes.len().into()),
                ("uri", address(&self.bytes).into()),
            ]));
            json.put("buffers", buffers);
            return self.chunk;
        }
        if buffers.len() == 0 {
            buffers.push(object([]));
        }
        if let Some(buffer) = buffers.get_mut(0) {
            buffer.set("byteLength", self.bytes.len());
        }
        json.put("buffers", buffers);
        Some(self.bytes)
    }
}

/// By how much the numbers of another file grow in this one.
struct Shifts {
    buffer: usize,
    bytes: usize,
    views: usize,
    accessors: usize,
    images: usize,
    samplers: usize,
    textures: usize,
    materials: usize,
    meshes: usize,
    skins: usize,
    nodes: usize,
}

impl Shifts {
    fn of(json: &Draft<'_>, bytes: &mut Bytes) -> Self {
        let count = |name: &str| json.items(name).len();
        Self {
            buffer: bytes.buffer,
            bytes: bytes.align(),
            views: count("bufferViews"),
            accessors: count("accessors"),
            images: count("images"),
            samplers: count("samplers"),
            textures: count("textures"),
            materials: count("materials"),
            meshes: count("meshes"),
            skins: count("skins"),
            nodes: count("nodes"),
        }
    }

    fn view(&self, view: &mut Draft<'_>) {
        view.remove("extensions");
        let offset = view.index("byteOffset").unwrap_or(0);
        view.set("buffer", self.buffer);
        view.set("byteOffset", offset.saturating_add(self.bytes));
    }

    fn accessor(&self, accessor: &mut Draft<'_>) {
        shift(accessor, "bufferView", self.views);
        let Some(sparse) = accessor.member_mut("sparse") else {
            return;
        };
        for name in ["indices", "values"] {
            if let Some(part) = sparse.member_mut(name) {
                shift(part, "bufferView", self.views);
            }
        }
    }

    fn texture(&self, texture: &mut Draft<'_>) {
        shift(texture, "source", self.images);
        shift(texture, "sampler", self.samplers);
        keep_known(texture);
        let extensions = texture.member_mut("extensions");
        let members = extensions.and_then(Draft::members_mut);
        for (_, extension) in members.into_iter().flatten() {
            shift(extension, "source", self.images);
        }
    }

    fn mesh(&self, mesh: &mut Draft<'_>) {
        keep_known(mesh);
        mesh.change_each("primitives", |primitive| {
            primitive.remove("extensions");
            shift(primitive, "indices", self.accessors);
            shift(primitive, "material", self.materials);
            if let Some(attributes) = primitive.member_mut("attributes") {
                shift_members(attributes, self.accessors);
            }
            primitive.change_each("targets", |target| shift_members(target, self.accessors));
        });
    }

    fn skin(&self, skin: &mut Draft<'_>) {
        shift(skin, "inverseBindMatrices", self.accessors);
        shift(skin, "skeleton", self.nodes);
        shift_all(skin, "joints", self.nodes);
        keep_known(skin);
    }

    fn node(&self, node: &mut Draft<'_>) {
        node.remove("camera");
        node.remove("extensions");
        // A pose that the other file keeps would be one of the character.
        keep(node, &OF_NODE, Vec::new());
        // These name clips and accessors of the other file.
        keep(node, &[SHEAR_KEYS], Vec::new());
        shift(node, "mesh", self.meshes);
        shift(node, "skin", self.skins);
        shift_all(node, "children", self.nodes);
    }
}

/// Adds all of another file, and one more node above its scene. Returns the number of that.
fn add_file<'a>(json: &mut Draft<'a>, bytes: &mut Bytes, prop: &'a AttachedProp) -> usize {
    let source = &*prop.prop.source;
    let mut theirs = source.draft();
    let chunk = into_one(&mut theirs, source);
    let by = Shifts::of(json, bytes);
    bytes.bytes.extend(chunk);
    let roots = roots(theirs.view());
    add_extensions(json, theirs.view());
    add(json, &mut theirs, "bufferViews", |view| by.view(view));
    add(json, &mut theirs, "accessors", |own| by.accessor(own));
    add(json, &mut theirs, "images", |image| {
        keep_known(image);
        shift(image, "bufferView", by.views);
    });
    add(json, &mut theirs, "samplers", keep_known);
    add(json, &mut theirs, "textures", |texture| by.texture(texture));
    add(json, &mut theirs, "materials", |material| {
        keep_known(material);
        shift_textures(material, by.textures);
    });
    add(json, &mut theirs, "meshes", |mesh| by.mesh(mesh));
    add(json, &mut theirs, "skins", |skin| by.skin(skin));
    add(json, &mut theirs, "nodes", |node| by.node(node));
    let mut above = object([("name", prop.name.as_str().into())]);
    write_place(&mut above, &prop.place);
    let children = roots.into_iter().map(|root| root.saturating_add(by.nodes));
    above.put_indices("children", children.collect());
    let mut nodes = json.take("nodes");
    let number = nodes.len();
    nodes.push(above);
    json.put("nodes", nodes);
    number
}

/// Puts the elements of a list behind those of this file, each changed.
fn add<'a>(
    json: &mut Draft<'a>,
    theirs: &mut Draft<'a>,
    name: &'static str,
    mut change: impl FnMut(&mut Draft<'a>),
) {
    let mut list = json.take(name);
    for mut element in theirs.take(name).into_elements() {
        change(&mut element);
        list.push(element);
    }
    json.put_back(name, list);
}

/// The nodes at the top of the scene that is shown; without scenes those that are nobody's children.
fn roots(theirs: View<'_>) -> Vec<usize> {
    let scene = theirs.index("scene").unwrap_or(0);
    if let Some(scene) = theirs.items("scenes").get(scene) {
        return scene.indices("nodes");
    }
    let nodes = theirs.items("nodes");
    let children = nodes.iter().flat_map(|node| node.indices("children"));
    let children: BTreeSet<usize> = children.collect();
    (0..nodes.len())
        .filter(|node| !children.contains(node))
        .collect()
}

/// Makes a node a child of a joint's node. That has the stretch of its rest: `P⁻¹` takes it back.
fn attach_under(json: &mut Draft<'_>, prop: &AttachedProp, joint: &JointNode, node: usize) {
    let unstretched = joint.rest_stretch.inverse();
    let size = unstretched.x_axis.x;
    let apart = (unstretched - Mat3::from_diagonal(Vec3::splat(size))).to_cols_array();
    let is_even = apart.iter().all(|part| part.abs() <= EVEN * size.abs());
    if is_even {
        let place = Trs {
            translation: size * prop.place.translation,
            scale: size * prop.place.scale,
            ..prop.place
        };
        place_node(json, node, &place);
        return add_child(json, "nodes", "children", joint.number, node);
    }
    // P⁻¹ = U Σ Vᵀ: the upper node has U Σ, and the lower Vᵀ before its own place.
    let split = singular_values(unstretched);
    let back = split.right.conjugate();
    let place = Trs {
        translation: back * prop.place.translation,
        rotation: (back * prop.place.rotation).normalize(),
        scale: prop.place.scale,
    };
    place_node(json, node, &place);
    let mut above = object([("name", format!("{} stretch", prop.name).into())]);
    let unstretch = Trs {
        translation: Vec3::ZERO,
        rotation: split.left,
        scale: split.values,
    };
    write_place(&mut above, &unstretch);
    above.put_indices("children", vec![node]);
    let mut nodes = json.take("nodes");
    let number = nodes.len();
    nodes.push(above);
    json.put("nodes", nodes);
    add_child(json, "nodes", "children", joint.number, number);
}

fn place_node(json: &mut Draft<'_>, node: usize, place: &Trs) {
    let mut nodes = json.take("nodes");
    if let Some(node) = nodes.get_mut(node) {
        write_place(node, place);
    }
    json.put_back("nodes", nodes);
}

/// Puts a node into the default scene.
fn add_to_scene(json: &mut Draft<'_>, node: usize) {
    let scene = json.index("scene").unwrap_or(0);
    add_child(json, "scenes", "nodes", scene, node);
}

/// Puts a node into the list `name` of an element of another list.
fn add_child(
    json: &mut Draft<'_>,
    list: &'static str,
    name: &'static str,
    place: usize,
    node: usize,
) {
    let mut parents = json.take(list);
    if let Some(parent) = parents.get_mut(place) {
        let mut children = parent.view().indices(name);
        children.push(node);
        parent.put_indices(name, children);
    }
    json.put_back(list, parents);
}

/// Writes where props are in clips.
fn write_tracks(json: &mut Draft<'_>, bytes: &mut Bytes, props: &[AttachedProp], nodes: &[usize]) {
    let mut packer = Packer {
        buffer: bytes.buffer,
        base: bytes.align(),
        first_view: json.items("bufferViews").len(),
        first_accessor: json.items("accessors").len(),
        ..Packer::default()
    };
    let mut of_clips: BTreeMap<usize, Vec<(usize, &PropTrack)>> = BTreeMap::new();
    for (prop, &node) in props.iter().zip(nodes) {
        for track in prop.tracks.iter().filter(|track| !track.times.is_empty()) {
            of_clips.entry(track.clip).or_default().push((node, track));
        }
    }
    let mut animations = json.take("animations");
    for (clip, tracks) in of_clips {
        if let Some(animation) = animations.get_mut(clip) {
            for (node, track) in tracks {
                write_track(animation, &mut packer, node, track);
            }
        }
    }
    json.put_back("animations", animations);
    for (name, ours) in [
        ("bufferViews", packer.views),
        ("accessors", packer.accessors),
    ] {
        let mut list = json.take(name);
        list.extend(ours);
        json.put_back(name, list);
    }
    bytes.bytes.extend(packer.bytes);
}

fn write_track<'a>(
    animation: &mut Draft<'a>,
    packer: &mut Packer<'a>,
    node: usize,
    track: &PropTrack,
) {
    let times: Vec<[f32; 1]> = track.times.iter().map(|&time| [time]).collect();
    let times = packer.floats_with_bounds(&times, None);
    let vectors = |of: fn(&Trs) -> Vec3| {
        let vectors = track.places.iter().map(|place| of(place).to_array());
        vectors.collect::<Vec<[f32; 3]>>()
    };
    let values = [
        (
            "translation",
            packer.floats(&vectors(|place| place.translation), None),
        ),
        ("rotation", packer.floats(&turns(&track.places), None)),
        ("scale", packer.floats(&vectors(|place| place.scale), None)),
    ];
    let (mut samplers, mut channels) = (animation.take("samplers"), animation.take("channels"));
    for (path, values) in values {
        let target = object([("node", node.into()), ("path", path.into())]);
        channels.push(object([
            ("sampler", samplers.len().into()),
            ("target", target),
        ]));
        samplers.push(object([
            ("input", times.into()),
            ("output", values.into()),
            ("interpolation", "LINEAR".into()),
        ]));
    }
    animation.put_back("samplers", samplers);
    animation.put_back("channels", channels);
}

/// Rotations, each on the side of the one before: what lies between is the short way then.
fn turns(places: &[Trs]) -> Vec<[f32; 4]> {
    let mut last: Option<Quat> = None;
    let turns = places.iter().map(|place| {
        let turn = match last {
            Some(last) if last.dot(place.rotation) < 0.0 => -place.rotation,
            _ => place.rotation,
        };
        last = Some(turn);
        turn.to_array()
    });
    turns.collect()
}

fn write_place(node: &mut Draft<'_>, place: &Trs) {
    node.set("translation", place.translation.to_array());
    node.set("rotation", place.rotation.to_array());
    node.set("scale", place.scale.to_array());
}

fn shift(object: &mut Draft<'_>, name: &'static str, by: usize) {
    if let Some(old) = object.index(name).filter(|_| by > 0) {
        object.set(name, old.saturating_add(by));
    }
}

fn shift_all(object: &mut Draft<'_>, name: &'static str, by: usize) {
    let old = object.view().indices(name);
    if !old.is_empty() && by > 0 {
        let new = old.into_iter().map(|old| old.saturating_add(by));
        object.put_indices(name, new.collect());
    }
}

/// Shifts every member that is a number.
fn shift_members(object: &mut Draft<'_>, by: usize) {
    for (_, value) in object.members_mut().into_iter().flatten() {
        if let Some(old) = value.view().to_index() {
            *value = old.saturating_add(by).into();
        }
    }
}

/// Shifts the textures that a material names, those of its extensions too: members that end in `Texture` say their `index`. As deep as
/// the JSON is, which is bounded when it is read.
fn shift_textures(material: &mut Draft<'_>, by: usize) {
    for (name, member) in material.members_mut().into_iter().flatten() {
        if *name == "extras" || !member.is_object() {
            continue;
        }
        if name.ends_with("Texture") {
            shift(member, "index", by);
        }
        shift_textures(member, by);
    }
}

fn is_taken_along(name: &str) -> bool {
    name != VARIANTS && TAKEN_ALONG.iter().any(|known| name.starts_with(known))
}

/// Leaves out extensions that may name what does not go along.
fn keep_known(object: &mut Draft<'_>) {
    let Some(extensions) = object.member_mut("extensions") else {
        return;
    };
    if let Some(members) = extensions.members_mut() {
        members.retain(|(name, _)| is_taken_along(name));
    }
    if extensions.view().is_empty_object() {
        object.remove("extensions");
    }
}

/// Names the extensions of another file that go along.
fn add_extensions(json: &mut Draft<'_>, theirs: View<'_>) {
    for name in ["extensionsUsed", "extensionsRequired"] {
        let names = theirs.items(name).iter().filter_map(View::as_str);
        let names: Vec<&str> = names.filter(|name| is_taken_along(name)).collect();
        let mut own = json.take(name);
        for name in names {
            let is_known = own.items().iter().any(|known| known.as_str() == Some(name));
            if !is_known {
                own.push(name.into());
            }
        }
        json.put_back(name, own);
    }
}
