//! The methods that meshes have of their own, with the rows: they are about the mesh chosen in the inspector.
//! `apply/run/mesh_method.rs` runs them.

use dq_math::SignRule;
use rig::Method;
use scene::names::{SIGNS, method_title, method_tooltip, signs_title, signs_tooltip};

use super::{Menu, Row, row};

/// Group of the methods of a mesh in the menu.
pub const MESH_GROUP: u8 = 8;

/// Choices for the chosen mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeshMethodAction {
    /// Chooses the next mesh, after the last the first.
    NextMesh,
    /// Gives the mesh the next method, after the last that of the pane.
    NextMeshMethod,
    /// Takes its method away: it is skinned as the pane.
    MeshMethodOfPane,
    /// Gives it the method with this [`name`](Method::name).
    MeshMethod(&'static str),
    /// Takes its sign rule away: its signs are aligned as in the pane.
    MeshSignsOfPane,
    /// Aligns its signs by this rule.
    MeshSigns(SignRule),
}

impl MeshMethodAction {
    const STEPS: [Row<Self>; 4] = [
        row(
            Menu::Compare,
            MESH_GROUP,
            Self::NextMesh,
            "Next mesh",
            "Chooses the next mesh in the inspector, whose method commands and keys change",
        ),
        row(
            Menu::Compare,
            MESH_GROUP,
            Self::NextMeshMethod,
            "Next method of mesh",
            "Gives the chosen mesh the next method, after the last that of the pane",
        ),
        row(
            Menu::Compare,
            MESH_GROUP,
            Self::MeshMethodOfPane,
            "Method of mesh: As the pane",
            "The chosen mesh has no method of its own",
        ),
        row(
            Menu::Compare,
            MESH_GROUP,
            Self::MeshSignsOfPane,
            "Signs of mesh: As the pane",
            "The chosen mesh has no sign alignment of its own",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        let methods = Method::ALL.map(|method| Row {
            action: Self::MeshMethod(method.name()),
            menu: Menu::Compare,
            group: MESH_GROUP,
            text: format!("Method of mesh: {}", method_title(method)).into(),
            tooltip: method_tooltip(method),
        });
        let signs = SIGNS.map(|signs| Row {
            action: Self::MeshSigns(signs),
            menu: Menu::Compare,
            group: MESH_GROUP,
            text: format!("Signs of mesh: {}", signs_title(signs)).into(),
            tooltip: signs_tooltip(signs),
        });
        Self::STEPS.into_iter().chain(methods).chain(signs)
    }
}
