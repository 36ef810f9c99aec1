//! Elements of accessors as floats or unsigned integers.

use crate::bytes::accessor::{Accessor, Component, Strided};
use crate::bytes::reader::Reader;
use crate::fault::error::{Fault, ReadResult};

impl Accessor<'_> {
    /// Elements of `N` floats; integers are scaled to −1..1 or 0..1 where the accessor says `normalized`.
    ///
    /// # Errors
    /// Another type than `shape`, or more memory than the budget has left.
    pub(crate) fn floats<const N: usize>(
        &self,
        reader: &Reader<'_>,
        shape: &'static str,
    ) -> ReadResult<Vec<[f32; N]>> {
        self.check_shape(shape)?;
        self.elements(reader, |bytes| self.component.float(bytes, self.normalized))
    }

    /// All numbers in a row, whatever the type.
    pub(crate) fn flat_floats(&self, reader: &Reader<'_>) -> ReadResult<Vec<f32>> {
        let width = self.shape.width();
        reader.charge(&self.at, self.count, size_of::<f32>() * width)?;
        let mut out = vec![0.0; self.count * width];
        self.visit(|element, index, bytes| {
            if let Some(slot) = out.get_mut(element * width + index) {
                *slot = self.component.float(bytes, self.normalized);
            }
        });
        Ok(out)
    }

    /// Elements of `N` unsigned integers of any size.
    ///
    /// # Errors
    /// Another type than `shape`, signed or float components, or more memory than the budget has left.
    pub(crate) fn integers<const N: usize>(
        &self,
        reader: &Reader<'_>,
        shape: &'static str,
    ) -> ReadResult<Vec<[u32; N]>> {
        self.check_shape(shape)?;
        if !self.component.is_unsigned() {
            return Err(self.at.flaw(Fault::Value {
                expected: "unsigned integers",
                found: format!("{:?}", self.component),
            }));
        }
        let number = |bytes: &[u8]| u32::try_from(self.component.index(bytes)).unwrap_or(u32::MAX);
        self.elements(reader, number)
    }

    /// Elements of `N` numbers, each made from its bytes. The shape is checked.
    fn elements<T: Copy + Default, const N: usize>(
        &self,
        reader: &Reader<'_>,
        number: impl Fn(&[u8]) -> T,
    ) -> ReadResult<Vec<[T; N]>> {
        reader.charge(&self.at, self.count, size_of::<[T; N]>())?;
        let mut out = vec![[T::default(); N]; self.count];
        self.visit(|element, index, bytes| {
            let element = out.get_mut(element);
            if let Some(slot) = element.and_then(|element| element.get_mut(index)) {
                *slot = number(bytes);
            }
        });
        Ok(out)
    }

    fn check_shape(&self, shape: &'static str) -> ReadResult<()> {
        if self.shape.name == shape {
            return Ok(());
        }
        let found = self.shape.name.to_owned();
        Err(self.at.flaw(Fault::Value {
            expected: shape,
            found,
        }))
    }

    /// Calls `put(element, index in the element, bytes)` for every stored number, replacements last.
    fn visit(&self, mut put: impl FnMut(usize, usize, &[u8])) {
        if let Some(dense) = self.dense {
            (0..self.count)
                .for_each(|element| self.visit_element(dense, element, element, &mut put));
        }
        if let Some(sparse) = &self.sparse {
            for (from, &element) in sparse.elements.iter().enumerate() {
                self.visit_element(sparse.values, from, element, &mut put);
            }
        }
    }

    fn visit_element(
        &self,
        strided: Strided<'_>,
        from: usize,
        to: usize,
        put: &mut impl FnMut(usize, usize, &[u8]),
    ) {
        let size = self.component.size();
        let bytes = strided
            .bytes
            .get(from.saturating_mul(strided.stride)..)
            .unwrap_or_default();
        for index in 0..self.shape.width() {
            let offset = self.shape.offset(index, self.component);
            if let Some(bytes) = bytes.get(offset..offset + size) {
                put(to, index, bytes);
            }
        }
    }
}

impl Component {
    /// A float from its little-endian bytes. Normalized signed integers follow glTF 2.0 (section 3.6.2.2): both of
    /// the smallest two mean −1.
    fn float(self, bytes: &[u8], normalized: bool) -> f32 {
        let [a, b, c, d] = pad_to_four(bytes);
        let (value, scale) = match self {
            Self::I8 => (f32::from(i8::from_le_bytes([a])), 127.0),
            Self::U8 => (f32::from(a), 255.0),
            Self::I16 => (f32::from(i16::from_le_bytes([a, b])), 32767.0),
            Self::U16 => (f32::from(u16::from_le_bytes([a, b])), 65535.0),
            // glTF normalizes no numbers of 32 bits; files that ask for it get what the rule for the others gives.
            Self::U32 => (u32::from_le_bytes([a, b, c, d]) as f32, u32::MAX as f32),
            // Floats are never scaled, whatever the accessor says.
            Self::F32 => return f32::from_le_bytes([a, b, c, d]),
        };
        if normalized {
            (value / scale).max(-1.0)
        } else {
            value
        }
    }
}

fn pad_to_four(bytes: &[u8]) -> [u8; 4] {
    let mut padded = [0; 4];
    padded
        .iter_mut()
        .zip(bytes)
        .for_each(|(to, &from)| *to = from);
    padded
}
