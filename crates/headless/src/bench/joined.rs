//! The mesh that `bench --paths` and `--crowd-frame` measure: all parts of one skin, larger or in another order where that is asked for.

use std::collections::HashMap;

use glam::Vec3;
use rig::{InfluenceRow, Influences, InfluencesBuilder, JointSlot, Palette, VertexOrder, Vertices};

use super::{BenchJob, BenchSubject};
use crate::Failure;
use crate::source::opened::load;
use crate::source::subject::SkinSubject;

/// In which order its vertices are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BenchOrder {
    /// As in the file, part by part.
    #[default]
    File,
    /// As [`VertexOrder::by_joints`] has them.
    Joints,
    /// In disorder, the same in every run.
    Shuffled,
}

/// Vertices and triangles of one skin.
#[derive(Clone, Debug, Default)]
pub(super) struct JoinedMesh {
    pub(super) skin: usize,
    pub(super) positions: Vec<Vec3>,
    pub(super) normals: Vec<Vec3>,
    pub(super) influences: Influences,
    triangles: Vec<[u32; 3]>,
}

/// Influences of a vertex of a subdivided mesh at most.
const MOST: usize = 4;

impl JoinedMesh {
    /// The mesh of a job, with the palettes of its subject.
    pub(super) fn of_job(job: &BenchJob) -> Result<(SkinSubject, Self), Failure> {
        let subject = job.subject(1)?;
        let mut mesh = match &job.subject {
            BenchSubject::Source(source) => Self::of_source(source)?,
            BenchSubject::Synthetic(_) => Self::of_subject(&subject)?,
        };
        for _ in 0..job.subdivide {
            mesh = mesh.subdivided()?;
        }
        let mesh = match job.order {
            BenchOrder::File => mesh,
            BenchOrder::Joints => {
                let order = VertexOrder::by_joints(&mesh.influences, &mesh.triangles);
                mesh.reordered(&order)
            }
            BenchOrder::Shuffled => mesh.reordered(&VertexOrder::shuffled(mesh.positions.len())),
        };
        Ok((subject, mesh))
    }

    fn of_subject(subject: &SkinSubject) -> Result<Self, Failure> {
        let piece = subject.pieces.first();
        let piece = piece
            .ok_or_else(|| Failure::Data(format!("{}: there is nothing to skin.", subject.name)))?;
        Ok(Self {
            skin: piece.skin,
            positions: piece.positions.clone(),
            normals: piece.normals.clone(),
            influences: piece.influences.clone(),
            triangles: Vec::new(),
        })
    }

    /// All parts of the skin that moves the most vertices. What has no normals gets some, which cost the same.
    fn of_source(source: &str) -> Result<Self, Failure> {
        let character = load(source)?;
        let skins = character.rig.binds.len();
        let mut meshes = vec![PartsOfSkin::default(); skins];
        let skinned = character.instances.iter().filter_map(|instance| {
            let mesh = character.meshes.get(instance.mesh)?;
            Some((instance.skin?, &mesh.primitives))
        });
        let parts = skinned.flat_map(|(skin, parts)| parts.iter().map(move |part| (skin, part)));
        for (skin, part) in parts {
            if let (Some(influences), Some(mesh)) = (&part.influences, meshes.get_mut(skin)) {
                let vertices = Vertices {
                    positions: &part.positions,
                    normals: &part.normals,
                    ..Vertices::default()
                };
                mesh.push(vertices, influences, &part.triangles);
            }
        }
        let largest = (0..skins).max_by_key(|&skin| meshes[skin].positions.len());
        let nothing = || Failure::Data(format!("{}: there is no skin.", character.name));
        let skin = largest.ok_or_else(nothing)?;
        let joints = character.rig.binds[skin].len();
        meshes.swap_remove(skin).build(skin, joints)
    }

    /// Every triangle in four. Vertices in the middle of an edge get the mean of its ends, and the four largest influences of both.
    fn subdivided(&self) -> Result<Self, Failure> {
        let mut parts = PartsOfSkin {
            positions: self.positions.clone(),
            normals: self.normals.clone(),
            rows: self.influences.rows().map(pairs).collect(),
            triangles: Vec::with_capacity(4 * self.triangles.len()),
        };
        let mut middles = HashMap::new();
        for &[a, b, c] in &self.triangles {
            let mut middle = |ends: [u32; 2]| {
                let of_edge = [ends[0].min(ends[1]), ends[0].max(ends[1])];
                *middles
                    .entry(of_edge)
                    .or_insert_with(|| parts.push_middle(ends))
            };
            let (ab, bc, ca) = (middle([a, b]), middle([b, c]), middle([c, a]));
            let four = [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]];
            parts.triangles.extend(four);
        }
        parts.build(self.skin, self.influences.joint_count())
    }

    fn reordered(&self, order: &VertexOrder) -> Self {
        let mut triangles = self.triangles.clone();
        order.rewrite_triangles(&mut triangles);
        Self {
            skin: self.skin,
            positions: order.reorder(&self.positions),
            normals: order.reorder(&self.normals),
            influences: order.reorder_influences(&self.influences),
            triangles,
        }
    }

    /// The palette of its skin among those of all.
    pub(super) fn palette(&self, mut of_skins: Vec<Palette>) -> Option<Palette> {
        (self.skin < of_skins.len()).then(|| of_skins.swap_remove(self.skin))
    }
}

type Pairs = Vec<(JointSlot, f32)>;

/// What a mesh is made of, while it is.
#[derive(Clone, Debug, Default)]
struct PartsOfSkin {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    rows: Vec<Pairs>,
    triangles: Vec<[u32; 3]>,
}

impl PartsOfSkin {
    fn push(&mut self, vertices: Vertices<'_>, influences: &Influences, triangles: &[[u32; 3]]) {
        // Meshes count their vertices in 32 bits.
        let before = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        let Vertices {
            positions, normals, ..
        } = vertices;
        self.positions.extend_from_slice(positions);
        let normal = |vertex| normals.get(vertex).copied().unwrap_or(Vec3::Z);
        self.normals.extend((0..positions.len()).map(normal));
        self.rows.extend(influences.rows().map(pairs));
        let moved = triangles
            .iter()
            .map(|corners| corners.map(|corner| corner.saturating_add(before)));
        self.triangles.extend(moved);
    }

    fn push_middle(&mut self, ends: [u32; 2]) -> u32 {
        let [one, other] = ends.map(|end| end as usize);
        self.positions
            .push((self.positions[one] + self.positions[other]) * 0.5);
        let normal = self.normals[one] + self.normals[other];
        self.normals.push(normal.normalize_or(Vec3::Z));
        let both = self.rows[one].iter().chain(&self.rows[other]).copied();
        self.rows.push(largest(both));
        u32::try_from(self.positions.len() - 1).unwrap_or(u32::MAX)
    }

    fn build(self, skin: usize, joints: usize) -> Result<JoinedMesh, Failure> {
        let mut builder = InfluencesBuilder::new(joints);
        for row in self.rows {
            if row.is_empty() {
                builder.unbound();
            } else {
                let appended = builder.vertex(row);
                appended.map_err(|error| Failure::Data(format!("{error}.")))?;
            }
        }
        Ok(JoinedMesh {
            skin,
            positions: self.positions,
            normals: self.normals,
            influences: builder.build(),
            triangles: self.triangles,
        })
    }
}

fn pairs(row: InfluenceRow<'_>) -> Pairs {
    row.pairs().collect()
}

/// The largest; a joint that is named twice counts once.
fn largest(pairs: impl IntoIterator<Item = (JointSlot, f32)>) -> Pairs {
    let mut sums: Pairs = Vec::new();
    for (joint, weight) in pairs {
        match sums.iter_mut().find(|(known, _)| *known == joint) {
            Some((_, sum)) => *sum += weight,
            None => sums.push((joint, weight)),
        }
    }
    sums.sort_by(|one, other| other.1.total_cmp(&one.1));
    sums.truncate(MOST);
    sums
}
