//! Threads that live on between calls: to start one takes as long as skinning some ten thousand vertices.

use std::num::NonZero;
use std::sync::Arc;

use rayon_core::{ThreadPool, ThreadPoolBuilder};

/// The caller's thread, and others that wait for work.
#[derive(Clone, Debug, Default)]
pub(super) struct Threads {
    /// None where the caller's is alone.
    others: Option<Arc<ThreadPool>>,
}

impl Threads {
    /// So many in all; the caller's alone where the system starts no others.
    pub(super) fn new(count: NonZero<usize>) -> Self {
        let others = count.get() - 1;
        let builder = ThreadPoolBuilder::new()
            .num_threads(others)
            .thread_name(|_| "skinning".to_owned());
        let others = if others == 0 {
            None
        } else {
            builder.build().ok().map(Arc::new)
        };
        Self { others }
    }

    /// With the caller's.
    pub(super) fn count(&self) -> usize {
        let others = self.others.as_ref();
        others.map_or(0, |pool| pool.current_num_threads()) + 1
    }

    pub(super) fn pool(&self) -> Option<&ThreadPool> {
        self.others.as_deref()
    }
}
