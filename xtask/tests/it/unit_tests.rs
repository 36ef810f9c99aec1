//! Unit tests that never run, or for which a library is compiled a second time, are found.

use xtask::SourceFile;
use xtask::tidy::check_unit_tests;

#[test]
fn unit_tests_that_are_never_run_or_compiled_for_nothing_are_found() {
    const OFF: &str = "[lib]\ntest = false\nbench = false\n";
    const ON: &str = "[lib]\nname = \"a\"\n\n[x]\ntest = false\n";
    const TESTED: &str = "//! A.\n#[cfg(test)]\nmod tests;\n";
    const PLAIN: &str = "//! A.\n// #[cfg(test)]\n";
    let count = |manifest: &str, (root, text): (&str, &str)| {
        let files = [
            SourceFile::new("crates/a/Cargo.toml", manifest),
            SourceFile::new(format!("crates/a/src/{root}"), "//! A.\nmod other;\n"),
            SourceFile::new("crates/a/src/other.rs", text),
            SourceFile::new("crates/b/src/lib.rs", TESTED),
        ];
        check_unit_tests(&files).len()
    };
    assert_eq!(count(OFF, ("lib.rs", TESTED)), 1);
    assert_eq!(count(ON, ("lib.rs", TESTED)), 0);
    assert_eq!(count(OFF, ("lib.rs", PLAIN)), 0);
    assert_eq!(count(ON, ("lib.rs", PLAIN)), 1);
    let bin = "[[bin]]\nname = \"a\"\ntest = false\nbench = false\n";
    let benched = "[lib]\ntest = false\n";
    assert_eq!(count(benched, ("lib.rs", PLAIN)), 1, "once more as a bench");
    assert_eq!(count(bin, ("main.rs", TESTED)), 1);
    assert_eq!(count(bin, ("main.rs", PLAIN)), 0);
    assert_eq!(count(OFF, ("main.rs", PLAIN)), 1);
    assert_eq!(count("", ("lib.rs", TESTED)), 0);
}

#[test]
fn unit_tests_that_another_program_runs_are_left_to_it() {
    const TESTED: &str = "//! A.\n#[cfg(test)]\nmod tests;\n";
    let count = |manifest: &str, program: &str| {
        let files = [
            SourceFile::new("crates/a/Cargo.toml", manifest),
            SourceFile::new("crates/a/src/lib.rs", "//! A.\nmod inner;\n"),
            SourceFile::new("crates/a/src/inner/other.rs", TESTED),
            SourceFile::new("crates/a/tests/private.rs", program),
        ];
        check_unit_tests(&files).len()
    };
    const OFF: &str = "[lib]\ntest = false\nbench = false\n";
    const NAMED: &str = "#[path = \"../src/inner\"]\nmod inner {\n    mod other;\n}\n";
    assert_eq!(count(OFF, NAMED), 0);
    assert_eq!(count("[lib]\n", NAMED), 1, "compiled for nothing");
    assert_eq!(count(OFF, "// mod other;\nmod another;\n"), 1, "never run");
}
