//! `dualskin bind`: a skin for meshes that have none, with the joints that there are or with a skeleton that is added.

use character::Character;
use rig::JointIndex;
use scene::report::pluralize;
use session::document::Document;
use session::features::weight_operations::worker::AutomaticTask;
use session::session::Session;
use session::state::painting::unbound_points;
use session::state::weight_operations::weight_request::{
    AutomaticRequest, BindRequest, BoundJoints, WeightResult, has_weights, joints_to_bind,
    meshes_without_skin,
};
use weights::Report as Changes;

use super::rigging::run_task;
use super::skeleton::{Skeleton, refuse_skinned, with_skeleton};
use crate::source::opened::OpenedDocument;
use crate::terminal::printable::{list_names, short};
use crate::terminal::report::SkeletonFacts;
use crate::{Failure, FailureKind};

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct BindJob {
    /// The mesh, by the name or index of its node; none for all that have no skin.
    pub mesh: Option<String>,
    /// The skeleton to add; none for the joints that there are.
    pub skeleton: Option<Skeleton>,
    /// How its weights are made; none to leave the vertices without weights.
    pub automatic: Option<AutomaticRequest>,
    /// Whether a character that is bound already is written as it is, instead of being refused.
    pub skips_bound: bool,
}

/// Binds the meshes of an opened source; and says what was added to bind them to.
pub(crate) fn bind_meshes(
    source: &str,
    job: &BindJob,
    opened: &OpenedDocument,
    session: &mut Session,
) -> Result<(WeightResult, Option<SkeletonFacts>), Failure> {
    let character = &opened.document.character;
    if job.skips_bound && is_bound(character, job.skeleton.is_some()) {
        return Ok((as_it_is(&opened.document), None));
    }
    if job.skeleton.is_some() {
        refuse_skinned(source, character, "--skeleton is")?;
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

/// Whether there is nothing to bind; where a skeleton is to be added, whether anything is bound.
fn is_bound(character: &Character, adds_skeleton: bool) -> bool {
    let mut instances = character.instances.iter();
    match adds_skeleton {
        true => instances.any(|instance| has_weights(character, instance)),
        false => !character.instances.is_empty() && meshes_without_skin(character).is_empty(),
    }
}

/// What binding gives that leaves a document as it is.
fn as_it_is(document: &Document) -> WeightResult {
    WeightResult {
        name: "Bind".to_owned(),
        after: document.clone(),
        report: Changes::default(),
        said: "Nothing was bound: it has a skin already.".to_owned(),
        is_fresh: false,
        is_compared: false,
        shows: None,
    }
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
        let is_bare = character.instances.is_empty();
        let kind = match is_bare {
            true => FailureKind::NoMesh,
            false => FailureKind::AlreadySkinned,
        };
        let why = match (is_bare, unbound_points(character, 0)) {
            (true, _) => "it has no triangles to bind; choose a file with a mesh.".to_owned(),
            (false, 0) => "every mesh of it has a skin already; make other weights for it: dualskin weights automatic.".to_owned(),
            (false, count) => format!(
                "every mesh of it has a skin already, and {} of them no weights; fill them: dualskin weights automatic --only-unbound.",
                pluralize(count, "vertex"),
            ),
        };
        return Err(Failure::Known(kind, format!("{source}: {why}")));
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
    Err(Failure::Known(
        FailureKind::NoJoints,
        format!(
            "{source}: there is no joint to bind to; fit a ready skeleton, as with --skeleton biped, or take that of another file, with --skeleton FILE."
        ),
    ))
}
