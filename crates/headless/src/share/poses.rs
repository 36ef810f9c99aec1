//! What the shaders read of the poses: palettes of every frame, once for all parts that share them.

use std::collections::BTreeMap;

use glam::Affine3A;
use rig::{InfluencesBuilder, MatrixPalette, Method, Palette, Pose, Vertices, Weighting};
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::posed_character::{Look, Mover, PosedCharacter};
use serde_json::Value;
use skin_gpu::{InstancePose, MeshData, MorphTarget, PoseLists, SkinGpuError};

use super::blob::Blob;
use super::props;
use super::props::{PropFile, PropPart};
use super::tracks::{Recording, write_recordings};
use super::{Failure, PageAsked};

/// The most numbers of all palettes of all frames, before those are left out that do not change: 48 MB of memory in the browser.
pub(super) const MOST_POSE_NUMBERS: usize = 12_000_000;

/// A placed primitive as the shaders read it.
pub(super) struct PlacedPart {
    pub(super) data: MeshData,
    /// Index of the group that moves it.
    pub(super) group: usize,
    /// The words of the shader's `SkinParams`, one set for each pane.
    pub(super) params: Vec<[u32; 16]>,
}

/// The parts of a character, and which of them are moved by the same numbers.
pub(super) struct Groups {
    pub(super) parts: Vec<PlacedPart>,
    /// For each group the part that stands for all of it.
    first_parts: Vec<FirstPart>,
    /// For each group and pane the method that skins it; nodes move as one matrix does.
    methods: Vec<Vec<Method>>,
    floats_a_frame: usize,
}

/// The part that stands for a group.
struct FirstPart {
    part: usize,
    /// The prop that it is of, by its place among those that are shown; none for one of the character.
    prop: Option<usize>,
}

/// What parts with equal palettes have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum GroupKey {
    /// A skin, as many of its joints as the primitive looks at, and what it is skinned by in each pane.
    Skin(usize, usize, Vec<[&'static str; 2]>),
    /// The node of an instance.
    Node(usize),
    /// One part alone: morph weights, maps and rotation centers are its own.
    Own(usize),
}

impl Groups {
    /// Packs every placed primitive.
    ///
    /// # Errors
    ///
    /// A primitive that the shaders cannot take, by mesh and number.
    pub(super) fn new(asked: &PageAsked<'_>, files: &[PropFile<'_>]) -> Result<Self, Failure> {
        let posed = pose_by_method(asked, &asked.posed.pose)?;
        let mut known = BTreeMap::new();
        let mut groups = Self {
            parts: Vec::new(),
            first_parts: Vec::new(),
            methods: Vec::new(),
            floats_a_frame: 0,
        };
        for (index, placed) in placed_primitives(asked.character).enumerate() {
            let refused = |error: SkinGpuError| primitive_failure(asked, &placed, &error);
            let data = mesh_data(&placed).map_err(refused)?;
            let looks = looks_of(&posed, &placed);
            let key = key(&placed, index, &data, &looks);
            let next = known.len();
            let group = *known.entry(key).or_insert(next);
            let mut params = Vec::new();
            let mut n_floats = 0;
            for posed in &posed {
                let lists = pose_lists(&data, posed, &placed).map_err(refused)?;
                params.push(lists.params);
                n_floats += 4 * lists.poses.len();
            }
            if group == groups.first_parts.len() {
                groups.first_parts.push(FirstPart {
                    part: index,
                    prop: None,
                });
                groups
                    .methods
                    .push(looks.iter().map(|look| look.method).collect());
                groups.floats_a_frame += n_floats;
            }
            groups.parts.push(PlacedPart {
                data,
                group,
                params,
            });
        }
        for part in props::parts(files) {
            groups.add_prop(asked.methods.len(), &part)?;
        }
        Ok(groups)
    }

    /// Packs a primitive of a prop. All that move with one prop are one group.
    fn add_prop(&mut self, n_methods: usize, part: &PropPart<'_>) -> Result<(), Failure> {
        let refused = |error: SkinGpuError| part.failure(&error);
        let data = part.data().map_err(refused)?;
        let lists = props::pose_lists(&data, Affine3A::IDENTITY).map_err(refused)?;
        let prop = Some(part.file.prop);
        let known = self.first_parts.iter().position(|first| first.prop == prop);
        let group = known.unwrap_or(self.first_parts.len());
        if known.is_none() {
            self.first_parts.push(FirstPart {
                part: self.parts.len(),
                prop,
            });
            self.methods.push(vec![props::METHOD; n_methods]);
            self.floats_a_frame += 4 * lists.poses.len() * n_methods;
        }
        self.parts.push(PlacedPart {
            data,
            group,
            params: vec![lists.params; n_methods],
        });
        Ok(())
    }

    /// The numbers of all palettes in one frame.
    pub(super) const fn floats_a_frame(&self) -> usize {
        self.floats_a_frame
    }

    /// The entry points that skin a group, a pane each.
    pub(super) fn programs(&self, group: usize) -> impl Iterator<Item = String> {
        let methods = self.methods.get(group).into_iter().flatten();
        methods.map(|method| method.entry_point())
    }

    /// Those of all groups.
    pub(super) fn all_programs(&self) -> impl Iterator<Item = String> {
        (0..self.methods.len()).flat_map(|group| self.programs(group))
    }

    /// Every group's numbers in every frame, by method.
    ///
    /// # Errors
    ///
    /// A pose that is not finite.
    pub(super) fn record_frames(
        &self,
        asked: &PageAsked<'_>,
        poses: &[Pose],
        places: &[Vec<Vec<Affine3A>>],
        blob: &mut Blob,
    ) -> Result<Value, Failure> {
        let n_methods = asked.methods.len();
        // Group by group, the methods of each side by side, as `chunks_mut` takes them apart.
        let mut recordings = vec![Recording::default(); self.first_parts.len() * n_methods];
        let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(asked.character).collect();
        for (pose, places) in poses.iter().zip(places) {
            let posed = pose_by_method(asked, pose)?;
            let each = recordings.chunks_mut(n_methods).zip(&self.first_parts);
            for (recordings, first) in each {
                let both = self.parts.get(first.part).zip(placed.get(first.part));
                let recorded = match first.prop {
                    Some(_) => self.record_prop(first, places, recordings),
                    None => both.map_or(Ok(()), |both| record(asked, both, &posed, recordings)),
                };
                recorded?;
            }
        }
        let methods: Vec<Method> = self.methods.iter().flatten().copied().collect();
        Ok(write_recordings(&recordings, &methods, n_methods, blob))
    }
}

impl Groups {
    /// One frame of a prop, by method.
    fn record_prop(
        &self,
        first: &FirstPart,
        places: &[Vec<Affine3A>],
        recordings: &mut [Recording],
    ) -> Result<(), Failure> {
        let Some((part, prop)) = self.parts.get(first.part).zip(first.prop) else {
            return Ok(());
        };
        for (recording, places) in recordings.iter_mut().zip(places) {
            let place = places.get(prop).copied().unwrap_or_default();
            let lists = props::pose_lists(&part.data, place);
            let lists = lists.map_err(|error| Failure::Data(format!("a prop: {error}.")))?;
            recording.push(&lists.poses);
        }
        Ok(())
    }
}

/// One frame of a group, by method.
fn record(
    asked: &PageAsked<'_>,
    (part, placed): (&PlacedPart, &PlacedPrimitive<'_>),
    posed: &[PosedCharacter],
    recordings: &mut [Recording],
) -> Result<(), Failure> {
    for (recording, posed) in recordings.iter_mut().zip(posed) {
        let lists = pose_lists(&part.data, posed, placed);
        let lists = lists.map_err(|error| primitive_failure(asked, placed, &error))?;
        recording.push(&lists.poses);
    }
    Ok(())
}

/// The palettes of a pose, by method.
fn pose_by_method(asked: &PageAsked<'_>, pose: &Pose) -> Result<Vec<PosedCharacter>, Failure> {
    let mut posed = asked.posed.clone();
    posed.pose.clone_from(pose);
    let methods = asked.methods.iter();
    methods
        .map(|method| posed.palettes(asked.character, *method))
        .collect()
}

fn is_skinned(placed: &PlacedPrimitive<'_>) -> bool {
    placed.instance.skin.is_some() && placed.primitive.influences.is_some()
}

/// What skins a placed primitive, a pane each.
fn looks_of(posed: &[PosedCharacter], placed: &PlacedPrimitive<'_>) -> Vec<Look> {
    let of = |posed: &PosedCharacter| match is_skinned(placed) {
        true => posed.look_of(placed.instance_index),
        false => Look::new(Method::Linear),
    };
    posed.iter().map(of).collect()
}

fn key(placed: &PlacedPrimitive<'_>, index: usize, data: &MeshData, looks: &[Look]) -> GroupKey {
    let primitive = placed.primitive;
    let has_maps = primitive.maps.iter().any(|(_, map)| map.is_some());
    let has_centers = looks
        .iter()
        .any(|look| matches!(look.method, Method::TwoPhase(_, blend) if blend.has_centers()));
    match placed.instance.skin {
        _ if data.target_count() > 0 => GroupKey::Own(index),
        Some(_) if is_skinned(placed) && (has_maps || has_centers) => GroupKey::Own(index),
        Some(skin) if is_skinned(placed) => {
            let names = looks.iter().map(|look| [look.name(), look.signs.name()]);
            GroupKey::Skin(skin, data.joint_count(), names.collect())
        }
        _ => GroupKey::Node(placed.instance_index),
    }
}

fn mesh_data(placed: &PlacedPrimitive<'_>) -> Result<MeshData, SkinGpuError> {
    let primitive = placed.primitive;
    let of_node;
    let weighting = match primitive.weighting().filter(|_| is_skinned(placed)) {
        Some(own) => own,
        None => {
            // A node moves its mesh as one joint does that has all the weight, so that one shader is enough for both.
            let mut builder = InfluencesBuilder::new(1);
            for _ in 0..primitive.positions.len() {
                // A weight of one is always valid.
                let _sum = builder.vertex([(0, 1.0)]);
            }
            of_node = builder.build();
            Weighting::from(&of_node)
        }
    };
    let vertices = Vertices {
        positions: &primitive.positions,
        normals: &primitive.normals,
        ..Vertices::default()
    };
    let targets = primitive.morph_targets.iter().map(|target| MorphTarget {
        positions: &target.positions,
        normals: &target.normals,
    });
    MeshData::new(vertices, weighting, &targets.collect::<Vec<_>>())
}

fn pose_lists(
    data: &MeshData,
    posed: &PosedCharacter,
    placed: &PlacedPrimitive<'_>,
) -> Result<PoseLists, SkinGpuError> {
    let morph_weights = posed.morph_weights(placed.instance);
    match posed.mover(placed) {
        Mover::Skin(palette, weighting) => data.pose_lists(&[InstancePose {
            palette,
            morph_weights,
            influences: Some(weighting.influences),
            bones: weighting.bones,
        }]),
        Mover::Node(scene_from_node) => {
            let palette = Palette::Linear(MatrixPalette {
                posed_from_bind: vec![scene_from_node],
            });
            data.pose_lists(&[InstancePose {
                morph_weights,
                ..InstancePose::from(&palette)
            }])
        }
    }
}

fn primitive_failure(
    asked: &PageAsked<'_>,
    placed: &PlacedPrimitive<'_>,
    error: &SkinGpuError,
) -> Failure {
    Failure::Data(format!(
        "{}: mesh {}, primitive {}: {error}.",
        asked.character.name, placed.instance.mesh, placed.primitive_index
    ))
}
