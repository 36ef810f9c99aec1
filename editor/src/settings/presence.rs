//! Which of the recent files are still there: looked up aside, for a drive that sleeps must not stop the window.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use eframe::egui;

use super::Recent;

/// Looks files up on a worker thread.
#[derive(Debug)]
pub struct Presence {
    sender: Sender<BTreeSet<String>>,
    receiver: Receiver<BTreeSet<String>>,
    /// What was looked up last.
    asked: Recent,
    /// Whether the list was visible when it was looked at last.
    shown: bool,
    /// Whether they are to be looked up, as soon as the thread is free.
    wanted: bool,
    busy: bool,
}

impl Default for Presence {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self {
            sender,
            receiver,
            asked: Recent::default(),
            shown: false,
            wanted: false,
            busy: false,
        }
    }
}

impl Presence {
    /// The files that are missing, when there is news: they are looked up when the list changes, and whenever it comes into
    /// view.
    pub fn look(
        &mut self,
        recent: &Recent,
        shown: bool,
        ctx: &egui::Context,
    ) -> Option<BTreeSet<String>> {
        let news = self.receiver.try_recv().ok();
        self.busy &= news.is_none();
        let was_shown = std::mem::replace(&mut self.shown, shown);
        self.wanted |= (shown && !was_shown) || self.asked != *recent;
        if self.wanted && !self.busy {
            self.wanted = false;
            self.asked = recent.clone();
            self.start(recent.all().to_vec(), ctx);
        }
        news
    }

    fn start(&mut self, files: Vec<String>, ctx: &egui::Context) {
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let work = move || {
            let is_missing = |file: &String| !Path::new(file).is_file();
            // The window may be gone by now; then nobody wants to know.
            let _gone = sender.send(files.into_iter().filter(is_missing).collect());
            ctx.request_repaint();
        };
        let thread = thread::Builder::new().name("recent files".to_owned());
        self.busy = thread.spawn(work).is_ok();
    }
}
