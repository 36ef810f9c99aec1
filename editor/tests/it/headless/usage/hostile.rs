//! Every door of the commands, and what may lie behind it: pipes, devices, files without end, hidden files, private ones.
#![cfg(target_os = "linux")]

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::headless::support::{command, dualskin, files_of, folder_with, words};

/// Far more than any of these takes that looks before it reads.
const PATIENCE: Duration = Duration::from_secs(20);

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// What a line says that is to fail by itself; it is killed, and the test fails, where it waits for something.
fn refusal(line: &str) -> String {
    let mut child = command(line)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{line}: waits for something");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let (status, _, stderr) = words(&child.wait_with_output().unwrap());
    assert_eq!(status, 1, "{line}: {stderr}");
    assert!(stderr.lines().count() == 1, "{line}: {stderr}");
    stderr
}

#[test]
fn what_is_no_file_is_refused_at_once_at_every_door() {
    let (folder, out) = folder_with("out.json");
    let at = |name: &str| folder.path().join(name);
    for (ending, door) in [
        ("glb", "inspect {}"),
        ("gltf", "inspect {}"),
        ("dualskin", "skin {} --method linear --out OUT"),
        (
            "ron",
            "skin builtin:arm --method linear --pose {} --out OUT",
        ),
        ("csv", "weights import builtin:cylinder {} --check"),
        ("ron", "weights import builtin:cylinder {} --check"),
        ("dualskin", "export {} --out OUT.glb"),
    ] {
        let (pipe, endless, huge) = (
            at(&format!("pipe.{ending}")),
            at(&format!("endless.{ending}")),
            at(&format!("huge.{ending}")),
        );
        if !pipe.exists() {
            make_pipe(&pipe);
            symlink("/dev/zero", &endless).unwrap();
            let sparse = File::create(&huge).unwrap();
            sparse.set_len(20 << 30).unwrap();
        }
        let out = out.display().to_string();
        let line = |file: &Path| {
            let line = door.replace("OUT", &out);
            line.replace("{}", &file.display().to_string())
        };
        let said = refusal(&line(&pipe));
        assert!(said.contains("a pipe, not a file"), "{said}");
        let said = refusal(&line(&endless));
        assert!(said.contains("a device, not a file"), "{said}");
        let said = refusal(&line(&huge));
        assert!(
            said.contains("21474836480 bytes, more than the limit"),
            "{said}"
        );
    }
}

/// The header says what is not there; nothing of it is waited for or set aside.
#[test]
fn a_glb_that_claims_more_than_it_has_is_not_read() {
    let (folder, path) = folder_with("short.glb");
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend(u32::MAX.to_le_bytes());
    fs::write(&path, &bytes).unwrap();
    File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(3 << 30)
        .unwrap();
    let said = refusal(&format!("inspect {}", path.display()));
    assert!(said.contains("4294967295 bytes are promised"), "{said}");
    // Nor is what stands behind what it claims.
    let arm = dualskin(&format!("export builtin:arm -o {}", path.display()));
    assert_eq!(words(&arm).0, 0);
    let file = File::options().write(true).open(&path).unwrap();
    file.set_len(3 << 30).unwrap();
    let begin = Instant::now();
    let (status, stdout, stderr) = words(&dualskin(&format!("inspect {}", path.display())));
    assert_eq!(status, 0, "{stderr}");
    assert!(stdout.contains("Ignored 3,2"), "{stdout}");
    assert!(begin.elapsed() < PATIENCE);
    drop(folder);
}

const HIDING: &str = r#"{ "asset": { "version": "2.0" }, "buffers": [{ "byteLength": 6, "uri": "URI" }],
 "images": [{ "uri": ".tex/a.png" }] }"#;

#[test]
fn hidden_files_are_read_and_copied_only_when_allowed() {
    let (folder, path) = folder_with("a.gltf");
    fs::create_dir(folder.path().join(".ssh")).unwrap();
    fs::write(folder.path().join(".ssh/id_rsa"), b"secret").unwrap();
    fs::create_dir(folder.path().join("out")).unwrap();
    symlink(".ssh", folder.path().join("tex")).unwrap();
    let out = folder.path().join("out/b.gltf");
    for uri in [
        ".ssh/id_rsa",
        "%2Essh/id_rsa",
        "./.ssh/id_rsa",
        "tex/id_rsa",
    ] {
        fs::write(&path, HIDING.replace("URI", uri)).unwrap();
        for line in [
            format!("inspect {}", path.display()),
            format!("export {} --out {}", path.display(), out.display()),
        ] {
            let said = refusal(&line);
            assert!(
                said.contains("/buffers/0/uri") && said.contains("id_rsa"),
                "{said}"
            );
            assert!(said.contains("--hidden-files"), "{said}");
        }
        assert_eq!(fs::read_dir(folder.path().join("out")).unwrap().count(), 0);
        let line = format!("inspect --hidden-files {}", path.display());
        assert_eq!(words(&dualskin(&line)).0, 0);
    }
    let line = format!(
        "export {} --hidden-files --out {}",
        path.display(),
        out.display()
    );
    let (status, _, stderr) = words(&dualskin(&line));
    assert_eq!(status, 0, "{stderr}");
    assert_eq!(
        fs::read(folder.path().join("out/tex/id_rsa")).unwrap(),
        b"secret"
    );
}

#[test]
fn what_is_made_of_a_private_file_is_private() {
    let (folder, path) = folder_with("a.gltf");
    let mode = |name: &str| {
        let found = fs::metadata(folder.path().join(name)).unwrap();
        found.permissions().mode() & 0o777
    };
    fs::create_dir(folder.path().join("out")).unwrap();
    fs::write(folder.path().join("data.bin"), b"secret").unwrap();
    fs::write(&path, HIDING.replace("URI", "data.bin")).unwrap();
    let export = |to: &str| {
        let out = folder.path().join(to);
        let line = format!("export {} --out {}", path.display(), out.display());
        let (status, _, stderr) = words(&dualskin(&line));
        assert_eq!(status, 0, "{stderr}");
    };
    // A private buffer makes both private; a private main file the buffer too.
    for private in ["data.bin", "a.gltf"] {
        fs::set_permissions(folder.path().join(private), Permissions::from_mode(0o600)).unwrap();
        export("out/b.gltf");
        assert_eq!((mode("out/b.gltf"), mode("out/data.bin")), (0o600, 0o600));
        fs::remove_dir_all(folder.path().join("out")).unwrap();
        fs::create_dir(folder.path().join("out")).unwrap();
        fs::set_permissions(folder.path().join(private), Permissions::from_mode(0o644)).unwrap();
    }
    let arm = folder.path().join("arm.glb");
    assert_eq!(
        words(&dualskin(&format!(
            "export builtin:arm -o {}",
            arm.display()
        )))
        .0,
        0
    );
    fs::set_permissions(&arm, Permissions::from_mode(0o640)).unwrap();
    let table = folder.path().join("w.csv");
    let line = format!("weights export {} --out {}", arm.display(), table.display());
    assert_eq!(words(&dualskin(&line)).0, 0);
    assert_eq!(mode("w.csv"), 0o640);
    drop(files_of(&folder));
}

#[test]
fn a_full_disk_a_long_name_and_a_link_to_nothing_are_told_as_such() {
    let (folder, out) = folder_with("out.glb");
    let fails = |to: &Path, expected: &str| {
        let said = refusal(&format!("export builtin:arm --out {}", to.display()));
        assert!(said.contains(expected), "{said}");
    };
    symlink("/dev/full", folder.path().join("full.glb")).unwrap();
    fails(&folder.path().join("full.glb"), "the disk is full");
    fails(
        &folder.path().join(format!("{}.glb", "n".repeat(252))),
        "too long",
    );
    symlink("nowhere.glb", &out).unwrap();
    fails(&out, "a link to nowhere.glb, where nothing is");
    assert_eq!(files_of(&folder), ["full.glb", "out.glb"]);
    let longest = folder.path().join(format!("{}.glb", "n".repeat(251)));
    for _ in 0..2 {
        let line = format!("export builtin:arm --out {}", longest.display());
        let (status, _, stderr) = words(&dualskin(&line));
        assert_eq!(status, 0, "{stderr}");
    }
    assert_eq!(files_of(&folder).len(), 4, "with a backup");
}
