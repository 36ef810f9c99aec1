//! Fewer keys of what moves no vertex: sockets, nodes beside the skin, cameras, skeletons without a mesh. An independent
//! player holds place and turn of every node against what all keys make of them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use character::{Character, open_bytes, to_glb};
use glam::{DMat3, DMat4, DQuat, DVec3, Vec3};
use proptest::prelude::*;
use rig::{
    AnyTrack, Channel, Clip, ClipEdit, DrivenSet, Interpolation, JointChannel, JointTrack, Method,
    Target, Track,
};
use scene::posed_character::Look;
use scene::reduced_clip::{ClipReduction, ReducedClip};
use serde_json::{Value, json};
use testkit::animation_player::Player;

mod written;

/// Names as programs give them, for joints that move nothing among others.
const NAMES: &[&str] = &[
    "weapon_socket",
    "Hand.R",
    "mixamorig:HeadTop_End",
    "IK_target",
    "camera",
    "右手",
    "",
    "Bip01 L Toe0Nub",
    "attach point",
];

/// A node of a random tree.
#[derive(Clone, Debug)]
struct Node {
    name: usize,
    /// Which of the nodes before is its parent, as a share; the first has none.
    parent: f64,
    place: Vec3,
    /// How far it turns, in radians, and moves, in its bone's length; zero has no track.
    turns: f32,
    moves: f32,
    keys: u8,
    speed: f32,
    /// Slope per second, in its bone's length, of curves between keys that stand still; zero has straight keys that wave.
    slope: f32,
}

#[derive(Clone, Debug)]
struct Case {
    nodes: Vec<Node>,
    /// Of the root, as files in other units have it.
    scale: f32,
    /// Joints of a skin with a mesh; zero for none.
    skinned: usize,
    /// In parts of the size.
    tolerance: f32,
    /// In parts of the size; none for bones.
    turn_over: Option<f32>,
}

fn node() -> impl Strategy<Value = Node> {
    let amount = prop_oneof![Just(0.0_f32), 0.05_f32..2.0];
    let axis = prop_oneof![Just(0.0_f32), -1.0_f32..1.0];
    (
        (0..NAMES.len(), 0.0..1.0),
        [axis.clone(), axis.clone(), axis],
        (amount.clone(), amount),
        (2_u8..30, 1.0_f32..9.0),
        prop_oneof![3 => Just(0.0_f32), 1 => 1.0_f32..20.0],
    )
        .prop_map(
            |((name, parent), place, (turns, moves), (keys, speed), slope)| Node {
                name,
                parent,
                place: Vec3::from(place),
                turns,
                moves,
                keys,
                speed,
                slope,
            },
        )
}

fn case() -> impl Strategy<Value = Case> {
    (
        prop::collection::vec(node(), 1..9),
        prop_oneof![Just(1.0_f32), Just(0.01), Just(30.0)],
        0_usize..3,
        prop_oneof![Just(1e-3_f32), Just(1e-2)],
        prop::option::of(0.05_f32..2.0),
    )
        .prop_map(|(nodes, scale, skinned, tolerance, turn_over)| Case {
            skinned: skinned.min(nodes.len()),
            nodes,
            scale,
            tolerance,
            turn_over,
        })
}

/// A GLB in the making.
#[derive(Default)]
struct File {
    accessors: Vec<Value>,
    views: Vec<Value>,
    binary: Vec<u8>,
    /// Of the animation.
    channels: Vec<Value>,
    samplers: Vec<Value>,
}

impl File {
    fn floats(&mut self, kind: &str, width: usize, numbers: &[f32]) -> usize {
        let least = numbers.iter().copied().fold(f32::INFINITY, f32::min);
        let most = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut accessor = json!({"bufferView": self.views.len(), "componentType": 5126, "type": kind, "count": numbers.len() / width});
        if kind == "SCALAR" {
            (accessor["min"], accessor["max"]) = (json!([least]), json!([most]));
        }
        if kind == "VEC3" {
            (accessor["min"], accessor["max"]) = (json!(vec![least; 3]), json!(vec![most; 3]));
        }
        let bytes: Vec<u8> = numbers.iter().flat_map(|it| it.to_le_bytes()).collect();
        self.views
            .push(json!({"buffer": 0, "byteOffset": self.binary.len(), "byteLength": bytes.len()}));
        self.binary.extend(bytes);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Animates what the path says of a node.
    fn track(&mut self, (node, path): (usize, &str), times: &[f32], values: &[f32]) {
        let (kind, width) = if path == "rotation" {
            ("VEC4", 4)
        } else {
            ("VEC3", 3)
        };
        let input = self.floats("SCALAR", 1, times);
        let output = self.floats(kind, width, values);
        self.channels
            .push(json!({"sampler": self.samplers.len(), "target": {"node": node, "path": path}}));
        self.samplers
            .push(json!({"input": input, "output": output}));
    }

    /// A mesh of one triangle that follows the first joint of its skin.
    fn skinned_triangle(&mut self) -> Value {
        let corners = [0.0, 0.0, 0.0, 0.3, 0.0, 0.0, 0.0, 0.3, 0.1];
        let positions = self.floats("VEC3", 3, &corners);
        let weights = self.floats("VEC4", 4, &[1.0, 0.0, 0.0, 0.0].repeat(3));
        let joints = self.accessors.len();
        self.views
            .push(json!({"buffer": 0, "byteOffset": self.binary.len(), "byteLength": 12}));
        self.binary.extend([0; 12]);
        self.accessors.push(json!({"bufferView": self.views.len() - 1, "componentType": 5121, "type": "VEC4", "count": 3}));
        json!({"primitives": [{"attributes": {"POSITION": positions, "WEIGHTS_0": weights, "JOINTS_0": joints}}]})
    }

    fn glb(&self, mut json: Value) -> Vec<u8> {
        if !self.channels.is_empty() {
            json["animations"] = json!([{"channels": self.channels, "samplers": self.samplers}]);
        }
        json["accessors"] = json!(self.accessors);
        json["bufferViews"] = json!(self.views);
        json["buffers"] = json!([{"byteLength": self.binary.len()}]);
        let mut text = serde_json::to_vec(&json).unwrap();
        while !text.len().is_multiple_of(4) {
            text.push(b' ');
        }
        let number = |length: usize| u32::try_from(length).unwrap().to_le_bytes();
        let mut out = b"glTF".to_vec();
        out.extend(2_u32.to_le_bytes());
        out.extend(number(28 + text.len() + self.binary.len()));
        out.extend(number(text.len()));
        out.extend(b"JSON");
        out.extend(&text);
        out.extend(number(self.binary.len()));
        out.extend(b"BIN\0");
        out.extend(&self.binary);
        out
    }
}

impl Node {
    fn times(&self) -> Vec<f32> {
        (0..self.keys).map(|key| f32::from(key) / 10.0).collect()
    }

    /// Numbers from −1 to 1.
    fn wave(&self, time: f32) -> Vec3 {
        let phases = [0.0, 1.3, 2.9];
        Vec3::from(phases.map(|phase| (self.speed * time + phase).sin()))
    }

    /// Writes curves that leave every key and come to the next with one slope: zero at keys and in the middles between them.
    fn curve(&self, number: usize, file: &mut File) {
        let times = self.times();
        let mut add = |path: &str, [slope, value]: [&[f32]; 2]| {
            let values = [slope, value, slope].concat().repeat(times.len());
            file.track((number, path), &times, &values);
            file.samplers.last_mut().unwrap()["interpolation"] = json!("CUBICSPLINE");
        };
        if self.turns > 0.0 {
            let slope = [0.3 * self.slope * self.turns, 0.0, 0.0, 0.0];
            add("rotation", [&slope, &[0.0, 0.0, 0.0, 1.0]]);
        }
        if self.moves > 0.0 {
            let slope = [0.0, 0.3 * self.slope * self.moves, 0.0];
            add("translation", [&slope, &self.place.to_array()]);
        }
    }

    /// Writes the tracks that it has.
    fn animate(&self, number: usize, file: &mut File) {
        if self.slope > 0.0 {
            return self.curve(number, file);
        }
        let times = self.times();
        let wave = |time: f32| self.wave(time);
        if self.turns > 0.0 {
            let turn = |&time: &f32| glam::Quat::from_scaled_axis(self.turns * wave(time));
            let turns = times.iter().map(turn).flat_map(|it| it.to_array());
            file.track((number, "rotation"), &times, &turns.collect::<Vec<f32>>());
        }
        if self.moves > 0.0 {
            let place = |&time: &f32| self.place + self.moves * 0.3 * wave(time);
            let places = times.iter().map(place).flat_map(|it| it.to_array());
            file.track(
                (number, "translation"),
                &times,
                &places.collect::<Vec<f32>>(),
            );
        }
    }
}

impl Case {
    fn parent(&self, node: usize) -> Option<usize> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a share of a few nodes"
        )]
        let place = (self.nodes[node].parent * node as f64) as usize;
        (node > 0).then(|| place.min(node - 1))
    }

    /// A node of the file: its name, place and children.
    fn node(&self, number: usize) -> Value {
        let node = &self.nodes[number];
        let below = (0..self.nodes.len()).filter(|&it| self.parent(it) == Some(number));
        let below: Vec<usize> = below.collect();
        let mut made = json!({"name": NAMES[node.name], "translation": node.place.to_array()});
        if !below.is_empty() {
            made["children"] = json!(below);
        }
        if number == 0 {
            made["scale"] = json!(vec![self.scale; 3]);
        }
        made
    }

    fn glb(&self) -> Vec<u8> {
        let mut file = File::default();
        let mut nodes = Vec::new();
        for (number, node) in self.nodes.iter().enumerate() {
            nodes.push(self.node(number));
            node.animate(number, &mut file);
        }
        let mut json = json!({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}]});
        if self.skinned > 0 {
            let mesh = file.skinned_triangle();
            json["meshes"] = json!([mesh]);
            json["skins"] = json!([{"joints": (0..self.skinned).collect::<Vec<usize>>()}]);
            nodes.push(json!({"mesh": 0, "skin": 0}));
            json["scenes"][0]["nodes"] = json!([0, nodes.len() - 1]);
        }
        json["nodes"] = json!(nodes);
        file.glb(json)
    }
}

/// All keys that are not needed gone.
fn reduced(
    character: &Character,
    tolerance: f32,
    turn_over: Option<f32>,
) -> (Character, ReducedClip) {
    let clip = &character.clips[0];
    let targets: BTreeSet<Target> = clip.targets().collect();
    let reduction = ClipReduction {
        character,
        clip,
        scale_inheritance: &character.rig.scale_inheritance,
        look: Look::new(Method::Linear),
        driven: &DrivenSet::default(),
        targets: &targets,
        tolerance,
        turn_over,
    };
    let found = reduction.run(&|_| ControlFlow::Continue(())).unwrap();
    let edit = ClipEdit::SetTracks {
        set: found.tracks.clone(),
        remove: Vec::new(),
    };
    let mut after = character.clone();
    after.clips = vec![clip.with_edit(&edit).unwrap().0].into();
    (after, found)
}

fn turn(node: &DMat4) -> DQuat {
    let [x, y, z] = [node.x_axis, node.y_axis, node.z_axis].map(|it| it.truncate().normalize());
    DQuat::from_mat3(&DMat3::from_cols(x, y, z))
}

/// The longest bone below each node, or its own, as the file has them at rest.
fn bones(case: &Case) -> Vec<f64> {
    let count = case.nodes.len();
    let mut places = vec![DVec3::ZERO; count];
    for node in 0..count {
        let own = case.nodes[node].place.as_dvec3();
        places[node] = match case.parent(node) {
            Some(parent) => places[parent] + f64::from(case.scale) * own,
            None => own,
        };
    }
    let own = |node: usize| {
        case.parent(node)
            .map_or(0.0, |it| places[it].distance(places[node]))
    };
    let is_below = |mut it: usize, node: usize| {
        while let Some(parent) = case.parent(it) {
            it = parent;
            if it == node {
                return true;
            }
        }
        false
    };
    (0..count)
        .map(|node| {
            let below = (0..count).filter(|&it| is_below(it, node)).map(own);
            let longest = below.fold(0.0, f64::max);
            if longest > 0.0 { longest } else { own(node) }
        })
        .collect()
}

/// Place and turn of every node stay within the tolerance, whatever moves vertices and whatever does not.
#[test]
fn every_node_keeps_its_motion() {
    let keys = std::cell::Cell::new([0_usize; 2]);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 96,
        ..ProptestConfig::default()
    });
    let check = |case: Case| {
        let glb = case.glb();
        let character = open_bytes("random.glb", &glb).unwrap();
        if character.clips.is_empty() {
            return Ok(());
        }
        let bones = bones(&case);
        let size = bones.iter().copied().fold(0.1, f64::max);
        let tolerance = f64::from(case.tolerance) * size;
        #[expect(clippy::cast_possible_truncation, reason = "a length")]
        let length = |length: f64| length as f32;
        let given = case.turn_over.map(|it| length(size * f64::from(it)));
        let (after, found) = reduced(&character, length(tolerance), given);
        let [before, now] = keys.get();
        keys.set([before + found.before, now + found.after]);
        let players = [glb, to_glb(&after).unwrap().0].map(|glb| Player::of_glb(&glb));
        let duration = players[0].duration(0);
        for step in 0..60_u8 {
            let time = duration * (f64::from(step) * 0.618_034).fract();
            let [one, other] = players.each_ref().map(|player| player.at(0, time));
            for (node, bone) in bones.iter().enumerate() {
                let [from, to] = [&one, &other].map(|it| it.world[node]);
                let apart = from.w_axis.truncate().distance(to.w_axis.truncate());
                let angle = turn(&from).angle_between(turn(&to));
                let over = given.map_or(*bone, f64::from);
                let swept = 2.0 * over * (0.5 * angle).sin();
                let worst = apart.max(swept);
                // Keys of the file are f32.
                let most = tolerance * 1.001 + 1e-5 * size;
                prop_assert!(
                    worst <= most,
                    "node {node} at {time}: place {apart}, turn {angle} over {over}, not {most}"
                );
            }
        }
        Ok(())
    };
    runner.run(&case(), check).unwrap();
    let [before, after] = keys.get();
    assert!(
        after * 20 < before * 19,
        "{before} keys became {after}: nothing was tried"
    );
}

/// Where nothing says what a turn moves, it is left alone; where a length is given, it counts.
#[test]
fn a_turn_that_nothing_measures_stays() {
    let alone = Case {
        nodes: vec![Node {
            name: 4,
            parent: 0.0,
            place: Vec3::ZERO,
            turns: 1.0,
            moves: 0.5,
            keys: 20,
            speed: 0.7,
            slope: 0.0,
        }],
        scale: 1.0,
        skinned: 0,
        tolerance: 0.0,
        turn_over: None,
    };
    let character = open_bytes("alone.glb", &alone.glb()).unwrap();
    let (_, found) = reduced(&character, 0.01, None);
    assert_eq!(found.unmeasured.len(), 1, "the turn");
    assert!(found.after > 20 && found.after < found.before, "{found:?}");
    assert!(
        found
            .unmeasured_words()
            .is_some_and(|words| words.contains("length"))
    );
    assert!(
        found.measured_words().contains("1 joint"),
        "{}",
        found.measured_words()
    );
    let (_, found) = reduced(&character, 0.01, Some(0.5));
    assert!(found.unmeasured.is_empty() && found.after < 20, "{found:?}");
    let words = found.largest_words(&character, |time| format!("{time:.2} s"));
    assert!(words.contains("camera") && words.contains("500"), "{words}");
}

/// What a scale of zero hides, of the file or of the clip, has keys all the same: another clip, or another program, may show it.
#[test]
fn what_is_scaled_to_nothing_keeps_its_keys() {
    let node = |name: usize| Node {
        name,
        parent: 0.999,
        place: Vec3::Y,
        turns: 0.5,
        moves: 0.1,
        keys: 20,
        speed: 0.2,
        slope: 0.0,
    };
    let cases = [
        (0.0, None, 0),
        (1e-7, None, 0),
        // Vertices in small units are seen to turn with the first joint.
        (1e-7, None, 3),
        (1.0, Some(0.0), 0),
        (1.0, Some(0.0), 3),
        (1.0, None, 0),
    ];
    for (scale, of_clip, skinned) in cases {
        let case = Case {
            nodes: vec![node(0), node(3), node(8)],
            scale,
            skinned,
            tolerance: 0.0,
            turn_over: None,
        };
        let mut character = open_bytes("hidden.glb", &case.glb()).unwrap();
        let joint = character.rig.skeleton.find(NAMES[0]).unwrap();
        if let Some(scale) = of_clip {
            let values = vec![Vec3::splat(scale); 2];
            let keys = Track::new([0.0, 1.0], values, Interpolation::Linear).unwrap();
            let channel = Channel::Scale(keys);
            let edit = ClipEdit::SetTracks {
                set: vec![AnyTrack::Joint(JointTrack { joint, channel })],
                remove: Vec::new(),
            };
            character.clips = vec![character.clips[0].with_edit(&edit).unwrap().0].into();
        }
        let (after, found) = reduced(&character, 0.05, None);
        let words = found.unmeasured_words();
        let is_hidden = scale < 1.0 || of_clip.is_some();
        let turns = scale > 0.0 && of_clip.is_none() && skinned > 0;
        // All but moves and scale of the first one.
        let hidden = usize::from(is_hidden) * (5 - usize::from(turns));
        assert_eq!(found.hidden, hidden, "{scale}");
        let told = format!("{hidden} tracks of joints");
        let is_told = words.is_some_and(|words| words.contains(&told));
        assert_eq!(is_told, is_hidden);
        for target in after.clips[0].targets() {
            let left = after.clips[0].keys(target).unwrap().times().len();
            let is_seen = matches!(target, Target::Joint(it, channel) if it == joint && (turns || channel != JointChannel::Rotation));
            assert_eq!(
                left < 20,
                is_seen || !is_hidden,
                "{scale}, {target:?}: {left}"
            );
        }
    }
}

/// Keys that move all that is below them, again and again: where one look at each takes more than a minute, that is said before.
#[test]
fn a_clip_that_takes_too_long_is_refused() {
    let node = |place: u16| Node {
        name: 0,
        parent: 0.999,
        place: Vec3::X,
        turns: if place == 7 { 1.0 } else { 0.0 },
        moves: 0.0,
        keys: 255,
        speed: 1.0,
        slope: 0.0,
    };
    let case = Case {
        nodes: (0..1000).map(node).collect(),
        scale: 1.0,
        skinned: 0,
        tolerance: 0.0,
        turn_over: None,
    };
    let character = open_bytes("many.glb", &case.glb()).unwrap();
    let one = &character.clips[0];
    let tracks = character.rig.skeleton.joints().map(|joint| JointTrack {
        joint,
        ..one.tracks()[0].clone()
    });
    let all = one.clone().with_tracks(tracks.collect(), Vec::new());
    let refusal = |clip: &Clip| {
        let targets: BTreeSet<Target> = clip.targets().collect();
        let reduction = ClipReduction {
            character: &character,
            clip,
            scale_inheritance: &character.rig.scale_inheritance,
            look: Look::new(Method::Linear),
            driven: &DrivenSet::default(),
            targets: &targets,
            tolerance: 0.01,
            turn_over: None,
        };
        let refusal = reduction.refusal();
        // What is refused does not begin.
        if refusal.is_some() {
            assert!(reduction.run(&|_| ControlFlow::Continue(())).is_none());
        }
        refusal
    };
    assert_eq!(refusal(one), None);
    let why = refusal(&all).unwrap();
    assert!(
        why.contains("1,000 joints") && why.contains("255,000 keys"),
        "{why}"
    );
}
