//! `dualskin figures`: the figures, tables and claims of the papers, each measured, judged and drawn.
//!
//! Crate `figures` has the items and measures most; what needs a device's sizes, shaders or times is in `items.rs`.

mod items;
mod json;
mod notes;
mod page;
mod picture;
mod shape;
mod times;

use std::path::{Path, PathBuf};

use figures::item::{Cost, Item, Verdict};
use figures::number::Number;
use figures::svg::svg;
use figures::{error::FigureError, scenes};
use session::state::learn::material::BuiltinMaterial;
use whole_file::{Files, check_destination, write_whole};

use super::Failure;
use crate::draw::render::encode_png;
use crate::draw::sheet::LayoutSheet;
use crate::draw::stage::Stage;
use crate::terminal::console;
use crate::terminal::printable::pad_end;
use crate::terminal::progress::Bar;

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct FiguresJob {
    /// The items by their [`ids`]; none for all.
    pub ids: Vec<String>,
    /// The folder to write into; made if there is none. None to list items, or to measure alone.
    pub output: Option<PathBuf>,
    /// Whether to list the items and measure nothing.
    pub lists: bool,
    /// Whether to leave out what takes long.
    pub is_cheap: bool,
    /// Whether to leave out the pictures that need a graphics device.
    pub no_renders: bool,
    /// Whether to report as JSON.
    pub json: bool,
}

/// An item with what was found.
struct MeasuredItem<'a> {
    item: &'a Item,
    /// Its numbers, or why there are none.
    numbers: Result<Vec<Number>, FigureError>,
    /// The files that show it, without folder.
    pictures: Vec<String>,
    /// Why a picture is missing.
    missing: Option<String>,
}

impl MeasuredItem<'_> {
    /// None where it could not be measured.
    fn verdict(&self) -> Option<Verdict> {
        let numbers = self.numbers.as_ref().ok()?;
        Some(self.item.judge(numbers))
    }
}

/// Measures, judges and draws the items, and prints a line each.
///
/// Pictures are written whole as they are made, the document `figures.json` and the page `figures.md` last: what a run that was cut has
/// left is replaced by the next, by name.
///
/// # Errors
///
/// An id that no item has, or one that takes long with [`is_cheap`](FiguresJob::is_cheap); a folder that cannot be written into.
/// [`Failure::Findings`] where a number is no longer what it was, an item cannot be measured, or a picture is missing.
pub fn run(job: &FiguresJob, layout_sheet: LayoutSheet) -> Result<(), Failure> {
    let chosen = chosen(job)?;
    if job.lists {
        return list(&chosen, job.json);
    }
    if let Some(folder) = &job.output {
        check_folder(folder)?;
    }
    let material = BuiltinMaterial::default();
    let mut measured = measure(&chosen, &material);
    let device = match &job.output {
        Some(folder) => {
            draw_diagrams(folder, &mut measured)?;
            draw_characters(job, folder, &mut measured, &material, layout_sheet)?
        }
        None => None,
    };
    let document = json::document(&measured, device.as_deref())?;
    if let Some(folder) = &job.output {
        write(folder, "figures.md", page::page(&measured).as_bytes())?;
        write(folder, "figures.json", document.as_bytes())?;
    }
    match job.json {
        true => console::result(&document)?,
        false => console::result(&lines(&measured))?,
    }
    outcome(&measured, job.output.as_deref())
}

/// The ids of all items, in the order of the book.
#[must_use]
pub fn ids() -> Vec<&'static str> {
    items::all().iter().map(|item| item.id).collect()
}

/// The items that are asked for, in the order of the book.
fn chosen(job: &FiguresJob) -> Result<Vec<&'static Item>, Failure> {
    let all = items::all();
    for id in &job.ids {
        let Some(item) = all.iter().find(|item| item.id == id) else {
            return Err(Failure::Usage(format!("there is no figure {id}.")));
        };
        if job.is_cheap && item.cost == Cost::Dear {
            return Err(Failure::Usage(format!(
                "--cheap leaves out {id}, which takes long; give one without the other."
            )));
        }
    }
    let is_wanted = |item: &&Item| {
        let is_named = job.ids.is_empty() || job.ids.iter().any(|id| id == item.id);
        is_named && !(job.is_cheap && item.cost == Cost::Dear)
    };
    Ok(all.into_iter().filter(is_wanted).collect())
}

fn list(items: &[&Item], is_json: bool) -> Result<(), Failure> {
    if is_json {
        return console::result(&json::list(items)?);
    }
    let line = |item: &&Item| {
        let cost = match item.cost {
            Cost::Cheap => "",
            Cost::Dear => "takes long",
        };
        let source = item.source.to_string();
        let columns = [
            pad_end(item.id, 18),
            pad_end(&source, 40),
            pad_end(item.title, 48),
            cost.to_owned(),
        ];
        columns.join(" ").trim_end().to_owned()
    };
    let lines: Vec<String> = items.iter().map(line).collect();
    console::result(&lines.join("\n"))
}

/// Refused before anything is measured, since that takes a while.
fn check_folder(folder: &Path) -> Result<(), Failure> {
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::Usage(format!(
            "--out {}: this is a file; give a folder.",
            folder.display()
        )));
    }
    Files::default().create_folders(folder).map_err(|error| {
        Failure::Data(format!(
            "--out {}: the folder cannot be made ({error}); give another one.",
            folder.display()
        ))
    })?;
    Ok(check_destination(&folder.join("figures.json"))?)
}

fn measure<'a>(chosen: &[&'a Item], material: &BuiltinMaterial) -> Vec<MeasuredItem<'a>> {
    let bar = Bar::new();
    let mut measured = Vec::new();
    for (number, item) in chosen.iter().enumerate() {
        let _goes_on = bar.show("measuring", fraction(number, chosen.len()));
        measured.push(MeasuredItem {
            item,
            numbers: (item.measure)(material),
            pictures: Vec::new(),
            missing: None,
        });
    }
    measured
}

#[expect(clippy::cast_precision_loss, reason = "for a progress bar")]
fn fraction(number: usize, of: usize) -> f32 {
    number as f32 / of.max(1) as f32
}

fn draw_diagrams(folder: &Path, measured: &mut [MeasuredItem<'_>]) -> Result<(), Failure> {
    for found in measured.iter_mut() {
        let (Ok(numbers), Some(draw)) = (&found.numbers, found.item.draw) else {
            continue;
        };
        match draw(numbers) {
            Ok(diagram) => {
                let name = format!("{}.svg", found.item.id);
                write(folder, &name, svg(&diagram).as_bytes())?;
                found.pictures.push(name);
            }
            Err(error) => found.missing = Some(error.to_string()),
        }
    }
    Ok(())
}

/// Writes the pictures of characters, all by one device, and gives its name.
fn draw_characters(
    job: &FiguresJob,
    folder: &Path,
    measured: &mut [MeasuredItem<'_>],
    material: &BuiltinMaterial,
    layout_sheet: LayoutSheet,
) -> Result<Option<String>, Failure> {
    let with_scene = |found: &&mut MeasuredItem<'_>| scenes::find(found.item.id).is_some();
    if job.no_renders || !measured.iter_mut().any(|found| with_scene(&found)) {
        return Ok(None);
    }
    let stage = match Stage::new() {
        Ok(stage) => stage,
        Err(error) => {
            for found in measured.iter_mut().filter(with_scene) {
                found.missing = Some(error.to_string());
            }
            return Ok(None);
        }
    };
    let bar = Bar::new();
    let count = measured.len();
    for (number, found) in measured.iter_mut().enumerate() {
        let _goes_on = bar.show("drawing", fraction(number, count));
        let Some(scene) = scenes::find(found.item.id) else {
            continue;
        };
        match picture::draw(&stage, material, scene, layout_sheet) {
            Ok(image) => {
                let name = format!("{}.png", found.item.id);
                write(folder, &name, &encode_png(&image)?)?;
                found.pictures.push(name);
            }
            Err(error) => found.missing = Some(error.to_string()),
        }
    }
    Ok(Some(stage.gpu.adapter_name.clone()))
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Failure> {
    Ok(write_whole(&folder.join(name), bytes)?)
}

/// A line an item: the verdict, the id, the title, and the first of the numbers.
fn lines(measured: &[MeasuredItem<'_>]) -> String {
    let line = |found: &MeasuredItem<'_>| {
        let verdict = found.verdict().map_or("not measured", Verdict::name);
        let columns = [
            pad_end(verdict, 14),
            pad_end(found.item.id, 18),
            pad_end(found.item.title, 48),
        ];
        let number = match &found.numbers {
            Ok(numbers) => numbers.first().map(Number::ours_text).unwrap_or_default(),
            Err(error) => error.to_string(),
        };
        format!("{} {number}", columns.join(" "))
            .trim_end()
            .to_owned()
    };
    let lines: Vec<String> = measured.iter().map(line).collect();
    lines.join("\n")
}

/// What is no longer as it was, and what is missing; `folder` has the document that says more.
fn outcome(measured: &[MeasuredItem<'_>], folder: Option<&Path>) -> Result<(), Failure> {
    let named = |is_so: &dyn Fn(&MeasuredItem<'_>) -> bool| {
        let ids = measured.iter().filter(|found| is_so(found));
        ids.map(|found| found.item.id)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let changed = named(&|found| found.verdict() == Some(Verdict::Changed));
    let undrawn = named(&|found| found.missing.is_some());
    let reason = measured.iter().find_map(|found| found.missing.as_deref());
    let mut sentences = Vec::new();
    if !changed.is_empty() {
        let more = match folder {
            Some(_) => "figures.json says which",
            None => "--json says which",
        };
        sentences.push(format!(
            "numbers are no longer what they were: {changed}; {more}."
        ));
    }
    for found in measured {
        if let Err(error) = &found.numbers {
            sentences.push(format!("{} is not measured: {error}.", found.item.id));
        }
    }
    if let Some(reason) = reason {
        let reason = reason.trim_end_matches('.');
        sentences.push(format!("pictures are missing: {undrawn} ({reason})."));
    }
    match sentences.is_empty() {
        true => Ok(()),
        false => Err(Failure::Findings(sentences.join(" "))),
    }
}
