//! `dualskin bake --living`: helpers that follow every pose.

use bake::{
    BakeJob, Baked, LivingErrors, LivingJob, LivingKind, LivingReport, SkinErrors, USUAL_POSES,
    USUAL_UNSEEN,
};
use character::Character;
use rig::JointLimits;
use scene::names::{clip_name, decimal};
use scene::report::pluralize;
use session::state::export::written::size_in_words;

use super::{BakeOptions, clip_of, errors, mesh_name};
use crate::terminal::living::{
    LivingClipErrors, LivingHelper, LivingMeasure, LivingRow, LivingSummary, LivingWorst,
};

/// Joints that the worst vertex follows and that are named; the report has all.
const JOINTS_TOLD: usize = 4;

/// The same with helpers that follow every pose.
pub(super) const fn job<'a>(
    bake: BakeJob<'a>,
    kind: LivingKind,
    limits: &'a [Option<JointLimits>],
) -> LivingJob<'a> {
    LivingJob {
        bake,
        kind,
        limits,
        poses: USUAL_POSES,
        unseen: USUAL_UNSEEN,
    }
}

// ---- what is told ---------------------------------------------------------------------------------------------------

pub(super) fn remarks(
    options: &BakeOptions,
    character: &Character,
    baked: &Baked,
    left_out: usize,
) -> Vec<String> {
    let Some(living) = &baked.living else {
        return Vec::new();
    };
    let report = &baked.report;
    let mut remarks = vec![
        format!(
            "{} as linear blending with {} that follow every pose ({} in a skin at most), {}.",
            options.method,
            pluralize(report.helpers.len(), "helper joint"),
            pluralize(report.joints, "joint"),
            size_in_words(u64::try_from(baked.glb.len()).unwrap_or(u64::MAX))
        ),
        format!(
            "In {} that were not fitted to: {}.",
            pluralize(living.unseen.poses, "random pose"),
            told(living.kind, &living.unseen)
        ),
    ];
    remarks.extend(living.clips.iter().map(|of| {
        let name = clip_of(character, Some(of.clip)).map_or_else(String::new, clip_name);
        let held_back = match of.held_back {
            true => ", which was not fitted to",
            false => "",
        };
        format!("In {name}{held_back}: {}.", told(living.kind, &of.errors))
    }));
    remarks.extend(more_remarks(character, living, left_out));
    remarks.push(report.remarks.clone());
    remarks
}

fn told(kind: LivingKind, errors: &LivingErrors) -> String {
    let pair = |of: &SkinErrors| {
        let [maximum, rms] = [decimal(of.maximum, 3), decimal(of.rms, 4)];
        format!("{maximum} % of the size ({rms} % on average)")
    };
    format!(
        "{}, by plain linear blending {}, in viewers without {} {}",
        pair(&errors.living),
        pair(&errors.linear),
        kind.known_as(),
        pair(&errors.others)
    )
}

/// What is told of chains alone.
fn chain_remarks(report: &LivingReport) -> Vec<String> {
    let mut remarks = Vec::new();
    if report.kind == LivingKind::Chains {
        remarks.push(format!(
            "Chains: {} with rotation constraints, shared where they begin alike.",
            pluralize(report.nodes, "node")
        ));
    }
    if !report.keyed_alone.is_empty() {
        remarks.push(format!(
            "By keys of the clips alone, since constraints only turn: where {} {} moved or scaled.",
            listed(&report.keyed_alone),
            if report.keyed_alone.len() == 1 {
                "is"
            } else {
                "are"
            }
        ));
    }
    if !report.half_turned.is_empty() {
        remarks.push(format!(
            "Half a turn and more is beyond what constraints follow: helpers flip where clips turn {} so far. Rows and keys do not.",
            listed(&report.half_turned)
        ));
    }
    remarks
}

fn more_remarks(character: &Character, report: &LivingReport, left_out: usize) -> Vec<String> {
    let mut remarks = chain_remarks(report);
    if report.given_up > 0 {
        remarks.push(format!(
            "Given up: {}, farther off than asked for in some of these poses.",
            pluralize(report.given_up, "vertex")
        ));
    }
    if !report.meshes_without.is_empty() {
        let meshes = report.meshes_without.iter().map(|mesh| {
            let name = character.meshes.get(*mesh).and_then(|it| it.name.clone());
            name.unwrap_or_else(|| format!("mesh {mesh}"))
        });
        remarks.push(format!(
            "Without helpers, which would bring them no nearer than linear blending does: {}.",
            meshes.collect::<Vec<String>>().join(", ")
        ));
    }
    if let Some(worst) = &report.worst {
        let joints = worst.joints.iter().take(JOINTS_TOLD);
        let joints = joints.map(|(name, weight)| format!("{name} {}", decimal(*weight, 2)));
        remarks.push(format!(
            "Farthest off is vertex {} of {} with {} %, which follows {}.",
            worst.vertex,
            mesh_name(character, worst.primitive),
            decimal(worst.error, 3),
            joints.collect::<Vec<String>>().join(", ")
        ));
    }
    if left_out > 0 {
        remarks.push(format!("Left out: {}.", pluralize(left_out, "clip")));
    }
    remarks.push(
        match report.kind {
            LivingKind::Rows => {
                "Helpers follow every pose in Dualskin; other viewers play the clips by keys, and in other poses helpers stand still."
            }
            LivingKind::Chains => {
                "Helpers follow every pose in Dualskin and where VRMC_node_constraint is known; other viewers play the clips by keys, and in other poses helpers stand still."
            }
        }
        .to_owned(),
    );
    remarks
}

/// A few names, and how many more there are.
fn listed(names: &[String]) -> String {
    let told: Vec<&str> = names.iter().take(JOINTS_TOLD).map(String::as_str).collect();
    let more = names.len().saturating_sub(told.len());
    match more {
        0 => told.join(", "),
        more => format!("{} and {more} more", told.join(", ")),
    }
}

pub(super) fn summary(
    options: &BakeOptions,
    character: &Character,
    baked: &Baked,
) -> Option<LivingSummary> {
    let Baked { report, living, .. } = baked;
    let living = living.as_ref()?;
    let clips = living.clips.iter().map(|of| LivingClipErrors {
        clip: clip_of(character, Some(of.clip)).map_or_else(String::new, clip_name),
        held_back: of.held_back,
        errors: measure(&of.errors),
    });
    let helpers = report.helpers.iter().map(|helper| LivingHelper {
        name: helper.name.clone(),
        vertices: helper.vertices,
    });
    let worst = living.worst.as_ref().map(|worst| LivingWorst {
        mesh: mesh_name(character, worst.primitive),
        primitive: worst.primitive,
        vertex: worst.vertex,
        percent: worst.error,
        row: (worst.joints.iter())
            .map(|(joint, weight)| LivingRow {
                joint: joint.clone(),
                weight: *weight,
            })
            .collect(),
    });
    Some(LivingSummary {
        kind: living.kind.name(),
        method: options.method.name(),
        size: report.size,
        fitted_poses: report.fitted,
        unseen: measure(&living.unseen),
        clips: clips.collect(),
        helpers: helpers.collect(),
        nodes: living.nodes,
        keyed_alone: living.keyed_alone.clone(),
        half_turned: living.half_turned.clone(),
        joints: report.joints,
        given_up_vertices: living.given_up,
        meshes_without_helpers: living.meshes_without.len(),
        worst,
        helper_keys_before_reduction: report.keys[0],
        helper_keys: report.keys[1],
    })
}

const fn measure(of: &LivingErrors) -> LivingMeasure {
    LivingMeasure {
        poses: of.poses,
        linear: errors(&of.linear),
        living: errors(&of.living),
        other_viewers: errors(&of.others),
    }
}
