//! What a project is written from. It is taken on the window's thread and costs little there, for all that is large is
//! shared; what takes time, as the rows of kept weights, is done where the project is written.

use std::sync::Arc;

use character::Character;
use scene::same_surface::has_same_surface;
use scene::view::pane_shows::{PaneShows, PaneWeights};

use super::kept_weights::kept_shape;
use super::shape::{KeptShape, PaneShape, Project, Sight, SourceName, StoredVersion};
use super::work::work_of;
use crate::document::Document;
use crate::document::versions::fit_weights;
use crate::files::builtin;

/// Work and view at one moment.
#[derive(Clone, Debug)]
pub struct Capture {
    /// Path, length and hash of the character's file.
    pub source: SourceName,
    /// The document whose work is written; a snapshot that shares all that is large.
    pub(crate) document: Document,
    /// The view, but for what the panes show.
    pub(crate) sight: Sight,
    /// What the panes show.
    pub(crate) panes: Vec<PaneShows>,
    /// The versions of the weights that stay.
    pub(crate) versions: Vec<StayingVersion>,
}

/// A version of the weights that stays.
#[derive(Clone, Debug)]
pub(crate) struct StayingVersion {
    /// The number that panes name it by.
    pub(crate) number: u32,
    pub(crate) name: String,
    pub(crate) document: Document,
}

impl Capture {
    /// The project as data. Takes time where weights were kept or edited.
    #[must_use]
    pub fn project(&self) -> Project {
        let versions = self.versions.iter();
        let kept = versions.filter_map(|version| {
            let fitted = self.fit_version(version)?;
            let shape = kept_shape(&version.name, &fitted, &self.document);
            Some((version.number, shape))
        });
        let (numbers, kept): (Vec<u32>, Vec<KeptShape>) = kept.unzip();
        let panes = self.panes.iter().map(|shows| pane(shows, &numbers));
        let work = work_of(&self.document);
        // A built-in character stays as it is.
        let is_builtin = self.source.file.starts_with(builtin::PREFIX);
        let file = work.file.clone().filter(|_| !is_builtin);
        Project {
            source: self.source.clone(),
            file,
            kept,
            sight: Sight {
                panes: panes.collect(),
                ..self.sight.clone()
            },
            ..work
        }
    }

    /// The character with the weights of a version, if they fit.
    fn fit_version(&self, version: &StayingVersion) -> Option<Arc<Character>> {
        let character = &version.document.character;
        if has_same_surface(character, &self.document.character) {
            return Some(Arc::clone(character));
        }
        fit_weights(&version.document, &self.document)
            .ok()
            .map(Arc::new)
    }
}

/// Weights that the project does not keep are those of the project when it is opened.
fn pane(shows: &PaneShows, kept: &[u32]) -> PaneShape {
    let place_of = |number: u32| kept.iter().position(|kept| *kept == number);
    PaneShape {
        weights: match shows.weights {
            // What was baked is not part of a project.
            PaneWeights::Current | PaneWeights::Baked => StoredVersion::Current,
            PaneWeights::FourInfluences => StoredVersion::FourInfluences,
            PaneWeights::Opened => StoredVersion::Opened,
            PaneWeights::Source => StoredVersion::Source,
            PaneWeights::Kept(number) => {
                place_of(number).map_or(StoredVersion::Current, StoredVersion::Kept)
            }
        },
        method: shows.look.method,
        signs: shows.look.signs,
        per_mesh: shows.look.per_mesh,
        twist: shows.look.twist,
        smooth: shows.look.smooth,
        normals: shows.normals,
        scale_inheritance: shows.scale_inheritance,
    }
}
