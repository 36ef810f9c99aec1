//! Every remedy and repair, tried on whole characters: what it mends and what it costs, measured here and not by what it says itself.

mod damage;
mod kept;
mod poses;
mod pulls;
mod repairs;
mod smoothed;

use std::collections::BTreeSet;

use damage::{Damage, Subject};
use poses::{bulge_row, volume_row};
use pulls::pull_row;
use repairs::{Repairs, fix_row};
use rig::{MapKind, Method};
use session::settings::Check;
use session::state::opening::load::load;
use session::state::problems::problem_list::FixOrder;
use session::state::volume::remedy::Remedy;
use session::state::weight_fit::PullBy;

use crate::support::work::Work;

/// A line of the table.
struct Row {
    remedy: String,
    /// What is to be mended, before and after.
    mends: [String; 2],
    /// What it costs elsewhere, before and after.
    costs: [String; 2],
    /// Whether it was kept, or why not.
    kept: String,
}

impl Row {
    fn print(&self, name: &str) {
        testkit::say(&format!(
            "| {name} | {} | {} → {} | {} → {} | {} |",
            self.remedy, self.mends[0], self.mends[1], self.costs[0], self.costs[1], self.kept
        ));
    }
}

/// How often a remedy was kept, or why not.
#[derive(Default)]
struct Outcomes {
    kept: usize,
    gains_nothing: usize,
    costs_more: usize,
}

impl Outcomes {
    /// Takes what a remedy says of why it was refused; none where it was kept.
    fn take(&mut self, why: Option<&str>) {
        match why {
            None => self.kept += 1,
            Some(why) if why.contains("would get worse") => self.costs_more += 1,
            Some(_) => self.gains_nothing += 1,
        }
    }

    fn words(&self) -> String {
        let mut words = format!("kept: {}", self.kept);
        if self.gains_nothing > 0 {
            words += &format!(", would not help: {}", self.gains_nothing);
        }
        if self.costs_more > 0 {
            words += &format!(", would cost more: {}", self.costs_more);
        }
        words
    }
}

/// The characters of the table: four built-in ones and two models, which have seams, or the files that `DUALSKIN_REMEDIED` names.
fn sources() -> Vec<String> {
    if let Ok(sources) = std::env::var("DUALSKIN_REMEDIED") {
        return sources.split_whitespace().map(str::to_owned).collect();
    }
    let usual = ["arm", "biped", "creature", "hand"];
    let mut sources: Vec<String> = usual.iter().map(|it| format!("builtin:{it}")).collect();
    if let Ok(folder) = std::env::var("DUALSKIN_MODELS") {
        let models = ["Fox.glb", "cesium_man.gltf"];
        sources.extend(models.iter().map(|it| format!("{folder}/{it}")));
    }
    sources
}

/// Prints what all remedies do: those of problems on damaged weights, whose intact ones are known; those of poses on intact weights, and
/// smoothing on sharper ones, too.
#[test]
#[ignore = "a table for people"]
fn table() {
    testkit::say(
        "| character | remedy | what it mends | elsewhere | outcome |\n|---|---|---|---|---|",
    );
    for source in sources() {
        let name = source.rsplit(['/', ':']).next().unwrap_or_default();
        let subject = Subject::of(&load(&source).unwrap());
        for damage in Damage::ALL {
            if let Some(row) = fix_row(&source, &subject, damage) {
                row.print(name);
            }
        }
        for row in rows_of_poses(&source, &subject) {
            row.print(name);
        }
    }
}

fn rows_of_poses(source: &str, subject: &Subject) -> Vec<Row> {
    let work = Work::on(source);
    let tries = [Method::Linear, Method::DualQuaternion].map(|method| {
        [Remedy::Smooth, Remedy::Blend].map(|remedy| volume_row(&work, (remedy, method)))
    });
    let mut rows: Vec<Row> = tries.into_iter().flatten().collect();
    let mut sharp = Work::empty();
    sharp.open_as(source, subject.sharpened());
    let mut smoothed = volume_row(&sharp, (Remedy::Smooth, Method::Linear));
    smoothed.remedy += ", weights cubed";
    rows.push(smoothed);
    let by = [
        (PullBy::Weights, Method::Linear),
        (PullBy::Map(MapKind::Blend), Method::DualQuaternion),
        (PullBy::Map(MapKind::Bulge), Method::DualQuaternion),
    ];
    rows.extend(by.map(|by| pull_row(&work, by)));
    rows.push(bulge_row(&work));
    rows
}

/// A repair says how many vertices had problems before and have them after, and takes no weights but those of what was wrong.
#[test]
fn repairs_are_measured_and_kept_where_they_help() {
    let subject = Subject::of(&load("builtin:biped").unwrap());
    for damage in [Damage::Unbound, Damage::Stray] {
        let row = fix_row("builtin:biped", &subject, damage).unwrap();
        assert!(row.kept.starts_with("kept: 1"), "{damage:?}: {}", row.kept);
        assert!(
            row.mends[1].starts_with("0 "),
            "{damage:?}: {:?}",
            row.mends
        );
    }
}

/// The biped with its names exchanged, as if it looked along −z: its left is at −x, and the damage at +x is on its right.
#[test]
fn repairs_of_asymmetry_take_the_side_that_is_called_left() {
    let path = testkit::folders::workspace().join("assets/biped.glb");
    let turned = testkit::glb::edit_glb(&std::fs::read(path).unwrap(), |json| {
        for node in json["nodes"].as_array_mut().unwrap() {
            let name = node["name"].as_str().unwrap();
            let other = match name.rsplit_once('.') {
                Some((stem, "L")) => format!("{stem}.R"),
                Some((stem, "R")) => format!("{stem}.L"),
                _ => continue,
            };
            node["name"] = other.into();
        }
    });
    let turned = character::open_bytes("turned.glb", &turned).unwrap();
    let subject = Subject::of(&turned);
    let damaged = subject.damaged_beyond_x(Damage::Sides);
    let off = |of: &character::Character| subject.change_elsewhere([&turned, of], &BTreeSet::new());
    assert!(off(&damaged) > 0.3);
    let mut repairs = Repairs::on("turned.glb", damaged);
    let list = repairs.list();
    let said = repairs.fix(FixOrder::kind(list, weights::ProblemKind::Asymmetry));
    let left = off(&repairs.character());
    assert!(left < 0.05, "{left}: {said}");
}

/// Both sides alike is no reason to let a joint reach far on the other one, too.
#[test]
fn a_repair_that_makes_graver_problems_is_refused_with_both_numbers() {
    let subject = Subject::of(&load("builtin:biped").unwrap());
    let damaged = subject.damaged_beyond_x(Damage::Stray);
    let mut repairs = Repairs::on("biped", damaged);
    let list = repairs.list();
    let kinds: Vec<Check> = list
        .entries
        .iter()
        .map(|entry| Check::of(entry.problem.kind))
        .collect();
    assert!(
        kinds.contains(&Check::Stray) && kinds.contains(&Check::Asymmetry),
        "{kinds:?}"
    );
    let before = repairs.character();
    let kind = weights::ProblemKind::Asymmetry;
    let said = repairs.fix(FixOrder::kind(list, kind));
    assert!(
        said.starts_with("Fix all: asymmetry: nothing was changed")
            && said.contains("vertices with stray influence: ")
            && said.ends_with(" first."),
        "{said}"
    );
    assert!(std::sync::Arc::ptr_eq(&before, &repairs.character()));
    // All at once begins with the gravest, and is better.
    let list = repairs.list();
    let said = repairs.fix(FixOrder::all(list));
    assert!(said.contains("vertices with stray influence: "), "{said}");
    assert!(!said.contains("nothing was changed"), "{said}");
    assert_ne!(before.meshes, repairs.character().meshes);
}
