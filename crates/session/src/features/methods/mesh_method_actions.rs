//! The methods that meshes have of their own: about the mesh chosen in the inspector.

use std::borrow::Cow;

use character::MeshSkinning;
use rig::Method;
use scene::names::{SIGNS, mesh_name, method_title, method_tooltip, signs_title, signs_tooltip};

use crate::commands::actions::MeshMethodAction;
use crate::document::Document;
use crate::features::actions::conditions::unless;
use crate::features::actions::menus::MESH_METHOD;
use crate::features::actions::row::{ActionInfo, RowBuilder, WhyNot, row};
use crate::features::view::View;
use crate::session::Session;

pub(crate) fn rows() -> Vec<ActionInfo> {
    let mut rows = vec![
        mesh_row(MeshMethodAction::NextMesh, "Next mesh")
            .tooltip(
                "Chooses the next mesh in the inspector, whose method commands and keys change",
            )
            .requires(
                |view| view.document.character.meshes.len() > 1,
                "there is one mesh",
            )
            .run(|cx| cx.choose_next_mesh()),
        mesh_row(MeshMethodAction::NextMeshMethod, "Next method of mesh")
            .tooltip("Gives the chosen mesh the next method, after the last that of the pane")
            .run(|cx| cx.change_mesh_skinning(next_method)),
        mesh_row(
            MeshMethodAction::MeshMethodOfPane,
            "Method of mesh: As the pane",
        )
        .tooltip("The chosen mesh has no method of its own")
        .checked_with(|document, session| Some(own(document, session)?.is_none()))
        .run(|cx| cx.change_mesh_skinning(|_| None)),
        mesh_row(
            MeshMethodAction::MeshSignsOfPane,
            "Signs of mesh: As the pane",
        )
        .tooltip("The chosen mesh has no sign alignment of its own")
        .when([mesh_has_signs])
        .checked_with(|document, session| {
            let own = own(document, session)?;
            Some(own.is_none_or(|own| own.signs.is_none()))
        })
        .run(|cx| {
            cx.change_mesh_skinning(|own| own.map(|own| MeshSkinning { signs: None, ..own }));
        }),
    ];
    rows.extend(Method::ALL.map(|method| {
        let text = format!("Method of mesh: {}", method_title(method));
        mesh_row(MeshMethodAction::MeshMethod(method.name()), text)
            .tooltip(method_tooltip(method))
            .checked_with(move |document, session| {
                let own = own(document, session)?;
                Some(own.is_some_and(|own| own.method == method))
            })
            .run(move |cx| cx.change_mesh_skinning(|own| with_method(own, method)))
    }));
    rows.extend(SIGNS.map(|signs| {
        let text = format!("Signs of mesh: {}", signs_title(signs));
        mesh_row(MeshMethodAction::MeshSigns(signs), text)
            .tooltip(signs_tooltip(signs))
            .when([mesh_has_signs])
            .checked_with(move |document, session| {
                let own = own(document, session)?;
                Some(own.is_some_and(|own| own.signs == Some(signs)))
            })
            .run(move |cx| {
                let signs = Some(signs);
                cx.change_mesh_skinning(|own| own.map(|own| MeshSkinning { signs, ..own }));
            })
    }));
    rows
}

/// A row that needs a mesh, and names it.
fn mesh_row(action: MeshMethodAction, text: impl Into<Cow<'static, str>>) -> RowBuilder {
    row(action, MESH_METHOD, text)
        .when([mesh_chosen])
        .text_now(|text, view| {
            let (character, mesh) = (&view.document.character, view.session.character.mesh);
            character.meshes.get(mesh)?;
            Some(format!("{text} ({})", mesh_name(character, mesh)))
        })
}

/// The method that the chosen mesh has of its own; none without a mesh.
fn own(document: &Document, session: &Session) -> Option<Option<MeshSkinning>> {
    let mesh = document.character.meshes.get(session.character.mesh)?;
    Some(mesh.skinning)
}

fn mesh_chosen(view: &View<'_>) -> WhyNot {
    unless(
        own(view.document, view.session).is_some(),
        "there is no mesh",
    )
}

fn mesh_has_signs(view: &View<'_>) -> WhyNot {
    let own = own(view.document, view.session).flatten();
    unless(
        own.is_some_and(|own| own.method.has_signs()),
        "the mesh has no method of its own with signs to align",
    )
}

fn next_method(own: Option<MeshSkinning>) -> Option<MeshSkinning> {
    let place = own.and_then(|own| Method::ALL.iter().position(|it| *it == own.method));
    let next = place.map_or(0, |place| place + 1);
    let method = Method::ALL.get(next).copied()?;
    with_method(own, method)
}

fn with_method(own: Option<MeshSkinning>, method: Method) -> Option<MeshSkinning> {
    let signs = own.and_then(|own| own.signs);
    Some(MeshSkinning { method, signs })
}
