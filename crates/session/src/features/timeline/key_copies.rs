//! Keys of the clip copied and pasted.

use std::collections::BTreeSet;
use std::sync::Arc;

use rig::{ClipEdit, KeyAt};

use super::sheet::place_of;
use crate::features::Context;
use crate::notices::Severity;
use crate::session::Request;
use crate::state::timeline::clipboard::{KeyClipboard, PasteSide, Pasted};

/// Names in a notice before "and … more".
const LISTED: usize = 4;

/// Which joints copied keys go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::features) enum KeyPaste {
    /// Those of the same names.
    SameNames,
    /// Those on the other side.
    Mirrored,
    /// The selected joint, whichever one they were copied from.
    Selected,
}

impl Context<'_> {
    pub(in crate::features) fn copy_keys(&mut self) {
        let Some(clip) = self.sheet_clip() else {
            return;
        };
        let skeleton = &self.document.character.rig.skeleton;
        let selected = &self.session.character.keys.selected;
        let copied = KeyClipboard::copy(skeleton, &clip, selected);
        let keys = if copied.len() == 1 { "key" } else { "keys" };
        let keys = format!("{} {keys}", scene::names::count(copied.len()));
        self.session.key_clipboard = copied;
        // The system passes Ctrl+V on only where its clipboard has a text. This one is none of a pose.
        let text = format!("Dualskin: {keys}");
        self.session.requests.push(Request::CopyText(text));
        let text = format!("Copied {keys}.");
        self.session.notices.push(Severity::Note, text);
    }

    pub(in crate::features) fn paste_keys(&mut self, way: KeyPaste) {
        self.land();
        let in_mirror = way == KeyPaste::Mirrored;
        let character = &self.document.character;
        let pairs = self.pairs();
        let side = if in_mirror {
            PasteSide::Other(&pairs)
        } else {
            PasteSide::Same
        };
        let chosen = self.session.character.selection.active();
        let morphs = self.document.pose.morph_weights.len();
        let target = (&character.rig.skeleton, morphs);
        let at = self.now_in_clip();
        let clipboard = match way {
            KeyPaste::Selected => &self.session.key_clipboard.for_chosen(),
            KeyPaste::SameNames | KeyPaste::Mirrored => &self.session.key_clipboard,
        };
        let clipboard = match self.sheet_clip() {
            Some(clip) => &clipboard.for_clip(&clip),
            None => clipboard,
        };
        let Pasted { keys, missing } = clipboard.paste(target, at, side, chosen);
        self.tell_missing(&missing, in_mirror, keys.is_empty());
        if keys.is_empty() {
            return;
        }
        let places: BTreeSet<KeyAt> = keys.iter().map(place_of).collect();
        let name = match way {
            KeyPaste::SameNames => "Paste keys",
            KeyPaste::Mirrored => "Paste keys mirrored",
            KeyPaste::Selected => "Paste keys to selected joint",
        };
        // Those that stood there already keep their times.
        if let Some(carried) = self.edit_clip(name, &ClipEdit::SetKeys(keys)) {
            self.session.character.keys.selected = Arc::new(carried.selection_after(&places));
        }
    }

    fn tell_missing(&mut self, missing: &[String], in_mirror: bool, is_all: bool) {
        let [first, ..] = missing else { return };
        let listed: Vec<&str> = missing.iter().take(LISTED).map(String::as_str).collect();
        let mut names = listed.join(", ");
        if missing.len() > LISTED {
            names = format!("{names} and {} more", missing.len() - LISTED);
        }
        let what = if is_all {
            "Nothing was pasted"
        } else {
            "Some keys were left out"
        };
        let why = match (missing.len(), in_mirror) {
            (1, true) => format!("{first} has no joint on the other side"),
            (_, true) => format!("no joint on the other side for {names}"),
            (_, false) => format!("this skeleton has no joint called {names}"),
        };
        let text = format!("{what}: {why}.");
        self.session.notices.push(Severity::Warning, text);
    }
}
