//! The report as one JSON document.

use scene::posed_character::Look;
use serde::Serialize;
use session::state::judging::{Checked, CheckedPlace, NoSkin, NotJudged};

use super::File;
use crate::terminal::printable::json_for_terminals;
use crate::terminal::report::{list_with_counts, refusal_json};

/// The version for readers to check. A new number means that members were removed or changed their meaning; added members do not
/// change it.
const FORMAT: &str = "dualskin-check/1";
/// The same for several files.
const LIST_FORMAT: &str = "dualskin-check-list/1";

/// The document of one file.
#[derive(Serialize)]
struct Document<'a> {
    format: &'static str,
    source: &'a str,
    good: bool,
    poses: usize,
    /// How many there would be if the character were smaller.
    all_poses: usize,
    /// How many turns of the range of motion go less far since limits of joints are in the way.
    limited_turns: usize,
    /// Clips and joints of the limits that the character does not have.
    unknown: &'a [String],
    /// Why there is no skin to be judged; left out where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_skin: Option<&'static str>,
    checks: Vec<CheckDocument<'a>>,
}

#[derive(Serialize)]
struct CheckDocument<'a> {
    check: &'static str,
    /// Null where it is no matter of a method.
    method: Option<String>,
    /// Null where it is beyond the range of numbers, and where it is not judged.
    value: Option<f64>,
    /// How many points, edges or vertices there are; null where nothing is counted.
    of: Option<f64>,
    /// In the unit of the value; null where it is only reported.
    limit: Option<f64>,
    /// Whether it is within its limit: what is not judged is beyond none.
    good: bool,
    /// Why nothing can be said; null where the value says something.
    not_judged: Option<&'static str>,
    /// The worst places, worst first.
    places: Vec<PlaceDocument<'a>>,
}

#[derive(Serialize)]
struct PlaceDocument<'a> {
    value: f64,
    pose: Option<&'a str>,
    joint: Option<&'a str>,
    mesh: &'a str,
    /// Among the primitives as the scene shows them.
    primitive: usize,
    vertex: usize,
    /// In that pose, in scene units.
    at: [f32; 3],
}

pub(super) fn document(files: &[File<'_>], is_list: bool) -> String {
    let documents: Vec<String> = files.iter().map(of_file).collect();
    match &documents[..] {
        [only] if !is_list => only.clone(),
        all => {
            let failed = files.iter().filter(|file| !file.is_good()).count();
            list_with_counts(LIST_FORMAT, (failed, 0), all)
        }
    }
}

fn of_file(file: &File<'_>) -> String {
    let verdict = match &file.verdict {
        Ok(verdict) => verdict,
        Err(failure) => return refusal_json(file.source, failure),
    };
    let [poses, all_poses] = verdict.poses;
    let document = Document {
        format: FORMAT,
        source: file.source,
        good: file.is_good(),
        poses,
        all_poses,
        limited_turns: verdict.limited,
        unknown: &verdict.unknown,
        no_skin: verdict.no_skin.map(NoSkin::words),
        checks: verdict.checks.iter().map(of_check).collect(),
    };
    let text = serde_json::to_string(&document);
    // Every member can be serialized.
    json_for_terminals(&text.unwrap_or_default())
}

fn of_check(checked: &Checked) -> CheckDocument<'_> {
    CheckDocument {
        check: checked.check.id(),
        method: checked.look.map(Look::to_argument),
        value: Some(checked.value).filter(|_| checked.not_judged.is_none()),
        of: checked.of,
        limit: checked.most(),
        good: !checked.is_over(),
        not_judged: checked.not_judged.map(NotJudged::words),
        places: checked.places.iter().map(of_place).collect(),
    }
}

fn of_place(place: &CheckedPlace) -> PlaceDocument<'_> {
    PlaceDocument {
        value: place.value,
        pose: place.pose.as_ref().map(|(name, _)| name.as_str()),
        joint: place.joint.as_deref(),
        mesh: &place.mesh,
        primitive: place.vertex.primitive,
        vertex: place.vertex.vertex,
        at: place.at.to_array(),
    }
}
