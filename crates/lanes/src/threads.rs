//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{Row4, Row8, Row16, SimdPath, UnknownSimdPath};

const fn assert_send_sync<T: Send + Sync>() {}

const _: () = {
    assert_send_sync::<SimdPath>();
    assert_send_sync::<UnknownSimdPath>();
    assert_send_sync::<Row4>();
    assert_send_sync::<Row8>();
    assert_send_sync::<Row16>();
};
