//! What becomes of a bone map that was loaded.

use crate::features::Context;
use crate::features::file_dialogs::apply::Effects;
use crate::files::working_folder::file_name;
use crate::state::file_dialogs::dialog::{AtWork, FileJob};
use crate::state::motion_in::map_files::MapLoadAsked;
use retarget::NamedMap;

impl Effects for MapLoadAsked {
    /// The map counts in the open dialog, and is kept as one that was chosen by hand.
    fn on_read(
        context: &mut Context<'_>,
        job: FileJob<Self>,
        begun: &AtWork,
        read: Result<NamedMap, String>,
    ) {
        let file = &job.order.file;
        let is_of_now = job.order.opened == context.session.opened;
        let mut taken = Err(format!(
            "{}: the character is another one than when it was asked for, and nothing was taken. Load it again.",
            file_name(file)
        ));
        match read {
            Ok(named) if is_of_now => context.change_maps(|dialog, target| {
                let loaded = dialog.load_map(job.work, &named, file, target);
                let changed = loaded.as_deref().unwrap_or_default().to_vec();
                taken = loaded.map(|_changed| ());
                changed
            }),
            Ok(_) => {}
            Err(text) => taken = Err(text),
        }
        match taken {
            Ok(()) => {
                let work = &mut context.session.file_dialogs.load_map;
                work.last = Some(file.clone());
                work.close();
            }
            Err(text) => context.report_file_fault::<Self>(begun.is_asked, text),
        }
    }
}
