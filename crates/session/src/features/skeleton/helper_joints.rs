//! What all helper joints have in common: their names, how they are added, the weights that they get, and what is told.

use std::sync::Arc;

use character::{Character, RestFrame, SkeletonEdit, WeightEdit};
use glam::Vec3;
use mesh::PointIndex;
use rig::{HumanBone, JointIndex, JointSlot, NamePatterns, Rigid, RowList, Skeleton};
use scene::report::pluralize;
use scene::vertex_facts::INFLUENCE_LIMIT;
use weights::{Edit, HelperShare, Rows as _, Rules, ShareFrom, Skip, give_to_helper};

use crate::document::Document;
use crate::state::painting::paint_mesh::PaintMesh;
use crate::state::weight_table::weights_work::WeightsWork;

/// A document with helper joints.
#[derive(Clone, Debug)]
pub struct WithHelperJoints {
    /// The document with joints, channels and weights.
    pub after: Document,
    /// The keys of the new joints.
    pub added: Vec<u32>,
    /// What is to be told, in sentences.
    pub sentences: Vec<String>,
}

/// A joint to add.
#[derive(Clone, Debug)]
pub(super) struct NewJoint {
    /// The key of its parent.
    pub parent: u32,
    pub name: String,
    /// Where it rests in the model.
    pub frame: Rigid,
}

/// Adds a joint by an edit, so that a project makes the same one again, and gives its key.
pub(super) fn add_joint(document: &mut Document, joint: &NewJoint) -> Result<u32, String> {
    let key = document.character.next_joint_key();
    let edit = SkeletonEdit::Add {
        parent: Some(joint.parent),
        name: joint.name.clone(),
        frame: RestFrame::new(joint.frame),
    };
    let (after, _) = document
        .with_skeleton_edit(&edit)
        .map_err(|error| format!("{error}."))?;
    *document = after;
    Ok(key)
}

/// What a helper of a joint is called: the joint's name with a word before the mark of its side. A joint without a name goes by the bone that
/// it is, else by its number; a name that is taken gets a number.
pub(super) fn helper_name(
    skeleton: &Skeleton,
    joint: JointIndex,
    bone: Option<HumanBone>,
    word: &str,
) -> String {
    let own = skeleton.name(joint);
    let own = match (own.is_empty(), bone) {
        (false, _) => own.to_owned(),
        (true, Some(bone)) => bone.name().to_owned(),
        (true, None) => format!("joint_{}", skeleton.key(joint)),
    };
    let patterns = NamePatterns::default();
    let name = patterns.with_word(&own, word);
    let others = (2..).map(|number: u32| patterns.with_word(&own, &format!("{word}_{number}")));
    let mut names = [name].into_iter().chain(others);
    let free = names.find(|name| skeleton.find(name).is_none());
    free.unwrap_or_else(|| word.to_owned())
}

/// What became of weights that helpers were to get.
#[derive(Default)]
pub(super) struct GivenWeights {
    changed: usize,
    locked: usize,
    too_many: usize,
}

impl GivenWeights {
    /// The edits of a mesh by primitives, without rows that would have more influences than people want, and counts all of it.
    pub(super) fn edits(
        &mut self,
        character: &Character,
        mesh: &PaintMesh,
        edit: &Edit,
    ) -> Vec<WeightEdit> {
        let locked = edit.report.skipped();
        let locked = locked.filter(|(reason, _)| *reason == Skip::JointLocked);
        self.locked += locked.map(|(_, count)| count).sum::<usize>();
        let mut edits = mesh.pieces_of(edit);
        for own in &mut edits {
            self.keep_to_limit(character, own);
        }
        edits.retain(|own| !own.rows.is_empty());
        edits
    }

    /// Takes the rows out that would have more influences than people want, unless they have as many already.
    fn keep_to_limit(&mut self, character: &Character, edit: &mut WeightEdit) {
        let primitive = character.meshes.get(edit.mesh);
        let primitive = primitive.and_then(|mesh| mesh.primitives.get(edit.primitive));
        let influences = primitive.and_then(|primitive| primitive.influences.as_ref());
        let had = |vertex: u32| {
            let vertex = usize::try_from(vertex).ok()?;
            let influences = influences.filter(|own| vertex < own.vertex_count())?;
            Some(influences.bound_row(vertex).joints.len())
        };
        let mut kept = RowList::default();
        for (vertex, row) in edit.rows.iter() {
            let most = had(vertex).unwrap_or(0).max(INFLUENCE_LIMIT);
            if row.len() <= most {
                kept.push(vertex, row.iter().copied());
                self.changed += 1;
            } else {
                self.too_many += 1;
            }
        }
        edit.rows = kept;
    }

    /// What is told of it; `done` is what became of weights, as `are spread along the bones`.
    pub(super) fn sentences(&self, done: &str) -> Vec<String> {
        let mut said = Vec::new();
        if self.changed > 0 {
            let vertices = pluralize(self.changed, "vertex");
            said.push(format!("Weights of {vertices} {done}."));
        }
        if self.locked > 0 {
            let vertices = pluralize(self.locked, "vertex");
            said.push(format!(
                "Left as they are: the weights of {vertices}, which are locked. Unlock their joints, and divide them by painting."
            ));
        }
        if self.too_many > 0 {
            let vertices = pluralize(self.too_many, "vertex");
            said.push(format!(
                "Left as they are: the weights of {vertices}, which would need more than {INFLUENCE_LIMIT} influences."
            ));
        }
        said
    }
}

/// A helper that gets shares of points from other joints.
pub(super) struct Giving<'a> {
    /// Whether it stands between two joints; else each of them gives.
    pub is_between: bool,
    pub from: &'a [JointIndex],
    pub to: JointIndex,
}

/// A document whose helpers get weights, mesh by mesh.
pub(super) struct HelperWeights<'a> {
    pub document: Document,
    pub meshes: Vec<PaintMesh>,
    pub given: GivenWeights,
    work: &'a WeightsWork,
}

impl<'a> HelperWeights<'a> {
    pub(super) fn new(document: Document, work: &'a WeightsWork) -> Self {
        Self::since(document, 0, work)
    }

    /// Those of the skins from one on.
    pub(super) fn since(document: Document, first: usize, work: &'a WeightsWork) -> Self {
        Self {
            meshes: PaintMesh::since(&document.character, first),
            given: GivenWeights::default(),
            document,
            work,
        }
    }

    /// Gives a helper its share of all points, where these rest in the model as a joint carries them.
    pub(super) fn give(
        &mut self,
        giving: &Giving<'_>,
        carrier: JointIndex,
        share: impl Fn(Vec3) -> f32,
    ) -> Result<(), String> {
        for place in 0..self.meshes.len() {
            let mesh = self.meshes.get(place);
            let points = mesh.and_then(|mesh| rested(&self.document.character, mesh, carrier));
            let Some(points) = points else { continue };
            let shares: Vec<f32> = points.into_iter().map(&share).collect();
            self.give_shares(place, giving, &shares)?;
        }
        Ok(())
    }

    /// Gives a helper these shares of the points of one of the meshes.
    pub(super) fn give_shares(
        &mut self,
        place: usize,
        giving: &Giving<'_>,
        shares: &[f32],
    ) -> Result<(), String> {
        let character = Arc::clone(&self.document.character);
        let Some(mesh) = self.meshes.get(place) else {
            return Ok(());
        };
        let Some(bind) = character.rig.binds.get(mesh.skin) else {
            return Ok(());
        };
        // Who is not listed by the skin has nothing to give.
        let from = giving.from.iter().filter_map(|&joint| bind.slot_of(joint));
        let from: Vec<JointSlot> = from.collect();
        let from = match (giving.is_between, from.as_slice()) {
            (true, &[one, other]) => ShareFrom::Between([one, other]),
            (true, _) => return Ok(()),
            (false, joints) => ShareFrom::Each(joints),
        };
        let Some(to) = bind.slot_of(giving.to) else {
            return Ok(());
        };
        let locks = self.work.locks_of(&character.rig.skeleton, bind.joints());
        let rules = Rules {
            locks: &locks,
            limit: Some(INFLUENCE_LIMIT),
            ..Rules::default()
        };
        let points: Vec<PointIndex> = mesh.all_points().collect();
        let helper = HelperShare { from, to, shares };
        let edit = give_to_helper(&mesh.rows(&character), &points, &helper, &rules);
        let edits = self.given.edits(&character, mesh, &edit);
        let after = self.document.with_weight_edits(&edits);
        self.document = after.map_err(|error| format!("{error}."))?;
        Ok(())
    }
}

/// The points of a surface where they rest in the model as a joint carries them; none where its skin does not list the joint.
pub(super) fn rested(
    character: &Character,
    mesh: &PaintMesh,
    joint: JointIndex,
) -> Option<Vec<Vec3>> {
    let bind = character.rig.binds.get(mesh.skin)?;
    let slot = bind.slot_of(joint)?;
    let rest = character.rig.skeleton.rest_model_from_joint(joint);
    let model_from_bind = rest.to_affine() * bind.joint_from_bind(usize::from(slot));
    let places = mesh.surface().positions().iter();
    let points = places.map(|place| model_from_bind.transform_point3(*place));
    Some(points.collect())
}

/// How much of each point of a surface a joint moves.
pub(super) fn weights_of(character: &Character, mesh: &PaintMesh, joint: JointIndex) -> Vec<f32> {
    let bind = character.rig.binds.get(mesh.skin);
    let slot = bind.and_then(|bind| bind.slot_of(joint));
    let rows = mesh.rows(character);
    let weight = |point: PointIndex| slot.map_or(0.0, |slot| rows.row(point).weight(slot));
    mesh.all_points().map(weight).collect()
}
