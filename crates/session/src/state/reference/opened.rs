//! Sounds and pictures that were opened, as they were read.

use std::sync::{Arc, Mutex, PoisonError};

use super::media::Media;
use super::waveform::Waveform;

/// A file, and how many of its kind were opened by then: what is opened again is read again.
pub type FileKey = (String, u64);

/// Sounds and pictures that were opened. They are counted apart, so that one does not have the other read again.
#[derive(Clone, Debug, Default)]
pub struct ReferenceReads {
    /// Sounds.
    pub sound: Opened<Waveform>,
    /// Pictures.
    pub pictures: Opened<Media>,
}

/// Files of one kind that were opened.
#[derive(Clone, Debug)]
pub struct Opened<T> {
    count: u64,
    /// The last one as its dialog has read it, until the worker takes it rather than read the file once more.
    last: Arc<Mutex<Option<(FileKey, T)>>>,
}

impl<T> Default for Opened<T> {
    fn default() -> Self {
        Self {
            count: 0,
            last: Arc::default(),
        }
    }
}

impl<T> Opened<T> {
    /// Counts a file, and keeps what was read of it.
    pub(crate) fn open(&mut self, file: &str, read: T) {
        self.count += 1;
        self.last = Arc::new(Mutex::new(Some((self.key(file), read))));
    }

    /// The key under which a file is read now.
    pub(crate) fn key(&self, file: &str) -> FileKey {
        (file.to_owned(), self.count)
    }

    /// What was read under this key, once.
    pub(crate) fn take(&self, key: &FileKey) -> Option<T> {
        let last = self.last.lock();
        let taken = last
            .unwrap_or_else(PoisonError::into_inner)
            .take_if(|(of, _)| *of == *key);
        taken.map(|(_, read)| read)
    }
}
