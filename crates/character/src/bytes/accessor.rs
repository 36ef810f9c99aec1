//! Accessors: which bytes are element i, checked once, so that decoding cannot fail.

use crate::bytes::reader::{Reader, View, slice};
use crate::fault::error::{Fault, ReadResult};
use crate::fault::warning::WarningKind;
use crate::json::value::At;

/// A checked accessor: every element lies inside its view, every sparse index below the count.
#[derive(Debug)]
pub(crate) struct Accessor<'a> {
    pub(crate) at: At<'a>,
    pub(crate) count: usize,
    pub(crate) component: Component,
    pub(crate) shape: Shape,
    pub(crate) normalized: bool,
    /// Zeros where there is no buffer view.
    pub(crate) dense: Option<Strided<'a>>,
    pub(crate) sparse: Option<Sparse<'a>>,
}

/// Elements at equal distances: element i begins at byte i · stride.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strided<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) stride: usize,
}

/// Elements that replace others.
#[derive(Debug)]
pub(crate) struct Sparse<'a> {
    pub(crate) elements: Vec<usize>,
    pub(crate) values: Strided<'a>,
}

/// How one number is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

/// How many numbers make an element. Only matrices have more than one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    columns: usize,
    rows: usize,
}

/// The names and sizes of glTF 2.0, section 3.6.2.2, columns before rows.
const SHAPES: [Shape; 7] = [
    Shape::new("SCALAR", [1, 1]),
    Shape::new("VEC2", [1, 2]),
    Shape::new("VEC3", [1, 3]),
    Shape::new("VEC4", [1, 4]),
    Shape::new("MAT2", [2, 2]),
    Shape::new("MAT3", [3, 3]),
    Shape::new("MAT4", [4, 4]),
];

impl Component {
    pub(crate) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The number that stands for it, which is OpenGL's.
    #[cfg(feature = "draco")]
    pub(super) fn code(self) -> u32 {
        match self {
            Self::I8 => 5120,
            Self::U8 => 5121,
            Self::I16 => 5122,
            Self::U16 => 5123,
            Self::U32 => 5125,
            Self::F32 => 5126,
        }
    }

    pub(crate) fn is_unsigned(self) -> bool {
        matches!(self, Self::U8 | Self::U16 | Self::U32)
    }

    pub(super) fn read(at: &At<'_>) -> ReadResult<Self> {
        match at.integer()? {
            5120 => Ok(Self::I8),
            5121 => Ok(Self::U8),
            5122 => Ok(Self::I16),
            5123 => Ok(Self::U16),
            5125 => Ok(Self::U32),
            5126 => Ok(Self::F32),
            _ => Err(at.value_flaw("a component type (5120 to 5123, 5125 or 5126)")),
        }
    }
}

impl Shape {
    const fn new(name: &'static str, [columns, rows]: [usize; 2]) -> Self {
        Self {
            name,
            columns,
            rows,
        }
    }

    /// Numbers in an element.
    pub(crate) fn width(self) -> usize {
        self.columns * self.rows
    }

    /// Where in an element number `index` (column by column) is stored: matrix columns begin at multiples of four bytes.
    pub(crate) fn offset(self, index: usize, component: Component) -> usize {
        let (column, row) = (index / self.rows, index % self.rows);
        column * self.column_bytes(component) + row * component.size()
    }

    fn element_bytes(self, component: Component) -> usize {
        self.columns * self.column_bytes(component)
    }

    fn column_bytes(self, component: Component) -> usize {
        let bytes = self.rows * component.size();
        if self.columns == 1 {
            bytes
        } else {
            // glTF 2.0, section 3.6.2.4: of components of one or two bytes some matrices have gaps between columns.
            bytes.next_multiple_of(4)
        }
    }

    pub(super) fn read(at: &At<'_>) -> ReadResult<Self> {
        let name = at.string()?;
        let shape = SHAPES.into_iter().find(|shape| shape.name == name);
        shape.ok_or_else(|| at.value_flaw("an accessor type (SCALAR, VEC2 to VEC4, MAT2 to MAT4)"))
    }
}

/// Which numbers an accessor gives: two of one identity give the same, whatever their places in the file. Exporters write an accessor
/// for each primitive over the same bytes, some with a buffer view of its own too.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Identity {
    component: u64,
    shape: &'static str,
    normalized: bool,
    count: u64,
    /// None where there is no buffer view: zeros.
    dense: Option<Stored>,
    sparse: Option<SparseIdentity>,
}

/// How many elements are replaced, the component type of their indices, where these are and where the values.
type SparseIdentity = (u64, u64, Stored, Stored);

/// Bytes of a buffer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stored {
    buffer: usize,
    /// The first byte of the first element, and one past the last that the view gives.
    range: [u128; 2],
    stride: Option<u64>,
}

impl Accessor<'_> {
    /// Whether there is nothing behind it: neither bytes nor replacements.
    pub(crate) fn is_all_zero(&self) -> bool {
        self.dense.is_none() && self.sparse.is_none()
    }
}

impl<'a> Reader<'a> {
    /// The accessor that `at` (an index) names.
    pub(crate) fn accessor(&self, at: &At<'a>) -> ReadResult<Accessor<'_>> {
        let (_, at) = at.lookup(&self.root, "accessors", "accessor")?;
        let count_at = at.require("count")?;
        let count = count_at.integer()?;
        let layout = Layout {
            component: Component::read(&at.require("componentType")?)?,
            shape: Shape::read(&at.require("type")?)?,
            count,
        };
        if count == 0 {
            return Err(count_at.value_flaw("at least one element"));
        }
        let dense = at
            .get("bufferView")
            .map(|view| self.dense(&at, &view, layout))
            .transpose()?;
        let sparse = at
            .get("sparse")
            .map(|sparse| self.sparse(&sparse, layout))
            .transpose()?;
        let count = usize::try_from(count)
            .map_err(|_too_many| count_at.value_flaw("a count that fits in memory"))?;
        Ok(Accessor {
            at,
            count,
            component: layout.component,
            shape: layout.shape,
            normalized: at.get("normalized").map_or(Ok(false), |at| at.boolean())?,
            dense,
            sparse,
        })
    }

    /// The identity of the accessor that `at` (an index) names; none where something is wrong with it, which reading it tells.
    pub(crate) fn identity(&self, at: &At<'_>) -> Option<Identity> {
        let (_, at) = at.lookup(&self.root, "accessors", "accessor").ok()?;
        let normalized = at.get("normalized").map(|at| at.boolean().ok());
        let dense = at.get("bufferView").map(|_view| self.stored_bytes(&at));
        let sparse = at.get("sparse").map(|at| self.sparse_identity(&at));
        Some(Identity {
            component: at.get("componentType")?.integer().ok()?,
            shape: Shape::read(&at.get("type")?).ok()?.name,
            normalized: normalized.unwrap_or(Some(false))?,
            count: at.get("count")?.integer().ok()?,
            // Without a view it is zeros, an identity as any other; with one that is wrong there is no identity.
            dense: dense.map_or(Some(None), |found| found.map(Some))?,
            sparse: sparse.map_or(Some(None), |found| found.map(Some))?,
        })
    }

    fn sparse_identity(&self, at: &At<'_>) -> Option<SparseIdentity> {
        let indices = at.get("indices")?;
        Some((
            at.get("count")?.integer().ok()?,
            indices.get("componentType")?.integer().ok()?,
            self.stored_bytes(&indices)?,
            self.stored_bytes(&at.get("values")?)?,
        ))
    }

    /// The bytes that an object with a buffer view and an offset names.
    fn stored_bytes(&self, at: &At<'_>) -> Option<Stored> {
        let view = self.view(&at.get("bufferView")?).ok()?;
        let offset = at.get("byteOffset").map(|at| at.integer().ok());
        let (first, offset) = (u128::from(view.offset), offset.unwrap_or(Some(0))?);
        Some(Stored {
            buffer: view.buffer,
            range: [first + u128::from(offset), first + view.bytes.len() as u128],
            stride: view.stride,
        })
    }

    fn dense(&self, at: &At<'_>, view: &At<'_>, layout: Layout) -> ReadResult<Strided<'_>> {
        let view = self.view(view)?;
        let offset = at.get("byteOffset").map_or(Ok(0), |at| at.integer())?;
        let strided = layout.strided_elements(at, view, offset)?;
        // Copied byte by byte, unaligned numbers are read all the same.
        let start = u128::from(view.offset) + u128::from(offset);
        if start % layout.component.size() as u128 != 0 {
            self.warn_of(WarningKind::Unaligned, at, 1);
        }
        Ok(strided)
    }

    fn sparse(&self, at: &At<'_>, layout: Layout) -> ReadResult<Sparse<'_>> {
        let count_at = at.require("count")?;
        let count = count_at.integer()?;
        if layout.count < count {
            return Err(count_at.value_flaw("no more replacements than elements"));
        }
        let (indices_at, values_at) = (at.require("indices")?, at.require("values")?);
        let indices = self.sparse_indices(&indices_at, count)?;
        check_increasing(&indices_at, &indices, layout.count)?;
        // glTF allows no stride here: replacements and their indices are packed tightly.
        let view = without_stride(self.view(&values_at.require("bufferView")?)?);
        let offset = values_at
            .get("byteOffset")
            .map_or(Ok(0), |at| at.integer())?;
        let values = Layout { count, ..layout }.strided_elements(&values_at, view, offset)?;
        Ok(Sparse {
            elements: indices,
            values,
        })
    }

    fn sparse_indices(&self, at: &At<'_>, count: u64) -> ReadResult<Vec<usize>> {
        let kind_at = at.require("componentType")?;
        let component = Component::read(&kind_at)?;
        if !component.is_unsigned() {
            return Err(kind_at.value_flaw("an unsigned component type"));
        }
        let [scalar, ..] = SHAPES;
        let layout = Layout {
            component,
            shape: scalar,
            count,
        };
        let view = without_stride(self.view(&at.require("bufferView")?)?);
        let offset = at.get("byteOffset").map_or(Ok(0), |at| at.integer())?;
        let strided = layout.strided_elements(at, view, offset)?;
        let size = component.size();
        // `strided` holds exactly `count` indices: the allocation is bounded by the bytes of the file.
        self.charge(at, strided.bytes.len() / size, size_of::<usize>())?;
        Ok(strided
            .bytes
            .chunks_exact(size)
            .map(|bytes| component.index(bytes))
            .collect())
    }
}

impl Component {
    /// An unsigned number from its little-endian bytes.
    pub(crate) fn index(self, bytes: &[u8]) -> usize {
        let number = bytes
            .iter()
            .rev()
            // Of at most four bytes, so that nothing is shifted out.
            .fold(0_u32, |number, &byte| number << 8 | u32::from(byte));
        usize::try_from(number).unwrap_or(usize::MAX)
    }
}

/// How many elements of what size.
#[derive(Clone, Copy)]
struct Layout {
    component: Component,
    shape: Shape,
    count: u64,
}

impl Layout {
    /// The bytes from the first element's first to the last element's last, checked against the view.
    /// All in 128 bits, where no claim of 64 bits can wrap around.
    fn strided_elements<'v>(
        &self,
        at: &At<'_>,
        view: View<'v>,
        offset: u64,
    ) -> ReadResult<Strided<'v>> {
        let element = self.shape.element_bytes(self.component) as u64;
        let stride = view.stride.unwrap_or(element);
        if stride < element {
            return Err(at.flaw(Fault::Value {
                expected: "a byte stride of at least one element",
                found: format!("{stride} bytes for {element}"),
            }));
        }
        let n_before = u128::from(self.count.saturating_sub(1));
        // The last element needs its own bytes only, not a whole stride.
        let length = if self.count == 0 {
            0
        } else {
            n_before * u128::from(stride) + u128::from(element)
        };
        let end = u128::from(offset) + length;
        let bounds = || {
            at.flaw(Fault::Bounds {
                what: "the buffer view",
                end,
                size: view.bytes.len(),
            })
        };
        let bytes = slice(view.bytes, offset, end).ok_or_else(bounds)?;
        // A single element needs no stride, so that a huge one does no harm.
        let stride = usize::try_from(stride).unwrap_or(usize::MAX);
        Ok(Strided { bytes, stride })
    }
}

fn without_stride(view: View<'_>) -> View<'_> {
    View {
        stride: None,
        ..view
    }
}

fn check_increasing(at: &At<'_>, indices: &[usize], count: u64) -> ReadResult<()> {
    let increasing = indices.is_sorted_by(|a, b| a < b);
    if !increasing {
        return Err(at.flaw(Fault::Value {
            expected: "sparse indices in increasing order",
            found: "a repeated or smaller one".to_owned(),
        }));
    }
    match indices.last() {
        // They rise, so that the last bounds all.
        Some(&last) if count <= last as u64 => Err(at.flaw(Fault::Index {
            what: "element",
            index: last as u64,
            count: usize::try_from(count).unwrap_or(usize::MAX),
        })),
        _ => Ok(()),
    }
}
