//! Which pose is seen, and which one edits start from.

use std::sync::Arc;

use rig::{DrivenSet, Pose};
use scene::deform::base_pose;

use super::pane_pose::mix_or_clip;
use crate::document::Document;
use crate::document::driven::followed_by;
use crate::document::joint_limits::LimitsOfJoints;
use crate::document::keyed::{clip_pose, held_pose};
use crate::document::moment::Moment;
use crate::session::Session;

/// The pose to show: that of the clip while a clip is shown, with what was posed over it at that time, or the mix of clips; else the user's,
/// which tools that pose change while they are at work.
#[must_use]
pub fn current_pose(document: &Document, session: &Session) -> Arc<Pose> {
    let moment = session.playback.moment.filter(|_| !session.is_posing());
    let pose = moment.and_then(|moment| mix_or_clip(document, session, moment));
    pose.map_or_else(|| Arc::clone(&document.pose), Arc::new)
}

/// The pose of a clip at a moment as it is shown: held from key to key while that is previewed.
#[must_use]
pub fn clip_pose_shown(
    document: &Document,
    session: &Session,
    moment: Moment,
    with_pending: bool,
) -> Option<Pose> {
    match session.motion.stepped {
        true => held_pose(document, moment, with_pending),
        false => clip_pose(document, moment, with_pending),
    }
}

/// The visible pose, from which edits start: the rest pose while that is switched on, else [`current_pose`].
#[must_use]
pub fn visible_pose(document: &Document, session: &Session) -> Arc<Pose> {
    if session.switches.rest {
        Arc::new(base_pose(&document.character))
    } else {
        current_pose(document, session)
    }
}

/// The pose that is seen: the visible one, with what follows the angles of joints and joints with constraints; the rest pose as it is.
///
/// Edits start from [`visible_pose`], for values that are added would be added again.
#[must_use]
pub fn shown_pose(document: &Document, session: &Session) -> Arc<Pose> {
    let pose = visible_pose(document, session);
    match session.switches.rest {
        true => pose,
        false => followed_by(document, &driven_in_view(document, session), pose),
    }
}

/// What joints drive in the panes: nothing while drivers are muted.
#[must_use]
pub fn driven_in_view(document: &Document, session: &Session) -> Arc<DrivenSet> {
    match session.switches.mute_drivers {
        true => Arc::default(),
        false => Arc::clone(&document.driven),
    }
}

/// How far joints may turn now; empty while limits are not obeyed.
#[must_use]
pub fn obeyed_limits(document: &Document, session: &Session) -> LimitsOfJoints {
    match session.switches.obey_limits {
        true => Arc::clone(&document.joint_limits),
        false => Arc::default(),
    }
}
