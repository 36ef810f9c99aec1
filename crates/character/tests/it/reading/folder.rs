//! Side files come from the folder of the glTF file and from nowhere else.

#![expect(
    clippy::disallowed_types,
    reason = "listens for what a file would have fetched"
)]

use std::net::TcpListener;
use std::path::{Path, PathBuf};

use character::{Character, CharacterError, Fault, HiddenFiles};
use serde_json::json;
use tempfile::TempDir;

use crate::reading::synthetic_invalid::{cases, path_of};
use crate::support::{list, say, write_file};

/// The bait: exactly what the buffer needs, so that a reader that follows the address succeeds.
const BAIT: [u8; 12] = [7; 12];

/// `outer/bait.bin` beside `outer/model/`, which holds `inner.bin` and `sub/inner.bin`.
struct Place {
    outer: TempDir,
}

impl Place {
    fn new() -> Self {
        let outer = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(outer.path().join("model/sub")).unwrap();
        for file in ["bait.bin", "model/inner.bin", "model/sub/inner.bin"] {
            write_file(&outer.path().join(file), &BAIT);
        }
        Self { outer }
    }

    fn path(&self, inside: &str) -> PathBuf {
        self.outer.path().join(inside)
    }

    /// Opens a file in the model's folder whose only buffer has the address.
    fn open(&self, uri: &str) -> Result<Character, CharacterError> {
        let file = json!({
            "asset": { "version": "2.0" },
            "buffers": [{ "byteLength": 12, "uri": uri }],
        });
        let path = self.path("model/a.gltf");
        write_file(&path, file.to_string().as_bytes());
        character::open(&path)
    }

    fn check_refused(&self, uri: &str, reason: &str) {
        let error = self.open(uri).unwrap_err();
        let is_named =
            matches!(&error.fault, Fault::Uri { reason: found, .. } if found.contains(reason));
        assert!(is_named, "{uri}: {error}");
    }
}

#[test]
fn files_in_the_folder_and_below_are_read() {
    let place = Place::new();
    for uri in [
        "inner.bin",
        "./inner.bin",
        "sub/inner.bin",
        "sub/../inner.bin",
        "%69nner.bin",
    ] {
        let character = place.open(uri).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(&*character.source.side_files[0].bytes, BAIT, "{uri}");
    }
}

/// Programs on Windows write backslashes; they are separators, which a note says, and keep to the folder as / does.
#[test]
fn backslashes_are_read_as_separators_with_a_note() {
    let place = Place::new();
    for uri in [
        r"sub\inner.bin",
        r".\sub\inner.bin",
        "sub%5Cinner.bin",
        r"sub\..\inner.bin",
        r".\inner.bin",
    ] {
        let character = place.open(uri).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(&*character.source.side_files[0].bytes, BAIT, "{uri}");
        let [warning] = &character.warnings[..] else {
            panic!("{uri}: {:?}", character.warnings);
        };
        assert_eq!((warning.code(), warning.count), ("backslashes", 1));
        // Elsewhere it finds its file again.
        let other = tempfile::tempdir().unwrap();
        let saved = other.path().join("b.gltf");
        let report = character::save(&character, &saved).unwrap();
        assert!(report.is_empty(), "{report}");
        let again = character::open(&saved).unwrap();
        assert_eq!(&*again.source.side_files[0].bytes, BAIT, "{uri}");
    }
    let cases = testkit::field::cases("inspect").into_iter();
    let cases: Vec<_> = cases
        .filter(|case| case.expected.contains("a backslash is read as"))
        .collect();
    assert!(!cases.is_empty());
    for case in cases {
        let file = case.command.rsplit(' ').next().unwrap();
        let character = character::open(&testkit::field::folder().join(file)).unwrap();
        let codes: Vec<_> = character.warnings.iter().map(|it| it.code()).collect();
        assert_eq!(codes, ["backslashes"], "{}", case.id);
    }
}

#[test]
fn addresses_that_leave_the_folder_are_refused() {
    let place = Place::new();
    let outside = "leads out of the file's folder";
    for uri in [
        "../bait.bin",
        "%2e%2e/bait.bin",
        "..%2Fbait.bin",
        "sub/../../bait.bin",
        "./../bait.bin",
        "sub/%2E%2E/%2e%2e/bait.bin",
    ] {
        place.check_refused(uri, outside);
    }
    let absolute = place.path("bait.bin").display().to_string();
    place.check_refused(&absolute, outside);
    place.check_refused("//host/bait.bin", outside);
    for uri in [
        r"..\bait.bin",
        r"sub\..\..\bait.bin",
        r".\..\bait.bin",
        "..%5Cbait.bin",
        r"\\host\bait.bin",
        r"\bait.bin",
    ] {
        place.check_refused(uri, outside);
    }
    place.check_refused(r"c:\bait.bin", "nothing is fetched from elsewhere");
    place.check_refused(r"sub\none.bin", "its backslashes read as /");
    place.check_refused("a%00.bin", "zero byte");
    place.check_refused("", "is empty");
    for scheme in [
        "file://",
        "FILE:",
        "c:",
        "ftp://host",
        "http://host",
        "https://host",
    ] {
        place.check_refused(
            &format!("{scheme}{absolute}"),
            "nothing is fetched from elsewhere",
        );
    }
}

/// The message shows the address shortened, not a page of it.
#[test]
fn a_long_address_is_shortened() {
    let place = Place::new();
    let error = place.open(&"x".repeat(100_000)).unwrap_err();
    assert!(error.to_string().len() < 600, "{error}");
}

#[cfg(unix)]
#[test]
fn links_that_leave_the_folder_are_refused() {
    use std::os::unix::fs::symlink;

    let place = Place::new();
    symlink(place.path("bait.bin"), place.path("model/link.bin")).unwrap();
    symlink("../bait.bin", place.path("model/relative.bin")).unwrap();
    symlink(place.path("model/link.bin"), place.path("model/twice.bin")).unwrap();
    symlink(place.outer.path(), place.path("model/up")).unwrap();
    symlink("inner.bin", place.path("model/inside.bin")).unwrap();
    for uri in ["link.bin", "relative.bin", "twice.bin", "up/bait.bin"] {
        place.check_refused(uri, "leads out of the file's folder");
    }
    assert!(place.open("inside.bin").is_ok());
    assert!(place.open("up/model/inner.bin").is_ok());
}

/// A pipe would be waited for, a device read without end: neither is opened.
#[cfg(unix)]
#[test]
fn only_ordinary_files_are_opened() {
    let place = Place::new();
    std::fs::create_dir(place.path("model/folder.bin")).unwrap();
    place.check_refused("folder.bin", "is not an ordinary file");
    let pipe = place.path("model/pipe.bin");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        say("only_ordinary_files: no mkfifo here, pipes skipped");
        return;
    }
    place.check_refused("pipe.bin", "is not an ordinary file");
    let error = character::open(&pipe).unwrap_err();
    assert!(matches!(error.fault, Fault::NotRegular { .. }), "{error}");
    assert!(character::open(Path::new("/dev/zero")).is_err());
}

/// Pictures obey the same rules, but the geometry is fine without them.
#[test]
fn a_picture_outside_or_hidden_is_a_warning() {
    let place = Place::new();
    std::fs::create_dir(place.path("model/.ssh")).unwrap();
    write_file(&place.path("model/.ssh/id_rsa"), &BAIT);
    for (uri, reason) in [
        ("../bait.bin", "leads out of the file's folder"),
        (".ssh/id_rsa", "names a hidden file"),
    ] {
        let file = json!({
            "asset": { "version": "2.0" },
            "materials": [{ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }],
            "textures": [{ "source": 0 }],
            "images": [{ "uri": uri }],
        });
        let path = place.path("model/a.gltf");
        write_file(&path, file.to_string().as_bytes());
        let character = character::open(&path).unwrap();
        let text = character.warnings[0].to_string();
        assert!(text.contains(reason), "{text}");
        assert_eq!(character.source.side_files, []);
        assert!(character.images.is_empty());
    }
}

#[test]
fn hidden_files_are_read_only_when_allowed() {
    let place = Place::new();
    std::fs::create_dir_all(place.path("model/sub/.deep")).unwrap();
    for file in ["model/.bin", "model/sub/.deep/inner.bin"] {
        write_file(&place.path(file), &BAIT);
    }
    for uri in [
        ".bin",
        "%2Ebin",
        "sub/../.bin",
        "sub/.deep/inner.bin",
        "./sub/%2edeep/inner.bin",
    ] {
        let error = place.open(uri).unwrap_err();
        assert!(error.is_about_hidden_file(), "{uri}: {error}");
        let path = place.path("model/a.gltf");
        let go_on = &mut |_| std::ops::ControlFlow::Continue(());
        let allowed = character::open_allowing(&path, HiddenFiles::Allowed, go_on).unwrap();
        assert_eq!(&*allowed.source.side_files[0].bytes, BAIT, "{uri}");
    }
    // Whether it is there does not show.
    assert!(place.open(".nothing").unwrap_err().is_about_hidden_file());
}

/// A link says nothing of where it leads.
#[cfg(unix)]
#[test]
fn links_to_hidden_files_are_hidden_files() {
    let place = Place::new();
    std::fs::create_dir(place.path("model/.ssh")).unwrap();
    write_file(&place.path("model/.ssh/id_rsa"), &BAIT);
    std::os::unix::fs::symlink(".ssh", place.path("model/textures")).unwrap();
    let error = place.open("textures/id_rsa").unwrap_err();
    assert!(error.is_about_hidden_file(), "{error}");
}

#[test]
fn nothing_is_fetched_from_the_network() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let place = Place::new();
    place.check_refused(
        &format!("http://127.0.0.1:{port}/a.bin"),
        "nothing is fetched",
    );
    place.check_refused(&format!("//127.0.0.1:{port}/a.bin"), "leads out");
    assert!(listener.accept().is_err(), "somebody called");
}

#[test]
fn bytes_in_memory_have_no_side_files() {
    let file =
        json!({ "asset": { "version": "2.0" }, "buffers": [{ "byteLength": 4, "uri": "a.bin" }] });
    let error = character::open_bytes("alone.gltf", file.to_string().as_bytes()).unwrap_err();
    assert!(matches!(error.fault, Fault::Uri { .. }), "{error}");
}

/// No case of the manifest with a `must_not` brings in a file.
#[test]
fn synthetic_baits_stay_unread() {
    let scratch = tempfile::tempdir().unwrap();
    let mut n_cases = 0;
    for case in cases()
        .iter()
        .filter(|case| !list(&case["must_not"]).is_empty())
    {
        if let Ok(character) = character::open(&path_of(case, scratch.path())) {
            assert_eq!(character.source.side_files, [], "{}", case["file"]);
            assert!(character.images.is_empty(), "{}", case["file"]);
        }
        n_cases += 1;
    }
    assert_ne!(n_cases, 0);
    say(&format!("synthetic_baits: {n_cases} cases"));
}
