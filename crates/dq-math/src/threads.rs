//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{Dual, DualQuat, DualVec3, Screw, SignRule};

const fn assert_send_sync<T: Send + Sync>() {}

const _: () = {
    assert_send_sync::<DualQuat>();
    assert_send_sync::<DualVec3>();
    assert_send_sync::<Dual>();
    assert_send_sync::<Screw>();
    assert_send_sync::<SignRule>();
};
