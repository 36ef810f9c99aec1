//! States of weights, maps, layers and shapes.

use std::path::Path;

use rig::JointIndex;
use scene::vertex_facts::VertexPlace;
use session::commands::command::Intent;
use session::state::selection::Choose;
use session::state::transfer::transfer_work::TransferIntent;
use session::state::weight_table::command::WeightCommand;

use super::super::super::driven_editor::DrivenEditor;
use super::{VERTEX, frames, opened, run, turn_joint};

/// Of the shirt: the primitives of the body come before.
const WORN: VertexPlace = VertexPlace {
    primitive: 11,
    vertex: 0,
};

/// The mesh with the fewest vertices, which are soon looked for in the body.
const BUTTONS: usize = 4;

pub(super) fn blend_map(folder: &Path) -> Result<DrivenEditor, String> {
    painted_map(folder, ["use-paint-layer-blend", "use-brush-subtract"])
}

pub(super) fn bulge_map(folder: &Path) -> Result<DrivenEditor, String> {
    painted_map(folder, ["use-paint-layer-bulge", "use-brush-add"])
}

/// A blend map is 1 where there is none, a bulge map 0.
fn painted_map(folder: &Path, [layer, brush]: [&str; 2]) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    for id in ["weights-mode", layer, brush, "flood-weights"] {
        run(&mut editor, id)?;
        editor.frame();
    }
    editor.frame();
    Ok(editor)
}

pub(super) fn copied_influence(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    run(&mut editor, "weights-mode")?;
    for (joint, id) in [(1, Some("copy-influence")), (2, None)] {
        editor.send(Intent::SelectAll(vec![JointIndex(joint)], Choose::Alone));
        editor.frame();
        if let Some(id) = id {
            run(&mut editor, id)?;
            editor.frame();
        }
    }
    Ok(editor)
}

pub(super) fn copied_weights(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    run(&mut editor, "weights-mode")?;
    editor.send(Intent::SelectAll(vec![JointIndex(1)], Choose::Alone));
    editor.frame();
    run(&mut editor, "select-vertices-of-joint")?;
    editor.send(Intent::PinVertex(Some(VERTEX)));
    editor.frame();
    run(&mut editor, "copy-vertex-weights")?;
    editor.frame();
    Ok(editor)
}

/// The middle one of three is active.
pub(super) fn layers(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    run(&mut editor, "weights-mode")?;
    for id in [
        "add-layer",
        "add-layer",
        "add-layer",
        "activate-layer-below",
    ] {
        run(&mut editor, id)?;
        editor.frame();
        editor.frame();
    }
    let select = WeightCommand::SelectVertices(vec![VERTEX], Choose::Alone);
    editor.send(Intent::Weights(select));
    editor.frame();
    Ok(editor)
}

pub(super) fn masked_layer(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = layers(folder)?;
    run(&mut editor, "mask-layer-by-selection")?;
    editor.frame();
    editor.frame();
    Ok(editor)
}

pub(super) fn dressed(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = DrivenEditor::in_line(folder, "builtin:dressed")?;
    run(&mut editor, "bind-clothes")?;
    let dialog = editor.session().transfer.dialog.clone();
    let mut asked = dialog.ok_or("nothing is asked about clothes")?;
    asked.choice.onto = Some(BUTTONS);
    editor.send(Intent::Transfer(TransferIntent::Ask(Some(asked))));
    frames(&mut editor, 4);
    editor.send(Intent::Transfer(TransferIntent::Begin));
    frames(&mut editor, 4);
    run(&mut editor, "weights-mode")?;
    editor.frame();
    let select = |vertex| WeightCommand::SelectVertices(vec![vertex], Choose::Alone);
    editor.send(Intent::Weights(select(WORN)));
    editor.frame();
    run(&mut editor, "hide-mesh")?;
    editor.send(Intent::SelectAll(vec![JointIndex(2)], Choose::Alone));
    editor.send(Intent::Weights(select(VERTEX)));
    editor.frame();
    Ok(editor)
}

pub(super) fn corrective(folder: &Path) -> Result<DrivenEditor, String> {
    let mut editor = opened(folder)?;
    editor.send(Intent::SelectAll(vec![JointIndex(1)], Choose::Alone));
    turn_joint(&mut editor, 50.0);
    run(&mut editor, "new-corrective")?;
    editor.frame();
    Ok(editor)
}
