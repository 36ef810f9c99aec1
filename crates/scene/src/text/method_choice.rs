//! A skinning method as it is typed: one for the whole character, or each mesh's own.

use std::fmt;
use std::str::FromStr;

use character::Character;
use dq_math::SignRule;
use rig::{Method, UnknownMethod};

use crate::pose::posed_character::{Look, PER_MESH};
use crate::text::names::{
    PER_MESH_TITLE, PER_MESH_TOOLTIP, method_title, method_tooltip, per_mesh_title,
};

/// A method for the whole character, or those of the meshes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MethodChoice {
    /// The same for all meshes, whatever methods they have of their own.
    One(Method),
    /// Each mesh's own. Those without one take this, or what the file was shown by where it is none.
    PerMesh(Option<Method>),
}

impl MethodChoice {
    /// The same, where meshes without a method of their own take this if nothing else is said.
    #[must_use]
    pub const fn or(self, method: Option<Method>) -> Self {
        match self {
            Self::PerMesh(None) => Self::PerMesh(method),
            other => other,
        }
    }

    /// What a character is skinned by. The signs are those of meshes without signs of their own.
    #[must_use]
    pub fn look(self, character: &Character, signs: SignRule) -> Look {
        let (method, per_mesh) = match self {
            Self::One(method) => (method, false),
            Self::PerMesh(Some(method)) => (method, true),
            Self::PerMesh(None) => {
                let shown = character.source.kept.skinning;
                (shown.map(|shown| shown.method).unwrap_or_default(), true)
            }
        };
        Look {
            method,
            signs,
            per_mesh,
            ..Look::default()
        }
    }

    /// The name on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::One(method) => method.name(),
            Self::PerMesh(_) => PER_MESH,
        }
    }

    /// The label; of the methods of the meshes with that of meshes without one, where that is known.
    #[must_use]
    pub fn title(self) -> String {
        match self {
            Self::One(method) => method_title(method).to_owned(),
            Self::PerMesh(None) => PER_MESH_TITLE.to_owned(),
            Self::PerMesh(Some(method)) => per_mesh_title(method),
        }
    }

    /// The effect in a sentence or two, as tooltips show it.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::One(method) => method_tooltip(method),
            Self::PerMesh(_) => PER_MESH_TOOLTIP,
        }
    }
}

impl Default for MethodChoice {
    fn default() -> Self {
        Self::One(Method::default())
    }
}

impl From<Method> for MethodChoice {
    fn from(method: Method) -> Self {
        Self::One(method)
    }
}

impl From<Look> for MethodChoice {
    fn from(look: Look) -> Self {
        match look.per_mesh {
            true => Self::PerMesh(Some(look.method)),
            false => Self::One(look.method),
        }
    }
}

/// Writes the [`name`](MethodChoice::name) by which it is typed, padded as asked.
impl fmt::Display for MethodChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a name of a [`Method`], or `per-mesh`.
impl FromStr for MethodChoice {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        match name {
            PER_MESH => Ok(Self::PerMesh(None)),
            _ => Ok(Self::One(name.parse()?)),
        }
    }
}
