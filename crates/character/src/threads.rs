//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{Character, CharacterError, EditReport, SaveError, SaveReport, Warning};

const fn shared<T: Send + Sync>() {}

const _: () = {
    shared::<Character>();
    shared::<CharacterError>();
    shared::<EditReport>();
    shared::<SaveError>();
    shared::<SaveReport>();
    shared::<Warning>();
};
