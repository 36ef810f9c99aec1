//! A character judged by numbers: its weights and its surface at rest, and what its skin does over clips and a range of motion of its
//! own rig, held against limits.
//!
//! [`Limits`] say what is too much, [`judge`] measures everything, and a [`Verdict`] is plain data: command line and window show it.

mod limits;
mod places;
mod surface;
mod weights;
mod work;

use std::sync::Arc;

use character::Character;
use glam::Vec3;
use rig::{GoOn, JointIndex, Pose, ScaleInheritance};
use scene::judge::{
    Judging, Measure, Motion, MotionChoice, Worst, WorstPlace, judged, judged_poses,
};
use scene::names::joint_named;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;

pub use limits::{LIMITS_EXAMPLE, Limits};
use places::Names;
pub use work::{Findings, JudgingIntent, JudgingOutcome, JudgingWork};

/// One of the things that are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// The largest number of joints that move a vertex.
    Influences,
    /// Points that no joint moves.
    Unbound,
    /// Points with weights below zero, that are no numbers, or that do not sum to one.
    BadWeights,
    /// Points whose vertices have different weights, so that a seam opens.
    Seams,
    /// Points that a joint moves which is far away.
    Stray,
    /// Points in small patches of a joint's influence, separate from the rest of it.
    Islands,
    /// Points with other weights than their mirror images.
    Asymmetry,
    /// Edges of three or more triangles, or between triangles that face different ways.
    Flaws,
    /// What is measured in poses.
    InPoses(Measure),
}

impl Check {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 13] = [
        Self::Influences,
        Self::Unbound,
        Self::BadWeights,
        Self::Seams,
        Self::Stray,
        Self::Islands,
        Self::Asymmetry,
        Self::Flaws,
        Self::InPoses(Measure::VolumeLoss),
        Self::InPoses(Measure::Stretch),
        Self::InPoses(Measure::NormalError),
        Self::InPoses(Measure::Flips),
        Self::InPoses(Measure::Difference),
    ];

    /// Its name in files of limits and in documents for programs.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Influences => "influences",
            Self::Unbound => "unbound",
            Self::BadWeights => "bad_weights",
            Self::Seams => "seams",
            Self::Stray => "stray",
            Self::Islands => "islands",
            Self::Asymmetry => "asymmetry",
            Self::Flaws => "flaws",
            Self::InPoses(Measure::VolumeLoss) => "volume_loss",
            Self::InPoses(Measure::Stretch) => "stretch",
            Self::InPoses(Measure::NormalError) => "normal_error",
            Self::InPoses(Measure::Flips) => "flips",
            Self::InPoses(Measure::Difference) => "difference",
        }
    }

    /// Its name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Influences => "Joints per vertex",
            Self::Unbound => "Unbound points",
            Self::BadWeights => "Bad weights",
            Self::Seams => "Open seams",
            Self::Stray => "Stray weights",
            Self::Islands => "Islands of weights",
            Self::Asymmetry => "Asymmetric points",
            Self::Flaws => "Non-manifold edges",
            Self::InPoses(Measure::VolumeLoss) => "Volume loss",
            Self::InPoses(Measure::Stretch) => "Stretch",
            Self::InPoses(Measure::NormalError) => "Normal error",
            Self::InPoses(Measure::Flips) => "Vertices beyond a flip",
            Self::InPoses(Measure::Difference) => "Difference",
        }
    }

    /// A value as people read it: `12`, `34 %`, `1.52 ×`, `17°`, `3.1 mm`; `not finite` of what is beyond the range of numbers.
    #[must_use]
    pub fn words(self, value: f64) -> String {
        match self {
            _ if !value.is_finite() => "not finite".to_owned(),
            Self::InPoses(Measure::VolumeLoss) => format!("{} %", rounded(100.0 * value, 1)),
            Self::InPoses(Measure::Stretch) => format!("{} ×", rounded(value, 2)),
            Self::InPoses(Measure::NormalError) => format!("{}°", rounded(value, 1)),
            Self::InPoses(Measure::Difference) => format!("{} mm", rounded(1000.0 * value, 1)),
            _ => rounded(value, 2),
        }
    }
}

/// Without zeros at its end.
fn rounded(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A place to look at.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// How large the value is there.
    pub value: f64,
    /// The pose, by name; none for the character at rest.
    pub pose: Option<(String, Arc<Pose>)>,
    /// The joint concerned.
    pub joint: Option<String>,
    /// The mesh.
    pub mesh: String,
    /// The vertex.
    pub vertex: VertexPlace,
    /// Where it is in that pose, in scene units; at rest where the pose carries it beyond the range of numbers.
    pub at: Vec3,
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// What was checked.
    pub check: Check,
    /// The method, where it is a matter of one.
    pub look: Option<Look>,
    /// What was found: for poses the worst of all, infinite where a vertex is beyond the range of numbers.
    pub value: f64,
    /// The largest value that is good; none where it is only reported.
    pub limit: Option<f64>,
    /// The worst places, worst first.
    pub places: Vec<Place>,
}

impl Checked {
    /// Whether the value is beyond its limit.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.limit.is_some_and(|limit| self.value > limit)
    }

    /// The title, with the method where it is a matter of one.
    #[must_use]
    pub fn title(&self) -> String {
        let method = self.look.map(Look::typed);
        let method = method.map_or_else(String::new, |name| format!(" ({name})"));
        format!("{}{method}", self.check.title())
    }

    /// The reason why it is beyond its limit: `Volume loss (linear) is 62 %, and 50 % is allowed, at elbow in …`.
    #[must_use]
    pub fn reason(&self) -> String {
        let [value, limit] =
            [self.value, self.limit.unwrap_or(self.value)].map(|value| self.check.words(value));
        let place = self.places.first().map(Place::words);
        let place = place.map_or_else(String::new, |place| format!("; worst at {place}"));
        format!("{} is {value}, and {limit} is allowed{place}", self.title())
    }
}

impl Place {
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

/// All that was found of a character.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Each check, in the order of [`Check::ALL`], and by method.
    pub checks: Vec<Checked>,
    /// How many poses were looked at, and how many there would be if the character were smaller.
    pub poses: [usize; 2],
    /// Clips and joints of the limits that the character does not have.
    pub unknown: Vec<String>,
}

impl Verdict {
    /// Checks that are beyond their limit.
    pub fn over(&self) -> impl Iterator<Item = &Checked> {
        self.checks.iter().filter(|checked| checked.is_over())
    }
}

/// What is judged.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// The character.
    pub character: &'a Arc<Character>,
    /// The scale inheritance of each joint.
    pub scale_inheritance: &'a [ScaleInheritance],
    /// The methods: limits are those of the first, that of flips of the first with signs; others are measured too, and compared with
    /// the first.
    pub looks: &'a [Look],
    /// What is too much.
    pub limits: &'a Limits,
    /// Threads to use; the verdict is the same with any number.
    pub threads: usize,
}

/// Judges a character; none if `go_on`, which gets the share that is done, breaks off.
///
/// A character without a skin has nothing that could be wrong but its surface.
///
/// # Errors
///
/// One sentence: a pose does not fit the character.
pub fn judge(of: &Judged<'_>, go_on: &GoOn<'_>) -> Option<Result<Verdict, String>> {
    go_on(0.0).continue_value()?;
    let character = of.character;
    let names = Names::new(character);
    let mut checks = weights::checked(character, of.limits, &names);
    checks.push(surface::checked(character, of.limits, &names));
    let (clips, joints, unknown) = named(character, of.limits);
    let motion = judged_poses(
        character,
        &MotionChoice {
            clips: &clips,
            moments: of.limits.moments,
            joints: joints.as_deref(),
            degrees: of.limits.range,
        },
    );
    let judging = Judging {
        character,
        scale_inheritance: of.scale_inheritance,
        poses: &motion.poses,
        looks: of.looks,
        measures: &Measure::ALL,
        threads: of.threads,
    };
    let found = match judged(&judging, go_on)? {
        Ok(found) => found,
        Err(error) => return Some(Err(format!("a pose does not fit: {error}."))),
    };
    let in_poses = found.iter();
    checks.extend(in_poses.filter_map(|worst| checked(of, worst, (&motion, &names))));
    Some(Ok(Verdict {
        checks,
        poses: [motion.poses.len(), motion.all],
        unknown,
    }))
}

/// What a measure comes to; none of the difference of the first method from itself.
fn checked(
    of: &Judged<'_>,
    worst: &Worst,
    (motion, names): (&Motion, &Names<'_>),
) -> Option<Checked> {
    let check = Check::InPoses(worst.measure);
    let is_first = of.looks.first() == Some(&worst.look);
    if is_first && worst.measure == Measure::Difference {
        return None;
    }
    let place = |place: &WorstPlace| {
        let posed = motion.poses.get(place.pose)?;
        let words = posed.source.words(of.character);
        let value = f64::from(place.value);
        let at_rest = names.place_at_rest(place.vertex, place.joint, value);
        Some(Place {
            pose: Some((words, Arc::new(posed.pose.clone()))),
            at: if place.at.is_finite() {
                place.at
            } else {
                at_rest.at
            },
            ..at_rest
        })
    };
    let value = worst.places.first().map_or(0.0, |place| place.value);
    let limit = of.limits.of(check);
    let is_limited = match worst.measure {
        Measure::Difference => true,
        // Linear blending comes first as a rule, and nothing of it can flip.
        Measure::Flips => {
            let has_signs = |look: &&Look| {
                let mut meshes = of.character.meshes.iter();
                meshes.any(|mesh| look.of_mesh(mesh).method.has_signs())
            };
            let with_signs = of.looks.iter().find(has_signs);
            with_signs.map_or(is_first, |look| *look == worst.look)
        }
        _ => is_first,
    };
    Some(Checked {
        check,
        look: Some(worst.look),
        value: f64::from(value),
        limit: limit.filter(|_| is_limited),
        places: worst.places.iter().filter_map(place).collect(),
    })
}

/// The clips and joints that limits name, all if they name none; and what the character does not have.
fn named(
    character: &Character,
    limits: &Limits,
) -> (Vec<usize>, Option<Vec<JointIndex>>, Vec<String>) {
    let mut unknown = Vec::new();
    let clips = match &limits.clips {
        None => (0..character.clips.len()).collect(),
        Some(asked) => {
            let mut clips = Vec::new();
            for name in asked {
                let mut all = character.clips.iter();
                match all.position(|clip| clip.name() == Some(name)) {
                    Some(clip) => clips.push(clip),
                    None => unknown.push(format!("clip {name:?}")),
                }
            }
            clips
        }
    };
    let joints = limits.joints.as_ref().map(|asked| {
        let mut joints = Vec::new();
        for name in asked {
            match joint_named(&character.rig.skeleton, name) {
                Some(joint) => joints.push(joint),
                None => unknown.push(format!("joint {name:?}")),
            }
        }
        joints
    });
    (clips, joints, unknown)
}
