//! `dualskin weights export` and `import`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::headless::support::{dualskin, files_of, folder_with, words};

const BLOCK: &str = "builtin:arm";

fn export(source: &str, out: &Path, more: &str) -> String {
    let line = format!("weights export {source} --out {} {more}", out.display());
    let output = words(&dualskin(&line));
    assert_eq!(output, (0, String::new(), String::new()), "{line}");
    fs::read_to_string(out).unwrap()
}

/// Runs an import, and gives what it says: stdout where it succeeds, stderr where it does not.
fn import(line: &str, status: i32) -> String {
    let (found, stdout, stderr) = words(&dualskin(&format!("weights import {line}")));
    assert_eq!(found, status, "{line}\n{stdout}{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    if status == 0 { stdout } else { stderr }
}

#[test]
fn weights_go_out_and_come_in_bit_for_bit() {
    for (name, more) in [("w.csv", ""), ("w.RON", "--no-places")] {
        let (folder, out) = folder_with(name);
        let text = export(BLOCK, &out, more);
        assert_eq!(
            text.contains("vertex,x,y,z"),
            more.is_empty() && name == "w.csv"
        );
        let project = folder.path().join("p.dualskin");
        let line = format!("{BLOCK} {} --out {}", out.display(), project.display());
        let output = import(&line, 0);
        let nothing = ": 0 vertices changed: they have the weights of the file already.";
        assert!(output.contains(nothing), "{output}");
        assert!(output.starts_with("Import weights into "), "{output}");
        let again = folder.path().join(format!("again-{name}"));
        let back = export(&project.display().to_string(), &again, more);
        assert!(back == text, "to the bit");
    }
}

#[test]
fn an_edited_table_becomes_a_project_whose_character_has_its_weights() {
    let (folder, out) = folder_with("w.csv");
    let text = export(BLOCK, &out, "--no-places");
    // Rows are the forearm's alone; one is not, and does not sum to one.
    let rows = text.lines().map(|line| {
        let number = line.split(',').next().unwrap();
        match number.parse::<u32>() {
            Ok(0) => "0,forearm,3,upper_arm,1".to_owned(),
            Ok(vertex) if vertex < 40 => format!("{vertex},forearm,1"),
            _ => line.to_owned(),
        }
    });
    let edited: Vec<String> = rows.collect();
    fs::write(&out, edited.join("\n")).unwrap();
    let check = import(&format!("{BLOCK} {} --check", out.display()), 0);
    assert!(check.contains("vertices changed"), "{check}");
    assert_eq!(files_of(&folder), ["w.csv"], "nothing is written");
    let project = folder.path().join("p.dualskin");
    let line = format!("{BLOCK} {} --out {}", out.display(), project.display());
    assert_eq!(import(&line, 0), check, "what was said is what is done");
    assert!(check.contains("divided by"), "{check}");
    let back = export(
        &project.display().to_string(),
        &folder.path().join("b.csv"),
        "--no-places",
    );
    assert!(
        back.lines()
            .any(|line| line == "0,forearm,0.75,upper_arm,0.25"),
        "{}",
        &back[..400]
    );
    // Its work is kept where weights are imported into a project; the version before stays beside it.
    let second = folder.path().join("second.dualskin");
    fs::write(&second, b"old").unwrap();
    let small = folder.path().join("one.ron");
    fs::write(
        &small,
        format!(
            "(version: 1, vertices: {}, weights: {{ 1: [(\"upper_arm\", 1)] }})",
            count_of(&text)
        ),
    )
    .unwrap();
    let line = format!(
        "{} {} --out {}",
        project.display(),
        small.display(),
        second.display()
    );
    let output = import(&line, 0);
    assert!(output.contains("are not in the file and keep"), "{output}");
    assert_eq!(
        fs::read(folder.path().join("second.dualskin.bak")).unwrap(),
        b"old"
    );
    let both = export(
        &second.display().to_string(),
        &folder.path().join("c.csv"),
        "--no-places",
    );
    assert!(
        both.lines()
            .any(|line| line == "0,forearm,0.75,upper_arm,0.25")
    );
    assert!(both.lines().any(|line| line == "1,upper_arm,1"));
}

fn count_of(text: &str) -> usize {
    let line = text.lines().find(|line| line.starts_with("vertices"));
    line.unwrap()[9..].parse().unwrap()
}

/// The table of a mesh without the last vertex, whose first vertex is the forearm's alone, and which lies so far beside.
fn with_one_less(text: &str, beside: f32) -> String {
    let count = count_of(text);
    let lines = text.lines().enumerate().filter_map(|(number, line)| {
        if number < 4 {
            let other = format!("vertices,{}", count - 1);
            return Some(line.replace(&format!("vertices,{count}"), &other));
        }
        let (vertex, row) = line.split_once(',').unwrap();
        let (x, row) = row.split_once(',').unwrap();
        let x = x.parse::<f32>().unwrap() + beside;
        let vertex: usize = vertex.parse().unwrap();
        let place: Vec<&str> = row.split(',').take(2).collect();
        let row = match vertex {
            0 => format!("{},forearm,1", place.join(",")),
            _ => row.to_owned(),
        };
        (vertex + 1 < count).then(|| format!("{vertex},{x},{row}"))
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_an_export_replaces_stays_beside_it() {
    let (folder, out) = folder_with("w.csv");
    fs::write(&out, b"mine").unwrap();
    export(BLOCK, &out, "");
    assert_eq!(fs::read(folder.path().join("w.csv.bak")).unwrap(), b"mine");
    let (_, help, _) = words(&dualskin("weights export --help"));
    assert!(help.contains(".bak"), "{help}");
}

#[test]
fn another_number_of_vertices_is_refused_and_matched_by_place() {
    let (folder, out) = folder_with("w.csv");
    let text = export(BLOCK, &out, "");
    // A mesh with a vertex less.
    let count = count_of(&text);
    let less = folder.path().join("less.csv");
    fs::write(&less, with_one_less(&text, 0.0)).unwrap();
    let output = import(&format!("{BLOCK} {} --check", less.display()), 1);
    let expected = format!("{} vertices", count - 1);
    assert!(
        output.contains(&expected) && output.contains("--by-place"),
        "{output}"
    );
    assert!(
        output.contains("line ") && output.contains("column "),
        "{output}"
    );
    let project = folder.path().join("p.dualskin");
    for more in ["", "--within 0"] {
        let out = project.display();
        let line = format!("{BLOCK} {} --by-place {more} --out {out}", less.display());
        let output = import(&line, 0);
        assert!(output.contains(": 1 vertex changed"), "{output}");
        assert!(!output.contains("skipped"), "{output}");
    }
    let back = folder.path().join("back.csv");
    let back = export(&project.display().to_string(), &back, "--no-places");
    assert!(back.lines().any(|line| line == "0,forearm,1"));
    // A mesh that lies a little beside it: near, and nowhere the same.
    let shifted = folder.path().join("shifted.csv");
    fs::write(&shifted, with_one_less(&text, 1e-4)).unwrap();
    let line = format!("{BLOCK} {} --check --by-place", shifted.display());
    let output = import(&line, 0);
    assert!(
        output.contains(": 1 vertex changed") && !output.contains("skipped"),
        "{output}"
    );
    let output = import(&format!("{line} --within 0"), 0);
    let places = text.lines().skip(4).map(|line| {
        let place: Vec<&str> = line.split(',').skip(1).take(3).collect();
        place.join(",")
    });
    let places: BTreeSet<String> = places.collect();
    let skipped = format!(
        ": 0 vertices changed; {} vertices skipped: no vertex of the file is near enough",
        scene::names::count(places.len())
    );
    assert!(output.contains(&skipped), "{output}");
    // Without places there is nothing to match by.
    let bare = folder.path().join("bare.csv");
    export(BLOCK, &bare, "--no-places");
    let output = import(&format!("{BLOCK} {} --check --by-place", bare.display()), 1);
    assert!(
        output.contains("bare.csv") && output.contains("with places"),
        "{output}"
    );
}

#[test]
fn bad_files_are_refused_with_line_and_column_and_nothing_is_written() {
    let head = "version,1\nvertices,4\nvertex,joint,weight,joint,weight\n";
    let cases: [(&str, &[u8], &[&str]); 9] = [
        ("a.csv", b"", &["a.csv", "line 1", "missing"]),
        ("a.csv", b"\xff\xfe\x00", &["a.csv", "line 1", "UTF-8"]),
        (
            "a.csv",
            b"version,9\nvertices,4\n",
            &["line 1", "version 9"],
        ),
        ("a.ron", b"(version: 1, vertices", &["a.ron", "line 1"]),
        ("a.ron", b"(version: 1, joints: {})", &["pose", "library"]),
        ("nan", b"0,forearm,NaN", &["line 4", "column", "NaN"]),
        ("nan", b"0,forearm,-1", &["line 4", "-1", "0 or more"]),
        ("nan", b"0,tail,1", &["line 4", "tail", "forearm"]),
        ("nan", b"9,forearm,1", &["line 4", "vertex 9"]),
    ];
    for (name, bytes, expected) in cases {
        let is_row = name == "nan";
        let (folder, file) = folder_with(if is_row { "a.csv" } else { name });
        let text = export(BLOCK, &folder.path().join("own.csv"), "--no-places");
        let mut bytes = bytes.to_vec();
        if is_row {
            let head = head.replace("vertices,4", &format!("vertices,{}", count_of(&text)));
            let row = String::from_utf8(bytes).unwrap();
            let row = row.replace("9,forearm", "999999999,forearm");
            bytes = format!("{head}{row}\n").into_bytes();
        }
        fs::write(&file, &bytes).unwrap();
        let before = files_of(&folder);
        let out = folder.path().join("p.dualskin");
        let output = import(
            &format!("{BLOCK} {} --out {}", file.display(), out.display()),
            1,
        );
        for word in expected {
            let word = word.replace("vertex 9", "vertex 999999999");
            assert!(output.contains(&word), "{word:?} is not in {output:?}");
        }
        assert_eq!(files_of(&folder), before);
    }
}

#[test]
fn what_cannot_be_asked_is_said() {
    let (folder, out) = folder_with("w.csv");
    export(BLOCK, &out, "");
    let file = out.display();
    let inside = folder.path().display();
    let cases = [
        (
            format!("export {BLOCK} --out {inside}/w.txt"),
            2,
            ".csv or .ron",
        ),
        (format!("export {BLOCK}"), 2, "--out"),
        (
            format!("export {BLOCK} --mesh nobody --out {inside}/x.csv"),
            2,
            "nobody",
        ),
        (
            format!("export builtin: --out {inside}/x.csv"),
            2,
            "builtin:arm",
        ),
        (
            format!("export {inside}/gone.glb --out {inside}/x.csv"),
            1,
            "gone.glb",
        ),
        (format!("import {BLOCK} {file}"), 2, "--out"),
        (
            format!("import {BLOCK} {file} --check --out {inside}/p.dualskin"),
            2,
            "--check",
        ),
        (
            format!("import {BLOCK} {file} --out {inside}/p.glb"),
            2,
            ".dualskin",
        ),
        (
            format!("import {BLOCK} {inside}/gone.csv --check"),
            1,
            "gone.csv",
        ),
        (
            format!("import {BLOCK} {inside} --check"),
            2,
            ".csv or .ron",
        ),
        (
            format!("import {BLOCK} {file} --check --within 3"),
            2,
            "--by-place",
        ),
        (
            format!("import {BLOCK} {file} --check --by-place --within 101"),
            2,
            "percentage",
        ),
    ];
    for (line, status, word) in cases {
        let (found, stdout, stderr) = words(&dualskin(&format!("weights {line}")));
        assert_eq!((found, stdout.as_str()), (status, ""), "{line}\n{stderr}");
        assert!(stderr.contains(word), "{line}: {stderr}");
        assert_eq!(files_of(&folder), ["w.csv"], "{line}");
    }
    let (_, help, _) = words(&dualskin("weights import --help"));
    assert!(
        help.contains("--by-place") && help.contains("project"),
        "{help}"
    );
}
