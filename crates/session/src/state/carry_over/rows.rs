//! Changed weights on the vertices and joints of the new file.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use character::{Character, OtherKeys as _};
use glam::Vec3;
use rig::{ByMap, Influences, JointSlot, JointWeight, MapKind};

use super::joints::KeyMap;
use super::meshes::MeshMap;
use super::pool_rows::{Mix, PoolRows, Row};
use super::report::VertexCounts;
use super::shape::{CharacterShape, PrimitiveShape};
use super::vertices::{Pool, Standing, VertexMap, VertexOrigin};
use crate::document::journal::{KeptWeights, MeshJoints};

/// So many joints above one that is gone are asked for its weights.
const MOST_ABOVE: usize = 1024;

/// What stands where nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unchanged {
    /// What the character has.
    AsCharacter,
    /// Nothing, as in a layer.
    Nothing,
}

/// Carries changed weights from one file to another.
pub(super) struct WeightCarrier<'a> {
    old: &'a CharacterShape,
    new: &'a CharacterShape,
    pub(super) meshes: &'a MeshMap,
    pools: BTreeMap<usize, Pool<'a>>,
    maps: BTreeMap<(usize, usize), VertexMap>,
    /// How changed vertices were found, and which weights went to other joints.
    pub(super) counts: VertexCounts,
    /// By the keys of joints of the old file those of the new one that took their weights.
    pub(super) moved: BTreeMap<u32, u32>,
    /// Joints of the old file whose weights nothing of the new skin takes.
    pub(super) lost: BTreeSet<u32>,
    /// The old meshes with changed weights that are gone.
    pub(super) gone: BTreeSet<usize>,
}

impl<'a> WeightCarrier<'a> {
    pub(super) fn new(
        old: &'a CharacterShape,
        new: &'a CharacterShape,
        meshes: &'a MeshMap,
    ) -> Self {
        Self {
            old,
            new,
            meshes,
            pools: BTreeMap::new(),
            maps: BTreeMap::new(),
            counts: VertexCounts::default(),
            moved: BTreeMap::new(),
            lost: BTreeSet::new(),
            gone: BTreeSet::new(),
        }
    }

    /// The same change for a character of the new file.
    pub(super) fn carry(
        &mut self,
        kept: &[KeptWeights],
        onto: &Character,
        keys: &KeyMap,
        unchanged: Unchanged,
    ) -> Vec<KeptWeights> {
        let mut carried = Vec::with_capacity(kept.len());
        let (kept, unfit): (Vec<&KeptWeights>, Vec<&KeptWeights>) =
            kept.iter().partition(|kept| self.is_of_file(kept, keys));
        // Of a mesh that an edit has made; or it did not fit the old file either, and is refused as ever.
        carried.extend(
            unfit
                .into_iter()
                .map(|kept| self.with_other_mesh(kept, keys)),
        );
        let mut seen = Seen::new();
        let joints = MeshJoints::new(onto);
        for mesh in 0..self.new.meshes.len() {
            let sources = self.meshes.sources(mesh);
            let here = kept.iter().copied();
            let here: Vec<&KeptWeights> =
                here.filter(|kept| sources.contains(&kept.mesh)).collect();
            if !here.is_empty() {
                let target = Target {
                    onto,
                    keys,
                    mesh,
                    slots: joints.keys(mesh),
                    unchanged,
                };
                self.carry_onto(&target, &here, &mut carried, &mut seen);
            }
        }
        for kept in kept {
            if !self.meshes.is_there(kept.mesh) {
                self.gone.insert(kept.mesh);
            } else if unchanged == Unchanged::AsCharacter {
                self.count_gone(kept, &seen);
            }
        }
        carried
    }

    /// Counts the vertices that nothing took from, and that are not on the surface of what takes from their mesh either: those are gone
    /// with what they were on.
    fn count_gone(&mut self, kept: &KeptWeights, seen: &Seen) {
        let own = (kept.mesh, kept.primitive);
        let is_seen = |place: (usize, usize), vertex: u32| {
            let seen = seen.get(&place);
            seen.is_some_and(|seen| seen.get(vertex as usize) == Some(&true))
        };
        let vertices = kept.rows.vertices();
        let mut unseen: Vec<u32> = vertices.filter(|&vertex| !is_seen(own, vertex)).collect();
        let meshes = 0..self.new.meshes.len();
        let meshes = meshes.filter(|&mesh| self.meshes.sources(mesh).contains(&kept.mesh));
        let meshes: Vec<usize> = meshes.collect();
        // Copies at one place, as at a seam, are one.
        for pool in meshes.iter().filter_map(|mesh| self.pools.get(mesh)) {
            unseen.retain(|&vertex| {
                let mut copies = pool.copies(own, vertex);
                !copies.any(|(place, copy)| is_seen(place, copy))
            });
        }
        let old = self.old.primitive(own);
        let Some(old) = old.filter(|_| !unseen.is_empty()) else {
            return;
        };
        let surfaces: Vec<Standing> = meshes
            .iter()
            .map(|&mesh| Standing::of(self.new, mesh))
            .collect();
        unseen.retain(|vertex| {
            let place = old.positions.get(*vertex as usize);
            let is_near = |place: &Vec3| surfaces.iter().any(|surface| surface.is_near(*place));
            !place.is_some_and(is_near)
        });
        self.counts.gone += unseen.len();
    }

    /// Whether it was made on vertices of the file, by joints that there were.
    fn is_of_file(&self, kept: &KeptWeights, keys: &KeyMap) -> bool {
        let primitive = self.old.primitive((kept.mesh, kept.primitive));
        let has_vertices = |primitive: &PrimitiveShape| primitive.vertices == kept.vertices;
        let mut joints = kept.joints.iter();
        primitive.is_some_and(has_vertices) && joints.all(|&key| keys.is_known(key))
    }

    fn with_other_mesh(&self, kept: &KeptWeights, keys: &KeyMap) -> KeptWeights {
        let joints = kept.joints.iter();
        KeptWeights {
            mesh: self.meshes.of(kept.mesh).unwrap_or(kept.mesh),
            joints: joints.map(|&key| keys.of(key).unwrap_or(key)).collect(),
            ..kept.clone()
        }
    }

    fn carry_onto(
        &mut self,
        target: &Target<'_>,
        kept: &[&KeptWeights],
        carried: &mut Vec<KeptWeights>,
        seen: &mut Seen,
    ) {
        let mesh = target.mesh;
        let sources = self.meshes.sources(mesh);
        let old = self.old;
        let pool = self
            .pools
            .entry(mesh)
            .or_insert_with(|| Pool::new(old, self.new, mesh, sources));
        let primitives = self.new.meshes.get(mesh);
        let primitives = primitives.map_or(&[][..], |mesh| &mesh.primitives);
        for (place, primitive) in primitives.iter().enumerate() {
            let like = sources.first().map(|&source| (source, place));
            let find = || pool.find(primitive, like);
            self.maps.entry((mesh, place)).or_insert_with(find);
        }
        let map_of = |place: usize| self.maps.get(&(mesh, place));
        if let Some(same) = unchanged_rows(target, kept, sources, &map_of) {
            if target.unchanged == Unchanged::AsCharacter {
                let counts = same.iter().map(|kept| kept.rows.len());
                self.counts.same += counts.sum::<usize>();
                let all =
                    |kept: &&KeptWeights| ((kept.mesh, kept.primitive), vec![true; kept.vertices]);
                seen.extend(kept.iter().map(all));
            }
            return carried.extend(same);
        }
        let changes = Changes::of(kept, pool, target);
        let mut taken = Taken::new(pool.len());
        for (place, primitive) in primitives.iter().enumerate() {
            let Some(map) = map_of(place) else { continue };
            let part = changes.onto(target, (place, primitive.vertices), map, &mut taken);
            if !part.rows.is_empty() || part.maps.iter().any(|(_, map)| !map.is_empty()) {
                carried.push(part);
            }
        }
        // A layer and its base are counted with what they come to.
        if target.unchanged == Unchanged::AsCharacter {
            taken.count_into(&mut self.counts);
            taken.tell(pool, seen);
            self.moved.extend(changes.moved);
            self.lost.extend(changes.lost);
        }
    }
}

/// The vertices that were taken from, by primitives of the old file.
type Seen = BTreeMap<(usize, usize), Vec<bool>>;

/// The changes as they are, if all vertices and joints are those that they were.
fn unchanged_rows<'a>(
    target: &Target<'_>,
    kept: &[&KeptWeights],
    sources: &[usize],
    map_of: &dyn Fn(usize) -> Option<&'a VertexMap>,
) -> Option<Vec<KeptWeights>> {
    let is_unchanged = |kept: &&KeptWeights| {
        let map = map_of(kept.primitive);
        let is_same = matches!(
            map,
            Some(VertexMap::Same {
                has_moved: false,
                ..
            })
        );
        let mut joints = kept.joints.iter();
        is_same
            && joints.all(|&key| target.keys.of(key) == Some(key) && target.slots.contains(&key))
    };
    let is_alone = matches!(sources, [_]);
    (is_alone && kept.iter().all(is_unchanged)).then(|| {
        let kept = kept.iter().map(|kept| KeptWeights {
            mesh: target.mesh,
            ..(*kept).clone()
        });
        kept.collect()
    })
}

/// Where changed weights go.
struct Target<'a> {
    onto: &'a Character,
    keys: &'a KeyMap,
    mesh: usize,
    /// Keys of the joints of its skin.
    slots: Vec<u32>,
    unchanged: Unchanged,
}

impl Target<'_> {
    /// The slot that takes the weights of a joint of the old file: its own, or that of the nearest joint above it that the skin lists.
    fn slot_of(&self, key: u32, slots: &HashMap<u32, JointSlot>) -> Option<(u32, JointSlot)> {
        let mut at = Some(key);
        for _ in 0..MOST_ABOVE {
            let key = at?;
            let here = self
                .keys
                .of(key)
                .and_then(|key| Some((key, *slots.get(&key)?)));
            if here.is_some() {
                return here;
            }
            at = self.keys.parent(key);
        }
        None
    }

    fn influences(&self, primitive: usize) -> Option<&Influences> {
        let mesh = self.onto.meshes.get(self.mesh)?;
        mesh.primitives.get(primitive)?.influences.as_ref()
    }

    /// What a map has at a vertex.
    fn number(&self, primitive: usize, kind: MapKind, vertex: usize) -> f32 {
        let mesh = self.onto.meshes.get(self.mesh);
        let found = mesh.and_then(|mesh| mesh.primitives.get(primitive));
        match found.and_then(|primitive| primitive.maps[kind].as_ref()) {
            Some(map) if self.unchanged == Unchanged::AsCharacter => map.value(vertex),
            // A mask counts wholly where nothing is said of it.
            _ => kind.default_value(),
        }
    }
}

/// All changes of the meshes that one new mesh takes from, by the vertices of the pool.
struct Changes {
    rows: PoolRows,
    maps: ByMap<HashMap<u32, f32>>,
    /// The joints whose weights went to others.
    moved: BTreeMap<u32, u32>,
    /// Those whose weights have nowhere to go.
    lost: BTreeSet<u32>,
}

impl Changes {
    fn of(kept: &[&KeptWeights], pool: &Pool<'_>, target: &Target<'_>) -> Self {
        let mut changes = Self {
            rows: PoolRows::new(pool.len()),
            maps: ByMap::default(),
            moved: BTreeMap::new(),
            lost: BTreeSet::new(),
        };
        let slots: HashMap<u32, JointSlot> =
            target.slots.iter().copied().zip(JointSlot::all()).collect();
        let firsts: HashMap<(usize, usize), u32> = pool.parts().collect();
        for kept in kept {
            let Some(&first) = firsts.get(&(kept.mesh, kept.primitive)) else {
                continue;
            };
            let places = changes.places(kept, target, &slots);
            for (vertex, row) in kept.rows.iter() {
                changes.take_row(first.saturating_add(vertex), row, &places);
            }
            for (kind, numbers) in kept.maps.iter() {
                let numbers = numbers.iter();
                changes.maps[kind]
                    .extend(numbers.map(|&(vertex, value)| (first.saturating_add(vertex), value)));
            }
        }
        changes
    }

    /// The slots that take the weights of the joints of a list; of those that rows use it is noted where they go.
    fn places(
        &mut self,
        kept: &KeptWeights,
        target: &Target<'_>,
        slots: &HashMap<u32, JointSlot>,
    ) -> Vec<Option<JointSlot>> {
        let rows = kept.rows.iter();
        let used: HashSet<usize> = rows
            .flat_map(|(_, row)| row.iter().map(|pair| usize::from(pair.joint)))
            .collect();
        let joints = kept.joints.iter().enumerate();
        let places = joints.map(|(place, &key)| {
            let found = target.slot_of(key, slots);
            if used.contains(&place) {
                self.note(key, found.map(|(now, _)| now), target);
            }
            found.map(|(_, slot)| slot)
        });
        places.collect()
    }

    fn note(&mut self, key: u32, now: Option<u32>, target: &Target<'_>) {
        match now {
            None => {
                self.lost.insert(key);
            }
            Some(now) if target.keys.of(key) != Some(now) => {
                self.moved.insert(key, now);
            }
            Some(_) => {}
        }
    }

    /// Takes a row at a vertex of the pool. Of one whose joints the new skin lists none of, that of the file stays.
    fn take_row(&mut self, vertex: u32, row: &[JointWeight], places: &[Option<JointSlot>]) {
        let now = with_slots(row, places);
        if row.is_empty() || !now.is_empty() {
            self.rows.insert(vertex, &now);
        }
    }

    /// The changes for a primitive of so many vertices.
    fn onto(
        &self,
        target: &Target<'_>,
        (primitive, vertices): (usize, usize),
        map: &VertexMap,
        taken: &mut Taken,
    ) -> KeptWeights {
        let mut kept = KeptWeights {
            mesh: target.mesh,
            primitive,
            vertices,
            joints: target.slots.clone(),
            ..KeptWeights::default()
        };
        for (vertex, number) in (0..vertices).zip(0_u32..) {
            let origin = map.origin(vertex);
            if let Some(row) = self.row_from(origin, target, primitive, vertex) {
                taken.take(origin, map);
                kept.rows.push(number, row.iter().copied());
            }
            for kind in MapKind::ALL {
                let own = || target.number(primitive, kind, vertex);
                let value = self.number_from(origin, kind, own);
                kept.maps[kind].extend(value.map(|value| (number, value)));
            }
        }
        kept
    }

    /// The row of a vertex; none where it takes from no changed one.
    fn row_from(
        &self,
        origin: VertexOrigin,
        target: &Target<'_>,
        primitive: usize,
        vertex: usize,
    ) -> Option<Cow<'_, Row>> {
        let (corners, shares) = match origin {
            VertexOrigin::Nowhere => return None,
            VertexOrigin::At(from) => return self.rows.get(from).map(Cow::Borrowed),
            VertexOrigin::OnSurface {
                corners, shares, ..
            } => (corners, shares),
        };
        let changed = corners.into_iter().zip(shares);
        let changed = changed.filter_map(|(corner, share)| Some((self.rows.get(corner)?, share)));
        let changed: Vec<(&Row, f32)> = changed.filter(|(_, share)| *share > 0.0).collect();
        let whole: f32 = changed.iter().map(|(_, share)| share).sum();
        let is_taken = match target.unchanged {
            Unchanged::AsCharacter => whole > 0.0,
            Unchanged::Nothing => whole >= 0.5,
        };
        if !is_taken {
            return None;
        }
        let mut mix = Mix::default();
        for (row, share) in changed {
            mix.add(row.iter().map(|pair| (pair.joint, pair.weight)), share);
        }
        // What of the place was not changed is as the new file has this vertex.
        if target.unchanged == Unchanged::AsCharacter && whole < 1.0 - 1e-6 {
            let own = target.influences(primitive)?.bound_row(vertex);
            mix.add(own.pairs(), 1.0 - whole);
        }
        Some(Cow::Owned(mix.row()))
    }

    fn number_from(
        &self,
        origin: VertexOrigin,
        kind: MapKind,
        own: impl Fn() -> f32,
    ) -> Option<f32> {
        let numbers = &self.maps[kind];
        if numbers.is_empty() {
            return None;
        }
        match origin {
            VertexOrigin::Nowhere => None,
            VertexOrigin::At(vertex) => numbers.get(&vertex).copied(),
            VertexOrigin::OnSurface {
                corners, shares, ..
            } => {
                let corners = corners.map(|corner| numbers.get(&corner).copied());
                corners.iter().any(Option::is_some).then(|| {
                    let corners = corners.into_iter().zip(shares);
                    corners
                        .map(|(value, share)| value.unwrap_or_else(&own) * share)
                        .sum()
                })
            }
        }
    }
}

/// A row by the slots of the new skin; weights of joints that it lacks go to the others.
fn with_slots(row: &Row, places: &[Option<JointSlot>]) -> Vec<JointWeight> {
    let slots = row.iter().map(|pair| {
        let slot = places.get(usize::from(pair.joint)).copied().flatten();
        Some(JointWeight {
            joint: slot?,
            ..*pair
        })
    });
    let kept: Vec<JointWeight> = slots.flatten().collect();
    let is_repeated = |(place, pair): (usize, &JointWeight)| {
        let before = kept.get(..place).unwrap_or_default();
        before.iter().any(|other| other.joint == pair.joint)
    };
    // Bit for bit where each joint is there and has one weight.
    if kept.len() == row.len() && !kept.iter().enumerate().any(is_repeated) {
        return kept;
    }
    let mut mix = Mix::default();
    mix.add(kept.iter().map(|pair| (pair.joint, pair.weight)), 1.0);
    mix.row()
}

/// Which changed vertices were taken from, and how.
struct Taken {
    from: Vec<bool>,
    counts: VertexCounts,
}

impl Taken {
    fn new(vertices: usize) -> Self {
        Self {
            from: vec![false; vertices],
            counts: VertexCounts::default(),
        }
    }

    fn take(&mut self, origin: VertexOrigin, map: &VertexMap) {
        let counts = &mut self.counts;
        match (origin, map) {
            (VertexOrigin::At(_), VertexMap::Same { has_moved, .. }) => {
                if *has_moved {
                    counts.by_order += 1;
                } else {
                    counts.same += 1;
                }
            }
            (VertexOrigin::At(_), VertexMap::Each(_)) => counts.by_place += 1,
            (VertexOrigin::OnSurface { distance, .. }, _) => {
                counts.on_surface += 1;
                counts.farthest = counts.farthest.max(distance);
            }
            (VertexOrigin::Nowhere, _) => {}
        }
        let mut mark = |vertex: u32| {
            if let Some(from) = self.from.get_mut(vertex as usize) {
                *from = true;
            }
        };
        match origin {
            VertexOrigin::Nowhere => {}
            VertexOrigin::At(vertex) => mark(vertex),
            VertexOrigin::OnSurface {
                corners, shares, ..
            } => {
                let with_share = corners
                    .into_iter()
                    .zip(shares)
                    .filter(|(_, share)| *share > 0.0);
                with_share.for_each(|(corner, _)| mark(corner));
            }
        }
    }

    fn count_into(&self, counts: &mut VertexCounts) {
        let own = &self.counts;
        counts.same += own.same;
        counts.by_place += own.by_place;
        counts.by_order += own.by_order;
        counts.on_surface += own.on_surface;
        counts.farthest = counts.farthest.max(own.farthest);
    }

    /// Adds what was taken from by primitives: one that was parted goes to several meshes.
    fn tell(&self, pool: &Pool<'_>, seen: &mut Seen) {
        for (place, range) in pool.ranges() {
            let from = self.from.get(range).unwrap_or_default();
            let seen = seen.entry(place).or_default();
            seen.resize(from.len().max(seen.len()), false);
            for (seen, from) in seen.iter_mut().zip(from) {
                *seen |= *from;
            }
        }
    }
}
