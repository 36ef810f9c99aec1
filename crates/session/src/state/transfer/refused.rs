//! The error of a transfer.

use thiserror::Error;

/// Where joints are matched by hand: left out where the reader sees that already.
pub(super) const IN_THE_WINDOW: &str = " in the window";

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
        /// Name of the mesh, which is the only one with weights.
        mesh: String,
    },
    /// The target has no joint of the source.
    #[error(
        "None of the {joints} that move {source_name} is found here: joints are matched by name, as {example}. Match them by hand{IN_THE_WINDOW}, rename them, or choose another source."
    )]
    NoJoints {
        /// The name of the source.
        source_name: String,
        /// The number of joints, as text with its noun.
        joints: String,
        /// The name of one of them.
        example: String,
    },
    /// Joints of the source have names of joints of the target, but some names are of several joints.
    #[error(
        "None of the {joints} that move {source_name} can be told by its name: {example} is here too, but several joints of the source or of the target have that name, and their paths differ. Rename joints so that each name is there once, or match them by hand{IN_THE_WINDOW}."
    )]
    AmbiguousJoints {
        /// The name of the source.
        source_name: String,
        /// The number of joints, as text with its noun.
        joints: String,
        /// A name that several joints have.
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
    /// For a source none of whose joints the target has; `shared` is a name that joints of both have all the same.
    pub(super) fn no_joints(source_name: &str, missing: &[String], shared: Option<String>) -> Self {
        let source_name = source_name.to_owned();
        let joints = match missing.len() {
            1 => "1 joint".to_owned(),
            count => format!("{count} joints"),
        };
        match shared {
            Some(example) => Self::AmbiguousJoints {
                source_name,
                joints,
                example,
            },
            None => Self::NoJoints {
                source_name,
                joints,
                example: missing.first().cloned().unwrap_or_default(),
            },
        }
    }
}
