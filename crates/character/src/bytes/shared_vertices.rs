//! Vertex data that several primitives name: decoded, kept and counted once.
//!
//! Exporters write a mesh of many materials as one set of accessors for all vertices, with indices of its own for each material. All
//! such primitives share one list of positions in memory, one of normals, one of influences: an [`Arc`] each. Others write the
//! accessors again for each, over the same bytes: they share all the same. An edit gives the primitive that it changes a list of its own.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Vec2, Vec3, Vec4};
use rig::{Influences, MapKind, VertexMap};

use crate::bytes::accessor::Identity;
use crate::bytes::reader::Reader;
use crate::fault::error::ReadResult;
use crate::json::value::At;

/// The number of an accessor: of several over the same bytes that of the one that was named first.
pub(crate) type AccessorNumber = u64;

/// What has been decoded so far, by the accessors that it is made of and whatever else decides what becomes of them.
#[derive(Default)]
pub(crate) struct SharedVertices {
    /// The first accessor of each identity.
    firsts: RefCell<BTreeMap<Identity, AccessorNumber>>,
    pub(crate) positions: Decoded<AccessorNumber, Arc<[Vec3]>>,
    /// Those of which none had to be computed.
    pub(crate) normals: Decoded<AccessorNumber, Arc<[Vec3]>>,
    pub(crate) tangents: Decoded<AccessorNumber, Arc<[Vec4]>>,
    /// Also by how the material lays its picture.
    pub(crate) tex_coords: Decoded<(AccessorNumber, [u32; 6]), Arc<[Vec2]>>,
    pub(crate) displacements: Decoded<AccessorNumber, Arc<[Vec3]>>,
    pub(crate) others: Decoded<AccessorNumber, OtherValues>,
    pub(crate) maps: Decoded<(AccessorNumber, MapKind), Option<VertexMap>>,
    /// By joints and weights of every set, and how many joints there are.
    pub(crate) influences: Decoded<(Vec<[AccessorNumber; 2]>, usize), Influences>,
}

/// The numbers of an attribute without a field of its own.
#[derive(Clone)]
pub(crate) struct OtherValues {
    /// Numbers a vertex, from 1 to 16 by the type of the accessor.
    pub(crate) width: usize,
    pub(crate) values: Arc<[f32]>,
}

/// Lists by their keys.
pub(crate) struct Decoded<K, V>(RefCell<BTreeMap<K, V>>);

impl<K, V> Default for Decoded<K, V> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: Ord, V: Clone> Decoded<K, V> {
    /// The list of this key, decoded by `read` where it is the first time, or where the list `fits` no primitive of so many vertices:
    /// then it says what is wrong.
    pub(crate) fn of(
        &self,
        key: K,
        fits: impl FnOnce(&V) -> bool,
        read: impl FnOnce() -> ReadResult<V>,
    ) -> ReadResult<V> {
        let known = self.0.borrow().get(&key).cloned();
        if let Some(known) = known.filter(fits) {
            return Ok(known);
        }
        // Nothing is borrowed while `read` runs.
        let decoded = read()?;
        self.0.borrow_mut().insert(key, decoded.clone());
        Ok(decoded)
    }

    /// The list of this key, if it is known.
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.0.borrow().get(key).cloned()
    }

    /// Keeps a list for others that name its key.
    pub(crate) fn keep(&self, key: K, value: &V) {
        self.0.borrow_mut().insert(key, value.clone());
    }
}

impl SharedVertices {
    /// The accessor that a value names, or the first that gives the same numbers; where it is none, whoever looks it up says what is
    /// wrong.
    pub(crate) fn number(&self, reader: &Reader<'_>, at: &At<'_>) -> AccessorNumber {
        let number = at.integer().unwrap_or(AccessorNumber::MAX);
        let Some(identity) = reader.identity(at) else {
            return number;
        };
        *self.firsts.borrow_mut().entry(identity).or_insert(number)
    }
}
