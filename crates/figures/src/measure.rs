//! What items measure of a posed character: the surface by a method, distances between methods, volumes.

use std::sync::Arc;

use character::Character;
use dq_math::SignRule;
use glam::Vec3;
use rig::{
    BindPose, BoneSegment, Clip, InfluencesBuilder, JointSlot, Pose, ScaleInheritance,
    singular_values,
};
use scene::asked_method::AskedMethod;
use scene::blend_counts::center_count;
use scene::combined_surface::CombinedSurface;
use scene::compare::Hull;
use scene::compare::difference;
use scene::deform::{DeformedPrimitive, base_pose, deform_posed, posed_character};
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::posed_character::{Look, Mover, PosedCharacter};

use crate::error::FigureError;
use crate::material::Material;
use crate::render_scene::ScenePose;

/// A character in a pose.
pub(crate) struct PosedFigure {
    pub(crate) character: Arc<Character>,
    pub(crate) pose: Pose,
}

impl PosedFigure {
    /// A character that is handed in, in a pose.
    pub(crate) fn new(
        material: &dyn Material,
        character: &str,
        pose: ScenePose,
    ) -> Result<Self, FigureError> {
        let character = material.character(character)?;
        let pose = pose_of(material, &character, pose)?;
        Ok(Self { character, pose })
    }

    /// The palettes of a method, in the words of `render --compare`.
    pub(crate) fn posed(&self, method: &str) -> Result<PosedCharacter, FigureError> {
        self.posed_as(method, |look| look)
    }

    fn posed_as(
        &self,
        method: &str,
        shown: impl Fn(Look) -> Look,
    ) -> Result<PosedCharacter, FigureError> {
        let asked: AskedMethod = method.parse().map_err(FigureError::mismatch)?;
        let look = shown(asked.look(&self.character, SignRule::default()));
        let as_in_file = &self.character.rig.scale_inheritance;
        let own = |all: ScaleInheritance| vec![all; as_in_file.len()];
        let inheritance = asked
            .scale_inheritance
            .map_or_else(|| as_in_file.clone(), own);
        posed_character(&self.character, &self.pose, &inheritance, look)
            .map_err(FigureError::mismatch)
    }

    /// The surface by a method.
    pub(crate) fn surface(&self, method: &str) -> Result<Vec<DeformedPrimitive>, FigureError> {
        self.surface_of(&self.posed(method)?)
    }

    fn surface_of(&self, posed: &PosedCharacter) -> Result<Vec<DeformedPrimitive>, FigureError> {
        let mut surface = Vec::new();
        deform_posed(&self.character, posed, &mut surface).map_err(FigureError::mismatch)?;
        Ok(surface)
    }

    /// The largest distance of a vertex between two methods, in meters.
    pub(crate) fn largest_distance(&self, one: &str, other: &str) -> Result<f64, FigureError> {
        Ok(largest_distance(&self.surface(one)?, &self.surface(other)?))
    }

    /// The enclosed volume by each method, over that at rest.
    pub(crate) fn volumes<const N: usize>(
        &self,
        methods: [&str; N],
    ) -> Result<[f64; N], FigureError> {
        let at_rest = Self {
            character: Arc::clone(&self.character),
            pose: base_pose(&self.character),
        };
        let at_rest = at_rest.surface("linear")?;
        let primitives = placed_primitives(&self.character).map(|placed| placed.primitive);
        let surface = CombinedSurface::new(&primitives.collect::<Vec<_>>());
        let hull = Hull::new(Arc::new(surface), &at_rest);
        let open = || FigureError::Character {
            name: self.character.name.clone(),
            reason: "its surface is open, so it encloses no volume".to_owned(),
        };
        let whole = hull.volume(&at_rest).ok_or_else(open)?;
        let mut ratios = [0.0; N];
        for (ratio, method) in ratios.iter_mut().zip(methods) {
            *ratio = hull.volume(&self.surface(method)?).ok_or_else(open)? / whole;
        }
        Ok(ratios)
    }

    /// The farthest that a skinned vertex is from the bones that move it, in meters.
    pub(crate) fn farthest_from_bones(&self, method: &str) -> Result<f64, FigureError> {
        let posed = self.posed(method)?;
        let surface = self.surface(method)?;
        let mut farthest = 0.0_f32;
        for (placed, skinned) in placed_primitives(&self.character).zip(&surface) {
            let bones = posed_bones(&self.character, &posed, &placed);
            for point in &skinned.positions {
                let nearest = bones
                    .iter()
                    .map(|bone| bone.closest_point(*point).distance(*point));
                farthest = farthest.max(nearest.fold(f32::INFINITY, f32::min));
            }
        }
        Ok(f64::from(farthest))
    }

    /// The surface after the first phase alone: linear blending of the stretches.
    pub(crate) fn first_phase(&self, method: &str) -> Result<Vec<DeformedPrimitive>, FigureError> {
        let first_phase = |look| Look {
            first_phase: true,
            ..look
        };
        self.surface_of(&self.posed_as(method, first_phase)?)
    }

    /// The largest length of an edge by a method over that by another. Edges of less than a thousandth of the longest do not count.
    pub(crate) fn longest_against(&self, method: &str, other: &str) -> Result<f64, FigureError> {
        let [surface, others] = [self.surface(method)?, self.surface(other)?];
        let mut largest = 0.0_f32;
        for ((placed, skinned), other) in placed_primitives(&self.character)
            .zip(&surface)
            .zip(&others)
        {
            largest = largest.max(longest_ratio(
                &placed.primitive.triangles,
                &skinned.positions,
                &other.positions,
            ));
        }
        Ok(f64::from(largest))
    }

    /// The largest factor by which a joint stretches anything, by a method: of its stretch the largest singular value.
    pub(crate) fn largest_stretch(&self, method: &str, joint: &str) -> Result<f64, FigureError> {
        let place = usize::from(self.joint(joint)?);
        let posed = self.posed(method)?;
        let mut movers = placed_primitives(&self.character).map(|placed| posed.mover(&placed));
        let stretch = movers.find_map(|mover| match mover {
            Mover::Skin(palette, _) => palette.stretch(place),
            Mover::Node(_) => None,
        });
        let stretch =
            stretch.ok_or_else(|| FigureError::mismatch(format!("{joint} moves no skin")))?;
        Ok(f64::from(singular_values(stretch.into()).values.x))
    }

    /// The number of a joint in the lists of skins, which are those of the skeleton in all built-in characters.
    fn joint(&self, name: &str) -> Result<u16, FigureError> {
        let skeleton = &self.character.rig.skeleton;
        let bind = self.character.rig.binds.first();
        let listed = bind.map(BindPose::joints).unwrap_or_default();
        let place = listed
            .iter()
            .position(|joint| skeleton.name(*joint) == name);
        let place = place.and_then(|place| u16::try_from(place).ok());
        place.ok_or_else(|| {
            FigureError::mismatch(format!("{} has no joint {name}", self.character.name))
        })
    }

    /// The same pose with the weights of a joint given to the others of each vertex.
    pub(crate) fn without_joint(&self, name: &str) -> Result<Self, FigureError> {
        let joint = self.joint(name)?;
        self.with_rows(|pairs| pairs.retain(|(own, _)| own.0 != joint))
    }

    /// The same pose with the largest influences of each vertex alone, so many at most.
    pub(crate) fn with_most_influences(&self, most: usize) -> Result<Self, FigureError> {
        self.with_rows(|pairs| {
            pairs.sort_by(|(_, one), (_, other)| other.total_cmp(one));
            pairs.truncate(most);
        })
    }

    fn with_rows(&self, change: impl Fn(&mut Vec<(JointSlot, f32)>)) -> Result<Self, FigureError> {
        let mut character = Character::clone(&self.character);
        let meshes = character.meshes.iter_mut();
        for primitive in meshes.flat_map(|mesh| &mut mesh.primitives) {
            let Some(influences) = &mut primitive.influences else {
                continue;
            };
            let mut builder = InfluencesBuilder::new(influences.joint_count());
            for row in influences.rows() {
                let mut pairs: Vec<(JointSlot, f32)> = row.pairs().collect();
                change(&mut pairs);
                // Weights are made to sum to one.
                builder.vertex(pairs).map_err(FigureError::mismatch)?;
            }
            *influences = builder.build();
        }
        Ok(Self {
            character: Arc::new(character),
            pose: self.pose.clone(),
        })
    }

    /// The rotation centers for which spherical blending solves a system.
    pub(crate) fn solved_centers(&self) -> Result<usize, FigureError> {
        let count = center_count(&self.character, &self.posed("spherical")?);
        let count = count.ok_or_else(|| FigureError::mismatch("no skin is blended spherically"))?;
        Ok(count.decompositions)
    }
}

/// A number of things, exactly.
pub(crate) fn as_f64(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::INFINITY, f64::from)
}

/// The clip of a character by its name.
pub(crate) fn clip_of<'a>(character: &'a Character, name: &str) -> Result<&'a Clip, FigureError> {
    let named = |clip: &&Clip| clip.name() == Some(name);
    let clip = character.clips.iter().find(named);
    clip.ok_or_else(|| FigureError::Preset {
        preset: name.to_owned(),
        reason: format!("{} has no such clip", character.name),
    })
}

/// The pose of a scene, on the character's own where it says nothing.
pub(crate) fn pose_of(
    material: &dyn Material,
    character: &Character,
    pose: ScenePose,
) -> Result<Pose, FigureError> {
    match pose {
        ScenePose::Preset(name) => material.pose(character, name, 1.0),
        ScenePose::Amount(name, amount) => material.pose(character, name, amount),
        ScenePose::Moment(name, time) => {
            let clip = clip_of(character, name)?;
            let base = base_pose(character);
            Ok(clip.sample(&character.rig.skeleton, &base, time))
        }
    }
}

/// The largest distance of a vertex between two surfaces of one character, in meters.
pub(crate) fn largest_distance(one: &[DeformedPrimitive], other: &[DeformedPrimitive]) -> f64 {
    f64::from(difference(one, other).distance.max)
}

/// The largest length of an edge over that of the same edge in other positions, but for the shortest of those.
fn longest_ratio(triangles: &[[u32; 3]], own: &[Vec3], others: &[Vec3]) -> f32 {
    let sides = |[a, b, c]: [u32; 3]| [[a, b], [b, c], [c, a]];
    let edges = || triangles.iter().copied().flat_map(sides);
    let length = |points: &[Vec3], edge: [u32; 2]| {
        let [a, b] = edge.map(|vertex| points[vertex as usize]);
        a.distance(b)
    };
    let least = 1e-3 * edges().map(|edge| length(others, edge)).fold(0.0, f32::max);
    let long = edges().filter(|edge| length(others, *edge) > least);
    long.map(|edge| length(own, edge) / length(others, edge))
        .fold(0.0, f32::max)
}

/// The bones of a primitive's skin where the pose has them.
fn posed_bones(
    character: &Character,
    posed: &PosedCharacter,
    placed: &PlacedPrimitive<'_>,
) -> Vec<BoneSegment> {
    let bind = placed
        .instance
        .skin
        .and_then(|skin| character.rig.binds.get(skin));
    let (Mover::Skin(palette, _), Some(bind)) = (posed.mover(placed), bind) else {
        return Vec::new();
    };
    let bones = BoneSegment::of_skin(&character.rig.skeleton, bind);
    let pairs = bones.into_iter().zip(palette.joint_maps());
    let moved = pairs.map(|(bone, map)| BoneSegment {
        head: map.transform_point3(bone.head),
        tail: map.transform_point3(bone.tail),
    });
    moved.collect()
}
