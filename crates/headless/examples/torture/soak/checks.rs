//! What holds after every command.

use std::sync::Arc;

use character::{Character, Primitive};
use rig::{InfluenceRow, Pose};
use scene::deform::deform;
use scene::posed_character::Look;
use session::document::Document;
use session::features::projects::capture::capture_project;
use session::state::projects::{read, restore_project, write};

use super::super::driven_editor::DrivenEditor;

/// How far a sum of weights may be from one.
const ROUNDING: f32 = 1e-4;
/// Poses that stretch further are not skinned: their products leave the range of numbers.
const MODERATE: f32 = 1e6;

/// After each command: sums, finite numbers, lists of one length, partners of two sides.
pub(crate) fn after(editor: &DrivenEditor) -> Result<(), String> {
    let document = editor.document();
    let count = document.character.rig.skeleton.len();
    let pose = &document.pose;
    let lengths = [
        pose.rigid.len(),
        pose.stretch.len(),
        document.scale_inheritance.len(),
    ];
    if lengths != [count; 3] {
        return Err(format!("lists of {lengths:?} for {count} joints"));
    }
    numbers(pose)
        .find(|number| !number.is_finite())
        .map_or(Ok(()), |number| Err(format!("the pose holds {number}")))?;
    let camera = &editor.session().camera;
    let view = [camera.yaw, camera.pitch, camera.distance, camera.fov_y];
    if !camera.target.is_finite() || view.iter().any(|number| !number.is_finite()) {
        return Err(format!("the camera is {camera:?}"));
    }
    let selection = &editor.session().character.selection;
    if selection
        .joints()
        .iter()
        .any(|joint| joint.index() >= count)
    {
        return Err("a joint is selected that is not there".to_owned());
    }
    super::clips::check(editor)?;
    super::partners::check(&document.character)?;
    super::constraints::check(&document.character)?;
    rows(&document.character)
}

fn rows(character: &Character) -> Result<(), String> {
    let skeleton = &character.rig.skeleton;
    for joint in skeleton.joints() {
        let rest = skeleton.rest_model_from_joint(joint);
        if !rest.rotation.is_finite() || !rest.translation.is_finite() {
            return Err(format!("the rest of joint {} is {rest:?}", joint.index()));
        }
    }
    let meshes = character.meshes.iter().enumerate();
    for (mesh, primitive) in
        meshes.flat_map(|(at, mesh)| mesh.primitives.iter().map(move |one| (at, one)))
    {
        weights(primitive).map_err(|what| format!("mesh {mesh}: {what}"))?;
    }
    Ok(())
}

fn weights(primitive: &Primitive) -> Result<(), String> {
    let rows = primitive.influences.iter().flat_map(|all| all.rows());
    for (vertex, InfluenceRow { joints, weights }) in rows.enumerate() {
        let sum: f32 = weights.iter().sum();
        let is_row = joints.is_empty() || (sum - 1.0).abs() < ROUNDING;
        if !is_row || weights.iter().any(|weight| !weight.is_finite()) {
            return Err(format!("vertex {vertex} has the weights {weights:?}"));
        }
    }
    for (kind, map) in primitive.maps.iter() {
        let mut numbers = map.iter().flat_map(|map| map.values());
        if let Some(number) = numbers.find(|number| !(0.0..=1.0).contains(number)) {
            return Err(format!("the {} holds {number}", kind.name()));
        }
    }
    if primitive
        .positions
        .iter()
        .any(|position| !position.is_finite())
    {
        return Err("a vertex is nowhere".to_owned());
    }
    Ok(())
}

/// Now and then: the pose is skinned, and the project is read as it was written.
pub(crate) fn seldom(editor: &DrivenEditor) -> Result<(), String> {
    let document = editor.document();
    let largest = numbers(&document.pose).fold(0.0_f32, |most, number| most.max(number.abs()));
    if largest < MODERATE {
        let inheritance = &document.scale_inheritance;
        let deformed = deform(
            &document.character,
            &document.pose,
            inheritance,
            Look::default(),
        );
        let deformed = deformed.map_err(|error| error.to_string())?;
        let mut all = deformed
            .iter()
            .flat_map(|one| one.positions.iter().chain(&one.normals));
        if all.any(|vertex| !vertex.is_finite()) && largest < 1e3 {
            return Err("a skinned vertex is nowhere".to_owned());
        }
    }
    let text = write(&capture_project(document, editor.session()))?;
    let project =
        read(text.as_bytes()).map_err(|fault| format!("the saved project is refused: {fault}"))?;
    let again = restore_project(&document.original, &project);
    if let Some(problem) = again.problems.first() {
        return Err(format!("the saved project does not fit: {problem}"));
    }
    if again.document.journal != document.journal {
        return Err("the saved project has other edits".to_owned());
    }
    if again.document.character.pairs_by_hand != document.character.pairs_by_hand {
        return Err("the saved project has other mirror partners".to_owned());
    }
    if again.document.character.clips != document.character.clips {
        return Err("the saved project has other clips".to_owned());
    }
    unchanged(&document.pose, &again.document.pose).map_err(|what| format!("{what}\n{text}"))
}

/// What is saved comes back bit by bit.
fn unchanged(one: &Pose, other: &Pose) -> Result<(), String> {
    let (one, other): (Vec<f32>, Vec<f32>) = (numbers(one).collect(), numbers(other).collect());
    if one.len() != other.len() {
        return Err("the saved pose has another length".to_owned());
    }
    let differs = one.iter().zip(&other).position(|(one, other)| one != other);
    differs.map_or(Ok(()), |at| {
        Err(format!(
            "number {at} of the pose is {}, and {} in the saved project",
            one[at], other[at]
        ))
    })
}

/// All numbers of a pose.
fn numbers(pose: &Pose) -> impl Iterator<Item = f32> {
    let moved = pose.rigid.iter().flat_map(|rigid| {
        let turned = rigid.rotation.to_array();
        turned.into_iter().chain(rigid.translation.to_array())
    });
    let stretched = pose.stretch.iter().flat_map(|stretch| {
        let scaled = stretch.scale.to_array();
        scaled.into_iter().chain(stretch.shear.to_array())
    });
    moved
        .chain(stretched)
        .chain(pose.morph_weights.iter().copied())
}

/// Whether two documents are the same, bit for bit. Characters are, if they are one: undo keeps no copies.
pub(crate) fn same(one: &Document, other: &Document) -> Result<(), String> {
    if !Arc::ptr_eq(&one.character, &other.character) {
        return Err("the character is another".to_owned());
    }
    if one.character.clips != other.character.clips {
        return Err("the clips are others".to_owned());
    }
    if one.journal != other.journal {
        return Err("the edits are others".to_owned());
    }
    if one.scale_inheritance != other.scale_inheritance {
        return Err("the scale inheritance is another".to_owned());
    }
    let bits = |pose: &Pose| numbers(pose).map(f32::to_bits).collect::<Vec<_>>();
    if bits(&one.pose) != bits(&other.pose) {
        return Err("the pose is another".to_owned());
    }
    Ok(())
}
