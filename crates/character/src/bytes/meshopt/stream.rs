//! Bytes that are read one after another.

use super::CodecFault;

/// The rest of a stream.
pub(super) struct Stream<'a>(&'a [u8]);

impl<'a> Stream<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], CodecFault> {
        let split = self.0.split_at_checked(count);
        let (taken, rest) = split.ok_or(CodecFault::TooShort)?;
        self.0 = rest;
        Ok(taken)
    }

    /// Takes bytes off the end.
    pub(super) fn take_last(&mut self, count: usize) -> Result<&'a [u8], CodecFault> {
        let split = self.0.len().checked_sub(count);
        let split = split.and_then(|rest| self.0.split_at_checked(rest));
        let (rest, taken) = split.ok_or(CodecFault::TooShort)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, CodecFault> {
        let (byte, rest) = self.0.split_first().ok_or(CodecFault::TooShort)?;
        self.0 = rest;
        Ok(*byte)
    }

    /// A number by seven bits a byte, the lowest first (unsigned LEB128); bits beyond 32 are dropped.
    pub(super) fn number(&mut self) -> Result<u32, CodecFault> {
        let mut number = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(CodecFault::LongNumber)
    }

    /// Whether all was read.
    pub(super) fn end(&self) -> Result<(), CodecFault> {
        match self.0.len() {
            0 => Ok(()),
            left => Err(CodecFault::TooLong(left)),
        }
    }
}

/// A difference: its lowest bit is the sign.
pub(super) fn unzigzag(number: u32) -> u32 {
    (number >> 1) ^ (number & 1).wrapping_neg()
}
