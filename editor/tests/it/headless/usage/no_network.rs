//! The program opens no connection: its system calls are watched while the commands run.

use std::fs;
use std::process::{Command, Stdio};

use testkit::say;

/// Sockets that leave this computer, or could.
const OUTSIDE: [&str; 3] = ["AF_INET", "AF_PACKET", "AF_NETLINK"];

#[test]
fn no_command_opens_a_socket_to_anywhere() {
    let there = Command::new("strace")
        .arg("-V")
        .stdout(Stdio::null())
        .status();
    if !there.is_ok_and(|status| status.success()) {
        return say("strace is not installed: sockets are not watched, skipped");
    }
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    for words in [
        "inspect builtin:arm",
        "inspect no-such-file.glb",
        "skin builtin:arm --method two-phase --out arm.json",
        "render builtin:cylinder --compare linear,two-phase --size 64x64 --out arm.png",
        "export builtin:arm --out arm.glb",
        "weights export builtin:cylinder weights.csv",
        "bench --vertices 500 --joints 4 --influences 2",
        "--help",
    ] {
        let run = Command::new("strace")
            .args(["-f", "-e", "trace=socket", "-o"])
            .arg(&trace)
            .arg(env!("CARGO_BIN_EXE_dualskin"))
            .args(words.split(' '))
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(run.is_ok(), "{words}");
        let calls = fs::read_to_string(&trace).unwrap();
        if calls.is_empty() {
            return say("strace may not watch here: sockets are not watched, skipped");
        }
        let opened = calls
            .lines()
            .find(|line| OUTSIDE.iter().any(|family| line.contains(family)));
        assert_eq!(opened, None, "{words}");
    }
}
