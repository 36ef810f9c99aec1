//! What panes show of other times than the current one: onion skins and motion trails, computed in the background so
//! that playback stays fluent.

use std::borrow::Cow;
use std::sync::Arc;

use glam::Affine3A;
use rig::Clip;

use crate::document::Document;
use crate::document::moment::Moment;
use crate::session::Session;
use crate::shown::{ShownPanes, driven_in_view};
use crate::tasks::Spawner;

mod onion;
mod trails;

pub use onion::{Onion, OnionSkin};
pub use trails::{Trail, TrailPoint, Trails};

/// Whether work goes on; it is asked by several threads.
pub type GoesOn<'a> = &'a (dyn Fn() -> bool + Sync);

/// The motion trails of a pane.
#[derive(Clone, Copy, Debug)]
pub struct PaneTrails<'a> {
    /// The ways of joints.
    pub trails: &'a [Trail],
    /// The current time, in seconds from the beginning of the clip.
    pub now: f32,
    /// Where the joints are now.
    pub frames: &'a [Affine3A],
    /// The colors of what is before and after the current time, sRGB.
    pub colors: [[u8; 3]; 2],
}

/// Onion skins and motion trails of what the panes show.
#[derive(Debug, Default)]
pub struct MotionOverlays {
    /// The character at other times.
    pub onion: Onion,
    /// The ways of joints.
    pub trails: Trails,
}

impl MotionOverlays {
    /// Starts work for what is shown now, and takes what has finished.
    pub fn follow(&mut self, document: &Document, session: &Session, spawner: &Spawner) {
        let document = &in_view(document, session);
        self.onion.follow(document, session, spawner);
        self.trails.follow(document, session, spawner);
    }

    /// As [`follow`](Self::follow), but all is there when it returns, for pictures that wait for it; unless `goes_on` ends it.
    pub fn find(&mut self, document: &Document, session: &Session, goes_on: GoesOn<'_>) {
        let document = &in_view(document, session);
        self.onion.find(document, session, goes_on);
        self.trails.find(document, session, goes_on);
    }

    /// The trails that a pane shows; none while they are off.
    #[must_use]
    pub fn trails_of<'a>(
        &'a self,
        pane: usize,
        session: &Session,
        shown: &'a ShownPanes,
    ) -> Option<PaneTrails<'a>> {
        let moment = session.moment_in_motion()?;
        let shows = session.comparing.panes.get(pane)?;
        let look = &session.settings.onion;
        session.motion.trails.then(|| PaneTrails {
            trails: self.trails.of(shows.scale_inheritance),
            now: moment.time,
            frames: shown.frames(pane),
            colors: [look.before_color, look.after_color],
        })
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.onion.take_fault().or_else(|| self.trails.take_fault())
    }
}

/// The document as panes show it: without what joints drive while that is muted.
fn in_view<'a>(document: &'a Document, session: &Session) -> Cow<'a, Document> {
    match session.switches.mute_drivers && !document.driven.is_empty() {
        false => Cow::Borrowed(document),
        true => Cow::Owned(Document {
            driven: driven_in_view(document, session),
            ..document.clone()
        }),
    }
}

fn clip_at(document: &Document, moment: Moment) -> Option<&Clip> {
    document.character.clip(moment.clip)
}

/// Whether two documents have the same poses at every moment, on the same skeleton and skin, but for pending ones.
fn moves_alike(one: &Document, other: &Document) -> bool {
    Arc::ptr_eq(&one.character, &other.character)
        && (Arc::ptr_eq(&one.scale_inheritance, &other.scale_inheritance)
            || one.scale_inheritance == other.scale_inheritance)
        && one.driven == other.driven
}
