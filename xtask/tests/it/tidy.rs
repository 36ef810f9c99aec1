//! Every check of tidy fails on what it is there for, passes on what is right; and the workspace itself is tidy.

use xtask::tidy::{
    Arrow, Kind, check_absences, check_arrows, check_counterparts_except, check_cycles,
    check_document_names, check_document_paths, check_externals, check_headers, check_left_overs,
    check_lints, check_machine_paths, check_owned_names, check_sizes, check_unsafe,
    check_white_space, read_arrows, run,
};
use xtask::{Failure, SourceFile, workspace_root};

type TextCheck = fn(&[SourceFile]) -> Vec<Failure>;

/// The check finds failures at exactly these lines (0: the file as a whole).
fn check(check: TextCheck, path: &str, text: &str, expected_lines: &[usize]) {
    let failures = check(&[SourceFile::new(path, text)]);
    let lines: Vec<usize> = failures.iter().map(|f| f.line.unwrap_or(0)).collect();
    assert_eq!(lines, expected_lines, "{path}: {text:?}: {failures:?}");
}

fn ours(from: &str, to: &str, kind: Kind) -> Arrow {
    Arrow {
        from: from.to_owned(),
        to: to.to_owned(),
        kind,
        ours: true,
    }
}

fn external(from: &str, to: &str, kind: Kind) -> Arrow {
    Arrow {
        ours: false,
        ..ours(from, to, kind)
    }
}

fn lines(count: usize) -> String {
    "let x = 1;\n".repeat(count)
}

#[test]
fn the_workspace_is_tidy() {
    let failures = run(&workspace_root());
    let list: Vec<String> = failures.iter().map(ToString::to_string).collect();
    assert!(list.is_empty(), "\n{}", list.join("\n"));
}

#[test]
fn cargo_metadata_knows_the_arrows_of_a_crate() {
    let arrows = read_arrows(&workspace_root()).unwrap();
    let own = |to: &str| {
        arrows
            .iter()
            .find(|a| a.from == "generator" && a.to == to)
            .unwrap()
    };
    assert!(own("character").ours);
    assert_eq!(own("character").kind, Kind::Normal);
    assert_eq!(own("mesh").kind, Kind::Dev);
    assert!(!own("glam").ours);
}

#[test]
fn too_long_files_are_found() {
    check(check_sizes, "crates/a/src/b.rs", &lines(600), &[]);
    check(check_sizes, "crates/a/src/b.rs", &lines(601), &[0]);
    check(check_sizes, "editor/src/panels/b.rs", &lines(400), &[]);
    check(check_sizes, "editor/src/panels/b.rs", &lines(401), &[0]);
    check(check_sizes, "shaders/src/mesh.wgsl", &lines(200), &[]);
    check(check_sizes, "shaders/src/mesh.wgsl", &lines(201), &[0]);
    check(check_sizes, "docs/long.md", &lines(1000), &[]);
}

#[test]
fn missing_headers_are_found() {
    check(
        check_headers,
        "crates/a/src/b.rs",
        "//! Header.\nfn f() {}\n",
        &[],
    );
    check(check_headers, "crates/a/src/b.rs", "fn f() {}\n", &[1]);
    check(check_headers, "crates/a/src/b.rs", "", &[1]);
    check(
        check_headers,
        "crates/a/tests/b.rs",
        "// A comment.\n//! Late.\n",
        &[1],
    );
    check(check_headers, "docs/b.md", "text\n", &[]);
}

#[test]
fn crates_that_do_not_forbid_unsafe_are_found() {
    let path = "crates/a/src/lib.rs";
    check(check_unsafe, path, "//! A.\n#![forbid(unsafe_code)]\n", &[]);
    check(check_unsafe, path, "//! A.\n", &[0]);
    check(
        check_unsafe,
        path,
        "//! A.\n// #![forbid(unsafe_code)]\n",
        &[0],
    );
    check(check_unsafe, "crates/a/src/other.rs", "//! A.\n", &[]);
    check(check_unsafe, "crates/skin-gpu/src/lib.rs", "//! A.\n", &[0]);
    check(check_unsafe, "crates/c-api/src/lib.rs", "//! A.\n", &[]);
}

#[test]
fn untidy_white_space_is_found() {
    check(check_white_space, "README.md", "a\n\nb\n", &[]);
    check(check_white_space, "README.md", "a \nb\n", &[1]);
    check(check_white_space, "README.md", "a\nb\t\n", &[2]);
    check(check_white_space, "README.md", "a\r\nb\n", &[1]);
    check(check_white_space, "README.md", "a\nb", &[0]);
    check(
        check_white_space,
        "crates/a/src/b.rs",
        "\tlet x = 1;\n",
        &[1],
    );
    check(check_white_space, "testdata/golden/a.json", "{} ", &[]);
}

#[test]
fn unfinished_work_is_found() {
    let path = "crates/a/src/b.rs";
    check(check_left_overs, path, "// all done, nothing to do\n", &[]);
    for word in [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("todo", "!()"),
        concat!("dbg", "!(x)"),
    ] {
        check(check_left_overs, path, &format!("a\n{word}\n"), &[2]);
        check(check_left_overs, "shaders/src/a.wgsl", word, &[1]);
        check(check_left_overs, "docs/a.md", word, &[]);
    }
}

#[test]
fn machine_paths_are_found() {
    check(
        check_machine_paths,
        "README.md",
        "see docs/workflow.md\n",
        &[],
    );
    for path in [
        concat!("/wo", "rk/main"),
        concat!("/ro", "ot/x"),
        concat!("/tmp/ba", "sh_jobs/1"),
    ] {
        check(
            check_machine_paths,
            "README.md",
            &format!("a\nb {path}\n"),
            &[2],
        );
        check(check_machine_paths, "testdata/a.json", path, &[1]);
    }
}

#[test]
fn crates_without_the_lint_table_are_found() {
    let path = "crates/a/Cargo.toml";
    check(
        check_lints,
        path,
        "[package]\n\n[lints]\nworkspace = true\n",
        &[],
    );
    check(check_lints, path, "[package]\nname = \"a\"\n", &[0]);
    check(
        check_lints,
        path,
        "[lints]\n\n[x]\nworkspace = true\n",
        &[0],
    );
    check(check_lints, "Cargo.toml", "[workspace]\n", &[]);
}

#[test]
fn names_in_foreign_crates_are_found() {
    let rig = "crates/rig/src/a.rs";
    for bad in [
        concat!("use e", "gui::Ui;"),
        concat!("use e", "frame::App;"),
        concat!("fn f(d: &w", "gpu::Device) {}"),
        concat!("struct G", "ltfNode;"),
    ] {
        check(check_owned_names, rig, &format!("//! A.\n{bad}\n"), &[2]);
    }
    check(
        check_owned_names,
        "editor/src/a.rs",
        concat!("use e", "gui::Ui; use w", "gpu::Device;\n"),
        &[],
    );
    check(
        check_owned_names,
        "editor/src/a.rs",
        concat!("let g", "ltf = 1;\n"),
        &[1],
    );
    check(
        check_owned_names,
        "crates/character/src/a.rs",
        concat!("let g", "ltf = 1;\n"),
        &[],
    );
    let skin_gpu = "crates/skin-gpu/src/a.rs";
    check(
        check_owned_names,
        skin_gpu,
        concat!("use w", "gpu::Device;\n"),
        &[],
    );
    check(
        check_owned_names,
        skin_gpu,
        concat!("use e", "gui::Ui;\n"),
        &[1],
    );
}

#[test]
fn comments_and_strings_may_name_anything() {
    let texts = [
        concat!("// as in g", "ltf and e", "gui\n"),
        concat!("/* g", "ltf /* nested g", "ltf */ g", "ltf */\n"),
        concat!("let filter = \"quote \\\" g", "ltf\";\n"),
        concat!(
            "let raw = r#\"a \" g",
            "ltf\"#; let c = '\"'; // g",
            "ltf\n"
        ),
    ];
    for text in texts {
        check(check_owned_names, "crates/rig/src/a.rs", text, &[]);
    }
    let after = concat!(
        "fn f<'a>(x: &'a str) { let q = '\\''; let s = \"\n\"; g",
        "ltf() }\n"
    );
    check(check_owned_names, "crates/rig/src/a.rs", after, &[2]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn broken_absences_are_found() {
    let cases = [
        ("crates/dq-math/src/a.rs", "use std::fs;"),
        ("crates/rig/src/a.rs", "use std::time::Instant;"),
        ("crates/rig/src/clip/a.rs", "std::thread::spawn(f);"),
        ("crates/rig/src/a.rs", "println!(\"a\");"),
        ("crates/skin-cpu/src/a.rs", "use std::path::Path;"),
        ("crates/skin-gpu/src/a.rs", "use std::fs;"),
        ("editor/src/panels/a.rs", "fn f(document: &mut Document) {}"),
        ("editor/src/panels/a.rs", "fn f(s: &mut Session) {}"),
        ("editor/src/a.rs", "struct A<'a>(&'a mut Document);"),
        (
            "editor/src/a.rs",
            "fn f(d: &mut crate::document::Document) {}",
        ),
        (
            "editor/src/applying.rs",
            "fn f(d: &'static mut a::Session) {}",
        ),
        ("editor/src/panels/a.rs", "use std::{sync::Arc, thread};"),
        ("editor/src/a.rs", "use std::thread::Builder;"),
        ("editor/src/a.rs", "let a = thread::Builder::new();"),
        ("crates/session/src/tasks/a.rs", "std::thread::spawn(f);"),
        ("crates/scene/src/a.rs", "use std::thread;"),
        ("crates/weights/src/a.rs", "use std::time::Instant;"),
        (
            "crates/session/src/state/painting/a.rs",
            "fn f(s: &mut Session) {}",
        ),
        ("crates/session/src/state/a.rs", "use std::{fs, io};"),
        (
            "crates/session/src/engine/a.rs",
            "use whole_file::{Access, write_whole};",
        ),
        (
            "crates/session/src/features/a.rs",
            "let a = whole_file::keep_version(path);",
        ),
        ("crates/session/src/settings/a.rs", "let a = path.exists();"),
        ("crates/scene/src/a.rs", "#[cfg(debug_assertions)]"),
        ("editor/src/a.rs", "#[cfg(not(debug_assertions))]"),
    ];
    for (path, bad) in cases {
        check(check_absences, path, &format!("//! A.\n{bad}\n"), &[2]);
    }
    check(
        check_absences,
        "crates/session/src/features/mod.rs",
        "fn f(d: &mut Document) {}\n",
        &[],
    );
    for path in [
        "crates/session/src/tasks/spawner.rs",
        "crates/scene/src/pose/parallel.rs",
        "crates/headless/src/bench/processor.rs",
        "editor/src/app/run.rs",
    ] {
        check(check_absences, path, "use std::thread;\n", &[]);
    }
    check(
        check_absences,
        "editor/tests/a.rs",
        "use std::thread;\n",
        &[],
    );
    check(
        check_absences,
        "crates/session/src/state/a.rs",
        "use whole_file::{Files, backup_of};\nlet a = files.exists(path);\n",
        &[],
    );
    check(
        check_absences,
        "crates/session/src/features/viewport/apply.rs",
        "fn f<'a>(s: &'a mut crate::session::Session) {}\n",
        &[],
    );
    check(
        check_absences,
        "editor/src/panels/a.rs",
        "fn f(d: &Document, s: &'a Session, ui: &mut Ui) {}\n",
        &[],
    );
    check(
        check_absences,
        "crates/rig/tests/a.rs",
        "use std::io;\n",
        &[],
    );
    check(
        check_absences,
        "crates/rig/src/a.rs",
        "// not even std::fs\n",
        &[],
    );
}

#[test]
fn absences_are_found_in_grouped_imports() {
    let cases: [(&str, &[usize]); 9] = [
        ("use std::{fs, thread};\n", &[1]),
        (
            "use std::{\n    fmt,\n    fs,\n    io::{self, Write as _}\n};\n",
            &[3, 4],
        ),
        (
            "use std :: { sync::Arc, time::{Duration, Instant} };\n",
            &[1],
        ),
        ("use {std::{env as surroundings}, glam::Vec3};\n", &[1]),
        ("use ::std::{thread};\n", &[1]),
        ("use std::*;\n", &[1]),
        ("use std::{fmt, sync::{Arc, atomic}, iter};\n", &[]),
        ("use glam::{Vec3, fs, io};\nuse super::*;\n", &[]),
        (
            "fn reuse() -> impl Fn() + use<> { f; }\nlet fuse = std; {fs};\n",
            &[],
        ),
    ];
    for (text, lines) in cases {
        check(check_absences, "crates/rig/src/a.rs", text, lines);
    }
}

#[test]
fn crates_below_the_window_that_name_it_are_found() {
    let cases: [(&str, &str, bool); 8] = [
        ("session", concat!("e", "frame"), false),
        ("session", concat!("w", "gpu"), false),
        ("scene", "image", false),
        ("headless", concat!("e", "gui_tiles"), false),
        ("scene", concat!("w", "gpu"), false),
        ("render", concat!("w", "gpu"), true),
        ("headless", concat!("w", "gpu"), true),
        ("editor", concat!("e", "frame"), true),
    ];
    for (from, to, is_allowed) in cases {
        let failures = check_externals(&[external(from, to, Kind::Normal)]);
        assert_eq!(failures.is_empty(), is_allowed, "{from} names {to}");
    }
    for (from, to) in [
        ("scene", "session"),
        ("render", "session"),
        ("session", "render"),
        ("session", "editor"),
        ("headless", "editor"),
    ] {
        let failures = check_arrows(&[ours(from, to, Kind::Normal)]);
        assert_eq!(failures.len(), 1, "{from} names {to}");
    }
}

#[test]
fn paths_in_documents_lead_to_files() {
    let document = "`rig/src/pose.rs` and `render/target.rs`\n`editor/src/app.rs`, `rig/src/gone.rs`\n\
        `to_from`, `and/or`, a/b.rs, `app/lost.rs` and `x/y.rs`\n";
    let found = |path: &str| {
        let mut files: Vec<SourceFile> = [
            "crates/rig/src/pose.rs",
            "editor/src/app.rs",
            "editor/src/render/target.rs",
        ]
        .map(|path| SourceFile::new(path, ""))
        .into();
        files.push(SourceFile::new(path, document));
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let failures = check_document_paths(&files);
        failures.iter().filter_map(|f| f.line).collect::<Vec<_>>()
    };
    assert_eq!(found("README.md"), [2, 3, 3]);
    assert_eq!(found("docs/a.md"), [2, 3, 3]);
    assert_eq!(found("crates/rig/README.md"), [2, 3, 3]);
    assert_eq!(found("crates/rig/notes.md"), [0; 0]);
}

#[test]
fn names_in_documents_stand_in_the_code() {
    let code = "impl Pose { pub fn rest() {} } // fn gone";
    let document =
        "`Pose::rest()`, Pose::lost, `Pose { x }`\n`Pose::gone`\n`rig::Pose` and `lost`\n";
    let files = [
        SourceFile::new("crates/rig/src/pose.rs", code),
        SourceFile::new("docs/a.md", document),
    ];
    let failures = check_document_names(&files);
    let messages: Vec<_> = failures.iter().map(ToString::to_string).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages[0].contains("`gone`") && messages[1].contains("`rig`"));
}

/// Checks the counterparts of `wgsl` in `rust`, both made up; gives path, line and message of each failure.
fn counterpart_failures(
    wgsl: &str,
    rust: &[(&str, &str)],
    exceptions: &[(&str, &str)],
) -> Vec<String> {
    let mut files = vec![SourceFile::new(
        "shaders/wgsl/include/skin_blend.wgsl",
        wgsl,
    )];
    files.extend(rust.iter().map(|&(path, text)| SourceFile::new(path, text)));
    let failures = check_counterparts_except(&files, exceptions);
    failures.iter().map(ToString::to_string).collect()
}

#[test]
fn shader_functions_without_a_rust_counterpart_are_found() {
    let wgsl = "// fn in_a_comment() {}\nfn blend(a: f32) -> f32 {\n    return a;\n}\n\n\
        /* fn hidden() */ fn align(a: f32) {}\nfn  turn (a: f32) {}\n";
    let place = |line: usize, name: &str| {
        format!("shaders/wgsl/include/skin_blend.wgsl:{line}: `fn {name}` has no counterpart")
    };
    let check = |rust: &[(&str, &str)], expected: &[String]| {
        let failures = counterpart_failures(wgsl, rust, &[]);
        let fits = |(failure, place): (&String, &String)| failure.starts_with(place);
        assert_eq!(failures.len(), expected.len(), "{rust:?}: {failures:?}");
        assert!(
            failures.iter().zip(expected).all(fits),
            "{rust:?}: {failures:?}"
        );
    };
    let all = [place(2, "blend"), place(6, "align"), place(7, "turn")];
    check(&[], &all);
    check(
        &[(
            "crates/skin-cpu/src/a.rs",
            "pub fn blend() {}\nimpl A {\n    pub(crate) const fn turn<T>() {}\n}\n",
        )],
        &all[1..2],
    );
    check(
        &[
            ("crates/dq-math/src/b/c.rs", "fn blend() {}"),
            ("crates/rig/src/a.rs", "fn align() {}"),
            ("crates/skin-gpu/src/a.rs", "fn turn() {}"),
        ],
        &[],
    );
    // None of these is a counterpart: other crates, other folders, other names, and text that is no code.
    let others = [
        ("editor/src/a.rs", "fn blend() {}"),
        ("crates/rig/tests/a.rs", "fn blend() {}"),
        ("crates/rig/src/notes.md", "fn blend() {}"),
        ("crates/rig/src/a.rs", "fn blend_all() {}\nfn re_blend() {}"),
        (
            "crates/rig/src/b.rs",
            "// fn blend()\nlet s = \"fn blend()\"; blend();",
        ),
        ("crates/rig/src/c.rs", "let f: fn(blend) = unfn blend;"),
    ];
    check(&others, &all);
}

#[test]
fn only_skinning_functions_need_counterparts() {
    let need = |path: &str| {
        check_counterparts_except(&[SourceFile::new(path, "fn unpaired() {}\n")], &[]).len()
    };
    assert_eq!(need("shaders/wgsl/include/skin.wgsl"), 1);
    assert_eq!(need("shaders/wgsl/include/skin_two_phase.wgsl"), 1);
    assert_eq!(need("shaders/wgsl/include/studio.wgsl"), 0);
    assert_eq!(need("shaders/wgsl/skin.wgsl"), 0);
    assert_eq!(
        counterpart_failures("fn load_joint() {}\n", &[], &[]),
        [""; 0],
        "only reads memory"
    );
    assert_eq!(counterpart_failures("fn loaded() {}\n", &[], &[]).len(), 1);
}

#[test]
fn exceptions_need_a_shader_function() {
    let exceptions = [("turn", "glam has it as a method")];
    let wgsl = "fn turn() {}\n";
    assert_eq!(counterpart_failures(wgsl, &[], &exceptions), [""; 0]);
    let counterpart = [("crates/rig/src/a.rs", "fn turn() {}\n")];
    for unused in [
        counterpart_failures("fn load_a() {}\n", &[], &exceptions),
        counterpart_failures(wgsl, &counterpart, &exceptions),
    ] {
        assert_eq!(unused.len(), 1, "{unused:?}");
        let expected =
            "xtask/src/tidy/counterparts.rs: `turn` (glam has it as a method) is an exception";
        assert!(unused[0].starts_with(expected), "{unused:?}");
    }
}

#[test]
fn a_crate_that_skins_without_shaders_is_found() {
    let folder = "crates/skin-gpu/src/lib.rs";
    check(
        |files| check_counterparts_except(files, &[]),
        folder,
        "//! A.\n",
        &[0],
    );
    let counterpart = [(folder, "fn turn() {}\n")];
    assert_eq!(
        counterpart_failures("fn turn() {}\n", &counterpart, &[]),
        [""; 0]
    );
}

#[test]
fn arrows_against_the_plan_are_found() {
    let count = |arrow: Arrow| check_arrows(&[arrow]).len();
    assert_eq!(count(ours("rig", "dq-math", Kind::Normal)), 0);
    assert_eq!(count(ours("dq-math", "rig", Kind::Normal)), 1);
    assert_eq!(count(ours("skin-cpu", "character", Kind::Normal)), 1);
    assert_eq!(count(ours("skin-cpu", "character", Kind::Dev)), 0);
    assert_eq!(count(ours("character", "skin-cpu", Kind::Normal)), 1);
    assert_eq!(count(ours("skin-gpu", "rig", Kind::Normal)), 0);
    assert_eq!(count(ours("skin-gpu", "shaders", Kind::Normal)), 0);
    assert_eq!(count(ours("skin-gpu", "skin-cpu", Kind::Normal)), 1);
    assert_eq!(count(ours("skin-gpu", "skin-cpu", Kind::Dev)), 0);
    assert_eq!(count(ours("skin-gpu", "character", Kind::Normal)), 1);
    assert_eq!(count(ours("skin-gpu", "character", Kind::Dev)), 0);
    assert_eq!(count(ours("skin-cpu", "skin-gpu", Kind::Dev)), 1);
    assert_eq!(count(ours("editor", "skin-gpu", Kind::Normal)), 0);
    assert_eq!(count(ours("rig", "testkit", Kind::Dev)), 0);
    assert_eq!(count(ours("rig", "testkit", Kind::Normal)), 1);
    assert_eq!(count(ours("rig", "editor", Kind::Dev)), 1);
    assert_eq!(count(ours("newcomer", "rig", Kind::Normal)), 1);
}

#[test]
fn foreign_crates_in_the_wrong_crate_are_found() {
    let count = |arrow: Arrow| check_externals(&[arrow]).len();
    assert_eq!(count(external("editor", "egui_tiles", Kind::Normal)), 0);
    assert_eq!(count(external("rig", "egui_tiles", Kind::Dev)), 1);
    assert_eq!(count(external("character", "wgpu", Kind::Normal)), 1);
    assert_eq!(count(external("skin-gpu", "wgpu", Kind::Normal)), 0);
    assert_eq!(count(external("skin-gpu", "pollster", Kind::Normal)), 1);
    assert_eq!(count(external("skin-gpu", "pollster", Kind::Dev)), 0);
    assert_eq!(count(external("skin-cpu", "wgpu", Kind::Dev)), 1);
    assert_eq!(count(external("dq-math", "serde_json", Kind::Normal)), 1);
    assert_eq!(count(external("dq-math", "proptest", Kind::Dev)), 0);
    assert_eq!(count(external("rig", "cc", Kind::Build)), 1);
}

#[test]
fn cycles_are_found_even_through_tests() {
    let chain = [ours("a", "b", Kind::Normal), ours("b", "c", Kind::Normal)];
    assert_eq!(check_cycles(&chain).len(), 0);
    let [first, second] = chain;
    let cycle = [first, second, ours("c", "a", Kind::Dev)];
    assert_eq!(check_cycles(&cycle).len(), 3);
    assert_eq!(check_cycles(&[ours("a", "a", Kind::Dev)]).len(), 1);
}
