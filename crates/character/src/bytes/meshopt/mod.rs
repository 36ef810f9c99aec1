//! The codecs of `EXT_meshopt_compression` and `KHR_meshopt_compression`: vertices, triangles, sequences of indices, and the filters
//! behind them.
//!
//! After appendices A and B of [KHR_meshopt_compression], of which the older extension is a part: vertices of version 0, without the
//! filter for colors. Real files of either hold either, so the two are read alike.
//!
//! Written anew, because the one crate that is kept for it binds C++ by unsafe calls. Nothing is taken from a stream that it does not
//! have: [`Layout::check`] tells whether it can hold so many elements, before memory is taken for them.
//!
//! [KHR_meshopt_compression]: https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_meshopt_compression

mod filters;
mod indices;
mod stream;
mod vertices;

pub(crate) use filters::Filter;

use stream::Stream;

/// How elements are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Any elements, as differences of their bytes.
    Attributes,
    /// Three indices a triangle, by what was named shortly before.
    Triangles,
    /// Indices as differences.
    Indices,
}

/// What a stream holds, which it does not say itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) mode: Mode,
    pub(crate) filter: Filter,
    pub(crate) count: usize,
    /// Bytes of an element: a multiple of four up to 256 for attributes, 2 or 4 for indices.
    pub(crate) stride: usize,
}

/// Why a stream is none of the kind that it should be, as half a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CodecFault {
    #[error("it begins with the byte {0:#04x}, which no known version does")]
    Header(u8),
    #[error("it ends too early")]
    TooShort,
    #[error("{0} bytes are left at its end")]
    TooLong(usize),
    #[error("it names an edge or a vertex from before its first")]
    Unwritten,
    #[error("its channels have the unknown mode {0:#04x}")]
    ChannelMode(u8),
    #[error("it has a number of more than 32 bits")]
    LongNumber,
}

impl Layout {
    /// Bytes of all elements; in 128 bits no product of claims wraps around.
    pub(crate) fn decoded_bytes(&self) -> u128 {
        self.count as u128 * self.stride as u128
    }

    /// Bytes that a stream of so many elements has at least.
    ///
    /// Equal vertices take a 64th of their size, or a 1024th in version 1 and more if they are large; triangles a twelfth, other indices a
    /// half or a fourth.
    fn least_bytes(&self, header: u8) -> usize {
        match self.mode {
            Mode::Attributes => vertices::least_bytes(self.count, self.stride, header),
            Mode::Triangles => indices::least_bytes_of_triangles(self.count),
            Mode::Indices => indices::least_bytes_of_sequence(self.count),
        }
    }

    /// Whether a stream may hold so many elements, before memory is taken for them. Returns its first byte.
    pub(crate) fn check(&self, bytes: &[u8]) -> Result<u8, CodecFault> {
        let header = *bytes.first().ok_or(CodecFault::TooShort)?;
        match bytes.len() < self.least_bytes(header) {
            true => Err(CodecFault::TooShort),
            false => Ok(header),
        }
    }

    /// The elements of a stream, one behind another, behind what `out` holds.
    pub(crate) fn decode(&self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), CodecFault> {
        let header = self.check(bytes)?;
        let start = out.len();
        let stream = Stream::new(bytes.get(1..).unwrap_or_default());
        match self.mode {
            Mode::Attributes => vertices::decode(self, header, stream, out)?,
            Mode::Triangles => indices::decode_triangles(self, header, stream, out)?,
            Mode::Indices => indices::decode_sequence(self, header, stream, out)?,
        }
        let decoded = out.get_mut(start..).unwrap_or_default();
        self.filter.apply(decoded, self.stride);
        Ok(())
    }
}
