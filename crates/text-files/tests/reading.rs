//! Files of a small format, right and wrong.

use serde::Deserialize;
use text_files::{
    FileFault, Format, TextPlace, Version, did_you_mean, offset_of, place_of, sentence, shorten,
    text_of, without_mark,
};

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Lamp {
    version: Version<2>,
    color: String,
    #[serde(default)]
    watts: Option<f32>,
}

const LAMPS: Format = Format {
    name: "Lamp",
    version: 2,
    longest: 200,
    implicit_some: true,
    hint: |fault| match fault {
        ron::Error::ExpectedFloat => Some(", as on its box"),
        _ => None,
    },
};

#[test]
fn a_file_is_read_with_and_without_its_name() {
    let wanted = Lamp {
        version: Version,
        color: "red".to_owned(),
        watts: Some(3.5),
    };
    for text in [
        "(version: 2, color: \"red\", watts: 3.5)",
        "Lamp(color: \"red\", watts: Some(3.5), version: 2)",
    ] {
        assert_eq!(LAMPS.read::<Lamp>(text).unwrap(), wanted);
    }
}

#[test]
fn every_fault_has_its_place_and_a_remedy() {
    let table: [(&str, (usize, usize), &str); 9] = [
        ("", (1, 1), "expected an opening bracket: `(`"),
        (
            "(color: \"red\")",
            (1, 14),
            "`version` is missing; write `version: 2` inside these brackets",
        ),
        (
            "(version: 2,\n color: red)",
            (2, 9),
            "expected a text in quotes, as \"head\"",
        ),
        (
            "(version: 2,\n colour: \"red\")",
            (2, 2),
            "unknown name `colour`; did you mean `color`?",
        ),
        (
            "(version: 2,\n heat: 3)",
            (2, 2),
            "unknown name `heat`; there are `version`, `color` and `watts`",
        ),
        (
            "(version: 2, color: \"red\",\n watts: much)",
            (2, 9),
            "expected a number, as 45 or -0.5, as on its box",
        ),
        // Whatever else is wrong with it, and wherever its version stands.
        (
            "(shade: [1, 2],\n version: 3, color: 4",
            (2, 11),
            "this file is of version 3, and this program reads version 2; open it with a newer Dualskin",
        ),
        (
            "Lamp(version: 1)",
            (1, 15),
            "this file is of version 1, and this program reads version 2; write version 2 if that is what it is",
        ),
        (
            "(version: 2, color: \"red\") and more",
            (1, 28),
            "something stands after the last bracket; remove it, or make it a comment with //",
        ),
    ];
    for (text, (line, column), what) in table {
        let fault = LAMPS.read::<Lamp>(text).unwrap_err();
        assert_eq!(fault.what, what, "{text}");
        let is_near = fault.line == line && fault.column.abs_diff(column) <= 1;
        assert!(is_near, "{text}: {fault}");
    }
}

#[test]
fn what_is_long_is_refused_and_quoted_in_short() {
    let fault = LAMPS.read::<Lamp>(&" ".repeat(201)).unwrap_err();
    assert!(fault.what.contains("200 bytes"), "{fault}");
    let word = "x".repeat(150);
    let fault = LAMPS
        .read::<Lamp>(&format!("(version: 2, {word}: 1)"))
        .unwrap_err();
    let short = format!("unknown name `{}…`; there are", "x".repeat(60));
    assert!(fault.what.starts_with(&short), "{fault}");
    assert_eq!(shorten("ä"), "ä");
}

#[test]
fn a_fault_with_its_file_is_a_sentence() {
    let fault = text_of(b"one\n\xc3\xa4 \xff").unwrap_err();
    assert_eq!((fault.line, fault.column), (2, 3));
    assert_eq!(
        FileFault::new("a.lamp", fault).to_string(),
        "a.lamp, line 2, column 3: this is no UTF-8 text; save the file with the encoding UTF-8."
    );
    assert_eq!(sentence("Why?"), "Why?");
    assert_eq!(sentence("So."), "So.");
}

#[test]
fn places_and_words_are_found() {
    let text = "\u{feff}ä\nbc";
    assert_eq!(without_mark(text), "ä\nbc");
    let text = without_mark(text);
    assert_eq!(offset_of(text, &text[4..]), Some(4));
    assert_eq!(offset_of(text, "elsewhere"), None);
    assert_eq!(place_of(text, 4), TextPlace { line: 2, column: 2 });
    let names = || ["frame-all", "quit"].into_iter();
    assert_eq!(
        did_you_mean("fraem-all", names(), "none"),
        "; did you mean `frame-all`?"
    );
    assert_eq!(did_you_mean("z", names(), "two"), "; there are two");
    assert_eq!(did_you_mean("z", names(), ""), "");
}

#[test]
fn no_message_quotes_a_word_as_long_as_a_file() {
    let lamps = Format {
        longest: usize::MAX,
        ..LAMPS
    };
    let (long, words) = ("x".repeat(100_000), "word ".repeat(20_000));
    for text in [
        format!("(version: 2, {long}: 1)"),
        format!("(version: 2, color: {long})"),
        format!("(version: 2, color: \"red\", watts: \"{long}\")"),
        format!("(version: 2, color: \"red\", watts: \"{words}\")"),
        format!("(version: \"{long}\")"),
        format!("{long}(version: 2)"),
    ] {
        let fault = lamps.read::<Lamp>(&text).unwrap_err();
        assert!(fault.what.chars().count() < 700, "{}", &fault.what[..700]);
    }
    let custom: Result<Shade, _> = lamps.read(&format!("(version: 2, shade: \"{long}\")"));
    let fault = custom.unwrap_err();
    assert!(fault.what.starts_with("no shade is called `xxx"), "{fault}");
    assert!(fault.what.chars().count() < 200, "{}", fault.what.len());
}

/// A reader that quotes what it refuses, whole.
#[derive(Debug)]
struct Shade;

impl<'de> Deserialize<'de> for Shade {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Named {
            #[serde(rename = "version")]
            _version: u32,
            #[serde(deserialize_with = "refused")]
            #[serde(rename = "shade")]
            _shade: String,
        }
        Named::deserialize(from).map(|_| Self)
    }
}

fn refused<'de, D: serde::Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let name = String::deserialize(from)?;
    Err(serde::de::Error::custom(format!(
        "no shade is called `{name}`"
    )))
}
/// Errors of types may quote what stands in the file: however long that is, one sentence comes out, with its end.
#[test]
fn long_words_give_short_messages() {
    fn refused<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<(), D::Error> {
        let word = String::deserialize(reader)?;
        let message = format!("`{word}` is no lamp; write another");
        Err(serde::de::Error::custom(message))
    }
    #[derive(Deserialize, Debug)]
    struct Table {
        #[serde(deserialize_with = "refused")]
        #[expect(dead_code, reason = "it is only read")]
        lamp: (),
    }
    let longest = Format {
        longest: usize::MAX,
        ..LAMPS
    };
    for word in ["é", "\t", "a b"] {
        let text = format!("(version: 2, lamp: \"{}\")", word.repeat(9000));
        let fault = longest.read::<Table>(&text).unwrap_err();
        assert!(fault.what.chars().count() < 800, "{fault}");
        assert!(fault.what.ends_with("write another"), "{fault}");
    }
}
