//! The manual, `docs/inspect.md`, says what the program does.

use std::collections::BTreeSet;

use character::{FilePlace, Humanoid, HumanoidBone, HumanoidFormat, Image, Warning, WarningKind};
use headless::inspect::{json, text};
use scene::report::{CharacterReport, SignReport};
use scene::valid_signs::ClipSignCount;
use serde_json::Value;
use session::state::opening::load::load;

const MANUAL: &str = include_str!("../../../../../docs/inspect.md");

/// Every member of the document has its line in the manual, and the manual names none that does not exist.
#[test]
fn the_manual_describes_every_member() {
    let mut character = load("builtin:arm").unwrap();
    character.warnings.push(Warning {
        kind: WarningKind::WeightsNotOne,
        place: FilePlace::File,
        count: 1,
        detail: String::new(),
    });
    character.images.push(Image {
        file_image: 0,
        name: None,
        width: 1,
        height: 1,
        pixels: std::sync::Arc::<[u8]>::from([0; 4]).into(),
    });
    character.humanoid = Some(std::sync::Arc::new(Humanoid {
        format: HumanoidFormat::Vrm0,
        bones: vec![HumanoidBone {
            role: "hips",
            joint: 0,
        }],
    }));
    let mut report = CharacterReport::of("builtin:arm", &character);
    let signs = ClipSignCount::default();
    report.signs = vec![SignReport::of_clip(0, None, signs)];
    let document: Value = serde_json::from_str(&json::document(&report).unwrap()).unwrap();
    assert_eq!(document["format"], json::FORMAT);
    assert!(MANUAL.contains(json::FORMAT));
    let members: Vec<&String> = document.as_object().unwrap().keys().collect();
    let expected = [
        "format",
        "source",
        "name",
        "totals",
        "scene",
        "influences",
        "meshes",
        "nodes",
        "skins",
        "humanoid",
        "clips",
        "materials",
        "textures",
        "signs",
        "problems",
        "warnings",
    ];
    assert_eq!(members, expected);
    let mut n_members = 0;
    each_member(&document, &mut |member| {
        assert!(
            MANUAL.contains(&format!("`{member}`")),
            "{member} is not in the manual"
        );
        n_members += 1;
    });
    assert!(n_members > 100);
}

fn each_member(value: &Value, visit: &mut impl FnMut(&str)) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                visit(name);
                each_member(member, visit);
            }
        }
        Value::Array(elements) => elements
            .iter()
            .for_each(|element| each_member(element, visit)),
        _ => {}
    }
}

/// The page in the manual is the page of the program.
#[test]
fn the_manual_shows_the_page_as_it_is() {
    let page = text::page(&CharacterReport::of(
        "builtin:arm",
        &load("builtin:arm").unwrap(),
    ));
    assert!(
        MANUAL.contains(&page),
        "put this into docs/inspect.md:\n{page}"
    );
}

/// Codes of problems are part of what programs rely on: the table of the manual has them all.
#[test]
fn the_manual_lists_every_code() {
    let mut codes: BTreeSet<&str> = BTreeSet::new();
    for source in [
        include_str!("../../../../../crates/scene/src/report/problems.rs"),
        include_str!("../../../../../crates/scene/src/report/rests.rs"),
        include_str!("../../../../../crates/scene/src/report/triangles.rs"),
        include_str!("../../../../../crates/headless/src/inspect/seams.rs"),
    ] {
        codes.extend(source.split('"').filter(|text| is_code(text)));
    }
    for code in &codes {
        assert!(MANUAL.contains(&format!("`{code}`")), "{code}");
    }
    assert!(codes.len() > 14, "{codes:?}");
}

fn is_code(text: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase());
    text.contains('-') && text.split('-').all(is_word)
}
