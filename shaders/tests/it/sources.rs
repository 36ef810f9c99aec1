//! Replaced texts, and the mapping from resolved lines to files.

use std::path::Path;

use shaders::{FOLDER, GRID, INCLUDES, MESH, METHODS, PROGRAMS, SourceLine, Sources};

#[test]
fn the_folder_holds_what_is_built_in() {
    let sources = Sources::built_in();
    assert_eq!(sources.paths().count(), PROGRAMS.len() + INCLUDES.len());
    for path in sources.paths() {
        let on_disk = std::fs::read_to_string(Path::new(FOLDER).join(path)).unwrap();
        assert_eq!(sources.text(path), Some(&*on_disk), "{path}");
    }
    assert_eq!(Sources::default(), sources);
}

#[test]
fn every_line_knows_where_it_came_from() {
    let sources = Sources::built_in();
    let mut n_lines = 0;
    for program in PROGRAMS {
        let resolved = sources.resolve(program).unwrap();
        assert_eq!(resolved.text, program.source().unwrap(), "{}", program.path);
        for (line, text) in (1..).zip(resolved.text.lines()) {
            let place = resolved.place(line).unwrap();
            let origin = sources.text(&place.file).unwrap();
            let origin = origin.lines().nth(place.line - 1).unwrap();
            let of_method = METHODS.iter().any(|method| {
                text == origin
                    .replace("METHOD", method.entry_point)
                    .replace("BLEND", method.blend)
            });
            assert!(text == origin || of_method, "{place}: {text}");
            n_lines += 1;
        }
    }
    assert!(n_lines > 100, "only {n_lines} lines");
}

#[test]
fn there_is_no_place_beyond_the_text() {
    let resolved = Sources::built_in().resolve(&MESH).unwrap();
    assert_eq!(resolved.place(0), None);
    let n_lines = resolved.text.lines().count();
    assert!(resolved.place(n_lines).is_some());
    assert_eq!(resolved.place(n_lines + 1), None);
}

#[test]
fn a_replaced_text_is_the_one_that_counts() {
    let mut sources = Sources::built_in();
    sources.replace(
        GRID.path,
        "// one\n#import frame\n// three\n#import frame\n// five",
    );
    sources.replace("include/frame.wgsl", "// a\n#import color\n// c");
    sources.replace("include/color.wgsl", "// red");
    let resolved = sources.resolve(&GRID).unwrap();
    assert_eq!(
        resolved.text,
        "// one\n// a\n// red\n// c\n// three\n// five\n"
    );
    let places: Vec<String> = (1..=6)
        .map(|line| resolved.place(line).unwrap().to_string())
        .collect();
    let expected = [
        "grid.wgsl line 1",
        "include/frame.wgsl line 1",
        "include/color.wgsl line 1",
        "include/frame.wgsl line 3",
        "grid.wgsl line 3",
        "grid.wgsl line 5",
    ];
    assert_eq!(places, expected);
    assert_eq!(
        sources.resolve(&MESH).unwrap().place(1),
        Sources::built_in().resolve(&MESH).unwrap().place(1),
        "other texts stay"
    );
}

#[test]
fn an_include_can_be_added_and_a_cycle_ends() {
    let mut sources = Sources::built_in();
    sources.replace(GRID.path, "#import extra\n// end");
    sources.replace("include/extra.wgsl", "// extra\n#import extra\n// again");
    let resolved = sources.resolve(&GRID).unwrap();
    assert_eq!(resolved.text, "// extra\n// again\n// end\n");
    let last = SourceLine {
        file: "grid.wgsl".to_owned(),
        line: 2,
    };
    assert_eq!(resolved.place(3), Some(last));
}

#[test]
fn an_unknown_import_of_an_include_names_the_include() {
    let mut sources = Sources::built_in();
    sources.replace("include/frame.wgsl", "// first\n\n  #import nothing");
    let error = sources.resolve(&MESH).unwrap_err();
    assert_eq!((&*error.file, error.line), ("include/frame.wgsl", 3));
    let message = error.to_string();
    assert!(
        message.starts_with("include/frame.wgsl line 3: `#import nothing`"),
        "{message}"
    );
    assert!(message.contains("color, frame,"), "{message}");
}

#[test]
fn lines_for_each_method_know_where_they_came_from() {
    let mut sources = Sources::built_in();
    sources.replace(
        GRID.path,
        "// before\n#each_method\nfn METHOD() { BLEND(); }\n// of METHOD\n#end\n// after",
    );
    let resolved = sources.resolve(&GRID).unwrap();
    let lines: Vec<&str> = resolved.text.lines().collect();
    assert_eq!(lines.len(), 2 + 2 * METHODS.len());
    assert_eq!(lines[3], "fn dual_quaternion() { dual_quat(); }");
    assert_eq!(lines[4], "// of dual_quaternion");
    assert_eq!(lines.last(), Some(&"// after"));
    let places: Vec<usize> = (1..=lines.len())
        .map(|line| resolved.place(line).unwrap().line)
        .collect();
    let mut expected = vec![1];
    expected.extend(METHODS.iter().flat_map(|_| [3, 4]));
    expected.push(6);
    assert_eq!(places, expected);
}
