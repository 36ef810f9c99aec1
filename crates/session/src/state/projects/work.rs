//! The user's work, as the difference of a document from its character's file.

use character::{Character, Mesh};
use rig::{Addresses, Pose, Rigid, Stretch};

use super::angles::degrees;
use super::clips::clips_of;
use super::driven::changed_driven;
use super::file_shape::FileShape;
use super::interpolators::changed_interpolators;
use super::joint_limits::changed_limits;
use super::layers::layers_of;
use super::pending::{pending_of, unplaced_shapes};
use super::pins::pins_of;
use super::props::props_of;
use super::reference::{PicturesShape, SoundShape};
use super::shape::{JointPose, MeshMethodShape, PaintedShape, Project};
use super::worn::worn_of;
use crate::document::Document;
use crate::document::journal::{Edit, Journal, PaintedPrimitive};

/// The work of a document, as far as it differs from its file.
///
/// Edits, painted weights, clips, pose, morph weights, of joints scale inheritance, locked axes, limits and pins, what they drive, props, and
/// what it names to work from. Source and view are left as in a new project.
#[must_use]
pub fn work_of(document: &Document) -> Project {
    let character = &*document.character;
    let skeleton = &character.rig.skeleton;
    let addresses = Addresses::new(skeleton);
    let at_rest = character.file_pose();
    let users = document.pose.rigid.iter().zip(&document.pose.stretch);
    let rests = at_rest.rigid.iter().zip(&at_rest.stretch);
    let pose = skeleton
        .joints()
        .zip(users.zip(rests))
        .filter(|(_, (user, rest))| user != rest)
        .map(|(joint, (user, rest))| (addresses.of(joint), joint_pose(user, rest)));
    let inheritance = document
        .scale_inheritance
        .iter()
        .zip(&character.rig.scale_inheritance);
    let scale_inheritance = skeleton
        .joints()
        .zip(inheritance)
        .filter(|(_, (user, file))| user != file)
        .map(|(joint, (&user, _))| (addresses.of(joint), user.into()));
    let axis_locks = skeleton
        .joints()
        .zip(document.axis_locks.iter())
        .filter(|(_, locks)| !locks.is_empty())
        .map(|(joint, locks)| (addresses.of(joint), locks.names()));
    let mut project = Project {
        weights: painted_shapes(&document.journal),
        clips: clips_of(&document.journal),
        layers: layers_of(document),
        edits: document.journal.skeleton_edits().cloned().collect(),
        pose: pose.collect(),
        pending: pending_of(document, &addresses),
        pending_unplaced: unplaced_shapes(document),
        morphs: morphs(character, &document.pose, &at_rest, &addresses),
        scale_inheritance: scale_inheritance.collect(),
        mesh_methods: mesh_methods(document),
        axis_locks: axis_locks.collect(),
        joint_limits: changed_limits(document, &addresses),
        pins: pins_of(document, &addresses),
        props: props_of(document, &addresses),
        worn: worn_of(document),
        driven: changed_driven(document, &addresses),
        interpolators: changed_interpolators(document, &addresses),
        ..Project::default()
    };
    let has_work = project != Project::default();
    project.file = has_work.then(|| FileShape::of(document, &project));
    // After that: to find joints and vertices again they are of no use.
    let reference = &document.reference;
    project.sound = reference.sound.as_ref().map(SoundShape::of);
    project.pictures = reference.pictures.as_ref().map(PicturesShape::of);
    project
}

/// Where they are others than in the file; a mesh that an edit has made came with the method of another.
fn mesh_methods(document: &Document) -> Vec<MeshMethodShape> {
    let in_file = &document.original.meshes;
    let any_in_file = in_file.iter().any(|mesh| mesh.skinning.is_some());
    let is_other = |(place, mesh): &(usize, &Mesh)| match in_file.get(*place) {
        Some(before) => before.skinning != mesh.skinning,
        None => any_in_file || mesh.skinning.is_some(),
    };
    let meshes = document.character.meshes.iter().enumerate();
    let shapes = meshes
        .filter(is_other)
        .map(|(place, mesh)| MeshMethodShape {
            mesh: place,
            name: mesh.name.clone(),
            method: mesh.skinning.map(|own| own.method),
            signs: mesh.skinning.and_then(|own| own.signs),
        });
    shapes.collect()
}

fn painted_shapes(journal: &Journal) -> Vec<PaintedShape> {
    let mut after = 0;
    let mut painted = Vec::new();
    for edit in journal.edits() {
        match edit {
            Edit::Skeleton(_) => after += 1,
            Edit::Clips(_) => {}
            Edit::Weights(work) => {
                let kept = work.primitives().iter().map(PaintedPrimitive::to_kept);
                painted.extend(kept.map(|kept| PaintedShape::new(after, kept)));
            }
        }
    }
    painted
}

fn joint_pose(user: (&Rigid, &Stretch), rest: (&Rigid, &Stretch)) -> JointPose {
    let turned = user.0.rotation != rest.0.rotation;
    let angles = turned.then(|| degrees(user.0.rotation)).flatten();
    JointPose {
        rotation: angles.map(|angles| angles.to_array()),
        quaternion: (turned && angles.is_none()).then(|| user.0.rotation.to_array()),
        translation: (user.0.translation != rest.0.translation)
            .then(|| user.0.translation.to_array()),
        scale: (user.1.scale != rest.1.scale).then(|| user.1.scale.to_array()),
        shear: (user.1.shear != rest.1.shear).then(|| user.1.shear.to_array()),
    }
}

fn morphs(
    character: &Character,
    pose: &Pose,
    at_rest: &Pose,
    addresses: &Addresses<'_>,
) -> Vec<(String, Vec<f32>)> {
    let changed = character.instances.iter().filter_map(|instance| {
        let weights = |pose: &Pose| {
            pose.morph_weights
                .get(instance.morph.clone())
                .map(<[f32]>::to_vec)
        };
        let user = weights(pose)?;
        (Some(&user) != weights(at_rest).as_ref()).then(|| (addresses.of(instance.node), user))
    });
    changed.collect()
}
