//! Every WGSL file on disk is built in, resolves as in the program, parses and validates.
use std::io::Write as _;
use std::path::{Path, PathBuf};

use naga::valid::{Capabilities, ValidationFlags, Validator};
use shaders::{INCLUDES, ImportError, PROGRAMS, resolve};

#[test]
fn every_file_resolves_parses_and_validates() {
    let files = wgsl_files();
    let failures: Vec<String> = files.iter().filter_map(|file| check(file).err()).collect();
    writeln!(
        std::io::stdout(),
        "{} WGSL files, {} failures",
        files.len(),
        failures.len()
    )
    .unwrap();
    assert!(!files.is_empty(), "no WGSL file found");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn every_file_is_built_in() {
    let mut built_in: Vec<&str> = PROGRAMS
        .iter()
        .chain(INCLUDES)
        .map(|shader| shader.name)
        .collect();
    let mut on_disk: Vec<String> = wgsl_files().iter().map(|file| stem(file)).collect();
    built_in.sort_unstable();
    on_disk.sort_unstable();
    assert_eq!(built_in, on_disk);
}

#[test]
fn no_file_is_longer_than_200_lines() {
    for file in wgsl_files() {
        let n_lines = std::fs::read_to_string(&file).unwrap().lines().count();
        assert!(n_lines <= 200, "{}: {n_lines} lines", file.display());
    }
}

#[test]
fn an_include_enters_once() {
    let twice = resolve("test", "#import frame\n  #import frame\nfn f() {}").unwrap();
    assert_eq!(twice.matches("struct Frame {").count(), 1);
    assert!(twice.ends_with("fn f() {}\n"));
}

#[test]
fn an_unknown_import_says_where() {
    let error = resolve("test", "// first line\n#import nothing").unwrap_err();
    let expected = ImportError {
        file: "test".to_owned(),
        line: 2,
        import: "nothing".to_owned(),
        includes: INCLUDES.iter().map(|s| s.name.to_owned()).collect(),
    };
    assert_eq!(error, expected);
    assert!(
        error.to_string().contains("frame"),
        "names the includes there are: {error}"
    );
}

/// Includes that read skinning data without importing a memory, so they are checked with both.
const OPEN: [&str; 11] = [
    "skin_signs",
    "skin_methods",
    "skin_maps",
    "skin_rigid",
    "skin_rows",
    "skin_moved",
    "skin_average",
    "skin_vertex",
    "skin_jacobian",
    "skin_jacobian_rigid",
    "skin_exact_vertex",
];
const MEMORIES: [&str; 2] = ["#import skin_storage\n", "#import skin_textures\n"];

fn check(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    if stem(file) == "kernel" {
        return validate(
            file,
            &format!("#import skin_lists\n#import skin_vertex\n{text}"),
        );
    }
    if !OPEN.contains(&stem(file).as_str()) {
        return validate(file, &text);
    }
    let rows = match stem(file).as_str() {
        "skin_rows" => "",
        _ => "#import skin_rows\n",
    };
    MEMORIES
        .iter()
        .try_for_each(|memory| validate(file, &format!("{memory}{rows}{text}")))
}

fn validate(file: &Path, text: &str) -> Result<(), String> {
    let place = |what: String| format!("{}: {what}", file.display());
    let source = resolve(&stem(file), text).map_err(|e| place(e.to_string()))?;
    let module =
        naga::front::wgsl::parse_str(&source).map_err(|e| place(e.emit_to_string(&source)))?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    validator
        .validate(&module)
        .map_err(|e| place(e.emit_to_string(&source)))?;
    Ok(())
}

fn wgsl_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("wgsl");
    let mut files = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "wgsl") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn stem(file: &Path) -> String {
    file.file_stem().unwrap().to_string_lossy().into_owned()
}
