//! What came of one check.

use std::sync::Arc;

use glam::Vec3;
use rig::{JointIndex, Pose};
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;

use super::check::percent;
use super::{Check, Limit};

/// A moment of a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipMoment {
    /// The name of the clip, or its number where it has none.
    pub clip: String,
    /// In seconds from the beginning of the clip.
    pub seconds: f32,
}

/// A place to look at.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedPlace {
    /// How large the value is there.
    pub value: f64,
    /// The pose, by name; none for the character at rest.
    pub pose: Option<(String, Arc<Pose>)>,
    /// The moment that the pose is of; none where joints were turned, and at rest.
    pub moment: Option<ClipMoment>,
    /// The joint concerned, by name.
    pub joint: Option<String>,
    /// The same joint in the skeleton that was judged, where several may have one name.
    pub joint_index: Option<JointIndex>,
    /// The number of that joint's node in the file, by which `inspect` and other commands know it.
    pub joint_node: Option<u32>,
    /// Name of the mesh that has the vertex.
    pub mesh: String,
    /// The vertex by its mesh, primitive and number.
    pub vertex: VertexPlace,
    /// Where it is in that pose, in scene units; at rest where the pose carries it beyond the range of numbers.
    pub at: Vec3,
}

impl CheckedPlace {
    /// `elbow.L, vertex 12 of body, in clip “walk” at 0.33 s`.
    #[must_use]
    pub fn words(&self) -> String {
        let joint = self.joint.as_ref();
        let joint = joint.map_or_else(String::new, |joint| format!("{joint}, "));
        let pose = self.pose.as_ref();
        let pose = pose.map_or_else(String::new, |(name, _)| format!(", in {name}"));
        format!(
            "{joint}vertex {} of {}{pose}",
            self.vertex.vertex, self.mesh
        )
    }
}

/// Decimals more than usual that tell a value from its limit, at most.
const MOST_MORE: usize = 9;

/// Why a check says nothing of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotJudged {
    /// No joint moves a vertex.
    NoSkin,
    /// Around no joint the outer surface is closed enough to have a volume.
    NoVolume,
    /// No edge has a length at rest: all vertices lie in one point.
    NoLength,
    /// No triangle that joints move has an area at rest: all vertices lie in one point, or on one line.
    NoArea,
    /// Fewer than half of the points have mirror images, or no joint has a partner.
    NoMirrorImages,
    /// There is no pose to be measured in.
    NoPoses,
}

impl NotJudged {
    /// The reason, after *not judged*.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::NoSkin => "no joint moves a vertex",
            Self::NoVolume => "the surface is closed around no joint",
            Self::NoLength => "no edge has a length at rest",
            Self::NoArea => "no triangle that joints move has an area at rest",
            Self::NoMirrorImages => {
                "too few points have mirror images, or no joint has a partner on the other side"
            }
            Self::NoPoses => "there is no pose to measure in",
        }
    }
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Which of the checks it is.
    pub check: Check,
    /// The method, where it is a matter of one.
    pub look: Option<Look>,
    /// What was found: for poses the worst of all, infinite where a vertex is beyond the range of numbers; 0 where it is not judged.
    pub value: f64,
    /// How many points, edges or vertices there are, good or bad, where they are counted.
    pub of: Option<f64>,
    /// The largest value that is good; none where it is only reported.
    pub limit: Option<Limit>,
    /// Why nothing can be said; none where the value says something.
    pub not_judged: Option<NotJudged>,
    /// The worst places, worst first.
    pub places: Vec<CheckedPlace>,
}

impl Checked {
    /// Of a check without a finding so far.
    pub(super) const fn of(check: Check, look: Option<Look>, limit: Option<Limit>) -> Self {
        Self {
            check,
            look,
            value: 0.0,
            of: None,
            limit,
            not_judged: None,
            places: Vec::new(),
        }
    }

    /// Whether the value is beyond its limit; what is not judged is beyond none.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.not_judged.is_none() && self.most().is_some_and(|most| self.value > most)
    }

    /// The largest good value in the unit of the value, that of a share too.
    #[must_use]
    pub fn most(&self) -> Option<f64> {
        self.limit.map(|limit| limit.most(self.of))
    }

    /// The value as a share of all that is counted.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        self.of.filter(|of| *of > 0.0).map(|of| self.value / of)
    }

    /// How many decimals more than usual a value beyond the limit is written with, so that it does not read as the limit: 100.0004 % and
    /// not 100 % of 100 %.
    pub(super) fn more_decimals(&self, value: f64) -> usize {
        let is_beyond = self.not_judged.is_none() && self.most().is_some_and(|most| value > most);
        let Some(limit) = self.limit.filter(|_| is_beyond) else {
            return 0;
        };
        let compared = |more: usize| match limit {
            Limit::Share(_) => {
                let of = self.of.filter(|of| *of > 0.0);
                percent(of.map_or(0.0, |of| value / of), more)
            }
            Limit::Most(_) => self.check.words_to(value, more),
        };
        let differs = |more: &usize| compared(*more) != self.words_of_limit(limit, *more);
        (0..=MOST_MORE).find(differs).unwrap_or(0)
    }

    fn words_of_limit(&self, limit: Limit, more: usize) -> String {
        match limit {
            Limit::Most(most) => self.check.words_to(most, more),
            Limit::Share(share) => percent(share, more),
        }
    }

    /// The value as people read it, with its share where the limit is one: `17 (1.9 %)`; `not judged` where it says nothing. Beyond the limit it
    /// has as many decimals as tell it from that.
    #[must_use]
    pub fn value_words(&self) -> String {
        if self.not_judged.is_some() {
            return "not judged".to_owned();
        }
        let more = self.more_decimals(self.value);
        let value = self.check.words_to(self.value, more);
        let share = self.share().filter(|_| self.value > 0.0);
        match (self.limit, share) {
            (Some(Limit::Share(_)), Some(share)) => format!("{value} ({})", percent(share, more)),
            _ => value,
        }
    }

    /// The limit as people read it: `0.5 %`, `4`.
    #[must_use]
    pub fn limit_words(&self) -> Option<String> {
        let more = self.more_decimals(self.value);
        self.limit.map(|limit| self.words_of_limit(limit, more))
    }

    /// The title, with the method where it is a matter of one: `Stretch (linear)`; of the methods of the meshes with that of all others,
    /// `Stretch (per-mesh, linear)`.
    #[must_use]
    pub fn title(&self) -> String {
        let method = self.look.map(|look| match look.per_mesh {
            true => format!("{}, {}", look.to_argument(), look.method.name()),
            false => look.to_argument(),
        });
        let method = method.map_or_else(String::new, |name| format!(" ({name})"));
        format!("{}{method}", self.check.title())
    }

    /// The reason why it is beyond its limit: `Volume loss (linear) is 62 %, and 50 % is allowed, at elbow in …`.
    #[must_use]
    pub fn reason(&self) -> String {
        let value = self.value_words();
        let limit = self.limit_words().unwrap_or_else(|| value.clone());
        let place = self.places.first().map(CheckedPlace::words);
        let place = place.map_or_else(String::new, |place| format!("; worst at {place}"));
        format!("{} is {value}, and {limit} is allowed{place}", self.title())
    }
}
