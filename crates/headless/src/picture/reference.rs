//! Reference pictures as the window has them in its panes.

use std::path::Path;
use std::sync::Arc;

use session::document::Document;
use session::document::reference::ReferencePictures;
use session::features::reference::picture_worker::place_of;
use session::session::Session;
use session::state::reference::media::{Media, Picture};
use session::state::reference::picture_file::{read_media, read_picture};
use whole_file::Files;

use crate::draw::sheet::SheetPicture;

/// The reference pictures of a document, read, and the one of the shown time.
pub(super) struct PaneReference<'a> {
    pictures: &'a ReferencePictures,
    media: Media,
    files: Files,
    /// The picture that is shown, by its place.
    shown: Option<(usize, Arc<Picture>)>,
    background: [[u8; 3]; 2],
}

impl<'a> PaneReference<'a> {
    /// Reads them; none where the window shows none: they are hidden, or their file cannot be read, which the window says.
    pub(super) fn read(
        document: &'a Document,
        session: &Session,
        background: [[u8; 3]; 2],
        goes_on: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let pictures = document.reference.pictures.as_ref();
        let pictures = pictures.filter(|_| session.switches.reference)?;
        let media = read_media(Path::new(&pictures.file), &session.files, goes_on).ok()?;
        Some(Self {
            pictures,
            media,
            files: session.files.clone(),
            shown: None,
            background,
        })
    }

    /// Brings them to a time of the clip. Of a sequence the picture before stays where one cannot be read.
    pub(super) fn show(&mut self, time: f32) {
        let place = place_of(&self.media, self.pictures, time);
        if self
            .shown
            .as_ref()
            .is_some_and(|(shown, _)| *shown == place)
        {
            return;
        }
        let found = match &self.media {
            Media::Still(picture) => Some(Arc::clone(picture)),
            Media::Animation(all) => all.get(place).map(|(_, picture)| Arc::clone(picture)),
            Media::Sequence(files) => {
                let file = files.get(place).map(|(_, file)| file);
                let read = file.and_then(|file| read_picture(file, &self.files).ok());
                read.map(Arc::new)
            }
        };
        if let Some(picture) = found {
            self.shown = Some((place, picture));
        }
    }

    /// What a pane shows, 0 for A.
    pub(super) fn in_pane(&self, pane: usize) -> Option<SheetPicture<'_>> {
        let (_, picture) = self.shown.as_ref()?;
        self.pictures.are_in(pane).then_some(SheetPicture {
            picture,
            placed: self.pictures,
            background: self.background,
        })
    }

    /// Whether a pane has it behind its figure, which is drawn without a background and a floor then.
    pub(super) fn is_behind(&self, pane: usize) -> bool {
        let shown = self.in_pane(pane);
        shown.is_some_and(|shown| !shown.placed.in_front)
    }
}
