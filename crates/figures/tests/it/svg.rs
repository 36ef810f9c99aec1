//! SVG documents: well formed, finite, the same bytes twice; and a look at them where `DUALSKIN_PICTURES` names a folder.

use figures::diagram::{Diagram, Mark, Panel, Tone};
use figures::svg::svg;

use crate::diagrams::diagrams;

/// The names of elements in the order of their ends; panics where tags do not match.
fn check_tags(text: &str) -> usize {
    let mut open = Vec::new();
    let mut elements = 0;
    for tag in text.split('<').skip(1) {
        let (inside, after) = tag.split_once('>').expect("a tag ends");
        assert!(!after.contains('>'), "{after}");
        let name = inside.trim_start_matches('/').split([' ', '/']).next();
        let name = name.unwrap_or_default();
        if inside.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        elements += 1;
        assert_eq!(inside.matches('"').count() % 2, 0, "{inside}");
        if !inside.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    elements
}

#[test]
fn documents_are_well_formed_and_finite() {
    for (id, diagram) in diagrams() {
        let text = svg(&diagram);
        assert!(check_tags(&text) > 5, "{id}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{id}");
        assert!(text.len() < 60_000, "{id}: {} bytes", text.len());
        if let Some(folder) = std::env::var_os("DUALSKIN_PICTURES") {
            let path = std::path::Path::new(&folder).join(format!("{id}.svg"));
            write(&path, &text);
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "pictures for whoever runs the tests, in a folder of their own"
)]
fn write(path: &std::path::Path, text: &str) {
    std::fs::write(path, text).unwrap();
}

#[test]
fn the_same_diagram_gives_the_same_bytes() {
    let once: Vec<String> = diagrams().map(|(_, diagram)| svg(&diagram)).collect();
    let twice: Vec<String> = diagrams().map(|(_, diagram)| svg(&diagram)).collect();
    assert_eq!(once, twice);
}

#[test]
fn texts_are_escaped() {
    let diagram = Diagram {
        panels: vec![Panel::plane(
            "a < b & c",
            [0.0, 0.0],
            [1.0, 1.0],
            vec![Mark::label([0.5, 0.5], Tone::Ink, "d > e")],
        )],
        panel_size: [100, 100],
    };
    let text = svg(&diagram);
    assert!(
        text.contains("a &lt; b &amp; c") && text.contains("d &gt; e"),
        "{text}"
    );
    assert_eq!(check_tags(&text), 4);
}
