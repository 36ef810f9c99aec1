//! glTF files with another text in them.

use serde_json::{Value, json};

/// A .glb with another text in it.
pub fn edit_glb(glb: &[u8], edit: impl FnOnce(&mut Value)) -> Vec<u8> {
    let length = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap());
    let end = 20 + usize::try_from(length(12)).unwrap();
    let mut json: Value = serde_json::from_slice(&glb[20..end]).unwrap();
    edit(&mut json);
    let mut text = serde_json::to_vec(&json).unwrap();
    // Chunks end at multiples of four, the text filled up with spaces.
    while !text.len().is_multiple_of(4) {
        text.push(b' ');
    }
    let rest = &glb[end..];
    let bytes = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    let mut out = glb[..8].to_vec();
    out.extend(bytes(20 + text.len() + rest.len()));
    out.extend(bytes(text.len()));
    out.extend_from_slice(&glb[16..20]);
    out.extend_from_slice(&text);
    out.extend_from_slice(rest);
    out
}

/// Hangs all roots of the scene on a node with this scale, as files in other units have it.
pub fn under_scale(glb: &[u8], scale: f32) -> Vec<u8> {
    edit_glb(glb, |json| {
        let roots = json["scenes"][0]["nodes"].clone();
        let nodes = json["nodes"].as_array_mut().unwrap();
        nodes.push(json!({"name": "units", "scale": [scale, scale, scale], "children": roots}));
        let last = nodes.len() - 1;
        json["scenes"][0]["nodes"] = json!([last]);
    })
}

/// Shows the first mesh twice, in one place and by one skin: two meshes, each with one of these lists of what `extras` keep of ours.
pub fn double_mesh(glb: &[u8], kept: [Value; 2]) -> Vec<u8> {
    edit_glb(glb, |json| {
        let mesh = json["meshes"][0].clone();
        json["meshes"].as_array_mut().unwrap().push(mesh);
        for (mesh, kept) in kept.into_iter().enumerate() {
            json["meshes"][mesh]["extras"] = json!({ "dualskin": kept });
        }
        let nodes = json["nodes"].as_array_mut().unwrap();
        let shows = nodes.iter().find(|node| node["mesh"] == 0);
        let mut node = shows.unwrap().clone();
        node["mesh"] = json!(1);
        nodes.push(node);
        let last = nodes.len() - 1;
        let roots = json["scenes"][0]["nodes"].as_array_mut().unwrap();
        roots.push(json!(last));
    })
}

/// Shows a mesh with a skin once more, by another skin: of the same joints in the opposite order, so that weights move it otherwise.
pub fn under_another_skin(glb: &[u8], mesh: usize) -> Vec<u8> {
    edit_glb(glb, |json| {
        let mut nodes = json["nodes"].as_array().unwrap().iter();
        let shows = nodes.find(|node| node["mesh"] == mesh && node.get("skin").is_some());
        let mut node = shows.unwrap().clone();
        let own = usize::try_from(node["skin"].as_u64().unwrap()).unwrap();
        let mut skin = json["skins"][own].clone();
        skin["joints"].as_array_mut().unwrap().reverse();
        let skins = json["skins"].as_array_mut().unwrap();
        node["skin"] = json!(skins.len());
        skins.push(skin);
        let nodes = json["nodes"].as_array_mut().unwrap();
        nodes.push(node);
        let last = nodes.len() - 1;
        let roots = json["scenes"][0]["nodes"].as_array_mut().unwrap();
        roots.push(json!(last));
    })
}
