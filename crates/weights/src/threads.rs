//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{
    Edit, Falloff, Fit, LimbFinder, Movers, NumberStroke, Refit, Row, Stroke, Symmetry, WeightFile,
};

const fn shared<T: Send + Sync>() {}

const _: () = {
    shared::<Edit>();
    shared::<Falloff>();
    shared::<Fit>();
    shared::<LimbFinder>();
    shared::<Movers>();
    shared::<NumberStroke>();
    shared::<Refit>();
    shared::<Row>();
    shared::<Stroke>();
    shared::<Symmetry>();
    shared::<WeightFile>();
};
