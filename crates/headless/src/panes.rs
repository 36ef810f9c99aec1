//! The panes of a picture: methods, and their differences.

use character::Character;
use rig::{JointIndex, Method};
use scene::compare;
use scene::compare::Difference;
use scene::view::bounds::Bounds;
use scene::view::joint_colors::vertex_colors;
use scene::view::shading::Shading;
use scene::view::surface_mode::SurfaceMode;
use scene::weight_channel::weights_of_joint;

use super::Failure;
use super::hardware::Skinned;
use super::render::RenderJob;
use crate::printable::{listed, short};
use crate::sheet::{DifferenceLegend, Legend, rounded_up};

/// Smaller differences, relative to the character's size, are rounding: the colour scale does not magnify them.
const ROUNDING: f32 = 1e-5;
/// One pane of a picture.
pub(super) struct Pane<'a> {
    pub(super) title: String,
    pub(super) skinned: &'a Skinned,
    /// Values per primitive and vertex, where the surface mode needs them.
    pub(super) channel: Option<Channel>,
    pub(super) surface: SurfaceMode,
    pub(super) legend: Option<Legend>,
}

/// Values per vertex of a pane, one list per primitive.
pub(super) enum Channel {
    Numbers(Vec<Vec<f32>>),
    Colors(Vec<Vec<[u8; 4]>>),
}

/// The number of panes of a job.
pub(super) fn count(job: &RenderJob) -> usize {
    let n = job.methods.len();
    if job.difference {
        n + n.saturating_sub(1)
    } else {
        n
    }
}

/// Methods first, then differences, which share one colour scale.
pub(super) fn panes<'a>(
    job: &RenderJob,
    character: &Character,
    skinned: &'a [Skinned],
    joint: Option<JointIndex>,
) -> Vec<Pane<'a>> {
    let shown = |(method, skinned): (&Method, &'a Skinned)| Pane {
        title: method.name().to_owned(),
        skinned,
        channel: channel(job, character, skinned, joint),
        surface: if joint.is_some() {
            SurfaceMode::Weights
        } else {
            job.shading.surface(false)
        },
        legend: joint.map(|joint| Legend::Weights(joint_label(character, joint))),
    };
    let mut panes: Vec<Pane<'a>> = job.methods.iter().zip(skinned).map(shown).collect();
    let ([to, methods @ ..], [reference, others @ ..], true) =
        (&job.methods[..], skinned, job.difference)
    else {
        return panes;
    };
    let differences: Vec<Difference> = others
        .iter()
        .map(|other| compare::difference(&reference.deformed, &other.deformed))
        .collect();
    let range = common_range(&differences, skinned);
    for ((method, skinned), difference) in methods.iter().zip(others).zip(differences) {
        let title = format!("{method} \u{2212} {to}");
        panes.push(Pane {
            legend: Some(Legend::Difference(DifferenceLegend {
                title: "difference along the normal, in model units".to_owned(),
                range,
                distance: difference.distance,
            })),
            title,
            skinned,
            channel: Some(Channel::Numbers(difference.along_normal)),
            surface: SurfaceMode::Difference { range },
        });
    }
    panes
}

fn channel(
    job: &RenderJob,
    character: &Character,
    skinned: &Skinned,
    joint: Option<JointIndex>,
) -> Option<Channel> {
    let shown = &skinned.deformed;
    match (joint, job.shading) {
        (Some(joint), _) => Some(Channel::Numbers(weights_of_joint(character, shown, joint))),
        (None, Shading::JointColors) => Some(Channel::Colors(vertex_colors(character, shown))),
        (None, _) => None,
    }
}

/// The common range of all differences: zero without any difference, otherwise large enough not to show rounding.
fn common_range(differences: &[Difference], skinned: &[Skinned]) -> f32 {
    if differences
        .iter()
        .all(|difference| difference.distance.max == 0.0)
    {
        return 0.0;
    }
    let points = skinned
        .iter()
        .flat_map(|skinned| &skinned.deformed)
        .flat_map(|primitive| primitive.positions.iter().copied());
    let least = ROUNDING * Bounds::from_points(points).size().length();
    rounded_up(
        differences
            .iter()
            .fold(least, |range, difference| range.max(difference.range)),
    )
}

/// A joint by name, or by the index of its node in the file.
pub(super) fn find_joint(character: &Character, wanted: &str) -> Result<JointIndex, Failure> {
    let by_node = || character.joint_of_node(wanted.parse().ok()?);
    let found = character.rig.skeleton.find(wanted).or_else(by_node);
    found.ok_or_else(|| Failure::Data(no_such_joint(character, wanted)))
}

fn no_such_joint(character: &Character, wanted: &str) -> String {
    let (name, skeleton) = (&character.name, &character.rig.skeleton);
    let labels: Vec<String> = skeleton
        .joints()
        .map(|joint| joint_label(character, joint))
        .collect();
    format!(
        "{name}: there is no joint {:?}; give a name or the index of a node: {}.",
        short(wanted),
        listed(labels.into_iter())
    )
}

fn joint_label(character: &Character, joint: JointIndex) -> String {
    match character.rig.skeleton.name(joint) {
        "" => format!("node {}", character.rig.skeleton.key(joint)),
        name => name.to_owned(),
    }
}
