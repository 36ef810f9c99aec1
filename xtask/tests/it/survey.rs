//! The report of `cargo xtask tidy --report`: what is found in sources made up for each figure.

use xtask::functions::find_functions;
use xtask::survey::{
    Cell, CodeRole, LineCounts, Report, count_lines, median, parts_of, percent, percentile,
};
use xtask::tidy::check_tuple_parameters_beyond;
use xtask::{SourceFile, read_sources, workspace_root};

fn source(text: &str) -> SourceFile {
    SourceFile::new("crates/a/src/b.rs", text)
}

#[test]
fn distributions_in_few_numbers() {
    assert_eq!(median(&[]), 0);
    assert_eq!(median(&[7]), 7);
    assert_eq!(median(&[9, 1, 5]), 5);
    assert_eq!(median(&[9, 1, 5, 8]), 6);
    let ten: Vec<usize> = (1..=10).rev().collect();
    assert_eq!(percentile(&ten, 90), 9);
    assert_eq!(percentile(&ten, 91), 10);
    assert_eq!(percentile(&ten, 100), 10);
    assert_eq!(percentile(&[3], 0), 3);
    assert_eq!(percentile(&[], 90), 0);
    assert!((percent(1, 8) - 12.5).abs() < 1e-12);
    assert!(percent(0, 0).abs() < 1e-12);
}

#[test]
fn files_by_crate_and_part() {
    for (path, folder, part) in [
        ("crates/a/benches/x.rs", "crates/a", CodeRole::Tests),
        ("crates/a/examples/x.rs", "crates/a", CodeRole::Examples),
        ("crates/a/src/tests/x.rs", "crates/a", CodeRole::Source),
        ("crates/a/tests/src/x.rs", "crates/a", CodeRole::Tests),
        ("editor/src/panels/x.rs", "editor", CodeRole::Source),
    ] {
        let file = SourceFile::new(path, "");
        let place = parts_of(&file);
        assert_eq!((place.crate_folder, place.part(1)), (folder, part));
    }
}

const FUNCTIONS: &str = "\
fn one_line() {}
impl A {
    /// Doc of fn doc(a: u8) {}
    #[must_use]
    pub fn method<F: Fn(A, B) -> C>(
        &self,
        (view, sink): (&View<'_>, &mut Sink),
    ) -> [u8; 3] where F: Sized {
        fn inner(\"{\", '}') {
        }
        x < y
    }
}
trait T {
    fn declared(&self, a: Vec<(u8, u8)>, b: u8, c: u8) -> Option<u8>;
    fn given(self: Box<Self>, pair: (u8, u8)) {
        let closure = |a, (b, c): (&u8, &u8)| a as fn(u8);
    }
}
#[cfg(test)]
mod tests {
    fn helper() {
    }
}
#[test]
fn tested() {
}
";

#[test]
fn functions_of_every_kind() {
    let file = source(FUNCTIONS);
    let place = parts_of(&file);
    let functions = find_functions(&file);
    let found: Vec<_> = functions
        .iter()
        .map(|f| {
            let part = place.part(f.line);
            let name = f.name.as_str();
            (name, f.line, f.body_lines, f.parameters.len(), part)
        })
        .collect();
    let expected = [
        ("one_line", 1, 1, 0, CodeRole::Source),
        ("method", 5, 5, 2, CodeRole::Source),
        ("inner", 9, 2, 0, CodeRole::Source),
        ("declared", 15, 0, 4, CodeRole::Source),
        ("given", 16, 3, 2, CodeRole::Source),
        ("helper", 22, 2, 0, CodeRole::Tests),
        ("tested", 26, 2, 0, CodeRole::Source),
    ];
    assert_eq!(found, expected);
    let tuples = functions.iter().map(|f| f.tuples());
    assert_eq!(tuples.collect::<Vec<_>>(), [0, 1, 0, 0, 0, 0, 0]);
}

#[test]
fn parameters_that_are_several_things() {
    for (parameters, tuples) in [
        ("of: (&A, &B), (c, d): (&C, usize)", 2),
        ("pair: (usize, u8), one: (&A,)", 0),
        ("list: &[(&A, &B)], f: impl Fn((&A, &B)) -> (&A, &B)", 0),
    ] {
        let functions = find_functions(&source(&format!("fn f({parameters}) {{}}\n")));
        assert_eq!(functions[0].tuples(), tuples, "{parameters}");
    }
}

#[test]
fn functions_with_tuples_may_only_become_fewer() {
    let files = [
        source("fn f(of: (&A, &B)) {}\nfn g((a, b): (&A, usize)) {}\nfn h(a: &A) {}\n"),
        SourceFile::new("crates/a/tests/it/b.rs", "fn f(of: (&A, &B)) {}\n"),
    ];
    assert!(check_tuple_parameters_beyond(&files, 2).is_empty());
    let failures = check_tuple_parameters_beyond(&files, 1);
    assert!(failures[0].message.starts_with("2 functions"));
    assert!(failures[0].message.contains("crates/a/src/b.rs:2 g"));
}

#[test]
fn lines_by_what_they_hold() {
    let file = source(
        "\
//! Header.

/// Doc. // still doc
fn f() { // code
    // comment
    //// four are a comment
    let y = 'a'; /* code */
}
#[cfg(test)]
mod tests {
    // apart
}
",
    );
    let of_users = LineCounts {
        code: 3,
        docs: 2,
        comments: 2,
        blank: 1,
    };
    assert_eq!(count_lines(&file, CodeRole::Source), of_users);
    let of_tests = LineCounts {
        code: 3,
        comments: 1,
        ..LineCounts::default()
    };
    assert_eq!(count_lines(&file, CodeRole::Tests), of_tests);
}

#[test]
fn lines_of_actions_are_counted_for_each() {
    let report = Report::of(&[
        SourceFile::new("crates/session/src/commands/actions.rs", "a\n"),
        SourceFile::new("crates/session/src/commands/actions/view.rs", "a\nb\n"),
        SourceFile::new("crates/session/src/features/viewport/apply.rs", "a\nb\nc\n"),
        SourceFile::new("crates/session/tests/actions.txt", "one\ntwo\n"),
    ]);
    let table = report.tables.last().unwrap();
    let counts: [Cell; 4] = [2.into(), 2.into(), 3.into(), 1.5.into()];
    assert_eq!(table.rows, [counts]);
}

#[test]
fn real_code_is_measured() {
    let files = read_sources(&workspace_root()).unwrap();
    let report = Report::of(&files);
    let text = report.to_string();
    for table in &report.tables {
        assert!(text.contains(table.title));
        for row in &table.rows {
            assert_eq!(row.len(), table.columns.len(), "{}", table.title);
        }
    }
    assert!(text.lines().all(|line| line == line.trim_end()));
}
