//! Problems of binds and rest frames that are more than a rigid motion, and which methods handle them.

use super::counts::CharacterReport;
use super::problem::{Problem, Severity, measure, pluralize};
use super::skins::{JointReport, NodeReport, SkinReport};
use super::stretch::Stretches;

/// Binds that are more than a rigid motion.
pub(super) fn binds(skin: &SkinReport) -> impl Iterator<Item = Problem> {
    let bound = |code, some: &[&JointReport], how: &str, meaning| {
        let verb = if some.len() == 1 { "is" } else { "are" };
        let what = format!("{} {verb} bound {how}", of_skin(some, skin));
        Problem::about(code, Severity::Problem, what, meaning, joint_names(some))
    };
    let stretched = joints_where(skin, |joint| !joint.bind_stretch.keeps_lengths());
    let with = span(stretched.iter().map(|joint| joint.bind_stretch));
    let mirrored = joints_where(skin, |joint| joint.bind_stretch.is_mirrored());
    let found = [
        bound(
            "non-rigid-bind",
            &stretched,
            &format!("with {with}"),
            "dual-quaternion leaves this out: a wrong shape; all other methods keep it.",
        ),
        bound(
            "mirrored-bind",
            &mirrored,
            "mirrored",
            "dual-quaternion leaves the mirror out; all other methods keep it.",
        ),
    ];
    found.into_iter().flatten()
}

/// The range of all stretches as text: `a scale of 0.01`, `stretches of 0.53 to 2.4`.
fn span(stretches: impl Iterator<Item = Stretches>) -> String {
    let ranges = stretches.map(Stretches::range);
    let (least, most) = ranges.fold((f32::INFINITY, 0.0_f32), |all, one| {
        (all.0.min(one.0), all.1.max(one.1))
    });
    if most - least <= 1e-3 * most {
        format!("a scale of {}", measure(most))
    } else {
        format!("stretches of {} to {}", measure(least), measure(most))
    }
}

/// Rest frames that are more than a rigid motion.
pub(super) fn rests(report: &CharacterReport) -> impl Iterator<Item = Problem> {
    let resting = |code, severity, some: &[&NodeReport], how: &str, meaning| {
        let verb = if some.len() == 1 { "rests" } else { "rest" };
        let what = format!("{} {verb} {how}", pluralize(some.len(), "joint"));
        let names = some.iter().map(|node| node_name(&node.name, node.node));
        Problem::about(code, severity, what, meaning, names.collect())
    };
    let with = |some: &[&NodeReport]| span(some.iter().map(|node| node.rest_stretch));
    let uneven = resting_where(report, |rest| !rest.is_uniform());
    let scaled = resting_where(report, |rest| rest.is_uniform() && !rest.keeps_lengths());
    let mirrored = resting_where(report, Stretches::is_mirrored);
    let undone = if binds_undo_rests(report) {
        "Harmless: the bind undoes it, for every method."
    } else {
        "The bind undoes a part of it: what is left is listed as a problem."
    };
    let found = [
        resting(
            "rest-stretch",
            Severity::Problem,
            &uneven,
            &format!("unevenly, with {}", with(&uneven)),
            "What turns below is sheared; dual-quaternion drops that, the others keep it.",
        ),
        resting(
            "rest-scale",
            Severity::Note,
            &scaled,
            &format!("with {}", with(&scaled)),
            undone,
        ),
        resting(
            "mirrored-rest",
            Severity::Note,
            &mirrored,
            "mirrored",
            undone,
        ),
    ];
    found.into_iter().flatten()
}

fn resting_where(report: &CharacterReport, test: impl Fn(Stretches) -> bool) -> Vec<&NodeReport> {
    let joints = report.nodes.iter().filter(|node| node.is_joint);
    joints.filter(|node| test(node.rest_stretch)).collect()
}

/// Whether every bind is rigid up to the rest stretch.
fn binds_undo_rests(report: &CharacterReport) -> bool {
    let mut joints = report.skins.iter().flat_map(|skin| &skin.joints);
    joints.all(|joint| joint.bind_stretch.keeps_lengths() && !joint.bind_stretch.is_mirrored())
}

pub(super) fn joints_where(
    skin: &SkinReport,
    test: impl Fn(&JointReport) -> bool,
) -> Vec<&JointReport> {
    skin.joints.iter().filter(|joint| test(joint)).collect()
}

/// `All 4 joints of skin 0`, `2 of the 4 joints of skin 0`.
pub(super) fn of_skin(some: &[&JointReport], skin: &SkinReport) -> String {
    let (n_some, index) = (some.len(), skin.index);
    match skin.joints.len() {
        1 => format!("The joint of skin {index}"),
        all if all == n_some => format!("All {} of skin {index}", pluralize(all, "joint")),
        all => format!(
            "{n_some} of the {} of skin {index}",
            pluralize(all, "joint")
        ),
    }
}

fn joint_names(some: &[&JointReport]) -> Vec<String> {
    let names = some.iter().map(|joint| node_name(&joint.name, joint.node));
    names.collect()
}

/// A node's name, or its index in the file where it has none.
pub(super) fn node_name(name: &str, node: u32) -> String {
    if name.is_empty() {
        format!("node {node}")
    } else {
        name.to_owned()
    }
}
