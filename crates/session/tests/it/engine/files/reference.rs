//! Pictures to work from: one, a numbered sequence, an animation; which of them is shown at a time; and what is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::RgbaImage;
use session::commands::actions::{AnimateAction, ReferenceAction};
use session::commands::command::Intent;
use session::document::reference::ReferencePictures;
use session::state::reference::bounded::Bounded;
use session::state::reference::command::ReferenceIntent;
use session::state::reference::media::{Media, Picture};
use session::state::reference::picture_dialog::PicturesAsked;
use session::state::reference::picture_file::read_media;
use session::state::reference::sequence::sequence_from;
use testkit::memory_disk::MemoryDisk;
use whole_file::Files;

use crate::engine::driven::Driven;

/// A picture of one color, which tells it from others.
fn colored(red: u8) -> RgbaImage {
    RgbaImage::from_pixel(6, 4, image::Rgba([red, 0, 0, 255]))
}

fn write_png(path: &Path, red: u8) {
    colored(red).save(path).unwrap();
}

fn red_of(picture: &Picture) -> u8 {
    picture.rgba[0]
}

fn read(path: &Path) -> Result<Media, String> {
    read_media(path, &Files::default(), &|| true)
}

/// A GIF whose second picture changes the left half alone, and leaves nothing behind, and whose third says no time.
fn write_gif(path: &Path) {
    let palette = [10, 0, 0, 200, 0, 0];
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, 4, 2, &palette).unwrap();
    let frames = [(4, vec![0; 8], 50), (2, vec![1; 4], 20), (1, vec![1; 2], 0)];
    for (width, indices, delay) in frames {
        let frame = gif::Frame {
            width,
            height: 2,
            delay,
            dispose: match width {
                2 => gif::DisposalMethod::Previous,
                _ => gif::DisposalMethod::Keep,
            },
            buffer: indices.into(),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).unwrap();
    }
    drop(encoder);
    fs::write(path, bytes).unwrap();
}

fn write_apng(path: &Path) {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 6, 4);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_animated(2, 0).unwrap();
    encoder.set_frame_delay(1, 4).unwrap();
    let mut writer = encoder.write_header().unwrap();
    for red in [30, 60] {
        writer.write_image_data(colored(red).as_raw()).unwrap();
    }
    writer.finish().unwrap();
    fs::write(path, bytes).unwrap();
}

#[test]
fn animations_are_shown_as_their_files_say() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.gif");
    write_gif(&path);
    let media = read(&path).unwrap();
    let Media::Animation(pictures) = &media else {
        panic!("{media:?}");
    };
    let reds = |place: usize| {
        let row = pictures[place].1.rgba[..16].chunks(4);
        row.map(|pixel| pixel[0]).collect::<Vec<u8>>()
    };
    assert_eq!(reds(0), [10, 10, 10, 10]);
    assert_eq!(reds(1), [200, 200, 10, 10]);
    assert_eq!(reds(2), [200, 10, 10, 10], "the second left nothing");
    let ends: Vec<f64> = pictures.iter().map(|(end, _)| *end).collect();
    for (end, expected) in ends.iter().zip([0.5, 0.7, 0.8]) {
        assert!((end - expected).abs() < 1e-9, "{ends:?}");
    }
    let own = [-1.0, 0.0, 0.49, 0.5, 0.69, 0.71, 99.0];
    assert_eq!(
        own.map(|time| media.place_at(time, None)),
        [0, 0, 0, 1, 1, 2, 2]
    );
    assert_eq!(
        own.map(|time| media.place_at(time, Some(2.0))),
        [0, 0, 0, 1, 1, 1, 2]
    );

    let path = folder.path().join("a.png");
    write_apng(&path);
    let media = read(&path).unwrap();
    let Media::Animation(pictures) = &media else {
        panic!("{media:?}");
    };
    assert_eq!(pictures.len(), 2);
    assert_eq!(red_of(&pictures[1].1), 60);
    assert_eq!(media.place_at(0.26, None), 1);
}

#[test]
fn a_sequence_goes_on_from_its_first_number_over_gaps() {
    let disk = MemoryDisk::default();
    let names = [
        "walk_0008.png",
        "walk_0009.png",
        "walk_0010.PNG",
        "walk_0013.png",
        "walk_0007.png",
        "walk_12345.png",
        "walk_011.png",
        "walks_0011.png",
        "walk_0011.jpg",
        "walk_.png",
    ];
    for name in names {
        disk.put(format!("/in-memory/pictures/{name}"), "");
    }
    let folder = PathBuf::from("/in-memory/pictures");
    let found = |name: &str| {
        let found = sequence_from(&folder.join(name), &disk.files()).unwrap();
        let name = |file: &Path| file.file_name().unwrap().to_string_lossy().into_owned();
        let found = found.iter();
        found
            .map(|(number, file)| (*number, name(file)))
            .collect::<Vec<_>>()
    };
    let expected = [
        (0, "walk_0008.png"),
        (1, "walk_0009.png"),
        (2, "walk_0010.PNG"),
        (5, "walk_0013.png"),
        (12_337, "walk_12345.png"),
    ];
    let expected = expected.map(|(number, name)| (number, name.to_owned()));
    assert_eq!(found("walk_0008.png"), expected);
    for alone in ["walk_.png", "walk_12345.png", "walk_0011.jpg"] {
        assert_eq!(found(alone), [(0, alone.to_owned())]);
    }
    let media = Media::Sequence(
        expected
            .map(|(number, name)| (number, PathBuf::from(name)))
            .into(),
    );
    // At 24 pictures a second; frames are rounded to floats, and are those of the pictures all the same.
    let frames = [-3, 0, 1, 2, 3, 4, 5, 6, 90_000];
    let places = frames.map(|frame| {
        let time = f64::from(frame as f32 / 24.0);
        media.place_at(time, Some(24.0))
    });
    assert_eq!(places, [0, 0, 1, 2, 2, 2, 3, 3, 4]);
    assert_eq!(media.place_at(1.0, None), 0, "the first alone");
}

#[test]
fn animations_keep_within_their_memory_by_smaller_pictures() {
    let most = 40 * 1024;
    let mut bounded = Bounded::with_most(most);
    for red in 0..20 {
        let picture = RgbaImage::from_pixel(128, 64, image::Rgba([red, 0, 0, 255]));
        let taken = bounded.push(picture, 0.1);
        if !taken {
            break;
        }
    }
    let pictures = bounded.into_pictures();
    let bytes: usize = pictures.iter().map(|(_, own)| own.rgba.len()).sum();
    assert!(bytes <= most, "{bytes}");
    // At 64 × 32 there is space for five, and below that they are not made smaller.
    assert_eq!(pictures.len(), 5);
    for (place, (_, picture)) in pictures.iter().enumerate() {
        assert_eq!((picture.width, picture.height), (64, 32));
        assert_eq!(usize::from(red_of(picture)), place);
    }
}

fn pictures(editor: &Driven) -> Option<ReferencePictures> {
    editor.document().reference.pictures.clone()
}

/// Waits for a picture of this red.
fn wait_for_red(editor: &mut Driven, red: u8) {
    editor.wait_until("the picture is shown", |editor| {
        let view = editor.view();
        let shown = view.reference.shown();
        shown.is_some_and(|shown| red_of(&Arc::clone(&shown.picture)) == red)
    });
}

#[test]
fn a_sequence_follows_the_clip_and_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let pictures_at = folder.path().join("pictures");
    fs::create_dir(&pictures_at).unwrap();
    for number in 1..=30 {
        write_png(&pictures_at.join(format!("walk_{number:03}.png")), number);
    }
    let mut editor = Driven::open("builtin:arm");
    editor.run(AnimateAction::NextClip);
    editor.send(Intent::Seek(0.0));
    editor.run(ReferenceAction::OpenReference);
    editor.type_path::<PicturesAsked>(&pictures_at.join("walk_005.png"));
    editor.go::<PicturesAsked>();
    assert_eq!(editor.step(), "Open reference walk_005.png");
    assert!(
        editor.said().contains("26 pictures in a sequence"),
        "{}",
        editor.said()
    );
    // The keys of the clip lie on frames of 30 a second, and so do the pictures.
    assert_eq!(pictures(&editor).unwrap().per_second, Some(30.0));
    wait_for_red(&mut editor, 5);
    editor.send(Intent::Seek(10.0 / 30.0));
    wait_for_red(&mut editor, 15);
    let wanted = ReferencePictures {
        pane: Some(1),
        in_front: true,
        opacity: 2.0,
        shift: [0.25, f32::NAN],
        start: 4.0 / 30.0,
        ..pictures(&editor).unwrap()
    };
    editor.send(Intent::Reference(ReferenceIntent::Pictures {
        wanted,
        dragging: false,
    }));
    wait_for_red(&mut editor, 11);
    let now = pictures(&editor).unwrap();
    assert!(now.are_in(1) && !now.are_in(0));
    assert_eq!((now.opacity, now.shift), (1.0, [0.25, 0.0]));

    let project = folder.path().join("walk.dualskin");
    editor.save_to(&project);
    let text = fs::read_to_string(&project).unwrap();
    assert!(text.contains("\"pictures/walk_005.png\""), "{text}");
    let mut other = Driven::open(project.to_str().unwrap());
    assert_eq!(pictures(&other), Some(now));
    assert!(!other.is_dirty());
    wait_for_red(&mut other, 11);
    // A picture that is gone is told; the others are shown all the same.
    fs::remove_file(pictures_at.join("walk_020.png")).unwrap();
    other.send(Intent::Seek(19.0 / 30.0));
    other.wait_for_notice("walk_020.png cannot be read");
    other.send(Intent::Seek(20.0 / 30.0));
    wait_for_red(&mut other, 21);
    other.run(ReferenceAction::ToggleReference);
    assert!(
        other.view().reference.shown().is_none(),
        "hidden ones take no memory"
    );
    other.run(ReferenceAction::RemoveReference);
    assert_eq!(pictures(&other), None);
    other.undo();
    assert!(pictures(&other).is_some());
}

/// An animated WebP that claims 16384 × 16384 pixels, with one picture that has nothing in it.
fn claimed_webp() -> Vec<u8> {
    let mut bytes = b"RIFF\x4c\0\0\0WEBP".to_vec();
    bytes.extend(b"VP8X\x0a\0\0\0\x02\0\0\0\xff\x3f\0\xff\x3f\0");
    bytes.extend(b"ANIM\x06\0\0\0\0\0\0\0\0\0");
    bytes.extend(b"ANMF\x20\0\0\0");
    bytes.extend([0_u8; 32]);
    bytes
}

/// The beginning of an animated PNG that claims 16384 × 8192 pixels.
fn claimed_apng() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 16_384, 8_192);
    encoder.set_animated(2, 0).unwrap();
    let mut writer = encoder.write_header().unwrap();
    writer.write_chunk(png::chunk::IDAT, &[]).unwrap();
    drop(writer);
    bytes
}

#[test]
fn pictures_that_move_and_claim_too_many_pixels_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.gif");
    write_gif(&path);
    let mut gif = fs::read(&path).unwrap();
    gif[6..10].fill(0xff);
    let claimed = [
        (claimed_webp(), "16384 × 16384"),
        (claimed_apng(), "16384 × 8192"),
        (gif, "65535 × 65535"),
    ];
    for (bytes, size) in claimed {
        fs::write(&path, bytes).unwrap();
        let why = read(&path).unwrap_err();
        let expected = format!("{size} pixels are too many");
        assert!(why.contains("a.gif") && why.contains(&expected), "{why}");
    }
}

#[test]
fn what_is_no_picture_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    write_png(&path, 7);
    let whole = fs::read(&path).unwrap();
    let gif = folder.path().join("a.gif");
    write_gif(&gif);
    let moving = fs::read(&gif).unwrap();
    for bytes in [&b""[..], b"no picture", &whole[..40], &moving[..14]] {
        fs::write(&path, bytes).unwrap();
        let why = read(&path).unwrap_err();
        assert!(
            why.contains("a.png") && why.contains("Expected is PNG"),
            "{why}"
        );
    }
    // Of one that ends too early the beginning is shown.
    fs::write(&path, &moving[..moving.len() - 12]).unwrap();
    assert!(read(&path).unwrap().count() >= 2);
    let why = read(&folder.path().join("none.png")).unwrap_err();
    assert!(
        why.contains("none.png cannot be read") && why.contains("check the path"),
        "{why}"
    );
    // A dropped one changes nothing and is told.
    fs::write(&path, b"no picture").unwrap();
    let mut editor = Driven::open("builtin:arm");
    editor.send(Intent::Dropped(path.display().to_string()));
    editor.wait_for_notice("a.png is no picture");
    assert_eq!(pictures(&editor), None);
}
