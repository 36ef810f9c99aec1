//! New and edited clips are saved, opened again and played by another program, and show what they showed.
//!
//! What plays them is [`testkit::animation_player`], by the specification; and three.js, where `DUALSKIN_THREEJS` names its folder.

use std::env;
use std::process::Command;

use crate::saving::save_edited::Numbers;
use crate::saving::save_rules::assert_rules;
use crate::skinning::skin;
use crate::support::{own_synthetic, say, write_file};
use character::{
    Authored, AuthoredClip, AuthoredJoint, AuthoredPrimitive, Character, SaveReport, open,
    open_bytes, to_glb, write_glb,
};
use glam::{DVec3, Quat, Vec3};
use rig::{
    AnyTrack, Channel, Clip, ClipEdit, ClipId, InfluencesBuilder, Interpolation, JointChannel,
    JointIndex, JointTrack, Key, KeyMode, KeyValue, Keyed, MorphTrack, NewKey, Segment, Tangents,
    Target, Track, Trs, forward,
};
use testkit::animation_player::Player;

mod ends;

/// Three joints in a row and a strip of vertices along them; one clip, of two keys.
pub(crate) fn arm() -> Character {
    let joint = |name: &str, parent, translation| AuthoredJoint {
        name: name.to_owned(),
        parent,
        local: Trs {
            translation,
            rotation: Quat::from_rotation_z(0.3),
            scale: Vec3::ONE,
        },
    };
    let mut influences = InfluencesBuilder::new(3);
    for vertex in 0..9_u16 {
        let along = f32::from(vertex) / 4.0;
        let rows = (0..3).map(|joint| (joint, (1.0 - (along - f32::from(joint)).abs()).max(0.0)));
        influences
            .vertex(rows.filter(|(_, weight)| *weight > 0.0))
            .unwrap();
    }
    let bend = vec![Quat::IDENTITY, Quat::from_rotation_x(1.0)];
    let bend = Track::new([0.0, 1.0], bend, Interpolation::Linear).unwrap();
    let primitive = AuthoredPrimitive {
        positions: (0..9_u8)
            .map(|i| Vec3::new(0.1 * f32::from(i % 2), 0.3 * f32::from(i), 0.1))
            .collect(),
        triangles: (0..7).map(|i| [i, i + 1, i + 2]).collect(),
        influences: influences.build(),
        ..AuthoredPrimitive::default()
    };
    let authored = Authored {
        name: "arm".to_owned(),
        joints: vec![
            joint("upper", None, Vec3::ZERO),
            joint("lower", Some(0), Vec3::Y),
            joint("hand", Some(1), Vec3::Y),
        ],
        primitives: vec![primitive],
        clips: vec![AuthoredClip {
            name: "bend".to_owned(),
            tracks: vec![JointTrack {
                joint: JointIndex(1),
                channel: Channel::Rotation(bend),
            }],
        }],
        ..Authored::default()
    };
    open_bytes("arm.glb", &write_glb(&authored).unwrap()).unwrap()
}

/// Which kinds of keys a random track has.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kinds {
    Only(Segment),
    Mixed,
}

impl Kinds {
    fn random(numbers: &mut Numbers) -> Self {
        let all = [Segment::Hold, Segment::Linear, Segment::Cubic];
        all.get(numbers.next(5))
            .map_or(Self::Mixed, |segment| Self::Only(*segment))
    }
}

fn random_track<T: Keyed>(
    numbers: &mut Numbers,
    kinds: Kinds,
    value: impl Fn(&mut Numbers) -> T,
    slope: impl Fn(&mut Numbers) -> T,
) -> Track<T> {
    let mut time = 0.2 * numbers.real().abs();
    let count = 1 + numbers.next(6);
    let keys = (0..count).map(|_| {
        time += 0.02 + 0.4 * numbers.real().abs();
        let own = value(numbers);
        let out = match kinds {
            Kinds::Only(segment) => segment,
            Kinds::Mixed => [Segment::Hold, Segment::Linear, Segment::Cubic][numbers.next(3)],
        };
        let tangents = [
            Tangents::Auto,
            Tangents::Flat,
            Tangents::Aligned,
            Tangents::Free,
        ];
        Key {
            time,
            value: own,
            tangents: [own.tangent(slope(numbers)), own.tangent(slope(numbers))],
            mode: KeyMode {
                out,
                tangents: tangents[numbers.next(4)],
                ..KeyMode::default()
            },
        }
    });
    let keys: Vec<Key<T>> = keys.collect();
    Track::from_keys(keys, (numbers.next(2) == 0).then_some(time)).unwrap()
}

fn turn(numbers: &mut Numbers) -> Quat {
    Quat::from_scaled_axis(numbers.vector(1.0))
}

fn slope(numbers: &mut Numbers) -> Quat {
    let [x, y, z] = numbers.vector(2.0).to_array();
    Quat::from_xyzw(x, y, z, numbers.real())
}

/// Tracks over some channels of all joints; with shear only if asked for.
pub(crate) fn random_clip(numbers: &mut Numbers, kinds: Option<Kinds>, shears: bool) -> Clip {
    let mut tracks = Vec::new();
    for joint in (0..3).map(JointIndex) {
        for channel in JointChannel::ALL {
            if numbers.next(3) == 0 || (channel == JointChannel::Shear && !shears) {
                continue;
            }
            let kinds = kinds.unwrap_or_else(|| Kinds::random(numbers));
            let vectors = |numbers: &mut Numbers, around: Vec3, size: f32| {
                let value = |numbers: &mut Numbers| around + numbers.vector(size);
                random_track(numbers, kinds, value, |numbers| numbers.vector(1.0))
            };
            let channel = match channel {
                JointChannel::Translation => Channel::Translation(vectors(numbers, Vec3::Y, 0.3)),
                JointChannel::Rotation | JointChannel::Angle(_) => {
                    Channel::Rotation(random_track(numbers, kinds, turn, slope))
                }
                JointChannel::Scale => Channel::Scale(vectors(numbers, Vec3::ONE, 0.3)),
                JointChannel::Shear => Channel::Shear(vectors(numbers, Vec3::ZERO, 0.3)),
            };
            tracks.push(JointTrack { joint, channel });
        }
    }
    let name = Some("random".to_owned());
    Clip::new(ClipId(7), name, 3.0 * numbers.real().abs()).with_tracks(tracks, Vec::new())
}

/// The vertices as panes show them with linear blending.
fn shown(character: &Character, clip: &Clip, time: f32) -> Vec<Vec3> {
    let rig = &character.rig;
    let pose = clip.sample(&rig.skeleton, &character.file_pose(), time);
    let posed = forward(
        &rig.skeleton,
        pose.user_transforms(),
        &rig.scale_inheritance,
    )
    .unwrap();
    let of = |instance| {
        let mesh: &character::MeshInstance = instance;
        let primitives = character.meshes[mesh.mesh].primitives.iter();
        primitives
            .flat_map(|primitive| skin(character, mesh, primitive, (&posed, &pose)).positions)
            .collect::<Vec<_>>()
    };
    character.instances.iter().flat_map(of).collect()
}

/// The largest distance between what is shown and what another program shows.
fn apart(shown: &[Vec3], played: &[DVec3]) -> f64 {
    assert_eq!(shown.len(), played.len());
    let pairs = shown.iter().zip(played);
    let far = pairs.map(|(one, other)| one.as_dvec3().distance(*other));
    far.fold(0.0, |most, far| {
        if far.is_nan() {
            f64::INFINITY
        } else {
            most.max(far)
        }
    })
}

struct Saved {
    bytes: Vec<u8>,
    report: SaveReport,
    again: Character,
    player: Player,
}

fn saved(character: &Character) -> Saved {
    let (bytes, report) = to_glb(character).unwrap();
    let again = open_bytes("saved.glb", &bytes).unwrap();
    assert_eq!(
        again.warnings.len(),
        character.warnings.len(),
        "{:?}",
        again.warnings
    );
    let player = Player::of_glb(&bytes);
    assert_rules("saved", player.json());
    Saved {
        again,
        player,
        bytes,
        report,
    }
}

/// How far the player, and the file opened again, are from a clip: at its keys, and at random times.
fn worst(character: &Character, clip: usize, saved: &Saved, numbers: &mut Numbers) -> f64 {
    let own = &character.clips[clip];
    let random = (0..40).map(|_| numbers.real().abs() * (own.duration() + 0.1));
    let mut times: Vec<f32> = random.collect();
    times.extend(
        own.targets()
            .flat_map(|target| own.keys(target).unwrap().times()),
    );
    let nodes: Vec<usize> = character.instances.iter().map(|of| of.file_node).collect();
    let of_time = |time: f32| {
        let here = shown(character, own, time);
        let played = saved.player.at(clip, f64::from(time));
        let played = nodes
            .iter()
            .flat_map(|&node| saved.player.skinned_positions(&played, node));
        let played: Vec<DVec3> = played.collect();
        let again = shown(&saved.again, &saved.again.clips[clip], time);
        let again: Vec<DVec3> = again.iter().map(|place| place.as_dvec3()).collect();
        apart(&here, &played).max(apart(&here, &again))
    };
    times.into_iter().map(of_time).fold(0.0, f64::max)
}

#[test]
fn clips_of_all_kinds_of_keys_survive() {
    let (arm, mut most) = (arm(), 0.0_f64);
    for seed in 0..60 {
        let mut numbers = Numbers(seed);
        let clip = random_clip(&mut numbers, None, false);
        let character = arm.with_clips(vec![arm.clips[0].clone(), clip]);
        let saved = saved(&character);
        assert_eq!(saved.report.resampled, None);
        let (own, again) = (&character.clips[1], &saved.again.clips[1]);
        assert_eq!(again.name(), own.name());
        if !own.is_empty() {
            assert_eq!(again.duration(), own.duration(), "seed {seed}");
        }
        let worst = worst(&character, 1, &saved, &mut numbers);
        assert!(worst < 4e-5, "seed {seed}: {worst}");
        most = most.max(worst);
    }
    say(&format!("save_clips: at most {most:.2e} apart"));
}

#[test]
fn keys_of_one_kind_keep_their_bits() {
    let arm = arm();
    for seed in 0..30 {
        let mut numbers = Numbers(seed);
        let segment = [Segment::Hold, Segment::Linear, Segment::Cubic][numbers.next(3)];
        let clip = random_clip(&mut numbers, Some(Kinds::Only(segment)), false);
        // Nothing has to be held after the last key.
        let clip = Clip::new(clip.id(), None, 0.0).with_tracks(clip.tracks().to_vec(), Vec::new());
        let character = arm.with_clips(vec![clip]);
        let clip = &character.clips[0];
        let saved = saved(&character);
        for track in clip.tracks() {
            let target = Target::Joint(track.joint, track.channel.kind());
            let again = saved.again.clips[0].tracks().iter();
            let again = again
                .clone()
                .find(|other| other.target() == target)
                .unwrap();
            let times = (0..20).map(|_| numbers.real().abs() * 2.0);
            check_bits((&track.channel, &again.channel), times, seed);
        }
    }
}

/// Vectors keep their bits; opening brings rotations to unit length once more.
fn check_bits(channels: (&Channel, &Channel), times: impl Iterator<Item = f32>, seed: u64) {
    for time in times {
        match channels {
            (Channel::Translation(one), Channel::Translation(other))
            | (Channel::Scale(one), Channel::Scale(other)) => {
                assert_eq!(one.sample(time), other.sample(time), "seed {seed}");
            }
            (Channel::Rotation(one), Channel::Rotation(other)) => {
                let (one, other) = (one.sample(time), other.sample(time));
                assert!((one - other).length() < 1e-6, "seed {seed}: {one} {other}");
            }
            _ => panic!("another channel"),
        }
    }
}

#[test]
fn shear_is_written_over_two_nodes_with_its_error() {
    let (arm, mut most) = (arm(), 0.0_f64);
    for seed in 0..30 {
        let mut numbers = Numbers(seed);
        let clip = random_clip(&mut numbers, None, true);
        let character = arm.with_clips(vec![arm.clips[0].clone(), clip]);
        let saved = saved(&character);
        let is_shear = |track: &JointTrack| matches!(track.channel, Channel::Shear(_));
        let n_sheared = character.clips[1]
            .tracks()
            .iter()
            .filter(|of| is_shear(of))
            .count();
        let Some(resampled) = &saved.report.resampled else {
            assert_eq!(n_sheared, 0, "seed {seed}");
            continue;
        };
        assert_eq!((resampled.joints.len(), resampled.rate), (n_sheared, 60.0));
        let told = resampled.millimeters / 1000.0;
        let worst = worst(&character, 1, &saved, &mut numbers);
        assert!(
            worst < 1.5 * told + 4e-5,
            "seed {seed}: {worst}, told {told}"
        );
        most = most.max(worst);
        // The other clip is as it came, and shows what it showed.
        let animation = |json: &serde_json::Value| json["animations"][0].clone();
        assert_eq!(
            animation(saved.player.json()),
            animation(&arm.source.json())
        );
        assert!(self::worst(&character, 0, &saved, &mut numbers) < 1e-5);
        assert!(
            saved.report.to_string().contains("60 keys a second"),
            "{}",
            saved.report
        );
    }
    say(&format!("save_clips: sheared, at most {most:.2e} apart"));
}

/// Straight keys of shear along axes that stay, and a rotation at an even pace: nothing is lost. No shear at all writes nothing.
#[test]
fn even_shear_is_exact_and_none_is_no_node() {
    let arm = arm();
    let joint = JointIndex(1);
    let turned = vec![Quat::IDENTITY, Quat::from_rotation_z(1.5)];
    let turned = Channel::Rotation(Track::new([0.0, 2.0], turned, Interpolation::Linear).unwrap());
    let of_shear = |values: [f32; 3]| {
        let values = values.map(|xy| Vec3::new(xy, 0.0, 0.0)).to_vec();
        let shear =
            Channel::Shear(Track::new([0.0, 1.0, 2.0], values, Interpolation::Linear).unwrap());
        let tracks = [turned.clone(), shear].map(|channel| JointTrack { joint, channel });
        let clip = Clip::new(ClipId(1), Some("shear".to_owned()), 0.0);
        arm.with_clips(vec![clip.with_tracks(tracks.to_vec(), Vec::new())])
    };
    let sheared = of_shear([0.5, 0.0, -0.5]);
    let with_shear = saved(&sheared);
    let report = with_shear.report.resampled.clone().unwrap();
    assert!(
        report.millimeters < 0.01 && report.degrees < 0.001,
        "{report:?}"
    );
    assert!(worst(&sheared, 0, &with_shear, &mut Numbers(1)) < 1e-5);
    let plain = of_shear([0.0; 3]);
    let without = saved(&plain);
    assert!(without.report.is_empty(), "{}", without.report);
    let n_nodes = |of: &Saved| of.player.json()["nodes"].as_array().map(Vec::len);
    assert_eq!(
        (n_nodes(&without), n_nodes(&with_shear)),
        (Some(4), Some(5))
    );
    assert_eq!(with_shear.again.rig.skeleton.len(), 4);
    assert_eq!(without.again.clips[0].tracks(), plain.clips[0].tracks());
}

#[test]
fn names_order_deleted_and_duplicated_clips() {
    let arm = arm();
    let clip = &arm.clips[0];
    let rename = |clip: &Clip, name: Option<&str>| {
        clip.with_edit(&ClipEdit::Rename(name.map(str::to_owned)))
            .unwrap()
            .0
    };
    let copy = rename(
        &clip.clone().with_id(ClipId(5)).with_source(None),
        Some("copy"),
    );
    let clips = vec![copy, rename(clip, Some("renamed"))];
    let saved = saved(&arm.with_clips(clips));
    assert!(saved.report.is_empty());
    let names = |of: &Character| {
        of.clips
            .iter()
            .map(|clip| clip.name().map(str::to_owned))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names(&saved.again),
        [Some("copy".to_owned()), Some("renamed".to_owned())]
    );
    assert_eq!(saved.player.names(), names(&saved.again));
    for again in 0..2 {
        assert!(
            worst(
                &arm.with_clips(vec![clip.clone(); 2]),
                again,
                &saved,
                &mut Numbers(4)
            ) < 5e-6
        );
    }
    let json = &saved.player.json()["animations"][1];
    assert_eq!(
        json["samplers"],
        arm.source.json()["animations"][0]["samplers"]
    );
    let unnamed = self::saved(&arm.with_clips(vec![rename(clip, None)]));
    assert_eq!(unnamed.again.clips[0].name(), None);
    let none = self::saved(&arm.with_clips(Vec::new()));
    assert!(none.again.clips.is_empty() && none.player.json().get("animations").is_none());
    let empty = Clip::new(ClipId(9), Some("empty".to_owned()), 2.0);
    let empty = self::saved(&arm.with_clips(vec![empty]));
    assert_eq!(empty.again.clips[0].duration(), 2.0);
    assert_eq!(empty.report.emptied, ["empty"]);
}

#[test]
fn a_clip_that_goes_on_after_its_last_key_does_so_in_the_file() {
    let arm = arm();
    let (longer, _) = arm.clips[0].with_edit(&ClipEdit::SetDuration(2.5)).unwrap();
    let character = arm.with_clips(vec![longer]);
    let saved = saved(&character);
    assert_eq!(saved.again.clips[0].duration(), 2.5);
    assert_eq!(saved.player.duration(0), 2.5);
    assert!(worst(&character, 0, &saved, &mut Numbers(2)) < 5e-6);
}

/// A node has one channel for all its weights, whatever keys each of them has.
#[test]
fn morph_weights_are_joined() {
    let original = open(&own_synthetic().join("valid/09_morph_skin.glb")).unwrap();
    let n_weights: usize = original.instances.iter().map(|of| of.morph.len()).sum();
    assert!(n_weights > 1);
    for seed in 0..40 {
        let mut numbers = Numbers(seed);
        let kinds = Kinds::random(&mut numbers);
        let mut morphs = Vec::new();
        for weight in (0..n_weights).filter(|_| seed % 3 != 0).chain([0]) {
            let kinds = if seed % 2 == 0 {
                kinds
            } else {
                Kinds::random(&mut numbers)
            };
            let track = random_track(&mut numbers, kinds, Numbers::real, Numbers::real);
            morphs.push(AnyTrack::Morph(MorphTrack { weight, track }));
        }
        let remove = original.clips[0]
            .targets()
            .filter(|of| matches!(of, Target::Morph(_)));
        let edit = ClipEdit::SetTracks {
            remove: remove.collect(),
            set: morphs,
        };
        let mut clips = original.clips.to_vec();
        clips[0] = clips[0].with_edit(&edit).unwrap().0;
        clips[0] = clips[0].with_edit(&ClipEdit::SetDuration(4.5)).unwrap().0;
        let character = original.with_clips(clips);
        let saved = saved(&character);
        assert_eq!(saved.again.clips[0].duration(), 4.5, "seed {seed}");
        let worst = worst(&character, 0, &saved, &mut numbers);
        assert!(worst < 2e-5, "seed {seed}: {worst}");
    }
}

/// As an animator makes one: keys that are set, held, straight and curved, with a bit of scale and shear.
fn wave() -> Character {
    let arm = arm();
    let key = |joint: u16, channel, time: f32, value| NewKey {
        target: Target::Joint(JointIndex(joint), channel),
        time,
        value,
        tangents: None,
        mode: None,
    };
    let turn = |angle: f32| KeyValue::Rotation(Quat::from_rotation_x(angle));
    let vector = |x: f32, y: f32, z: f32| KeyValue::Vector(Vec3::new(x, y, z));
    let (rotation, scale) = (JointChannel::Rotation, JointChannel::Scale);
    let keys = vec![
        key(0, rotation, 0.0, turn(0.0)),
        key(0, rotation, 0.5, turn(1.2)),
        key(0, rotation, 1.0, turn(0.4)),
        key(0, rotation, 1.5, turn(2.6)),
        key(1, rotation, 0.2, turn(-0.5)),
        key(1, rotation, 1.3, turn(0.9)),
        key(2, scale, 0.0, vector(1.0, 1.0, 1.0)),
        key(2, scale, 1.5, vector(1.4, 0.8, 1.0)),
        key(2, JointChannel::Shear, 0.0, vector(0.0, 0.0, 0.0)),
        key(2, JointChannel::Shear, 1.5, vector(0.2, 0.0, 0.0)),
    ];
    let mode = |key: NewKey, out| ClipEdit::SetModes {
        keys: vec![rig::KeyAt {
            target: key.target,
            time: key.time,
        }],
        out: Some(out),
        tangents: None,
    };
    let edits = [
        ClipEdit::SetKeys(keys.clone()),
        mode(keys[0], Segment::Linear),
        mode(keys[1], Segment::Hold),
        mode(keys[8], Segment::Linear),
        ClipEdit::SetDuration(2.0),
    ];
    let empty = Clip::new(ClipId(1), Some("wave".to_owned()), 0.0);
    let wave = edits
        .iter()
        .fold(empty, |clip, edit| clip.with_edit(edit).unwrap().0);
    arm.with_clips(vec![arm.clips[0].clone(), wave])
}

#[test]
fn a_wave_is_played_as_it_was_made() {
    let character = wave();
    let saved = saved(&character);
    let told = saved.report.resampled.clone().unwrap();
    assert!(told.millimeters < 1.0 && told.degrees < 0.1, "{told:?}");
    let worst = worst(&character, 1, &saved, &mut Numbers(3));
    assert!(
        worst < 1e-5 + told.millimeters / 1000.0,
        "{worst}, {told:?}"
    );
}

#[test]
fn reference_threejs_plays_edited_clips() {
    let Some(folder) = env::var_os("DUALSKIN_THREEJS") else {
        say("reference_threejs_plays_edited_clips: DUALSKIN_THREEJS names no folder; skipped");
        return;
    };
    let temporary = tempfile::tempdir().unwrap();
    let file = temporary.path().join("played.glb");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/threejs/play.mjs");
    let mut most = 0.0_f64;
    for seed in 0..8 {
        let mut numbers = Numbers(seed);
        let character = match seed {
            0 => wave(),
            _ => arm().with_clips(vec![random_clip(&mut numbers, None, false)]),
        };
        let clip = character.clips.len() - 1;
        let saved = saved(&character);
        write_file(&file, &saved.bytes);
        let end = character.clips[clip].duration();
        let times = (0..24_u8).map(|step| f32::from(step) / 11.7);
        let times: Vec<f32> = times.filter(|time| *time < end).collect();
        let moments = times.iter().map(|time| (clip, f64::from(*time)));
        let moments: Vec<(usize, f64)> = moments.collect();
        let mut node = Command::new("node");
        node.arg(script).arg(&folder).arg(&file);
        let output = node
            .arg(serde_json::to_string(&moments).unwrap())
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{told}");
        let played: Vec<Vec<Vec<f64>>> = serde_json::from_slice(&output.stdout).unwrap();
        for (time, meshes) in times.iter().zip(played) {
            let places = meshes.iter().flat_map(|mesh| mesh.chunks_exact(3));
            let places: Vec<DVec3> = places.map(DVec3::from_slice).collect();
            most = most.max(apart(
                &shown(&saved.again, &saved.again.clips[clip], *time),
                &places,
            ));
            let allowed = saved
                .report
                .resampled
                .as_ref()
                .map_or(0.0, |of| of.millimeters / 1000.0);
            let far = apart(&shown(&character, &character.clips[clip], *time), &places);
            assert!(far < 1e-5 + allowed, "seed {seed}, {time} s: {far}");
        }
    }
    assert!(most < 1e-5, "{most}");
    say(&format!(
        "reference_threejs_plays_edited_clips: at most {most:.2e} apart"
    ));
}
