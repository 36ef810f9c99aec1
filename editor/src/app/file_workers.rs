//! What is read and written in the background for dialogs about files: started by requests, received once a frame.

use session::files::bake_work::BakeOrder;
use session::files::export_work::ExportJob;
use session::files::picture_work::PictureJob;
use session::files::share_work::ShareJob;
use session::files::version_file_work::VersionJob;
use session::files::weight_file_work::WeightFileJob;

use super::App;
use super::picture_jobs::PictureTask;
use super::share_jobs::PageJob;
use crate::viewport::panes::theme;

impl App {
    pub(super) fn start_weight_file(&mut self, job: WeightFileJob) {
        let fault = self.weight_files.start(job, &self.spawner);
        fault.into_iter().for_each(|fault| self.apply(fault));
    }

    pub(super) fn start_version(&mut self, job: VersionJob) {
        let fault = self.version_files.start(job, &self.spawner);
        fault.into_iter().for_each(|fault| self.apply(fault));
    }

    pub(super) fn start_bake(&mut self, order: BakeOrder) {
        let fault = self.bakes.start(order, &self.spawner);
        fault.into_iter().for_each(|fault| self.apply(fault));
    }

    pub(super) fn start_export(&mut self, job: ExportJob) {
        let fault = self.exports.start(job, &self.spawner);
        fault.into_iter().for_each(|fault| self.apply(fault));
    }

    pub(super) fn start_share(&mut self, job: ShareJob) {
        let fault = self.shares.start(PageJob(job), &self.spawner);
        fault.into_iter().for_each(|fault| self.apply(fault));
    }

    /// The pictures are of what the panes show now, in the same colors.
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
            shown: Box::new((self.document.clone(), session)),
            theme: theme(&self.session),
            openness: self.contact.found().filter(|_| contact).cloned(),
        };
        let fault = self.pictures.start(task, &self.spawner);
        fault.into_iter().for_each(|fault| self.apply(fault));
    }

    /// Applies what has ended; it waits while the user drags.
    pub(super) fn receive_files(&mut self, is_at_work: bool) {
        let mut done = self.weight_files.receive(is_at_work, &self.spawner);
        done.extend(self.bakes.receive(is_at_work, &self.spawner));
        done.extend(self.exports.receive(is_at_work, &self.spawner));
        done.extend(self.shares.receive(is_at_work, &self.spawner));
        done.extend(self.pictures.receive(is_at_work, &self.spawner));
        done.extend(self.version_files.receive(is_at_work, &self.spawner));
        for done in done {
            self.apply(done);
        }
    }
}
