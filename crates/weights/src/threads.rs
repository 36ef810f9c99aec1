//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{
    Edit, Falloff, Fit, LimbFinder, Movers, NumberStroke, Refit, Row, Stroke, Symmetry, WeightFile,
};

const fn assert_send_sync<T: Send + Sync>() {}

const _: () = {
    assert_send_sync::<Edit>();
    assert_send_sync::<Falloff>();
    assert_send_sync::<Fit>();
    assert_send_sync::<LimbFinder>();
    assert_send_sync::<Movers>();
    assert_send_sync::<NumberStroke>();
    assert_send_sync::<Refit>();
    assert_send_sync::<Row>();
    assert_send_sync::<Stroke>();
    assert_send_sync::<Symmetry>();
    assert_send_sync::<WeightFile>();
};
