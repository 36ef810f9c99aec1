//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{ClipCursor, CrowdMember, LaneCrowd, LaneError, LanePose, PreparedClip, PreparedRig};

const fn assert_send_sync<T: Send + Sync>() {}

const _: () = {
    assert_send_sync::<PreparedRig>();
    assert_send_sync::<PreparedClip>();
    assert_send_sync::<ClipCursor>();
    assert_send_sync::<LanePose>();
    assert_send_sync::<LaneCrowd>();
    assert_send_sync::<CrowdMember>();
    assert_send_sync::<LaneError>();
};
