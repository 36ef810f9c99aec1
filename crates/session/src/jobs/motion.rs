//! What panes show of other times than the current one: onion skins and motion trails, computed in the background so
//! that playback stays fluent.

use std::sync::Arc;

use rig::Clip;

use crate::document::Document;
use crate::jobs::Spawner;
use crate::session::Session;
use crate::tools::playback::Moment;

mod onion;
mod trails;

pub use onion::{Onion, OnionSkin};
pub use trails::{Trail, TrailPoint, Trails};

/// Onion skins and motion trails of what the panes show.
#[derive(Debug, Default)]
pub struct Motion {
    /// The character at other times.
    pub onion: Onion,
    /// The ways of joints.
    pub trails: Trails,
}

impl Motion {
    /// Starts work for what is shown now, and takes what has finished.
    pub fn follow(&mut self, document: &Document, session: &Session, spawner: &Spawner) {
        self.onion.follow(document, session, spawner);
        self.trails.follow(document, session, spawner);
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.onion.take_fault().or_else(|| self.trails.take_fault())
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
}
