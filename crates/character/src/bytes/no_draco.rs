//! What stands for [`draco_primitives`](super::draco_primitives) where the crate is built without the feature `draco`: no primitive is
//! read by it, and files that need it are refused.

use std::collections::BTreeSet;

use crate::bytes::budget::Budget;
use crate::bytes::compressed_views::{Decoded, Files};
use crate::fault::error::ReadResult;
use crate::fault::progress::OnStep;
use crate::json::tree::draft::Draft;
use crate::json::value::At;

/// None.
pub(super) struct DracoPrimitives;

impl DracoPrimitives {
    pub(super) fn find(_root: &At<'_>) -> ReadResult<Self> {
        Ok(Self)
    }

    pub(super) fn is_empty(&self) -> bool {
        true
    }

    pub(super) fn views(&self) -> BTreeSet<usize> {
        BTreeSet::new()
    }

    pub(super) fn decode<'a>(
        self,
        _files: &mut Files<'a, '_>,
        _budget: &mut Budget,
        _place: Decoded<'_, 'a>,
        _json: &mut Draft<'a>,
        _step: &OnStep<'_>,
    ) -> ReadResult<()> {
        Ok(())
    }
}
