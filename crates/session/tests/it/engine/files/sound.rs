//! A sound to work from: taken by path or by drop, moved, kept in projects by its path, and refused in words.

use std::fs;
use std::path::Path;

use session::commands::actions::{AnimateAction, SoundAction};
use session::commands::command::Intent;
use session::document::reference::Sound;
use session::state::reference::command::ReferenceIntent;
use session::state::reference::heard::Heard;
use session::state::reference::sound_dialog::SoundAsked;
use session::state::reference::sound_samples::SoundSamples;
use whole_file::Files;

use crate::engine::driven::Driven;

/// Half a second of silence and half a second of a loud tone, in stereo.
fn write_sound(path: &Path) {
    let spec = hound::WavSpec {
        channels: 2,
        sample_rate: 8_000,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut writer = hound::WavWriter::create(path, spec).unwrap();
    for moment in 0..8_000 {
        let loud = if moment < 4_000 { 0 } else { 16_384 };
        let sign = if moment % 2 == 0 { 1 } else { -1 };
        writer.write_sample(0_i16).unwrap();
        writer.write_sample::<i16>(sign * loud).unwrap();
    }
    writer.finalize().unwrap();
}

fn sound(editor: &Driven) -> Option<Sound> {
    editor.document().reference.sound.clone()
}

/// What the lane has to show, once it is read.
fn read(editor: &mut Driven) -> Result<f64, String> {
    editor.wait_until("the sound is read", |editor| {
        editor.view().sound.waveform().is_some()
    });
    let waveform = editor.view().sound.waveform().unwrap();
    waveform.map(|it| it.seconds()).map_err(str::to_owned)
}

fn move_to(editor: &mut Driven, start: f32, dragging: bool) {
    editor.send(Intent::Reference(ReferenceIntent::StartSound {
        start,
        dragging,
    }));
}

#[test]
fn a_sound_is_taken_moved_kept_and_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words.wav");
    write_sound(&path);
    let mut editor = Driven::open("builtin:arm");
    editor.send(Intent::Dropped(path.display().to_string()));
    assert_eq!(read(&mut editor), Ok(1.0));
    assert_eq!(editor.step(), "Open sound words.wav");
    let view = editor.view();
    let waveform = view.sound.waveform().unwrap().unwrap();
    assert_eq!(waveform.between(0.1, 0.4), Some([0.0, 0.0]));
    assert_eq!(waveform.between(0.6, 0.9), Some([-0.5, 0.5]));

    // A field that is dragged is one step; what is no time changes nothing that cannot be seen.
    let steps = editor.history().len();
    editor.is_button_down = true;
    for start in [0.1, 0.2, -0.25] {
        move_to(&mut editor, start, true);
    }
    editor.is_button_down = false;
    editor.frames(1);
    assert_eq!(editor.history().len(), steps + 1);
    assert_eq!(sound(&editor).unwrap().start, -0.25);
    move_to(&mut editor, f32::NAN, false);
    assert_eq!(sound(&editor).unwrap().start, 0.0);
    editor.undo();

    // The project names it from where it lies, and so both can be moved together.
    editor.run(SoundAction::ToggleSound);
    let project = folder.path().join("walk.dualskin");
    editor.save_to(&project);
    let text = fs::read_to_string(&project).unwrap();
    assert!(
        text.contains("\"words.wav\"") && text.contains("-0.25"),
        "{text}"
    );
    let moved = tempfile::tempdir().unwrap();
    for name in ["words.wav", "walk.dualskin"] {
        fs::rename(folder.path().join(name), moved.path().join(name)).unwrap();
    }
    let project = moved.path().join("walk.dualskin");
    let mut other = Driven::open(project.to_str().unwrap());
    let there = moved.path().join("words.wav").display().to_string();
    let expected = Sound {
        file: there,
        start: -0.25,
    };
    assert_eq!(sound(&other), Some(expected));
    assert!(!other.is_dirty(), "{:?}", other.notices());
    assert!(!other.session().switches.sound, "it was hidden");
    other.run(SoundAction::ToggleSound);
    assert_eq!(read(&mut other), Ok(1.0));
    other.run(SoundAction::RemoveSound);
    assert_eq!(sound(&other), None);
    other.undo();
    assert!(sound(&other).is_some());

    // A file that is gone is told, and costs nothing but the picture of it.
    fs::remove_file(moved.path().join("words.wav")).unwrap();
    let mut other = Driven::open(project.to_str().unwrap());
    other.run(SoundAction::ToggleSound);
    let why = read(&mut other).unwrap_err();
    assert!(why.contains("words.wav cannot be read"), "{why}");
    assert!(other.notices().contains(&why));
    assert_eq!(sound(&other).unwrap().start, -0.25);
}

#[test]
fn a_sound_leaves_the_pictures_as_they_were_read() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("a.png");
    image::RgbaImage::new(6, 4).save(&picture).unwrap();
    let path = folder.path().join("words.wav");
    write_sound(&path);
    let mut editor = Driven::open("builtin:arm");
    editor.send(Intent::Dropped(picture.display().to_string()));
    let number = |editor: &Driven| editor.view().reference.shown().map(|shown| shown.number);
    editor.wait_until("the picture is shown", |editor| number(editor).is_some());
    let before = number(&editor);
    editor.send(Intent::Dropped(path.display().to_string()));
    assert_eq!(read(&mut editor), Ok(1.0));
    editor.frames(2);
    assert_eq!(number(&editor), before);
}

#[test]
fn what_is_no_sound_is_refused_in_the_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.wav");
    write_sound(&path);
    let whole = fs::read(&path).unwrap();
    let mut editor = Driven::open("builtin:arm");
    editor.run(SoundAction::OpenSound);
    let cases: [(&[u8], &str); 4] = [
        (b"ID3 music", "Expected is a WAV file of 8 to 32 bits"),
        (&whole[..20], "Expected is a WAV file of 8 to 32 bits"),
        (&whole[..44], "no sound in it"),
        (b"", "Expected is a WAV file"),
    ];
    for (bytes, expected) in cases {
        fs::write(&path, bytes).unwrap();
        editor.type_path::<SoundAsked>(&path);
        editor.go::<SoundAsked>();
        let fault = editor.file_fault::<SoundAsked>();
        assert!(
            fault.contains(expected) && fault.contains("a.wav"),
            "{fault}"
        );
        assert_eq!(sound(&editor), None);
    }
    editor.type_path::<SoundAsked>(&folder.path().join("none.wav"));
    editor.go::<SoundAsked>();
    assert!(editor.file_fault::<SoundAsked>().contains("check the path"));
    // One that ends too early is taken as far as it goes.
    fs::write(&path, &whole[..44 + 4 * 2_000]).unwrap();
    editor.type_path::<SoundAsked>(&path);
    editor.go::<SoundAsked>();
    assert!(!editor.asks_for_file::<SoundAsked>());
    assert_eq!(read(&mut editor), Ok(0.25));
}

#[test]
fn what_is_heard_goes_with_the_clip() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words.wav");
    write_sound(&path);
    let mut editor = Driven::open("builtin:arm");
    editor.send(Intent::Dropped(path.display().to_string()));
    read(&mut editor).unwrap();
    let heard = |editor: &Driven| editor.view().heard();
    assert_eq!(heard(&editor), None, "no clip plays");
    editor.run(AnimateAction::PlayPause);
    editor.frames(1);
    let time = editor.session().playback.moment.unwrap().time;
    let file = path.display().to_string();
    let expected = |at, speed| {
        Some(Heard {
            file: file.clone(),
            at,
            speed,
        })
    };
    assert_eq!(heard(&editor), expected(f64::from(time), 1.0));
    move_to(&mut editor, -0.25, false);
    let time = editor.session().playback.moment.unwrap().time;
    assert_eq!(heard(&editor), expected(f64::from(time) + 0.25, 1.0));
    move_to(&mut editor, 1_000.0, false);
    assert_eq!(heard(&editor), None, "before the sound");
    move_to(&mut editor, 0.0, false);
    editor.run(SoundAction::ToggleSound);
    assert_eq!(heard(&editor), None, "hidden");
}

#[test]
fn samples_begin_where_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words.wav");
    write_sound(&path);
    let from = |seconds| SoundSamples::open(&path, &Files::default(), seconds).unwrap();
    assert_eq!((from(0.0).channels(), from(0.0).rate()), (2, 8_000));
    assert_eq!(from(-1.0).count(), 16_000);
    let loud: Vec<f32> = from(0.5).collect();
    assert_eq!(loud.len(), 8_000);
    assert_eq!(loud[..4], [0.0, 0.5, 0.0, -0.5]);
    assert_eq!(from(0.75).count(), 4_000);
    assert_eq!(from(9.0).count(), 0);
}
