//! Sound and pictures to work from, as project data.

use std::path::Path;

use serde::{Deserialize, Serialize};
use whole_file::Files;

use super::shape::Project;
use super::source::{absolute, source_from};
use crate::document::reference::{Reference, ReferencePictures, Sound};

/// The sound along the clips.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoundShape {
    /// A path, relative to the project's folder or absolute.
    pub file: String,
    /// The time of the clip at which it begins, in seconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub start: f32,
}

/// The pictures behind or before the figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PicturesShape {
    /// A path, relative to the project's folder or absolute; of a sequence that of the first picture.
    pub file: String,
    /// The pane that shows them, 0 for A; none for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pane: Option<usize>,
    /// Whether they are over the figures.
    pub in_front: bool,
    /// How much of them is seen, 0 to 1.
    pub opacity: f32,
    /// How far they are shifted to the right and up, in heights of the pane.
    pub shift: [f32; 2],
    /// Their size; 1 fits the pane.
    pub scale: f32,
    /// The time of the clip at which the first one is shown, in seconds.
    pub start: f32,
    /// Pictures a second; none for the times of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_second: Option<f32>,
}

impl Default for PicturesShape {
    fn default() -> Self {
        Self::of(&ReferencePictures::default())
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands in a reference"
)]
fn is_zero(number: &f32) -> bool {
    *number == 0.0
}

impl SoundShape {
    pub(super) fn of(sound: &Sound) -> Self {
        Self {
            file: sound.file.clone(),
            start: sound.start,
        }
    }

    fn sound(&self) -> Sound {
        let sound = Sound {
            file: self.file.clone(),
            start: self.start,
        };
        sound.within_limits()
    }
}

impl PicturesShape {
    pub(super) fn of(pictures: &ReferencePictures) -> Self {
        Self {
            file: pictures.file.clone(),
            pane: pictures.pane,
            in_front: pictures.in_front,
            opacity: pictures.opacity,
            shift: pictures.shift,
            scale: pictures.scale,
            start: pictures.start,
            per_second: pictures.per_second,
        }
    }

    fn pictures(&self) -> ReferencePictures {
        let pictures = ReferencePictures {
            file: self.file.clone(),
            pane: self.pane,
            in_front: self.in_front,
            opacity: self.opacity,
            shift: self.shift,
            scale: self.scale,
            start: self.start,
            per_second: self.per_second,
        };
        pictures.within_limits()
    }
}

impl Project {
    /// Sound and pictures that the project names.
    #[must_use]
    pub fn reference(&self) -> Reference {
        Reference {
            sound: self.sound.as_ref().map(SoundShape::sound),
            pictures: self.pictures.as_ref().map(PicturesShape::pictures),
        }
    }

    /// Names all files as a project in this folder does: the character's, the sound's, the pictures', those of props. See [`source_from`].
    pub fn name_files_from(&mut self, folder: &Path, files: &Files) {
        self.source.file = source_from(folder, &self.source.file, files);
        self.each_reference(|file| source_from(folder, file, files));
    }

    /// Names sound, pictures and props by whole paths, where they are named as a project in this folder does.
    pub fn find_reference_in(&mut self, folder: &Path) {
        self.each_reference(|file| absolute(folder, file));
    }

    fn each_reference(&mut self, named: impl Fn(&str) -> String) {
        let sound = self.sound.as_mut().map(|sound| &mut sound.file);
        let pictures = self.pictures.as_mut().map(|pictures| &mut pictures.file);
        let props = self.props.iter_mut().map(|prop| &mut prop.file);
        for file in sound.into_iter().chain(pictures).chain(props) {
            *file = named(file);
        }
    }
}
