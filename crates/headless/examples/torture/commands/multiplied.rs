//! Small files that ask for much: one thing of a valid file many times over, or for a very long time.

use serde_json::{Value, json};

use super::super::fuzz::models::Model;
use super::super::random::Random;

/// Times to which clips are stretched.
const LONG: &[f64] = &[1e3, 1e6, 3e38];

/// A file with much of something, no larger than `most`; none if there is nothing to multiply.
pub(super) fn of(random: &mut Random, bytes: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut model = Model::of(bytes)?;
    let room = most.checked_sub(bytes.len() + 1024)?;
    // Ten times, a hundred times, or as often as there is room for.
    let room = room / *random.pick(&[1, 1, 10, 100]);
    match random.below(7) {
        0 => primitives(random, model.json_mut(), room)?,
        1 => placements(random, model.json_mut(), room)?,
        2 => clips(random, model.json_mut(), room)?,
        3 => joints(random, model.json_mut(), room)?,
        4 => slow(random, model.json_mut())?,
        5 => triangles(&mut model, room, |_, count| vec![[0, 1, 2]; count])?,
        _ => triangles(&mut model, room, |vertices, count| {
            let rim = vertices.saturating_sub(1).max(2);
            let corner = |place: usize| u32::try_from(1 + place % rim).unwrap_or(1);
            let fan = (0..count).map(|place| [0, corner(place), corner(place + 1)]);
            fan.collect()
        })?,
    }
    let bytes = model.to_glb()?;
    (bytes.len() <= most).then_some(bytes)
}

/// Copies of an element of a list, as many as there is room for.
fn copies(value: &Value, room: usize) -> impl Iterator<Item = Value> + use<> {
    let count = room / (value.to_string().len() + 1);
    std::iter::repeat_n(value.clone(), count)
}

/// A mesh's first primitive many times: all list the same vertices.
fn primitives(random: &mut Random, json: &mut Value, room: usize) -> Option<()> {
    let meshes = json.get_mut("meshes")?.as_array_mut()?;
    let place = random.below(meshes.len().max(1));
    let primitives = meshes
        .get_mut(place)?
        .get_mut("primitives")?
        .as_array_mut()?;
    let first = primitives.first()?.clone();
    primitives.extend(copies(&first, room));
    Some(())
}

/// A mesh shown by many nodes.
fn placements(random: &mut Random, json: &mut Value, room: usize) -> Option<()> {
    let nodes = json.get_mut("nodes")?.as_array_mut()?;
    let shows: Vec<Value> = nodes
        .iter()
        .filter(|node| node.get("mesh").is_some())
        .cloned()
        .collect();
    if shows.is_empty() {
        return None;
    }
    let mut node = random.pick(&shows).clone();
    if let Some(members) = node.as_object_mut() {
        members.remove("children");
    }
    let first = nodes.len();
    nodes.extend(copies(&node, room.saturating_sub(room / 4)));
    let added = first..nodes.len();
    let roots = json
        .get_mut("scenes")?
        .get_mut(0)?
        .get_mut("nodes")?
        .as_array_mut()?;
    roots.extend(added.map(|node| json!(node)));
    Some(())
}

fn clips(random: &mut Random, json: &mut Value, room: usize) -> Option<()> {
    let clips = json.get_mut("animations")?.as_array_mut()?;
    let place = random.below(clips.len().max(1));
    let clip = clips.get(place)?.clone();
    clips.extend(copies(&clip, room));
    Some(())
}

/// Joints more at the end of a skin: in a row, or all below one.
fn joints(random: &mut Random, json: &mut Value, room: usize) -> Option<()> {
    let is_row = random.chance(50);
    let above = json
        .get("skins")?
        .get(0)?
        .get("joints")?
        .as_array()?
        .last()?
        .as_u64()?;
    let nodes = json.get_mut("nodes")?.as_array_mut()?;
    let first = nodes.len();
    let count = room / 48;
    let last = first + count;
    for node in first..last {
        let mut made = json!({"translation": [0, 0.01, 0]});
        if is_row && node + 1 < last {
            made["children"] = json!([node + 1]);
        }
        nodes.push(made);
    }
    let below: Vec<usize> = if is_row {
        vec![first]
    } else {
        (first..last).collect()
    };
    let above = usize::try_from(above).ok()?;
    let parent = nodes.get_mut(above)?.as_object_mut()?;
    let children = parent.entry("children").or_insert_with(|| json!([]));
    children
        .as_array_mut()?
        .extend(below.into_iter().map(|node| json!(node)));
    let skin = json.get_mut("skins")?.get_mut(0)?.as_object_mut()?;
    skin.remove("inverseBindMatrices");
    let joints = skin.get_mut("joints")?.as_array_mut()?;
    joints.extend((first..last).map(|node| json!(node)));
    Some(())
}

/// A clip whose last key is very late: its times become those of a counter of whole numbers, spread.
fn slow(random: &mut Random, json: &mut Value) -> Option<()> {
    let input = json
        .get("animations")?
        .get(0)?
        .get("samplers")?
        .get(0)?
        .get("input")?
        .as_u64()?;
    let input = usize::try_from(input).ok()?;
    let end = *random.pick(LONG);
    let accessor = json.get_mut("accessors")?.get_mut(input)?;
    let count = accessor.get("count")?.as_u64()?;
    // Two keys are written over by a sparse accessor: the others must stand still before them.
    (count >= 2).then_some(())?;
    accessor["max"] = json!([end]);
    let bytes: Vec<u8> = [
        u32::try_from(count - 1).ok()?.to_le_bytes(),
        narrow(end).to_le_bytes(),
    ]
    .concat();
    let text = format!("data:application/octet-stream;base64,{}", base64(&bytes));
    let buffers = json.get_mut("buffers")?.as_array_mut()?;
    let buffer = buffers.len();
    buffers.push(json!({"byteLength": 8, "uri": text}));
    let views = json.get_mut("bufferViews")?.as_array_mut()?;
    let view = views.len();
    views.push(json!({"buffer": buffer, "byteOffset": 0, "byteLength": 4}));
    views.push(json!({"buffer": buffer, "byteOffset": 4, "byteLength": 4}));
    let accessor = json.get_mut("accessors")?.get_mut(input)?;
    accessor["sparse"] = json!({
        "count": 1,
        "indices": {"bufferView": view, "componentType": 5125},
        "values": {"bufferView": view + 1}
    });
    Some(())
}

#[expect(clippy::cast_possible_truncation, reason = "a time of a file")]
const fn narrow(number: f64) -> f32 {
    number as f32
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

/// Other triangles for the first primitive: as many as there is room for, over the vertices that it has.
fn triangles(
    model: &mut Model,
    room: usize,
    made: impl Fn(usize, usize) -> Vec<[u32; 3]>,
) -> Option<()> {
    let json = model.json_mut();
    let position = json
        .get("meshes")?
        .get(0)?
        .get("primitives")?
        .get(0)?
        .get("attributes")?;
    let position = usize::try_from(position.get("POSITION")?.as_u64()?).ok()?;
    let vertices = json
        .get("accessors")?
        .get(position)?
        .get("count")?
        .as_u64()?;
    let vertices = usize::try_from(vertices).ok()?.min(65_536);
    (vertices >= 3).then_some(())?;
    let list = made(vertices, room / 12);
    let bytes: Vec<u8> = list
        .iter()
        .flatten()
        .flat_map(|it| it.to_le_bytes())
        .collect();
    let start = model.append(&bytes)?;
    let json = model.json_mut();
    let views = json.get_mut("bufferViews")?.as_array_mut()?;
    let view = views.len();
    views.push(json!({"buffer": 0, "byteOffset": start, "byteLength": bytes.len()}));
    let accessors = json.get_mut("accessors")?.as_array_mut()?;
    let accessor = accessors.len();
    accessors.push(json!({"bufferView": view, "componentType": 5125, "type": "SCALAR", "count": 3 * list.len()}));
    let primitive = json
        .get_mut("meshes")?
        .get_mut(0)?
        .get_mut("primitives")?
        .get_mut(0)?;
    primitive["indices"] = json!(accessor);
    primitive["mode"] = json!(4);
    Some(())
}
