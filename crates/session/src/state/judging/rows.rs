//! The rows of a report: each place of a check in words of its own, so that no two rows read alike.

use text_files::shorten;

use super::{Check, Checked, CheckedPlace};
use crate::state::timeline::frames::TimeUnit;

/// A place of a check in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceRow {
    /// What is measured, with the method where it is a matter of one: `Volume loss (linear)`.
    pub measure: String,
    /// How much of it there is at this place: `57.4 %`; of what is counted at rest also how much in all, `12 of 40`.
    pub value: String,
    /// The limit, `limit 50 %`, or `no limit`.
    pub limit: String,
    /// The joint concerned; none where it is a matter of no joint.
    pub joint: Option<String>,
    /// What the character does: `at rest`, `clip “walk”, frame 8`, `forearm.L bend 140°`.
    pub motion: String,
    /// The vertex and its mesh: `vertex 12 of body`.
    pub vertex: String,
    /// Whether it is beyond the limit; of what is counted at rest, whether all of them together are.
    pub is_over: bool,
}

impl PlaceRow {
    /// Everything in one line: `Volume loss (linear) 57.4 %, limit 50 %: forearm.L, clip “walk”, frame 8, vertex 12 of body`.
    #[must_use]
    pub fn words(&self) -> String {
        let Self {
            measure,
            value,
            limit,
            ..
        } = self;
        format!("{measure} {value}, {limit}: {}", self.place_words())
    }

    /// The place alone: `forearm.L, clip “walk”, frame 8, vertex 12 of body`.
    fn place_words(&self) -> String {
        let joint = self.joint.iter();
        let parts = joint.chain([&self.motion, &self.vertex]);
        parts.map(String::as_str).collect::<Vec<&str>>().join(", ")
    }
}

impl Checked {
    /// Its places in words, in their order. Times of clips are counted in `unit`.
    ///
    /// Where two would read alike, since joints or meshes have one name, their numbers are said too.
    #[must_use]
    pub fn rows(&self, unit: TimeUnit) -> Vec<PlaceRow> {
        let rows = self.places.iter().map(|place| self.row(place, unit));
        let mut rows: Vec<PlaceRow> = rows.collect();
        self.tell_apart(&mut rows, |row, _, place| {
            row.vertex += &format!(", primitive {}", place.vertex.primitive);
            if let (Some(joint), Some(node)) = (&mut row.joint, place.joint_node) {
                *joint += &format!(" (node {node})");
            }
        });
        self.tell_apart(&mut rows, |row, number, _| {
            row.vertex += &format!(", place {}", number + 1);
        });
        rows
    }

    /// Adds to the rows that read as another one; the number is that of the place.
    fn tell_apart(&self, rows: &mut [PlaceRow], add: impl Fn(&mut PlaceRow, usize, &CheckedPlace)) {
        let words: Vec<String> = rows.iter().map(PlaceRow::place_words).collect();
        let all = rows.iter_mut().zip(&words).zip(&self.places).enumerate();
        for (number, ((row, own), place)) in all {
            // A few places at most, so that each is compared with all.
            if words.iter().filter(|other| *other == own).count() > 1 {
                add(row, number, place);
            }
        }
    }

    fn row(&self, place: &CheckedPlace, unit: TimeUnit) -> PlaceRow {
        let more = self.more_decimals(place.value);
        let value = self.check.words_to(place.value, more);
        let limit = self.limit_words();
        let is_beyond = |most: f64| self.not_judged.is_none() && place.value > most;
        let is_counted = self.check.is_count() && !matches!(self.check, Check::InPoses(_));
        PlaceRow {
            measure: self.title(),
            value: match is_counted {
                true => format!("{value} of {}", self.check.words(self.value)),
                false => value,
            },
            limit: limit.map_or_else(|| "no limit".to_owned(), |limit| format!("limit {limit}")),
            joint: place.joint.as_deref().map(shorten),
            motion: motion(place, unit),
            vertex: format!("vertex {} of {}", place.vertex.vertex, shorten(&place.mesh)),
            is_over: match is_counted {
                true => self.is_over(),
                false => self.most().is_some_and(is_beyond),
            },
        }
    }
}

/// What the character does in the pose of a place.
fn motion(place: &CheckedPlace, unit: TimeUnit) -> String {
    let Some(moment) = &place.moment else {
        let pose = place.pose.as_ref();
        return pose.map_or_else(|| "at rest".to_owned(), |(name, _)| name.clone());
    };
    let (clip, time) = (shorten(&moment.clip), unit.text(moment.seconds));
    match unit {
        TimeUnit::Frames(_) => format!("clip \u{201c}{clip}\u{201d}, frame {time}"),
        TimeUnit::Seconds => format!("clip \u{201c}{clip}\u{201d}, {time}"),
    }
}
