//! The numbers of a file one after the other. Nothing is read beyond the end, and no count is trusted.

use glam::{Vec2, Vec3, Vec4};

/// What is wrong: a clause with the place and a remedy.
pub(super) type Refused = String;

const REMEDY: &str = "the file is cut off or no PMX 2.0 or 2.1; fetch or export it anew";

/// What is left of a file.
#[derive(Debug)]
pub(super) struct Bytes<'a> {
    left: &'a [u8],
    /// Where it begins in the file.
    at: usize,
    /// What is read, for messages.
    what: String,
}

/// Bytes of the indices of a list, as the file's head says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IndexSize {
    One,
    Two,
    Four,
}

impl IndexSize {
    pub(super) const fn bytes(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Four => 4,
        }
    }
}

impl<'a> Bytes<'a> {
    pub(super) const fn new(left: &'a [u8], at: usize) -> Self {
        Self {
            left,
            at,
            what: String::new(),
        }
    }

    /// How many are left.
    pub(super) const fn len(&self) -> usize {
        self.left.len()
    }

    /// Says what comes next, as “bone 3”.
    pub(super) fn next(&mut self, what: impl Into<String>) {
        self.what = what.into();
    }

    pub(super) fn refused(&self, why: &str) -> Refused {
        format!("byte {}, {}: {why}", self.at, self.what)
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Refused> {
        let Some((taken, left)) = self.left.split_at_checked(count) else {
            return Err(self.refused(&format!("it goes beyond the end; {REMEDY}")));
        };
        self.left = left;
        self.at += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Refused> {
        let taken = self.take(N)?;
        // As many as were taken.
        Ok(taken.first_chunk().copied().unwrap_or([0; N]))
    }

    pub(super) fn u8(&mut self) -> Result<u8, Refused> {
        let [byte] = self.array()?;
        Ok(byte)
    }

    pub(super) fn u16(&mut self) -> Result<u16, Refused> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn i32(&mut self) -> Result<i32, Refused> {
        self.array().map(i32::from_le_bytes)
    }

    pub(super) fn f32(&mut self) -> Result<f32, Refused> {
        self.array().map(f32::from_le_bytes)
    }

    pub(super) fn vec2(&mut self) -> Result<Vec2, Refused> {
        Ok(Vec2::new(self.f32()?, self.f32()?))
    }

    pub(super) fn vec3(&mut self) -> Result<Vec3, Refused> {
        Ok(Vec3::new(self.f32()?, self.f32()?, self.f32()?))
    }

    pub(super) fn vec4(&mut self) -> Result<Vec4, Refused> {
        Ok(self.vec3()?.extend(self.f32()?))
    }

    /// The length of a list whose elements take `least` bytes at least each.
    pub(super) fn count(&mut self, least: usize) -> Result<usize, Refused> {
        let count = self.i32()?;
        let length = usize::try_from(count).ok();
        let fits = length.filter(|length| length.saturating_mul(least) <= self.left.len());
        fits.ok_or_else(|| {
            let left = self.left.len();
            self.refused(&format!(
                "a count of {count} does not fit into the {left} bytes that are left; {REMEDY}"
            ))
        })
    }

    /// The size of indices.
    pub(super) fn index_size(&mut self) -> Result<IndexSize, Refused> {
        match self.u8()? {
            1 => Ok(IndexSize::One),
            2 => Ok(IndexSize::Two),
            4 => Ok(IndexSize::Four),
            other => Err(self.refused(&format!(
                "indices of {other} bytes instead of 1, 2 or 4; {REMEDY}"
            ))),
        }
    }

    /// An index of anything but vertices: signed, and none where it is negative.
    pub(super) fn index(&mut self, size: IndexSize) -> Result<Option<usize>, Refused> {
        let number = match size {
            IndexSize::One => i32::from(i8::from_le_bytes(self.array()?)),
            IndexSize::Two => i32::from(i16::from_le_bytes(self.array()?)),
            IndexSize::Four => self.i32()?,
        };
        Ok(usize::try_from(number).ok())
    }

    /// An index of a vertex: unsigned where it is short.
    pub(super) fn vertex_index(&mut self, size: IndexSize) -> Result<u32, Refused> {
        match size {
            IndexSize::One => self.u8().map(u32::from),
            IndexSize::Two => self.u16().map(u32::from),
            IndexSize::Four => {
                let number = self.i32()?;
                u32::try_from(number).map_err(|_error| {
                    self.refused(&format!("vertex {number} does not exist; {REMEDY}"))
                })
            }
        }
    }

    /// A text with its length in bytes before it. What is no character becomes `�`.
    pub(super) fn text(&mut self, is_utf8: bool) -> Result<String, Refused> {
        let length = self.count(1)?;
        let bytes = self.take(length)?;
        if is_utf8 {
            return Ok(String::from_utf8_lossy(bytes).into_owned());
        }
        let units = bytes.as_chunks::<2>().0.iter();
        let units: Vec<u16> = units.map(|unit| u16::from_le_bytes(*unit)).collect();
        Ok(String::from_utf16_lossy(&units))
    }
}
