//! Weights of another file as a version to compare with: what becomes of a file that was read.

use crate::document::versions::MOST_KEPT;
use crate::features::Context;
use crate::features::file_dialogs::apply::Effects;
use crate::files::working_folder::file_name;
use crate::state::file_dialogs::dialog::{AtWork, FileJob};
use crate::state::versions::dialog::VersionAsked;
use crate::state::versions::version_file::FileVersion;

impl Effects for VersionAsked {
    /// Weights that were read are kept like others: on the current skeleton, they are fitted as any version is.
    fn on_read(
        context: &mut Context<'_>,
        job: FileJob<Self>,
        begun: &AtWork,
        read: Result<FileVersion, String>,
    ) {
        let version = match read {
            Ok(version) => version,
            Err(text) => return context.report_file_fault::<Self>(begun.is_asked, text),
        };
        let session = &mut *context.session;
        session.file_dialogs.version.close();
        let name = format!("of {}", file_name(&job.order.file));
        let versions = &mut session.character.versions;
        let stays = versions.staying() < MOST_KEPT;
        let weights = versions.keep(&name, &version.document, stays);
        session.comparing.show_weights(weights);
        if !version.remark.is_empty() {
            context.say(&format!("Weights {name}: {}.", version.remark));
        }
    }
}
