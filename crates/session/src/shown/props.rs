//! Where panes show props.

use rig::JointIndex;

use super::ShownPanes;
use crate::document::Document;
use crate::document::props::moment_below;
use crate::session::Session;
use crate::state::props::placed::{PlacedProp, placed_props};

impl ShownPanes {
    /// The props that a pane shows, where its joints hold them; none of those that are hidden, or whose files are not read.
    #[must_use]
    pub fn props(&self, pane: usize, document: &Document, session: &Session) -> Vec<PlacedProp> {
        let Some(pane) = self.panes.get(pane).filter(|_| !document.props.is_empty()) else {
            return Vec::new();
        };
        let moment = session.playback.moment;
        let moment = moment.filter(|_| !session.switches.rest);
        let moment = moment.map(|moment| moment_below(&document.character, moment));
        // Frames are of the document's joints, in a pane that shows what was baked too.
        let frame_of = |joint: JointIndex| pane.frames.get(joint.index()).copied();
        placed_props(&document.props, &session.props, moment, &frame_of)
    }
}
