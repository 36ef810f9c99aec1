//! What is skinned: a made mesh, or that of a file, larger or in another order.

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;

use glam::Vec3;
use rig::{InfluenceRow, Influences, InfluencesBuilder, JointSlot, VertexOrder};

use crate::{JOINTS, Random};

/// A mesh with normals.
pub(crate) struct Subject {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) normals: Vec<Vec3>,
    pub(crate) influences: Influences,
    triangles: Vec<[u32; 3]>,
}

impl Subject {
    /// `N`, a number of vertices, or `FILE[,by N][,shuffled][,ordered]`: the skinned mesh of a file with the most vertices, subdivided N
    /// times, its vertices in disorder, its vertices by joints.
    pub(crate) fn new(text: &str, random: &mut Random) -> Result<Self, Box<dyn Error>> {
        if let Ok(vertices) = text.parse() {
            return Self::made(vertices, random);
        }
        let mut words = text.split(',');
        let mut subject = Self::of_file(words.next().unwrap_or_default())?;
        for word in words {
            if let Some(times) = word.strip_prefix("by ") {
                for _ in 0..times.parse()? {
                    subject = subject.subdivided()?;
                }
            } else if word == "shuffled" {
                subject = subject.shuffled(random)?;
            } else {
                let order = VertexOrder::by_joints(&subject.influences, &subject.triangles);
                subject = subject.in_order(&order);
            }
        }
        Ok(subject)
    }

    /// Every vertex follows four joints near one another in a chain.
    fn made(vertices: usize, random: &mut Random) -> Result<Self, Box<dyn Error>> {
        let mut builder = InfluencesBuilder::new(usize::from(JOINTS));
        for vertex in 0..vertices {
            let along = vertex * usize::from(JOINTS - 8) / vertices;
            let first = u16::try_from(along)? + u16::from(random.next() > 0.7);
            let spread = 1 + u16::from(random.next() > 0.8);
            let row = [0, 1, 2, 3].map(|place| (first + place * spread, random.next() + 0.05));
            builder.vertex(row)?;
        }
        let normal = |_| random.vector().normalize_or(Vec3::X);
        let normals = (0..vertices).map(normal).collect();
        Ok(Self {
            positions: (0..vertices).map(|_| random.vector()).collect(),
            normals,
            influences: builder.build(),
            triangles: Vec::new(),
        })
    }

    fn of_file(path: &str) -> Result<Self, Box<dyn Error>> {
        let character = character::open(Path::new(path))?;
        let vertices = |mesh: &character::Mesh| -> usize {
            let parts = mesh
                .primitives
                .iter()
                .filter(|part| part.influences.is_some());
            parts.map(|part| part.positions.len()).sum()
        };
        let mesh = character.meshes.iter().max_by_key(|mesh| vertices(mesh));
        let mesh = mesh.ok_or("there is no mesh")?;
        let mut builder = InfluencesBuilder::new(usize::from(JOINTS));
        let (mut positions, mut normals, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
        for part in &mesh.primitives {
            let Some(influences) = &part.influences else {
                continue;
            };
            let before = u32::try_from(positions.len())?;
            positions.extend_from_slice(&part.positions);
            normals.extend((0..part.positions.len()).map(|vertex| {
                let normal = part.normals.get(vertex);
                normal.copied().unwrap_or(Vec3::X)
            }));
            triangles.extend(
                part.triangles
                    .iter()
                    .map(|of| of.map(|index| index + before)),
            );
            for row in influences.rows() {
                builder.vertex(four_of(pairs(row)))?;
            }
        }
        Ok(Self {
            positions,
            normals,
            influences: builder.build(),
            triangles,
        })
    }

    /// Every triangle in four; vertices of edges get the mean of what its ends have.
    fn subdivided(&self) -> Result<Self, Box<dyn Error>> {
        let (mut positions, mut normals) = (self.positions.clone(), self.normals.clone());
        let mut rows: Vec<_> = self.influences.rows().map(pairs).collect();
        let mut middles = HashMap::new();
        let mut triangles = Vec::with_capacity(4 * self.triangles.len());
        for &[a, b, c] in &self.triangles {
            let mut middle = |one: u32, other: u32| {
                *middles
                    .entry((one.min(other), one.max(other)))
                    .or_insert_with(|| {
                        let (one, other) = (one as usize, other as usize);
                        positions.push((positions[one] + positions[other]) * 0.5);
                        normals.push((normals[one] + normals[other]).normalize_or(Vec3::X));
                        let both = rows[one].iter().chain(&rows[other]).copied();
                        rows.push(four_of(both));
                        u32::try_from(positions.len() - 1).unwrap_or(0)
                    })
            };
            let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
            triangles.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        let mut builder = InfluencesBuilder::new(usize::from(JOINTS));
        for row in rows {
            builder.vertex(row)?;
        }
        Ok(Self {
            positions,
            normals,
            influences: builder.build(),
            triangles,
        })
    }

    fn shuffled(&self, random: &mut Random) -> Result<Self, Box<dyn Error>> {
        let count = u32::try_from(self.positions.len())?;
        let mut keys: Vec<(u32, u32)> = (0..count)
            .map(|vertex| (random.next().to_bits(), vertex))
            .collect();
        keys.sort_unstable();
        // An order by joints of a mesh whose every vertex has the same, so that only the triangles order them.
        let mut builder = InfluencesBuilder::new(1);
        for _ in &keys {
            builder.vertex([(0, 1.0)])?;
        }
        let used: Vec<u32> = keys.into_iter().map(|(_, vertex)| vertex).collect();
        let triples: Vec<[u32; 3]> = used.iter().map(|&vertex| [vertex; 3]).collect();
        let order = VertexOrder::by_joints(&builder.build(), &triples);
        Ok(self.in_order(&order))
    }

    fn in_order(&self, order: &VertexOrder) -> Self {
        let mut triangles = self.triangles.clone();
        order.rewrite_triangles(&mut triangles);
        Self {
            positions: order.reorder(&self.positions),
            normals: order.reorder(&self.normals),
            influences: order.reorder_influences(&self.influences),
            triangles,
        }
    }
}

fn pairs(row: InfluenceRow<'_>) -> Vec<(JointSlot, f32)> {
    let InfluenceRow { joints, weights } = row;
    joints
        .iter()
        .copied()
        .zip(weights.iter().copied())
        .collect()
}

/// The four largest; a joint that is named twice counts once.
fn four_of(pairs: impl IntoIterator<Item = (JointSlot, f32)>) -> Vec<(JointSlot, f32)> {
    let mut sums: Vec<(JointSlot, f32)> = Vec::new();
    for (joint, weight) in pairs {
        match sums.iter_mut().find(|(known, _)| *known == joint) {
            Some((_, sum)) => *sum += weight,
            None => sums.push((joint, weight)),
        }
    }
    sums.sort_by(|one, other| other.1.total_cmp(&one.1));
    sums.truncate(4);
    sums
}
