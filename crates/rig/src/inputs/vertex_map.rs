//! One number a vertex, painted over a surface.

use std::sync::Arc;

use crate::MapKind;
use crate::influences::{InfluenceError, Influences, Layout, ROWS, page_and_place, same_layout};

/// One number a vertex, 0 to 1: a map of any [`MapKind`], or the mask of something.
///
/// Kept as [`Influences`](crate::Influences) are: a clone costs nothing, and what comes of an edit shares the pages of 128 vertices that it
/// leaves as they are.
#[derive(Clone, Debug, Default)]
pub struct VertexMap {
    pages: Arc<[Arc<[f32; ROWS]>]>,
    /// None where slots are vertices.
    layout: Option<Arc<Layout>>,
    vertex_count: usize,
}

impl VertexMap {
    /// Numbers are held to 0 … 1; one that is none counts as 1.
    pub fn new(values: impl IntoIterator<Item = f32>) -> Self {
        let mut pages = Vec::new();
        let mut vertex_count = 0;
        for value in values {
            let (page, place) = page_and_place(vertex_count);
            if page == pages.len() {
                pages.push([1.0; ROWS]);
            }
            pages[page][place] = clamp_unit(value);
            vertex_count += 1;
        }
        Self {
            pages: pages.into_iter().map(Arc::new).collect(),
            layout: None,
            vertex_count,
        }
    }

    /// One number everywhere, held as by [`new`](Self::new); laid out as these influences are.
    #[must_use]
    pub fn uniform(influences: &Influences, value: f32) -> Self {
        Self {
            layout: influences.layout().cloned(),
            ..Self::new(std::iter::repeat_n(value, influences.vertex_count()))
        }
    }

    /// What a mesh without a map of this kind has: the number of [`MapKind::default_value`] everywhere.
    #[must_use]
    pub fn default_for(influences: &Influences, kind: MapKind) -> Self {
        Self::uniform(influences, kind.default_value())
    }

    /// Number of vertices, each with one number.
    #[must_use]
    pub const fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// The number of a vertex; 1 beyond the last.
    #[must_use]
    #[inline]
    pub fn value(&self, vertex: usize) -> f32 {
        if vertex >= self.vertex_count {
            return 1.0;
        }
        let (page, place) = page_and_place(self.slot_of(vertex));
        self.pages[page][place]
    }

    /// The numbers of all vertices in order.
    #[must_use]
    pub fn values(&self) -> impl ExactSizeIterator<Item = f32> {
        (0..self.vertex_count).map(|vertex| self.value(vertex))
    }

    fn slot_of(&self, vertex: usize) -> usize {
        let layout = self.layout.as_ref();
        layout.map_or(vertex, |layout| layout.slot_of(vertex))
    }

    /// The same map but for the numbers given, by vertex, held as by [`new`](Self::new); of a vertex given twice the later one counts.
    ///
    /// # Errors
    ///
    /// A vertex that there is not.
    pub fn with_values(
        &self,
        values: impl IntoIterator<Item = (u32, f32)>,
    ) -> Result<Self, InfluenceError> {
        let mut pages = self.pages.to_vec();
        for (vertex, value) in values {
            let vertex = vertex as usize;
            if vertex >= self.vertex_count {
                return Err(InfluenceError::VertexOutOfRange {
                    vertex,
                    vertex_count: self.vertex_count,
                });
            }
            let (page, place) = page_and_place(self.slot_of(vertex));
            let value = clamp_unit(value);
            if pages[page][place].to_bits() != value.to_bits() {
                // Copies the page if another map shares it.
                Arc::make_mut(&mut pages[page])[place] = value;
            }
        }
        Ok(Self {
            pages: pages.into(),
            ..self.clone()
        })
    }

    /// The same map with each vertex at a slot of its own, as [`Influences::with_slots`](crate::Influences::with_slots).
    #[must_use]
    pub fn with_slots(&self, slots: Arc<[u32]>) -> Self {
        let layout = Layout::new(slots).filter(|layout| layout.len() == self.vertex_count);
        let Some(layout) = layout else {
            return Self::new(self.values());
        };
        let vertices = layout.vertices().iter();
        Self {
            layout: None,
            ..Self::new(vertices.map(|&vertex| self.value(vertex as usize)))
        }
        .with_layout(layout)
    }

    fn with_layout(self, layout: Layout) -> Self {
        Self {
            layout: Some(Arc::new(layout)),
            ..self
        }
    }

    /// Bytes of this map that `other` does not hold too.
    #[must_use]
    pub fn bytes_beside(&self, other: &Self) -> usize {
        if Arc::ptr_eq(&self.pages, &other.pages) {
            return 0;
        }
        let own = self.pages.iter().enumerate().filter(|(number, page)| {
            let shared = other.pages.get(*number);
            shared.is_none_or(|shared| !Arc::ptr_eq(page, shared))
        });
        own.count() * size_of::<[f32; ROWS]>() + size_of_val(&*self.pages)
    }

    /// The vertices whose numbers may differ from those of an older map, as
    /// [`Influences::changed_since`](crate::Influences::changed_since).
    #[must_use]
    pub fn changed_since(&self, older: &Self) -> Vec<u32> {
        if Arc::ptr_eq(&self.pages, &older.pages) && self.vertex_count == older.vertex_count {
            return Vec::new();
        }
        let count = u32::try_from(self.vertex_count).unwrap_or(u32::MAX);
        let vertices = 0..count;
        if self.vertex_count != older.vertex_count
            || !same_layout(self.layout.as_ref(), older.layout.as_ref())
        {
            return vertices.collect();
        }
        let differs = |&vertex: &u32| {
            let (page, _) = page_and_place(self.slot_of(vertex as usize));
            !Arc::ptr_eq(&self.pages[page], &older.pages[page])
        };
        vertices.filter(differs).collect()
    }
}

/// By value, wherever numbers lie; quick where pages are shared.
impl PartialEq for VertexMap {
    fn eq(&self, other: &Self) -> bool {
        if self.vertex_count != other.vertex_count {
            return false;
        }
        if !same_layout(self.layout.as_ref(), other.layout.as_ref()) {
            return self.values().eq(other.values());
        }
        let mut pages = self.pages.iter().zip(other.pages.iter());
        pages.all(|(one, other)| Arc::ptr_eq(one, other) || one == other)
    }
}

const fn clamp_unit(value: f32) -> f32 {
    if value.is_nan() {
        1.0
    } else {
        // Adding zero turns −0 into 0.
        value.clamp(0.0, 1.0) + 0.0
    }
}
