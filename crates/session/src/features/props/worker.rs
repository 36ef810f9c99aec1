//! Reads the files of the document's props in the background, one after another.

use crate::document::Document;
use crate::files::working_folder::file_name;
use crate::session::Session;
use crate::state::props::command::PropRead;
use crate::state::props::model::PropModel;
use crate::state::props::prop_file::read_prop;
use crate::tasks::{Handle, Latest, Spawner, Task};

/// The work that reads the files of props.
#[derive(Debug, Default)]
pub struct PropReading {
    job: Latest<String, Result<PropModel, String>>,
}

impl PropReading {
    /// Begins to read the next file that is not read yet; what was found in the last one.
    pub fn follow(
        &mut self,
        document: &Document,
        session: &Session,
        spawner: &Spawner,
    ) -> Option<PropRead> {
        if let Some((file, outcome)) = self.job.poll() {
            // Asked for again it is read again.
            self.job.forget();
            let read = outcome.unwrap_or_else(|error| {
                let name = file_name(file.as_ref());
                Err(format!(
                    "{name} was not read, for {error}; have it read again."
                ))
            });
            return Some(PropRead { file, read });
        }
        let mut files = document.props.iter().map(|prop| &prop.file);
        let next = files.find(|file| session.props.get(file).is_none())?;
        self.job.follow_up(next.clone(), || {
            let (file, files) = (next.clone(), session.files.clone());
            Task::start(spawner, "prop", move |handle: &Handle| {
                read_prop(&file, &files, &|| !handle.is_canceled())
            })
        });
        None
    }
}
