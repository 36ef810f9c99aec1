//! A verdict as a JSON document, for the command line and for bindings to other languages.

use character::{Character, WarningKind};
use scene::posed_character::Look;
use serde::Serialize;

use super::{Check, Checked, CheckedPlace, NoSkin, NotJudged, Verdict};

/// The version for readers to check. A new number means that members were removed or changed their meaning; added members do not
/// change it.
const FORMAT: &str = "dualskin-check/1";

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

impl Verdict {
    /// The document `dualskin-check/1` of a source, by whether all is well with it.
    #[must_use]
    pub fn to_json(&self, source: &str, is_good: bool) -> String {
        let [poses, all_poses] = self.poses;
        let document = Document {
            format: FORMAT,
            source,
            good: is_good,
            poses,
            all_poses,
            limited_turns: self.limited,
            unknown: &self.unknown,
            no_skin: self.no_skin.map(NoSkin::words),
            checks: self.checks.iter().map(of_check).collect(),
        };
        // Every member can be serialized.
        serde_json::to_string(&document).unwrap_or_default()
    }

    /// Adds the vertices whose weights were repaired while a file was read: the file has the fault, whatever the character has.
    pub fn count_repaired(&mut self, character: &Character) {
        for warning in &character.warnings {
            let check = match warning.kind {
                WarningKind::WeightsNegative
                | WarningKind::WeightsNotFinite
                | WarningKind::WeightsNotOne => Check::BadWeights,
                _ => continue,
            };
            let checks = self.checks.iter_mut();
            for checked in checks.filter(|checked| checked.check == check) {
                #[expect(clippy::cast_precision_loss, reason = "a count to be compared")]
                let count = warning.count as f64;
                checked.value += count;
            }
        }
    }
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
