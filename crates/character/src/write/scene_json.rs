//! The JSON part of a scene of our own.

use glam::{Mat4, Vec3};
use rig::{MapKind, ScaleInheritance};
use serde_json::{Map, Value, json};

use super::json::{describe_clip, describe_material, describe_primitive, describe_trs, put_lists};
use super::packer::{Packer, VERTICES};
use super::scene::{
    AuthoredMesh, AuthoredNode, AuthoredScene, AuthoredSkin, AuthoredWeights, MorphedPrimitive,
    PicturedMaterial,
};
use crate::meshes::vertex_maps::attribute_of;
use crate::model::kept::KEPT;

/// Packs all numbers and describes them. Members come in a fixed order.
pub(super) fn describe_scene(scene: &AuthoredScene, packer: &mut Packer<'_>) -> Value {
    let mut root = Map::new();
    root.insert(
        "asset".to_owned(),
        json!({ "version": "2.0", "generator": "dualskin" }),
    );
    let (nodes, roots) = describe_nodes(&scene.nodes);
    root.insert("scene".to_owned(), json!(0));
    root.insert("scenes".to_owned(), json!([{ "nodes": roots }]));
    root.insert("nodes".to_owned(), Value::from(nodes));
    // Empty lists are not valid glTF.
    let mut put = |key: &str, list: Vec<Value>| {
        if !list.is_empty() {
            root.insert(key.to_owned(), Value::from(list));
        }
    };
    let meshes = scene.meshes.iter();
    put(
        "meshes",
        meshes.map(|mesh| describe_mesh(mesh, packer)).collect(),
    );
    let skins = scene.skins.iter();
    put(
        "skins",
        skins.map(|skin| describe_skin(skin, packer)).collect(),
    );
    put(
        "materials",
        scene.materials.iter().map(describe_pictured).collect(),
    );
    let clips = scene.clips.iter().map(|clip| {
        let mut described = describe_clip(&clip.joints, packer);
        for weights in &clip.weights {
            add_weights(&mut described, weights, packer);
        }
        described
    });
    put("animations", clips.collect());
    if !scene.images.is_empty() {
        // A texture for each picture, so that both have one number.
        let textures = 0..scene.images.len();
        put(
            "textures",
            textures.map(|image| json!({ "source": image })).collect(),
        );
        let images = scene.images.iter();
        let images = images.map(|image| {
            let view = packer.picture(&image.bytes);
            json!({ "name": image.name, "mimeType": image.mime_type, "bufferView": view })
        });
        put("images", images.collect());
    }
    put_lists(&mut root, packer);
    Value::Object(root)
}

fn describe_nodes(nodes: &[AuthoredNode]) -> (Vec<Value>, Vec<usize>) {
    let mut children = vec![Vec::new(); nodes.len()];
    let mut roots = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        match node.parent.and_then(|parent| children.get_mut(parent)) {
            Some(children) => children.push(number),
            None => roots.push(number),
        }
    }
    let both = nodes.iter().zip(&children);
    let described = both.map(|(node, children)| describe_node(node, children));
    (described.collect(), roots)
}

fn describe_node(node: &AuthoredNode, children: &[usize]) -> Value {
    let mut described = describe_trs(&node.name, &node.local, children);
    if let Some(mesh) = node.mesh {
        described.insert("mesh".to_owned(), json!(mesh));
    }
    if let Some(skin) = node.skin.filter(|_| node.mesh.is_some()) {
        described.insert("skin".to_owned(), json!(skin));
    }
    if node.scale_inheritance != ScaleInheritance::Children {
        let kept = json!({ KEPT: { "scale_inheritance": node.scale_inheritance.name() } });
        described.insert("extras".to_owned(), kept);
    }
    Value::Object(described)
}

fn describe_mesh(mesh: &AuthoredMesh, packer: &mut Packer<'_>) -> Value {
    let primitives = mesh.primitives.iter();
    let primitives: Value = primitives.map(|of| describe_morphed(of, packer)).collect();
    let mut described = Map::new();
    described.insert("name".to_owned(), json!(mesh.name));
    described.insert("primitives".to_owned(), primitives);
    if !mesh.morph_weights.is_empty() {
        described.insert("weights".to_owned(), json!(mesh.morph_weights));
    }
    let mut extras = Map::new();
    if !mesh.morphs.is_empty() {
        extras.insert("targetNames".to_owned(), json!(mesh.morphs));
    }
    if let Some(skinning) = mesh.skinning {
        let mut own = Map::new();
        own.insert("method".to_owned(), json!(skinning.method.name()));
        if let Some(signs) = skinning.signs {
            own.insert("signs".to_owned(), json!(signs.name()));
        }
        extras.insert(KEPT.to_owned(), Value::Object(own));
    }
    if !extras.is_empty() {
        described.insert("extras".to_owned(), Value::Object(extras));
    }
    Value::Object(described)
}

fn describe_morphed(of: &MorphedPrimitive, packer: &mut Packer<'_>) -> Value {
    let mut described = describe_primitive(&of.surface, packer);
    if !of.blend_map.is_empty() {
        let numbers: Vec<[f32; 1]> = of.blend_map.iter().map(|&number| [number]).collect();
        let accessor = packer.floats(&numbers, VERTICES);
        if let Some(attributes) = described
            .get_mut("attributes")
            .and_then(Value::as_object_mut)
        {
            attributes.insert(attribute_of(MapKind::Blend).to_owned(), json!(accessor));
        }
    }
    let arrays = |vectors: &[Vec3]| vectors.iter().map(Vec3::to_array).collect::<Vec<_>>();
    for vectors in &of.vectors {
        let accessor = packer.floats(&arrays(&vectors.values), VERTICES);
        let attributes = described.get_mut("attributes");
        if let Some(attributes) = attributes.and_then(Value::as_object_mut) {
            attributes.insert(vectors.name.clone(), json!(accessor));
        }
    }
    if of.targets.is_empty() {
        return described;
    }
    let targets = of.targets.iter().map(|target| {
        let positions = packer.floats_with_bounds(&arrays(&target.positions), VERTICES);
        let mut attributes = Map::new();
        attributes.insert("POSITION".to_owned(), json!(positions));
        if !target.normals.is_empty() {
            let normals = packer.floats(&arrays(&target.normals), VERTICES);
            attributes.insert("NORMAL".to_owned(), json!(normals));
        }
        Value::Object(attributes)
    });
    let targets: Value = targets.collect();
    if let Some(object) = described.as_object_mut() {
        object.insert("targets".to_owned(), targets);
    }
    described
}

fn describe_skin(skin: &AuthoredSkin, packer: &mut Packer<'_>) -> Value {
    let matrices = skin.joint_from_bind.iter();
    let matrices: Vec<[f32; 16]> = matrices
        .map(|&bind| Mat4::from(bind).to_cols_array())
        .collect();
    let inverse_binds = packer.floats(&matrices, None);
    json!({ "joints": skin.joints, "inverseBindMatrices": inverse_binds })
}

fn describe_pictured(material: &PicturedMaterial) -> Value {
    let mut described = describe_material(&material.plain);
    let surface = described.get_mut("pbrMetallicRoughness");
    let surface = surface.and_then(Value::as_object_mut);
    if let (Some(image), Some(surface)) = (material.image, surface) {
        surface.insert("baseColorTexture".to_owned(), json!({ "index": image }));
    }
    described
}

fn add_weights(described: &mut Value, weights: &AuthoredWeights, packer: &mut Packer<'_>) {
    let single = |numbers: &[f32]| numbers.iter().map(|&number| [number]).collect::<Vec<_>>();
    let times = packer.floats_with_bounds(&single(&weights.times), None);
    let values = packer.floats(&single(&weights.values), None);
    let list = |described: &mut Value, name: &str, element: Value| {
        let list = described.get_mut(name).and_then(Value::as_array_mut);
        list.map_or(0, |list| {
            list.push(element);
            list.len() - 1
        })
    };
    let keys = json!({ "input": times, "output": values, "interpolation": "LINEAR" });
    let sampler = list(described, "samplers", keys);
    let target =
        json!({ "sampler": sampler, "target": { "node": weights.node, "path": "weights" } });
    list(described, "channels", target);
}
