//! The walk as a clip for avatars: a GLB with the extension `VRMC_vrm_animation`, in its T pose, with two expressions.

use glam::{DQuat, DVec3};

use super::walker::{BONES, RATE, Walker};

/// The names of [`BONES`] in VRM 1.0.
#[rustfmt::skip]
const ROLES: [&str; BONES.len()] = [
    "hips", "spine", "chest", "neck", "head", "leftShoulder", "leftUpperArm", "leftLowerArm", "leftHand", "rightShoulder",
    "rightUpperArm", "rightLowerArm", "rightHand", "leftUpperLeg", "leftLowerLeg", "leftFoot", "leftToes", "rightUpperLeg",
    "rightLowerLeg", "rightFoot", "rightToes",
];
/// The expressions, with their kinds.
const EXPRESSIONS: [(&str, &str); 2] = [("preset", "happy"), ("preset", "blink")];

/// A list of numbers in the file.
struct Numbers {
    bytes: Vec<u8>,
    accessors: Vec<String>,
    views: Vec<String>,
}

impl Numbers {
    /// Adds an accessor with so many numbers an element; gives its place.
    fn add(&mut self, kind: &str, width: usize, numbers: &[f64]) -> usize {
        let start = self.bytes.len();
        for &number in numbers {
            self.bytes.extend_from_slice(&rounded(number).to_le_bytes());
        }
        let (view, length) = (self.views.len(), self.bytes.len() - start);
        self.views.push(format!(
            r#"{{"buffer":0,"byteOffset":{start},"byteLength":{length}}}"#
        ));
        let range = match kind {
            "SCALAR" => {
                let last = numbers.last().copied().unwrap_or_default();
                format!(r#","min":[0],"max":[{}]"#, rounded(last))
            }
            _ => String::new(),
        };
        let count = numbers.len() / width;
        self.accessors.push(format!(
            r#"{{"bufferView":{view},"componentType":5126,"count":{count},"type":"{kind}"{range}}}"#
        ));
        view
    }
}

/// As the file has a number: the same on every platform.
#[expect(
    clippy::cast_possible_truncation,
    reason = "meters, seconds and quaternions lose digits, never size"
)]
fn rounded(number: f64) -> f32 {
    ((number * 1e5).round() / 1e5) as f32
}

/// The file.
pub(super) fn clip(walker: &Walker) -> Vec<u8> {
    let mut numbers = Numbers {
        bytes: Vec::new(),
        accessors: Vec::new(),
        views: Vec::new(),
    };
    let frames = 0..walker.frame_count();
    let times: Vec<f64> = frames
        .clone()
        .map(|frame| frame as f64 / f64::from(RATE))
        .collect();
    let input = numbers.add("SCALAR", 1, &times);
    let mut curves: Vec<(usize, &str, usize)> = Vec::new();
    let hips: Vec<f64> = frames
        .clone()
        .flat_map(|frame| walker.hips(frame).to_array())
        .collect();
    curves.push((0, "translation", numbers.add("VEC3", 3, &hips)));
    for (bone, (_, above)) in BONES.iter().enumerate() {
        let turn =
            |frame: usize, bone: usize| walker.turn(frame, bone) * walker.turn_of_t_pose(bone);
        let own = |frame: usize| {
            let above = above.map_or(DQuat::IDENTITY, |above| turn(frame, above));
            let own = (above.inverse() * turn(frame, bone)).normalize();
            if own.w < 0.0 { -own } else { own }
        };
        let keys: Vec<f64> = frames
            .clone()
            .flat_map(|frame| own(frame).to_array())
            .collect();
        curves.push((bone, "rotation", numbers.add("VEC4", 4, &keys)));
    }
    for (place, (_, name)) in EXPRESSIONS.iter().enumerate() {
        let weight = |time: f64| match *name {
            "blink" => f64::from(u8::from((time * 2.0).fract() < 0.2)),
            _ => time / walker.seconds(),
        };
        let keys: Vec<f64> = times
            .iter()
            .flat_map(|&time| [weight(time), 0.0, 0.0])
            .collect();
        curves.push((
            BONES.len() + place,
            "translation",
            numbers.add("VEC3", 3, &keys),
        ));
    }
    glb(&json(walker, &numbers, input, &curves), &numbers.bytes)
}

fn json(
    walker: &Walker,
    numbers: &Numbers,
    input: usize,
    curves: &[(usize, &str, usize)],
) -> String {
    let samplers = curves
        .iter()
        .map(|(.., output)| format!(r#"{{"input":{input},"output":{output}}}"#));
    let channels = curves.iter().enumerate().map(|(sampler, (node, path, _))| {
        format!(r#"{{"sampler":{sampler},"target":{{"node":{node},"path":"{path}"}}}}"#)
    });
    let bones = ROLES
        .iter()
        .enumerate()
        .map(|(node, role)| format!(r#""{role}":{{"node":{node}}}"#));
    let faces = EXPRESSIONS.iter().enumerate();
    let faces =
        faces.map(|(place, (_, name))| format!(r#""{name}":{{"node":{}}}"#, BONES.len() + place));
    format!(
        r#"{{"asset":{{"version":"2.0","generator":"Dualskin"}},"extensionsUsed":["VRMC_vrm_animation"],"extensions":{{"VRMC_vrm_animation":{{"specVersion":"1.0","humanoid":{{"humanBones":{{{}}}}},"expressions":{{"preset":{{{}}}}}}}}},"scene":0,"scenes":[{{"nodes":[0,{}]}}],"nodes":[{}],"animations":[{{"name":"walk","samplers":[{}],"channels":[{}]}}],"accessors":[{}],"bufferViews":[{}],"buffers":[{{"byteLength":{}}}]}}"#,
        joined(bones),
        joined(faces),
        joined((0..EXPRESSIONS.len()).map(|place| (BONES.len() + place).to_string())),
        joined(nodes(walker).into_iter()),
        joined(samplers),
        joined(channels),
        numbers.accessors.join(","),
        numbers.views.join(","),
        numbers.bytes.len(),
    )
}

/// Bones in a T pose with the axes of the model, then a node for each expression.
fn nodes(walker: &Walker) -> Vec<String> {
    let bone = |bone: usize| {
        let above = BONES[bone]
            .1
            .map_or(DQuat::IDENTITY, |above| walker.turn_of_t_pose(above));
        let way: DVec3 = above.inverse() * walker.way(bone);
        let way = way
            .to_array()
            .map(|it| format!("{:.5}", it + 0.0))
            .join(",");
        let below = (0..BONES.len()).filter(|&other| BONES[other].1 == Some(bone));
        let below: Vec<String> = below.map(|it| it.to_string()).collect();
        let children = match below.is_empty() {
            true => String::new(),
            false => format!(r#","children":[{}]"#, below.join(",")),
        };
        format!(
            r#"{{"name":"{}","translation":[{way}]{children}}}"#,
            ROLES[bone]
        )
    };
    let faces = EXPRESSIONS
        .iter()
        .map(|(_, name)| format!(r#"{{"name":"{name}"}}"#));
    (0..BONES.len()).map(bone).chain(faces).collect()
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

fn glb(json: &str, binary: &[u8]) -> Vec<u8> {
    let mut text = json.as_bytes().to_vec();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut binary = binary.to_vec();
    binary.resize(binary.len().next_multiple_of(4), 0);
    let word = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    let whole = 28 + text.len() + binary.len();
    let head = [
        &b"glTF"[..],
        &word(2),
        &word(whole),
        &word(text.len()),
        b"JSON",
    ]
    .concat();
    [&head[..], &text, &word(binary.len()), b"BIN\0", &binary].concat()
}
