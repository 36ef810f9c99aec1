//! Why a weight file cannot be used.

use text_files::FileFault;
use thiserror::Error;

/// Why a weight file cannot be used: one sentence that names the file, the place and a remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refused {
    /// The text cannot be parsed.
    #[error("{0}")]
    Fault(FileFault),
    /// The file is for a mesh with another number of vertices.
    #[error(
        "{file}, line {}, column {}: the file is for {theirs} vertices, and {mesh} has {own}; {}.",
        .place.0, .place.1, remedy(*.has_places)
    )]
    OtherCount {
        /// Name of the file.
        file: String,
        /// Line and column of the number of vertices.
        place: (usize, usize),
        /// Name of the mesh.
        mesh: String,
        /// Number of vertices in the file.
        theirs: u32,
        /// Number of vertices in the mesh.
        own: usize,
        /// Whether the file has positions of vertices, so that it can be matched by them.
        has_places: bool,
    },
    /// The file is to be matched by position, but has no positions.
    #[error(
        "{file} does not say where its vertices are, so that it cannot be matched by place; export it again with places."
    )]
    NoPlaces {
        /// Name of the file.
        file: String,
    },
    /// The file is a pose preset.
    #[error(
        "{file} is a pose, and no file of weights; put it into the folder of poses, and it is in the library."
    )]
    Pose {
        /// Name of the file.
        file: String,
    },
    /// Several meshes have as many vertices as the file.
    #[error("{file} fits {count} meshes; choose the one that is meant.")]
    Ambiguous {
        /// Name of the file.
        file: String,
        /// Number of meshes that fit.
        count: usize,
    },
    /// The character has no mesh with a skin.
    #[error(
        "Nothing here is bound to a skeleton, so that there are no weights; bind the mesh to a skeleton first."
    )]
    NothingBound,
    /// The file cannot be read from disk.
    #[error("{0}")]
    Unreadable(String),
}

impl Refused {
    /// Whether assigning rows by position would work.
    #[must_use]
    pub const fn fits_by_place(&self) -> bool {
        matches!(
            self,
            Self::OtherCount {
                has_places: true,
                ..
            }
        )
    }
}

const fn remedy(has_places: bool) -> &'static str {
    if has_places {
        "match it by place, or export it from this mesh"
    } else {
        "export it from this mesh, or again with places, by which it can be matched"
    }
}
