//! Pictures: measured when the file is read, decoded by who shows them, each content once.

use std::ops::ControlFlow;

use character::{Character, HiddenFiles, Stage, open_decoded};
use serde_json::{Value, json};

use crate::support::{codes, open_json, write_file};

/// Two pixels, both of them 16, 32, 48.
const WHOLE: &str = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR4nGMQUDD4D8IACYMCv8+jTkgAAAAASUVORK5CYII=";
/// The same, cut behind the header.
const BROKEN: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAA0lEQVR4nGOqZ4K+AAAAAElFTkSuQmCC";

/// A file with a material for each picture.
fn with_pictures(pictures: &[&str]) -> Value {
    let address = |data: &&str| json!({ "uri": format!("data:image/png;base64,{data}") });
    let texture = |source| json!({ "source": source });
    let material =
        |index| json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": index } } });
    let all = 0..pictures.len();
    json!({
        "asset": { "version": "2.0" },
        "images": pictures.iter().map(address).collect::<Vec<_>>(),
        "textures": all.clone().map(texture).collect::<Vec<_>>(),
        "materials": all.map(material).collect::<Vec<_>>(),
    })
}

fn shown(character: &Character) -> Vec<Option<usize>> {
    let materials = character.materials.iter();
    materials.map(|it| it.base_color_texture).collect()
}

#[test]
fn equal_pictures_share_their_pixels_which_are_decoded_when_asked_for() {
    let character = open_json(&with_pictures(&[WHOLE, BROKEN, WHOLE])).unwrap();
    assert_eq!(codes(&character), [""; 0]);
    assert_eq!(shown(&character), [Some(0), Some(1), Some(2)]);
    let [first, broken, again] = &character.images[..] else {
        panic!("{:?}", character.images);
    };
    assert_eq!([first.width, first.height], [2, 1]);
    assert_eq!(first.pixels.address(), again.pixels.address());
    assert_eq!(first.pixels.decoded_bytes(), 0);
    let once = first.pixels.rgba8_once().unwrap();
    assert_eq!(*once, [16, 32, 48, 255, 16, 32, 48, 255]);
    assert_eq!(first.pixels.decoded_bytes(), 0);
    assert_eq!(first.pixels.rgba8().unwrap(), once);
    assert_eq!(again.pixels.decoded_bytes(), 8);
    assert!(broken.pixels.rgba8().is_err());
}

#[test]
fn who_shows_a_file_has_its_pictures_decoded_and_is_told_of_broken_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.gltf");
    let json = with_pictures(&[WHOLE, BROKEN]);
    write_file(&path, json.to_string().as_bytes());
    let mut steps = Vec::new();
    let character = open_decoded(&path, HiddenFiles::Refused, &mut |progress| {
        steps.push(progress);
        ControlFlow::Continue(())
    });
    let character = character.unwrap();
    assert_eq!(character.images[0].pixels.decoded_bytes(), 8);
    assert_eq!(codes(&character), ["texture-unavailable"]);
    assert_eq!(shown(&character), [Some(0), None]);
    assert!(steps.is_sorted_by(|a, b| a.fraction <= b.fraction));
    assert_eq!(steps.last().unwrap().stage, Stage::Pictures);
    let stopped = open_decoded(
        &path,
        HiddenFiles::Refused,
        &mut |progress| match progress.fraction {
            late if late > 0.7 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        },
    );
    assert!(stopped.unwrap_err().is_canceled());
}

/// Four pixels of WebP without loss, and with.
const WEBP: [&str; 2] = [
    "UklGRjYAAABXRUJQVlA4TCkAAAAvAUAAEB8gECB48L9qQ0hAUP3/SyCQZLI/5QISwnNZLsYOvEqsQ0T/QwA=",
    "UklGRkIAAABXRUJQVlA4IDYAAADQAQCdASoCAAIAAMASJZwCdAEO9sV+AAD+/1xr/wef7fk9akP4GUS9qpGgBHomNUNlgdcXAAA=",
];

#[test]
fn pictures_of_extensions_are_shown_or_named_with_what_helps() {
    let mut json = with_pictures(&WEBP);
    for (source, texture) in (0..).zip(json["textures"].as_array_mut().unwrap()) {
        *texture = json!({ "extensions": { "EXT_texture_webp": { "source": source } } });
    }
    let character = open_json(&json).unwrap();
    assert_eq!(codes(&character), [""; 0]);
    assert_eq!(shown(&character), [Some(0), Some(1)]);
    let exact = character.images[0].pixels.rgba8().unwrap();
    let pixels = [
        255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 128, 10, 20, 30, 255,
    ];
    assert_eq!(*exact, pixels);
    assert_eq!(character.images[1].pixels.rgba8().unwrap().len(), 16);
    // Where a texture has a picture for all programs too, that is taken.
    json["textures"][0]["source"] = json!(1);
    assert_eq!(open_json(&json).unwrap().images[0].file_image, 1);
    for (name, command) in [
        ("KHR_texture_basisu", "ktxdecompress in.glb out.glb"),
        ("EXT_texture_avif", "png --formats avif in.glb out.glb"),
    ] {
        json["textures"] = json!([{ "extensions": { name: { "source": 0 } } }, { "source": 1 }]);
        let character = open_json(&json).unwrap();
        assert_eq!(codes(&character), ["texture-unavailable"]);
        assert!(character.warnings[0].to_string().contains(command));
        assert_eq!(shown(&character), [None, Some(0)]);
    }
}
