//! The panes of a picture: methods, weights of another file, and their differences.

use character::Character;
use rig::{AddressMatch, JointIndex};
use scene::compare;
use scene::compare::Difference;
use scene::names::JointLabels;
use scene::normal_error::NormalError;
use scene::valid_signs::FlipMap;
use scene::view::bounds::Bounds;
use scene::view::joint_colors::vertex_colors;
use scene::view::shading::Shading;
use scene::view::surface_mode::SurfaceMode;
use scene::weight_channel::weights_of_joint;

use super::render::RenderJob;
use crate::Failure;
use crate::draw::sheet::{DifferenceLegend, Legend, round_up};
use crate::source::hardware::SkinnedCharacter;
use crate::terminal::printable::{list_names, short};

/// Smaller differences, relative to the character's size, are rounding: the color scale does not magnify them.
const ROUNDING: f32 = 1e-5;
/// A method with the weights that it skins by, and what comes of it.
pub(crate) struct ComparedSkin<'a> {
    pub(crate) title: String,
    /// The character with these weights.
    pub(crate) character: &'a Character,
    pub(crate) skinned: SkinnedCharacter,
    /// What the picture shows of each vertex, if the shading asks for it.
    pub(crate) heat: Option<Heat>,
}

/// What a pose does to each vertex.
pub(crate) enum Heat {
    /// The angle from its usual to its exact normal.
    NormalError(NormalError),
    /// How near the rotations of its joints are to a flip of their signs.
    NearFlip(FlipMap),
}

impl Heat {
    pub(crate) const fn numbers(&self) -> &Vec<Vec<f32>> {
        match self {
            Self::NormalError(error) => &error.shares,
            Self::NearFlip(flips) => &flips.numbers,
        }
    }

    pub(crate) const fn legend(&self) -> Legend {
        match self {
            Self::NormalError(error) => Legend::NormalError {
                most: error.most,
                mean: error.mean,
            },
            Self::NearFlip(flips) => Legend::NearFlip(flips.count),
        }
    }
}

/// One pane of a picture.
pub(crate) struct Pane<'a> {
    pub(crate) title: String,
    /// The character with the pane's weights.
    pub(crate) character: &'a Character,
    pub(crate) skinned: &'a SkinnedCharacter,
    /// Values per primitive and vertex, where the surface mode needs them.
    pub(crate) channel: Option<VertexValues>,
    pub(crate) surface: SurfaceMode,
    pub(crate) legend: Option<Legend>,
}

/// Values per vertex of a pane, one list per primitive.
pub(crate) enum VertexValues {
    Numbers(Vec<Vec<f32>>),
    Colors(Vec<Vec<[u8; 4]>>),
}

/// The number of panes without differences: a method each, and one for the weights of another file.
pub(crate) fn compared_count(job: &RenderJob) -> usize {
    job.methods.len() + usize::from(job.weights_of.is_some())
}

/// Which compared pane a pane shows: itself, or of a difference the one that is compared with the first.
pub(crate) fn subject_of(job: &RenderJob, pane: usize) -> usize {
    match pane.checked_sub(compared_count(job)) {
        None => pane,
        Some(difference) => difference + 1,
    }
}

/// The number of panes of a job.
pub(crate) fn count(job: &RenderJob) -> usize {
    let n = compared_count(job);
    if job.difference {
        n + n.saturating_sub(1)
    } else {
        n
    }
}

/// Methods first, then differences, which share one color scale.
pub(crate) fn panes<'a>(
    job: &RenderJob,
    subjects: &'a [ComparedSkin<'a>],
    joint: Option<JointIndex>,
) -> Vec<Pane<'a>> {
    let shown = |subject: &'a ComparedSkin<'a>| Pane {
        title: subject.title.clone(),
        character: subject.character,
        skinned: &subject.skinned,
        channel: channel(job, subject, joint),
        surface: if joint.is_some() || subject.heat.is_some() {
            SurfaceMode::Weights
        } else {
            job.shading.surface(false)
        },
        legend: legend(subject, joint),
    };
    let mut panes: Vec<Pane<'a>> = subjects.iter().map(shown).collect();
    let ([reference, others @ ..], true) = (subjects, job.difference) else {
        return panes;
    };
    let differences: Vec<Difference> = others
        .iter()
        .map(|other| compare::difference(&reference.skinned.deformed, &other.skinned.deformed))
        .collect();
    // One scale for all, or equal colors would mean different distances.
    let range = common_range(&differences, subjects);
    for (other, difference) in others.iter().zip(differences) {
        let title = format!("{} \u{2212} {}", other.title, reference.title);
        panes.push(Pane {
            legend: Some(Legend::Difference(DifferenceLegend {
                title: "difference along the normal, in model units".to_owned(),
                range,
                distance: difference.distance,
            })),
            title,
            character: other.character,
            skinned: &other.skinned,
            channel: Some(VertexValues::Numbers(difference.along_normal)),
            surface: SurfaceMode::Difference { range },
        });
    }
    panes
}

fn legend(subject: &ComparedSkin<'_>, joint: Option<JointIndex>) -> Option<Legend> {
    let of_joint = joint.map(|joint| {
        let labels = JointLabels::new(&subject.character.rig.skeleton);
        Legend::Weights(labels.of(joint))
    });
    of_joint.or_else(|| subject.heat.as_ref().map(Heat::legend))
}

fn channel(
    job: &RenderJob,
    subject: &ComparedSkin<'_>,
    joint: Option<JointIndex>,
) -> Option<VertexValues> {
    let (character, shown) = (subject.character, &subject.skinned.deformed);
    if let (None, Some(heat)) = (joint, &subject.heat) {
        return Some(VertexValues::Numbers(heat.numbers().clone()));
    }
    match (joint, job.shading) {
        (Some(joint), _) => Some(VertexValues::Numbers(weights_of_joint(
            character, shown, joint,
        ))),
        (None, Shading::JointColors) => Some(VertexValues::Colors(vertex_colors(character, shown))),
        (None, _) => None,
    }
}

/// The common range of all differences: zero without any difference, otherwise large enough not to show rounding.
fn common_range(differences: &[Difference], subjects: &[ComparedSkin<'_>]) -> f32 {
    if differences
        .iter()
        .all(|difference| difference.distance.max == 0.0)
    {
        return 0.0;
    }
    let points = subjects
        .iter()
        .flat_map(|subject| &subject.skinned.deformed)
        .flat_map(|primitive| primitive.positions.iter().copied());
    let least = ROUNDING * Bounds::from_points(points).size().length();
    round_up(
        differences
            .iter()
            .fold(least, |range, difference| range.max(difference.range)),
    )
}

/// A joint by name, by the index of its node in the file, or by the [label](JointLabels) that messages and reports have for it.
///
/// # Errors
///
/// [`Failure::Usage`]: there is no such joint.
pub(crate) fn find_joint(character: &Character, wanted: &str) -> Result<JointIndex, Failure> {
    let skeleton = &character.rig.skeleton;
    let by_node = || character.joint_of_node(wanted.parse().ok()?);
    let by_label = || match JointLabels::new(skeleton).find(wanted) {
        AddressMatch::One(joint) => Some(joint),
        AddressMatch::Several | AddressMatch::None => None,
    };
    // Names first: a joint may be called by a number.
    let found = skeleton.find(wanted).or_else(by_node).or_else(by_label);
    found.ok_or_else(|| Failure::Usage(no_such_joint(character, wanted)))
}

fn no_such_joint(character: &Character, wanted: &str) -> String {
    let (name, skeleton) = (&character.name, &character.rig.skeleton);
    let of = JointLabels::new(skeleton);
    let labels: Vec<String> = skeleton.joints().map(|joint| of.of(joint)).collect();
    format!(
        "{name}: there is no joint {:?}; give a name or the index of a node: {}.",
        short(wanted),
        list_names(labels.into_iter())
    )
}
