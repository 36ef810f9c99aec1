//! A crowd: one character many times, each member with its own place, time and proportions, as palettes of few meshes.

use character::Character;
use glam::Vec3;
use rig::{
    BindPose, Clip, ForwardError, Influences, InfluencesBuilder, Palette, Pose, PosedSkin,
    ScaleInheritance, forward,
};

use crate::pose::deform::base_pose;
use crate::pose::parallel::for_each_parallel;
use crate::pose::placed::{PlacedPrimitive, placed_primitives};
use crate::pose::posed_character::Look;
use crate::view::bounds::Bounds;

/// Everything that one skin of a character moves, as a mesh for each of the methods by which it does: mostly one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrowdMesh {
    /// The index of the skin.
    pub skin: usize,
    /// In the order in which the methods are met.
    pub parts: Vec<CrowdPart>,
}

/// What is skinned by one method, as one mesh: a dispatch and a draw for each member are enough then.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrowdPart {
    /// What it is skinned by.
    pub look: Look,
    /// In the model space of the bind.
    pub positions: Vec<Vec3>,
    /// Normals at rest, one per position; zero where the primitive has none.
    pub normals: Vec<Vec3>,
    /// One row per position.
    pub influences: Influences,
    /// Corners as indices into `positions`, in the order of the primitives.
    pub triangles: Vec<[u32; 3]>,
}

impl CrowdMesh {
    /// The primitives of the skin that moves most vertices, joined by what they are skinned by, without morph targets and maps; none
    /// where no skin moves any.
    #[must_use]
    pub fn new(character: &Character, look: Look) -> Option<Self> {
        let mut counts = vec![0; character.rig.binds.len()];
        for placed in placed_primitives(character) {
            let skin = placed
                .instance
                .skin
                .filter(|_| placed.primitive.weighting().is_some());
            if let Some(count) = skin.and_then(|skin| counts.get_mut(skin)) {
                *count += placed.primitive.positions.len();
            }
        }
        let (most, skin) = counts
            .into_iter()
            .zip(0..)
            // Of equal ones the first skin.
            .max_by_key(|&(count, skin)| (count, usize::MAX - skin))?;
        (most > 0).then(|| Self::of_skin(character, skin, look))
    }

    fn of_skin(character: &Character, skin: usize, look: Look) -> Self {
        let look_of = |placed: &PlacedPrimitive<'_>| {
            let mesh = character.meshes.get(placed.instance.mesh);
            mesh.map_or_else(|| look.for_all(), |mesh| look.of_mesh(mesh))
        };
        let is_moved = |placed: &PlacedPrimitive<'_>| {
            placed.instance.skin == Some(skin) && placed.primitive.influences.is_some()
        };
        let moved = placed_primitives(character).filter(is_moved);
        let moved: Vec<(Look, PlacedPrimitive<'_>)> =
            moved.map(|placed| (look_of(&placed), placed)).collect();
        let mut looks: Vec<Look> = Vec::new();
        for (look, _) in &moved {
            if !looks.contains(look) {
                looks.push(*look);
            }
        }
        let n_joints = character.rig.binds.get(skin).map_or(0, BindPose::len);
        let part = |look: Look| {
            let own = moved.iter().filter(|(of, _)| *of == look);
            CrowdPart::of(look, n_joints, own.map(|(_, placed)| placed))
        };
        Self {
            skin,
            parts: looks.into_iter().map(part).collect(),
        }
    }
}

impl CrowdPart {
    fn of<'a>(
        look: Look,
        n_joints: usize,
        all: impl Iterator<Item = &'a PlacedPrimitive<'a>>,
    ) -> Self {
        let mut builder = InfluencesBuilder::new(n_joints);
        let mut made = Self {
            look,
            ..Self::default()
        };
        for placed in all {
            let primitive = placed.primitive;
            let Some(influences) = &primitive.influences else {
                continue;
            };
            let first = u32::try_from(made.positions.len()).unwrap_or(u32::MAX);
            made.positions.extend_from_slice(&primitive.positions);
            made.normals.extend_from_slice(&primitive.normals);
            made.normals.resize(made.positions.len(), Vec3::ZERO);
            let triangles = primitive.triangles.iter();
            made.triangles.extend(
                triangles.map(|corners| corners.map(|corner| corner.saturating_add(first))),
            );
            add_rows(&mut builder, influences);
        }
        made.influences = builder.build();
        made
    }
}

/// A vertex without influences stays at rest, and so does one whose row is refused.
fn add_rows(builder: &mut InfluencesBuilder, influences: &Influences) {
    for row in influences.rows() {
        if row.joints.is_empty() || builder.vertex(row.pairs()).is_err() {
            builder.unbound();
        }
    }
}

/// One of a crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Member {
    /// On the floor, from where the character stands.
    place: Vec3,
    seed: u32,
}

/// A character many times, on a square of the floor.
#[derive(Debug)]
pub struct Crowd<'a> {
    character: &'a Character,
    bind: &'a BindPose,
    clip: Option<&'a Clip>,
    base: Pose,
    /// What the parts of the mesh are skinned by.
    looks: Vec<Look>,
    members: Vec<Member>,
    bounds: Bounds,
}

impl<'a> Crowd<'a> {
    /// So many members of a character with its mesh. They play its first clip with `walk` in its name, else its first; without a clip
    /// they stand. None if the mesh is of another character.
    #[must_use]
    pub fn new(character: &'a Character, mesh: &CrowdMesh, count: usize) -> Option<Self> {
        let bind = character.rig.binds.get(mesh.skin)?;
        let clips = || character.clips.iter();
        let walks = |clip: &&Clip| {
            clip.name()
                .is_some_and(|name| name.to_lowercase().contains("walk"))
        };
        let positions = mesh.parts.iter().flat_map(|part| &part.positions);
        let at_rest = Bounds::from_points(positions.copied());
        let size = at_rest.size();
        let spacing = 0.8 * size.x.max(size.z).max(0.3 * size.y);
        let mut side: usize = 1;
        while side * side < count {
            side += 1;
        }
        let member = |number: usize| {
            let along = |place: usize| (small(place) - 0.5 * (small(side) - 1.0)) * spacing;
            Member {
                place: Vec3::new(along(number % side), 0.0, along(number / side)),
                seed: u32::try_from(number).unwrap_or(u32::MAX),
            }
        };
        let members: Vec<Member> = (0..count).map(member).collect();
        let corners = members.iter().flat_map(|member| {
            let (low, high) = (at_rest.center() - 0.5 * size, at_rest.center() + 0.5 * size);
            [low + member.place, high + member.place]
        });
        Some(Self {
            bounds: Bounds::from_points(corners.collect::<Vec<_>>()),
            character,
            bind,
            clip: clips().find(walks).or_else(|| clips().next()),
            base: base_pose(character),
            looks: mesh.parts.iter().map(|part| part.look).collect(),
            members,
        })
    }

    /// Where they stand, at rest.
    #[must_use]
    pub const fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// By part of the mesh, the palettes of all members at a time in seconds, made on this thread and some others.
    ///
    /// Each member has its own time in the clip, walks up to a fifth slower or faster, and has joints up to 6 % smaller or larger, the
    /// same on either side, and is up to 15 % smaller or larger as a whole; the first is the character itself.
    ///
    /// # Errors
    ///
    /// A bind refers to another skeleton.
    pub fn palettes(&self, time: f32, threads: usize) -> Result<Vec<Vec<Palette>>, ForwardError> {
        let factors = self.factors();
        let mut found: Vec<Option<Result<Vec<Palette>, ForwardError>>> = Vec::new();
        found.resize_with(self.members.len(), || None);
        // Four shares a thread, so that one with more to do does not keep the others waiting.
        let share = self.members.len().div_ceil(4 * threads.max(1)).max(1);
        let shares = self.members.chunks(share).zip(found.chunks_mut(share));
        for_each_parallel(shares, threads, |(members, found)| {
            for (member, out) in members.iter().zip(found) {
                *out = Some(self.palettes_of(*member, time, &factors));
            }
        });
        let mut by_part: Vec<Vec<Palette>> = vec![Vec::new(); self.looks.len()];
        for own in found.into_iter().flatten() {
            for (part, palette) in by_part.iter_mut().zip(own?) {
                part.push(palette);
            }
        }
        Ok(by_part)
    }

    /// By joint, a number that both sides share.
    fn factors(&self) -> Vec<u32> {
        let skeleton = &self.character.rig.skeleton;
        let number = |joint| {
            let name = without_side(skeleton.name(joint));
            name.bytes().fold(7_u32, |sum, byte| {
                sum.wrapping_mul(31).wrapping_add(byte.into())
            })
        };
        skeleton.joints().map(number).collect()
    }

    /// The palettes of a member, one per part.
    fn palettes_of(
        &self,
        member: Member,
        time: f32,
        factors: &[u32],
    ) -> Result<Vec<Palette>, ForwardError> {
        let rig = &self.character.rig;
        let seed = member.seed;
        let mut pose = match self.clip {
            Some(clip) => {
                // A clip of one moment has no length to go round in.
                let duration = clip.duration().max(1e-3);
                let speed = 1.0 + 0.2 * signed_noise(seed, 1);
                let begin = if seed == 0 {
                    0.0
                } else {
                    duration * noise(seed, 2)
                };
                clip.sample(&rig.skeleton, &self.base, (begin + time * speed) % duration)
            }
            None => self.base.clone(),
        };
        let joints = rig.skeleton.joints().zip(factors);
        for (((joint, &factor), stretch), rigid) in
            joints.zip(&mut pose.stretch).zip(&mut pose.rigid)
        {
            stretch.scale *= 1.0 + 0.06 * signed_noise(seed, factor);
            if rig.skeleton.parent(joint).is_none() {
                stretch.scale *= 1.0 + 0.15 * signed_noise(seed, 3);
                // A place of the model, in the root's rest frame, where its motion is.
                let at_rest = rig.skeleton.parent_from_joint(joint).rotation;
                rigid.translation += at_rest.inverse() * member.place;
            }
        }
        let inheritance = vec![ScaleInheritance::Children; rig.skeleton.len()];
        let constraints = &self.character.constraints;
        constraints.apply(&rig.skeleton, &mut pose, &inheritance)?;
        let posed = forward(&rig.skeleton, pose.user_transforms(), &inheritance)?;
        let skin = PosedSkin::new(&posed, self.bind)?;
        let looks = self.looks.iter();
        Ok(looks
            .map(|look| Palette::new(look.method, look.signs, &skin))
            .collect())
    }
}

/// `hand.L` and `hand.R`, `left_hand` and `right_hand` are one.
fn without_side(name: &str) -> String {
    let lower = name.to_lowercase();
    let is_side = |part: &&str| !matches!(*part, "l" | "r" | "left" | "right");
    lower.split(['.', '_', '-', ' ']).filter(is_side).collect()
}

/// From 0 to 1 without pattern, the same every time.
fn noise(seed: u32, of: u32) -> f32 {
    // Multiplications and shifts scatter the bits; those at the top are mixed most.
    let mixed = seed.wrapping_mul(0x9e37_79b9) ^ of.wrapping_mul(0x85eb_ca6b);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2c1b_3c6d);
    let mixed = (mixed ^ (mixed >> 12)).wrapping_mul(0x297a_2d39);
    let [_, _, low, high] = (mixed ^ (mixed >> 15)).to_le_bytes();
    f32::from(u16::from_le_bytes([low, high])) / 65_535.0
}

/// From −1 to 1; 0 for the first member.
fn signed_noise(seed: u32, of: u32) -> f32 {
    if seed == 0 {
        0.0
    } else {
        2.0 * noise(seed, of) - 1.0
    }
}

/// Exact: at most 65,535.
fn small(number: usize) -> f32 {
    f32::from(u16::try_from(number).unwrap_or(u16::MAX))
}
