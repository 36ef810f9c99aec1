//! What is read and written in the background for dialogs about files: started by requests, received once a frame.

use std::sync::Arc;

use super::{Editor, PictureTask};
use crate::state::file_dialogs::dialog::JobOutput;
use crate::state::file_dialogs::list::FileRequest;
use crate::state::pictures::dialog::PictureJob;
use crate::state::share::dialog::ShareJob;

impl Editor {
    /// Begins a job; pages and pictures are made by the program around the editor.
    pub(super) fn start_file(&mut self, job: FileRequest) {
        let host = Arc::clone(&self.world.host);
        let fault = match job {
            FileRequest::Share(job) => {
                let work = move |job: &ShareJob| host.write_page(job).map(JobOutput::Written);
                self.files.start_by(job, work, &self.spawner)
            }
            FileRequest::Picture(job) => {
                let task = self.picture_task(job.clone());
                let work = move |_: &PictureJob| host.write_pictures(&task).map(JobOutput::Written);
                self.files.start_by(job, work, &self.spawner)
            }
            job => self.files.start(job, &self.spawner),
        };
        self.apply_each(fault);
    }

    /// The pictures are of what the panes show now.
    fn picture_task(&self, job: PictureJob) -> PictureTask {
        let contact = self.session.settings.contact;
        let mut session = self.session.clone();
        session.requests.clear();
        // Visited in a map of asymmetry that is another one by now.
        let map = self.asymmetry.revision();
        let visited = &mut session.comparing.visited;
        visited.take_if(|visited| visited.asymmetry.is_some_and(|of| of != map));
        PictureTask {
            job,
            document: self.document.clone(),
            session: Box::new(session),
            openness: self.contact.newest().filter(|_| contact).cloned(),
        }
    }

    /// Applies what has ended; it waits while the user drags.
    pub(super) fn receive_files(&mut self, is_at_work: bool) {
        let done = self.files.receive(is_at_work, &self.spawner);
        self.apply_each(done);
    }
}
