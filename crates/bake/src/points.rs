//! What is fitted: the vertices of all skins, those at one place with one row as one.

use std::collections::BTreeMap;

use character::Character;
use glam::{Affine3A, Vec3};
use rig::{BindPose, InfluenceRow, JointIndex};
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::posed_character::Look;

use crate::BakeError;

/// A place of a skin's joint list: a joint with its inverse bind matrix. Skins that list the same joint with the same matrix share it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) joint: JointIndex,
    /// The first skin that lists it, and where.
    pub(crate) skin: usize,
    pub(crate) place: usize,
}

/// Vertices at one place with one row.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// Position at the bind, in the mesh's units, without morph targets.
    pub(crate) position: Vec3,
    /// Entries with their weights, in the order of the file.
    pub(crate) row: Vec<(u32, f32)>,
    /// A placed primitive and a vertex of it.
    pub(crate) source: (usize, usize),
    /// How many vertices there are.
    pub(crate) count: u32,
}

/// All that is fitted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Points {
    pub(crate) entries: Vec<Entry>,
    /// By skin, the entry of each place of its list.
    pub(crate) entries_of: Vec<Vec<u32>>,
    pub(crate) list: Vec<Point>,
    /// By placed primitive, the point of each vertex; none for what no joint moves. Empty where no skin moves the primitive, and where
    /// an instance before shows it with the same skin.
    pub(crate) of: Vec<Vec<Option<u32>>>,
    /// Mean length of the edges, in the units of the bind.
    pub(crate) edge: f32,
}

/// What tells points apart: place, row, maps, and what skins them.
type Key = ([u32; 3], Vec<(u32, u32)>, [u32; 2], [&'static str; 2]);

impl Points {
    /// # Errors
    ///
    /// No skinned mesh, and a mesh that is shown with two skins.
    pub(crate) fn new(character: &Character, look: Look) -> Result<Self, BakeError> {
        let mut points = Self::default();
        points.list_entries(character);
        let mut shown: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let mut known: BTreeMap<Key, u32> = BTreeMap::new();
        let (mut length, mut edges) = (0.0_f64, 0_u32);
        for (number, placed) in placed_primitives(character).enumerate() {
            points.of.push(Vec::new());
            let Some(skin) = skin_of(&placed) else {
                continue;
            };
            let mesh = (placed.instance.mesh, placed.primitive_index);
            // A second instance with the same skin shows the same weights; with another one, weights would have to serve both.
            match shown.insert(mesh, skin) {
                None => {}
                Some(before) if before == skin => continue,
                Some(_) => return Err(two_skins(character, mesh.0)),
            }
            let mesh = character.meshes.get(placed.instance.mesh);
            let look = mesh.map_or(look, |mesh| look.of_mesh(mesh));
            let of = points.add((number, skin, look), &placed, &mut known);
            points.of[number] = of;
            let of_edges = edge_lengths(&placed);
            length += of_edges.0;
            edges = edges.saturating_add(of_edges.1);
        }
        if points.list.is_empty() {
            return Err(BakeError::NoSkin);
        }
        points.edge = narrow(length / f64::from(edges.max(1)));
        Ok(points)
    }

    fn list_entries(&mut self, character: &Character) {
        let binds = &character.rig.binds;
        for (skin, bind) in binds.iter().enumerate() {
            let places = bind.joints().iter().enumerate();
            let of_skin: Vec<u32> = places
                .map(|(place, &joint)| self.entry(binds, Entry { joint, skin, place }))
                .collect();
            self.entries_of.push(of_skin);
        }
    }

    /// The number of an entry, which is that of an equal one before.
    fn entry(&mut self, binds: &[BindPose], new: Entry) -> u32 {
        let matrix = |entry: &Entry| {
            let bind = binds.get(entry.skin);
            bind.map(|bind| bind.joint_from_bind(entry.place))
        };
        let own = matrix(&new);
        let is_equal = |entry: &Entry| {
            let pair = matrix(entry).zip(own);
            entry.joint == new.joint && pair.is_some_and(|(one, other)| is_same(&one, &other))
        };
        let found = self.entries.iter().position(is_equal);
        if found.is_none() {
            self.entries.push(new);
        }
        index(found.unwrap_or(self.entries.len() - 1))
    }

    fn add(
        &mut self,
        (number, skin, look): (usize, usize, Look),
        placed: &PlacedPrimitive<'_>,
        known: &mut BTreeMap<Key, u32>,
    ) -> Vec<Option<u32>> {
        let Some(weighting) = placed.primitive.weighting() else {
            return Vec::new();
        };
        // A copy, as points are added to `self` meanwhile.
        let entries = self.entries_of.get(skin).cloned().unwrap_or_default();
        let rows = weighting.influences.rows().enumerate();
        let mut of = Vec::with_capacity(weighting.influences.vertex_count());
        for ((vertex, InfluenceRow { joints, weights }), &position) in
            rows.zip(placed.primitive.positions.iter())
        {
            let row: Vec<(u32, f32)> = joints
                .iter()
                .zip(weights)
                .filter_map(|(&joint, &weight)| Some((*entries.get(usize::from(joint))?, weight)))
                .collect();
            if row.is_empty() {
                of.push(None);
                continue;
            }
            let maps = [weighting.blend, weighting.bulge]
                .map(|map| map.map_or(0, |map| map.value(vertex).to_bits()));
            // By bits: what is equal in the file is one point, so seams do not part; what is nearly equal stays two.
            let bits = row.iter().map(|(entry, weight)| (*entry, weight.to_bits()));
            let place = position.to_array().map(f32::to_bits);
            let by = [look.name(), look.signs.name()];
            let key = (place, bits.collect(), maps, by);
            let next = index(self.list.len());
            let point = *known.entry(key).or_insert(next);
            // Beyond the end of the list is the number of a point that is new.
            match self.list.get_mut(point as usize) {
                Some(point) => point.count += 1,
                None => self.list.push(Point {
                    position,
                    row,
                    source: (number, vertex),
                    count: 1,
                }),
            }
            of.push(Some(point));
        }
        of
    }
}

/// The skin that moves a placed primitive.
pub(crate) fn skin_of(placed: &PlacedPrimitive<'_>) -> Option<usize> {
    placed.primitive.influences.as_ref()?;
    placed.instance.skin
}

fn two_skins(character: &Character, mesh: usize) -> BakeError {
    let name = character.meshes.get(mesh).and_then(|it| it.name.clone());
    BakeError::TwoSkins {
        mesh: name.unwrap_or_else(|| format!("mesh {mesh}")),
    }
}

/// But for the rounding of what wrote the file.
fn is_same(one: &Affine3A, other: &Affine3A) -> bool {
    let pairs = one.to_cols_array().into_iter().zip(other.to_cols_array());
    let size = one
        .to_cols_array()
        .map(f32::abs)
        .into_iter()
        .fold(0.0, f32::max);
    pairs.into_iter().all(|(a, b)| (a - b).abs() <= 1e-6 * size)
}

/// Sum of the lengths of all edges, and how many; inner edges count twice, which leaves the mean what it is about.
fn edge_lengths(placed: &PlacedPrimitive<'_>) -> (f64, u32) {
    let positions = &placed.primitive.positions;
    let (mut sum, mut count) = (0.0, 0_u32);
    for &[a, b, c] in placed.primitive.triangles.iter() {
        for (one, other) in [(a, b), (b, c), (c, a)] {
            let ends = (positions.get(one as usize), positions.get(other as usize));
            if let (Some(one), Some(other)) = ends {
                sum += f64::from(one.distance(*other));
                count = count.saturating_add(1);
            }
        }
    }
    (sum, count)
}

/// Numbers of points and entries fit: a character has fewer vertices than `u32::MAX`.
pub(crate) fn index(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
pub(crate) const fn narrow(value: f64) -> f32 {
    value as f32
}
