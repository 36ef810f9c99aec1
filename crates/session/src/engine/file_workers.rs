//! What is read and written in the background for dialogs about files: started by requests, received once a frame.

use std::sync::Arc;

use super::Editor;
use super::pages::PageJob;
use super::pictures::{DrawnPictures, PictureTask};
use crate::files::bake_work::BakeOrder;
use crate::files::export_work::ExportJob;
use crate::files::picture_work::PictureJob;
use crate::files::share_work::ShareJob;
use crate::files::version_file_work::VersionJob;
use crate::files::weight_file_work::WeightFileJob;

impl Editor {
    pub(super) fn start_weight_file(&mut self, job: WeightFileJob) {
        let fault = self.weight_files.start(job, &self.spawner);
        self.apply_each(fault);
    }

    pub(super) fn start_version(&mut self, job: VersionJob) {
        let fault = self.version_files.start(job, &self.spawner);
        self.apply_each(fault);
    }

    pub(super) fn start_bake(&mut self, order: BakeOrder) {
        let fault = self.bakes.start(order, &self.spawner);
        self.apply_each(fault);
    }

    pub(super) fn start_export(&mut self, job: ExportJob) {
        let fault = self.exports.start(job, &self.spawner);
        self.apply_each(fault);
    }

    pub(super) fn start_page(&mut self, job: ShareJob) {
        let host = Arc::clone(&self.world.host);
        let fault = self.pages.start(PageJob { job, host }, &self.spawner);
        self.apply_each(fault);
    }

    /// The pictures are of what the panes show now.
    pub(super) fn start_picture(&mut self, job: PictureJob) {
        let contact = self.session.settings.contact;
        let mut session = self.session.clone();
        session.requests.clear();
        // Visited in a map of asymmetry that is another one by now.
        let map = self.asymmetry.revision();
        let visited = &mut session.comparing.visited;
        visited.take_if(|visited| visited.asymmetry.is_some_and(|of| of != map));
        let task = PictureTask {
            job,
            document: self.document.clone(),
            session: Box::new(session),
            openness: self.contact.found().filter(|_| contact).cloned(),
        };
        let host = Arc::clone(&self.world.host);
        let fault = self
            .pictures
            .start(DrawnPictures { task, host }, &self.spawner);
        self.apply_each(fault);
    }

    /// Applies what has ended; it waits while the user drags.
    pub(super) fn receive_files(&mut self, is_at_work: bool) {
        let mut done = self.weight_files.receive(is_at_work, &self.spawner);
        done.extend(self.bakes.receive(is_at_work, &self.spawner));
        done.extend(self.exports.receive(is_at_work, &self.spawner));
        done.extend(self.pages.receive(is_at_work, &self.spawner));
        done.extend(self.pictures.receive(is_at_work, &self.spawner));
        done.extend(self.version_files.receive(is_at_work, &self.spawner));
        self.apply_each(done);
    }
}
