//! Exports without a window: names that are offered, what is replaced, and what is said of it.

#![expect(
    clippy::disallowed_methods,
    reason = "files made to be replaced need no care"
)]

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use character::{
    Authored, AuthoredClip, AuthoredJoint, AuthoredPrimitive, SaveOptions, open_bytes, to_glb_with,
    write_glb,
};
use glam::{Quat, Vec3};
use rig::{
    Channel, ClipEdit, InfluencesBuilder, Interpolation, JointIndex, JointTrack, KeyAt, KeyKind,
    MorphTrack, Track, Trs,
};
use session::commands::command::Command;
use session::document::Document;
use session::features::file_dialogs::worker::FileJobs;
use session::notices::Severity;
use session::session::Request;
use session::state::export::dialog::ExportIntent;
use session::state::export::options::{ExportOptions, kept_extras, left_behind_text, prepare};
use session::state::export::written::{baked_file_for, export_file_for, size_in_words};
use session::state::file_dialogs::list::FileRequest;
use session::tasks::{JobError, Spawner};
use testkit::folders::own_synthetic;
use testkit::glb::under_another_skin;

use crate::support::work::Work;

struct Fixture {
    work: Work,
}

impl Fixture {
    fn job(&mut self) -> Option<FileRequest> {
        let requests = std::mem::take(&mut self.work.session.requests);
        requests.into_iter().find_map(|request| match request {
            Request::File(job) => Some(*job),
            _ => None,
        })
    }

    /// Does what was asked for last.
    fn export(&mut self) {
        let (mut exports, spawner) = (FileJobs::default(), Spawner::default());
        let job = self.job().unwrap();
        assert!(exports.start(job, &spawner).is_none());
        let done = loop {
            if let Some(done) = exports.receive(false, &spawner).pop() {
                break done;
            }
            std::thread::yield_now();
        };
        self.work.send(done);
    }

    fn last(&self) -> (Severity, String) {
        let last = self.work.session.notices.all().last().unwrap();
        (last.severity, last.text.clone())
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "one conversation with the dialogs")]
fn a_name_from_the_systems_dialog_gets_its_ending_and_replaces_only_what_was_agreed() {
    let mut fixture = Fixture {
        work: Work::on("builtin:arm"),
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arm.glb");
    let chosen = |path: &Path| Command::from(ExportIntent::Chosen(path.to_owned()));
    fixture.work.send(chosen(&folder.path().join("arm")));
    fixture.export();
    assert!(path.exists() && !folder.path().join("arm").exists());
    assert_eq!(fixture.last().0, Severity::Note);
    // Nobody has agreed to replace what has the longer name.
    fs::write(&path, b"mine").unwrap();
    fixture.work.send(chosen(&folder.path().join("arm")));
    fixture.export();
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    let asked = fixture
        .work
        .session
        .file_dialogs
        .export
        .dialog
        .clone()
        .unwrap();
    assert!(asked.replaces());
    fixture.work.send(ExportIntent::Go.into());
    // One at a time.
    fixture.work.send(chosen(&path));
    assert!(
        fixture.last().1.contains("Try again"),
        "{:?}",
        fixture.last()
    );
    fixture.export();
    assert!(fs::read(&path).unwrap() != b"mine");
    assert!(fixture.work.session.file_dialogs.export.dialog.is_none());
    // What was canceled is not written, or it is said.
    let other = folder.path().join("other.glb");
    fixture.work.send(ExportIntent::Ask.into());
    let mut asked = fixture
        .work
        .session
        .file_dialogs
        .export
        .dialog
        .clone()
        .unwrap();
    assert_eq!(asked.file(), path, "the name of the last time is offered");
    asked.path = other.display().to_string();
    fixture.work.send(ExportIntent::Type(asked).into());
    fixture.work.send(ExportIntent::Go.into());
    fixture.work.send(ExportIntent::Cancel.into());
    fixture.export();
    assert!(!other.exists());
    assert!(fixture.last().1.contains("nothing was written"));
    // A window that closes waits for what is being written.
    fixture.work.send(chosen(&other));
    let mut exports = FileJobs::default();
    let job = fixture.job().unwrap();
    assert!(exports.start(job.clone(), &Spawner::default()).is_none());
    exports.finish();
    assert!(other.exists());
    fixture.work.send(job.failed(&JobError::Stopped));
    // A refusal without a question open is an error by itself.
    fixture.work.send(chosen(&folder.path().join("arm.obj")));
    fixture.export();
    let (severity, text) = fixture.last();
    assert_eq!(severity, Severity::Error);
    assert!(text.contains("ends in .glb"), "{text}");
}

#[test]
fn names_are_offered_beside_the_work_and_never_that_of_the_source() {
    let named = |source: &str, project: Option<&str>, ending: &str| {
        let file = export_file_for(source, project.map(Path::new), ending);
        file.to_string_lossy().into_owned()
    };
    assert_eq!(named("builtin:biped", None, "glb"), "biped.glb");
    assert_eq!(named("/a/fox.glb", None, "glb"), "/a/fox-edited.glb");
    assert_eq!(
        named("/a/fox.glb", Some("/a/fox.dualskin"), "glb"),
        "/a/fox-edited.glb"
    );
    assert_eq!(
        named("/a/fox.glb", Some("/b/red fox.v2.dualskin"), "glb"),
        "/b/red fox.v2.glb"
    );
    // What is baked has a name of its own, whether it was edited or not.
    for (source, project, wanted) in [
        ("builtin:biped", None, "biped-baked.glb"),
        ("/a/fox.glb", None, "/a/fox-baked.glb"),
        ("/a/fox.gltf", None, "/a/fox-baked.glb"),
        (
            "/a/fox.glb",
            Some("/b/red fox.v2.dualskin"),
            "/b/red fox.v2-baked.glb",
        ),
    ] {
        let file = baked_file_for(source, project.map(Path::new));
        assert_eq!(file, Path::new(wanted));
    }
    for (bytes, words) in [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1_000, "1.0 kB"),
        (999_949, "999.9 kB"),
        (999_950, "1.0 MB"),
        (162_852, "162.9 kB"),
        (1_250_000_000, "1.3 GB"),
    ] {
        assert_eq!(size_in_words(bytes), words);
    }
}

/// What the pose makes of morph targets goes along with the joints.
#[test]
fn morph_weights_of_the_pose_are_kept() {
    let path = own_synthetic().join("valid/09_morph_skin.glb");
    let mut document = Document::new(Arc::new(character::open(&path).unwrap()));
    assert!(!document.pose.morph_weights.is_empty());
    let pose = Arc::make_mut(&mut document.pose);
    for (place, weight) in pose.morph_weights.iter_mut().enumerate() {
        *weight = if place % 2 == 0 { 0.3 } else { -1.25 };
    }
    let options = SaveOptions {
        kept: Some(kept_extras(&document, None)),
        ..SaveOptions::default()
    };
    let (bytes, _) = to_glb_with(&document.character, &options).unwrap();
    let again = Document::new(Arc::new(open_bytes("again", &bytes).unwrap()));
    assert_eq!(again.pose, document.pose);
    // The file's own pose keeps nothing.
    let (bytes, _) = to_glb_with(&document.character, &SaveOptions::default()).unwrap();
    let plain = Document::new(Arc::new(open_bytes("plain", &bytes).unwrap()));
    assert!(kept_extras(&plain, None).morph_weights.is_empty());
}

/// A triangle between two joints, with so many clips that turn the second.
fn triangle(clips: usize) -> Vec<u8> {
    let mut influences = InfluencesBuilder::new(2);
    for weight in [0.25_f32, 0.5, 0.75] {
        influences.vertex([(0, weight), (1, 1.0 - weight)]).unwrap();
    }
    let primitive = AuthoredPrimitive {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        triangles: vec![[0, 1, 2]],
        influences: influences.build(),
        ..AuthoredPrimitive::default()
    };
    let joint = |parent, translation| AuthoredJoint {
        name: "joint".to_owned(),
        parent,
        local: Trs {
            translation,
            ..Trs::IDENTITY
        },
    };
    let turns = vec![Quat::IDENTITY, Quat::from_rotation_z(1.0)];
    let turn = Track::new(vec![0.0, 1.0], turns, Interpolation::Linear).unwrap();
    let clip = AuthoredClip {
        name: "turn".to_owned(),
        tracks: vec![JointTrack {
            joint: JointIndex(1),
            channel: Channel::Rotation(turn),
        }],
    };
    let authored = Authored {
        name: "triangle".to_owned(),
        joints: vec![joint(None, Vec3::ZERO), joint(Some(0), Vec3::X)],
        primitives: vec![primitive],
        clips: vec![clip; clips],
        ..Authored::default()
    };
    write_glb(&authored).unwrap()
}

/// The error of fewer influences is told with what it was not measured of: clips after the eighth, and other skins than a mesh's first.
#[test]
fn fewer_influences_are_told_with_what_was_not_measured() {
    for (clips, has_other) in [(1, false), (8, true), (9, false), (11, true)] {
        let mut file = triangle(clips);
        if has_other {
            file = under_another_skin(&file, 0);
        }
        let character = Arc::new(open_bytes("triangle.glb", &file).unwrap());
        let options = ExportOptions {
            influences: Some(1),
            ..ExportOptions::default()
        };
        let done = prepare(&character, &options, &|_| ControlFlow::Continue(()));
        let told = done.unwrap().unwrap().remarks.join(" ");
        let of = format!(" poses of the first 8 of {clips} clips, the largest error");
        assert_eq!(told.contains(&of), clips > 8, "{told}");
        let other = "several skins move 3 vertices of triangle";
        assert_eq!(told.contains(other), has_other, "{told}");
    }
}

/// Marks of keys of joints are kept in the file, those of morph weights are not.
#[test]
fn marked_keys_of_morph_targets_are_told_to_stay_behind() {
    let character = open_bytes("triangle.glb", &triangle(1)).unwrap();
    let track = Track::new([0.0, 1.0], vec![0.0, 1.0], Interpolation::Linear).unwrap();
    let morph = MorphTrack { weight: 0, track };
    let clip = character.clips[0].clone();
    let turns = clip.tracks().to_vec();
    let clip = clip.with_tracks(turns, vec![morph]);
    let told = |times: &[f32]| {
        let keys = clip.targets().flat_map(|target| {
            let at = move |&time: &f32| KeyAt { target, time };
            times.iter().map(at)
        });
        let edit = ClipEdit::SetKinds {
            keys: keys.collect(),
            kind: KeyKind::Extreme,
        };
        let marked = clip.with_edit(&edit).unwrap().0;
        let character = character.with_clips(vec![marked]);
        left_behind_text(&Document::new(Arc::new(character)), 0, 0)
    };
    assert_eq!(told(&[]), "");
    let one = "Only the project keeps 1 marked key of a morph target.";
    assert_eq!(told(&[1.0]), one);
    let two = "Only the project keeps 2 marked keys of morph targets.";
    assert_eq!(told(&[0.0, 1.0]), two);
}
