//! What is found in sources made up for each figure.

use xtask::SourceFile;
use xtask::survey::{
    Function, HazardKind, LineCounts, Part, PublicItem, Survey, median, percent, percentile,
};

use super::{survey, survey_of};

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
    let survey = survey(&[
        ("crates/a/benches/x.rs", "\n"),
        ("crates/a/examples/x.rs", "\n\n"),
        ("crates/a/src/tests/x.rs", "\n\n\n"),
        ("crates/a/tests/src/x.rs", "\n\n\n\n"),
        ("docs/x.md", "no Rust { at all"),
        ("editor/src/panels/x.rs", "fn f() {}\n"),
        ("shaders/wgsl/x.wgsl", "struct A {}\n\n"),
    ]);
    let found: Vec<(&str, Part, usize)> = survey
        .file_lengths
        .iter()
        .map(|(place, lines)| (place.crate_folder(), place.part, *lines))
        .collect();
    let expected = [
        ("crates/a", Part::Tests, 1),
        ("crates/a", Part::Examples, 2),
        ("crates/a", Part::Source, 3),
        ("crates/a", Part::Tests, 4),
        ("editor", Part::Source, 1),
    ];
    assert_eq!(found, expected);
    assert_eq!(
        survey.shader_lengths,
        [("shaders/wgsl/x.wgsl".to_owned(), 2)]
    );
}

#[test]
fn what_is_no_rust_is_refused_with_its_line() {
    for (text, line) in [
        ("fn f() {}\n\nfn g( {}\n", 3),
        ("fn f() {}\nlet x = 1;\n", 2),
    ] {
        let failure = Survey::of(&[SourceFile::new("crates/a/src/b.rs", text)]).unwrap_err();
        assert_eq!(failure.line, Some(line), "{failure}");
        assert!(failure.message.starts_with("does not parse: "), "{failure}");
    }
}

const FUNCTIONS: &str = "\
fn one_line() {}
impl A {
    /// Doc.
    #[must_use]
    pub fn method(
        &self,
        x: usize,
    ) -> usize {
        fn inner() {
        }
        x
    }
}
trait T {
    fn declared(&self, a: u8, b: u8, c: u8);
    fn given(self: Box<Self>) {
        let closure = |a, b, c| a;
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
    let survey = survey_of(FUNCTIONS);
    let found: Vec<(&str, usize, usize, usize, Part)> = survey
        .functions
        .iter()
        .map(
            |Function {
                 name,
                 place,
                 body_lines,
                 parameters,
             }| {
                (
                    name.as_str(),
                    place.line,
                    *body_lines,
                    *parameters,
                    place.part,
                )
            },
        )
        .collect();
    let expected = [
        ("one_line", 1, 1, 0, Part::Source),
        ("method", 5, 5, 2, Part::Source),
        ("inner", 9, 2, 0, Part::Source),
        ("declared", 15, 0, 4, Part::Source),
        ("given", 16, 3, 1, Part::Source),
        ("helper", 22, 2, 0, Part::Tests),
        ("tested", 26, 2, 0, Part::Tests),
    ];
    assert_eq!(found, expected);
}

#[test]
fn public_items_with_and_without_words() {
    let survey = survey_of(
        "\
//! Header.
/// Doc.
pub struct Known { pub bare: u8, hidden: u8, /** Doc. */ pub said: u8 }
pub struct Tuple(pub u8);
struct Private { pub unreachable: u8 }
impl Private { pub fn nobody_sees() {} }
impl Known { pub fn new() {} fn own() {} pub(crate) fn ours() {} pub const C: u8 = 0; }
impl Clone for Known { fn clone(&self) -> Self { loop {} } }
pub enum E { /// Doc.
    A, B { inside: u8 }, C(u8) }
pub trait T { fn asked(); const K: u8; type O; }
#[doc = \"Doc.\"]
pub fn f() {}
pub mod elsewhere;
pub mod inline { pub static S: u8 = 0; }
pub type Alias = u8;
#[macro_export]
macro_rules! exported { () => {} }
macro_rules! own { () => {} }
#[cfg(test)]
mod tests { pub fn helper() {} }
",
    );
    let names = |wanted: bool| -> Vec<&str> {
        let items = survey.public_items.iter();
        let items = items.filter(|item: &&PublicItem| item.documented == wanted);
        items.map(|item| item.name.as_str()).collect()
    };
    assert_eq!(names(true), ["Known", "said", "A", "f"]);
    let bare = [
        "bare", "Tuple", "new", "C", "E", "B", "inside", "C", "T", "asked", "K", "O", "inline",
        "S", "Alias", "exported",
    ];
    assert_eq!(names(false), bare);
}

#[test]
fn items_of_tests_and_examples_are_not_public() {
    let text = "pub fn f() {}\n";
    let survey = survey(&[("a/examples/b.rs", text), ("a/tests/b.rs", text)]);
    assert!(survey.public_items.is_empty());
}

#[test]
fn lines_by_what_they_hold() {
    let survey = survey_of(
        "\
//! Header.

/// Doc. // still doc
fn f() { // code
    // comment
    let text = \"no
        // comment

        either\";
    /* comment
       and

       more */ let x = 1;
    //// four are a comment
    /** block
        doc */
    let y = 'a'; /* code */
}
enum E { /// on a line with code
    A }
#[cfg(test)]
mod tests {
    // apart
}
",
    );
    let found: Vec<(Part, [usize; 4])> = survey
        .line_counts
        .iter()
        .map(
            |LineCounts {
                 place,
                 code,
                 docs,
                 comments,
                 blank,
             }| (place.part, [*code, *docs, *comments, *blank]),
        )
        .collect();
    let expected = [(Part::Source, [10, 4, 4, 2]), (Part::Tests, [3, 0, 1, 0])];
    assert_eq!(found, expected);
}

#[test]
fn ways_to_panic() {
    use HazardKind::{Assert, Expect, IndexByNumber, IndexByValue, Panic, Unwrap};
    let check = |code: &str, expected: &[HazardKind]| {
        let survey = survey_of(&format!("fn f() {{\n{code}\n}}\n"));
        let found: Vec<HazardKind> = survey.hazards.iter().map(|hazard| hazard.kind).collect();
        assert_eq!(found, expected, "{code}");
        assert!(survey.hazards.iter().all(|hazard| hazard.place.line == 2));
    };
    check("a.unwrap(); a.unwrap_err();", &[Unwrap, Unwrap]);
    check("a.expect(\"b\"); a.expect_err(\"b\");", &[Expect, Expect]);
    check("a.unwrap_or(b); unwrap(a); a.unwrap; A::unwrap(a);", &[]);
    check("#[expect(dead_code)] let a = 1; // a.unwrap()", &[]);
    check("let a = \"a.unwrap()\";", &[]);
    check("format!(\"{}\", a.unwrap());", &[Unwrap]);
    check("panic!(\"\"); core::unreachable!();", &[Panic, Panic]);
    check("if panic != a { panic }", &[]);
    check("assert!(a); assert_eq!(a, b);", &[Assert, Assert]);
    check("debug_assert!(a); std::panic::catch_unwind(f);", &[]);
    check("a[0]; a[1][2];", &[IndexByNumber; 3]);
    check("a[i]; a.b()[i]; (a)[i]; a?[i];", &[IndexByValue; 4]);
    check("a[1..]; a[-1]; self[i];", &[IndexByValue; 3]);
    check("vec![a[b[i]]];", &[IndexByValue; 2]);
    check("a[\"key\"]; a[..];", &[]);
    check("let [a, b] = c; for a in [b] {} return [a];", &[]);
    check(
        "let a: &'a [u8] = &[1]; fn g(a: [u8; 3]) -> [u8; 3] {}",
        &[],
    );
    check("let a: Vec<[u8; 3]> = b as [u8; 3]; {} [a];", &[]);
}

#[test]
fn tests_and_examples_may_panic() {
    let text = "fn f() { a.unwrap(); }\n";
    let inside = "#[cfg(test)]\nmod tests {\n    fn f() { a.unwrap(); }\n}\n";
    let survey = survey(&[
        ("a/examples/b.rs", text),
        ("a/src/b.rs", inside),
        ("a/tests/b.rs", text),
    ]);
    assert!(survey.hazards.is_empty());
}
