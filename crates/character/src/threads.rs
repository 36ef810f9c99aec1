//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{Character, CharacterError, EditReport, SaveError, SaveReport, Warning};

const fn assert_send_sync<T: Send + Sync>() {}

const _: () = {
    assert_send_sync::<Character>();
    assert_send_sync::<CharacterError>();
    assert_send_sync::<EditReport>();
    assert_send_sync::<SaveError>();
    assert_send_sync::<SaveReport>();
    assert_send_sync::<Warning>();
};
