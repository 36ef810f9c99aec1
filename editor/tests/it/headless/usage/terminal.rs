//! Nothing that a file says acts on the terminal, by whatever command, and no message is longer than can be read.

use std::fs;

use serde_json::Value;

use crate::headless::support::{command, dualskin, folder_with, words};

/// A character all of whose names hold escape sequences, direction marks, line ends and a NUL.
const ESCAPES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/hostile/esc.glb");

/// Whether a text would do more on a terminal than show letters and end lines.
fn acts(text: &str) -> bool {
    text.chars().any(|c| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    })
}

/// Runs words, not a line: they may hold spaces. Checks that the output is harmless and that messages are a line each.
fn check(arguments: &[&str]) -> (i32, String, String) {
    let output = command("").args(arguments).output().unwrap();
    let (status, stdout, stderr) = words(&output);
    assert!(!acts(&stdout), "{arguments:?}: {stdout:?}");
    assert!(!acts(&stderr), "{arguments:?}: {stderr:?}");
    assert!(stderr.len() < 4000, "{arguments:?}: {} bytes", stderr.len());
    for line in stderr.lines() {
        assert!(line.starts_with("dualskin: "), "{arguments:?}: {stderr:?}");
    }
    if arguments.contains(&"--json") {
        let parsed: Result<Value, _> = serde_json::from_str(&stdout);
        assert!(parsed.is_ok(), "{arguments:?}: {stdout:?}");
    }
    (status, stdout, stderr)
}

#[test]
fn no_command_lets_a_name_act_on_the_terminal() {
    let (folder, table) = folder_with("w.csv");
    let table = table.display().to_string();
    let out = |name: &str| folder.path().join(name).display().to_string();
    // The names of the file itself, then its own name too.
    let nasty = out("e\u{1b}[31m\u{202e}\n\u{9b}2J.glb");
    fs::copy(ESCAPES, &nasty).unwrap();
    for file in [ESCAPES, nasty.as_str()] {
        let lines = [
            "inspect FILE",
            "inspect FILE --strict",
            "inspect FILE gone.glb",
            "inspect FILE --json",
            "inspect FILE FILE --json",
            "skin FILE --method linear -o a.json",
            "skin FILE --method linear --clip nobody --time 0 -o a.json",
            "skin FILE --method linear --clip 0 --time 0 -o -",
            "skin FILE --method linear -o FILE",
            "render FILE --compare linear --weights nobody -o a.png",
            "render FILE --compare linear --clip nobody --time 0 -o a.png --json",
            "weights export FILE -o TABLE",
            "weights export FILE --mesh nobody -o b.csv",
            "weights import FILE TABLE --check",
            "weights import FILE TABLE --check --json",
            "weights import builtin:arm TABLE --check",
            "weights transfer FILE builtin:cylinder --check",
            "weights transfer builtin:cylinder FILE --check --json",
            "weights transfer FILE FILE --check",
            "weights automatic FILE --method nearest --check",
            "weights mirror FILE --from left --check",
            "weights mirror FILE --from left --check --json",
            "weights limit FILE --limit 1 -o e.dualskin",
            "weights prune FILE --below 0.3 -o e.glb",
            "weights smooth FILE --check --json",
            "clips reduce FILE --tolerance 1mm --check",
            "clips reduce FILE --tolerance 1mm --check --json",
            "clips reduce FILE --tolerance 1mm --clip nobody --check --json",
            "bind FILE --check",
            "export FILE --weights TABLE -o f.glb --json",
            "export FILE -o f.txt",
            "export FILE -o FILE",
            "bench FILE",
            "FILE FILE",
            "inspect FILE --yaml=FILE",
        ];
        for line in lines {
            let arguments = line.split(' ').map(|word| match word {
                "TABLE" => table.clone(),
                "a.json" | "a.png" | "b.csv" | "e.dualskin" | "e.glb" | "f.glb" | "f.txt" => {
                    out(word)
                }
                word => word.replace("FILE", file),
            });
            let arguments: Vec<String> = arguments.collect();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            // Faults of the arguments themselves have clap's own form where they are harmless.
            let is_wrong_usage = line.starts_with("FILE") || line.contains("--yaml");
            if file == nasty.as_str() || !is_wrong_usage {
                check(&arguments);
            }
        }
    }
}

#[test]
fn a_message_is_one_short_sentence_whatever_it_quotes() {
    let (folder, file) = folder_with("long.csv");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let own = words(&dualskin("weights export builtin:cylinder -o -")).1;
    let long = "{1:".repeat(130_000);
    let check_all = |line: &str| {
        let arguments: Vec<&str> = line.split(' ').collect();
        let (status, _, stderr) = check(&arguments);
        assert!(status > 0, "{line}");
        assert!(
            stderr.lines().count() == 1 && stderr.len() < 900,
            "{line}: {} bytes",
            stderr.len()
        );
    };
    // In each field of a row, and in the head.
    let rows: Vec<&str> = own.lines().collect();
    for (row, field) in [(0, 1), (2, 1), (9, 0), (9, 3), (9, 4), (9, 5)] {
        let mut rows: Vec<String> = rows.iter().map(|&row| row.to_owned()).collect();
        let mut fields: Vec<&str> = rows[row].split(',').collect();
        fields[field] = &long;
        rows[row] = fields.join(",");
        fs::write(&file, rows.join("\n")).unwrap();
        check_all(&format!(
            "weights import builtin:cylinder {} --check",
            file.display()
        ));
    }
    for (name, text) in [
        ("a.ron", format!("(version: 1, {}: 2)", "x".repeat(100_000))),
        ("b.ron", format!("(version: 1, vertices: \"{long}\")")),
    ] {
        fs::write(path(name), &text).unwrap();
        check_all(&format!(
            "weights import builtin:cylinder {} --check",
            path(name)
        ));
        check_all(&format!(
            "skin builtin:arm --method linear --pose {} -o {}",
            path(name),
            path("a.json")
        ));
        fs::write(path("p.dualskin"), &text).unwrap();
        check_all(&format!("inspect {}", path("p.dualskin")));
    }
    let extension = "words ".repeat(20_000);
    let required =
        format!(r#"{{"asset": {{"version": "2.0"}}, "extensionsRequired": ["{extension}"]}}"#);
    fs::write(path("a.gltf"), required).unwrap();
    check_all(&format!("inspect {}", path("a.gltf")));
    let nobody = "n".repeat(60_000);
    check_all(&format!(
        "skin builtin:arm --method linear --clip {nobody} --time 0 -o {}",
        path("a.json")
    ));
    check_all(&format!(
        "render builtin:arm --compare linear --weights {nobody} -o {}",
        path("a.png")
    ));
    check_all(&format!("inspect {nobody}/{nobody}.glb"));
    check_all(&format!("inspct{nobody}"));
    check_all(&format!(
        "skin builtin:arm --method {nobody} -o {}",
        path("a.json")
    ));
}

#[test]
fn messages_name_no_library() {
    for (line, environment) in [
        ("", ("DISPLAY", "")),
        ("builtin:arm", ("DISPLAY", ":987")),
        ("builtin:arm", ("WAYLAND_DISPLAY", "/nowhere-987")),
        (
            "skin builtin:arm --method linear --gpu -o -",
            ("WGPU_BACKEND", "noop"),
        ),
        (
            "render builtin:arm --compare linear -o -",
            ("WGPU_BACKEND", "noop"),
        ),
    ] {
        let mut run = command(line);
        run.env(environment.0, environment.1)
            .env_remove("NODEVICE_SELECT")
            .env_remove("XDG_RUNTIME_DIR");
        let (status, stdout, stderr) = words(&run.output().unwrap());
        assert_eq!((status, stdout.as_str()), (1, ""), "{line}: {stderr}");
        for jargon in [
            "XDG_RUNTIME_DIR",
            "cargo",
            ".rs",
            "noop",
            "winit",
            "wgpu",
            "x11rb",
        ] {
            assert!(!stderr.contains(jargon), "{line}: {jargon}: {stderr}");
        }
        assert_eq!(stderr.lines().count(), 1, "{line}: {stderr}");
    }
}

/// What keeps a display from being reached is named, and not the display itself where it is only not found.
#[test]
fn the_cause_is_named_where_a_display_is_not_reached() {
    let (folder, missing) = folder_with("missing");
    for (runtime, cause) in [
        (None, "XDG_RUNTIME_DIR says, and that is not set"),
        (Some(missing.as_path()), "missing, does not exist"),
        (Some(folder.path()), "nothing answers at"),
    ] {
        let mut run = command("builtin:arm");
        run.env("WAYLAND_DISPLAY", "nowhere-987");
        match runtime {
            Some(path) => run.env("XDG_RUNTIME_DIR", path),
            None => run.env_remove("XDG_RUNTIME_DIR"),
        };
        let (status, _, stderr) = words(&run.output().unwrap());
        assert_eq!(status, 1, "{stderr}");
        assert!(stderr.contains(cause), "{cause}: {stderr}");
    }
}
