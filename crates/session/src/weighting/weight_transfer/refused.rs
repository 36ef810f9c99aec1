//! The error of a transfer.

use thiserror::Error;

/// Why no weights are taken, as one sentence with a remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TransferRefused {
    /// The source has no skin.
    #[error(
        "{source_name}: no mesh of it is bound to a skeleton, so that there are no weights to take; choose one with a skin."
    )]
    NoSkin {
        /// The name of the source.
        source_name: String,
    },
    /// The source has a skin, but no vertex has weights.
    #[error(
        "{source_name}: no joint moves any vertex of it, so that there are no weights to take."
    )]
    Unbound {
        /// The name of the source.
        source_name: String,
    },
    /// No mesh of the target has a skin.
    #[error(
        "Nothing here is bound to a skeleton, so that nothing can take weights; bind the mesh first: “Bind mesh to skeleton” in the menu Skeleton."
    )]
    NothingBound,
    /// The only possible target is the source itself.
    #[error(
        "{mesh} is the mesh that weights are taken from, and there is no other; choose another one or another file."
    )]
    SameMesh {
        /// The mesh's name.
        mesh: String,
    },
    /// The target has no joint of the source.
    #[error(
        "None of the {joints} that move {source_name} is found here: joints are matched by name, as {example}. Match them by hand in the window, rename them, or choose another source."
    )]
    NoJoints {
        /// The name of the source.
        source_name: String,
        /// The number of joints, as text with its noun.
        joints: String,
        /// The name of one of them.
        example: String,
    },
    /// No vertex takes weights; the text says why.
    #[error("{0}")]
    NoVertices(&'static str),
    /// The source has more joints than a row can index.
    #[error("{source_name}: its skins have too many joints together; choose one of its meshes.")]
    TooManyJoints {
        /// The name of the source.
        source_name: String,
    },
    /// The rest pose does not fit the skeleton.
    #[error("{0}")]
    Unposable(String),
    /// The new rows do not fit the mesh.
    #[error("The weights cannot be changed: {0}.")]
    Unwritable(String),
}

impl TransferRefused {
    /// For a source none of whose joints the target has.
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
