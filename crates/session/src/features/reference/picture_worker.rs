//! Reads the pictures of the document in the background, and decodes the one that is shown.

use std::collections::VecDeque;
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use whole_file::Files;

use super::file_reading::{FileReading, told};
use crate::document::Document;
use crate::document::reference::ReferencePictures;
use crate::session::Session;
use crate::state::reference::bounded::MOST_BYTES;
use crate::state::reference::media::{Media, Picture};
use crate::state::reference::picture_file::{read_media, read_picture};
use crate::tasks::{Fault, Handle, Latest, Spawner, Task};

/// Pictures of a sequence that are kept decoded, so that a step back shows at once.
const MOST_KEPT: usize = 24;

/// A picture that is shown, with a number that no other picture has.
#[derive(Clone, Debug)]
pub struct ShownPicture {
    /// Its number.
    pub number: u64,
    /// The picture.
    pub picture: Arc<Picture>,
}

/// A picture of the sequence that was decoded, or could not be.
#[derive(Debug)]
struct Decoded {
    place: usize,
    shown: Option<ShownPicture>,
}

/// The pictures of the document, and the work that reads them.
#[derive(Debug, Default)]
pub struct PictureReading {
    file: FileReading<Media>,
    /// Work on a picture of a sequence, by its place.
    decoding: Latest<usize, Result<Picture, String>>,
    kept: VecDeque<Decoded>,
    /// What was shown last, which stays until the wanted one is there.
    shown: Option<ShownPicture>,
    /// The place of `shown` in an animation.
    shown_place: Option<usize>,
    /// Number of the newest picture.
    number: u64,
    /// Why a picture of a sequence could not be decoded.
    fault: Fault,
}

impl PictureReading {
    /// Reads the pictures of the document, unless they are hidden or were read, and has the one of the shown time ready.
    pub fn follow(&mut self, document: &Document, session: &Session, spawner: &Spawner) {
        let pictures = document.reference.pictures.as_ref();
        let pictures = pictures.filter(|_| session.switches.reference);
        let file = pictures.map(|pictures| pictures.file.as_str());
        let opened = &session.reference_reads.pictures;
        let is_other = self
            .file
            .follow(file, opened, &session.files, spawner, read_media);
        if is_other {
            *self = Self {
                file: take(&mut self.file),
                number: self.number,
                ..Self::default()
            };
        }
        let (Some(pictures), Some(media)) = (pictures, self.file.shared()) else {
            return;
        };
        let time = session.playback.moment.map_or(0.0, |moment| moment.time);
        let place = place_of(&media, pictures, time);
        match &*media {
            Media::Still(picture) => self.show(0, picture),
            Media::Animation(all) => {
                if let Some((_, picture)) = all.get(place) {
                    self.show(place, picture);
                }
            }
            Media::Sequence(files) => {
                self.decode(files, place, &session.files, spawner);
                let kept = self.kept.iter().find(|kept| kept.place == place);
                if let Some(shown) = kept.and_then(|kept| kept.shown.clone()) {
                    self.shown = Some(shown);
                }
            }
        }
    }

    /// Decodes the picture of a sequence at a place, and when it is there the next one.
    fn decode(&mut self, all: &[(u64, PathBuf)], place: usize, files: &Files, spawner: &Spawner) {
        if let Some((place, outcome)) = self.decoding.poll() {
            let file = all.get(place).map_or(Path::new(""), |(_, file)| file);
            let read = told(outcome, file, &mut self.fault);
            let shown = read.ok().map(|picture| self.numbered(Arc::new(picture)));
            self.keep(Decoded { place, shown });
        }
        let is_kept = |place: usize| self.kept.iter().any(|kept| kept.place == place);
        let next = [place, place + 1]
            .into_iter()
            .find(|place| !is_kept(*place));
        let file = next.and_then(|place| Some((place, all.get(place)?.1.clone())));
        let Some((place, file)) = file else {
            return;
        };
        self.decoding.follow_up(place, || {
            let files = files.clone();
            let work = move |_: &Handle| read_picture(&file, &files);
            Task::start(spawner, "reference picture", work)
        });
    }

    /// Keeps a picture, and lets go of the ones that were decoded longest ago.
    fn keep(&mut self, decoded: Decoded) {
        self.kept.push_back(decoded);
        let bytes = |kept: &VecDeque<Decoded>| {
            let shown = kept.iter().filter_map(|kept| kept.shown.as_ref());
            shown.map(|shown| shown.picture.rgba.len()).sum::<usize>()
        };
        while self.kept.len() > MOST_KEPT || bytes(&self.kept) > MOST_BYTES {
            self.kept.pop_front();
        }
    }

    fn show(&mut self, place: usize, picture: &Arc<Picture>) {
        if self.shown_place != Some(place) || self.shown.is_none() {
            self.shown = Some(self.numbered(Arc::clone(picture)));
            self.shown_place = Some(place);
        }
    }

    const fn numbered(&mut self, picture: Arc<Picture>) -> ShownPicture {
        self.number += 1;
        ShownPicture {
            number: self.number,
            picture,
        }
    }

    /// The picture of the shown time, or the last one that was, until that is decoded; none where pictures are hidden or not read.
    #[must_use]
    pub const fn shown(&self) -> Option<&ShownPicture> {
        self.shown.as_ref()
    }

    /// What was found in the file, or one sentence why nothing; none before it is read.
    #[must_use]
    pub fn media(&self) -> Option<Result<&Media, &str>> {
        self.file.found()
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        let read = self.file.take_fault();
        read.or_else(|| self.fault.take_news())
    }
}

/// The place of the picture that is shown at a time of the clip.
#[must_use]
pub fn place_of(media: &Media, pictures: &ReferencePictures, time: f32) -> usize {
    let seconds = f64::from(time) - f64::from(pictures.start);
    media.place_at(seconds, pictures.per_second.map(f64::from))
}
