//! The command line as pipelines use it: misspelt commands, stdin and stdout, JSON, several files, nothing replaced.

use std::fs;

use serde_json::Value;

use crate::headless::support::{dualskin, fed, files_of, folder_with, words};

/// The file of a built-in character.
fn asset(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets");
    fs::read(format!("{folder}/{name}.glb")).unwrap()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text:?}"))
}

#[test]
fn a_word_that_is_neither_file_nor_command_is_no_reason_to_open_a_window() {
    let cases = [
        ("inspct", "did you mean `inspect`?"),
        ("inspct builtin:arm --json", "did you mean `inspect`?"),
        (
            "wieghts export builtin:arm -o a.csv",
            "did you mean `weights`?",
        ),
        ("frobnicate", "commands are inspect, check, advise, skin"),
        ("weights exprt builtin:arm", "export"),
    ];
    for (line, expected) in cases {
        let (status, stdout, stderr) = words(&dualskin(line));
        assert_eq!(status, 2, "{line}: {stderr}");
        assert!(stderr.contains(expected), "{line}: {stderr}");
        assert!(!stderr.contains("display"), "{line}: {stderr}");
        if line.contains("--json") {
            assert_eq!(json(&stdout)["status"], 2);
        } else {
            assert_eq!(stdout, "", "{line}");
        }
    }
    // Spelt as a file is, it is one, even where it is missing.
    let (status, _, stderr) = words(&dualskin("arm.glb"));
    assert_eq!(status, 1, "{stderr}");
    let (status, _, stderr) = words(&dualskin("-"));
    assert_eq!((status, stderr.contains("stdin")), (2, true), "{stderr}");
}

#[test]
fn a_dash_is_stdin_and_stdout() {
    let arm = asset("arm");
    let (folder, table) = folder_with("arm.csv");
    let (status, stdout, stderr) = words(&fed("inspect - --json", &arm));
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert_eq!(json(&stdout)["totals"]["vertices"], 4850);
    // A character: the same whichever way it goes in and out.
    let out = folder.path().join("arm.glb");
    let to_file = format!("export builtin:arm --output {}", out.display());
    assert_eq!(words(&dualskin(&to_file)).0, 0);
    let piped = fed("export - -o -", &arm);
    assert_eq!((piped.status.code(), piped.stderr.len()), (Some(0), 0));
    assert!(piped.stdout == fs::read(&out).unwrap(), "to the byte");
    // Weights: out of one, into another.
    let text = fed("weights export - -o -", &arm);
    assert_eq!(text.status.code(), Some(0));
    let line = format!("weights export builtin:arm --out {}", table.display());
    assert_eq!(words(&dualskin(&line)).0, 0);
    assert!(text.stdout == fs::read(&table).unwrap());
    for format in ["csv", "ron"] {
        let line = format!("weights export builtin:arm --format {format} -o -");
        let text = dualskin(&line).stdout;
        let (status, stdout, stderr) = words(&fed("weights import builtin:arm - --check", &text));
        assert_eq!(status, 0, "{format}: {stderr}");
        assert!(stdout.contains("0 vertices changed"), "{format}: {stdout}");
    }
    // Vertices as JSON, and what is said goes to stderr.
    let (status, stdout, stderr) = words(&fed("skin - --method linear -o - --json", &arm));
    assert_eq!(status, 0, "{stderr}");
    assert_eq!(json(&stdout)["method"], "linear");
    assert_eq!(json(&stderr)["output"], "-");
    // Projects that name what has no name, one input for two files, side files that are not there.
    let side = br#"{"asset": {"version": "2.0"}, "buffers": [{"uri": "a.bin", "byteLength": 4}]}"#;
    let project = folder.path().join("p.dualskin");
    let cases = [
        (
            format!("weights limit - -o {}", project.display()),
            &arm[..],
            2,
            "name",
        ),
        ("weights import - - --check".to_owned(), &arm[..], 2, "once"),
        ("inspect - -".to_owned(), &arm[..], 2, "once"),
        ("inspect -".to_owned(), &side[..], 1, "a.bin"),
        ("inspect -".to_owned(), &b""[..], 1, "stdin"),
    ];
    for (line, input, status, word) in cases {
        let (found, stdout, stderr) = words(&fed(&line, input));
        assert_eq!((found, stdout.as_str()), (status, ""), "{line}: {stderr}");
        assert!(stderr.contains(word), "{line}: {stderr}");
    }
    assert_eq!(files_of(&folder), ["arm.csv", "arm.glb"]);
}

#[test]
fn no_clobber_replaces_nothing() {
    for (name, line) in [
        ("a.json", "skin builtin:arm --method linear"),
        ("a.png", "render builtin:arm --compare linear"),
        ("a.csv", "weights export builtin:arm"),
        ("a.csv", "weights transfer builtin:arm builtin:arm"),
        ("a.glb", "weights transfer builtin:arm builtin:arm"),
        ("a.glb", "export builtin:arm"),
        ("a.glb", "weights prune builtin:arm"),
        ("a.dualskin", "weights limit builtin:arm"),
    ] {
        let (folder, out) = folder_with(name);
        fs::write(&out, b"mine").unwrap();
        let line = format!("{line} -o {} --no-clobber", out.display());
        let (status, stdout, stderr) = words(&dualskin(&line));
        assert_eq!((status, stdout.as_str()), (1, ""), "{line}: {stderr}");
        assert!(stderr.contains("--no-clobber"), "{line}: {stderr}");
        assert_eq!(fs::read(&out).unwrap(), b"mine", "{line}");
        assert_eq!(files_of(&folder), [name], "{line}");
    }
    let (folder, out) = folder_with("new.glb");
    let line = format!("export builtin:arm -o {} --no-clobber", out.display());
    assert_eq!(words(&dualskin(&line)).0, 0);
    assert_eq!(files_of(&folder), ["new.glb"]);
}

#[test]
fn strict_makes_problems_a_failure_and_several_files_are_one_document() {
    let valid = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/synthetic/valid");
    let bad = format!("{valid}/11_bad_weights.glb");
    let problems = |line: &str| {
        let (status, stdout, stderr) = words(&dualskin(line));
        assert!(
            !stdout.is_empty(),
            "{line}: the report is printed: {stderr}"
        );
        (status, stdout, stderr)
    };
    let (status, _, stderr) = problems("inspect builtin:arm --strict");
    assert_eq!((status, stderr.as_str()), (0, ""));
    let (_, page, _) = problems(&format!("inspect {bad}"));
    assert!(page.contains("\n  ! "), "the file has problems: {page}");
    let (status, stdout, stderr) = problems(&format!("inspect {bad} --strict"));
    assert_eq!((status, stderr.contains("--strict")), (1, true), "{stderr}");
    assert_eq!(stdout, page);

    let (status, stdout, stderr) = problems(&format!("inspect builtin:arm {bad} gone.glb --json"));
    assert_eq!(status, 1, "{stderr}");
    let document = json(&stdout);
    assert_eq!(document["format"], "dualskin-inspect-list/1");
    let files = document["files"].as_array().unwrap();
    assert_eq!(files.len(), 3);
    assert_eq!(files[0]["totals"]["vertices"], 4850);
    assert_eq!(files[2]["source"], "gone.glb");
    assert!(files[2]["error"].as_str().unwrap().contains("gone.glb"));
    assert!(stderr.contains("1 of 3 files"), "{stderr}");
    let (status, stdout, _) = problems("inspect builtin:arm builtin:cylinder");
    assert_eq!(status, 0);
    assert!(stdout.contains("\n\nbuiltin:cylinder\n"), "{stdout}");
    let (_, _, stderr) = problems(&format!("inspect {bad} {bad} --strict"));
    assert!(stderr.contains("2 of 2 files have problems"), "{stderr}");
}

#[test]
fn under_json_reports_and_failures_are_documents() {
    let (folder, out) = folder_with("arm.glb");
    let report = |line: &str| {
        let (status, stdout, stderr) = words(&dualskin(line));
        assert_eq!((status, stderr.as_str()), (0, ""), "{line}");
        assert_eq!(stdout.lines().count(), 1, "{line}: {stdout}");
        let report = json(&stdout);
        assert_eq!(report["format"], "dualskin-report/1", "{line}");
        report
    };
    let path = out.display();
    let exported = report(&format!("export builtin:arm -o {path} --json"));
    assert_eq!(exported["output"], path.to_string());
    assert_eq!(exported["bytes"], fs::metadata(&out).unwrap().len());
    assert_eq!(exported["weights"], Value::Null);
    let table = folder.path().join("w.csv");
    let table = table.display();
    report(&format!("weights export builtin:arm -o {table} --json"));
    let read = report(&format!(
        "weights import builtin:arm {table} --check --json"
    ));
    assert_eq!(
        (&read["weights"]["changed"], &read["output"]),
        (&0.into(), &Value::Null)
    );
    let limited = report(&format!(
        "weights limit builtin:arm --limit 2 --json -o {}/two.dualskin",
        folder.path().display()
    ));
    assert!(limited["weights"]["changed"].as_u64().unwrap() > 1000);
    assert!(limited["remarks"][0].as_str().unwrap().contains("changed"));
    report(&format!(
        "skin builtin:arm --method linear -o {}/a.json --json",
        folder.path().display()
    ));

    for (line, status, word) in [
        ("inspect gone.glb --json", 1, "gone.glb"),
        ("inspect --json", 2, "FILE"),
        ("export builtin:arm -o a.txt --json", 2, ".glb"),
        (
            "weights mirror builtin:biped_mesh --from left --check --json",
            1,
            "dualskin bind",
        ),
        (
            "weights import builtin:arm gone.csv --check --json",
            1,
            "gone.csv",
        ),
        ("bench gone.glb --json", 1, "gone.glb"),
        (
            "render builtin:arm --compare linear -o a.gif --json",
            2,
            ".png",
        ),
        (
            "skin builtin:arm --method sideways -o a.json --json",
            2,
            "sideways",
        ),
    ] {
        let (found, stdout, stderr) = words(&dualskin(line));
        assert_eq!(found, status, "{line}: {stderr}");
        let failure = json(&stdout);
        assert_eq!(failure["format"], "dualskin-error/1", "{line}");
        assert_eq!(failure["status"], status, "{line}");
        let error = failure["error"].as_str().unwrap();
        assert!(
            error.contains(word) && !error.contains('\n'),
            "{line}: {error}"
        );
    }
}

/// Help must not promise what is not so: every command has one, in the words of the field.
#[test]
fn help_completions_and_manual_pages_name_every_command() {
    const COMMANDS: [&str; 22] = [
        "inspect",
        "skin",
        "render",
        "bench",
        "weights",
        "weights export",
        "weights import",
        "weights transfer",
        "weights automatic",
        "weights mirror",
        "weights limit",
        "weights prune",
        "weights smooth",
        "clips reduce",
        "bind",
        "export",
        "bake",
        "check",
        "advise",
        "share",
        "shader",
        "completions bash",
    ];
    let (_, bash, _) = words(&dualskin("completions bash"));
    let (_, whole, _) = words(&dualskin("man"));
    assert!(whole.contains(".TH dualskin 1"), "{whole}");
    for command in COMMANDS {
        let (status, help, stderr) = words(&dualskin(&format!("{command} --help")));
        assert_eq!((status, stderr.as_str()), (0, ""), "{command}");
        let said = help.to_lowercase();
        for metaphor in ["house", "room", " door", "apart", "whom", " reach"] {
            assert!(!said.contains(metaphor), "{command}: {metaphor:?}\n{help}");
        }
        assert!(
            !said.contains("--out ") && !said.contains("--reach"),
            "{command}"
        );
        let writes =
            !["inspect", "check", "bench", "weights", "completions bash"].contains(&command);
        assert_eq!(said.contains("-o, --output"), writes, "{command}\n{help}");
        assert_eq!(said.contains("--no-clobber"), writes, "{command}\n{help}");
        for word in command.split(' ').filter(|word| *word != "bash") {
            assert!(bash.contains(word), "{word}");
        }
    }
    let (_, help, _) = words(&dualskin("render --help"));
    assert!(
        help.contains("67108864") && help.contains("16384"),
        "{help}"
    );
    let (folder, _) = folder_with("");
    let line = format!("man -o {}", folder.path().display());
    assert_eq!(words(&dualskin(&line)), (0, String::new(), String::new()));
    let pages = files_of(&folder);
    for page in ["dualskin.1", "dualskin-weights-mirror.1", "dualskin-bind.1"] {
        assert!(pages.iter().any(|name| name == page), "{pages:?}");
    }
    let (_, page, _) = words(&dualskin("man weights mirror"));
    assert!(page.contains("dualskin\\-weights\\-mirror"), "{page}");
    let (status, _, stderr) = words(&dualskin("man weights mirorr"));
    assert_eq!((status, stderr.contains("transfer")), (2, true), "{stderr}");
}

/// What a report counts and what it says are one number.
#[test]
fn the_vertices_that_changed_are_counted_as_they_are_said() {
    for line in [
        "limit builtin:arm --limit 2",
        "limit builtin:hand --limit 1",
        "prune builtin:arm --below 0.2",
        "smooth builtin:arm --rounds 2",
        "mirror builtin:biped --from left",
        "automatic builtin:arm",
    ] {
        let (status, stdout, stderr) = words(&dualskin(&format!("weights {line} --check --json")));
        assert_eq!(status, 0, "{line}: {stderr}");
        let found = json(&stdout);
        let remark = found["remarks"][0].as_str().unwrap();
        let (_, said) = remark.split_once(": ").unwrap();
        let (said, _) = said.split_once(' ').unwrap();
        let digits = said.chars().filter(char::is_ascii_digit);
        let said: u64 = digits.collect::<String>().parse().unwrap();
        assert_eq!(found["weights"]["changed"], said, "{line}: {remark}");
    }
}

#[test]
fn several_files_go_into_a_folder_that_is_made_by_every_command_that_writes_one_each() {
    let (folder, out) = folder_with("new/deep");
    let at = out.display();
    for (line, endings) in [
        ("export builtin:arm builtin:cylinder", "glb"),
        (
            "bake builtin:cylinder builtin:biped_mesh --method two-phase --joints 1",
            "glb",
        ),
        ("skin builtin:arm builtin:cylinder --method linear", "json"),
        ("share builtin:arm builtin:cylinder", "html"),
        (
            "clips reduce builtin:arm builtin:cylinder --tolerance 1cm",
            "glb",
        ),
        ("skeleton orient builtin:arm builtin:hand", "glb"),
        ("clips mirror builtin:arm builtin:cylinder", "glb"),
        ("weights export builtin:arm builtin:cylinder", "csv"),
    ] {
        let name = line.split(' ').next().unwrap();
        let many = line.starts_with("bake");
        let (status, stdout, stderr) =
            words(&dualskin(&format!("{line} -o {at}/{name} --json --jobs 2")));
        assert_eq!(status, i32::from(many), "{line}: {stderr}");
        let list = json(&stdout);
        assert_eq!(list["failed"], i32::from(many), "{stdout}");
        assert_eq!(list["good"], !many);
        for file in list["files"].as_array().unwrap() {
            match file["output"].as_str() {
                Some(output) => {
                    assert!(
                        output.ends_with(endings) && fs::metadata(output).is_ok(),
                        "{output}"
                    );
                }
                None => assert_eq!(
                    (&file["kind"], &file["status"]),
                    (&"not-skinned".into(), &1.into())
                ),
            }
        }
        // Once more there is nothing to do, but for what failed.
        let again = format!("{line} -o {at}/{name} --json --skip-existing");
        let list = json(&words(&dualskin(&again)).1);
        assert_eq!(list["skipped"], if many { 1 } else { 2 }, "{line}");
    }
    drop(folder);
}

#[test]
fn quiet_commands_print_what_was_asked_for_and_leave_no_backups() {
    let (folder, out) = folder_with("bound.glb");
    let line = format!(
        "bind builtin:biped_mesh --skeleton biped -q -o {}",
        out.display()
    );
    assert_eq!(words(&dualskin(&line)), (0, String::new(), String::new()));
    assert_eq!(words(&dualskin(&format!("{line} --no-backup"))).0, 0);
    assert_eq!(files_of(&folder), ["bound.glb"]);
    assert_eq!(words(&dualskin(&line)).0, 0);
    assert_eq!(files_of(&folder), ["bound.glb", "bound.glb.bak"]);
    let (status, stdout, _) = words(&dualskin("clips list builtin:arm -q"));
    assert!(status == 0 && stdout.contains("wave"), "{stdout}");
    let (status, stdout, stderr) = words(&dualskin("bind builtin:biped --check --quiet"));
    assert!(
        status == 1 && stdout.is_empty() && stderr.contains("has a skin already"),
        "{stderr}"
    );
    // What is bound already comes through where that is asked for, byte for byte as an export writes it.
    let through = folder.path().join("through.glb");
    let line = format!("bind builtin:arm --skip-bound -q -o {}", through.display());
    assert_eq!(words(&dualskin(&line)), (0, String::new(), String::new()));
    let exported = fed("export - -o - -q", &asset("arm"));
    assert!(exported.stdout == fs::read(&through).unwrap());
}

#[test]
fn the_parts_of_a_list_are_the_list_with_the_same_bytes() {
    let (folder, list) = folder_with("list.txt");
    // Blank lines, and lines as Windows ends them, name nothing.
    fs::write(&list, "builtin:cylinder\r\n\n  \nbuiltin:arm\n").unwrap();
    let at = folder.path().display();
    let list = list.display();
    let whole = format!("export builtin:hand --list {list} -o {at}/whole --json");
    let (status, stdout, stderr) = words(&dualskin(&whole));
    assert_eq!(status, 0, "{stderr}");
    assert_eq!(json(&stdout)["files"].as_array().unwrap().len(), 3);
    // More parts than files: one gets none, and one file still goes into a folder.
    for part in 1..=4 {
        let line = format!(
            "export builtin:hand --list {list} -o {at}/parts/ --shard {part}/4 --json --no-clobber"
        );
        let (status, stdout, stderr) = words(&dualskin(&line));
        assert_eq!(status, 0, "{stderr}");
        let count = json(&stdout)["files"].as_array().unwrap().len();
        assert_eq!(count, usize::from(part < 4), "{part}");
    }
    for name in ["hand.glb", "cylinder.glb", "arm.glb"] {
        let of = |folder_name: &str| fs::read(folder.path().join(folder_name).join(name)).unwrap();
        assert!(of("whole") == of("parts"), "{name}");
    }
    let empty = folder.path().join("empty.txt");
    fs::write(&empty, "\n").unwrap();
    let (status, _, stderr) = words(&dualskin(&format!("check --list {}", empty.display())));
    assert!(
        status == 1 && stderr.contains("names no file"),
        "{status} {stderr}"
    );
}
