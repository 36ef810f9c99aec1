//! Every hostile file within a second and 256 MB, each in a process of its own so that its memory can be told.

use std::process::Command;
use std::time::Instant;

use crate::reading::synthetic_invalid::{cases, path_of};
use crate::support::say;

/// Far more than the one second that a quiet machine needs a fraction of: only endless work takes as long.
const SECONDS: f64 = 20.0;
const MEGABYTES: f64 = 256.0;

/// Names the file that [`open_one`] opens.
const VARIABLE: &str = "DUALSKIN_OPEN_ONE";

/// The child's half of [`synthetic_hostile_files_stay_within_limits`]; does nothing where no file is named.
#[test]
fn open_one() {
    let Some(path) = std::env::var_os(VARIABLE) else {
        return;
    };
    let start = Instant::now();
    let opened = character::open(path.as_ref()).is_ok();
    let seconds = start.elapsed().as_secs_f64();
    say(&format!(
        "\nfigures: {seconds} {} {opened}",
        peak_megabytes()
    ));
}

#[test]
fn synthetic_hostile_files_stay_within_limits() {
    if !cfg!(target_os = "linux") {
        say("synthetic_hostile_limits: skipped, peak memory is read on Linux only");
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let (mut slowest, mut largest) = ((0.0, String::new()), (0.0, String::new()));
    let cases = cases();
    for case in &cases {
        let output = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "reading::limits::open_one",
                "--nocapture",
                "--test-threads=1",
            ])
            .env(VARIABLE, path_of(case, scratch.path()))
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let figures = text.lines().find_map(|line| line.strip_prefix("figures: "));
        let figures = figures.unwrap_or_else(|| panic!("{}: {text}", case["file"]));
        let numbers: Vec<f64> = figures.split(' ').filter_map(|x| x.parse().ok()).collect();
        let [seconds, megabytes] = numbers[..] else {
            panic!("{}: {figures}", case["file"]);
        };
        let file = case["file"].to_string();
        slowest = if slowest.0 < seconds {
            (seconds, file.clone())
        } else {
            slowest
        };
        largest = if largest.0 < megabytes {
            (megabytes, file)
        } else {
            largest
        };
    }
    say(&format!(
        "synthetic_hostile_limits: {} cases, slowest {:.3} s {}, largest {:.1} MB {}",
        cases.len(),
        slowest.0,
        slowest.1,
        largest.0,
        largest.1
    ));
    assert!(!cases.is_empty());
    assert!(slowest.0 < SECONDS, "{slowest:?}");
    assert!(0.0 < largest.0 && largest.0 < MEGABYTES, "{largest:?}");
}

/// The largest memory that this process has had, the test harness included; zero where the system does not tell.
fn peak_megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<f64>().ok());
    kibibytes.unwrap_or(0.0) * 1024.0 / 1e6
}
