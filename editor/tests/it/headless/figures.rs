//! `dualskin figures`: the items of the papers, measured and drawn.

use std::path::Path;
use std::{fs, iter};

use serde_json::Value;

use crate::headless::support::{dualskin, folder_with, words};

const DOCUMENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs");

#[test]
fn items_are_listed_and_misspelt_ids_are_mended() {
    let (status, stdout, stderr) = words(&dualskin("figures --list"));
    assert_eq!((status, stderr.as_str()), (0, ""));
    for id in ["k08-04", "k05-02", "v16", "lecture-volume", "open-bound"] {
        assert!(stdout.lines().any(|line| line.starts_with(id)), "{id}");
    }
    let (status, stdout, _) = words(&dualskin("figures --list --json"));
    assert_eq!(status, 0);
    let document: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(document["format"], "dualskin-figures/1");
    let (status, _, stderr) = words(&dualskin("figures k08-4"));
    assert_eq!(status, 2, "{stderr}");
    assert!(stderr.contains("did you mean `k08-04`?"), "{stderr}");
}

#[test]
fn a_folder_that_is_a_file_is_refused_before_anything_is_measured() {
    let (_folder, file) = folder_with("figures");
    fs::write(&file, "mine").unwrap();
    let line = format!("figures k08-02 --out {}", file.display());
    let (status, stdout, stderr) = words(&dualskin(&line));
    assert_eq!((status, stdout.as_str()), (2, ""), "{stderr}");
    assert!(stderr.contains("give a folder"), "{stderr}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

/// All that is cheap: every number is what it was, every picture is drawn, and the page of the documents says the same.
#[test]
fn the_page_is_what_the_program_writes() {
    let (_folder, out) = folder_with("figures");
    let line = format!("figures --cheap --json --out {}", out.display());
    let (status, stdout, stderr) = words(&dualskin(&line));
    assert_eq!((status, stderr.as_str()), (0, ""), "{stdout}");
    let document: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(document["format"], "dualskin-figures/1");
    let figures = document["figures"].as_array().unwrap();
    let told: Vec<&Value> = figures
        .iter()
        .filter(|figure| {
            figure["verdict"] == "changed" || figure["pictures"] == Value::Array(vec![])
        })
        .collect();
    assert!(told.is_empty(), "{told:#?}");
    let page = fs::read_to_string(out.join("figures.md")).unwrap();
    let kept = fs::read_to_string(Path::new(DOCUMENTS).join("figures.md")).unwrap();
    let kept = kept.replace("](pictures/figures/", "](");
    let (written, kept) = (sections(&page), sections(&kept));
    for (id, text) in &written {
        let own = kept.iter().find(|(of, _)| of == id).map(|(_, text)| text);
        assert_eq!(Some(text), own, "{id}: run `cargo xtask figures`");
    }
    // What takes long is not measured here, and is on the page, with its words.
    let (_, stdout, _) = words(&dualskin("figures --list --json"));
    let listed: Value = serde_json::from_str(&stdout).unwrap();
    let listed = listed["figures"].as_array().unwrap();
    assert_eq!(listed.len(), kept.len() - 1, "run `cargo xtask figures`");
    for (item, (id, text)) in listed.iter().zip(&kept[1..]) {
        assert_eq!(item["id"], id.as_str(), "run `cargo xtask figures`");
        for word in ["title", "claim", "caption"] {
            let is_told = text.contains(item[word].as_str().unwrap());
            assert!(is_told, "{id}: run `cargo xtask figures`");
        }
    }
    for figure in figures {
        for picture in figure["pictures"].as_array().unwrap() {
            let name = picture.as_str().unwrap();
            let kept = Path::new(DOCUMENTS).join("pictures/figures").join(name);
            assert!(kept.is_file(), "{name}: run `cargo xtask figures`");
            if !name.ends_with(".svg") {
                assert!(out.join(name).is_file());
                continue;
            }
            // Curves may differ in a last digit from one processor to another.
            let [drawn, kept] = [out.join(name), kept].map(|file| labels(&file));
            assert_eq!(drawn, kept, "{name}: run `cargo xtask figures`");
        }
    }
}

/// The texts of a diagram.
fn labels(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let texts = text.split("<text ").skip(1);
    let label = |text: &str| Some(text.split_once('>')?.1.split_once("</text>")?.0.to_owned());
    texts.filter_map(label).collect()
}

#[test]
fn what_takes_long_is_refused_beside_cheap() {
    let (status, _, stderr) = words(&dualskin("figures k08-02 k08-18 --cheap"));
    assert_eq!(status, 2, "{stderr}");
    assert!(stderr.contains("--cheap leaves out k08-18"), "{stderr}");
}

/// The sections of a page, each with the id of its item; first, without id, what stands before the table of all.
fn sections(page: &str) -> Vec<(String, String)> {
    let mut parts = page.split("\n### <a id=\"");
    let head = parts
        .next()
        .and_then(|head| head.split("\n| item |").next());
    let head = (
        String::new(),
        head.unwrap_or_default().trim_end().to_owned(),
    );
    let section = |part: &str| {
        let (id, text) = part.split_once('"').unwrap();
        // The next chapter's heading belongs to none.
        let text = text.split("\n## ").next().unwrap_or_default();
        (id.to_owned(), text.trim_end().to_owned())
    };
    iter::once(head).chain(parts.map(section)).collect()
}

/// The example in the documents has the members that the program writes, and of its values those that are not shortened.
#[test]
fn the_document_has_the_members_of_its_example() {
    let text = fs::read_to_string(Path::new(DOCUMENTS).join("commands.md")).unwrap();
    let blocks = text.split("```json\n").skip(1);
    let mut blocks = blocks.map(|block| block.split("```").next().unwrap());
    let example = blocks.find(|block| block.contains("dualskin-figures/1"));
    let example: Value = serde_json::from_str(example.unwrap()).unwrap();
    let (status, stdout, stderr) = words(&dualskin("figures k08-lemma-5 --json"));
    assert_eq!((status, stderr.as_str()), (0, ""));
    let written: Value = serde_json::from_str(&stdout).unwrap();
    for place in ["", "/counts", "/figures/0", "/figures/0/source"] {
        assert_eq!(members(&written, place), members(&example, place));
    }
    for member in [
        "id", "title", "source", "cost", "verdict", "answer", "missing",
    ] {
        assert_eq!(written["figures"][0][member], example["figures"][0][member]);
    }
    let numbers = written["figures"][0]["numbers"].as_array().unwrap();
    assert!(numbers.contains(&example["figures"][0]["numbers"][0]));
    let (_, stdout, _) = words(&dualskin("figures k08-lemma-5 --list --json"));
    let listed: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(members(&listed, ""), ["figures", "format"]);
    let own = members(&listed, "/figures/0");
    assert_eq!(own, ["caption", "claim", "cost", "id", "source", "title"]);
}

/// The names of an object's members, sorted.
fn members<'a>(document: &'a Value, place: &str) -> Vec<&'a str> {
    let object = document.pointer(place).unwrap().as_object().unwrap();
    let mut names: Vec<&str> = object.keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}
