//! Which format a file is, and files that are none.

use std::ops::ControlFlow;
use std::path::Path;

use formats::{Format, FormatError, convert, format_of_file, open};

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

#[test]
fn formats_are_known_by_what_files_begin_with() {
    for text in [
        "HIERARCHY\n",
        "\u{feff}hierarchy\r\n",
        "\n# made by\n\n  Hierarchy",
    ] {
        assert_eq!(Format::of(text.as_bytes()), Some(Format::Bvh), "{text:?}");
    }
    assert_eq!(Format::of(b"PMX \0\0\0\x40\x08"), Some(Format::Pmx));
    for text in ["", "PMX", "{\"asset\":{}}", "glTF", "HIER", "ROOT"] {
        assert_eq!(Format::of(text.as_bytes()), None, "{text:?}");
    }
}

#[test]
fn what_is_no_file_has_no_format_and_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("none.bvh");
    for path in [folder.path(), &missing] {
        assert_eq!(format_of_file(path), None);
        let error = open(path, Format::Bvh, &mut |_| GO_ON).unwrap_err();
        assert!(matches!(error, FormatError::Unreadable { .. }), "{error}");
        let said = error.to_string();
        assert!(
            said.starts_with(&path.display().to_string()) && said.ends_with('.'),
            "{said}"
        );
    }
}

#[test]
fn content_is_refused_by_the_name_of_its_file_and_a_line() {
    let error = convert("walk.bvh", b"HIERARCHY\nROOT a\n{\nOFFSET a\n", Format::Bvh).unwrap_err();
    let said = error.to_string();
    assert!(said.starts_with("walk.bvh: line 4"), "{said}");
    assert!(!error.is_canceled());
}

#[test]
fn whoever_cancels_gets_nothing() {
    let path = Path::new("not there.bvh");
    let error = open(path, Format::Bvh, &mut |_| ControlFlow::Break(())).unwrap_err();
    assert!(error.is_canceled(), "{error}");
}
