//! Why no weights are taken.

use thiserror::Error;

/// Why no weights are taken: one sentence with a remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TransferRefused {
    /// The source has no skin.
    #[error(
        "{source_name}: no mesh of it is bound to a skeleton, so that there are no weights to take; choose one with a skin."
    )]
    NoSkin {
        /// What the source is called.
        source_name: String,
    },
    /// The source has a skin, but no vertex has weights.
    #[error(
        "{source_name}: no joint moves any vertex of it, so that there are no weights to take."
    )]
    Unbound {
        /// What the source is called.
        source_name: String,
    },
    /// There is nothing to give weights to.
    #[error(
        "Nothing here is bound to a skeleton, so that nothing can take weights; bind the mesh first: “Bind mesh to skeleton” in the menu Skeleton."
    )]
    NothingBound,
    /// Source and target are one mesh.
    #[error(
        "{mesh} is the mesh that weights are taken from, and there is no other; choose another one or another file."
    )]
    SameMesh {
        /// The mesh's name.
        mesh: String,
    },
    /// No joint of the source is one of the target.
    #[error(
        "None of the {joints} that move {source_name} is found here: joints are matched by name, as {example}. Rename them, or choose another source."
    )]
    NoJoints {
        /// What the source is called.
        source_name: String,
        /// How many joints, in words.
        joints: String,
        /// The name of one.
        example: String,
    },
    /// No vertex is to take anything.
    #[error("{0}")]
    NoVertices(&'static str),
    /// More joints than indices.
    #[error("{source_name}: its skins have too many joints together; choose one of its meshes.")]
    TooManyJoints {
        /// What the source is called.
        source_name: String,
    },
    /// A rest pose that does not fit.
    #[error("{0}")]
    Unposable(String),
    /// Weights that do not fit.
    #[error("The weights cannot be changed: {0}.")]
    Unwritable(String),
}

impl TransferRefused {
    /// None of the joints that move a source is found.
    pub(super) fn no_joints(source_name: &str, missing: &[String]) -> Self {
        Self::NoJoints {
            source_name: source_name.to_owned(),
            joints: match missing.len() {
                1 => "1 joint".to_owned(),
                count => format!("{count} joints"),
            },
            example: missing.first().cloned().unwrap_or_default(),
        }
    }
}
