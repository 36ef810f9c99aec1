//! Pictures that move, and posed surfaces as OBJ.

use serde_json::Value;

use super::render::render;
use crate::headless::support::{dualskin, fed, files_of, folder_with, words};
use crate::support::has_device;

/// Frames that an animated PNG announces.
fn announced(png: &[u8]) -> Option<u32> {
    let at = png.windows(4).position(|name| name == b"acTL")? + 4;
    Some(u32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
}

/// The pictures of a movie, by its index: each is a JPEG where that says, of the size that the head says.
fn jpegs_of(movie: &[u8]) -> Vec<image::RgbImage> {
    let word = |at: usize| u32::from_le_bytes(movie[at..at + 4].try_into().unwrap());
    assert_eq!(&movie[8..16], b"AVI LIST");
    assert_eq!(word(4) as usize + 8, movie.len());
    let list = 20 + word(16) as usize;
    assert_eq!(
        (&movie[list..list + 4], &movie[list + 8..list + 12]),
        (&b"LIST"[..], &b"movi"[..])
    );
    let index = list + 8 + word(list + 4) as usize;
    assert_eq!(&movie[index..index + 4], b"idx1");
    let entries = movie[index + 8..].chunks_exact(16);
    let pictures = entries.map(|entry| {
        let word = |at: usize| u32::from_le_bytes(entry[at..at + 4].try_into().unwrap());
        let at = list + 8 + word(8) as usize;
        assert_eq!(&movie[at..at + 4], b"00dc");
        let jpeg = &movie[at + 8..][..word(12) as usize];
        image::load_from_memory(jpeg).unwrap().into_rgb8()
    });
    let pictures: Vec<_> = pictures.collect();
    assert_eq!(word(48) as usize, pictures.len());
    for picture in &pictures {
        assert_eq!([word(64), word(68)], [picture.width(), picture.height()]);
    }
    pictures
}

#[test]
fn once_around_is_an_animated_png_and_a_clip_a_file_a_frame() {
    if !has_device() {
        return;
    }
    let (_folder, out) = folder_with("turn.png");
    let line = format!(
        "render builtin:cylinder --compare linear --turntable 3 --size 96x96 -o {}",
        out.display()
    );
    let (status, _, stderr) = words(&dualskin(&line));
    assert_eq!(status, 0, "{stderr}");
    let png = std::fs::read(out).unwrap();
    assert_eq!(announced(&png), Some(3));
    assert_eq!(png.windows(4).filter(|name| *name == b"fcTL").count(), 3);
    let (_folder, out) = folder_with("turn.gif");
    let line = format!(
        "render builtin:cylinder --compare linear --turntable 2 --size 64x64 -o {}",
        out.display()
    );
    let (status, _, stderr) = words(&dualskin(&line));
    assert_eq!(status, 0, "{stderr}");
    assert!(std::fs::read(out).unwrap().starts_with(b"GIF89a"));
    let (_folder, out) = folder_with("turn.avi");
    let line = format!(
        "render builtin:cylinder --compare linear --turntable 2 --size 64x64 -o {}",
        out.display()
    );
    let (status, _, stderr) = words(&dualskin(&line));
    assert_eq!(status, 0, "{stderr}");
    let movie = std::fs::read(out).unwrap();
    assert_eq!(jpegs_of(&movie).len(), 2);
    let (folder, out) = folder_with("frame_##.png");
    let line = format!(
        "render builtin:cylinder --clip bend --time 3.8 --play --fps 10 --compare two-phase --size 96x96 -o {}",
        out.display()
    );
    let (status, _, stderr) = words(&dualskin(&line));
    assert_eq!(status, 0, "{stderr}");
    assert_eq!(
        files_of(&folder),
        ["frame_01.png", "frame_02.png", "frame_03.png"]
    );
    let pictures = files_of(&folder)
        .into_iter()
        .map(|name| std::fs::read(folder.path().join(name)).unwrap());
    let pictures: Vec<Vec<u8>> = pictures.collect();
    assert!(pictures[0] != pictures[2] && announced(&pictures[0]).is_none());
}

/// A preset that moves the character far away is in the frame, too. On stdin it can be read once, and is in every picture.
#[test]
fn pictures_that_move_frame_the_preset() {
    if !has_device() {
        return;
    }
    let preset = "(version: 1, name: \"Away\", joints: {\"lower\": (translation: (0, 40, 0))})";
    for moves in ["--turntable 3", "--play --clip bend --time 3.8 --fps 10"] {
        let (folder, out) = folder_with("frame_#.png");
        let line = format!(
            "render builtin:cylinder --compare linear {moves} --pose - --size 96x96 -o {}",
            out.display()
        );
        let (status, _, stderr) = words(&fed(&line, preset.as_bytes()));
        assert_eq!(status, 0, "{stderr}");
        let files = files_of(&folder);
        assert_eq!(files.len(), 3);
        for file in files {
            let picture = image::open(folder.path().join(&file)).unwrap();
            let picture = picture.into_rgba8();
            let [beside, middle] = [4, 48].map(|x| picture.get_pixel(x, 48));
            assert_ne!(beside, middle, "{moves}, {file}");
        }
    }
}

/// A row of the sheet is the picture of its pose in the same frame: of a pose given twice both rows are alike, another differs.
#[test]
fn a_sheet_has_a_row_for_each_pose_and_a_column_for_each_method() {
    if !has_device() {
        return;
    }
    let (_folder, out) = folder_with("sheet.png");
    let line = format!(
        "render builtin:cylinder --compare linear,two-phase --sheet bend@2,default,bend@2 --size 192x288 -o {}",
        out.display()
    );
    let (status, _, stderr) = words(&dualskin(&line));
    assert_eq!(status, 0, "{stderr}");
    let sheet = image::open(out).unwrap().into_rgba8();
    assert_eq!(sheet.dimensions(), (192, 288));
    let row = |number: u32| image::imageops::crop_imm(&sheet, 0, 96 * number, 192, 96).to_image();
    assert_eq!(row(0), row(2));
    assert_ne!(row(0), row(1));
    let pane = |number: u32| image::imageops::crop_imm(&sheet, 96 * number, 0, 96, 96).to_image();
    assert_ne!(pane(0), pane(1));
    // A picture by itself lines up with them where it frames the same poses.
    let alone = "builtin:cylinder --compare linear,two-phase --clip bend --time 2 --size 192x96";
    assert_ne!(render(alone), row(0));
    let alone = render(&format!("{alone} --framed bend@2,default"));
    assert_eq!(alone, row(0));
}

/// A picture of a sequence would be a file that the character is made of.
#[test]
fn files_of_the_character_are_no_pictures() {
    if !has_device() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let valid = testkit::folders::own_synthetic().join("valid");
    let text = std::fs::read_to_string(valid.join("15a_external_bin.gltf")).unwrap();
    let buffer = character::open(&valid.join("15a_external_bin.gltf")).unwrap();
    let side_file = &buffer.source.side_files[0];
    let of = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(of("own.gltf"), text.replace(&side_file.uri, "own_2.png")).unwrap();
    std::fs::copy(&side_file.path, of("own_2.png")).unwrap();
    let before = std::fs::read(of("own_2.png")).unwrap();
    let line = format!(
        "render {} --compare linear --turntable 3 -o {}",
        of("own.gltf"),
        of("own_#.png")
    );
    let (status, _, stderr) = words(&dualskin(&line));
    assert_eq!(status, 2, "{stderr}");
    assert!(std::fs::read(of("own_2.png")).unwrap() == before);
    assert!(!folder.path().join("own_1.png").exists());
}

#[test]
fn what_cannot_move_is_refused() {
    for (line, told) in [
        (
            "render builtin:arm --compare linear --play -o never.png",
            "--clip",
        ),
        (
            "render builtin:arm --compare linear --turntable 1 -o never.png",
            "2..=1000",
        ),
        (
            "render builtin:arm --compare linear --turntable 4 --play --clip 0 --time 0 -o never.png",
            "--play",
        ),
        (
            "render builtin:arm --compare linear -o never.gif",
            "ends in .png",
        ),
        (
            "render builtin:arm --compare linear --turntable 4 -o never_##.gif",
            "ends in .png",
        ),
        (
            "render builtin:arm --compare linear --turntable 4 -o never.mp4",
            ".png, .gif or .avi",
        ),
        (
            "render builtin:arm --compare linear --sheet default,bend -o never.png",
            "walk@0.5",
        ),
        (
            "render builtin:arm --compare linear --sheet default --turntable 4 -o never.png",
            "--sheet",
        ),
        (
            "render builtin:arm --compare linear --sheet default,default --size 64x40 -o never.png",
            "64",
        ),
        (
            "render builtin:arm --compare linear --turntable 4 --fps 0 -o never.png",
            "1..=60",
        ),
    ] {
        let (status, _, stderr) = words(&dualskin(line));
        assert_eq!(status, 2, "{line}");
        assert!(stderr.contains(told), "{line}\n{stderr}");
    }
}

#[test]
fn an_obj_has_the_vertices_of_the_json() {
    let (_folder, out) = folder_with("posed.obj");
    let pose = "builtin:cylinder --clip twist --time 1 --method two-phase";
    let (status, stdout, stderr) = words(&dualskin(&format!("skin {pose} -o {}", out.display())));
    assert_eq!((status, stdout.as_str(), stderr.as_str()), (0, "", ""));
    let obj = std::fs::read_to_string(out).unwrap();
    let json: Value =
        serde_json::from_slice(&dualskin(&format!("skin {pose} -o -")).stdout).unwrap();
    let expected: Vec<f64> = json["primitives"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|it| it["positions"].as_array().unwrap().clone())
        .flat_map(|it| it.as_array().unwrap().clone())
        .map(|it| it.as_f64().unwrap())
        .collect();
    let numbers = |key: &str| -> Vec<f64> {
        let lines = obj.lines().filter_map(|line| line.strip_prefix(key));
        lines
            .flat_map(|line| line.split(' ').map(|it| it.parse().unwrap()))
            .collect()
    };
    let (points, normals) = (numbers("v "), numbers("vn "));
    assert_eq!(points.len(), expected.len());
    assert_eq!(normals.len(), expected.len());
    let farthest = points.iter().zip(&expected).map(|(a, b)| (a - b).abs());
    assert!(farthest.fold(0.0, f64::max) < 1e-6);
    // Every corner names a vertex that is there, and every vertex is named.
    let corners = obj.lines().filter_map(|line| line.strip_prefix("f "));
    let corners = corners.flat_map(|line| line.split(' '));
    let mut named: Vec<usize> = corners
        .map(|it| it.split('/').next().unwrap().parse().unwrap())
        .collect();
    named.sort_unstable();
    named.dedup();
    assert_eq!(named, (1..=points.len() / 3).collect::<Vec<_>>());
}
