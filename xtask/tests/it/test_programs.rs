//! The programs of tests are found in what cargo says.

use std::path::Path;

use xtask::test_programs::{TestProgram, listed_programs};

/// One program of tests among a library, an example that is only built, an example with tests, and other messages.
const MESSAGES: &str = r#"{"reason":"compiler-artifact","manifest_path":"/w/crates/rig/Cargo.toml","target":{"name":"rig"},"profile":{"test":false},"executable":null}
{"reason":"compiler-message","manifest_path":"/w/crates/rig/Cargo.toml","message":{"rendered":"a warning"}}
{"reason":"compiler-artifact","manifest_path":"/w/crates/rig/Cargo.toml","target":{"name":"it"},"profile":{"test":true},"executable":"/t/it-1"}
{"reason":"compiler-artifact","manifest_path":"/w/crates/rig/Cargo.toml","target":{"name":"speed"},"profile":{"test":false},"executable":"/t/speed"}
{"reason":"compiler-artifact","manifest_path":"/w/editor/Cargo.toml","target":{"name":"walk"},"profile":{"test":true},"executable":"/t/walk-2"}
no message
{"reason":"build-finished","success":true}
"#;

#[test]
fn what_has_tests_is_run_from_the_folder_of_its_package() {
    let expected = [
        ("rig it", "/t/it-1", "/w/crates/rig"),
        ("editor walk", "/t/walk-2", "/w/editor"),
    ];
    let expected = expected.map(|(name, path, folder)| TestProgram {
        name: name.to_owned(),
        path: Path::new(path).to_owned(),
        folder: Path::new(folder).to_owned(),
    });
    assert_eq!(listed_programs(MESSAGES), expected);
    assert_eq!(listed_programs(""), []);
}
