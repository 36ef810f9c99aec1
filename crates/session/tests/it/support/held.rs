//! Threads that wait until a test lets them go.

use std::sync::{Arc, Mutex};

use session::tasks::{Body, Threads};

/// Threads of one name, which run but while they are held.
#[derive(Clone, Default)]
pub(crate) struct HeldThreads(Arc<Mutex<Option<Vec<Body>>>>);

impl HeldThreads {
    /// Threads of this name; others run.
    pub(crate) fn threads(&self, only: &'static str) -> Threads {
        let held = self.clone();
        Threads::new(move |name, body: Body| {
            match &mut *held.0.lock().unwrap() {
                Some(held) if name == only => held.push(body),
                _ => drop(std::thread::Builder::new().spawn(body)?),
            }
            Ok(())
        })
    }

    /// What is started from now on waits.
    pub(crate) fn hold(&self) {
        *self.0.lock().unwrap() = Some(Vec::new());
    }

    /// What waits runs, and so does whatever is started from now on.
    pub(crate) fn release(&self) {
        let held = self.0.lock().unwrap().take();
        held.into_iter().flatten().for_each(|body| body());
    }

    /// What waits is gone without having run; what is started from now on runs.
    pub(crate) fn kill(&self) {
        self.0.lock().unwrap().take();
    }
}
