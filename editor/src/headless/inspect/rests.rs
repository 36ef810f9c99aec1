//! Binds and rest frames that hold more than a rigid motion, and who copes with them.

use super::problem::{Problem, Severity, counted, measure};
use super::report::Report;
use super::skins::{JointReport, NodeReport, SkinReport};
use super::stretch::Stretches;

/// Binds with more than a rigid motion.
pub(super) fn binds(skin: &SkinReport) -> Vec<Problem> {
    let mut found = Vec::new();
    let stretched: Vec<&JointReport> =
        joints_where(skin, |joint| !joint.bind_stretch.keeps_lengths());
    if !stretched.is_empty() {
        let amount = span(stretched.iter().map(|joint| joint.bind_stretch));
        let what = format!(
            "{} {} bound with {amount}",
            of_skin(&stretched, skin),
            are(&stretched)
        );
        let problem = Problem::new(
            "non-rigid-bind",
            Severity::Problem,
            stretched.len(),
            what,
            "dual-quaternion leaves this out: a wrong shape; all other methods keep it.",
        );
        found.push(
            problem.with(
                stretched
                    .iter()
                    .map(|joint| joint_name(&joint.name, joint.node)),
            ),
        );
    }
    let mirrored: Vec<&JointReport> = joints_where(skin, |joint| joint.bind_stretch.is_mirrored());
    if !mirrored.is_empty() {
        let problem = Problem::new(
            "mirrored-bind",
            Severity::Problem,
            mirrored.len(),
            format!(
                "{} {} bound mirrored",
                of_skin(&mirrored, skin),
                are(&mirrored)
            ),
            "dual-quaternion leaves the mirror out; all other methods keep it.",
        );
        found.push(
            problem.with(
                mirrored
                    .iter()
                    .map(|joint| joint_name(&joint.name, joint.node)),
            ),
        );
    }
    found
}

/// The range of all stretches: `a scale of 0.01`, `stretches of 0.53 to 2.4`.
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

/// Rest frames with more than a rigid motion.
pub(super) fn rests(report: &Report) -> Vec<Problem> {
    let joints = |test: &dyn Fn(Stretches) -> bool| {
        let nodes = report.nodes.iter();
        nodes
            .filter(|node| node.is_joint && test(node.rest_stretch))
            .collect::<Vec<&NodeReport>>()
    };
    let with = |some: &[&NodeReport]| span(some.iter().map(|node| node.rest_stretch));
    let mut found = Vec::new();
    let mut say = |code, severity, some: &[&NodeReport], how: &str, meaning| {
        if some.is_empty() {
            return;
        }
        let verb = if some.len() == 1 { "rests" } else { "rest" };
        let what = format!("{} {verb} {how}", counted(some.len(), "joint"));
        let names = some.iter().map(|node| joint_name(&node.name, node.node));
        found.push(Problem::new(code, severity, some.len(), what, meaning).with(names));
    };
    let uneven = joints(&|rest| !rest.is_uniform());
    let meaning = "What turns below is sheared; dual-quaternion drops that, the others keep it.";
    let how = format!("unevenly, with {}", with(&uneven));
    say("rest-stretch", Severity::Problem, &uneven, &how, meaning);
    let meaning = if binds_undo_rests(report) {
        "Harmless: the bind undoes it, for every method."
    } else {
        "The bind undoes a part of it: what is left is listed as a problem."
    };
    let scaled = joints(&|rest| rest.is_uniform() && !rest.keeps_lengths());
    let how = format!("with {}", with(&scaled));
    say("rest-scale", Severity::Note, &scaled, &how, meaning);
    let mirrored = joints(&Stretches::is_mirrored);
    say(
        "mirrored-rest",
        Severity::Note,
        &mirrored,
        "mirrored",
        meaning,
    );
    found
}

/// Whether every bind is rigid once the rest stretch is taken off.
fn binds_undo_rests(report: &Report) -> bool {
    let mut joints = report.skins.iter().flat_map(|skin| &skin.joints);
    joints.all(|joint| joint.bind_stretch.keeps_lengths() && !joint.bind_stretch.is_mirrored())
}

pub(super) fn joints_where(
    skin: &SkinReport,
    test: impl Fn(&JointReport) -> bool,
) -> Vec<&JointReport> {
    skin.joints.iter().filter(|joint| test(joint)).collect()
}

fn are<T>(some: &[T]) -> &'static str {
    if some.len() == 1 { "is" } else { "are" }
}

/// `All 4 joints of skin 0`, `2 of the 4 joints of skin 0`.
pub(super) fn of_skin(some: &[&JointReport], skin: &SkinReport) -> String {
    let (n_some, index) = (some.len(), skin.index);
    match skin.joints.len() {
        1 => format!("The joint of skin {index}"),
        all if all == n_some => format!("All {} of skin {index}", counted(all, "joint")),
        all => format!("{n_some} of the {} of skin {index}", counted(all, "joint")),
    }
}

pub(super) fn joint_name(name: &str, node: u32) -> String {
    if name.is_empty() {
        format!("node {node}")
    } else {
        name.to_owned()
    }
}
