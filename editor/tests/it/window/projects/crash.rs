//! The window's process is killed in the middle of work, and the next one offers the work again.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use editor::app::Start;
use egui_kittest::kittest::Queryable as _;

use crate::window::support::{
    Window, WindowState as _, click, open_started, turned, type_into, wait_until, wait_until_loaded,
};

/// Where the process that is killed keeps its settings; without it the test of that name does nothing.
const FOLDER: &str = "DUALSKIN_TEST_OF_CRASH";
/// What it says once its work is kept.
const KEPT: &str = "the work is kept";

fn begin(settings: &Path, file: &str) -> Window {
    let start = Start {
        file: Some(file.to_owned()),
        settings: Some(settings.to_owned()),
        welcome: true,
        ..Start::default()
    };
    open_started(start)
}

/// No test of its own: the process that the other one kills.
#[test]
fn works_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let mut window = begin(Path::new(&folder), "builtin:arm");
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Z", "45");
    type_into(&mut window, "Shear XY", "0.25");
    let now = window.ctx.input(|input| input.time);
    window.input_mut().time = Some(now + 6.0);
    wait_until(&mut window, "it is kept", |window| {
        window.session().project.autosaved_at.is_some()
    });
    writeln!(std::io::stdout(), "{KEPT}").unwrap();
    std::io::stdout().flush().unwrap();
    loop {
        window.step();
    }
}

#[test]
fn what_a_killed_process_did_is_offered_and_recovered() {
    if std::env::var_os(FOLDER).is_some() {
        return;
    }
    let settings = tempfile::tempdir().unwrap();
    let (_crate, module) = module_path!().split_once("::").unwrap();
    let test = format!("{module}::works_until_it_is_killed");
    let mut process = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &test, "--nocapture"])
        .env(FOLDER, settings.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let out = BufReader::new(process.stdout.take().unwrap());
    let is_kept = out
        .lines()
        .map_while(Result::ok)
        .any(|line| line.contains(KEPT));
    // On Unix this is SIGKILL: the process is not asked, and finishes nothing.
    process.kill().unwrap();
    let _status = process.wait().unwrap();
    assert!(is_kept, "the process ended by itself");

    let mut window = begin(settings.path(), "builtin:cylinder");
    wait_until(&mut window, "it is offered", |window| {
        window.query_by_label("Recover unsaved work?").is_some()
    });
    click(&mut window, "Recover");
    wait_until_loaded(&mut window);
    assert!((turned(&window, "forearm") - 45.0).abs() < 0.01);
    let place = crate::window::support::joint(&window, "forearm").index();
    assert!((window.document().pose.stretch[place].shear.x - 0.25).abs() < 1e-6);
    assert!(window.query_by_label("Recover unsaved work?").is_none());
}
