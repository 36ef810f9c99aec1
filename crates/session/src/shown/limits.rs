//! The limits of joints that hold now.

use std::sync::Arc;

use crate::document::Document;
use crate::document::joint_limits::LimitsOfJoints;
use crate::session::Session;

/// How far joints may turn now; empty while limits are not obeyed.
#[must_use]
pub fn obeyed_limits(document: &Document, session: &Session) -> LimitsOfJoints {
    match session.switches.obey_limits {
        true => Arc::clone(&document.joint_limits),
        false => Arc::default(),
    }
}
