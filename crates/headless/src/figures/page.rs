//! The page of all items: text, numbers and pictures, as Markdown.

use figures::item::{Item, Paper, Verdict};
use figures::number::Number;

use super::MeasuredItem;

const HEAD: &str = "# The figure book

Every figure, table and claim of the papers that the program stands on, measured by the program itself. `dualskin figures --out FOLDER` \
writes this page with its pictures; `dualskin figures --list` names the items, and *Learn* in the window opens those that show a character.

A claim *holds*, *does not hold*, or *differs* where the program has another number, for a reason that is given. The last column says what a number \
must be, or the verdict becomes *changed* and the command fails: at most so far from what it was (±), at most so large (≤), or at least (≥). \
An error that is as good as none is told by its limit. – stands where the paper names no number.
";

/// The page, with pictures beside it.
pub(super) fn page(measured: &[MeasuredItem<'_>]) -> String {
    let mut page = HEAD.to_owned();
    page.push_str(&summary(measured));
    for paper in Paper::ALL {
        let own = measured
            .iter()
            .filter(|found| found.item.source.paper == paper);
        let sections: Vec<String> = own.map(section).collect();
        if !sections.is_empty() {
            page.push_str(&format!("\n## {}\n\n{}.\n", heading(paper), paper.title()));
            sections.iter().for_each(|section| page.push_str(section));
        }
    }
    page
}

const fn heading(paper: Paper) -> &'static str {
    match paper {
        Paper::K08 => "Dual quaternion skinning (K08)",
        Paper::K05 => "Spherical blend skinning (K05)",
        Paper::V16 => "Scale (V16)",
        Paper::Lecture => "The lecture",
        Paper::Notes => "The reading notes",
        Paper::Open => "Open questions",
    }
}

fn summary(measured: &[MeasuredItem<'_>]) -> String {
    let mut table = "\n| item | where | verdict |\n|---|---|---|\n".to_owned();
    for found in measured {
        let Item { id, title, .. } = found.item;
        let (source, verdict) = (found.item.source, verdict(found));
        table.push_str(&format!("| [{title}](#{id}) | {source} | {verdict} |\n"));
    }
    table
}

/// A question that is answered has no claim that could hold.
fn verdict(found: &MeasuredItem<'_>) -> &'static str {
    match (found.verdict(), found.item.source.paper) {
        (None, _) => "not measured",
        (Some(Verdict::Holds), Paper::Open) => "answered",
        (Some(verdict), _) => verdict.name(),
    }
}

fn section(found: &MeasuredItem<'_>) -> String {
    let item = found.item;
    let judged = format!(
        "**{}.** {}",
        capital(verdict(found)),
        item.expected.reason()
    );
    let mut text = format!(
        "\n### <a id=\"{}\"></a>{}\n\n*{}*: {} {}\n",
        item.id,
        item.title,
        item.source,
        item.claim,
        judged.trim_end()
    );
    for picture in &found.pictures {
        text.push_str(&format!("\n![{}]({picture})\n", item.title));
    }
    text.push_str(&format!("\n{}\n", item.caption));
    if !item.answer.is_empty() {
        let command = format!("`dualskin figures {} --out FOLDER`", item.id);
        text.push_str(&format!(
            "\n{}\n\n{command} measures and draws it.\n",
            item.answer
        ));
    }
    if let Ok(numbers) = &found.numbers {
        text.push_str("\n| | paper | ours | must be |\n|---|---|---|---|\n");
        numbers
            .iter()
            .for_each(|number| text.push_str(&row(number)));
    }
    text
}

fn row(number: &Number) -> String {
    let cells = [
        number.name.replace('|', "\\|"),
        number.paper_text(),
        number.ours_text(),
        number.pinned_text(),
    ];
    let cells = cells.map(|cell| match cell.is_empty() {
        true => "– |".to_owned(),
        false => format!("{cell} |"),
    });
    format!("| {}\n", cells.join(" "))
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
