//! Why a file of weights is not taken.

use text_files::FileFault;
use thiserror::Error;

/// Why a file of weights is not taken: one sentence that names the file, the place and a remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refused {
    /// Something in the text.
    #[error("{0}")]
    Fault(FileFault),
    /// It is for a mesh with another number of vertices.
    #[error(
        "{file}, line {}, column {}: the file is for {theirs} vertices, and {mesh} has {own}; {}.",
        .place.0, .place.1, remedy(*.has_places)
    )]
    OtherCount {
        /// The file's name.
        file: String,
        /// Line and column of its number of vertices.
        place: (usize, usize),
        /// The mesh's name.
        mesh: String,
        /// The number in the file.
        theirs: u32,
        /// The mesh's.
        own: usize,
        /// Whether the file says where vertices are, so that they can be matched by that.
        has_places: bool,
    },
    /// It is to be matched by place, and says nothing of places.
    #[error(
        "{file} does not say where its vertices are, so that it cannot be matched by place; export it again with places."
    )]
    NoPlaces {
        /// The file's name.
        file: String,
    },
    /// It is no text of weights, but a pose.
    #[error(
        "{file} is a pose, and no file of weights; put it into the folder of poses, and it is in the library."
    )]
    Pose {
        /// The file's name.
        file: String,
    },
    /// Several meshes have as many vertices as it.
    #[error("{file} fits {count} meshes; choose the one that is meant.")]
    Ambiguous {
        /// The file's name.
        file: String,
        /// How many.
        count: usize,
    },
    /// There is nothing to give weights to.
    #[error(
        "Nothing here is bound to a skeleton, so that there are no weights; bind the mesh to a skeleton first."
    )]
    NothingBound,
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(String),
}

const fn remedy(has_places: bool) -> &'static str {
    if has_places {
        "match it by place, or export it from this mesh"
    } else {
        "export it from this mesh, or again with places, by which it can be matched"
    }
}
