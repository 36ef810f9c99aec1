//! An advice in words for people, and as one document for programs.

use std::fmt::Write as _;

use scene::names::decimal;
use serde::Serialize;
use session::state::advice::{Advice, AdvicePlan, MeshAdvice, MeshErrors, SetUp, Tried};

use super::Written;
use crate::terminal::printable::{json_for_terminals, printable};

/// The version for readers to check. A new number means that members were removed or changed their meaning; added members do not
/// change it.
const FORMAT: &str = "dualskin-advice/1";

#[derive(Serialize)]
struct Document<'a> {
    format: &'static str,
    source: &'a str,
    target: &'static str,
    /// The limit in percent of the size.
    within: f32,
    /// Whether every mesh holds it.
    holds: bool,
    poses: usize,
    random_poses: usize,
    meshes: Vec<MeshDocument<'a>>,
    /// `nothing`, `edit` or `bake`.
    plan: &'static str,
    output: Option<&'a str>,
    bytes: Option<usize>,
    /// Sentences about the file; left out where nothing is to be told.
    #[serde(skip_serializing_if = "str::is_empty")]
    remarks: &'a str,
}

#[derive(Serialize)]
struct MeshDocument<'a> {
    mesh: usize,
    name: &'a str,
    /// The method that it is measured against.
    reference: &'a str,
    /// What that loses of the volume around a joint; null where the surface is closed around none.
    reference_volume_loss: Option<f32>,
    #[serde(flatten)]
    set_up: SetUpDocument,
    holds: bool,
    before: ErrorsDocument,
    after: ErrorsDocument,
    reasons: &'a [String],
    tried: Vec<TriedDocument>,
}

/// A set-up, with what its kind has.
#[derive(Serialize)]
struct SetUpDocument {
    set_up: &'static str,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signs: Option<&'static str>,
    /// Joints: of a vertex, on each limb, or helpers in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    joints: Option<usize>,
    /// Corrective shapes.
    #[serde(skip_serializing_if = "Option::is_none")]
    shapes: Option<usize>,
}

/// Null where a number is beyond the range of numbers, or not known of the mesh alone.
#[derive(Serialize)]
struct ErrorsDocument {
    maximum_percent: f32,
    random_percent: f32,
    rms_percent: Option<f32>,
    normals_degrees: Option<f32>,
    /// The largest loss of volume around a joint.
    volume_loss: Option<f32>,
}

#[derive(Serialize)]
struct TriedDocument {
    #[serde(flatten)]
    set_up: SetUpDocument,
    maximum_percent: f32,
}

pub(super) fn document(source: &str, advice: &Advice, written: &Written) -> String {
    let [poses, random_poses] = advice.poses;
    let document = Document {
        format: FORMAT,
        source,
        target: advice.target.id(),
        within: advice.within,
        holds: advice.holds(),
        poses,
        random_poses,
        meshes: advice.meshes.iter().map(mesh_document).collect(),
        plan: match advice.plan {
            AdvicePlan::Nothing => "nothing",
            AdvicePlan::Edit(_) => "edit",
            AdvicePlan::Bake(_) => "bake",
        },
        output: written.output.as_deref(),
        bytes: written.bytes,
        remarks: &written.remarks,
    };
    let text = serde_json::to_string(&document);
    // Every member can be serialized.
    json_for_terminals(&text.unwrap_or_default())
}

fn mesh_document(of: &MeshAdvice) -> MeshDocument<'_> {
    MeshDocument {
        mesh: of.mesh,
        name: &of.name,
        reference: &of.reference,
        reference_volume_loss: of.reference_loss.map(|loss| loss.share),
        set_up: set_up_document(of.set_up),
        holds: of.holds,
        before: errors_document(of.before),
        after: errors_document(of.after),
        reasons: &of.reasons,
        tried: of.tried.iter().map(tried_document).collect(),
    }
}

fn set_up_document(set_up: SetUp) -> SetUpDocument {
    let (method, signs) = match set_up {
        SetUp::Method(method, signs) => {
            let has_signs = method.has_signs();
            (Some(method.name()), has_signs.then(|| signs.name()))
        }
        SetUp::AsItIs
        | SetUp::FewerJoints(_)
        | SetUp::BlendMap
        | SetUp::FittedWeights
        | SetUp::TwistJoints(_)
        | SetUp::FittedTwistJoints(_)
        | SetUp::Shapes(_)
        | SetUp::Helpers(_)
        | SetUp::Chains(_)
        | SetUp::KeyedHelpers(_) => (None, None),
    };
    let joints = match set_up {
        SetUp::FewerJoints(count) | SetUp::TwistJoints(count) | SetUp::FittedTwistJoints(count) => {
            Some(usize::from(count))
        }
        SetUp::Helpers(count) | SetUp::Chains(count) | SetUp::KeyedHelpers(count) => Some(count),
        SetUp::AsItIs
        | SetUp::Method(..)
        | SetUp::BlendMap
        | SetUp::FittedWeights
        | SetUp::Shapes(_) => None,
    };
    let shapes = match set_up {
        SetUp::Shapes(count) => Some(count),
        SetUp::AsItIs
        | SetUp::FewerJoints(_)
        | SetUp::Method(..)
        | SetUp::BlendMap
        | SetUp::FittedWeights
        | SetUp::TwistJoints(_)
        | SetUp::FittedTwistJoints(_)
        | SetUp::Helpers(_)
        | SetUp::Chains(_)
        | SetUp::KeyedHelpers(_) => None,
    };
    SetUpDocument {
        set_up: set_up.id(),
        title: set_up.title(),
        method,
        signs,
        joints,
        shapes,
    }
}

fn errors_document(of: MeshErrors) -> ErrorsDocument {
    ErrorsDocument {
        maximum_percent: of.maximum,
        random_percent: of.random,
        rms_percent: of.rms,
        normals_degrees: of.normals,
        volume_loss: of.loss.map(|loss| loss.share),
    }
}

fn tried_document(of: &Tried) -> TriedDocument {
    TriedDocument {
        set_up: set_up_document(of.set_up),
        maximum_percent: of.errors.maximum,
    }
}

pub(super) fn text(source: &str, advice: &Advice, written: &Written) -> String {
    let [poses, random] = advice.poses;
    let mut text = format!(
        "{}: for {}, within {} %, in {poses} poses, {random} of them random",
        printable(source),
        advice.target.id(),
        decimal(advice.within, 2)
    );
    for mesh in &advice.meshes {
        let mark = if mesh.holds { " " } else { "✗" };
        let [before, after] = [mesh.before, mesh.after].map(|of| decimal(of.maximum, 2));
        // Writing to a string cannot fail.
        let _written = write!(
            text,
            "\n{mark} {}: {}, {before} % before, {after} % after (right is {})",
            printable(&mesh.name),
            mesh.set_up.title(),
            mesh.reference
        );
        for reason in &mesh.reasons {
            let _written = write!(text, "\n    {}", printable(reason));
        }
    }
    let last = match (&written.output, &advice.plan) {
        (Some(output), _) => format!("Wrote {}.", printable(output)),
        (None, AdvicePlan::Nothing) => "Nothing is to be done.".to_owned(),
        (None, AdvicePlan::Edit(_) | AdvicePlan::Bake(_)) => {
            "--apply -o OUT.glb writes the character so.".to_owned()
        }
    };
    let _written = write!(text, "\n{last}");
    if !written.remarks.is_empty() {
        let _written = write!(text, "\n{}", printable(&written.remarks));
    }
    text
}
