//! Captures written of characters: what is read back stands as the character did.

use bvh::Bvh;
use character::{Character, open_bytes};
use formats::{BvhOptions, Format, convert, write_bvh};
use glam::Affine3A;
use rig::{Channel, Pose, forward, polar};

/// Frames in the model, by name.
fn frames(character: &Character, clip: usize, time: f32) -> Vec<(String, Affine3A)> {
    let skeleton = &character.rig.skeleton;
    let pose = character.clips[clip].sample(skeleton, &Pose::rest(skeleton), time);
    let posed = forward(
        skeleton,
        pose.user_transforms(),
        &character.rig.scale_inheritance,
    )
    .unwrap();
    let of = |joint| {
        (
            skeleton.name(joint).to_owned(),
            posed.model_from_posed_frame(joint),
        )
    };
    skeleton.joints().map(of).collect()
}

fn rest(character: &Character) -> Vec<Affine3A> {
    let skeleton = &character.rig.skeleton;
    let posed = forward(
        skeleton,
        Pose::rest(skeleton).user_transforms(),
        &character.rig.scale_inheritance,
    )
    .unwrap();
    skeleton
        .joints()
        .map(|joint| posed.model_from_posed_frame(joint))
        .collect()
}

fn built_in(name: &str) -> Character {
    let path = format!("{}/../../assets/{name}.glb", env!("CARGO_MANIFEST_DIR"));
    character::open(path.as_ref()).unwrap()
}

/// How far heads are off, and turns since rest in radians, at the frames of the file.
fn worst(character: &Character, clip: usize, options: BvhOptions) -> (f32, f32) {
    let written = write_bvh(character, clip, options).unwrap();
    let converted = convert("again.bvh", written.text.as_bytes(), Format::Bvh).unwrap();
    let again = open_bytes("again", &converted.glb).unwrap();
    let (rests, rests_again) = (rest(character), rest(&again));
    let is_one = |name: &String| {
        character
            .rig
            .skeleton
            .joints()
            .filter(|joint| character.rig.skeleton.name(*joint) == name)
            .count()
            == 1
    };
    let mut matched = 0;
    let (mut off, mut turned) = (0.0_f32, 0.0_f32);
    let (read, _) = Bvh::read(written.text.as_bytes()).unwrap();
    for frame in 0..read.frame_count() {
        let time = frame as f32 / 30.0;
        let found = frames(&again, 0, time);
        for ((name, frame), at_rest) in frames(character, clip, time).iter().zip(&rests) {
            // The node of a mesh may be called as a joint.
            let place = found
                .iter()
                .position(|(found, _)| found == name && is_one(name));
            let Some(place) = place else { continue };
            matched += 1;
            off = off.max((found[place].1.translation - frame.translation).length());
            let turn = |frame: &Affine3A| polar(frame.matrix3.into()).rotation;
            let one = turn(frame) * turn(at_rest).conjugate();
            let other = turn(&found[place].1) * turn(&rests_again[place]).conjugate();
            turned = turned.max(one.angle_between(other));
        }
    }
    assert!(matched > 0, "no joint was found again");
    (off, turned)
}

#[test]
fn what_is_written_stands_as_the_character_did() {
    for name in ["biped", "woman", "hand"] {
        let character = built_in(name);
        for clip in 0..character.clips.len() {
            let (off, turned) = worst(&character, clip, BvhOptions::default());
            assert!(
                off < 1e-4 && turned < 3e-3,
                "{name} {clip}: {off} m, {turned}"
            );
        }
    }
}

#[test]
fn what_the_format_does_not_hold_is_told() {
    let character = built_in("biped");
    let scales = |clip: usize| {
        let tracks = character.clips[clip].tracks();
        tracks
            .iter()
            .any(|track| matches!(track.channel, Channel::Scale(_) | Channel::Shear(_)))
    };
    let clips = 0..character.clips.len();
    assert!(
        clips.clone().any(scales) && !clips.clone().all(scales),
        "one of each"
    );
    for clip in clips {
        let notes = write_bvh(&character, clip, BvhOptions::default())
            .unwrap()
            .notes;
        assert_eq!(
            notes.iter().any(|note| note.contains("scale")),
            scales(clip),
            "{clip}: {notes:?}"
        );
    }
}

#[test]
fn rates_that_are_none_and_clips_that_are_not_there_are_refused() {
    let character = built_in("biped");
    for rate in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9] {
        let options = BvhOptions {
            rate,
            ..BvhOptions::default()
        };
        assert!(write_bvh(&character, 0, options).is_err(), "{rate}");
    }
    let said = write_bvh(&character, 99, BvhOptions::default())
        .unwrap_err()
        .to_string();
    assert!(said.contains("no such clip"), "{said}");
}

#[test]
fn angles_do_not_jump_where_a_figure_turns_about() {
    let character = built_in("biped");
    for clip in 0..character.clips.len() {
        let written = write_bvh(
            &character,
            clip,
            BvhOptions {
                rate: 240.0,
                ..BvhOptions::default()
            },
        )
        .unwrap();
        let (read, _) = Bvh::read(written.text.as_bytes()).unwrap();
        for frame in 1..read.frame_count() {
            let steps = read
                .frame(frame)
                .iter()
                .zip(read.frame(frame - 1))
                .map(|(now, before)| (now - before).abs());
            let largest = steps.fold(0.0, f32::max);
            assert!(largest < 30.0, "{clip} {frame}: {largest} degrees");
        }
    }
}
