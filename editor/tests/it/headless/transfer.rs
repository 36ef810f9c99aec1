//! `dualskin weights transfer`.

use std::fs;
use std::path::Path;

use character::open;

use super::support::{dualskin, files_of, folder_with, words};

fn transfer(line: &str, status: i32) -> (String, String) {
    let (found, stdout, stderr) = words(&dualskin(&format!("weights transfer {line}")));
    assert_eq!(found, status, "{line}\n{stdout}{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    (stdout, stderr)
}

fn two_skins() -> String {
    format!(
        "{}/../testdata/synthetic/valid/08_two_skins.glb",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// The rows of a mesh as a table, read back by the command for that.
fn table_of(file: &Path, mesh: &str) -> String {
    let out = file.with_extension("own.csv");
    let line = format!(
        "weights export {} --mesh {mesh} --out {}",
        file.display(),
        out.display()
    );
    assert_eq!(words(&dualskin(&line)).0, 0);
    fs::read_to_string(&out).unwrap()
}

/// A rigger needs one command for a character with the weights of another: the target as glTF is what a project of it shows.
#[test]
fn the_target_is_written_with_its_new_weights() {
    let (folder, glb) = folder_with("own.glb");
    let project = folder.path().join("own.dualskin");
    let apart = folder.path().join("apart.gltf");
    let original = folder.path().join("was.glb");
    fs::copy(two_skins(), &original).unwrap();
    let before = table_of(&original, "Cloak");
    let mut taken = Vec::new();
    for out in [&glb, &project, &apart] {
        let two = two_skins();
        let line = format!(
            "{two} {two} --from-mesh Body --mesh Cloak --json -o {}",
            out.display()
        );
        let report: serde_json::Value = serde_json::from_str(&transfer(&line, 0).0).unwrap();
        assert!(report["weights"]["changed"].as_u64().unwrap() > 0);
        assert_eq!(report["output"], out.display().to_string());
        assert_eq!(report["bytes"], fs::metadata(out).unwrap().len());
        taken.push(table_of(out, "Cloak"));
    }
    assert_ne!(taken[0], before);
    assert!(taken.iter().all(|table| *table == taken[0]));
    // What it was taken onto goes on being all there.
    let [was, is] = [&original, &glb].map(|file| open(file).unwrap());
    assert_eq!(was.rig.binds.len(), is.rig.binds.len());
    assert_eq!(was.clips.len(), is.clips.len());
    // A character that is replaced stays beside the new one, as with every command that changes weights.
    let two = two_skins();
    let again = format!("{two} {two} --from-mesh Body -o {}", glb.display());
    transfer(&again, 0);
    assert!(files_of(&folder).contains(&"own.glb.bak".to_owned()));
}

/// A character takes its own weights back from the file: to the bit but for rounding, as a table and as a project.
#[test]
fn weights_come_back_as_a_table_and_as_a_project() {
    let (folder, out) = folder_with("taken.csv");
    let line = format!(
        "builtin:cylinder builtin:cylinder --mesh 0 -o {}",
        out.display()
    );
    // One file for both is one mesh for both: it says how to name two.
    let (_, output) = transfer(&line, 2);
    assert!(output.contains("--from-mesh"), "{output}");
    let own = folder.path().join("own.dualskin");
    let line = format!(
        "{} {} --from-mesh Body --mesh Cloak -o {}",
        two_skins(),
        two_skins(),
        own.display()
    );
    let (output, _) = transfer(&line, 0);
    assert!(
        output.contains("changed") && output.contains("away"),
        "{output}"
    );
    // From the project, which has them, to the file, which has not.
    let line = format!(
        "{} {} --from-mesh Cloak --mesh Cloak --out {}",
        own.display(),
        two_skins(),
        out.display()
    );
    let (output, _) = transfer(&line, 0);
    assert!(output.contains("all lie on the source"), "{output}");
    let text = fs::read_to_string(&out).unwrap();
    assert!(text.starts_with("format,dualskin weights"), "{text}");
    let again = folder.path().join("own.csv");
    let line = format!(
        "weights export {} --mesh Cloak --out {}",
        own.display(),
        again.display()
    );
    assert_eq!(words(&dualskin(&line)).0, 0);
    let wanted = fs::read_to_string(&again).unwrap();
    assert_eq!(text.lines().count(), wanted.lines().count());
    // What is there stays beside it.
    fs::write(&out, b"mine").unwrap();
    transfer(
        &format!(
            "{} {} --from-mesh Cloak --mesh Cloak --out {}",
            own.display(),
            two_skins(),
            out.display()
        ),
        0,
    );
    assert_eq!(
        fs::read(folder.path().join("taken.csv.bak")).unwrap(),
        b"mine"
    );
}

#[test]
fn what_cannot_be_is_said_and_nothing_is_written() {
    let (folder, out) = folder_with("out.csv");
    let two = two_skins();
    fs::write(folder.path().join("broken.glb"), b"no model").unwrap();
    let before = files_of(&folder);
    let broken = folder.path().join("broken.glb");
    let cases = [
        (
            format!("builtin:biped_mesh builtin:arm -o {}", out.display()),
            1,
            "no mesh of it is bound",
        ),
        (
            format!("builtin:arm builtin:biped_mesh -o {}", out.display()),
            1,
            "Nothing here is bound",
        ),
        (
            format!("{two} builtin:arm -o {}", out.display()),
            1,
            "matched by name",
        ),
        (
            format!("{} builtin:arm -o {}", broken.display(), out.display()),
            1,
            "broken.glb",
        ),
        (
            format!("builtin:arm {two} --check --mesh Nobody"),
            2,
            "Nobody",
        ),
        (
            format!(
                "builtin:biped {two} -o {}",
                folder.path().join("out.txt").display()
            ),
            2,
            ".csv",
        ),
        (
            format!("builtin:arm {two} --format csv -o {}", broken.display()),
            2,
            "--format",
        ),
        ("builtin:arm builtin:arm".to_owned(), 2, "--out"),
        (
            format!("{two} {two} --check --from-mesh Body --within=-1"),
            2,
            "--within",
        ),
    ];
    for (line, status, word) in cases {
        let (stdout, output) = transfer(&line, status);
        assert!(output.contains(word), "{line}: {output}");
        assert_eq!(stdout, "", "{line}");
    }
    // What would change is told, and nothing is written; vertices out of reach are left.
    let (output, _) = transfer(
        &format!("{two} {two} --check --from-mesh Body --facing --parts --limit 0"),
        0,
    );
    assert!(output.contains("changed"), "{output}");
    let (output, _) = transfer(
        &format!("{two} {two} --check --from-mesh Body --within 0"),
        0,
    );
    assert!(output.contains("farther away than is allowed"), "{output}");
    assert_eq!(files_of(&folder), before);
}
