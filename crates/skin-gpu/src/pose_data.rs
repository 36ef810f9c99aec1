//! Poses in the words of the shaders: palettes and morph weights of all instances.

use rig::{
    BoneSegment, Influences, JointSets, MapKind, Method, Palette, RotationCenters, TwoPhasePalette,
};

use crate::error::{SkinGpuError, expect_length};
use crate::layouts::{
    JOINTS_AT, LARGEST_ENTRY, MOST_SETS, OWN_ENTRY, SkinParams, Word, append_numbers,
    append_own_joints, append_palette, append_points, codes,
};
use crate::mesh_data::{MeshSizes, count};

/// How one instance of a mesh is posed.
#[derive(Clone, Copy, Debug)]
pub struct InstancePose<'a> {
    /// At least one entry per joint of the mesh's influences, all finite; entries beyond them are not looked at.
    pub palette: &'a Palette,
    /// One per morph target of the mesh, in their order; what is missing at the end is zero, more is an error.
    pub morph_weights: &'a [f32],
    /// For the spherical blends, which turn about a point for each set of joints that meets at a vertex: the influences that
    /// are on the device, with which the mesh was made or that were written last. Others do not look at them.
    pub influences: Option<&'a Influences>,
    /// For a mesh with a bulge map: the bones of the joints, at least as many as those of the mesh's influences, all finite. Linear
    /// blending does not look at them.
    pub bones: &'a [BoneSegment],
}

impl<'a> From<&'a Palette> for InstancePose<'a> {
    /// Without morph weights, influences and bones: not for spherical blends, nor for meshes with a bulge map.
    fn from(palette: &'a Palette) -> Self {
        Self {
            palette,
            morph_weights: &[],
            influences: None,
            bones: &[],
        }
    }
}

/// Poses, checked and packed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PoseData {
    pub kernel: Method,
    pub params: SkinParams,
    pub words: Vec<Word>,
}

/// Where the skinned tangents begin among the numbers of the skinned vertices: behind all that there is memory for; 0 without.
fn tangent_start(shape: MeshSizes, capacity: usize) -> Result<u32, SkinGpuError> {
    if !shape.has_tangents() {
        return Ok(0);
    }
    let n_vertices = capacity.saturating_mul(shape.vertices as usize);
    let floats = shape.packing.skinned_normals.vertex_words();
    count(
        "the list of skinned vertices",
        n_vertices.saturating_mul(floats),
    )
}

impl PoseData {
    /// Packs the poses of some instances of a mesh, up to `capacity`, into the memory of those before; none is fine.
    ///
    /// What is left after an error means nothing.
    pub(crate) fn pack(
        &mut self,
        shape: MeshSizes,
        capacity: usize,
        instances: &[InstancePose<'_>],
    ) -> Result<(), SkinGpuError> {
        if instances.len() > capacity {
            return Err(SkinGpuError::TooManyInstances {
                found: instances.len(),
                capacity,
            });
        }
        // The first instance decides for all: one dispatch runs one kernel with one rule of signs.
        let (kernel, signs) = instances
            .first()
            .map_or_else(Default::default, |first| codes(first.palette));
        self.kernel = kernel;
        self.params = SkinParams {
            n_vertices: shape.vertices,
            n_instances: count("the list of instances", instances.len())?,
            n_targets: shape.targets,
            signs,
            pairs: shape.pairs,
            blend: shape.maps.blend,
            bulge: shape.maps.bulge,
            tangents: shape.tangents,
            skinned_tangents: tangent_start(shape, capacity)?,
            gradients: shape.gradients,
            gradient_rows: shape.gradient_rows,
            ..SkinParams::default()
        };
        self.words.clear();
        let mut sets: Option<&JointSets> = None;
        for (instance, pose) in instances.iter().enumerate() {
            if codes(pose.palette) != (kernel, signs) {
                return Err(SkinGpuError::MixedMethods { instance });
            }
            self.append(shape, instance, pose)?;
            if let Some(spherical) = spherical(pose.palette) {
                let own = joint_sets(shape, instance, pose)?;
                same_sets(sets.get_or_insert(own), own, instance)?;
                append_points(
                    &mut self.words,
                    &RotationCenters::new(spherical, own).centers,
                );
            }
            // All poses are as long as the first: same joints, targets and sets.
            if instance == 0 {
                self.params.pose_size = count("a pose", self.words.len())?;
            }
        }
        // Sets of vertices are those of the mesh, so they stand once, behind the poses of all instances.
        if let Some(sets) = sets {
            self.params.sets = count("the list of poses", self.words.len())?;
            append_numbers(&mut self.words, sets.of_vertices());
        }
        count("the list of poses", self.words.len())?;
        Ok(())
    }

    fn append(
        &mut self,
        shape: MeshSizes,
        instance: usize,
        pose: &InstancePose<'_>,
    ) -> Result<(), SkinGpuError> {
        let joints = ("joints of the influences", shape.palette);
        for (what, found) in pose.palette.lists() {
            // A mesh that two skins share counts the joints of the smaller one; the palette of the other is longer.
            expect_length((what, found.min(shape.palette)), joints)?;
        }
        check_weights(pose.morph_weights, instance, shape.targets as usize)?;
        let begin = self.words.len();
        append_palette(&mut self.words, pose.palette, shape.palette);
        let palette = &self.words[begin..];
        check_finite(palette, instance, shape.palette)?;
        self.params.morph_weights = count("a palette", palette.len())?;
        let weight = |target: usize| pose.morph_weights.get(target).copied().unwrap_or(0.0);
        let firsts = (0..shape.targets as usize).step_by(4);
        let word = |first: usize| [0, 1, 2, 3].map(|lane| weight(first + lane));
        self.words.extend(firsts.map(word));
        self.params.own_joints = count("a palette", self.words.len() - begin)?;
        if shape.has_maps() && self.kernel.follows_maps() {
            self.append_own_joints(shape, instance, pose)?;
        }
        self.params.centers = count("a palette", self.words.len() - begin)?;
        Ok(())
    }

    fn append_own_joints(
        &mut self,
        shape: MeshSizes,
        instance: usize,
        pose: &InstancePose<'_>,
    ) -> Result<(), SkinGpuError> {
        if shape.has_map(MapKind::Bulge) {
            let found = ("bones", pose.bones.len().min(shape.joints));
            expect_length(found, ("joints of the influences", shape.joints))?;
        }
        let mut bones = pose.bones.iter().take(shape.palette);
        let is_finite = |bone: &BoneSegment| bone.head.is_finite() && bone.tail.is_finite();
        if let Some(joint) = bones.position(|bone| !is_finite(bone)) {
            return Err(SkinGpuError::PaletteNotFinite { instance, joint });
        }
        append_own_joints(&mut self.words, pose.palette, pose.bones, shape.palette);
        Ok(())
    }
}

/// Words of the longest pose that a mesh can have, whatever the method, but for rotation centers.
pub(crate) fn largest_pose(shape: MeshSizes) -> usize {
    let own = if shape.has_maps() { OWN_ENTRY } else { 0 };
    JOINTS_AT + (LARGEST_ENTRY + own) * shape.palette + (shape.targets as usize).div_ceil(4)
}

/// Words that spherical blends may need besides, an instance: a center for every vertex, should no two have the same joints, and
/// the number of each.
pub(crate) const fn most_centers(shape: MeshSizes) -> usize {
    shape.vertices as usize + (shape.vertices as usize).div_ceil(4)
}

const fn spherical(palette: &Palette) -> Option<&TwoPhasePalette> {
    match palette {
        Palette::TwoPhase(palette) if palette.blend.has_centers() => Some(palette),
        _ => None,
    }
}

/// The sets of joints of the mesh's influences, which come with a spherical pose.
fn joint_sets<'a>(
    shape: MeshSizes,
    instance: usize,
    pose: &InstancePose<'a>,
) -> Result<&'a JointSets, SkinGpuError> {
    let influences = pose
        .influences
        .ok_or(SkinGpuError::NoInfluences { instance })?;
    let rows = ("rows of influences", influences.vertex_count());
    expect_length(rows, ("vertices of the mesh", shape.vertices as usize))?;
    let joints = ("joints of the influences", influences.joint_count());
    expect_length(joints, ("joints of the mesh", shape.joints))?;
    let sets = influences.joint_sets();
    if sets.len() > MOST_SETS {
        return Err(SkinGpuError::TooLarge {
            what: "the list of sets of joints",
            needed: sets.len(),
            most: MOST_SETS,
        });
    }
    Ok(sets)
}

fn same_sets(first: &JointSets, own: &JointSets, instance: usize) -> Result<(), SkinGpuError> {
    // Clones of influences share their sets.
    if std::ptr::eq(own, first) || own == first {
        return Ok(());
    }
    Err(SkinGpuError::MixedInfluences { instance })
}

fn check_finite(words: &[Word], instance: usize, n_joints: usize) -> Result<(), SkinGpuError> {
    let is_finite = |word: &Word| word.iter().all(|number| number.is_finite());
    match words.iter().position(|word| !is_finite(word)) {
        None => Ok(()),
        Some(place) => {
            // All entries of a palette are of one length, which says whose word it is; the words before the joints count to the first.
            let entry = (words.len() - JOINTS_AT) / n_joints.max(1);
            let joint = place.saturating_sub(JOINTS_AT) / entry.max(1);
            Err(SkinGpuError::PaletteNotFinite { instance, joint })
        }
    }
}

fn check_weights(weights: &[f32], instance: usize, n_targets: usize) -> Result<(), SkinGpuError> {
    if weights.len() > n_targets {
        expect_length(
            ("morph weights", weights.len()),
            ("morph targets", n_targets),
        )?;
    }
    match weights.iter().position(|weight| !weight.is_finite()) {
        None => Ok(()),
        Some(target) => Err(SkinGpuError::WeightNotFinite {
            instance,
            target,
            weight: weights[target],
        }),
    }
}
