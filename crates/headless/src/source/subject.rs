//! The subject of the command `bench`: a character, or a synthetic one of any size.

use std::sync::Arc;

use character::Character;
use dq_math::SignRule;
use glam::{Affine3A, Quat, Vec3};
use rig::{
    BindPose, BoneSegment, ByMap, InfluenceRow, Influences, InfluencesBuilder, JointIndex,
    JointSlot, LocalTransform, Method, Palette, Pose, PosedSkin, Rig, Skeleton, SkeletonBuilder,
    Trs, VertexMap, Weighting, forward,
};
use scene::deform::base_pose;

use crate::Failure;

/// Vertices with their influences, and the pose in which they are skinned.
#[derive(Clone, Debug)]
pub struct SkinSubject {
    /// The source, for the report.
    pub name: String,
    /// The vertices: for each primitive at most one piece per thread.
    pub pieces: Vec<Piece>,
    rig: Arc<Rig>,
    pose: Pose,
}

/// Some vertices of one skin.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The index of the thread that skins it.
    pub thread: usize,
    /// The index of the skin among the binds.
    pub skin: usize,
    /// Positions at rest, in the space of the mesh.
    pub positions: Vec<Vec3>,
    /// Normals at rest, as many as positions, as in the file.
    pub normals: Vec<Vec3>,
    /// One row per position.
    pub influences: Influences,
    /// One number per position for each map that the mesh has.
    pub maps: ByMap<Option<VertexMap>>,
    /// The bones of the skin.
    pub bones: Arc<[BoneSegment]>,
}

impl Piece {
    /// Influences and maps, as the skinning functions take them.
    #[must_use]
    pub fn weighting(&self) -> Weighting<'_> {
        let weighting = Weighting {
            bones: &self.bones,
            ..(&self.influences).into()
        };
        weighting.with_maps(ByMap::new(|kind| self.maps[kind].as_ref()))
    }
}

/// The size of a synthetic subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The number of vertices, at least 1.
    pub vertices: u32,
    /// The number of joints, at least 1.
    pub joints: u16,
    /// Influences of each vertex, 1 … `joints`.
    pub influences: u16,
}

impl SkinSubject {
    /// The skinned primitives of a character, in the middle of its first clip.
    ///
    /// # Errors
    ///
    /// The character has no skinned primitive.
    pub fn of_character(character: Character, threads: usize) -> Result<Self, Failure> {
        let mut pieces = Vec::new();
        for instance in &character.instances {
            let Some(skin) = instance.skin else {
                continue;
            };
            let mesh = character.meshes.get(instance.mesh);
            let primitives = mesh.into_iter().flat_map(|mesh| &mesh.primitives);
            let skinned = primitives.filter_map(|primitive| {
                let influences = primitive.influences.as_ref()?;
                Some((primitive, influences))
            });
            for (primitive, influences) in skinned {
                let rows = influences.rows().map(InfluenceRow::pairs);
                let whole = Whole {
                    skin,
                    positions: &primitive.positions,
                    normals: &primitive.normals,
                    maps: &primitive.maps,
                    bones: bones_of(&character, skin),
                };
                whole.cut(influences.joint_count(), threads, rows, &mut pieces);
            }
        }
        if pieces.is_empty() {
            let name = &character.name;
            return Err(Failure::Data(format!(
                "{name}: nothing in this file has joints to follow; choose a skinned character."
            )));
        }
        let base = base_pose(&character);
        let pose = match character.clips.first() {
            Some(clip) => clip.sample(&character.rig.skeleton, &base, 0.5 * clip.duration()),
            None => base,
        };
        Ok(Self {
            name: character.name,
            pieces,
            rig: character.rig,
            pose,
        })
    }

    /// A random tree of joints in a random pose, with vertices that follow neighboring joints. The same in every run.
    ///
    /// # Errors
    ///
    /// There are more influences than joints.
    pub fn synthetic(size: Size, threads: usize) -> Result<Self, Failure> {
        let Size {
            vertices,
            joints,
            influences,
        } = size;
        if influences > joints {
            return Err(Failure::Usage(format!(
                "{influences} influences need as many joints, and --joints is {joints}."
            )));
        }
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let rig = synthetic_rig(joints, &mut random)?;
        let mut pose = Pose::rest(&rig.skeleton);
        for (rigid, stretch) in pose.rigid.iter_mut().zip(&mut pose.stretch) {
            rigid.rotation = Quat::from_axis_angle(random.direction(), 0.8 * random.unit());
            stretch.scale += 0.1 * random.direction();
        }
        let positions: Vec<Vec3> = (0..vertices).map(|_| random.direction()).collect();
        let rows = (0..vertices).map(|vertex| synthetic_row(size, vertex, &mut random));
        let mut pieces = Vec::new();
        let whole = Whole {
            skin: 0,
            positions: &positions,
            normals: &positions,
            maps: &ByMap::default(),
            bones: Arc::default(),
        };
        whole.cut(usize::from(joints), threads, rows, &mut pieces);
        Ok(Self {
            name: "synthetic".to_owned(),
            pieces,
            rig: Arc::new(rig),
            pose,
        })
    }

    /// The number of vertices over all pieces.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.pieces.iter().map(|piece| piece.positions.len()).sum()
    }

    /// The number of joints that skins list.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.rig.binds.iter().map(BindPose::len).sum()
    }

    /// The largest number of influences of a vertex.
    #[must_use]
    pub fn max_influences(&self) -> usize {
        self.pieces
            .iter()
            .map(|piece| piece.influences.max_per_vertex())
            .max()
            .unwrap_or(0)
    }

    /// The palettes of a method, one per skin.
    ///
    /// # Errors
    ///
    /// A rig that does not fit together.
    pub fn palettes(&self, method: Method) -> Result<Vec<Palette>, Failure> {
        let mismatch = |error: rig::ForwardError| Failure::Data(format!("{}: {error}.", self.name));
        let user = self.pose.user_transforms();
        let posed =
            forward(&self.rig.skeleton, &user, &self.rig.scale_inheritance).map_err(mismatch)?;
        let palette = |bind| {
            PosedSkin::new(&posed, bind)
                .map(|skin| Palette::new(method, SignRule::default(), &skin))
        };
        self.rig
            .binds
            .iter()
            .map(|bind| palette(bind).map_err(mismatch))
            .collect()
    }
}

/// A primitive before it is cut into pieces.
struct Whole<'a> {
    skin: usize,
    positions: &'a [Vec3],
    normals: &'a [Vec3],
    maps: &'a ByMap<Option<VertexMap>>,
    bones: Arc<[BoneSegment]>,
}

fn bones_of(character: &Character, skin: usize) -> Arc<[BoneSegment]> {
    let bind = character.rig.binds.get(skin);
    let bones = bind.map(|bind| BoneSegment::of_skin(&character.rig.skeleton, bind));
    bones.unwrap_or_default().into()
}

impl Whole<'_> {
    /// Cuts into pieces of equal length except the last, at most one per thread; `rows` has the joints and weights of
    /// every vertex. Vertices with an invalid row are unbound.
    fn cut<R: IntoIterator<Item = (JointSlot, f32)>>(
        &self,
        joint_count: usize,
        threads: usize,
        mut rows: impl Iterator<Item = R>,
        pieces: &mut Vec<Piece>,
    ) {
        let share = self.positions.len().div_ceil(threads).max(1);
        let chunks = self.positions.chunks(share).zip(self.normals.chunks(share));
        for (thread, (positions, normals)) in chunks.enumerate() {
            let own_rows = rows.by_ref().take(positions.len());
            pieces.push(Piece {
                thread,
                skin: self.skin,
                positions: positions.to_vec(),
                normals: normals.to_vec(),
                influences: influences_of(joint_count, own_rows),
                maps: ByMap::new(|kind| {
                    let numbers = self.maps[kind].as_ref()?.values().skip(thread * share);
                    Some(VertexMap::new(numbers.take(positions.len())))
                }),
                bones: Arc::clone(&self.bones),
            });
        }
    }
}

/// Vertices whose row is refused are not bound.
fn influences_of<R: IntoIterator<Item = (JointSlot, f32)>>(
    joint_count: usize,
    rows: impl Iterator<Item = R>,
) -> Influences {
    let mut builder = InfluencesBuilder::new(joint_count);
    for row in rows {
        if builder.vertex(row).is_err() {
            builder.unbound();
        }
    }
    builder.build()
}

fn synthetic_rig(joints: u16, random: &mut Random) -> Result<Rig, Failure> {
    let unexpected = |error: &dyn std::error::Error| {
        Failure::Data(format!("the synthetic skeleton is refused: {error}."))
    };
    let mut builder = SkeletonBuilder::new();
    for joint in 0..u32::from(joints) {
        let local = Trs {
            translation: 0.3 * random.direction(),
            ..Trs::IDENTITY
        };
        // A binary tree: ways to the root are short, as those of real skeletons.
        let parent = joint.checked_sub(1).map(|before| before / 2);
        builder = builder.joint(joint, parent, "", LocalTransform::Trs(local));
    }
    let skeleton = builder.build().map_err(|error| unexpected(&error))?;
    let listed: Vec<JointIndex> = skeleton.joints().collect();
    let joint_from_model: Vec<Affine3A> = listed
        .iter()
        .map(|&joint| joint_from_model(&skeleton, joint))
        .collect();
    let (bind, _warnings) =
        BindPose::new(&skeleton, &listed, &joint_from_model).map_err(|error| unexpected(&error))?;
    Ok(Rig::new(skeleton, vec![bind]))
}

/// Joints and weights of a vertex. Neighboring vertices follow neighboring joints, as on a real surface.
fn synthetic_row(size: Size, vertex: u32, random: &mut Random) -> Vec<(JointSlot, f32)> {
    let nearest = u64::from(vertex) * u64::from(size.joints) / u64::from(size.vertices);
    let joints = (0..size.joints)
        .cycle()
        .skip(usize::try_from(nearest).unwrap_or(0));
    let followed = joints.take(usize::from(size.influences));
    followed
        // Never zero, which would be one influence fewer.
        .map(|joint| (JointSlot(joint), 0.1 + random.unit()))
        .collect()
}

fn joint_from_model(skeleton: &Skeleton, joint: JointIndex) -> Affine3A {
    skeleton.rest_model_from_joint(joint).to_affine().inverse()
}

/// Random numbers that are the same on every machine (Steele, Lea and Flood 2014, `SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number in 0 … 1.
    fn unit(&mut self) -> f32 {
        // 16 bits are exact in f32.
        let bits = u16::try_from(self.next() >> 48).unwrap_or(0);
        f32::from(bits) / f32::from(u16::MAX)
    }

    /// A unit vector; not uniform over the sphere, which does not matter here.
    fn direction(&mut self) -> Vec3 {
        let cube = Vec3::new(self.unit(), self.unit(), self.unit()) * 2.0 - 1.0;
        cube.normalize_or(Vec3::Y)
    }
}
