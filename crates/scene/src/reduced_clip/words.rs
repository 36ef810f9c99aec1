//! What became of a clip, in words: the same for the command line and the window.

use character::Character;
use rig::Target;

use super::ReducedClip;
use crate::report::pluralize;
use crate::surface::vertex_facts::VertexFacts;
use crate::text::names::{decimal, joint_name};

/// Millimeters of a scene unit.
const MM: f32 = 1000.0;

impl ReducedClip {
    /// The larger of both largest errors: how far, where and when, which `moment` puts into words.
    #[must_use]
    pub fn largest_words(&self, character: &Character, moment: impl Fn(f32) -> String) -> String {
        let of_vertex = self.largest.map_or(0.0, |it| it.distance);
        let joint = self.largest_joint.filter(|it| it.distance > of_vertex);
        let (distance, place, time) = match (joint, self.largest) {
            (Some(error), _) => {
                let name = joint_name(&character.rig.skeleton, error.joint);
                let over = match error.over > 0.0 {
                    true => format!(", turns measured over {} mm", decimal(MM * error.over, 1)),
                    false => String::new(),
                };
                let place = format!("joint “{name}”{over}");
                (error.distance, place, error.time)
            }
            (None, Some(error)) => {
                let facts = VertexFacts::of(character, error.place);
                let joint = facts.as_ref().and_then(VertexFacts::dominant);
                let joint = joint.map(|joint| joint_name(&character.rig.skeleton, joint));
                let joint = joint.map_or_else(String::new, |joint| format!(" ({joint})"));
                let mesh = facts.map(|facts| facts.mesh).unwrap_or_default();
                let place = format!("vertex {} of {mesh}{joint}", error.place.vertex);
                (error.distance, place, error.time)
            }
            (None, None) => return "nothing that was measured moves otherwise".to_owned(),
        };
        let distance = decimal(MM * distance, 3);
        format!("largest error {distance} mm at {place}, {}", moment(time))
    }

    /// At how many times, and on what, errors were measured.
    #[must_use]
    pub fn measured_words(&self) -> String {
        let vertices = match self.measured.vertices {
            0 => String::new(),
            vertices => format!("{} and ", pluralize(vertices, "vertex")),
        };
        format!(
            "measured at {} on {vertices}{}",
            pluralize(self.checks, "time"),
            pluralize(self.measured.joints, "joint")
        )
    }

    /// Whether all keys are kept since measuring stopped early: that does not say that they are needed.
    #[must_use]
    pub const fn is_unjudged(&self) -> bool {
        self.is_measuring_cut && self.before == self.after
    }

    /// That some of the keys left may not be needed, where the search or measuring stopped early; without a full stop.
    #[must_use]
    pub fn early_stop_words(&self) -> Option<&'static str> {
        let words = "The search for keys that can be removed reached its limit and stopped early. The result is within the tolerance; reduce it again to remove more keys";
        let of_measuring = "Measuring the result reached its limit and stopped early. All keys are kept from there on, and the result is within the tolerance; reduce it again to remove more keys";
        let of_nothing = "The result of removing keys could not be measured within the limit, and all keys are kept; reduce the keys of fewer joints at a time, by “Selected joints” in the window";
        match (self.is_measuring_cut, self.is_unjudged()) {
            (true, true) => Some(of_nothing),
            (true, false) => Some(of_measuring),
            (false, _) => self.is_cut.then_some(words),
        }
    }

    /// The tracks that nothing measures, and what measures them; none where there are none.
    #[must_use]
    pub fn unmeasured_words(&self) -> Option<String> {
        let is_morph = |target: &&Target| matches!(target, Target::Morph(_));
        let morphs = self.unmeasured.iter().filter(is_morph).count();
        let turns = self.unmeasured.len().saturating_sub(morphs + self.hidden);
        let turns = (turns > 0).then(|| {
            format!(
                "{} that turn or scale what has no bone (a length that turns are measured over can be given)",
                pluralize(turns, "track")
            )
        });
        let morphs = (morphs > 0).then(|| {
            format!(
                "{} of morph weights that move no vertex",
                pluralize(morphs, "track")
            )
        });
        let hidden = (self.hidden > 0).then(|| {
            format!(
                "{} of joints that are scaled to nothing, along an axis or in all, throughout",
                pluralize(self.hidden, "track")
            )
        });
        let all: Vec<String> = turns.into_iter().chain(hidden).chain(morphs).collect();
        (!all.is_empty()).then(|| {
            format!(
                "All keys stay of {}: nothing measures what they do",
                all.join(" and ")
            )
        })
    }
}
