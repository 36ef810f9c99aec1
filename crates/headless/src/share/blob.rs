//! The numbers of a page: one list of bytes, of which the scene names parts.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// Bytes, little endian; every part begins at a multiple of four.
#[derive(Clone, Debug, Default)]
pub(super) struct Blob {
    bytes: Vec<u8>,
}

impl Blob {
    /// Appends numbers; gives their place: first byte, and how many numbers.
    pub(super) fn push<T: bytemuck::NoUninit>(&mut self, numbers: &[T]) -> Value {
        let at = self.bytes.len();
        self.bytes.extend_from_slice(bytemuck::cast_slice(numbers));
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        json!([at, numbers.len()])
    }

    /// The bytes as text.
    pub(super) fn base64(&self) -> String {
        STANDARD.encode(&self.bytes)
    }
}
