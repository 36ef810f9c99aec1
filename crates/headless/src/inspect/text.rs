//! The report as plain text for a terminal of 80 columns.

use scene::report::{CharacterReport, Problem, Severity, thousands};

use super::overview::overview;
use super::table::WIDTH;
use super::{sections, signs};
use crate::terminal::printable::{fit_end, name, printable, wrap};

/// The largest width of a name with other text beside it, in columns.
const NAME_WIDTH: usize = 28;

/// The whole page, without a line end after the last line. Names are printable and cut to their columns.
#[must_use]
pub fn page(report: &CharacterReport) -> String {
    let mut sections = vec![vec![fit_end(&printable(&report.source), WIDTH)]];
    sections.push(overview(report));
    sections.extend(titled_section("Meshes", sections::meshes(report)));
    sections.extend(titled_section(
        "Methods of meshes",
        sections::methods(report),
    ));
    sections.extend(titled_section(
        "Influences of a vertex",
        sections::influences(report),
    ));
    sections.extend(titled_section("Skins", sections::skins(report)));
    sections.extend(titled_section("Joints", sections::joints(report)));
    sections.extend(titled_section("Humanoid map", sections::humanoid(report)));
    sections.extend(titled_section("Expressions", sections::expressions(report)));
    sections.extend(titled_section("Clips", sections::clips(&report.clips)));
    sections.extend(titled_section("Signs", signs::lines(report)));
    sections.extend(titled_section("Materials", sections::materials(report)));
    sections.extend(titled_section("Textures", sections::textures(report)));
    sections.extend(problems(report));
    let sections: Vec<String> = sections.iter().map(|lines| lines.join("\n")).collect();
    sections.join("\n\n")
}

/// A section with its title; none if it is empty.
fn titled_section(title: &str, lines: Vec<String>) -> Option<Vec<String>> {
    (!lines.is_empty()).then(|| [vec![title.to_owned()], lines].concat())
}

/// A section of problems and a section of notes.
fn problems(report: &CharacterReport) -> Vec<Vec<String>> {
    let of = |severity| {
        let some = report
            .problems
            .iter()
            .filter(move |problem| problem.severity == severity);
        some.flat_map(problem).collect::<Vec<String>>()
    };
    let problems = match of(Severity::Problem) {
        none if none.is_empty() => vec!["No problems found.".to_owned()],
        some => [vec!["Problems".to_owned()], some].concat(),
    };
    [problems]
        .into_iter()
        .chain(titled_section("Notes", of(Severity::Note)))
        .collect()
}

fn problem(problem: &Problem) -> Vec<String> {
    let mark = match problem.severity {
        Severity::Problem => "!",
        Severity::Note => "-",
    };
    let mut lines = Vec::new();
    for (number, line) in wrap(&format!("{}.", printable(&problem.what)), WIDTH - 4)
        .iter()
        .enumerate()
    {
        let mark = if number == 0 { mark } else { " " };
        lines.push(format!("  {mark} {line}"));
    }
    let meaning = wrap(&problem.meaning, WIDTH - 4);
    lines.extend(meaning.iter().map(|line| format!("    {line}")));
    if !problem.which.is_empty() {
        lines.push(format!("    {}", list_names(&problem.which, WIDTH - 4)));
    }
    lines
}

/// As many names as fit on a line, and the number of the others.
fn list_names(names: &[String], width: usize) -> String {
    use unicode_width::UnicodeWidthStr as _;
    let mut line = String::new();
    for (number, full) in names.iter().enumerate() {
        let shown = name(Some(full), NAME_WIDTH.max(width / names.len().max(1)));
        let comma = if number == 0 { "" } else { ", " };
        let rest = names.len() - number;
        let more = format!(" and {} more", thousands(rest));
        // Room for the number of those behind this one, which needs none after the last.
        let reserved = if rest == 1 {
            0
        } else {
            format!(" and {} more", thousands(rest - 1)).len()
        };
        if line.width() + comma.len() + shown.width() + reserved > width {
            return line + &more;
        }
        line.push_str(comma);
        line.push_str(&shown);
    }
    line
}
