//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{Dual, DualQuat, DualVec3, Screw, SignRule};

const fn shared<T: Send + Sync>() {}

const _: () = {
    shared::<DualQuat>();
    shared::<DualVec3>();
    shared::<Dual>();
    shared::<Screw>();
    shared::<SignRule>();
};
