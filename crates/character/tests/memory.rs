//! What opening a file and saving it take of memory, in a process of its own whose allocations are counted.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use character::{
    Character, CharacterError, Fault, Primitive, SkeletonEdit, WarningKind, WeightEdit, open_bytes,
};
use glam::Vec3;
use peak_alloc::PeakAlloc;
use rig::{
    Channel, Clip, ClipId, Interpolation, JointIndex, JointTrack, RowList, ScaleInheritance, Track,
};
use serde_json::{Value, json};

#[path = "memory/compressed.rs"]
mod compressed;
#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// To be held by a test from its beginning to its end: all that runs is counted together.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a piece of work gives, and the bytes that it has taken at most.
fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let done = work();
    (done, ALLOCATED.peak_usage().saturating_sub(before))
}

fn open(text: &str) -> Result<Character, CharacterError> {
    open_bytes("made.gltf", text.as_bytes())
}

/// A file of so many bytes that repeats a few letters, with the member that they stand in.
fn repeated(n_bytes: usize, (member, unit, end): (&str, &str, &str)) -> String {
    let units = vec![unit; n_bytes / (unit.len() + 1)];
    let units = units.join(",");
    format!(r#"{{"asset":{{"version":"2.0"}},{member}{units}{end}}}"#)
}

/// Every kind of value that is short as text, in lists and objects of many, and what an exporter writes.
fn texts(n_bytes: usize) -> Vec<String> {
    const NODE: &str = r#"{"name":"bone","translation":[1.234567,2.345,3.45],"rotation":[0,0,0.6,0.8],"scale":[1,1,1]}"#;
    let units = [
        "0",
        "-1",
        "0.5",
        "null",
        r#""""#,
        "[]",
        "{}",
        "[0]",
        r#"{"":0}"#,
        r#"{"":[0.5]}"#,
        NODE,
    ];
    let mut texts: Vec<String> = units
        .iter()
        .map(|unit| repeated(n_bytes, (r#""extras":["#, unit, "]")))
        .collect();
    let names: Vec<String> = (0..n_bytes / 10)
        .map(|number| format!("\"{number:x}\":0"))
        .collect();
    let names = names.join(",");
    texts.push(format!(
        r#"{{"asset":{{"version":"2.0"}},"extras":{{{names}}}}}"#
    ));
    texts
}

/// With a tree of values of 72 bytes each it were 36 times as much.
#[test]
fn json_takes_at_most_eight_times_its_text_and_so_does_saving_it_as_it_came() {
    let _alone = alone();
    for text in texts(1 << 20) {
        let shown = &text[..60];
        let (character, opened) = peak(|| open(&text));
        let character = character.unwrap();
        assert!(opened <= 8 * text.len(), "{shown}: {opened}");
        let (saved, taken) = peak(|| character::to_bytes(&character));
        // It is written on many lines.
        let saved = saved.unwrap();
        assert!(
            taken <= 4 * saved.len(),
            "{shown}: {taken} for {}",
            saved.len()
        );
        assert_eq!(
            open(&String::from_utf8(saved).unwrap()).unwrap().source,
            character.source
        );
    }
}

/// Another name for the first joint.
fn renamed(character: &Character) -> Option<Character> {
    let skeleton = &character.rig.skeleton;
    let edit = SkeletonEdit::Rename {
        joint: skeleton.key(skeleton.joints().next()?),
        name: "changed".to_owned(),
    };
    Some(character.apply_edit(&edit).ok()?.character)
}

/// With a copy in values of 72 bytes each it were 17 to 23 times as much. Of what the character holds already nothing counts; the
/// bytes that are returned do.
#[test]
fn saving_what_was_edited_takes_at_most_eight_times_its_text() {
    let _alone = alone();
    let mut edited: Vec<(&str, String, Character)> = Vec::new();
    const NODES: &str = r#""nodes":[{"name":"bone"}],"scenes":[{"nodes":[0]}],"scene":0,"#;
    for text in texts(1 << 18) {
        let text = text.replacen(r#""extras""#, &format!(r#"{NODES}"extras""#), 1);
        let character = renamed(&open(&text).unwrap()).unwrap();
        edited.push(("extras of the file", text, character));
    }
    let text = skeleton(5_000);
    let character = open(&text).unwrap();
    edited.push(("a name", text.clone(), renamed(&character).unwrap()));
    edited.push(("every node", text.clone(), all_reaching_joints(&character)));
    edited.push(("numbers of nodes", text, dissolved(&character)));
    let text = animated(2_000);
    let character = open(&text).unwrap();
    edited.push(("every track", text.clone(), faster(&character)));
    edited.push(("a name beside tracks", text, renamed(&character).unwrap()));
    let (mut worst, mut of) = (0.0_f64, "");
    for (what, text, character) in &edited {
        let (saved, taken) = peak(|| character::to_bytes(character).unwrap());
        let saved = String::from_utf8(saved).unwrap();
        let again = open(&saved).unwrap();
        let json = again.source.json();
        // On one line, as a GLB has it: what an edit adds is text too.
        let bytes = json.to_string().len().max(text.len());
        let ratio = taken as f64 / bytes as f64;
        testkit::say(&format!("{what}: {ratio:.2} times {bytes} bytes"));
        if worst < ratio {
            (worst, of) = (ratio, what);
        }
        assert!(
            json != serde_json::from_str::<Value>(text).unwrap(),
            "{what}"
        );
        assert!(
            character::to_bytes(&again).unwrap() == saved.as_bytes(),
            "{what}"
        );
    }
    testkit::say(&format!(
        "memory: a save takes {worst:.2} times its text at most, with {of}"
    ));
    assert!(worst <= 8.0, "{of}");
}

/// What is put behind the elements of a list leaves them where they are: a copy would take sixteen bytes of each.
#[test]
fn a_list_that_grows_is_not_copied() {
    let _alone = alone();
    let n_accessors = 1 << 16;
    let accessors = vec!["{}"; n_accessors].join(",");
    let asset = r#""asset":{"version":"2.0"}"#;
    let text = format!(r#"{{{asset},"nodes":[{{}}],"accessors":[{accessors}]}}"#);
    let keys = Track::new([0.0, 1.0], vec![Vec3::ZERO, Vec3::Y], Interpolation::Linear);
    let track = JointTrack {
        joint: JointIndex(0),
        channel: Channel::Translation(keys.unwrap()),
    };
    let clip = Clip::new(ClipId(0), None, 1.0).with_tracks(vec![track], Vec::new());
    let moved = open(&text).unwrap().with_clips(vec![clip]);
    let (saved, taken) = peak(|| character::to_bytes(&moved).unwrap());
    let n_bytes = saved.len();
    assert!(taken < n_bytes + 8 * n_accessors, "{taken} for {n_bytes}");
    let again = open(&String::from_utf8(saved).unwrap()).unwrap();
    assert_eq!(again.clips[0].tracks(), moved.clips[0].tracks());
}

/// As exporters write nodes.
fn skeleton(n_nodes: usize) -> String {
    let node = |number: usize| {
        let child = number + 1;
        let children = (child < n_nodes).then(|| format!(r#""children":[{child}],"#));
        let children = children
            .filter(|_| !child.is_multiple_of(100))
            .unwrap_or_default();
        format!(
            r#"{{{children}"name":"bone {number}","translation":[1.234567,2.345,3.45],"rotation":[0,0,0.6,0.8],"scale":[1,1,1]}}"#
        )
    };
    let nodes: Vec<String> = (0..n_nodes).map(node).collect();
    let nodes = nodes.join(",");
    format!(r#"{{"asset":{{"version":"2.0"}},"nodes":[{nodes}]}}"#)
}

/// A clip that moves every node, all by the same numbers.
fn animated(n_nodes: usize) -> String {
    let sampler = |_| r#"{"input":0,"interpolation":"LINEAR","output":1}"#;
    let samplers: Vec<&str> = (0..n_nodes).map(sampler).collect();
    let channel =
        |node| format!(r#"{{"sampler":{node},"target":{{"node":{node},"path":"translation"}}}}"#);
    let channels: Vec<String> = (0..n_nodes).map(channel).collect();
    let (samplers, channels) = (samplers.join(","), channels.join(","));
    let numbers = r#""buffers":[{"byteLength":32,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA="}],
        "bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}]"#;
    let animations =
        format!(r#""animations":[{{"channels":[{channels}],"samplers":[{samplers}]}}]"#);
    let text = skeleton(n_nodes);
    let text = text.strip_suffix('}').unwrap();
    format!("{text},{numbers},{animations}}}")
}

/// The scale of every joint stays with it.
fn all_reaching_joints(character: &Character) -> Character {
    let mut character = character.clone();
    Arc::make_mut(&mut character.rig)
        .scale_inheritance
        .fill(ScaleInheritance::Joint);
    character
}

/// Without the first joint: all nodes get other numbers.
fn dissolved(character: &Character) -> Character {
    let skeleton = &character.rig.skeleton;
    let joint = skeleton.key(skeleton.joints().next().unwrap());
    let edit = SkeletonEdit::Dissolve { joint };
    character.apply_edit(&edit).unwrap().character
}

/// Each track with times of its own.
fn faster(character: &Character) -> Character {
    let clip = &character.clips[0];
    let tracks = clip.tracks().iter().zip(1_u16..).map(|(track, number)| {
        let Channel::Translation(keys) = &track.channel else {
            return track.clone();
        };
        let times: Vec<f32> = keys
            .times()
            .iter()
            .map(|time| time / f32::from(number))
            .collect();
        let keys = Track::new(times, keys.values().to_vec(), keys.interpolation()).unwrap();
        JointTrack {
            channel: Channel::Translation(keys),
            ..*track
        }
    });
    let clip = clip.clone().with_tracks(tracks.collect(), Vec::new());
    character.with_clips(vec![clip])
}

/// What a tree of values would have written, and how it is spelled.
#[test]
fn json_that_is_not_edited_is_written_as_a_value_would_be() {
    let _alone = alone();
    let text = r#"{"asset":{"version":"2.0"},"zero":-0.0,"one":1.0,"more":1e300,"small":-7,
        "large":18446744073709551615,"least":-9223372036854775808,"text":"\u0007é\"\\/","none":null,
        "lists":[[],{},[true,false]],"b":268435455,"c":268435456,"d":-268435456,"e":-268435457,"f":4294967295,"":"","g":-1,"a":{"z":1,"y":2,"x":[],"w":3,"v":4,"u":5,"t":6,"s":7,"r":8,"q":9}}"#;
    let character = open(text).unwrap();
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(character.source.json(), value);
    let written = character::to_bytes(&character).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), format!("{value:#}\n"));
}

/// Three pictures of one bit a pixel, 8192 on a side: 34 kB as a file, 800 MB as pixels.
#[test]
fn pictures_are_only_measured() {
    let _alone = alone();
    const BOMB: &str = include_str!("../../../testdata/hostile/png_bomb.gltf");
    let (character, taken) = peak(|| open(BOMB));
    let character = character.unwrap();
    assert!(taken < 4 << 20, "{taken}");
    // More pixels than so small a file may ask for.
    assert_eq!(character.images, []);
    let warnings = character.warnings.iter().map(|warning| warning.code());
    assert_eq!(
        warnings.collect::<Vec<_>>(),
        ["texture-unavailable"; 3],
        "{:?}",
        character.warnings
    );
}

/// What a buffer holds, with its views and accessors.
#[derive(Default)]
struct Stored {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Stored {
    /// Adds the data of an accessor; returns its index.
    fn add(&mut self, data: Vec<u8>, of: Value) -> usize {
        let from = self.bytes.len();
        self.bytes.extend(data);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let length = self.bytes.len() - from;
        self.views
            .push(json!({ "buffer": 0, "byteOffset": from, "byteLength": length }));
        let mut accessor = of;
        accessor["bufferView"] = (self.views.len() - 1).into();
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Attributes of the same bytes in accessors of their own, and in buffer views of their own too.
    fn again(&mut self, attributes: &Value, with_views: bool) -> Value {
        let mut again = attributes.clone();
        for number in again.as_object_mut().unwrap().values_mut() {
            let place = |of: &Value| usize::try_from(of.as_u64().unwrap()).unwrap();
            let mut accessor = self.accessors[place(number)].clone();
            if with_views {
                let view = self.views[place(&accessor["bufferView"])].clone();
                self.views.push(view);
                accessor["bufferView"] = (self.views.len() - 1).into();
            }
            self.accessors.push(accessor);
            *number = (self.accessors.len() - 1).into();
        }
        again
    }
}

/// What primitives of the same vertices have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shared {
    Accessors,
    Views,
    Bytes,
    Nothing,
}

/// Every attribute of a grid that exporters write.
fn attributes(stored: &mut Stored, side: u32) -> Value {
    let n_vertices = side * side;
    let floats = |of: &dyn Fn(u32) -> Vec<f32>| -> Vec<u8> {
        let numbers = (0..n_vertices).flat_map(of);
        numbers.flat_map(f32::to_le_bytes).collect()
    };
    let place = |at: u32| vec![(at % side) as f32, (at / side) as f32, 0.0];
    let float = |width: &str| json!({ "componentType": 5126, "count": n_vertices, "type": width });
    let joints = (0..n_vertices)
        .flat_map(|at| [u8::from(at % 2 == 0), 0, 0, 0])
        .collect();
    json!({
        "POSITION": stored.add(floats(&place), float("VEC3")),
        "NORMAL": stored.add(floats(&|_| vec![0.0, 0.0, 1.0]), float("VEC3")),
        "TANGENT": stored.add(floats(&|_| vec![1.0, 0.0, 0.0, 1.0]), float("VEC4")),
        "TEXCOORD_0": stored.add(floats(&|_| vec![0.5, 0.25]), float("VEC2")),
        "COLOR_0": stored.add(floats(&|_| vec![1.0; 3]), float("VEC3")),
        "_DQ_BLEND": stored.add(floats(&|at| vec![f32::from(u8::from(at % 3 == 0))]), float("SCALAR")),
        "WEIGHTS_0": stored.add(floats(&|_| vec![1.0, 0.0, 0.0, 0.0]), float("VEC4")),
        "JOINTS_0": stored.add(joints, json!({ "componentType": 5121, "count": n_vertices, "type": "VEC4" })),
    })
}

/// A grid of vertices with every attribute that exporters write, and so many primitives that name the same vertices, each with rows of
/// triangles of its own and a material.
fn sharing(side: u32, n_primitives: u32, shared: Shared) -> Vec<u8> {
    let mut stored = Stored::default();
    let first = attributes(&mut stored, side);
    let all: Vec<Value> = (0..n_primitives)
        .map(|_| match shared {
            Shared::Accessors => first.clone(),
            Shared::Views => stored.again(&first, false),
            Shared::Bytes => stored.again(&first, true),
            Shared::Nothing => attributes(&mut stored, side),
        })
        .collect();
    let primitives: Vec<Value> = all
        .into_iter()
        .zip(0..n_primitives)
        .map(|(attributes, number)| {
            let rows = (0..side - 1).filter(|row| row % n_primitives == number);
            let corners = rows.flat_map(|row| {
                (0..side - 1).flat_map(move |column| {
                    let at = row * side + column;
                    [at, at + 1, at + side]
                })
            });
            let indices: Vec<u8> = corners.flat_map(u32::to_le_bytes).collect();
            let count = indices.len() / 4;
            let indices = stored.add(
                indices,
                json!({ "componentType": 5125, "count": count, "type": "SCALAR" }),
            );
            json!({ "attributes": attributes, "indices": indices, "material": number })
        })
        .collect();
    let materials: Vec<Value> = (0..n_primitives)
        .map(|number| json!({ "name": number.to_string() }))
        .collect();
    let json = json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "byteLength": stored.bytes.len() }],
        "bufferViews": stored.views,
        "accessors": stored.accessors,
        "materials": materials,
        "meshes": [{ "primitives": primitives }],
        "skins": [{ "joints": [1, 2] }],
        "nodes": [{ "mesh": 0, "skin": 0 }, { "children": [2] }, {}],
        "scenes": [{ "nodes": [0, 1] }],
        "scene": 0,
    });
    glb(&json, stored.bytes)
}

/// A binary file of one buffer.
fn glb(json: &Value, bytes: Vec<u8>) -> Vec<u8> {
    let mut json = json.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut file = b"glTF".to_vec();
    let word = |length: usize| u32::try_from(length).unwrap().to_le_bytes();
    file.extend(word(2));
    file.extend(word(28 + json.len() + bytes.len()));
    file.extend(word(json.len()));
    file.extend(b"JSON");
    file.extend(json);
    file.extend(word(bytes.len()));
    file.extend(b"BIN\0");
    file.extend(bytes);
    file
}

/// However many primitives name them, and in whatever accessors and views, vertices are kept once, in a file as small as exporters make
/// it; and an edit parts what it changes.
#[test]
fn vertices_that_primitives_share_are_kept_and_counted_once() {
    let _alone = alone();
    for (side, n_primitives, shared) in [
        (224, 30, Shared::Accessors),
        (224, 60, Shared::Views),
        (142, 100, Shared::Bytes),
        (317, 20, Shared::Accessors),
    ] {
        let file = sharing(side, n_primitives, shared);
        let one = sharing(side, 1, Shared::Accessors);
        let (character, _) = peak(|| open_bytes("shared.glb", &file).unwrap());
        drop(character);
        let before = ALLOCATED.current_usage();
        let character = open_bytes("shared.glb", &file).unwrap();
        let taken = ALLOCATED.current_usage() - before;
        let alone = open_bytes("one.glb", &one).unwrap();
        let of_one = ALLOCATED.current_usage() - before - taken;
        testkit::say(&format!(
            "{} vertices, {n_primitives} primitives of the same {shared:?}, a file of {} bytes: {taken} bytes kept, {of_one} with one primitive",
            side * side,
            file.len()
        ));
        assert!(
            taken < of_one + of_one / 4 + 16_384 * n_primitives as usize,
            "{taken} {of_one}"
        );
        let primitives = &character.meshes[0].primitives;
        assert_eq!(primitives.len(), n_primitives as usize);
        assert_eq!(character.warnings, []);
        let (first, single) = (&primitives[0], &alone.meshes[0].primitives[0]);
        for primitive in primitives {
            assert!(primitive.has_vertices_of(first));
            assert!(
                primitive.positions == single.positions
                    && primitive.influences == single.influences
            );
            assert!(primitive.tex_coords == single.tex_coords && primitive.maps == single.maps);
            assert!(Arc::ptr_eq(
                &primitive.attributes[0].values,
                &first.attributes[0].values
            ));
        }
    }
}

/// Corners of all triangles as places, sorted.
fn corners<'a>(primitives: impl IntoIterator<Item = &'a Primitive>) -> Vec<[u32; 9]> {
    let triangles = primitives.into_iter().flat_map(|one| {
        let places = |corners: &[u32; 3]| corners.map(|vertex| one.positions[vertex as usize]);
        one.triangles.iter().map(places).collect::<Vec<_>>()
    });
    let bits = triangles.map(|places| {
        let numbers = places.map(|place| place.to_array().map(f32::to_bits));
        <[u32; 9]>::try_from(numbers.as_flattened()).unwrap()
    });
    let mut sorted: Vec<[u32; 9]> = bits.collect();
    sorted.sort_unstable();
    sorted
}

/// Where all vertices at every primitive would take more than the file may ask for, each has those that its triangles use; nothing of the
/// surface is missing, and what is edited is saved.
#[test]
fn primitives_have_the_vertices_that_they_use_where_all_are_too_many() {
    let _alone = alone();
    for (side, n_primitives, shared, has_normals) in [
        (224, 110, Shared::Accessors, true),
        (224, 200, Shared::Bytes, false),
        (160, 159, Shared::Views, true),
    ] {
        let file = testkit::glb::edit_glb(&sharing(side, n_primitives, shared), |json| {
            let primitives = json["meshes"][0]["primitives"].as_array_mut().unwrap();
            for primitive in primitives.iter_mut().filter(|_| !has_normals) {
                let attributes = primitive["attributes"].as_object_mut().unwrap();
                attributes.remove("NORMAL");
            }
        });
        let one = open_bytes("one.glb", &sharing(side, 1, Shared::Accessors)).unwrap();
        let (character, taken) = peak(|| open_bytes("shared.glb", &file).unwrap());
        let all = usize::try_from(side * side).unwrap();
        testkit::say(&format!(
            "{all} vertices, {n_primitives} primitives: {taken} bytes at most"
        ));
        let told = &character.warnings[..];
        assert!(
            told.len() == 1 && told[0].kind == WarningKind::VerticesLeftOut,
            "{told:?}"
        );
        let primitives = &character.meshes[0].primitives;
        // Two rows of vertices for every row of squares.
        let kept: usize = primitives.iter().map(|one| one.positions.len()).sum();
        assert!(kept <= 2 * all, "{kept} of {all}");
        assert_eq!(told[0].count, primitives.len() * all - kept);
        assert!(corners(primitives) == corners(&one.meshes[0].primitives));
        for primitive in primitives {
            let rows = primitive.influences.as_ref().unwrap();
            let single = &one.meshes[0].primitives[0];
            let of_single = single.influences.as_ref().unwrap();
            // In the order of the file.
            let mut all = single.positions.iter().enumerate();
            for (vertex, place) in primitive.positions.iter().enumerate() {
                let (at, _) = all.find(|(_, other)| *other == place).unwrap();
                assert_eq!(rows.row(vertex), of_single.row(at));
            }
            assert_eq!(primitive.tex_coords.len(), primitive.positions.len());
            assert_eq!(primitive.normals.len(), primitive.positions.len());
            let mut normals = primitive.normals.iter();
            assert!(normals.all(|normal| (normal.z - 1.0).abs() < 1e-5));
        }

        let mut rows = RowList::default();
        rows.push(3, [(0_u16, 0.25_f32), (1, 0.75)]);
        let edit = WeightEdit {
            primitive: 7,
            rows,
            ..WeightEdit::default()
        };
        let edited = character.with_weights(&[edit]).unwrap();
        let saved = character::to_bytes(&edited).unwrap();
        let again = open_bytes("saved.glb", &saved).unwrap();
        assert!(again.meshes == edited.meshes, "{shared:?}");
    }
}

/// The same vertices in accessors of their own are told apart, and give the same character.
#[test]
fn primitives_with_vertices_of_their_own_are_what_they_were() {
    let _alone = alone();
    let shared = open_bytes("a.glb", &sharing(12, 5, Shared::Accessors)).unwrap();
    let apart = open_bytes("a.glb", &sharing(12, 5, Shared::Nothing)).unwrap();
    assert!(shared.meshes == apart.meshes);
    let [first, others @ ..] = &apart.meshes[0].primitives[..] else {
        panic!("no primitive");
    };
    assert!(others.iter().all(|other| !other.has_vertices_of(first)));
}

/// So many primitives of one mesh at so many nodes.
fn placed(n_primitives: usize, n_nodes: usize) -> String {
    let primitive = json!({ "attributes": { "POSITION": 0 } });
    let json = json!({
        "asset": { "version": "2.0" },
        "nodes": vec![json!({ "mesh": 0 }); n_nodes],
        "meshes": [{ "primitives": vec![primitive; n_primitives] }],
        "accessors": [{ "componentType": 5126, "type": "VEC3", "count": 3 }],
    });
    json.to_string()
}

#[test]
fn primitives_times_nodes_are_counted_before_anything_is_made_of_them() {
    let _alone = alone();
    for n in [1_000, 2_000, 5_000, 10_000] {
        let text = placed(n, n);
        let (result, taken) = peak(|| open(&text));
        let error = result.unwrap_err();
        assert!(matches!(error.fault, Fault::TooLarge { .. }), "{error}");
        let said = error.to_string();
        assert!(said.starts_with("made.gltf, /nodes/"), "{said}");
        assert!(said.ends_with("split or simplify the file."), "{said}");
        assert!(taken < 32 << 20, "{taken} for {n}");
    }
    let few = open(&placed(100, 100)).unwrap();
    assert_eq!(few.instances.len(), 100);
}
