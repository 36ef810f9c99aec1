//! The files that a command works on: named one by one, listed in a file, or a part of these.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use whole_file::read_regular;

use super::stdin;
use crate::{Failure, FailureKind};

/// The size limit of a list in bytes: a million long paths take half of it.
const LARGEST: u64 = 256 << 20;

/// Files, built-in characters or projects, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// At least one, but for a shard that gets none.
    pub names: Vec<String>,
    /// Whether results are those of a list, however many these are: a folder of files, and lists as JSON.
    pub is_list: bool,
}

impl Sources {
    /// Sources that were named one by one.
    #[must_use]
    pub const fn named(names: Vec<String>) -> Self {
        Self {
            names,
            is_list: false,
        }
    }

    /// These, then those of a file that lists one a line, and of both the ones of a shard.
    ///
    /// Names in the list are taken as the command line takes them: paths from the working folder. Empty lines are passed over. The list
    /// may be standard input, `-`.
    ///
    /// # Errors
    ///
    /// The list cannot be read, is no text, names nothing, or names standard input.
    pub fn new(
        mut names: Vec<String>,
        list: Option<&Path>,
        shard: Option<Shard>,
    ) -> Result<Self, Failure> {
        if let Some(list) = list {
            let both_from_stdin = list == Path::new(stdin::DASH);
            if both_from_stdin && names.iter().any(|name| name == stdin::DASH) {
                stdin::at_most_once(&[stdin::DASH, stdin::DASH])?;
            }
            names.extend(read(list)?);
        }
        if let Some(shard) = shard {
            names = shard.of(names);
        }
        Ok(Self {
            names,
            is_list: list.is_some() || shard.is_some(),
        })
    }
}

/// One of several equal parts of a list: the files whose place leaves the same rest.
///
/// Which files these are depends on the list alone. So each of N machines that is given the same list does its own part, and no file is
/// done twice or left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0, less than `count`.
    index: usize,
    /// At least 1.
    count: usize,
}

impl Shard {
    /// Every `count`th of these, beginning with its own.
    fn of(self, names: Vec<String>) -> Vec<String> {
        let own = names.into_iter().skip(self.index);
        own.step_by(self.count).collect()
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(number, count)| {
            Some((number.parse::<usize>().ok()?, count.parse::<usize>().ok()?))
        });
        match numbers {
            Some((number, count)) if (1..=count).contains(&number) => Ok(Self {
                index: number - 1,
                count,
            }),
            _ => Err("a part is I/N with I from 1 to N, as 3/8".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

fn read(list: &Path) -> Result<Vec<String>, Failure> {
    let file = list.display();
    let failed = |kind, what: String| Failure::Known(kind, format!("--list {file}: {what}"));
    let text = if list == Path::new(stdin::DASH) {
        stdin::text(LARGEST)?
    } else {
        let bytes = read_regular(list, LARGEST).map_err(|error| {
            let why = format!(
                "{error}; give a file that names others, one a line, or {}.",
                error.remedy()
            );
            failed(FailureKind::of_reading(&error), why)
        })?;
        String::from_utf8(bytes).map_err(|_error| {
            let what = "this is no text in UTF-8; list the names of files, one a line.";
            failed(FailureKind::BadText, what.to_owned())
        })?
    };
    // Names may begin and end with blanks: only what ends a line is taken off.
    let lines = text.trim_start_matches('\u{feff}').lines();
    let names: Vec<String> = lines
        .filter(|line| !line.trim().is_empty())
        .map(ToOwned::to_owned)
        .collect();
    if names.is_empty() {
        let what = "it names no file; list their names, one a line.";
        return Err(failed(FailureKind::BadText, what.to_owned()));
    }
    if let Some(place) = names.iter().position(|name| name == stdin::DASH) {
        return Err(failed(
            FailureKind::BadText,
            format!(
                "its {}. name is -, which stands for stdin; name a file.",
                place + 1
            ),
        ));
    }
    Ok(names)
}
