//! `dualskin bind`: a skin for meshes that have none, with the joints that there are or with a skeleton that is added.

use character::Character;
use rig::JointIndex;
use scene::names::joint_name;
use scene::report::pluralize;
use session::document::Document;
use session::features::weight_operations::worker::AutomaticTask;
use session::session::Session;
use session::state::painting::unbound_points;
use session::state::weight_operations::weight_request::{
    AutomaticRequest, BindRequest, BoundJoints, WeightResult, has_weights, joints_to_bind,
    meshes_without_skin,
};

use super::rigging::run_task;
use super::skeleton::{Skeleton, with_skeleton};
use crate::Failure;
use crate::source::opened::OpenedDocument;
use crate::terminal::printable::{list_names, short};
use crate::terminal::report::SkeletonFacts;

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct BindJob {
    /// The mesh, by the name or index of its node; none for all that have no skin.
    pub mesh: Option<String>,
    /// The skeleton to add; none for the joints that there are.
    pub skeleton: Option<Skeleton>,
    /// How its weights are made; none to leave the vertices without weights.
    pub automatic: Option<AutomaticRequest>,
}

/// Binds the meshes of an opened source; and says what was added to bind them to.
pub(crate) fn bind_meshes(
    source: &str,
    job: &BindJob,
    opened: &OpenedDocument,
    session: &mut Session,
) -> Result<(WeightResult, Option<SkeletonFacts>), Failure> {
    let character = &opened.document.character;
    if job.skeleton.is_some() {
        refuse_skinned(source, character)?;
    }
    let node = to_bind(source, character, job.mesh.as_deref())?;
    let (with_joints, facts) = match &job.skeleton {
        None => (None, None),
        Some(skeleton) => {
            let (document, facts) = with_skeleton(source, skeleton, opened)?;
            let joints = joints_added(character, &document.character);
            let after = &document.character.rig.skeleton;
            session.character.skeleton.ready = joints.iter().map(|&it| after.key(it)).collect();
            session.character.selection.set_all(joints);
            (Some(document), Some(facts))
        }
    };
    let document = with_joints.as_ref().unwrap_or(&opened.document);
    refuse_jointless(source, document)?;
    let bind = BindRequest {
        node,
        // Joints that lie in the file already, as of a skin that was taken off, are not what was asked for.
        joints: match &job.skeleton {
            Some(Skeleton::Ready(_)) => BoundJoints::Ready,
            Some(Skeleton::Foreign { .. }) => BoundJoints::Added,
            None => BoundJoints::All,
        },
        automatic: job.automatic.is_some(),
    };
    let requests = (bind, job.automatic.unwrap_or_default());
    let task = AutomaticTask::binding(requests, document, session);
    let done = run_task(source, task, "use dualskin weights automatic --joints all")?;
    Ok((done, facts))
}

fn joints_added(before: &Character, after: &Character) -> Vec<JointIndex> {
    let (before, after) = (&before.rig.skeleton, &after.rig.skeleton);
    let is_new = |joint: &JointIndex| before.joint_of_key(after.key(*joint)).is_none();
    after.joints().filter(is_new).collect()
}

/// The key of the node whose mesh is to be bound; none for all without a skin.
fn to_bind(
    source: &str,
    character: &Character,
    asked: Option<&str>,
) -> Result<Option<u32>, Failure> {
    let free = meshes_without_skin(character);
    if free.is_empty() {
        let why = match (character.instances.is_empty(), unbound_points(character, 0)) {
            (true, _) => "it has no triangles to bind; choose a file with a mesh.".to_owned(),
            (false, 0) => "every mesh of it has a skin already; make other weights for it: dualskin weights automatic.".to_owned(),
            (false, count) => format!(
                "every mesh of it has a skin already, and {} of them no weights; fill them: dualskin weights automatic --only-unbound.",
                pluralize(count, "vertex"),
            ),
        };
        return Err(Failure::Data(format!("{source}: {why}")));
    }
    let Some(asked) = asked else {
        return Ok(None);
    };
    let index = asked.parse().ok();
    let found: Vec<u32> = free
        .iter()
        .filter(|(key, name)| Some(*key) == index || name == asked)
        .map(|(key, _)| *key)
        .collect();
    match found[..] {
        [key] => Ok(Some(key)),
        _ => {
            let labels = free.iter().map(|(key, name)| format!("{key} ({name})"));
            let what = if found.is_empty() { "no" } else { "several" };
            Err(Failure::Usage(format!(
                "{source}: {what} meshes without a skin are called {}; choose one by the index of its node: {}.",
                short(asked),
                list_names(labels)
            )))
        }
    }
}

fn refuse_jointless(source: &str, document: &Document) -> Result<(), Failure> {
    if !joints_to_bind(document).is_empty() {
        return Ok(());
    }
    Err(Failure::Data(format!(
        "{source}: there is no joint to bind to; fit a ready skeleton, as with --skeleton biped, or take that of another file, with --skeleton FILE."
    )))
}

/// A skeleton more beside that of a skin would be bound to half of the figure.
fn refuse_skinned(source: &str, character: &Character) -> Result<(), Failure> {
    let mut skinned = character.instances.iter();
    let Some(skinned) = skinned.find(|instance| has_weights(character, instance)) else {
        return Ok(());
    };
    let mesh = short(&joint_name(&character.rig.skeleton, skinned.node));
    // Only meshes without a skin can be bound.
    let other = match meshes_without_skin(character).is_empty() {
        true => "",
        false => "leave it out to bind to the joints there are, or ",
    };
    Err(Failure::Data(format!(
        "{source}: the mesh {mesh} has a skin already, and --skeleton is for a figure without; {other}take the skin off: dualskin unbind."
    )))
}
