//! Weights damaged in a known way, so that the intact ones can be compared with what repairs make.

use std::collections::{BTreeMap, BTreeSet};

use character::{Character, WeightEdit};
use glam::Vec3;
use rig::RowList;
use scene::placed::placed_primitives;
use scene::vertex_facts::VertexPlace;
use session::settings::Check;

/// What is done to weights, one kind for each check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Damage {
    /// A weight below zero.
    Sums,
    /// No weights.
    Unbound,
    /// Other weights at one of the vertices of a place.
    Seams,
    /// Four more joints, of 0.02 each.
    Many,
    /// A fifth of the weight at the joint farthest away.
    Stray,
    /// A fifth of the weight at the nearest joint that moves nothing around.
    Islands,
    /// A third of the weight at the next joint, on one side.
    Sides,
}

impl Damage {
    pub(super) const ALL: [Self; 7] = [
        Self::Sums,
        Self::Unbound,
        Self::Seams,
        Self::Many,
        Self::Stray,
        Self::Islands,
        Self::Sides,
    ];

    /// The check that looks for it.
    pub(super) const fn check(self) -> Check {
        match self {
            Self::Sums => Check::Sum,
            Self::Unbound => Check::Unbound,
            Self::Seams => Check::Seam,
            Self::Many => Check::Limit,
            Self::Stray => Check::Stray,
            Self::Islands => Check::Island,
            Self::Sides => Check::Asymmetry,
        }
    }
}

/// Weights of a vertex by joint.
pub(super) type Weights = BTreeMap<u16, f32>;

/// The skinned primitive with most vertices.
pub(super) struct Subject {
    character: Character,
    mesh: usize,
    primitive: usize,
    positions: Vec<Vec3>,
    /// The first vertex at the place of each.
    welded: Vec<u32>,
    rows: Vec<Weights>,
    /// The middle of what each joint moves.
    centers: BTreeMap<u16, Vec3>,
    size: f32,
}

/// How many places are damaged, and how large each is, as a share of the size.
const PLACES: usize = 6;
const RADIUS: f32 = 0.04;

impl Subject {
    pub(super) fn of(character: &Character) -> Self {
        let skinned = placed_primitives(character).filter(|it| it.primitive.influences.is_some());
        let largest = skinned.max_by_key(|it| it.primitive.positions.len());
        let largest = largest.unwrap();
        let (mesh, primitive) = (largest.instance.mesh, largest.primitive_index);
        let positions = largest.primitive.positions.to_vec();
        let rows = rows(character, (mesh, primitive));
        let bounds = mesh::bounds(&positions).unwrap();
        Self {
            centers: centers(&positions, &rows),
            size: bounds.min.distance(bounds.max),
            character: character.clone(),
            welded: mesh::weld(&positions),
            mesh,
            primitive,
            positions,
            rows,
        }
    }

    /// With the damage; none where it cannot be damaged so.
    pub(super) fn damaged(&self, damage: Damage) -> Option<Character> {
        // Repairs of asymmetry take the left side.
        let is_meant = |at: Vec3| damage != Damage::Sides || at.x < -RADIUS * self.size;
        self.with(damage, &self.patches(is_meant))
    }

    /// On the side of +x, which repairs of asymmetry take where nothing says that it is another's left.
    pub(super) fn damaged_beyond_x(&self, damage: Damage) -> Character {
        let patches = self.patches(|at| at.x > RADIUS * self.size);
        self.with(damage, &patches).unwrap()
    }

    /// Around some vertices, counted on from the first where there are not so many; none where it cannot be damaged so.
    pub(super) fn damaged_around(&self, damage: Damage, middles: &[usize]) -> Option<Character> {
        let all: Vec<usize> = (0..self.positions.len()).collect();
        let middles = middles.iter().map(|middle| middle % all.len());
        let patches: Vec<Vec<usize>> = middles.map(|middle| self.patch(middle, &all)).collect();
        self.with(damage, &patches)
    }

    /// Half the sum of differences from the intact weights, in the mean over some vertices.
    pub(super) fn distance(&self, of: &Character, vertices: &BTreeSet<usize>) -> f32 {
        let rows = self.rows_of(of);
        let distances = vertices.iter();
        let distances = distances.map(|&vertex| difference(&self.rows[vertex], &rows[vertex]));
        #[expect(clippy::cast_precision_loss, reason = "some hundred vertices")]
        let count = vertices.len().max(1) as f32;
        distances.sum::<f32>() / count
    }

    /// The largest difference between two characters but at some vertices.
    pub(super) fn change_elsewhere(&self, of: [&Character; 2], but: &BTreeSet<usize>) -> f32 {
        let [one, other] = of.map(|of| self.rows_of(of));
        let pairs = one.iter().zip(&other).enumerate();
        let elsewhere = pairs.filter(|(vertex, _)| !but.contains(vertex));
        let changes = elsewhere.map(|(_, (one, other))| difference(one, other));
        changes.fold(0.0, f32::max)
    }

    /// All vertices at the places of problems, which may name a vertex of another primitive that is at the same place.
    pub(super) fn vertices_at(&self, places: &[VertexPlace]) -> BTreeSet<usize> {
        let placed: Vec<_> = placed_primitives(&self.character).collect();
        // Zeros of both signs are one.
        let bits = |at: Vec3| (at + Vec3::ZERO).to_array().map(f32::to_bits);
        let here = places.iter();
        let here = here.map(|it| bits(placed[it.primitive].primitive.positions[it.vertex]));
        let here: BTreeSet<[u32; 3]> = here.collect();
        let vertices = 0..self.positions.len();
        let at = vertices.filter(|&vertex| here.contains(&bits(self.positions[vertex])));
        at.collect()
    }

    fn rows_of(&self, of: &Character) -> Vec<Weights> {
        rows(of, (self.mesh, self.primitive))
    }

    /// With weights that go over from joint to joint on a third of the way.
    pub(super) fn sharpened(&self) -> Character {
        let sharp = |row: &Weights| -> Weights {
            let sum: f32 = row.values().map(|weight| weight.powi(3)).sum();
            let cubes = row
                .iter()
                .map(|(&joint, weight)| (joint, weight.powi(3) / sum));
            cubes.filter(|(_, weight)| *weight > 1e-4).collect()
        };
        self.painted(&self.rows.iter().map(sharp).enumerate().collect())
    }

    fn with(&self, damage: Damage, patches: &[Vec<usize>]) -> Option<Character> {
        let mut damaged = BTreeMap::new();
        if damage == Damage::Seams {
            let copies = self.copies().into_iter();
            damaged
                .extend(copies.map(|vertex| (vertex, self.mixed(vertex, self.next(vertex), 0.3))));
        } else {
            for patch in patches {
                self.damage_patch(damage, patch, &mut damaged);
            }
        }
        (!damaged.is_empty()).then(|| self.painted(&damaged))
    }

    /// With other weights of some vertices.
    fn painted(&self, weights: &BTreeMap<usize, Weights>) -> Character {
        let mut list = RowList::default();
        for (&vertex, row) in weights {
            let number = u32::try_from(vertex).unwrap();
            match row.is_empty() {
                true => list.push_unbound(number),
                false => list.push(number, row.iter().map(|(&joint, &weight)| (joint, weight))),
            }
        }
        let edit = WeightEdit {
            mesh: self.mesh,
            primitive: self.primitive,
            rows: list,
            ..WeightEdit::default()
        };
        self.character.with_weights(&[edit]).unwrap()
    }

    fn damage_patch(
        &self,
        damage: Damage,
        patch: &[usize],
        damaged: &mut BTreeMap<usize, Weights>,
    ) {
        let middle = patch[0];
        let joint = match damage {
            Damage::Stray => self.by_distance(middle).last().copied(),
            Damage::Islands => self.foreign(middle),
            Damage::Sides | Damage::Sums => self.next(middle),
            Damage::Unbound | Damage::Seams | Damage::Many => None,
        };
        for &vertex in patch {
            let row = match damage {
                Damage::Sums => self.mixed(vertex, joint, -0.3),
                Damage::Unbound | Damage::Seams => Weights::new(),
                Damage::Many => self.crowded(vertex),
                Damage::Stray | Damage::Islands => self.mixed(vertex, joint, 0.2),
                Damage::Sides => self.mixed(vertex, joint, 0.33),
            };
            damaged.insert(vertex, row);
        }
    }

    /// Patches around places that are far from each other; the first vertex of each is its middle.
    fn patches(&self, is_meant: impl Fn(Vec3) -> bool) -> Vec<Vec<usize>> {
        let meant = |vertex: &usize| is_meant(self.positions[*vertex]);
        let all: Vec<usize> = (0..self.positions.len()).filter(meant).collect();
        let mut middles: Vec<usize> = Vec::new();
        while middles.len() < PLACES.min(all.len()) {
            let far = |vertex: &usize| {
                let at = self.positions[*vertex];
                let distances = middles.iter().map(|&it| at.distance(self.positions[it]));
                distances.fold(f32::INFINITY, f32::min)
            };
            let farthest = all
                .iter()
                .max_by(|one, other| far(one).total_cmp(&far(other)));
            middles.extend(farthest);
        }
        let patches = middles.into_iter().map(|middle| self.patch(middle, &all));
        patches.collect()
    }

    /// The vertices around one of some, that one first.
    fn patch(&self, middle: usize, all: &[usize]) -> Vec<usize> {
        let at = self.positions[middle];
        let near = |vertex: &usize| at.distance(self.positions[*vertex]) < RADIUS * self.size;
        let mut patch: Vec<usize> = all.iter().copied().filter(near).collect();
        patch.sort_by_key(|&vertex| vertex != middle);
        patch
    }

    /// Vertices at the place of an earlier one.
    fn copies(&self) -> Vec<usize> {
        let firsts = self.welded.iter().enumerate();
        let copies = firsts.filter(|(vertex, first)| u32::try_from(*vertex) != Ok(**first));
        copies.map(|(vertex, _)| vertex).collect()
    }

    /// Joints by the distance of the middle of what they move.
    fn by_distance(&self, vertex: usize) -> Vec<u16> {
        let at = self.positions[vertex];
        let mut joints: Vec<(&u16, &Vec3)> = self.centers.iter().collect();
        joints.sort_by(|one, other| at.distance(*one.1).total_cmp(&at.distance(*other.1)));
        joints.into_iter().map(|(&joint, _)| joint).collect()
    }

    /// The nearest joint that does not move a vertex most.
    fn next(&self, vertex: usize) -> Option<u16> {
        let row = &self.rows[vertex];
        let most = row.iter().max_by(|one, other| one.1.total_cmp(other.1));
        let mut joints = self.by_distance(vertex).into_iter();
        joints.find(|joint| most.is_none_or(|most| most.0 != joint))
    }

    /// The nearest joint that moves nothing around.
    fn foreign(&self, vertex: usize) -> Option<u16> {
        let at = self.positions[vertex];
        let around = self.positions.iter().zip(&self.rows);
        let around = around.filter(|(of, _)| at.distance(**of) < 3.0 * RADIUS * self.size);
        let there: BTreeSet<u16> = around.flat_map(|(_, row)| row.keys().copied()).collect();
        let mut joints = self.by_distance(vertex).into_iter();
        joints.find(|joint| !there.contains(joint))
    }

    /// The row of a vertex, so much of it given to a joint.
    fn mixed(&self, vertex: usize, joint: Option<u16>, share: f32) -> Weights {
        let row = self.rows[vertex].iter();
        let mut row: Weights = row
            .map(|(&joint, &weight)| (joint, weight * (1.0 - share)))
            .collect();
        if let Some(joint) = joint {
            *row.entry(joint).or_default() += share;
        }
        row
    }

    fn crowded(&self, vertex: usize) -> Weights {
        let mut row = self.mixed(vertex, None, 0.08);
        let joints = self.by_distance(vertex).into_iter();
        let more = joints.filter(|joint| !self.rows[vertex].contains_key(joint));
        row.extend(more.take(4).map(|joint| (joint, 0.02)));
        row
    }
}

fn rows(of: &Character, (mesh, primitive): (usize, usize)) -> Vec<Weights> {
    let influences = of.meshes[mesh].primitives[primitive].influences.as_ref();
    let rows = influences.unwrap().bound_rows();
    let weights = rows.map(|row| {
        let joints = row.joints.iter().map(|joint| joint.0);
        let pairs = joints.zip(row.weights.iter().copied());
        pairs.filter(|(_, weight)| *weight != 0.0).collect()
    });
    weights.collect()
}

fn centers(positions: &[Vec3], rows: &[Weights]) -> BTreeMap<u16, Vec3> {
    let mut sums: BTreeMap<u16, (Vec3, f32)> = BTreeMap::new();
    for (at, row) in positions.iter().zip(rows) {
        for (&joint, &weight) in row {
            let sum = sums.entry(joint).or_default();
            *sum = (sum.0 + weight * *at, sum.1 + weight);
        }
    }
    let means = sums
        .into_iter()
        .map(|(joint, (sum, weight))| (joint, sum / weight));
    means.collect()
}

/// `½ Σ |w − w′|`, 1 where only one of them binds.
fn difference(one: &Weights, other: &Weights) -> f32 {
    if one.is_empty() != other.is_empty() {
        return 1.0;
    }
    let joints: BTreeSet<&u16> = one.keys().chain(other.keys()).collect();
    let weight = |row: &Weights, joint| row.get(joint).copied().unwrap_or(0.0);
    let differences = joints
        .into_iter()
        .map(|joint| (weight(one, joint) - weight(other, joint)).abs());
    0.5 * differences.sum::<f32>()
}
