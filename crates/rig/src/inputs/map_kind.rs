//! What the numbers painted over a surface say.

use std::ops::{Index, IndexMut};

/// What a [`VertexMap`](crate::VertexMap) of a mesh says about its vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MapKind {
    /// The blend map, λ: 0 where a vertex follows linear blending, 1 where the method that blends rotations, and between the two in
    /// between. Linear blending does not look at it.
    Blend,
    /// The bulge map, β: how far a vertex that a method has carried farther from its bones than at rest is drawn back to them; 0 not at
    /// all, 1 all the way. Linear blending does not look at it.
    Bulge,
}

impl MapKind {
    /// All kinds, in the order of their definition.
    pub const ALL: [Self; 2] = [Self::Blend, Self::Bulge];

    /// What every vertex of a mesh without such a map has.
    #[must_use]
    pub const fn default_value(self) -> f32 {
        match self {
            Self::Blend => 1.0,
            Self::Bulge => 0.0,
        }
    }

    /// In words: "blend map".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blend => "blend map",
            Self::Bulge => "bulge map",
        }
    }
}

/// One thing for each [`MapKind`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByMap<T> {
    /// That of the blend map.
    pub blend: T,
    /// That of the bulge map.
    pub bulge: T,
}

impl<T> ByMap<T> {
    /// One made for each kind.
    pub fn new(mut of: impl FnMut(MapKind) -> T) -> Self {
        Self {
            blend: of(MapKind::Blend),
            bulge: of(MapKind::Bulge),
        }
    }

    /// This for one kind, and nothing for the others.
    #[must_use]
    pub fn only(kind: MapKind, of: T) -> Self
    where
        T: Default,
    {
        let mut all = Self::default();
        all[kind] = of;
        all
    }

    /// Each with its kind.
    pub fn iter(&self) -> impl Iterator<Item = (MapKind, &T)> {
        MapKind::ALL.into_iter().map(|kind| (kind, &self[kind]))
    }
}

impl<T> Index<MapKind> for ByMap<T> {
    type Output = T;

    fn index(&self, kind: MapKind) -> &T {
        match kind {
            MapKind::Blend => &self.blend,
            MapKind::Bulge => &self.bulge,
        }
    }
}

impl<T> IndexMut<MapKind> for ByMap<T> {
    fn index_mut(&mut self, kind: MapKind) -> &mut T {
        match kind {
            MapKind::Blend => &mut self.blend,
            MapKind::Bulge => &mut self.bulge,
        }
    }
}
