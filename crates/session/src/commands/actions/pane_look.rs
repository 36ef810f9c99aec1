//! What the active pane shows, with the rows: method, signs, normals. `apply/run/pane_look.rs` runs them.

use dq_math::SignRule;
use rig::Method;
use scene::names::{
    PER_MESH_TOOLTIP, SIGNS, method_title, method_tooltip, signs_title, signs_tooltip,
};
use scene::view::pane_shows::Normals;

use super::{Menu, Row, row};

/// Group of the methods in the menu.
pub const METHOD_GROUP: u8 = 5;
/// Group of the rules of signs.
pub const SIGNS_GROUP: u8 = 6;
/// Group of the normals.
pub const NORMALS_GROUP: u8 = 7;

/// Choices for the active pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaneLookAction {
    /// Skins the active pane by the next method, after the last by the first.
    NextMethod,
    /// The way back.
    PreviousMethod,
    /// Skins it by the method with this [`name`](Method::name).
    Method(&'static str),
    /// Skins each mesh by its own method, or all by the one of the pane again.
    PerMesh,
    /// Takes the next rule of signs.
    NextSigns,
    /// Aligns signs by this rule.
    Signs(SignRule),
    /// Takes the next source of normals.
    NextNormals,
    /// Takes normals from this source.
    Normals(Normals),
}

impl PaneLookAction {
    const STEPS: [Row<Self>; 5] = [
        row(
            Menu::Compare,
            METHOD_GROUP,
            Self::NextMethod,
            "Next method",
            "Skins the active pane by the next method",
        ),
        row(
            Menu::Compare,
            METHOD_GROUP,
            Self::PreviousMethod,
            "Previous method",
            "Skins the active pane by the previous method",
        ),
        row(
            Menu::Compare,
            METHOD_GROUP,
            Self::PerMesh,
            "Method: Per mesh",
            PER_MESH_TOOLTIP,
        ),
        row(
            Menu::Compare,
            SIGNS_GROUP,
            Self::NextSigns,
            "Next sign alignment",
            "Aligns signs in the active pane by the next rule",
        ),
        row(
            Menu::Compare,
            NORMALS_GROUP,
            Self::NextNormals,
            "Next normals",
            "Lights the active pane by normals from the next source",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        let methods = Method::ALL.map(|method| Row {
            action: Self::Method(method.name()),
            menu: Menu::Compare,
            group: METHOD_GROUP,
            text: format!("Method: {}", method_title(method)).into(),
            tooltip: method_tooltip(method),
        });
        let signs = SIGNS.map(|signs| Row {
            action: Self::Signs(signs),
            menu: Menu::Compare,
            group: SIGNS_GROUP,
            text: format!("Sign alignment: {}", signs_title(signs)).into(),
            tooltip: signs_tooltip(signs),
        });
        let normals = Normals::ALL.map(|normals| Row {
            action: Self::Normals(normals),
            menu: Menu::Compare,
            group: NORMALS_GROUP,
            text: format!("Normals: {}", normals.title()).into(),
            tooltip: normals.tooltip(),
        });
        let choices = methods.into_iter().chain(signs).chain(normals);
        Self::STEPS.into_iter().chain(choices)
    }
}
