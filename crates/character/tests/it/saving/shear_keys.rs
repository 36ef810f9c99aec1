//! Shear in clips: other programs see two nodes, and our own file gives the keys back.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use character::{
    Character, PosedJoint, SaveOptions, SkeletonEdit, open_as_others_do, open_bytes, to_bytes,
    to_glb, to_glb_with,
};
use glam::{Affine3A, Mat4, Quat, Vec3};
use rig::{Channel, Clip, Interpolation, JointIndex, JointTrack, LocalTransform, Track, Trs};
use serde_json::{Value, json};

use crate::saving::save_clips::{arm, random_clip};
use crate::saving::save_edited::Numbers;
use crate::support::{codes, list, open_json};

fn is_shear(track: &JointTrack) -> bool {
    matches!(track.channel, Channel::Shear(_))
}

/// The arm with a clip that shears, as a file.
fn sheared(seed: u64) -> (Character, Vec<u8>) {
    let arm = arm();
    let clip = random_clip(&mut Numbers(seed), None, true);
    let character = arm.with_clips(vec![arm.clips[0].clone(), clip]);
    let glb = to_glb(&character).unwrap().0;
    (character, glb)
}

/// Tracks of the joints that a clip shears: what their keys are, bit for bit.
fn of_sheared(character: &Character, clip: usize) -> Vec<(String, Channel)> {
    let tracks = character.clips[clip].tracks();
    let is_sheared = |track: &&JointTrack| {
        let mut same = tracks.iter().filter(|other| other.joint == track.joint);
        same.any(is_shear)
    };
    let name = |track: &JointTrack| character.rig.skeleton.name(track.joint).to_owned();
    let tracks = tracks.iter().filter(is_sheared);
    tracks
        .map(|track| (name(track), track.channel.clone()))
        .collect()
}

/// A clip of the arm over another reading of it.
fn on(character: &Character, clip: &Clip) -> Clip {
    let arm = arm();
    let tracks = clip.tracks().iter().map(|track| {
        let name = arm.rig.skeleton.name(track.joint);
        let joint = character.rig.skeleton.find(name).unwrap();
        let channel = track.channel.clone();
        JointTrack { joint, channel }
    });
    clip.clone().with_tracks(tracks.collect(), Vec::new())
}

/// Names, parents and rests, in the order of the joints.
fn joints(character: &Character) -> Vec<(String, Option<String>, LocalTransform)> {
    let skeleton = &character.rig.skeleton;
    let name = |joint| skeleton.name(joint).to_owned();
    let joints = skeleton.joints();
    let joints = joints.map(|joint| {
        let parent = skeleton.parent(joint).map(name);
        (name(joint), parent, *skeleton.local(joint))
    });
    joints.collect()
}

fn n_nodes(character: &Character) -> usize {
    list(&character.source.json()["nodes"]).len()
}

#[test]
fn keys_of_shear_come_back_bit_for_bit() {
    let mut n_sheared = 0;
    for seed in 0..20 {
        let (character, glb) = sheared(seed);
        let again = open_bytes("again", &glb).unwrap();
        assert_eq!(joints(&again), joints(&character), "seed {seed}");
        let wanted = of_sheared(&character, 1);
        n_sheared += wanted.len();
        assert_eq!(of_sheared(&again, 1), wanted, "seed {seed}");
        assert_eq!(codes(&again), Vec::<&str>::new());
        assert!(to_bytes(&again).unwrap() == glb, "seed {seed}");

        // Other edits leave it as it is, and add no nodes.
        let skeleton = &again.rig.skeleton;
        let hand = skeleton.key(skeleton.find("hand").unwrap());
        let name = "changed".to_owned();
        let edit = SkeletonEdit::Rename { joint: hand, name };
        let renamed = again.apply_edit(&edit).unwrap().character;
        let twice = open_bytes("twice", &to_bytes(&renamed).unwrap()).unwrap();
        assert_eq!(n_nodes(&twice), n_nodes(&again), "seed {seed}");
        let named = wanted.iter().map(|(name, channel)| match &**name {
            "hand" => ("changed".to_owned(), channel.clone()),
            _ => (name.clone(), channel.clone()),
        });
        assert_eq!(of_sheared(&twice, 1), named.collect::<Vec<_>>());

        // Another clip in its place, and the joint gone.
        let other = on(&again, &random_clip(&mut Numbers(seed + 100), None, true));
        let other = again.with_clips(vec![again.clips[0].clone(), other.with_source(Some(1))]);
        let third = open_bytes("third", &to_bytes(&other).unwrap()).unwrap();
        assert_eq!(of_sheared(&third, 1), of_sheared(&other, 1), "seed {seed}");
        let edit = SkeletonEdit::Dissolve { joint: hand };
        let fewer = again.apply_edit(&edit).unwrap().character;
        let fewer = open_bytes("fewer", &to_bytes(&fewer).unwrap()).unwrap();
        let text = fewer.source.json().to_string();
        assert!(!text.contains("hand"), "seed {seed}");
    }
    assert!(n_sheared > 20, "{n_sheared}");
}

/// Keys of shear that shear nothing.
fn zeros(joint: u16, times: &[f32]) -> JointTrack {
    let values = vec![Vec3::ZERO; times.len()];
    let track = Track::new(times, values, Interpolation::Step).unwrap();
    JointTrack {
        joint: JointIndex(joint),
        channel: Channel::Shear(track),
    }
}

fn with(clip: &Clip, more: Vec<JointTrack>) -> Clip {
    let tracks = clip.tracks().iter().cloned().chain(more).collect();
    clip.clone().with_tracks(tracks, Vec::new())
}

/// Keys of shear that shear nothing need no second node: extras keep them, whichever clip they are of.
#[test]
fn keys_of_no_shear_come_back_bit_for_bit() {
    let arm = arm();
    let moved = random_clip(&mut Numbers(3), None, false);
    let first = with(&arm.clips[0], vec![zeros(0, &[0.0]), zeros(1, &[0.1, 0.3])]);
    let character = arm.with_clips(vec![first, with(&moved, vec![zeros(2, &[0.0, 0.7])])]);
    let glb = to_glb(&character).unwrap().0;
    let again = open_bytes("again", &glb).unwrap();
    let tracks = |of: &Character, clip: usize| -> Vec<JointTrack> {
        let tracks = of.clips[clip].tracks().iter();
        tracks.filter(|track| is_shear(track)).cloned().collect()
    };
    for clip in [0, 1] {
        assert_eq!(tracks(&again, clip), tracks(&character, clip), "{clip}");
    }
    assert_eq!(n_nodes(&again), n_nodes(&arm));
    assert!(to_bytes(&again).unwrap() == glb);
    let others = open_as_others_do("others", &glb).unwrap();
    assert!(!others.clips.iter().flat_map(Clip::tracks).any(is_shear));
    // They go with their clips, and with them they are gone.
    let swapped = again.with_clips(vec![again.clips[1].clone(), again.clips[0].clone()]);
    let swapped = open_bytes("swapped", &to_bytes(&swapped).unwrap()).unwrap();
    assert_eq!(tracks(&swapped, 0), tracks(&again, 1));
    assert_eq!(tracks(&swapped, 1), tracks(&again, 0));
    let plain = again.with_clips(vec![arm.clips[0].clone(), moved.with_source(Some(1))]);
    let plain = open_bytes("plain", &to_bytes(&plain).unwrap()).unwrap();
    assert!(!plain.source.json().to_string().contains("shear_keys"));
}

/// A seed of a clip that shears the middle joint alone, so that one node is added.
fn one_sheared() -> (Character, Vec<u8>) {
    let is_wanted = |(character, _): &(Character, Vec<u8>)| {
        let tracks = of_sheared(character, 1);
        tracks.len() > 2 && tracks.iter().all(|(name, _)| name == "lower")
    };
    (0..100).map(sheared).find(is_wanted).unwrap()
}

#[test]
fn other_programs_see_two_nodes() {
    let (character, glb) = one_sheared();
    let others = open_as_others_do("others", &glb).unwrap();
    let names = |of: &Character| {
        let joints = of.rig.skeleton.joints();
        joints
            .filter(|&joint| of.rig.skeleton.name(joint) == "lower shear")
            .count()
    };
    assert_eq!((names(&others), names(&character)), (1, 0));
    assert!(!others.clips[1].tracks().iter().any(is_shear));
    let json = others.source.json().to_string();
    assert!(json.contains("one_with_child") && json.contains("\"written\""));
}

/// What another program has changed counts, whatever the keys beside it say.
#[test]
fn channels_that_were_edited_count() {
    let (_, glb) = one_sheared();
    let came = open_bytes("came", &glb).unwrap();
    let json = came.source.json();
    let animation = &json["animations"][1];
    let above = node_named(&json, "lower shear");
    let is_scale =
        |channel: &&Value| channel["target"] == json!({ "node": above, "path": "scale" });
    let channel = list(&animation["channels"]).iter().find(is_scale).unwrap();
    let place = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let sampler = &animation["samplers"][place(&channel["sampler"])];
    let accessor = &json["accessors"][place(&sampler["output"])];
    let view = &json["bufferViews"][place(&accessor["bufferView"])];
    let chunk = glb.len() - came.source.binary.as_ref().unwrap().len();
    let mut bytes = glb.clone();
    bytes[chunk + place(&view["byteOffset"])] ^= 1;
    let edited = open_bytes("edited", &bytes).unwrap();
    assert_eq!(codes(&edited), ["keys-elsewhere"]);
    let said = edited.warnings[0].to_string();
    assert!(said.contains("keys of shear"), "{said}");
    let others = open_as_others_do("edited", &bytes).unwrap();
    assert_eq!(edited.clips, others.clips);
    assert_eq!(edited.rig.skeleton, others.rig.skeleton);
}

/// Where they are not wanted, marks and keys leave files that were not edited, and clips that were not.
#[test]
fn plain_shear_leaves_two_nodes() {
    let options = SaveOptions {
        plain_shear: true,
        ..SaveOptions::default()
    };
    let plain = |of: &Character| to_glb_with(of, &options).unwrap().0;
    let assert_plain = |bytes: &[u8], what: &str| -> Character {
        let ours = open_bytes("plain", bytes).unwrap();
        let text = ours.source.json().to_string();
        for word in ["one_with_child", "written", "keys", "shear_keys"] {
            assert!(!text.contains(&format!("\"{word}\"")), "{what}: {word}");
        }
        assert_eq!(codes(&ours), Vec::<&str>::new(), "{what}");
        let others = open_as_others_do("others", bytes).unwrap();
        assert_eq!(joints(&ours), joints(&others), "{what}");
        assert_eq!(ours.clips, others.clips, "{what}");
        ours
    };
    let (arm, still) = (arm(), zeros(0, &[0.0, 0.5]));
    for seed in 0..20 {
        let clip = random_clip(&mut Numbers(seed), None, true);
        let unsheared = with(&arm.clips[0], vec![still.clone()]);
        let glb = to_glb(&arm.with_clips(vec![unsheared, clip])).unwrap().0;
        let came = open_bytes("came", &glb).unwrap();
        let others = open_as_others_do("others", &glb).unwrap();
        let ours = assert_plain(&plain(&came), &format!("unedited, seed {seed}"));
        assert_eq!(joints(&ours), joints(&others), "seed {seed}");
        assert_eq!(ours.clips, others.clips, "seed {seed}");
        assert!(plain(&ours) == to_bytes(&ours).unwrap(), "seed {seed}");

        let hand = came.rig.skeleton.find("hand").unwrap();
        let joint = came.rig.skeleton.key(hand);
        let name = "changed".to_owned();
        let renamed = came
            .apply_edit(&SkeletonEdit::Rename { joint, name })
            .unwrap();
        let bytes = plain(&renamed.character);
        let ours = assert_plain(&bytes, &format!("renamed, seed {seed}"));
        assert_eq!(ours.clips, others.clips, "seed {seed}");

        // One clip edited, the other not.
        let edited = with(&came.clips[0], vec![zeros(2, &[0.2])]);
        let edited = came.with_clips(vec![edited, came.clips[1].clone()]);
        let ours = assert_plain(&plain(&edited), &format!("one edited, seed {seed}"));
        assert_eq!(ours.clips[1], others.clips[1], "seed {seed}");
    }
    assert!(plain(&arm) == to_bytes(&arm).unwrap());
}

fn node_named(json: &Value, name: &str) -> usize {
    let mut nodes = list(&json["nodes"]).iter();
    nodes.position(|node| node["name"] == name).unwrap()
}

/// A `.gltf` with the numbers in it.
fn as_text(glb: &[u8]) -> Value {
    let character = open_bytes("sheared", glb).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheared.gltf");
    character::save(&character, &path).unwrap();
    let mut json = character::open(&path).unwrap().source.json();
    let bytes = character.source.binary.as_ref().unwrap();
    let text = STANDARD.encode(bytes);
    json["buffers"][0]["uri"] = format!("data:application/octet-stream;base64,{text}").into();
    json
}

fn opened(json: &Value) -> Character {
    open_bytes("changed.gltf", json.to_string().as_bytes()).unwrap()
}

/// Keys from outside are looked at: what is no track is passed over, with a warning, and the file's channels count.
#[test]
fn keys_that_are_none_are_passed_over() {
    let json = as_text(&one_sheared().1);
    let n_joints = opened(&json).rig.skeleton.len();
    assert_eq!(codes(&opened(&json)), Vec::<&str>::new());
    let mut channels = list(&json["animations"][1]["channels"]).iter();
    let place = channels.position(|channel| channel["extras"]["dualskin"]["keys"].is_array());
    let place = place.unwrap();
    type Change = fn(&mut Value);
    let changes: [Change; 14] = [
        |own| own["written"] = "0123456789abcdef".into(),
        |own| own["written"] = 7.into(),
        |own| own["keys"] = json!([]),
        |own| own["keys"] = json!({ "path": "shear" }),
        |own| own["keys"][0]["path"] = "weights".into(),
        |own| own["keys"][0]["interpolation"] = "SPLINE".into(),
        |own| own["keys"][0]["times"] = json!([2, 1]),
        |own| own["keys"][0]["times"] = json!([]),
        |own| own["keys"][0]["values"][0] = Value::Null,
        |own| own["keys"][0]["values"][0] = json!(1e30),
        |own| own["keys"][0]["values"] = json!([1, 2]),
        |own| own["keys"][0]["out"] = json!([9]),
        |own| {
            let first = own["keys"][0].clone();
            own["keys"].as_array_mut().unwrap().push(first);
        },
        |own| own["keys"][0] = json!({ "path": "rotation", "interpolation": "STEP", "times": [0], "values": [1, 1, 1, 1] }),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut json = json.clone();
        change(&mut json["animations"][1]["channels"][place]["extras"]["dualskin"]);
        let changed = opened(&json);
        assert_eq!(codes(&changed), ["keys-elsewhere"], "change {number}");
        assert_eq!(changed.rig.skeleton.len(), n_joints + 1, "change {number}");
    }
    // Where the node above is more than that, it is a joint of its own.
    let (above, node) = (node_named(&json, "lower shear"), node_named(&json, "lower"));
    let changes: [&dyn Fn(&mut Value); 5] = [
        &|json| json["nodes"][above]["mesh"] = 0.into(),
        &|json| json["nodes"][above]["extras"]["dualskin"]["one_with_child"] = 1.into(),
        &|json| json["nodes"][node]["extras"] = json!({ "dualskin": { "one_with_child": true } }),
        &|json| json["skins"][0]["joints"][0] = above.into(),
        &|json| {
            let list = json["nodes"].as_array_mut().unwrap();
            list.push(json!({ "name": "more" }));
            let added = list.len() - 1;
            let children = json["nodes"][above]["children"].as_array_mut().unwrap();
            children.push(added.into());
        },
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut json = json.clone();
        change(&mut json);
        let changed = opened(&json);
        let joints = &changed.rig.skeleton;
        assert!(joints.find("lower shear").is_some(), "change {number}");
    }
}

/// Marked nodes that are two joints all the same stay two, whatever later edits make of them.
#[test]
fn a_parted_pair_stays_two_joints() {
    let json = as_text(&one_sheared().1);
    let saved = |character: &Character| to_glb(character).unwrap().0;
    let assert_parted = |bytes: &[u8], like: &Character, what: &str| -> Character {
        let ours = open_bytes("again", bytes).unwrap();
        let text = ours.source.json().to_string();
        for word in ["one_with_child", "written", "keys"] {
            assert!(!text.contains(&format!("\"{word}\"")), "{what}: {word}");
        }
        assert_eq!(codes(&ours), Vec::<&str>::new(), "{what}");
        assert_eq!(joints(&ours), joints(like), "{what}");
        assert_eq!(ours.clips, like.clips, "{what}");
        ours
    };
    let renamed = |character: &Character| {
        let skeleton = &character.rig.skeleton;
        let joint = skeleton.key(skeleton.find("hand").unwrap());
        let name = "changed".to_owned();
        let edit = SkeletonEdit::Rename { joint, name };
        character.apply_edit(&edit).unwrap().character
    };
    // Another program has changed the channels.
    let mut changed = json.clone();
    for channel in changed["animations"][1]["channels"].as_array_mut().unwrap() {
        if channel["extras"]["dualskin"]["written"].is_string() {
            channel["extras"]["dualskin"]["written"] = "0123456789abcdef".into();
        }
    }
    let parted = opened(&changed);
    assert_eq!(codes(&parted), ["keys-elsewhere"]);
    assert!(parted.rig.skeleton.find("lower shear").is_some());
    let other = renamed(&parted);
    assert_parted(&saved(&other), &other, "renamed");
    // Without the clip nothing would tell.
    let fewer = parted.with_clips(vec![parted.clips[0].clone()]);
    assert_parted(&saved(&fewer), &fewer, "without the clip");
    // The node above may be sheared itself, and is one joint with the node above it then.
    let joint = parted.rig.skeleton.find("lower shear").unwrap();
    let values = vec![Vec3::ZERO, Vec3::new(0.3, 0.0, -0.2)];
    let track = Track::new([0.0, 0.5], values, Interpolation::Linear).unwrap();
    let channel = Channel::Shear(track);
    let sheared = with(&parted.clips[0], vec![JointTrack { joint, channel }]);
    let sheared = parted.with_clips(vec![sheared, parted.clips[1].clone()]);
    let again = open_bytes("again", &saved(&sheared)).unwrap();
    assert_eq!(joints(&again), joints(&parted));
    assert_eq!(of_sheared(&again, 0), of_sheared(&sheared, 0));
    assert!(!of_sheared(&again, 0).is_empty());

    // A second child, which an edit takes away again.
    let mut changed = json.clone();
    let above = node_named(&json, "lower shear");
    let nodes = changed["nodes"].as_array_mut().unwrap();
    nodes.push(json!({ "name": "more" }));
    let added = nodes.len() - 1;
    let children = nodes[above]["children"].as_array_mut().unwrap();
    children.push(added.into());
    let parted = opened(&changed);
    let skeleton = &parted.rig.skeleton;
    let joint = skeleton.key(skeleton.find("more").unwrap());
    let edit = SkeletonEdit::Dissolve { joint };
    let fewer = parted.apply_edit(&edit).unwrap().character;
    assert_parted(&saved(&fewer), &fewer, "with one child again");

    // Who reads the file as others do sees two joints, and so does who reads what is saved of that.
    let others = open_as_others_do("others", json.to_string().as_bytes()).unwrap();
    let other = renamed(&others);
    assert_parted(&saved(&other), &other, "read as others do");
}

/// A joint that an edit has sheared at rest is one joint again, with the same matrix.
#[test]
fn a_sheared_rest_is_one_joint_again() {
    let arm = arm();
    let skeleton = &arm.rig.skeleton;
    let lower = skeleton.find("lower").unwrap();
    let posed = PosedJoint {
        joint: skeleton.key(lower),
        translation: [0.0; 3],
        rotation: [0.0, 0.0, 0.0, 1.0],
        scale: [1.0; 3],
        shear: [0.4, 0.0, -0.2],
    };
    let edit = SkeletonEdit::TakeRest {
        pose: vec![posed],
        own_scale: Vec::new(),
    };
    let still = arm.with_clips(Vec::new());
    let mut n_sheared = 0;
    for (character, n_clips) in [(still, 0), (arm, 1)] {
        let taken = character.apply_edit(&edit).unwrap().character;
        let (glb, report) = to_glb(&taken).unwrap();
        let again = open_bytes("again", &glb).unwrap();
        let others = open_as_others_do("others", &glb).unwrap();
        assert_eq!(again.clips.len(), n_clips);
        if report.sheared.is_empty() {
            continue;
        }
        n_sheared += 1;
        let (now, came) = (&again.rig.skeleton, &taken.rig.skeleton);
        assert_eq!(now.len(), came.len());
        assert_eq!(others.rig.skeleton.len(), came.len() + 1);
        let local = |of: &rig::Skeleton| of.local(of.find("lower").unwrap()).to_affine();
        assert_eq!(local(now), local(came));
        let tracks = |of: &Character| of.clips.first().map(|clip| clip.tracks().to_vec());
        assert_eq!(tracks(&again), tracks(&taken));
        assert!(to_bytes(&again).unwrap() == glb);
    }
    assert!(n_sheared > 0);
}

/// A joint over two nodes, so far from its parent and with the node above turned so much further, whose file keeps this matrix for its
/// rest: the joint's rest.
fn rest_of_both(far: f32, angle: f32, kept: Affine3A) -> LocalTransform {
    let above = Quat::from_rotation_z(0.3 + angle).to_array();
    let below = Quat::from_rotation_z(-0.3).to_array();
    let rest = Mat4::from(kept).to_cols_array().to_vec();
    let character = open_json(&json!({
        "asset": { "version": "2.0" },
        "nodes": [
            {
                "children": [1],
                "translation": [far, 0.0, 0.0],
                "rotation": above,
                "extras": { "dualskin": { "one_with_child": true, "rest": rest } },
            },
            { "rotation": below, "scale": [1.0, 2.0, 1.0] },
        ],
    }))
    .unwrap();
    assert_eq!(character.rig.skeleton.len(), 1);
    *character.rig.skeleton.local(JointIndex(0))
}

/// Far from its parent a small turn of the joint is no rounding; the way there is rounded as its parts are.
#[test]
fn a_kept_rest_gives_way_to_small_edits() {
    let turned = |angle: f32| {
        LocalTransform::Trs(Trs {
            rotation: Quat::from_rotation_z(angle),
            ..Trs::IDENTITY
        })
    };
    for far in [0.0_f32, 1.0, 95.0, 1000.0] {
        let stretch = Affine3A::from_scale(Vec3::new(1.0, 2.0, 1.0));
        let mut kept = turned(0.3).to_affine() * turned(-0.3).to_affine() * stretch;
        kept.translation.x = far;
        kept.matrix3.x_axis.x *= 1.0 + 1e-6;
        kept.translation.x *= 1.0 + 1e-6;
        let shown =
            |far: f32, angle: f32| rest_of_both(far, angle, kept) == LocalTransform::Matrix(kept);
        assert!(shown(far, 0.0), "{far}");
        assert!(!shown(far, 0.1_f32.to_radians()), "{far}");
        assert!(!shown(far * 1.001 + 0.001, 0.0), "{far}");
    }
}
