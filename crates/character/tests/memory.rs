//! What opening a file takes of memory, in a process of its own whose allocations are counted.

use std::sync::{Mutex, MutexGuard, PoisonError};

use character::{Character, CharacterError, Fault, SkeletonEdit, open_bytes};
use peak_alloc::PeakAlloc;
use serde_json::{Value, json};

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// To be held by a test from its beginning to its end: all that runs is counted together.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a piece of work gives, and the bytes that it has taken at most.
fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let done = work();
    (done, ALLOCATED.peak_usage().saturating_sub(before))
}

fn open(text: &str) -> Result<Character, CharacterError> {
    open_bytes("made.gltf", text.as_bytes())
}

/// A file of some megabytes that repeats a few letters, with the member that they stand in.
fn repeated(member: &str, unit: &str, end: &str) -> String {
    const BYTES: usize = 4 << 20;
    let units = vec![unit; BYTES / (unit.len() + 1)];
    let units = units.join(",");
    format!(r#"{{"asset":{{"version":"2.0"}},{member}{units}{end}}}"#)
}

/// Every kind of value that is short as text, in lists and objects of many, and what an exporter writes.
fn texts() -> Vec<String> {
    const NODE: &str = r#"{"name":"bone","translation":[1.234567,2.345,3.45],"rotation":[0,0,0.6,0.8],"scale":[1,1,1]}"#;
    let units = [
        "0",
        "-1",
        "0.5",
        "null",
        r#""""#,
        "[]",
        "{}",
        "[0]",
        r#"{"":0}"#,
        r#"{"":[0.5]}"#,
        NODE,
    ];
    let mut texts: Vec<String> = units
        .iter()
        .map(|unit| repeated(r#""extras":["#, unit, "]"))
        .collect();
    let names: Vec<String> = (0..400_000)
        .map(|number| format!("\"{number:x}\":0"))
        .collect();
    let names = names.join(",");
    texts.push(format!(
        r#"{{"asset":{{"version":"2.0"}},"extras":{{{names}}}}}"#
    ));
    texts
}

/// With a tree of values of 72 bytes each it were 36 times as much.
#[test]
fn json_takes_at_most_eight_times_its_text_and_so_does_saving_it_as_it_came() {
    let _alone = alone();
    for text in texts() {
        let shown = &text[..60];
        let (character, opened) = peak(|| open(&text));
        let character = character.unwrap();
        assert!(opened <= 8 * text.len(), "{shown}: {opened}");
        let (saved, taken) = peak(|| character::to_bytes(&character));
        // It is written on many lines.
        let saved = saved.unwrap();
        assert!(
            taken <= 4 * saved.len(),
            "{shown}: {taken} for {}",
            saved.len()
        );
        assert_eq!(
            open(&String::from_utf8(saved).unwrap()).unwrap().source,
            character.source
        );
    }
}

/// Another name for the first joint.
fn renamed(character: &Character) -> Option<Character> {
    let skeleton = &character.rig.skeleton;
    let edit = SkeletonEdit::Rename {
        joint: skeleton.key(skeleton.joints().next()?),
        name: "changed".to_owned(),
    };
    Some(character.edited(&edit).ok()?.character)
}

/// What is not edited is written as it came; of what may be, there is one copy, which takes more than its text.
#[test]
fn saving_an_edit_copies_only_what_may_be_edited() {
    let _alone = alone();
    const NODES: &str = r#""nodes":[{"name":"bone"}],"scenes":[{"nodes":[0]}],"scene":0,"#;
    let mut all = texts();
    // The shortest values, and names without end.
    for text in [all.pop(), all.drain(..1).next()].into_iter().flatten() {
        let text = text.replacen(r#""extras""#, &format!(r#"{NODES}"extras""#), 1);
        let shown = &text[100..140];
        let character = renamed(&open(&text).unwrap()).unwrap();
        let (saved, taken) = peak(|| character::to_bytes(&character).unwrap());
        assert!(taken <= 4 * saved.len(), "{shown}: {taken}");
        let saved = String::from_utf8(saved).unwrap();
        assert!(saved.contains("changed"), "{shown}");
        let again = character::to_bytes(&open(&saved).unwrap()).unwrap();
        assert!(again == saved.as_bytes(), "{shown}");
    }
    let node = |number: u32| {
        format!(
            r#"{{"name":"bone {number}","translation":[1.234567,2.345,3.45],"rotation":[0,0,0.6,0.8],"scale":[1,1,1]}}"#
        )
    };
    let nodes: Vec<String> = (0..5_000).map(node).collect();
    let text = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{}]}}"#,
        nodes.join(",")
    );
    let character = renamed(&open(&text).unwrap()).unwrap();
    let (saved, taken) = peak(|| character::to_bytes(&character).unwrap());
    assert!(saved.len() > text.len());
    assert!(taken <= 24 * text.len(), "{taken} for {}", text.len());
}

/// What a tree of values would have written, and how it is spelled.
#[test]
fn json_that_is_not_edited_is_written_as_a_value_would_be() {
    let _alone = alone();
    let text = r#"{"asset":{"version":"2.0"},"zero":-0.0,"one":1.0,"more":1e300,"small":-7,
        "large":18446744073709551615,"least":-9223372036854775808,"text":"\u0007é\"\\/","none":null,
        "lists":[[],{},[true,false]],"b":268435455,"c":268435456,"d":-268435456,"e":-268435457,"f":4294967295,"":"","g":-1,"a":{"z":1,"y":2,"x":[],"w":3,"v":4,"u":5,"t":6,"s":7,"r":8,"q":9}}"#;
    let character = open(text).unwrap();
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(character.source.json(), value);
    let written = character::to_bytes(&character).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), format!("{value:#}\n"));
}

/// Three pictures of one bit a pixel, 8192 on a side: 34 kB as a file, 800 MB as pixels.
#[test]
fn pictures_are_only_measured() {
    let _alone = alone();
    const BOMB: &str = include_str!("../../../testdata/hostile/png_bomb.gltf");
    let (character, taken) = peak(|| open(BOMB));
    let character = character.unwrap();
    assert!(taken < 4 << 20, "{taken}");
    // More pixels than so small a file may ask for.
    assert_eq!(character.images, []);
    let warnings = character.warnings.iter().map(|warning| warning.code());
    assert_eq!(
        warnings.collect::<Vec<_>>(),
        ["texture-unavailable"; 3],
        "{:?}",
        character.warnings
    );
}

/// So many primitives of one mesh at so many nodes.
fn placed(n_primitives: usize, n_nodes: usize) -> String {
    let primitive = json!({ "attributes": { "POSITION": 0 } });
    let json = json!({
        "asset": { "version": "2.0" },
        "nodes": vec![json!({ "mesh": 0 }); n_nodes],
        "meshes": [{ "primitives": vec![primitive; n_primitives] }],
        "accessors": [{ "componentType": 5126, "type": "VEC3", "count": 3 }],
    });
    json.to_string()
}

#[test]
fn primitives_times_nodes_are_counted_before_anything_is_made_of_them() {
    let _alone = alone();
    for n in [1_000, 2_000, 5_000, 10_000] {
        let text = placed(n, n);
        let (result, taken) = peak(|| open(&text));
        let error = result.unwrap_err();
        assert!(matches!(error.fault, Fault::TooLarge { .. }), "{error}");
        let said = error.to_string();
        assert!(said.starts_with("made.gltf, /nodes/"), "{said}");
        assert!(said.ends_with("split or simplify the file."), "{said}");
        assert!(taken < 32 << 20, "{taken} for {n}");
    }
    let few = open(&placed(100, 100)).unwrap();
    assert_eq!(few.instances.len(), 100);
}
