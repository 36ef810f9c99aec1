//! What an operation changed of the weights, or of the numbers of a map: counted from the characters before and after it, and said in
//! one line.
//!
//! Vertices at one place of a surface count once, as in [`Report`]. Where they have different weights, the first of them that changed
//! counts for what was removed, and the largest change of any for how much.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};

use character::{Character, Primitive};
use glam::Vec3;
use rig::{InfluenceRow, Influences, JointIndex, JointSlot, MapKind, VertexMap};
use scene::names::count;
use scene::placed::placed_primitives;
use weights::Report;

use crate::document::Document;
use crate::state::painting::alike_skins::alike;
use crate::state::weight_table::weight_edits::{key, skin_of};

/// The least change of a weight, or of a number of a map, that counts as one.
pub const LEAST_CHANGE: f32 = 1e-4;
/// What arithmetic alone may change of a weight.
const ROUNDING: f32 = 1e-6;
const COVERED: &str =
    "layers over the active one cover what would change, or its mask leaves it no share";
const ROUNDED: &str = "the weights would differ by rounding alone";
const ROUNDED_NUMBERS: &str = "the numbers would differ by rounding alone";

/// How the weights, or the numbers of a map, of two characters with the same vertices differ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Changes {
    /// Vertices at which anything differs.
    pub differing: usize,
    /// Vertices at which a weight differs by more than [`LEAST_CHANGE`].
    pub changed: usize,
    /// The largest difference of a weight, 0 to 1.
    pub largest: f32,
    /// The mean over the `changed` vertices of the largest difference at each.
    pub mean: f64,
    /// Influences that are gone: a joint moved the vertex before, and does not after.
    pub removed: usize,
    /// The sum of their weights before.
    pub taken: f64,
    /// The largest sum of their weights at one vertex.
    pub most_taken: f32,
    /// The largest of their weights.
    pub largest_removed: f32,
    /// Vertices whose joints are others, or in another order.
    relisted: usize,
}

/// What is said of an operation beside at how many vertices it changed weights and by how much.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Counted {
    /// Nothing beside the weights.
    #[default]
    Weights,
    /// The influences that were removed, all of them with a weight below this.
    Pruned(f32),
    /// The vertices with more joints than this, before and after.
    Limited(usize),
    /// The vertices that are bound and the joints that move any, before and after.
    Bound,
    /// Nothing more, and instead of weights the numbers of this map are compared.
    Numbers(MapKind),
}

/// What an operation has to say beside what comes of comparing the document after it with the one before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OperationNotes {
    /// What is counted beside the changed weights.
    pub counted: Counted,
    /// The number of vertices that it was asked to change; none if that is not known.
    pub meant: Option<usize>,
    /// Why nothing changes where it changes nothing and skips nothing: a clause, or nothing.
    pub why_nothing: String,
}

impl OperationNotes {
    /// Of an operation on so many vertices of which nothing more is counted.
    #[must_use]
    pub fn new(meant: usize, why_nothing: &str) -> Self {
        Self {
            counted: Counted::default(),
            meant: Some(meant),
            why_nothing: why_nothing.to_owned(),
        }
    }

    /// The document to go on with after an operation, and what the operation did in one line without a full stop.
    ///
    /// The report counts as changed what the line says. Where the weights differ by rounding alone, it counts no
    /// changed vertex, and what was skipped stays in it. If layers do not differ by more either, the document is the
    /// one before, so that there is no step to undo; else the line says that nothing is seen of what the step changes.
    #[must_use]
    pub fn of(
        &self,
        before: &Document,
        after: Document,
        report: &mut Report,
    ) -> (Document, String) {
        let both = [&*before.character, &*after.character];
        let changes = self.counted.changes(both);
        let words = self.words(&changes, [before, &after], report);
        if changes.are_rounding() {
            *report = skips_of(report);
            if before.layers.are_alike(&after.layers) {
                return (before.clone(), words);
            }
        } else {
            report.changed = changes.said();
        }
        (after, words)
    }

    fn words(&self, changes: &Changes, [before, after]: [&Document; 2], report: &Report) -> String {
        if changes.are_rounding() {
            return self.nothing([before, after], report);
        }
        let both = [&*before.character, &*after.character];
        let first = match self.counted {
            Counted::Bound => first_bound_words(both, self.meant),
            _ => None,
        };
        if let Some(first) = first {
            return first + &report.details();
        }
        let mut text = changes.words(self.meant);
        if report.bound > 0 && self.counted != Counted::Bound {
            text += &format!("; {} of them unbound before", count(report.bound));
        }
        text + &self.counted.words(changes, both) + &report.details()
    }

    /// Why weights or numbers that were to change are what they were.
    fn no_change(&self, [before, after]: [&Document; 2]) -> &'static str {
        match self.counted {
            Counted::Numbers(_) => ROUNDED_NUMBERS,
            _ if !before.layers.is_empty() && before.has_same_layers(after) => COVERED,
            _ => ROUNDED,
        }
    }

    /// That no vertex changed, and why.
    fn nothing(&self, [before, after]: [&Document; 2], report: &Report) -> String {
        let skips = skips_of(report);
        let why = match unseen([before, after]) {
            Some(unseen) => unseen,
            None if report.changed > 0 => self.no_change([before, after]).to_owned(),
            None if skips.is_clean() => self.why_nothing.clone(),
            None => String::new(),
        };
        let colon = if why.is_empty() { "" } else { ": " };
        format!("0 vertices changed{colon}{why}{}", skips.details())
    }
}

/// The first layer whose rows differ by more than rounding, as a clause of an operation of which nothing is seen, the document before
/// first; none where there is no such layer.
fn unseen(both: [&Document; 2]) -> Option<String> {
    let [before, after] = both.map(|of| of.layers.all());
    let mut differing = before.iter().zip(after).filter_map(|(before, after)| {
        let vertices = after.rows_beside(before);
        (vertices > 0).then_some((&after.name, vertices))
    });
    let (layer, vertices) = differing.next()?;
    let noun = if vertices == 1 { "vertex" } else { "vertices" };
    Some(format!(
        "layer {layer} has other weights at {} {noun}, which changes nothing that is seen",
        count(vertices)
    ))
}

/// What was skipped, without what changed.
fn skips_of(report: &Report) -> Report {
    let mut skips = Report::default();
    for (reason, points) in report.skipped() {
        skips.skip(reason, points);
    }
    skips
}

impl Counted {
    fn changes(self, both: [&Character; 2]) -> Changes {
        match self {
            Self::Numbers(kind) => Changes::of_numbers(both, kind),
            Self::Weights | Self::Pruned(_) | Self::Limited(_) | Self::Bound => {
                Changes::of_weights(both)
            }
        }
    }

    /// What is counted besides, after a semicolon.
    fn words(self, changes: &Changes, both: [&Character; 2]) -> String {
        match self {
            Self::Weights | Self::Numbers(_) => String::new(),
            Self::Pruned(threshold) => {
                let noun = match changes.removed {
                    1 => "influence",
                    _ => "influences",
                };
                format!(
                    "; {} {noun} below {} removed, {} of weight in all and at most {} at a vertex",
                    count(changes.removed),
                    number(threshold),
                    decimals(changes.taken),
                    number(changes.most_taken)
                )
            }
            Self::Limited(limit) => {
                let over = |of| vertices_where(of, |row| row.joints.len() > limit);
                let [before, after] = both.map(over).map(count);
                let noun = if limit == 1 { "joint" } else { "joints" };
                format!(
                    "; vertices with more than {limit} {noun}: {before} before, {after} after; the largest weight dropped was {}",
                    number(changes.largest_removed)
                )
            }
            Self::Bound => format!("; {}", bound_words(both)),
        }
    }
}

/// How many vertices are bound, and how many joints move any, before and after an operation.
#[must_use]
pub fn bound_words(both: [&Character; 2]) -> String {
    let [bound_before, bound_after] = both.map(count_bound_vertices).map(count);
    let [joints_before, joints_after] = both.map(joints_in_use).map(count);
    format!(
        "bound vertices: {bound_before} before, {bound_after} after; joints that move any: {joints_before} before, {joints_after} after"
    )
}

/// How many vertices are bound, of how many that were meant, and by how many joints, where none was bound before.
///
/// Where several vertices are at one place, that is said: files count them one by one, and what is meant counts them once.
fn first_bound_words([before, after]: [&Character; 2], meant: Option<usize>) -> Option<String> {
    if count_bound_vertices(before) > 0 {
        return None;
    }
    let [vertices, points] = counts_where(after, |row| !row.joints.is_empty());
    let are_split = vertices > points;
    let bound = match meant {
        Some(meant) if meant > points => {
            let noun = if are_split { "points" } else { "vertices" };
            format!("{} of {} {noun} bound", count(points), count(meant))
        }
        _ if are_split => {
            let noun = if points == 1 { "point" } else { "points" };
            let [vertices, points] = [vertices, points].map(count);
            format!("all {vertices} vertices bound, at {points} {noun}")
        }
        _ if points == 1 => "1 vertex bound".to_owned(),
        _ => format!("all {} vertices bound", count(points)),
    };
    let joints = match joints_in_use(after) {
        1 => "1 joint".to_owned(),
        joints => format!("{} joints", count(joints)),
    };
    Some(format!("{bound}, moved by {joints}"))
}

fn count_bound_vertices(of: &Character) -> usize {
    vertices_where(of, |row| !row.joints.is_empty())
}

/// By how much the weights changed, as one clause more behind a count of vertices; nothing where none did.
#[must_use]
pub fn amount_words(both: [&Character; 2]) -> String {
    let changes = Changes::of_weights(both);
    match changes.are_rounding() {
        true => String::new(),
        false => format!("; weights changed {}", changes.amount()),
    }
}

impl Changes {
    /// How the weights of two characters differ, the one before first; a mesh without a skin counts as unbound.
    #[must_use]
    pub fn of_weights(both: [&Character; 2]) -> Self {
        let mut tally = Tally::default();
        for pair in pairs(both) {
            let influences = pair
                .primitives
                .map(|of| of.and_then(|of| of.influences.as_ref()));
            let vertices = match influences {
                [None, None] => Vec::new(),
                [Some(before), Some(after)] => after.changed_since(before),
                _ => pair.vertices(),
            };
            for vertex in vertices {
                let rows = influences.map(|of| row_of(of, vertex));
                tally.note(pair.place(vertex), &VertexChange::of_rows(rows));
            }
        }
        tally.finish()
    }

    /// How the numbers of a map of two characters differ, the one before first.
    #[must_use]
    pub fn of_numbers(both: [&Character; 2], kind: MapKind) -> Self {
        let mut tally = Tally::default();
        for pair in pairs(both) {
            let maps = pair
                .primitives
                .map(|of| of.and_then(|of| of.maps[kind].as_ref()));
            let vertices = match maps {
                [None, None] => Vec::new(),
                [Some(before), Some(after)] => after.changed_since(before),
                _ => pair.vertices(),
            };
            let value = |of: Option<&VertexMap>, vertex: u32| {
                of.map_or(kind.default_value(), |of| of.value(vertex as usize))
            };
            for vertex in vertices {
                let [before, after] = maps.map(|of| value(of, vertex));
                let change = VertexChange {
                    largest: (after - before).abs(),
                    ..VertexChange::default()
                };
                tally.note(pair.place(vertex), &change);
            }
        }
        tally.finish()
    }

    /// Whether nothing differs by more than arithmetic alone may make it.
    #[must_use]
    pub fn are_rounding(&self) -> bool {
        self.relisted == 0 && self.largest <= ROUNDING
    }

    /// The vertices that are said to have changed: those at which a weight differs by more than [`LEAST_CHANGE`], or where there are none by
    /// anything.
    #[must_use]
    pub const fn said(&self) -> usize {
        match self.changed {
            0 => self.differing,
            changed => changed,
        }
    }

    /// How many vertices changed, of how many that were meant if that is known, and by how much.
    #[must_use]
    pub fn words(&self, meant: Option<usize>) -> String {
        let changed = self.said();
        let meant = meant.map(|meant| meant.max(changed));
        let of = meant.map_or_else(String::new, |meant| format!(" of {}", count(meant)));
        let noun = match meant.unwrap_or(changed) {
            1 => "vertex",
            _ => "vertices",
        };
        let by = self.amount();
        format!("{}{of} {noun} changed, {by}", count(changed))
    }

    /// By how much the weights of those vertices changed.
    fn amount(&self) -> String {
        let largest = number(self.largest);
        match self.changed {
            0 if self.largest > 0.0 => format!("by no more than {largest}"),
            0 => "in the order of their joints alone".to_owned(),
            1 => format!("by {largest}"),
            _ => format!(
                "by up to {largest} and by {} on average",
                decimals(self.mean)
            ),
        }
    }

    /// The same where weights should stay as they are: whether they do, to within how much.
    #[must_use]
    pub fn words_of_same(&self) -> String {
        match self.differing {
            0 => "the weights stay the same".to_owned(),
            _ if self.changed > 0 => self.words(None),
            _ => format!(
                "the weights stay the same to within {}",
                number(self.largest)
            ),
        }
    }
}

/// A vertex's surface and position; vertices that are welded have one.
type WeldKey = (usize, [u32; 3]);

/// A primitive before and after.
struct Pair<'a> {
    /// The first skin that it is shown with.
    surface: usize,
    positions: &'a [Vec3],
    primitives: [Option<&'a Primitive>; 2],
}

impl Pair<'_> {
    fn place(&self, vertex: u32) -> WeldKey {
        let position = self.positions.get(vertex as usize).copied();
        (self.surface, key(position.unwrap_or_default()))
    }

    fn vertices(&self) -> Vec<u32> {
        (0_u32..).take(self.positions.len()).collect()
    }
}

/// All primitives that a skin moves before or after.
fn pairs(both: [&Character; 2]) -> Vec<Pair<'_>> {
    let surfaces = both.map(surfaces);
    let [before, after] = both;
    let mut pairs = Vec::new();
    for mesh in 0..before.meshes.len().max(after.meshes.len()) {
        // After first: a mesh that was bound is of the skin that it has now.
        let mut known = surfaces.iter().rev();
        let known = known.find_map(|of| of.get(mesh).copied().flatten());
        let Some(surface) = known else {
            continue;
        };
        let [old, new] = both.map(|of| primitives(of, mesh));
        for place in 0..old.len().max(new.len()) {
            let primitives = [old, new].map(|of| of.get(place));
            if let Some(shown) = primitives[1].or(primitives[0]) {
                pairs.push(Pair {
                    surface,
                    positions: &shown.positions,
                    primitives,
                });
            }
        }
    }
    pairs
}

fn primitives(of: &Character, mesh: usize) -> &[Primitive] {
    let mesh = of.meshes.get(mesh);
    mesh.map_or(&[][..], |mesh| &mesh.primitives)
}

/// For each mesh the first skin that it is shown with, and of skins that are alike the first; none for those that are shown without.
fn surfaces(of: &Character) -> Vec<Option<usize>> {
    let mut first: Vec<Option<usize>> = vec![None; of.meshes.len()];
    for instance in &of.instances {
        if let (Some(first), Some(skin)) = (first.get_mut(instance.mesh), instance.skin) {
            *first = Some(first.map_or(skin, |known| known.min(skin)));
        }
    }
    let groups = alike(&of.rig.binds, 0);
    let first_of = |skin: usize| {
        let own = groups.iter().find(|group| group.contains(&skin));
        own.and_then(|group| group.first().copied()).unwrap_or(skin)
    };
    first.into_iter().map(|skin| skin.map(first_of)).collect()
}

/// What binds a vertex; nothing where there are no influences.
fn row_of(influences: Option<&Influences>, vertex: u32) -> InfluenceRow<'_> {
    let vertex = vertex as usize;
    let influences = influences.filter(|of| vertex < of.vertex_count());
    influences.map_or_else(InfluenceRow::default, |of| of.bound_row(vertex))
}

/// How a vertex differs.
#[derive(Default)]
struct VertexChange {
    largest: f32,
    removed: usize,
    taken: f32,
    largest_removed: f32,
    is_relisted: bool,
}

impl VertexChange {
    fn of_rows([before, after]: [InfluenceRow<'_>; 2]) -> Self {
        let mut change = Self {
            is_relisted: before.joints != after.joints,
            ..Self::default()
        };
        for (joint, weight) in before.pairs() {
            let difference = (weight_in(after, joint) - weight).abs();
            change.largest = change.largest.max(difference);
            if !after.joints.contains(&joint) {
                change.removed += 1;
                change.taken += weight;
                change.largest_removed = change.largest_removed.max(weight);
            }
        }
        for (joint, weight) in after.pairs() {
            if !before.joints.contains(&joint) {
                change.largest = change.largest.max(weight.abs());
            }
        }
        change
    }
}

fn weight_in(row: InfluenceRow<'_>, joint: JointSlot) -> f32 {
    let own = row.pairs().filter(|&(other, _)| other == joint);
    own.map(|(_, weight)| weight).sum()
}

/// Changes of vertices, added up place by place.
#[derive(Default)]
struct Tally {
    /// The largest difference at each place.
    places: HashMap<WeldKey, f32>,
    changes: Changes,
}

impl Tally {
    fn note(&mut self, place: WeldKey, change: &VertexChange) {
        if change.largest <= 0.0 && !change.is_relisted {
            return;
        }
        match self.places.entry(place) {
            Entry::Occupied(mut known) => {
                let largest = known.get_mut();
                *largest = largest.max(change.largest);
            }
            Entry::Vacant(new) => {
                new.insert(change.largest);
                let all = &mut self.changes;
                all.removed += change.removed;
                all.taken += f64::from(change.taken);
                all.most_taken = all.most_taken.max(change.taken);
                all.largest_removed = all.largest_removed.max(change.largest_removed);
                all.relisted += usize::from(change.is_relisted);
            }
        }
    }

    fn finish(self) -> Changes {
        let differences = || self.places.values().copied();
        let counts = differences().filter(|&difference| difference > LEAST_CHANGE);
        let (changed, sum) = counts.fold((0_u32, 0.0_f64), |(changed, sum), difference| {
            (changed + 1, sum + f64::from(difference))
        });
        Changes {
            differing: self.places.len(),
            changed: changed as usize,
            largest: differences().fold(0.0, f32::max),
            mean: sum / f64::from(changed.max(1)),
            ..self.changes
        }
    }
}

/// The number of places with a row for which this holds.
fn vertices_where(of: &Character, is_meant: impl Fn(InfluenceRow<'_>) -> bool) -> usize {
    let [_, places] = counts_where(of, is_meant);
    places
}

/// The number of vertices with a row for which this holds, and of places where they are.
fn counts_where(of: &Character, is_meant: impl Fn(InfluenceRow<'_>) -> bool) -> [usize; 2] {
    let mut places = HashSet::new();
    let mut vertices = 0;
    for pair in pairs([of, of]) {
        let [_, shown] = pair.primitives;
        let Some(influences) = shown.and_then(|of| of.influences.as_ref()) else {
            continue;
        };
        let rows = (0_u32..).zip(influences.bound_rows());
        for (vertex, _) in rows.filter(|&(_, row)| is_meant(row)) {
            vertices += 1;
            places.insert(pair.place(vertex));
        }
    }
    [vertices, places.len()]
}

/// The number of joints that move a vertex; those that only rows of zeros name do not.
fn joints_in_use(of: &Character) -> usize {
    let mut joints: BTreeSet<JointIndex> = BTreeSet::new();
    for placed in placed_primitives(of) {
        let Some((bind, influences)) = skin_of(of, &placed) else {
            continue;
        };
        let slots = influences.bound_rows().flat_map(|row| row.joints);
        joints.extend(slots.filter_map(|&slot| bind.joint_at(slot)));
    }
    joints.len()
}

/// A weight to show: three decimals, of small ones as many as two digits take, without zeros at the end.
#[must_use]
pub fn number(weight: f32) -> String {
    decimals(f64::from(weight))
}

/// A number with three decimals, small ones with as many as two digits take, without zeros at the end.
fn decimals(value: f64) -> String {
    let (mut places, mut scale) = (3_usize, 1e3);
    // Ten at most: of 0 no digit would ever show.
    while places < 10 && value.abs() * scale < 10.0 {
        (places, scale) = (places + 1, scale * 10.0);
    }
    let text = format!("{value:.places$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
